// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=counts: executions of each instruction, for merge, which adds
 * up parts of a trace, or several traces.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "../decode/counts.h"
#include "../decode/events.h"

struct counts {
	struct nt_counts counts;
	struct output *out;
};

static void *begin(struct nt_decode *decode, struct output *out)
{
	struct counts *counts;

	if (!nt_is_steady(&decode->program))
		die("counts are of a program that is the same all the time and "
		    "for all, without --code and keys that say when or where");
	counts = must_alloc(sizeof(*counts));
	memset(counts, 0, sizeof(*counts));
	nt_counts_begin(&counts->counts, decode);
	counts->out = out;
	return counts;
}

static void write_insn(void *user, const struct profile_insn *insn)
{
	struct counts *counts = user;

	if (insn->executed)
		output_format(counts->out,
			      "%#" PRIx64 " %" PRIu64 " %" PRIu64 "\n",
			      insn->address, insn->executed, insn->taken);
}

static void end(void *state)
{
	struct counts *counts = state;

	output_string(counts->out, NT_COUNTS_TITLE "\n");
	nt_counts_settle(&counts->counts);
	nt_counts_visit(&counts->counts, write_insn, counts);
	nt_counts_end(&counts->counts);
	free(counts);
}

const struct nt_format nt_format_counts = {
	.name = "counts",
	.help = "executions of each instruction, for merge",
	.counts = true,
	.begin = begin,
	.ranges = nt_counts_add,
	.event = nt_event_ignore,
	.end = end,
};
