/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Moving through the program: between two messages, along HIST and I-CNT.
 */
#ifndef NTRACE_WALK_H
#define NTRACE_WALK_H

#include <ntrace/flow.h>

#include "ntrace_internal.h"
#include "ntrace_stride.h"

/** A place in the program, and the range that is being executed there. */
struct ntrace_walk {
	struct ntrace_flow *flow;
	struct ntrace_source *source;
	const struct ntrace_step *step; /* of the region */
	u64 base;  /* of the region, or the place itself outside of any */
	u32 count; /* half-words of the region; 0 outside of any */
	u32 idx;   /* half-word where execution is; may be outside, signed */
	u32 start; /* where the range began */
	u32 insns; /* of the range so far */
	u64 halfwords; /* executed since ntrace_walk_begin() */
	u64 limit;     /* I-CNT reports so many, no more */
	s32 jump;      /* with last: half-words to its target, of direct ones */
	u8 last; /* enum ntrace_end: the last instruction, which may have gone
		    elsewhere; NTRACE_END_LINEAR: it has not, or did already */
	u16 stack_low;	    /* least depth of the stack since it was set */
	bool stack_dropped; /* an entry was lost since then */
	u8 fault;	    /* enum ntrace_finding_kind, with false only */
	bool trap_executed; /* an ECALL or EBREAK was gone past */
	bool jumped;	    /* the last instruction was a direct jump */
	bool last_untold;   /* HIST need not have the last branch */
};

/** Hand ranges to the sink, and add them to the source's totals. */
void ntrace_ranges_deliver(struct ntrace_flow *flow,
			   struct ntrace_source *source,
			   const struct ntrace_range *range, u32 num,
			   u64 times);

/** Hand the batch to the sink. @param times how often it was executed */
void ntrace_batch_deliver(struct ntrace_flow *flow, u64 times);

/** Let ranges, and what else would be delivered, wait in the batch. */
void ntrace_batch_hold(struct ntrace_flow *flow);

/**
 * They wait no longer.
 * @return false: they were too many, the batch is as it was before
 */
bool ntrace_batch_held(struct ntrace_flow *flow);

/** Hand out all, if some of them are not to be counted once. */
void ntrace_batch_release(struct ntrace_flow *flow);

/** Start at the source's pc. */
void ntrace_walk_begin(struct ntrace_walk *w, struct ntrace_flow *flow,
		       struct ntrace_source *source);

/** Where execution is, XLEN bits. */
u64 ntrace_walk_pc(const struct ntrace_walk *w);

/** @return true if there is code at addr */
bool ntrace_walk_has_code(const struct ntrace_walk *w, u64 addr);

/** Be where source->pc is, with nothing executed since. */
void ntrace_walk_back(struct ntrace_walk *w);

/**
 * Go along the branches that HIST tells, up to the limit.
 * @param hist with its stop bit, not 0
 * @return false: w->fault says why
 */
bool ntrace_walk_hist(struct ntrace_walk *w, u64 hist);

/**
 * Execute this many half-words. Branches on the way are not taken; what the
 * last instruction does is left to the caller (w->last), but for direct jumps.
 * @return false: w->fault says why
 */
bool ntrace_walk_i_cnt(struct ntrace_walk *w, u64 halfwords);

/** @return true if the last instruction counts as a branch that can be taken */
bool ntrace_walk_at_branch(const struct ntrace_walk *w);

/** Where that branch goes when it is taken. */
u64 ntrace_walk_target(const struct ntrace_walk *w);

/** Take it. */
void ntrace_walk_take(struct ntrace_walk *w);

/** @return true if a message has to, or may, tell the target of the last one */
bool ntrace_walk_at_indirect(const struct ntrace_walk *w);

/** Go where a message says. */
void ntrace_walk_jump(struct ntrace_walk *w, u64 addr);

/**
 * No message says where the last instruction went: go on if that is inferable.
 * @return false when it is not
 */
bool ntrace_walk_infer(struct ntrace_walk *w);

/** Close the range here, for good reasons other than an instruction. */
void ntrace_walk_close(struct ntrace_walk *w);

/** Leave the source where execution is now. */
void ntrace_walk_end(struct ntrace_walk *w);

#endif
