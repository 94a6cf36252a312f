// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls on RAM sinks. A sink writes to any address in its registers. Therefore
 * a buffer has to be memory of the calling domain, and the sink belongs to the
 * caller from then on: no trace of others gets into the buffer.
 */
#include <hart/shmem.h>
#include <trace/memory.h>

#include "tr_type.h"

#define BUFFER_FLAGS (TRACE_SBI_BUFFER_STOP_ON_WRAP | TRACE_SBI_BUFFER_SRAM)
#define PAGE 4096u

/** Number of words in one copy. */
enum { CHUNK = 64 };

/* This stays true while the caller holds the component. Without the lock a sink
 * at rest may lose its owner, and another may get its registers. */
static bool trace_sink_open_to(const struct trace_caller *x,
			       const struct trace_component *c)
{
	return c->owner == x->owner ||
	       (c->owner == TRACE_NO_OWNER &&
		trace_call_reaches(x, trace_number(x->t, c)));
}

/* The RAM sink in a0, if it is the caller's or free. */
static struct trace_component *trace_call_sink(const struct trace_caller *x,
					       long *error)
{
	struct trace_component *c;

	*error = SBI_ERR_INVALID_PARAM;
	if (x->a[0] >= x->t->count)
		return NULL;
	c = &x->t->component[x->a[0]];
	if (!trace_usable(c) || !trace_is_memory(c))
		return NULL;
	*error = SBI_ERR_DENIED;
	return trace_sink_open_to(x, c) ? c : NULL;
}

/* --- sink_set_buffer --------------------------------------------------------------- */

/* A physical address in two arguments. @return false: no memory has it */
static bool trace_buffer_address(const struct trace_caller *x, u64 *address)
{
	*address = x->a[1];
	if (hart_xlen() == 64)
		return !x->a[2];
	*address |= (u64)x->a[2] << 32;
	return true;
}

/* Judge a request for the sink's own memory. @return 0 or an SBI error */
static long trace_judge_sram(const struct trace_caller *x,
			     const struct trace_component *c)
{
	if (!c->sink.sram)
		return SBI_ERR_NOT_SUPPORTED;
	return x->a[1] || x->a[2] || x->a[3] ? SBI_ERR_INVALID_PARAM : 0;
}

/* Judge system memory as a buffer: its shape, the sink's reach, its owner.
 * @param b out: addresses of the sink's bus @return 0 or an SBI error */
static long trace_judge_smem(const struct trace_caller *x,
			     const struct trace_component *c,
			     struct tr_buffer *b)
{
	const struct trace_sink_caps *caps = &c->sink;
	unsigned long size = x->a[3];
	u64 memory;

	if (!caps->smem)
		return SBI_ERR_NOT_SUPPORTED;
	if (!size || size & (caps->width - 1) ||
	    x->a[1] & (caps->alignment - 1))
		return SBI_ERR_INVALID_PARAM;
	if (!trace_buffer_address(x, &memory) ||
	    !trace_bus_of(c, memory, size, &b->start) ||
	    b->start & (caps->alignment - 1))
		return SBI_ERR_INVALID_ADDRESS;
	b->end = b->start + size;
	if (b->end < b->start || b->start < caps->start_min ||
	    b->start > caps->start_max ||
	    b->end - caps->width > caps->limit_max ||
	    !tr_sink_allowed(c, x->owner, b->start, b->end - caps->width,
			     b->start))
		return SBI_ERR_INVALID_ADDRESS;
	return 0;
}

static long trace_take_buffer(const struct trace_caller *x,
			      struct trace_component *c,
			      const struct tr_buffer *b)
{
	if (tr_look(c) != TRACE_OFF)
		return SBI_ERR_ALREADY_STARTED;
	if (!trace_sink_open_to(x, c))
		return SBI_ERR_DENIED;
	if (!tr_wake(x->t, c))
		return SBI_ERR_TIMEOUT;
	if (!tr_sink_set(c, b))
		return SBI_ERR_INVALID_ADDRESS;
	c->owner = x->owner;
	c->used = true;
	c->saved.valid = false;
	return 0;
}

struct sbiret trace_call_set_buffer(const struct trace_caller *x)
{
	struct tr_buffer b = { .sram = x->a[4] & TRACE_SBI_BUFFER_SRAM };
	struct trace_component *c;
	long error;

	if (x->a[4] & ~(unsigned long)BUFFER_FLAGS)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	c = trace_call_sink(x, &error);
	if (!c)
		return sbiret_error(error);
	b.stop_on_wrap = x->a[4] & TRACE_SBI_BUFFER_STOP_ON_WRAP;
	if (b.stop_on_wrap && !c->sink.stop_on_wrap)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	error = b.sram ? trace_judge_sram(x, c) : trace_judge_smem(x, c, &b);
	if (error)
		return sbiret_error(error);
	tr_take(c);
	error = trace_take_buffer(x, c, &b);
	tr_give(c);
	return sbiret_error(error);
}

/* --- sink_release ------------------------------------------------------------------ */

/* Traces of sleeping harts ended there, and must not resume. */
static void trace_call_forget(struct trace *t, u32 sink)
{
	u32 n;

	for (n = 0; n < t->count; n++)
		if (trace_usable(&t->component[n]) &&
		    trace_leads_to(t, n, sink))
			t->component[n].resume = false;
}

static long trace_drop_buffer(const struct trace_caller *x,
			      struct trace_component *c)
{
	if (tr_look(c) != TRACE_OFF)
		return SBI_ERR_ALREADY_STARTED;
	if (c->owner != x->owner)
		return SBI_ERR_INVALID_STATE;
	if (!tr_wake(x->t, c))
		return SBI_ERR_TIMEOUT;
	tr_reset(x->t, c);
	c->saved.valid = false;
	return 0;
}

struct sbiret trace_call_release(const struct trace_caller *x)
{
	struct trace_component *c;
	long error;

	c = trace_call_sink(x, &error);
	if (!c)
		return sbiret_error(error);
	if (c->owner == TRACE_NO_OWNER)
		return sbiret_error(SBI_ERR_INVALID_STATE);
	tr_take(c);
	error = trace_drop_buffer(x, c);
	tr_give(c);
	if (!error)
		trace_call_forget(x->t, trace_number(x->t, c));
	return sbiret_error(error);
}

/* --- sink_read --------------------------------------------------------------------- */

static struct sbiret trace_copy_sram(const struct trace_component *c, u64 from,
				     unsigned long to, unsigned long size)
{
	unsigned long done, n, count;
	u64 was = tr_sink_place(c);
	u32 word[CHUNK];

	/* Each load returns the next word, so no load can be repeated. A bus error
	 * gives 0. */
	tr_sink_seek(c, from);
	for (done = 0; done < size; done += 4 * count) {
		count = (size - done) / 4;
		if (count > CHUNK)
			count = CHUNK;
		for (n = 0; n < count; n++)
			tr_load(c, TR_RAM_DATA, &word[n]);
		if (!hart_shmem_put(to + done, word, count)) {
			tr_sink_seek(c, was);
			return sbiret_error(SBI_ERR_INVALID_ADDRESS);
		}
	}
	return sbiret_value(size);
}

/* Only bytes written for this owner can be read. */
static struct sbiret trace_read_sram(const struct trace_caller *x,
				     struct trace_component *c)
{
	unsigned long low = x->a[1], size = x->a[3], offset = x->a[4];
	struct tr_range r;

	if (c->owner != x->owner || !tr_is_active(c))
		return sbiret_error(SBI_ERR_INVALID_STATE);
	if (tr_look(c) != TRACE_OFF)
		return sbiret_error(SBI_ERR_ALREADY_STARTED);
	tr_sink_range_now(c, &r);
	if (!r.sram)
		return sbiret_error(SBI_ERR_INVALID_STATE);
	if (offset > tr_range_filled(&r) || size > tr_range_filled(&r) - offset)
		return sbiret_error(SBI_ERR_BAD_RANGE);
	if (x->a[2] || !hart_shmem_check(low, size))
		return sbiret_error(SBI_ERR_INVALID_ADDRESS);
	return trace_copy_sram(c, r.start + offset, low, size);
}

struct sbiret trace_call_read(const struct trace_caller *x)
{
	unsigned long low = x->a[1], size = x->a[3], offset = x->a[4];
	struct trace_component *c;
	struct sbiret ret;
	long error;

	c = trace_call_sink(x, &error);
	if (!c)
		return sbiret_error(error);
	if (!size || (low | size | offset) & 3 ||
	    (low & (PAGE - 1)) + size > PAGE || size > PAGE)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	tr_take(c);
	ret = trace_read_sram(x, c);
	tr_give(c);
	return ret;
}
