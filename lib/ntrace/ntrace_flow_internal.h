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

#endif
