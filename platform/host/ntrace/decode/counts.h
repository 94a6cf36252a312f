/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of executions, one for each instruction of a program. */
#ifndef HOST_NT_COUNTS_H
#define HOST_NT_COUNTS_H

#include <profile/counts.h>
#include "decode.h"
#include "tally.h"

/** Memory grows with the program, not with the trace. */
struct nt_counts {
	struct nt_decode *decode;
	struct profile_counts *region; /* of each region of the program */
	struct nt_tally tally;	       /* of code that changes */
	u64 outside;		       /* instructions at unknown addresses */
};

void nt_counts_begin(struct nt_counts *counts, struct nt_decode *decode);

/**
 * Count ranges, as they come from the decoder.
 * @param state	a struct nt_counts, or a struct that starts with one
 */
void nt_counts_add(void *state, const struct ntrace_source *source,
		   const struct ntrace_range *range, size_t num, u64 times);

/**
 * Add unsettled counts of another state, of a program without code log.
 * @param state	as above
 */
void nt_counts_merge(void *state, const struct nt_counts *other);

/** After the last range, once. */
void nt_counts_settle(struct nt_counts *counts);

/**
 * Visit the instructions in order of addresses in each region; in a code log,
 * each once for all code at its address.
 */
void nt_counts_visit(struct nt_counts *counts,
		     void (*visit)(void *user, const struct profile_insn *insn),
		     void *user);

void nt_counts_end(struct nt_counts *counts);

#endif
