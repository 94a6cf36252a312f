// SPDX-License-Identifier: BSD-2-Clause
/*
 * Several branches at once, for sinks that only count: a table has the target
 * of the next bits of HIST from a place, and the number of half-words on the
 * way. The decoder follows the way itself when it makes an entry, and when it
 * reports the count.
 */
#include "ntrace_stride.h"
#include "ntrace_walk.h"

/* Limit of a stride in half-words: longer strides do not pay. */
#define HALFWORDS_MAX (1 << 20)

void ntrace_flow_strides(struct ntrace_flow *flow, struct ntrace_stride *stride,
			 u32 num, struct ntrace_noted *noted, u32 max_noted)
{
	const struct ntrace_settings *settings = &flow->settings;
	u32 kinds = 1u << NTRACE_END_LINEAR | 1u << NTRACE_END_BRANCH;

	if (sizeof(void *) < sizeof(u64) || flow->max_sources > 0xffff)
		return;
	if (!settings->all_jumps)
		kinds |= 1u << NTRACE_END_JUMP;
	if (!settings->all_jumps && !settings->implicit_return)
		kinds |= 1u << NTRACE_END_CALL;
	flow->stride = stride;
	flow->num_strides = num;
	flow->stride_kinds = kinds;
	flow->noted = noted;
	flow->max_noted = max_noted;
}

/*
 * Follow a stride whose key and from_insns are set, and set its other members.
 * @param range out: room for NTRACE_STRIDE_RANGES
 * @return number of ranges
 */
static u32 go_along(const struct ntrace_flow *flow,
		    struct ntrace_stride *stride, struct ntrace_range *range)
{
	const struct ntrace_region *region = stride->region;
	u32 start = stride->start, idx = start + stride->ahead, num = 0;
	u32 insns = stride->from_insns, kind, run, bits, used = 0;
	bool taken;

	bits = (u32)bits_fls64(stride->hist);
	stride->halfwords = 0;
	while (used < bits && idx < region->count &&
	       num < NTRACE_STRIDE_RANGES &&
	       stride->halfwords < HALFWORDS_MAX) {
		run = region->step[idx].run;
		kind = ntrace_run_end(run);
		if (!(flow->stride_kinds >> kind & 1))
			break;
		taken = kind > NTRACE_END_BRANCH;
		if (kind == NTRACE_END_BRANCH)
			taken = stride->hist >> (bits - 1 - used++) & 1;
		stride->halfwords += ntrace_run_halfwords(run);
		insns += ntrace_run_insns(run);
		run = idx + ntrace_run_halfwords(run);
		if (taken) {
			range[num++] = (struct ntrace_range){
				.start = region->base + 2 * (u64)start,
				.halfwords = run - start,
				.insns = insns,
				.end = (u8)kind,
			};
			insns = 0;
			start = run + (u32)region->step[idx].jump;
			run = start;
		}
		idx = run;
	}
	stride->bits = (u8)used;
	stride->to_start = start;
	stride->to_idx = idx;
	stride->to_insns = insns;
	return num;
}

const struct ntrace_stride *ntrace_stride_make(struct ntrace_flow *flow,
					       struct ntrace_stride *stride,
					       struct ntrace_stride key,
					       u32 insns)
{
	struct ntrace_range range[NTRACE_STRIDE_RANGES];

	*stride = key;
	stride->from_insns = insns;
	go_along(flow, stride, range);
	return stride;
}

static void tell(struct ntrace_flow *flow, struct ntrace_stride *stride)
{
	struct ntrace_source *source = &flow->source[stride->source];
	struct ntrace_range range[NTRACE_STRIDE_RANGES];
	u32 num = go_along(flow, stride, range);

	ntrace_ranges_deliver(flow, source, range, num, stride->times);
	stride->times = 0;
}

void ntrace_strides_tell(struct ntrace_flow *flow)
{
	u32 i;

	for (i = 0; i < flow->num_strides; i++)
		if (flow->stride[i].times)
			tell(flow, &flow->stride[i]);
}
