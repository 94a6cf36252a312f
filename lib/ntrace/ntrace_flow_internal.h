/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the decoder share. */
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

/** Whether the message has a field. */
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
	return field << 1 & bits_low64(s->flow->settings.format.xlen);
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

/*
 * All of these return false when the flow was lost, and have said why then.
 */

/** Go along the message's HIST and I-CNT. */
bool ntrace_work_advance(struct ntrace_work *s);

/** A trap came where execution is; its handler is at addr. */
bool ntrace_work_trap(struct ntrace_work *s, unsigned int b_type, u64 addr);

/** DirectBranch, IndirectBranch, IndirectBranchHist. */
bool ntrace_work_branch(struct ntrace_work *s);

/** RepeatBranch. */
bool ntrace_work_repeat_branch(struct ntrace_work *s);

/** ResourceFull. */
bool ntrace_work_resource_full(struct ntrace_work *s);

/** Ends of runs, as bits, that ntrace_work_plain_branch() can go past. */
u32 ntrace_sprint_kinds(const struct ntrace_settings *settings);

/**
 * Most messages, quickly.
 * @return false: nothing was done
 */
bool ntrace_work_plain_branch(struct ntrace_flow *flow,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg);

#endif
