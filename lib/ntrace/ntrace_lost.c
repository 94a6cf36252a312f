// SPDX-License-Identifier: BSD-2-Clause
/* Flow that cannot be followed: lost, or in code without an image. */
#include "ntrace_flow_internal.h"

void ntrace_flow_lose(struct ntrace_flow *flow, struct ntrace_source *source)
{
	source->state = NTRACE_LOST;
	ntrace_flow_gap(flow, source);
}

void ntrace_flow_gap(struct ntrace_flow *flow, struct ntrace_source *source)
{
	ntrace_pending_drop(flow, source);
	if (source->lost)
		return;
	source->lost = true;
	source->totals.gaps++;
	source->gap_start = flow->offset;
	ntrace_flow_event(flow, source,
			  (struct ntrace_event){ .kind = NTRACE_EVENT_LOST,
						 .addr = source->pc });
}

void ntrace_work_event(struct ntrace_work *s, enum ntrace_event_kind kind,
		       u64 what, u64 addr, u64 from)
{
	ntrace_flow_event(s->flow, s->source,
			  (struct ntrace_event){ .kind = (u8)kind,
						 .value = what,
						 .addr = addr,
						 .from = from });
}

bool ntrace_work_fail(struct ntrace_work *s, enum ntrace_finding_kind kind,
		      u64 what)
{
	ntrace_walk_end(&s->walk);
	ntrace_flow_found(s->flow, s->source, kind, what);
	ntrace_flow_lose(s->flow, s->source);
	return false;
}

bool ntrace_work_leave(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;

	ntrace_walk_end(&s->walk);
	ntrace_flow_found(s->flow, source,
			  (enum ntrace_finding_kind)s->walk.fault, source->pc);
	ntrace_flow_gap(s->flow, source);
	source->state = NTRACE_BLIND;
	source->stack_count = 0;
	source->partial = true;
	return false;
}
