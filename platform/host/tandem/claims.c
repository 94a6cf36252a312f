// SPDX-License-Identifier: BSD-2-Clause
/* Losses that the writer of a trace reports, and counts that differ. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "claims.h"

static void add(struct tandem_claims *claims, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void add(struct tandem_claims *claims, const char *format, ...)
{
	va_list args;

	if (claims->num == TANDEM_CLAIMS)
		return;
	va_start(args, format);
	vsnprintf(claims->text[claims->num++], TANDEM_CLAIM_TEXT, format, args);
	va_end(args);
}

/* @return true if the file has the key */
static bool number_of(const struct tandem_side *side, const char *key,
		      u64 *value)
{
	const struct tandem_side_line *line = tandem_side_next(side, key, NULL);

	if (line)
		*value = tandem_side_number(side, line, 0, UINT64_MAX);
	return line != NULL;
}

static void check_whole(const struct tandem_side *side,
			struct tandem_claims *claims)
{
	const struct tandem_side_line *line =
		tandem_side_next(side, "whole", NULL);
	u64 lost = 0, unannounced = 0;

	if (line && !strcmp(line->value, "no"))
		add(claims, "the writer has not come to the end of the trace");
	else if (line && strcmp(line->value, "yes") != 0)
		tandem_side_die(side, line, "yes or no is wanted");
	number_of(side, "lost", &lost);
	number_of(side, "unannounced", &unannounced);
	if (lost)
		add(claims,
		    "the writer could not tell what happened, %" PRIu64
		    " times (lost)",
		    lost);
	if (unannounced)
		add(claims,
		    "%" PRIu64 " registers had changed untold "
		    "(unannounced)",
		    unannounced);
}

static void check_bytes(const struct tandem_side *side, u64 bytes,
			struct tandem_claims *claims)
{
	u64 said;

	if (number_of(side, "bytes", &said) && said != bytes)
		add(claims,
		    "the writer has written %" PRIu64
		    " bytes, the trace has %" PRIu64,
		    said, bytes);
}

/* Compare the sum of both: a trap of the model may have been an instruction. */
static void check_insns(const struct tandem_side *side,
			const struct verify_totals *totals,
			struct tandem_claims *claims)
{
	u64 insns, traps = totals->exceptions + totals->interrupts;

	if (!number_of(side, "insns", &insns))
		return;
	number_of(side, "traps", &traps);
	if (insns + traps != totals->insns)
		add(claims,
		    "the writer has counted %" PRIu64
		    " instructions and traps, the trace has %" PRIu64,
		    insns + traps, totals->insns);
}

static void check(const struct tandem_side *side,
		  const struct verify_totals *totals,
		  struct tandem_claims *claims)
{
	check_whole(side, claims);
	if (!totals)
		return;
	check_bytes(side, totals->bytes, claims);
	check_insns(side, totals, claims);
}

/* The facts at the trace's start count if its end has none. */
void tandem_claims_check(const struct tandem_trace *trace,
			 const struct tandem_side *end,
			 const struct verify_totals *totals,
			 struct tandem_claims *claims)
{
	struct tandem_side side;

	if (trace->params_path)
		tandem_side_read(&side, trace->params_path);
	else
		tandem_side_read_of(&side, trace->path);
	if (side.num)
		check(&side, totals, claims);
	if (end->num)
		check(end, totals, claims);
	if (!side.num && !end->num)
		check(&trace->side, totals, claims);
	tandem_side_free(&side);
}
