/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory as the bus of a RAM sink shows it. A sink stores to the addresses in
 * its registers, which are addresses of its bus; the owner's memory has
 * addresses of harts.
 */
#ifndef TRACE_MEMORY_H
#define TRACE_MEMORY_H

#include <trace/trace.h>

/** @return true for a RAM sink. Only its owner has its buffer and registers, and
 * all addresses in them are judged. */
static inline bool trace_is_memory(const struct trace_component *c)
{
	return tr_comp_is(c->type, TR_MEMORY);
}

/** A window of the bus: from the address `bus` on, there is what harts have
 * from `hart` on. */
struct trace_window {
	u64 bus, hart, last; /* last: size - 1 */
};

/** All windows of a bus; nothing answers outside of them. */
struct trace_memory {
	u32 count;
	struct trace_window window[];
};

/**
 * The hart's address of a range of a RAM sink's bus. A component without a
 * struct trace_memory has the hart's addresses on its bus.
 * @param size in bytes, at least 1
 * @return false: no window has all of it, or another one has a part of it
 */
bool trace_memory_of(const struct trace_component *c, u64 bus, u64 size,
		     u64 *hart);

/** The bus address of memory, in the first window that has all of it.
 * @return false: no window has it */
bool trace_bus_of(const struct trace_component *c, u64 hart, u64 size,
		  u64 *bus);

#endif
