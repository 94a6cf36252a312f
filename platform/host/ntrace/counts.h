/* SPDX-License-Identifier: BSD-2-Clause */
/* How often each instruction was executed. Memory grows with the program. */
#ifndef HOST_NT_COUNTS_H
#define HOST_NT_COUNTS_H

#include "decode.h"

/** Of one half-word; only of ones that start an instruction it says much. */
struct nt_count {
	u64 executed; /* of the instruction that starts here */
	u64 taken;    /* of the branch or jump that ends here: went elsewhere */
};

struct nt_counts {
	struct nt_decode *decode;
	struct nt_count **count; /* by region; NULL: nothing executed */
	u64 **ended;		 /* ranges that ended at a half-word */
	size_t last;		 /* region of the last range */
	u64 outside;		 /* instructions at no known address */
};

void nt_counts_begin(struct nt_counts *counts, struct nt_decode *decode);

/**
 * Count ranges, as they come from the decoder.
 * @param state	a struct nt_counts, or a struct that starts with one
 */
void nt_counts_add(void *state, const struct ntrace_source *source,
		   const struct ntrace_range *range, size_t num, u64 times);

/** To be called after the last range: before, only starts are counted. */
void nt_counts_settle(struct nt_counts *counts);

/**
 * Visit the instructions in order of addresses within each region.
 * @param count		of the instruction
 * @param taken		how often it went elsewhere, if it is a branch or jump
 */
void nt_counts_visit(const struct nt_counts *counts,
		     void (*visit)(void *user, size_t region, u64 address,
				   const struct ntrace_step *step, u64 executed,
				   u64 taken),
		     void *user);

void nt_counts_end(struct nt_counts *counts);

#endif
