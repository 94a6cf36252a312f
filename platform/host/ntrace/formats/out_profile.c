// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=coverage and hot: executed instructions of each function, and
 * their counts.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "../decode/counts.h"
#include "../decode/events.h"
#include "inlines.h"

struct profile {
	struct nt_counts counts;
	struct output *out;
	struct profile_total *function;
	size_t count;
	u64 gap_start, gap_end; /* code without executions, so far */
	struct nt_inlines inlines;
	struct profile_total *inlined; /* for each inlined function */
};

static void *begin(struct nt_decode *decode, struct output *out)
{
	struct profile *profile = must_alloc(sizeof(*profile));

	memset(profile, 0, sizeof(*profile));
	nt_counts_begin(&profile->counts, decode);
	profile->out = out;
	return profile;
}

/* The function of an instruction: mostly that of the last one. */
static struct profile_total *find_function(struct profile *profile, u64 address)
{
	const struct symbols *symbols =
		&profile->counts.decode->program.symbols;
	size_t n = profile->count;
	struct profile_total *last = n ? &profile->function[n - 1] : NULL;

	if (last && profile_function_holds(last->function, address))
		return last;
	profile->function =
		grow(profile->function, n, sizeof(*profile->function));
	last = &profile->function[profile->count++];
	memset(last, 0, sizeof(*last));
	last->function = symbols_function(symbols, address);
	return last;
}

/* The total of the function inlined at an address, or NULL. */
static struct profile_total *find_inlined(const struct profile *profile,
					  u64 address)
{
	const struct symbols_inlined *in;
	const struct profile_function *function;

	if (!profile->inlined)
		return NULL;
	in = symbols_innermost(&profile->counts.decode->program.symbols,
			       address);
	if (!in)
		return NULL;
	function = nt_inlines_function(&profile->inlines, in);
	return &profile->inlined[function - profile->inlines.function];
}

static void add_hot_insn(void *user, const struct profile_insn *insn)
{
	struct profile *profile = user;
	struct profile_total *inlined = find_inlined(profile, insn->address);

	profile_total_add(inlined ? inlined :
				    find_function(profile, insn->address),
			  insn);
}

static void add_insn(void *user, const struct profile_insn *insn)
{
	struct profile *profile = user;

	profile_total_add(find_function(profile, insn->address), insn);
}

static void free_profile(struct profile *profile)
{
	nt_counts_end(&profile->counts);
	nt_inlines_end(&profile->inlines);
	free(profile->inlined);
	free(profile->function);
	free(profile);
}

static double percent(u64 part, u64 all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

static void write_place(struct output *out,
			const struct profile_function *symbol)
{
	output_name(out, symbol->name, "");
	if (symbol->file) {
		output_string(out, " (");
		output_name(out, symbol->file, "");
		output_format(out, ":%u)", symbol->line);
	}
	output_char(out, '\n');
}

static void write_coverage(struct output *out,
			   const struct profile_total *function)
{
	output_format(out,
		      "%6.2f %% %8" PRIu64 " /%8" PRIu64 " %6" PRIu64
		      " /%6" PRIu64 "  ",
		      percent(function->insns_executed, function->insns),
		      function->insns_executed, function->insns,
		      function->branches_both, function->branches);
}

static void write_gap(struct profile *profile)
{
	if (profile->gap_end)
		output_format(profile->out,
			      "not executed %#" PRIx64 " %#" PRIx64 "\n",
			      profile->gap_start, profile->gap_end);
	profile->gap_end = 0;
}

/* Find code without executions in functions that were executed. */
static void find_gap(void *user, const struct profile_insn *insn)
{
	struct profile *profile = user;
	const struct profile_total *function;
	u64 address = insn->address;

	while (!profile_function_holds(
		profile->function[profile->count].function, address))
		profile->count++;
	function = &profile->function[profile->count];
	if (address != profile->gap_end)
		write_gap(profile);
	if (insn->executed || !function->insns_executed)
		return;
	if (!profile->gap_end || address == function->function->start) {
		write_gap(profile);
		profile->gap_start = address;
	}
	profile->gap_end = address + 2 * ntrace_step_size(insn->step);
}

static void end_coverage(void *state)
{
	struct profile *profile = state;
	struct profile_total sum = { 0 };
	const struct profile_total *function;
	struct output *out = profile->out;
	size_t i;

	nt_counts_settle(&profile->counts);
	nt_counts_visit(&profile->counts, add_insn, profile);
	output_string(out, "    of instructions executed    branches both "
			   "ways  function\n");
	for (i = 0; i < profile->count; i++) {
		function = &profile->function[i];
		if (function->function->filler && !function->executed)
			continue;
		sum.insns += function->insns;
		sum.insns_executed += function->insns_executed;
		sum.branches += function->branches;
		sum.branches_both += function->branches_both;
		write_coverage(out, function);
		write_place(out, function->function);
	}
	write_coverage(out, &sum);
	output_string(out, "total\n");
	profile->count = 0;
	nt_counts_visit(&profile->counts, find_gap, profile);
	write_gap(profile);
	free_profile(profile);
}

static int compare_executed(const void *a, const void *b)
{
	const struct profile_total *x = a, *y = b;

	if (x->executed != y->executed)
		return x->executed > y->executed ? -1 : 1;
	if (x->function->start != y->function->start)
		return x->function->start < y->function->start ? -1 : 1;
	return strcmp(x->function->name, y->function->name);
}

/* An inlined function has one total for all its places. */
static void begin_inlined(struct profile *profile)
{
	struct nt_decode *decode = profile->counts.decode;
	size_t i;

	if (!decode->inlines)
		return;
	nt_inlines_begin(&profile->inlines, &decode->program.symbols);
	profile->inlined = must_alloc(
		profile->inlines.num * sizeof(*profile->inlined) + 1);
	for (i = 0; i < profile->inlines.num; i++)
		profile->inlined[i] = (struct profile_total){
			.function = &profile->inlines.function[i],
		};
}

/* Add them to the other functions. */
static void add_inlined(struct profile *profile)
{
	size_t i;

	for (i = 0; i < profile->inlines.num; i++) {
		profile->function = grow(profile->function, profile->count,
					 sizeof(*profile->function));
		profile->function[profile->count++] = profile->inlined[i];
	}
}

/* An inlined function has no entry, and no single place. */
static void write_hot_place(const struct profile *profile,
			    const struct profile_total *total)
{
	if (nt_inlines_has(&profile->inlines, total->function)) {
		output_string(profile->out, "         -  ");
		output_name(profile->out, total->function->name, "");
		output_string(profile->out, " (inlined)\n");
	} else {
		output_format(profile->out, "%10" PRIu64 "  ", total->entered);
		write_place(profile->out, total->function);
	}
}

static void end_hot(void *state)
{
	struct profile *profile = state;
	const struct profile_total *function;
	struct output *out = profile->out;
	u64 all = 0, sum = 0;
	size_t i;

	begin_inlined(profile);
	nt_counts_settle(&profile->counts);
	nt_counts_visit(&profile->counts, add_hot_insn, profile);
	add_inlined(profile);
	for (i = 0; i < profile->count; i++)
		all += profile->function[i].executed;
	if (profile->count)
		qsort(profile->function, profile->count,
		      sizeof(*profile->function), compare_executed);
	output_string(out,
		      "instructions   share    sum      entered  function\n");
	for (i = 0; i < profile->count; i++) {
		function = &profile->function[i];
		if (!function->executed)
			break;
		sum += function->executed;
		output_format(out, "%12" PRIu64 " %5.1f %% %5.1f %% ",
			      function->executed,
			      percent(function->executed, all),
			      percent(sum, all));
		write_hot_place(profile, function);
	}
	free_profile(profile);
}

const struct nt_format nt_format_coverage = {
	.name = "coverage",
	.help = "executed and missed instructions of each function",
	.symbols = true,
	.counts = true,
	.begin = begin,
	.ranges = nt_counts_add,
	.event = nt_event_ignore,
	.end = end_coverage,
};

const struct nt_format nt_format_hot = {
	.name = "hot",
	.help = "functions by instructions executed in them",
	.symbols = true,
	.inlines = true,
	.counts = true,
	.begin = begin,
	.ranges = nt_counts_add,
	.event = nt_event_ignore,
	.end = end_hot,
};
