// SPDX-License-Identifier: BSD-2-Clause
/*
 * Common to all trace components: the three ways to registers (TCI, version 0,
 * CoreSight), locks, reset and WARL fields. This file alone writes tr??Active;
 * tr_gate.c alone sets tr??Enable.
 */
#include "trace_internal.h"

/** Tries to take a lock before its holder is given up: a second or more. */
enum { TAKES = 20000000 };

/** Wait for a timestamp unit that may not exist. */
enum { TS_WAIT_US = 10 };

/* After a wait without success the caller ignores the component, as after a bus
 * error. */
bool tr_load(const struct trace_component *c, u32 offset, u32 *value)
{
	*value = 0;
	if (c->lost)
		return false;
	if (!c->old)
		return hart_mmio_load32(c->base + offset, value);
	return c->coresight ? tr_cs_load(c, offset, value) :
			      tr_old_load(c, offset, value);
}

/* A function of its own, so that a plain store saves no registers for it. */
static __attribute__((noinline)) bool
tr_store_translated(const struct trace_component *c, u32 offset, u32 value)
{
	if (c->lost)
		/* unseen: the caller then waits, or loads, which fails */
		return false;
	return c->coresight ? tr_cs_store(c, offset, value) :
			      tr_old_store(c, offset, value);
}

bool tr_store(const struct trace_component *c, u32 offset, u32 value)
{
	if (c->lost || c->old)
		return tr_store_translated(c, offset, value);
	return hart_mmio_store32(c->base + offset, value);
}

/* A function of its own, so that the usual case saves no registers for it. */
static __attribute__((noinline)) bool
tr_steady_after(const struct trace_component *c, u32 offset, u32 mask,
		u32 *value)
{
	return tr_agrees(tr_load, c, offset, mask, value);
}

/* Inline, because a boot reads thousands of registers. */
static __attribute__((always_inline)) inline bool
tr_steady_at_once(const struct trace_component *c, u32 offset, u32 mask,
		  u32 *value)
{
	u32 again;

	return !c->old && !c->lost &&
	       hart_mmio_load32_twice(c->base + offset, value, &again) &&
	       !((*value ^ again) & mask);
}

bool tr_steady_in(const struct trace_component *c, u32 offset, u32 mask,
		  u32 *value)
{
	return tr_steady_at_once(c, offset, mask, value) ||
	       tr_steady_after(c, offset, mask, value);
}

/* The pointer of an active sink may never read the same twice. */
static __attribute__((noinline)) u32
tr_read_after(const struct trace_component *c, u32 offset)
{
	u32 value;

	if (tr_steady_after(c, offset, ~(u32)0, &value) ||
	    tr_load(c, offset, &value))
		return value;
	return 0;
}

u32 tr_read(const struct trace_component *c, u32 offset)
{
	u32 value;

	return tr_steady_at_once(c, offset, ~(u32)0, &value) ?
		       value :
		       tr_read_after(c, offset);
}

void tr_write(const struct trace_component *c, u32 offset, u32 value)
{
	tr_store(c, offset, value);
}

u32 tr_try_value(const struct trace_component *c, u32 offset, u32 value)
{
	u32 now, again;

	if (!c->old && !c->lost &&
	    hart_mmio_try(c->base + offset, value, &now, &again) &&
	    now == again)
		return now;
	tr_write(c, offset, value);
	return tr_read_after(c, offset);
}

/* Values of a register after two stores. */
struct tr_two {
	long first, second; /* sign-extended, as a hart's lw leaves them */
};

/* A function of its own, so that the usual case saves no registers for it. */
static __attribute__((noinline)) struct tr_two
tr_try_two_after(const struct trace_component *c, u32 offset, u32 first,
		 u32 second)
{
	struct tr_two seen;

	seen.first = (s32)tr_try_value(c, offset, first);
	seen.second = (s32)tr_try_value(c, offset, second);
	return seen;
}

/* Store two values, one after the other: a boot tries thousands. If the loads
 * of one value differ, both are stored again. */
static __attribute__((always_inline)) inline struct tr_two
tr_try_two(const struct trace_component *c, u32 offset, u32 first, u32 second)
{
	u32 seen[2];

	if (!c->old && !c->lost &&
	    hart_mmio_try_two(c->base + offset, first, second, seen))
		return (struct tr_two){ (s32)seen[0], (s32)seen[1] };
	return tr_try_two_after(c, offset, first, second);
}

/* For filters and comparators: components with other registers have none. */
void tr_clear(const struct trace_component *c, u32 offset, u32 words)
{
	if (!c->lost)
		hart_mmio_clear(c->base + offset, words);
}

/* --- locks and waits
 * --------------------------------------------------------- */

bool tr_try(struct trace_component *c)
{
	return !c->lost && hart_lock_try(&c->lock);
}

/* A hart holds the lock only during accesses. If it does not return it for so
 * long, it has died or hangs in an access, and keeps the lock for ever. */
void tr_take(struct trace_component *c)
{
	u32 n;

	for (n = 0; n < TAKES && !c->lost; n++)
		if (tr_try(c))
			return;
	c->lost = true;
	c->awake = false;
}

void tr_give(struct trace_component *c)
{
	if (!c->lost)
		hart_lock_free(&c->lock);
}

/* Bits of tr??Control have the same place in old registers, except in
 * CoreSight's. */
static bool tr_is(const struct trace_component *c, u32 offset, u32 mask,
		  u32 value)
{
	u32 now;

	if (!c->coresight)
		return hart_mmio_is(c->base + offset, mask, value);
	return tr_steady_in(c, offset, mask, &now) && (now & mask) == value;
}

/* Each look is two readings with no other hart's access between them. Otherwise
 * this hart could twice get the wrong one of two answers. */
static bool tr_wait_at(struct trace_component *c, u32 offset, u32 mask,
		       u32 value, u32 limit_us)
{
	bool goes_on = true;
	u32 n;

	for (n = 0; goes_on && !c->lost && n <= limit_us; n++) {
		if (tr_is(c, offset, mask, value))
			return true;
		tr_give(c);
		goes_on = hart_mmio_poll();
		tr_take(c);
	}
	return false;
}

bool tr_wait(struct trace_component *c, u32 mask, u32 value)
{
	return tr_wait_at(c, TR_CONTROL, mask, value, TRACE_WAIT_US);
}

/* --- reset ------------------------------------------------------------------ */

void tr_rests(struct trace_component *c)
{
	c->state = TRACE_OFF;
	if (!c->driven)
		return;
	c->driven = false;
	c->owner = TRACE_NO_OWNER;
}

/* All accesses to the component are over once Active reads as 0. */
bool tr_off(struct trace_component *c)
{
	c->leaving = true;
	c->awake = false;
	if (!tr_store(c, TR_CONTROL, 0) ||
	    !tr_wait(c, TR_ACTIVE | TR_ENABLE, 0))
		return false;
	c->leaving = false;
	tr_rests(c);
	return true;
}

/* Active may still read as 1 because an earlier store of 0 is not done yet. */
bool tr_on(struct trace_component *c)
{
	bool on;

	if (c->leaving && !tr_wait(c, TR_ACTIVE | TR_ENABLE, 0))
		return false;
	c->leaving = false;
	on = tr_store(c, TR_CONTROL, TR_ACTIVE) &&
	     tr_wait(c, TR_ACTIVE | TR_ENABLE, TR_ACTIVE);
	/* unseen: only slower: trace_mmio_awake() asks the register */
	c->awake = on && !c->old;
	return on;
}

u32 tr_control_in(const struct trace_component *c, u32 fields)
{
	u32 control;

	/* Empty may change with each word that passes */
	if (!tr_steady_in(c, TR_CONTROL, fields, &control))
		control = TR_ACTIVE;
	return control & fields;
}

bool tr_is_active(const struct trace_component *c)
{
	u32 control;

	return !c->leaving &&
	       tr_steady_in(c, TR_CONTROL, TR_ACTIVE, &control) &&
	       (control & TR_ACTIVE);
}

/* --- discovery -------------------------------------------------------------- */

u32 tr_settable(const struct trace_component *c, u32 offset, u32 base, u32 mask)
{
	struct tr_two seen = tr_try_two(c, offset, base | mask, base);

	return (u32)seen.first & mask & ~(u32)seen.second;
}

u32 tr_settable_of(const struct trace_component *c, u32 offset, u32 base,
		   u32 mask, u32 *wired)
{
	struct tr_two seen = tr_try_two(c, offset, base | mask, base);

	*wired = (u32)seen.second;
	return (u32)seen.first & mask & ~*wired;
}

/* A field has an even number of values, so take two at a time. */
u32 tr_values(const struct trace_component *c, u32 offset, u32 base, u32 lsb,
	      u32 width)
{
	u32 mask = (u32)bits_low64(width), found = 0, n;
	struct tr_two seen;

	for (n = 0; n <= mask; n += 2) {
		seen = tr_try_two(c, offset, base | n << lsb,
				  base | (n + 1) << lsb);
		found |= ((u32)seen.first >> lsb & mask) == n ? 1u << n : 0;
		found |= ((u32)seen.second >> lsb & mask) == n + 1 ? 2u << n :
								     0;
	}
	/* unseen: each caller writes the register next */
	tr_write(c, offset, base);
	return found;
}

/* trTsActive is a separate reset, or a copy of the component's. */
bool tr_ts_find(struct trace_component *c)
{
	u32 active = TR_MASK(TR_TS_CONTROL, ACTIVE);

	tr_write(c, TR_TS_CONTROL, active);
	return tr_wait_at(c, TR_TS_CONTROL, active, active, TS_WAIT_US);
}
