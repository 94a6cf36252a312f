// SPDX-License-Identifier: BSD-2-Clause
/* Promises that hold in every state, at any point of the harts' operations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doors.h"

enum { PRIVILEGE_M = 8, RAM_SINK = 9 };

void doors_hold(bool truth, const char *what)
{
	if (truth)
		return;
	if (fake.log.faults)
		fprintf(stderr, "%s\n", fake.log.fault);
	fprintf(stderr, "fuzz_doors: not so: %s\n", what);
	abort();
}

/*
 * After a hart stopped waiting for Active, Active may become 0 while the hart
 * saves registers. The firmware cannot prevent a hang of a design that hangs
 * then and takes so long.
 */
void doors_check_faults(void)
{
	if ((doors_flawed || doors_late) &&
	    strstr(fake.log.fault, "which is off")) {
		fake.log.faults = 0;
		fake.log.fault[0] = 0;
	}
	doors_hold(!fake.log.faults, "no fault of the hardware");
}

/* --- the hardware, as a debugger sees it -------------------------------------- */

static bool is_on(unsigned int n)
{
	return (fake_trace_reg(n, 0) & (FAKE_ACTIVE | FAKE_ENABLE)) ==
	       (FAKE_ACTIVE | FAKE_ENABLE);
}

static const struct trace_component *component(unsigned int n)
{
	return &doors_trace.component[n];
}

static bool usable(unsigned int n)
{
	return !component(n)->reason;
}

/* None of several filters lets M-mode through. */
static void check_hidden(unsigned int n)
{
	u32 filters = fake_trace_reg(n, 0xc);
	unsigned int i;

	doors_hold(filters, "M-mode is filtered out");
	for (i = 0; i < 16; i++) {
		if (!(filters >> i & 1))
			continue;
		doors_hold(fake_trace_reg(n, 0x400 + 0x20 * i) & 2,
			   "a filter asks for modes");
		doors_hold(!(fake_trace_reg(n, 0x404 + 0x20 * i) & PRIVILEGE_M),
			   "M-mode is none of them");
	}
}

/* Where a sink can write while it is enabled is its owner's memory. */
static void check_sink(unsigned int n)
{
	u64 start = fake_trace_start(n), limit = fake_trace_limit(n),
	    wp = fake_trace_wp(n), end, at;
	u32 owner = component(n)->owner;

	if (!fake_trace_is_smem(n))
		return;
	end = limit + component(n)->sink.width;
	doors_hold(owner != TRACE_NO_OWNER, "a sink that is on has an owner");
	doors_hold(start < end, "its range does not wrap");
	doors_hold(wp >= start && wp < end, "it writes there");
	doors_hold(fake_hart_ram(start, end - start), "the range is memory");
	for (at = start; at < end; at += 16)
		doors_hold(fake_memory_is_of(at, owner), "of its owner");
}

void doors_check(void)
{
	unsigned int n;

	doors_check_faults();
	doors_hold(!fake_trace_foreign, "no trace lands elsewhere");
	for (n = 0; n < fake_trace_count; n++) {
		if (!usable(n) || !is_on(n))
			continue;
		if (component(n)->type == TR_COMP_ENCODER &&
		    !doors_trace.show_m)
			check_hidden(n);
		if (component(n)->type == RAM_SINK)
			check_sink(n);
	}
}

/* --- who did it ------------------------------------------------------------------ */

/*
 * An encoder that did not change its owner with its hart belongs to the old
 * owner.
 */
static bool own(const struct doors_hart *h, u32 owner)
{
	unsigned int n = doors_encoder[h->number];

	return owner == h->owner || owner == h->next_owner ||
	       (n != FAKE_NOWHERE && !h->owned && owner == component(n)->owner);
}

static bool own_leads_to(const struct doors_hart *h, u32 to)
{
	unsigned int n;
	u32 at;

	for (n = 0; n < doors_harts; n++) {
		if (doors_encoder[n] == FAKE_NOWHERE ||
		    (!own(h, component(doors_encoder[n])->owner) &&
		     h->number != n))
			continue;
		for (at = doors_encoder[n]; at != TRACE_NONE;
		     at = component(at)->output)
			if (at == to)
				return true;
	}
	return false;
}

void doors_check_store(const struct doors_hart *h, unsigned int n)
{
	const struct trace_component *c = component(n);

	if (h->everywhere || n >= fake_trace_count || !usable(n))
		return;
	if (c->type == TR_COMP_ENCODER) {
		doors_hold(own(h, c->owner) || doors_encoder[h->number] == n,
			   "another's encoder is not written");
		return;
	}
	if (c->type == RAM_SINK && own(h, c->owner))
		return;
	doors_hold(own_leads_to(h, n), "only a way of the caller is written");
	/* A sink that never came to rest stays on the next owner's path. */
	if (c->type == RAM_SINK && c->owner != TRACE_NO_OWNER && !doors_flawed)
		doors_hold(false, "another's sink is not written");
}

void doors_encoder_follows(const struct doors_hart *h)
{
	unsigned int n = doors_encoder[h->number];

	if (n != FAKE_NOWHERE && (h->owner != h->next_owner || !h->owned))
		fake_trace[n].domain = component(n)->owner;
}

/* --- a hart that has done something ------------------------------------------------ */

void doors_check_hart(const struct doors_hart *h)
{
	unsigned int n = doors_encoder[h->number];

	if (n == FAKE_NOWHERE || !usable(n) || !h->owned)
		return;
	doors_hold(component(n)->owner == h->owner, "owner of an encoder");
	/*
	 * Other harts may switch on a component that was handed over; an Active
	 * for which a hart stopped waiting may rise before the reset that
	 * follows.
	 */
	if (h->rested && !component(n)->handed &&
	    !(doors_flawed && doors_late) &&
	    (h->state == DOORS_SLEEPS || h->state == DOORS_STOPPED))
		doors_hold(!(fake_trace_reg(n, 0) & FAKE_ACTIVE),
			   "its encoder sleeps with a hart");
}
