// SPDX-License-Identifier: BSD-2-Clause
/* The decoder's output: ranges, findings and events, in their order. */
#include "ntrace_flow_internal.h"

void ntrace_ranges_deliver(struct ntrace_flow *flow,
			   struct ntrace_source *source,
			   const struct ntrace_range *range, u32 num, u64 times)
{
	u64 insns = 0, halfwords = 0;
	u32 i;

	if (!num)
		return;
	for (i = 0; i < num; i++) {
		insns += range[i].insns;
		halfwords += range[i].halfwords;
	}
	source->totals.insns += insns * times;
	source->totals.halfwords += halfwords * times;
	source->totals.ranges += num * times;
	if (flow->sink->ranges)
		flow->sink->ranges(flow->sink->user, source, range, num, times);
}

/* The batch was executed `times` times: count its strides. */
static void count_strides(struct ntrace_flow *flow, u64 times)
{
	const struct ntrace_noted *noted = flow->noted;
	const struct ntrace_noted *end = noted + flow->num_noted;

	for (; noted < end; noted++)
		flow->stride[noted->stride].times += noted->times * times;
	flow->num_noted = 0;
}

static void deliver(struct ntrace_flow *flow, u32 from, u32 to, u64 times)
{
	ntrace_ranges_deliver(flow, flow->current, flow->range + from,
			      to - from, times);
}

/* The strides since the last count were used `times` times, below 2^32. */
static void hold_noted(struct ntrace_flow *flow, u64 times)
{
	u32 i;

	if (flow->spilled) {
		/* unseen: only keeps room for more strides */
		flow->num_noted = flow->noted_kept;
		/* unseen: only keeps room for more strides */
		return;
	}
	if (times > 1)
		for (i = flow->noted_held_from; i < flow->num_noted; i++)
			flow->noted[i].times = (u32)times;
	flow->noted_held_from = flow->num_noted;
}

/* Put the count after the ranges; without room, drop the ranges. */
static void hold(struct ntrace_flow *flow, u64 times)
{
	if (flow->num_ranges + 1 >= flow->max_ranges)
		flow->spilled = true;
	hold_noted(flow, times);
	if (flow->spilled) {
		/* unseen: only earlier: an empty batch is handed out */
		flow->counts = 0;
		flow->num_ranges = flow->kept;
	} else if (flow->num_ranges != flow->held_from) {
		flow->range[flow->num_ranges++] =
			(struct ntrace_range){ .start = times };
		/* unseen: a count of no ranges hands out nothing */
		flow->held_from = flow->num_ranges;
		flow->counts++;
	}
}

void ntrace_batch_deliver(struct ntrace_flow *flow, u64 times)
{
	flow->batches++;
	if (flow->holding) {
		hold(flow, times);
		return;
	}
	count_strides(flow, times);
	deliver(flow, 0, flow->num_ranges, times);
	flow->num_ranges = 0;
}

void ntrace_batch_hold(struct ntrace_flow *flow)
{
	flow->kept = flow->num_ranges;
	flow->held_from = 0;
	/* unseen: make_room() counts earlier strides first */
	flow->noted_kept = flow->num_noted;
	/* unseen: only slower: a message is followed twice */
	flow->spilled = false;
	flow->holding = true;
}

bool ntrace_batch_held(struct ntrace_flow *flow)
{
	flow->holding = false;
	return !flow->spilled;
}

void ntrace_batch_release(struct ntrace_flow *flow)
{
	u32 i, from = 0;

	if (!flow->counts)
		return;
	count_strides(flow, 1); /* unseen: the next batch counts them */
	for (i = 0; i < flow->num_ranges; i++) {
		if (flow->range[i].halfwords)
			continue;
		deliver(flow, from, i, flow->range[i].start);
		from = i + 1;
	}
	deliver(flow, from, flow->num_ranges, 1);
	flow->num_ranges = 0;
	flow->counts = 0;
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
