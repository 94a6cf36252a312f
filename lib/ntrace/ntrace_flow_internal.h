/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the decoder. */
#ifndef NTRACE_FLOW_INTERNAL_H
#define NTRACE_FLOW_INTERNAL_H

#include "ntrace_walk.h"

/**
 * Report a finding, after the execution before it.
 * @param source NULL: the bytes could be of any
 */
void ntrace_flow_found(struct ntrace_flow *flow, struct ntrace_source *source,
		       enum ntrace_finding_kind kind, u64 value);

/** Report an event, after the execution before it. */
void ntrace_flow_event(struct ntrace_flow *flow, struct ntrace_source *source,
		       struct ntrace_event event);

/** A source's flow is unknown from its present message on. */
void ntrace_flow_lose(struct ntrace_flow *flow, struct ntrace_source *source);

/** Count a gap from the present message on; the caller sets the source's state. */
void ntrace_flow_gap(struct ntrace_flow *flow, struct ntrace_source *source);

/**
 * Keep a HIST until I-CNT confirms it.
 * @return false: there is no room
 */
bool ntrace_pending_add(struct ntrace_flow *flow, struct ntrace_source *source,
			u64 hist, u32 times);

/**
 * A source's next messages are missing: deliver what I-CNT has confirmed, and
 * forget the rest.
 */
void ntrace_flow_tail(struct ntrace_flow *flow, struct ntrace_source *source);

/** Forget reports of a source's messages that the walk has not used. */
void ntrace_pending_drop(struct ntrace_flow *flow,
			 struct ntrace_source *source);

/** Work on a message of a source. */
void ntrace_flow_msg(struct ntrace_flow *flow, struct ntrace_source *source,
		     const struct ntrace_msg *msg);

/** Judge a message that is about to be worked on (settings.strict). */
void ntrace_strict_msg(struct ntrace_flow *flow, struct ntrace_source *source,
		       const struct ntrace_msg *msg);

/** A message about a source's flow, during the work on it. */
struct ntrace_work {
	struct ntrace_flow *flow;
	struct ntrace_source *source;
	const struct ntrace_msg *msg;
	struct ntrace_walk walk;
};

/**
 * @return true if it is a ResourceFull whose RDATA has branches, not I-CNT
 */
static inline bool ntrace_msg_hist_full(const struct ntrace_msg *msg)
{
	return msg->tcode == NTRACE_RESOURCE_FULL &&
	       msg->present & NTRACE_HAS(NTRACE_RCODE) &&
	       msg->field[NTRACE_RCODE] != NTRACE_RCODE_I_CNT;
}

/** @return true if the message has a field */
static inline bool ntrace_work_has(const struct ntrace_work *s,
				   enum ntrace_field field)
{
	return s->msg->present & NTRACE_HAS(field);
}

/** A field's value; 0 without the field. */
static inline u64 ntrace_work_value(const struct ntrace_work *s,
				    enum ntrace_field field)
{
	return ntrace_work_has(s, field) ? s->msg->field[field] : 0;
}

/** An address from a field that lacks bit 0. */
static inline u64 ntrace_work_addr(const struct ntrace_work *s, u64 field)
{
	const struct ntrace_format *format = &s->flow->settings.format;
	u64 addr = field << 1;

	/* In halves: 64-bit shifts by a variable need a library on RV32 */
	if (format->addr_bits &&
	    (u32)(addr >> 32) >> (format->addr_bits - 33) & 1)
		addr |= (u64)(~(u32)0 << (format->addr_bits - 33)) << 32;
	return addr & bits_low64(format->xlen);
}

/** Report an event. */
void ntrace_work_event(struct ntrace_work *s, enum ntrace_event_kind kind,
		       u64 what, u64 addr, u64 from);

/**
 * The flow cannot be followed: leave it at the last place that is certain.
 * @return false
 */
bool ntrace_work_fail(struct ntrace_work *s, enum ntrace_finding_kind kind,
		      u64 what);

/**
 * The flow continues in unknown code (s->walk.fault): it resumes at the next
 * message that has an address.
 * @return false
 */
bool ntrace_work_leave(struct ntrace_work *s);

/*
 * All of these return false after a loss of the flow, and have reported it.
 */

/** The place where a message's I-CNT ends, by the type of the message. */
enum ntrace_ending {
	NTRACE_ENDING_ANY,
	NTRACE_ENDING_BRANCH,	/* a branch, which is taken */
	NTRACE_ENDING_INDIRECT, /* an indirect jump */
	NTRACE_ENDING_TRAP,	/* a place where a trap is possible */
	NTRACE_ENDING_SYNC,	/* a place from which addr can be reached */
	NTRACE_ENDING_HIST,	/* the end of HIST; I-CNT may report more */
};

/**
 * Follow the pending HISTs, then HIST, then the rest of I-CNT. The flow reports
 * nothing of them unless I-CNT ends exactly there, at such an ending; but it
 * reports the part before unknown code.
 * @param addr of ENDING_SYNC; else the value in the finding of a wrong ending
 */
bool ntrace_work_prove(struct ntrace_work *s, u64 hist, u64 i_cnt,
		       enum ntrace_ending ending, u64 addr);

/**
 * Follow the pending HISTs, within the half-words that I-CNT has reported; the
 * remaining half-words stay unfollowed.
 */
bool ntrace_work_settle(struct ntrace_work *s);

/** Follow the message's HIST and I-CNT. */
bool ntrace_work_advance(struct ntrace_work *s, enum ntrace_ending ending,
			 u64 addr);

/** State of a source between two passes of the same flow. */
struct ntrace_mark {
	u64 pc, halfwords, batches;
	u16 stack;
};

/** Passes of one flow, one after the other. */
struct ntrace_repeat {
	struct ntrace_mark mark; /* the place to return to */
	u32 passes;		 /* since then */
	u32 most;		 /* after this number of passes the mark
				  * moves */
	bool within_i_cnt;	 /* I-CNT limits the repetitions */
};

/**
 * Get ready for the first pass.
 * @param within_i_cnt false: each pass has an I-CNT of its own
 */
void ntrace_repeat_begin(struct ntrace_work *s, struct ntrace_repeat *repeat,
			 bool within_i_cnt);

/**
 * A pass is done; the function may count others that need no walk.
 * @param times remaining passes, with this one; not 0
 * @return passes that remain after it
 */
u64 ntrace_repeat_passed(struct ntrace_work *s, struct ntrace_repeat *repeat,
			 u64 times);

/** Follow the same HIST `times` times. @return false: s->walk.fault has the
 * reason */
bool ntrace_work_repeat_hist(struct ntrace_work *s, u64 hist, u64 times);

/** A trap came at the present place (ENDING_TRAP); its handler is at addr. */
void ntrace_work_trap(struct ntrace_work *s, unsigned int b_type, u64 addr);

/** Lose the source if the message's counts are beyond the specification. */
void ntrace_work_judge_limits(struct ntrace_work *s);

/**
 * Handle a message of a source in unknown code: the flow resumes if the message
 * has an address.
 * @return false: the message is part of the gap
 */
bool ntrace_work_resume(struct ntrace_work *s);

/** A message with an address ended the flow's stay in unknown code. */
bool ntrace_work_resume_at(struct ntrace_work *s);

/** DirectBranch, IndirectBranch, IndirectBranchHist. */
bool ntrace_work_branch(struct ntrace_work *s);

/** RepeatBranch. */
bool ntrace_work_repeat_branch(struct ntrace_work *s);

/** ResourceFull. */
bool ntrace_work_resource_full(struct ntrace_work *s);

/** Ends of runs, as bits, that ntrace_work_plain_branch() can follow. */
u32 ntrace_plain_kinds(const struct ntrace_settings *settings);

/**
 * ResourceFull with HIST, the quick way: the source keeps it.
 * @return false: nothing was done
 */
bool ntrace_work_plain_hist(struct ntrace_flow *flow,
			    struct ntrace_source *source,
			    const struct ntrace_msg *msg);

/**
 * RepeatBranch with few repetitions, the quick way.
 * @return false: nothing was done
 */
bool ntrace_work_plain_repeat(struct ntrace_flow *flow,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg);

/**
 * Most messages, the quick way.
 * @return false: nothing was done
 */
bool ntrace_work_plain_branch(struct ntrace_flow *flow,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg);

#endif
