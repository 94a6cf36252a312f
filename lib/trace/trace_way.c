// SPDX-License-Identifier: BSD-2-Clause
/*
 * The ways from encoders to sinks, and the owners of what is on them: judgements
 * that use no register.
 */
#include <trace/memory.h>

#include "trace_internal.h"

u32 trace_owner_of(const struct trace *t, u32 component)
{
	return t->component[component].leads;
}

/* The bound is for graphs with loops, before trace_settle() has refused
 * these. */
u32 trace_distance(const struct trace *t, u32 component)
{
	u32 length = 1;

	while (t->component[component].output != TRACE_NONE &&
	       length < t->count) {
		component = t->component[component].output;
		length++;
	}
	return length;
}

bool trace_leads_to(const struct trace *t, u32 from, u32 to)
{
	u32 n;

	for (n = 0; n < t->count && from != TRACE_NONE; n++) {
		if (from == to)
			return true;
		from = t->component[from].output;
	}
	return false;
}

u32 trace_sink_of(const struct trace *t, u32 component)
{
	u32 n;

	for (n = 1; n < t->count; n++) {
		if (t->component[component].output == TRACE_NONE)
			break;
		component = t->component[component].output;
	}
	return component;
}

void trace_mark_way(const struct trace *t, u32 n, u64 *found)
{
	for (; n != TRACE_NONE && !(*found >> n & 1);
	     n = t->component[n].output)
		*found |= BIT64(n);
}

/* A free sink can become the sink of the owner of all that lead there, who has
 * its registers. */
bool trace_sink_is_for(const struct trace *t, u32 sink, u32 owner)
{
	const struct trace_component *c;
	u32 n;

	if (t->component[sink].owner != owner &&
	    (t->component[sink].owner != TRACE_NO_OWNER ||
	     t->policy == TRACE_MEDIATED || trace_owner_of(t, sink) != owner))
		return false;
	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (trace_usable(c) && trace_is_encoder(c) &&
		    c->state != TRACE_OFF && c->owner != owner &&
		    trace_leads_to(t, n, sink))
			return false;
	}
	return true;
}

bool trace_sink_admits(const struct trace *t, u32 encoder)
{
	u32 n = trace_sink_of(t, encoder), owner = t->component[encoder].owner;
	const struct trace_component *sink = &t->component[n];

	if (!trace_is_memory(sink))
		return true;
	if (sink->owner == TRACE_NO_OWNER)
		return t->policy != TRACE_MEDIATED &&
		       trace_owner_of(t, n) == owner;
	return sink->owner == owner;
}

bool trace_is_own(const struct trace *t, u32 component, u32 owner)
{
	const struct trace_component *c = &t->component[component];

	return owner == TRACE_ALL_OWNERS ||
	       (trace_owner_of(t, component) == owner &&
		(!trace_is_memory(c) || c->owner == owner ||
		 c->owner == TRACE_NO_OWNER));
}
