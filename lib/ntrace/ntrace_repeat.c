// SPDX-License-Identifier: BSD-2-Clause
/*
 * The same flow many times. The decoder follows a pass that ends at its start
 * only once: its ranges are then alone in the batch, and are delivered with
 * their count. The expected place of return advances after 1, 2, 4... passes.
 * So it gets into the loop at some time, and there are enough passes for a
 * cycle of several passes.
 */
#include "ntrace_flow_internal.h"

/* Most passes that one repetition may consist of. */
#define PASSES_MAX 64

static struct ntrace_mark mark_place(struct ntrace_work *s)
{
	struct ntrace_mark place;

	ntrace_walk_close(&s->walk);
	ntrace_batch_deliver(s->flow, 1);
	s->walk.stack_low = s->source->stack_count;
	/* unseen: only slower: passes are followed one by one */
	s->walk.stack_dropped = false;
	place.pc = ntrace_walk_pc(&s->walk);
	place.halfwords = s->walk.halfwords;
	place.batches = s->flow->batches;
	place.stack = s->source->stack_count;
	return place;
}

/* True at the same place again, with all ranges since then in the batch. */
static bool is_back(struct ntrace_work *s, const struct ntrace_mark *place)
{
	ntrace_walk_close(&s->walk);
	return s->flow->batches == place->batches &&
	       ntrace_walk_pc(&s->walk) == place->pc &&
	       s->source->stack_count == place->stack &&
	       s->walk.stack_low == place->stack && !s->walk.stack_dropped;
}

/*
 * Number of remaining repetitions to count: of a HIST, only as many as the
 * remaining I-CNT allows. A branch message's I-CNT repeats with it.
 */
static u32 counted(const struct ntrace_work *s,
		   const struct ntrace_repeat *repeat, u64 halfwords, u32 times)
{
	u64 room = s->walk.limit - s->walk.halfwords;

	if (!repeat->within_i_cnt || !halfwords)
		return times;
	if (room < halfwords)
		return 0;
	/* 32 bits are enough, and RV32 divides them without a library */
	room = (room >> 32 ? ~(u32)0 : (u32)room) / (u32)halfwords;
	return times < room ? times : (u32)room;
}

void ntrace_repeat_begin(struct ntrace_work *s, struct ntrace_repeat *repeat,
			 bool within_i_cnt)
{
	repeat->mark = mark_place(s);
	repeat->passes = 0;
	repeat->most = 1;
	repeat->within_i_cnt = within_i_cnt;
}

u64 ntrace_repeat_passed(struct ntrace_work *s, struct ntrace_repeat *repeat,
			 u64 times)
{
	const struct ntrace_mark *mark = &repeat->mark;
	u64 halfwords;
	u32 more;

	times--;
	repeat->passes++;
	if (is_back(s, mark)) {
		halfwords = s->walk.halfwords - mark->halfwords;
		more = counted(s, repeat, halfwords,
			       (u32)times / repeat->passes);
		ntrace_batch_deliver(s->flow, 1 + (u64)more);
		s->walk.halfwords += more * halfwords;
		times -= (u64)more * repeat->passes;
	} else if (repeat->passes < repeat->most &&
		   s->flow->batches == mark->batches) {
		return times;
	}
	if (repeat->most < PASSES_MAX)
		repeat->most *= 2;
	repeat->mark = mark_place(s);
	repeat->passes = 0;
	return times;
}

bool ntrace_work_repeat_hist(struct ntrace_work *s, u64 hist, u64 times)
{
	struct ntrace_repeat repeat;

	if (times == 1)
		return ntrace_walk_hist(&s->walk, hist);
	for (ntrace_repeat_begin(s, &repeat, true); times;
	     times = ntrace_repeat_passed(s, &repeat, times))
		if (!ntrace_walk_hist(&s->walk, hist))
			return false;
	return true;
}
