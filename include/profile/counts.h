/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of executions, one for each instruction of a region of code. */
#ifndef PROFILE_COUNTS_H
#define PROFILE_COUNTS_H

#include <ntrace/flow.h>
#include <ntrace/image.h>
#include <profile/function.h>

/** Of one half-word; meaningful where an instruction starts. */
struct profile_count {
	u64 executed; /* of the instruction that starts here */
	u64 taken;    /* times that the branch or jump at this end was taken */
	u64 ended;    /* ranges that ended here */
};

/** Counts of one region. */
struct profile_counts {
	const struct ntrace_region *region;
	u32 halfwords;		     /* of the region */
	struct profile_count *count; /* halfwords + 1, zeroed; the caller's */
};

/**
 * Count a range, in a time that does not depend on its length.
 * @param range starts in the region; half-words behind the end of the region do
 *	not count
 * @param times at least 1
 */
void profile_counts_add(struct profile_counts *counts,
			const struct ntrace_range *range, u64 times);

/**
 * Call it once, after the last range. Before, `executed` counts starts of
 * ranges.
 */
void profile_counts_settle(struct profile_counts *counts);

/** An instruction of a region. */
struct profile_insn {
	u64 address;
	const struct ntrace_step *step;
	u64 executed; /* times */
	u64 taken;    /* times that it jumped: branches and jumps */
};

/**
 * Find the next instruction at or after `at`, in ascending order.
 * @param counts after profile_counts_settle(); count may be NULL: nothing was
 *	executed
 * @param at in and out: a half-word of the region; 0 for the first call
 * @param insn out
 * @return false at the end of the region
 */
bool profile_counts_next(const struct profile_counts *counts, u32 *at,
			 struct profile_insn *insn);

/** Counts of a function's instructions. */
struct profile_total {
	const struct profile_function *function;
	u64 insns, insns_executed;   /* all; the executed ones */
	u64 branches, branches_both; /* all; those that went both ways */
	u64 executed;		     /* instructions run, repetitions too */
	u64 entered;		     /* executions of its first instruction */
};

/** Add an instruction of the function. */
void profile_total_add(struct profile_total *total,
		       const struct profile_insn *insn);

#endif
