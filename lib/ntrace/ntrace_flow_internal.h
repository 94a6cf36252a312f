/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the decoder. */
#ifndef NTRACE_FLOW_INTERNAL_H
#define NTRACE_FLOW_INTERNAL_H

#include "ntrace_walk.h"

/**
 * Report a finding, after what was executed before.
 * @param source NULL: the bytes could be of any
 */
void ntrace_flow_found(struct ntrace_flow *flow, struct ntrace_source *source,
		       enum ntrace_finding_kind kind, u64 value);

/** Report an event, after what was executed before. */
void ntrace_flow_event(struct ntrace_flow *flow, struct ntrace_source *source,
		       struct ntrace_event event);

/** A source's flow is unknown from the message on that it works on. */
void ntrace_flow_lose(struct ntrace_flow *flow, struct ntrace_source *source);

/** The same, but for the source's state, which the caller sets. */
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

/** Forget what a source's messages reported and was not gone through. */
void ntrace_pending_drop(struct ntrace_flow *flow,
			 struct ntrace_source *source);

/** Work on a message of a source. */
void ntrace_flow_msg(struct ntrace_flow *flow, struct ntrace_source *source,
		     const struct ntrace_msg *msg);

/** Judge a message that is about to be worked on (settings.strict). */
void ntrace_strict_msg(struct ntrace_flow *flow, struct ntrace_source *source,
		       const struct ntrace_msg *msg);

/** A message about a source's flow, while it is worked on. */
struct ntrace_work {
	struct ntrace_flow *flow;
	struct ntrace_source *source;
	const struct ntrace_msg *msg;
	struct ntrace_walk walk;
};

/**
 * @return true if it is a ResourceFull whose RDATA tells branches, not I-CNT
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

/** A field's value, 0 where there is none. */
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
 * The flow cannot be followed: leave it where it still could.
 * @return false
 */
bool ntrace_work_fail(struct ntrace_work *s, enum ntrace_finding_kind kind,
		      u64 what);

/**
 * The flow leads on into code that nobody has (s->walk.fault): it goes on at the
 * next message that has an address.
 * @return false
 */
bool ntrace_work_leave(struct ntrace_work *s);

/*
 * All of these return false when the flow was lost, and have said why then.
 */

/** The place where a message's I-CNT ends, by the message. */
enum ntrace_ending {
	NTRACE_ENDING_ANY,
	NTRACE_ENDING_BRANCH,	/* a branch, which is taken */
	NTRACE_ENDING_INDIRECT, /* an indirect jump */
	NTRACE_ENDING_TRAP,	/* where a trap can come */
	NTRACE_ENDING_SYNC,	/* where execution can go on at an address */
	NTRACE_ENDING_HIST,	/* where HIST ends, I-CNT may report more */
};

/**
 * Go along what is pending, then HIST, then the rest of I-CNT. Nothing of that
 * is reported unless I-CNT comes out exactly, at such an ending; but where it
 * leads into code that nobody has, the part before is.
 * @param addr of ENDING_SYNC; else what is reported of a wrong ending
 */
bool ntrace_work_prove(struct ntrace_work *s, u64 hist, u64 i_cnt,
		       enum ntrace_ending ending, u64 addr);

/**
 * Go along what is pending, within the half-words that I-CNT has reported; those
 * that are left are owed.
 */
bool ntrace_work_settle(struct ntrace_work *s);

/** Go along the message's HIST and I-CNT. */
bool ntrace_work_advance(struct ntrace_work *s, enum ntrace_ending ending,
			 u64 addr);

/** Where a source is between two passes of the same flow. */
struct ntrace_mark {
	u64 pc, halfwords, batches;
	u16 stack;
};

/** The same flow many times, one pass after the other. */
struct ntrace_repeat {
	struct ntrace_mark mark; /* the place to come back to */
	u32 passes;		 /* since then */
	u32 most;		 /* after so many the mark moves on */
	bool within_i_cnt;	 /* it ends where I-CNT does */
};

/**
 * Get ready for the first pass.
 * @param within_i_cnt false: each pass has an I-CNT of its own
 */
void ntrace_repeat_begin(struct ntrace_work *s, struct ntrace_repeat *repeat,
			 bool within_i_cnt);

/**
 * A pass was gone along, and with it perhaps some that need not be.
 * @param times passes there were to do, with this one; not 0
 * @return those that are left
 */
u64 ntrace_repeat_passed(struct ntrace_work *s, struct ntrace_repeat *repeat,
			 u64 times);

/** The same HIST times times. @return false: s->walk.fault says why */
bool ntrace_work_repeat_hist(struct ntrace_work *s, u64 hist, u64 times);

/** A trap came where execution is (ENDING_TRAP); its handler is at addr. */
void ntrace_work_trap(struct ntrace_work *s, unsigned int b_type, u64 addr);

/** Lose the source if the message's counts are beyond the specification. */
void ntrace_work_judge_limits(struct ntrace_work *s);

/**
 * A message of a source that is in code nobody has: go on if it has an address.
 * @return false: the message is part of the gap
 */
bool ntrace_work_resume(struct ntrace_work *s);

/** The flow was left in code nobody has, by a message with an address. */
bool ntrace_work_resume_at(struct ntrace_work *s);

/** DirectBranch, IndirectBranch, IndirectBranchHist. */
bool ntrace_work_branch(struct ntrace_work *s);

/** RepeatBranch. */
bool ntrace_work_repeat_branch(struct ntrace_work *s);

/** ResourceFull. */
bool ntrace_work_resource_full(struct ntrace_work *s);

/** Ends of runs, as bits, that ntrace_work_plain_branch() can go past. */
u32 ntrace_sprint_kinds(const struct ntrace_settings *settings);

/**
 * ResourceFull with HIST, quickly: it is kept.
 * @return false: nothing was done
 */
bool ntrace_work_plain_hist(struct ntrace_flow *flow,
			    struct ntrace_source *source,
			    const struct ntrace_msg *msg);

/**
 * RepeatBranch with few repetitions, quickly.
 * @return false: nothing was done
 */
bool ntrace_work_plain_repeat(struct ntrace_flow *flow,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg);

/**
 * Most messages, quickly.
 * @return false: nothing was done
 */
bool ntrace_work_plain_branch(struct ntrace_flow *flow,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg);

#endif
