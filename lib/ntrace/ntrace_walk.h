/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Moving through the program: between two messages, along HIST and I-CNT.
 */
#ifndef NTRACE_WALK_H
#define NTRACE_WALK_H

#include <ntrace/flow.h>

#include "ntrace_internal.h"
#include "ntrace_stride.h"

/** A place in the program, and the range in execution there. */
struct ntrace_walk {
	struct ntrace_flow *flow;
	struct ntrace_source *source;
	const struct ntrace_step *step; /* of the region */
	u64 base;      /* of the region, or the place itself outside of any */
	u32 count;     /* half-words of the region; 0 outside of any */
	u32 idx;       /* the present half-word; may be outside, signed */
	u32 start;     /* half-word of the range's start */
	u32 insns;     /* of the range so far */
	u64 halfwords; /* executed since ntrace_walk_begin() */
	u64 limit;     /* half-words that I-CNT reports */
	s32 jump;      /* half-words from `last` to its target, if direct */
	u8 last; /* enum ntrace_end: the last instruction, which may still jump;
		  * NTRACE_END_LINEAR: it has no jump, or made it */
	u16 stack_low;	    /* least depth of the stack since it was set */
	bool stack_dropped; /* an entry was lost since then */
	u8 fault;	    /* enum ntrace_finding_kind, with false only */
	bool trap_executed; /* the walk passed an ECALL or EBREAK */
	bool jumped;	    /* the last instruction was a direct jump */
	bool last_unsent;   /* HIST need not have the last branch */
};

/** Hand ranges to the sink, and add them to the source's totals. */
void ntrace_ranges_deliver(struct ntrace_flow *flow,
			   struct ntrace_source *source,
			   const struct ntrace_range *range, u32 num,
			   u64 times);

/** Hand the batch to the sink. @param times how often it was executed */
void ntrace_batch_deliver(struct ntrace_flow *flow, u64 times);

/** From now on keep all ranges and strides in the batch. */
void ntrace_batch_hold(struct ntrace_flow *flow);

/**
 * End ntrace_batch_hold().
 * @return false: too many ranges; the batch is as it was before
 */
bool ntrace_batch_held(struct ntrace_flow *flow);

/** Hand out the batch if some of its ranges have a count other than 1. */
void ntrace_batch_release(struct ntrace_flow *flow);

/** Start at the source's pc. */
void ntrace_walk_begin(struct ntrace_walk *w, struct ntrace_flow *flow,
		       struct ntrace_source *source);

/** The present pc, XLEN bits. */
u64 ntrace_walk_pc(const struct ntrace_walk *w);

/** @return true if there is code at addr */
bool ntrace_walk_has_code(const struct ntrace_walk *w, u64 addr);

/** Return to source->pc, with nothing executed since. */
void ntrace_walk_back(struct ntrace_walk *w);

/**
 * Follow the branches in HIST, up to the limit.
 * @param hist with its stop bit, not 0
 * @return false: w->fault has the reason
 */
bool ntrace_walk_hist(struct ntrace_walk *w, u64 hist);

/**
 * Execute this many half-words. Branches on the way are not taken. The caller
 * makes the jump of the last instruction (w->last), except a direct jump.
 * @return false: w->fault has the reason
 */
bool ntrace_walk_i_cnt(struct ntrace_walk *w, u64 halfwords);

/** @return true if the last instruction counts as a branch that can be taken */
bool ntrace_walk_at_branch(const struct ntrace_walk *w);

/** The target of that branch. */
u64 ntrace_walk_target(const struct ntrace_walk *w);

/** Take that branch. */
void ntrace_walk_take(struct ntrace_walk *w);

/** @return true if a message must, or may, have the target of the last
 * instruction */
bool ntrace_walk_at_indirect(const struct ntrace_walk *w);

/** Continue at the address of a message. */
void ntrace_walk_jump(struct ntrace_walk *w, u64 addr);

/**
 * No message has the target of the last instruction: continue if it can be
 * inferred.
 * @return false if it cannot
 */
bool ntrace_walk_infer(struct ntrace_walk *w);

/** Close the range here, for a reason other than an instruction. */
void ntrace_walk_close(struct ntrace_walk *w);

/** Set the source's pc to the present place. */
void ntrace_walk_end(struct ntrace_walk *w);

#endif
