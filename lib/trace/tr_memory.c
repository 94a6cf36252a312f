// SPDX-License-Identifier: BSD-2-Clause
/* Addresses of a RAM sink's bus, and addresses of harts. */
#include <trace/memory.h>

#include "trace_internal.h"

static bool tr_window_has(u64 offset, u64 size, u64 last)
{
	return offset <= last && size - 1 <= last - offset;
}

/* Where windows overlap, the tree does not tell which one answers. */
bool trace_memory_of(const struct trace_component *c, u64 bus, u64 size,
		     u64 *hart)
{
	u64 end = bus + size - 1;
	const struct trace_window *w;
	bool found = !c->memory;
	u32 n;

	*hart = bus;
	for (n = 0; c->memory && n < c->memory->count; n++) {
		w = &c->memory->window[n];
		if (end < w->bus || bus > w->bus + w->last)
			continue;
		if (found || !tr_window_has(bus - w->bus, size, w->last))
			return false;
		*hart = bus - w->bus + w->hart;
		found = true;
	}
	return found && end >= bus;
}

bool trace_bus_of(const struct trace_component *c, u64 hart, u64 size, u64 *bus)
{
	const struct trace_window *w;
	u32 n;

	*bus = hart;
	for (n = 0; c->memory && n < c->memory->count; n++) {
		w = &c->memory->window[n];
		*bus = hart - w->hart + w->bus;
		if (tr_window_has(hart - w->hart, size, w->last))
			return true;
	}
	return !c->memory;
}

void tr_range_to_memory(const struct trace_component *c, struct tr_range *r)
{
	u64 memory;

	if (r->sram || r->end <= r->start ||
	    !trace_memory_of(c, r->start, r->end - r->start, &memory))
		return;
	r->wp += memory - r->start;
	r->end += memory - r->start;
	r->start = memory;
}
