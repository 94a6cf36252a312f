// SPDX-License-Identifier: BSD-2-Clause
/*
 * The judge of RAM sinks, for any answers of a sink's registers, which may
 * change at each read: a range only passes if it was judged as a whole, and if
 * the registers held it when they were last read.
 */
#include "../../lib/trace/trace_internal.h"
#include "prove.h"

static struct {
	u32 owner;
	u64 address, size;
	unsigned int count;
} accepted;

static bool check(u32 owner, u64 address, u64 size)
{
	if (!size || address + size - 1 < address || nondet_bool())
		return false;
	accepted.owner = owner;
	accepted.address = address;
	accepted.size = size;
	accepted.count++;
	return true;
}

bool hart_shmem_check_of(u32 owner, u64 address, u64 size)
{
	return check(owner, address, size);
}

bool hart_domain_check_of(u32 owner, u64 address, u64 size)
{
	return check(owner, address, size);
}

bool hart_firmware_has(u64 address)
{
	(void)address;
	return nondet_bool();
}

static void component(struct trace_component *c)
{
	u64 base = nondet_u64();

	GIVEN(!(base & (TR_WINDOW_SIZE - 1)));
	c->base = base;
	c->type = TR_COMP_RAM_SINK;
	/* Translated registers may return any value as well. */
	c->old = false;
	/* tests/unit and tests/glue have buses with other addresses. */
	c->memory = NULL;
	/* The access width: tr_sink_probe() takes the lowest bit of a word. */
	GIVEN(c->sink.width && !(c->sink.width & (c->sink.width - 1)));
}

void prove_trace_judge(void)
{
	struct trace_component c;
	u32 owner = (u32)nondet_u64(), control = (u32)nondet_u64();
	struct tr_range r;
	long error;

	prove_begin();
	component(&c);
	accepted.count = 0;
	error = tr_sink_judge(&c, owner, control, &r);
	if (error || r.sram)
		return;
	PROVE(accepted.count == 1 && accepted.owner == owner);
	PROVE(accepted.address == r.start);
	PROVE(accepted.address + accepted.size == r.end);
}

void prove_trace_allowed(void)
{
	struct trace_component c;
	u32 owner = (u32)nondet_u64();
	u64 start = nondet_u64(), limit = nondet_u64(), wp = nondet_u64();
	u64 at = wp & ~1ull;

	prove_begin();
	component(&c);
	accepted.count = 0;
	if (!tr_sink_allowed(&c, owner, start, limit, wp))
		return;
	PROVE(accepted.count == 1 && accepted.owner == owner);
	PROVE(accepted.address == start);
	/*
	 * The first write is inside, and the last unit that is written is
	 * inside.
	 */
	PROVE(at >= start && at - start < accepted.size);
	PROVE(limit - start < accepted.size);
	PROVE(c.sink.width - 1 <= accepted.size - 1 - (limit - start));
}
