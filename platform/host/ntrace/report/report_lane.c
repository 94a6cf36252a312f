// SPDX-License-Identifier: BSD-2-Clause
/* A hart's time in equal parts, and its longest calls. */
#include <stdlib.h>
#include <string.h>
#include "report.h"

void nt_lane_init(struct nt_lane *lane, u64 clock)
{
	memset(lane, 0, sizeof(*lane));
	lane->start = lane->clock = clock;
	lane->width = 1;
}

void nt_lane_timed(struct nt_lane *lane, u64 clock)
{
	u64 passed = lane->clock - lane->start;

	lane->timed = true;
	lane->start = clock > passed ? clock - passed : 0;
	lane->clock = lane->start + passed;
}

/* Join each two neighbours. */
static void halve(struct nt_lane *lane)
{
	enum { HALF = NT_REPORT_BUCKETS / 2 };
	struct profile_node *first;
	unsigned int row, i;
	u64 *count;

	for (row = 0; row < NT_LANE_ROWS; row++) {
		count = lane->count[row];
		for (i = 0; i < HALF; i++)
			count[i] = count[2 * i] + count[2 * i + 1];
		memset(count + HALF, 0, HALF * sizeof(*count));
	}
	for (i = 0; i < HALF; i++) {
		first = lane->top[2 * i];
		lane->top[i] = first ? first : lane->top[2 * i + 1];
	}
	memset(lane->top + HALF, 0, HALF * sizeof(struct profile_node *));
	lane->width *= 2;
}

void nt_lane_wait(struct nt_lane *lane, u64 clock)
{
	if (clock <= lane->clock)
		return;
	while ((clock - lane->start) / lane->width >= NT_REPORT_BUCKETS)
		halve(lane);
	lane->clock = clock;
}

void nt_lane_run(struct nt_lane *lane, u64 clock, unsigned int row, u64 insns,
		 struct profile_node *top)
{
	u64 from = lane->clock, begin, end, part, left = insns;
	size_t i, first, last;

	nt_lane_wait(lane, clock);
	clock = lane->clock;
	first = (size_t)((from - lane->start) / lane->width);
	last = (size_t)((clock - lane->start) / lane->width);
	/* A part ends at the start of the next one */
	if (last > first && (clock - lane->start) % lane->width == 0)
		last--;
	for (i = first; i <= last; i++) {
		begin = i == first ? from : lane->start + i * lane->width;
		end = lane->start + (i + 1) * lane->width;
		part = left;
		if (i < last)
			part = (u64)((double)insns * (double)(end - begin) /
				     (double)(clock - from));
		part = part < left ? part : left;
		lane->count[row][i] += part;
		left -= part;
		if (!lane->top[i])
			lane->top[i] = top;
	}
	lane->insns += insns;
}

void nt_lane_count(struct nt_lane *lane, unsigned int row)
{
	lane->count[row][(lane->clock - lane->start) / lane->width]++;
}

/* Double the least length, and drop shorter calls, until half of the room is
 * free. */
static void make_room(struct nt_report_calls *calls)
{
	size_t i, kept;

	do {
		calls->least *= 2;
		for (i = 0, kept = 0; i < calls->num; i++)
			if (calls->call[i].insns >= calls->least)
				calls->call[kept++] = calls->call[i];
		calls->num = kept;
	} while (kept > NT_REPORT_CALLS / 2);
}

void nt_report_calls_add(struct nt_report_calls *calls, unsigned int src,
			 struct profile_stack *stack)
{
	const struct profile_frame *frame = profile_stack_top(stack);
	u64 insns = stack->insns - frame->entered;

	if (!calls->call) {
		calls->call =
			must_alloc(NT_REPORT_CALLS * sizeof(*calls->call));
		calls->least = 1;
	}
	if (insns < calls->least)
		return;
	if (calls->num == NT_REPORT_CALLS)
		make_room(calls);
	if (insns < calls->least)
		return;
	calls->call[calls->num++] = (struct nt_report_call){
		.function = frame->function,
		.start = frame->clock,
		.end = profile_stack_clock(stack),
		.insns = insns,
		.src = (u16)src,
		.depth = (u16)(stack->depth - 1),
		.trap = frame->trap,
	};
}
