// SPDX-License-Identifier: BSD-2-Clause
/* HIST that waits for I-CNT: a list per source, of entries of one pool. */
#include "ntrace_flow_internal.h"

void ntrace_flow_pool(struct ntrace_flow *flow, struct ntrace_pending *pool,
		      u32 num)
{
	flow->pool = pool;
	flow->pool_size = num;
}

/* An entry's number; 0: no entry is free. */
static u32 pool_take(struct ntrace_flow *flow)
{
	u32 entry = flow->pool_free;

	if (!flow->pool)
		/* unseen: each decoder has a pool: for static analysis */
		return 0;
	if (entry) {
		flow->pool_free = flow->pool[entry - 1].next;
		return entry;
	}
	if (flow->pool_fresh == flow->pool_size)
		return 0;
	return ++flow->pool_fresh;
}

bool ntrace_pending_add(struct ntrace_flow *flow, struct ntrace_source *source,
			u64 hist, u32 times)
{
	struct ntrace_pending *last =
		source->last ? &flow->pool[source->last - 1] : NULL;
	u32 entry;

	if (last && last->hist == hist && last->times + times > times) {
		last->times += times;
		return true;
	}
	entry = pool_take(flow);
	if (!entry)
		return false;
	flow->pool[entry - 1] =
		(struct ntrace_pending){ .hist = hist, .times = times };
	if (last)
		last->next = entry;
	else
		source->first = entry;
	source->last = entry;
	return true;
}

void ntrace_pending_drop(struct ntrace_flow *flow, struct ntrace_source *source)
{
	source->unfollowed = 0;
	if (!source->first)
		return;
	flow->pool[source->last - 1].next = flow->pool_free;
	flow->pool_free = source->first;
	source->first = 0;
	source->last = 0;
}
