// SPDX-License-Identifier: BSD-2-Clause
/* What a decoder tells: ranges, findings and events, in their order. */
#include "ntrace_flow_internal.h"

void ntrace_batch_deliver(struct ntrace_flow *flow, u64 times)
{
	struct ntrace_source *source = flow->current;
	u64 insns = 0, halfwords = 0;
	u32 i, num = flow->num_ranges;

	flow->batches++;
	flow->num_ranges = flow->rehearsing ? flow->kept : 0;
	if (!num || flow->rehearsing)
		return;
	for (i = 0; i < num; i++) {
		insns += flow->range[i].insns;
		halfwords += flow->range[i].halfwords;
	}
	source->totals.insns += insns * times;
	source->totals.halfwords += halfwords * times;
	source->totals.ranges += num * times;
	if (flow->sink->ranges)
		flow->sink->ranges(flow->sink->user, source, flow->range, num,
				   times);
}

void ntrace_flow_found(struct ntrace_flow *flow, struct ntrace_source *source,
		       enum ntrace_finding_kind kind, u64 value)
{
	unsigned int class = ntrace_finding_info[kind].class;
	struct ntrace_finding finding = {
		.kind = (u8)kind,
		.tcode = flow->tcode,
		.offset = flow->offset,
		.message = flow->message,
		.pc = source ? source->pc : 0,
		.value = value,
	};

	ntrace_batch_deliver(flow, 1);
	flow->findings[class]++;
	if (source)
		source->totals.findings[class]++;
	if (flow->sink->finding)
		flow->sink->finding(flow->sink->user, source, &finding);
}

void ntrace_flow_event(struct ntrace_flow *flow, struct ntrace_source *source,
		       struct ntrace_event event)
{
	ntrace_batch_deliver(flow, 1);
	if (flow->sink->event)
		flow->sink->event(flow->sink->user, source, &event);
}
