// SPDX-License-Identifier: BSD-2-Clause
/*
 * Supervisor software events of two domains ("domains=2"). Each domain has its
 * own local events; a global event belongs to the domain that registered it,
 * and the next owner finds none of its state. Memory that M-mode opens for
 * itself is never opened for S-mode.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "sse_rig.h"

#define LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE
#define GLOBAL SBI_SSE_EVENT_GLOBAL_SOFTWARE

static volatile unsigned long attrs[16] __attribute__((aligned(4096)));

#define FIRMWARE 0x80040000ul /* data of the firmware */

/*
 * M-mode opens memory for a call: afterwards S-mode can access no memory of
 * M-mode.
 */
static void lent(void)
{
	unsigned long page, at, taken = 0;

	CHECK_OK(sse_set_attr(LOCAL, SBI_SSE_ATTR_PRIO, 0));
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_PRIO), 0);
	for (page = FIRMWARE;
	     HART_TRY((void)*(volatile u32 *)page) != HART_NO_TRAP;
	     page += 4096)
		for (at = page; at < page + 4096; at += 128)
			taken += sse(SBI_EXT_SSE_REGISTER, LOCAL, at).error !=
				 SBI_ERR_INVALID_ADDRESS;
	CHECK_EQ(taken, 0);
	CHECK(page > FIRMWARE);
}

/* --- domains -------------------------------------------------------------- */

static void second(void)
{
	unsigned long events = hart_self()->events;

	CHECK_ERROR(sse(SBI_EXT_SSE_UNREGISTER, LOCAL), SBI_ERR_INVALID_STATE);
	CHECK_ERROR(sse(SBI_EXT_SSE_HART_MASK), SBI_ERR_ALREADY_STOPPED);
	CHECK(sse_attr(LOCAL, SBI_SSE_ATTR_ENTRY_ARG) !=
	      (unsigned long)hart_at(0));
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7, 0);
	CHECK_ERROR(sse(SBI_EXT_SSE_INJECT, LOCAL, hart_self()->hartid),
		    SBI_ERR_INVALID_STATE);
	CHECK_ERROR(sse_register(GLOBAL), SBI_ERR_DENIED);
	CHECK_ERROR(sse(SBI_EXT_SSE_DISABLE, GLOBAL), SBI_ERR_DENIED);
	CHECK_ERROR(sse(SBI_EXT_SSE_INJECT, GLOBAL), SBI_ERR_DENIED);
	CHECK_ERROR(sse_read(GLOBAL, 0, 1, (unsigned long)attrs, 0),
		    SBI_ERR_DENIED);
	CHECK_ERROR(sse_set_attr(GLOBAL, SBI_SSE_ATTR_PRIO, 1), SBI_ERR_DENIED);
	CHECK_OK(sse_set_attr(LOCAL, SBI_SSE_ATTR_PRIO, 3));
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	if (option_given("sscofpmf"))
		CHECK(sse_delivered(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, LOCAL));
	CHECK_EQ(hart_self()->events - events, option_given("sscofpmf"));
	CHECK_OK(sse_set_attr(LOCAL, SBI_SSE_ATTR_PRIO, 0));
}

/* Attributes set before a registration are no state of the next owner. */
static void second_prepares(void)
{
	CHECK_OK(sse_set_attr(GLOBAL, SBI_SSE_ATTR_PRIO, 9));
	CHECK_OK(sse_set_attr(GLOBAL, SBI_SSE_ATTR_CONFIG, 1));
}

static void domains(void)
{
	unsigned long events = hart_self()->events;
	unsigned int round;

	CHECK_EQ(domains_run(second_prepares), SBI_SUCCESS);
	CHECK_OK(sse_register(GLOBAL));
	CHECK_EQ(sse_attr(GLOBAL, SBI_SSE_ATTR_PRIO), 0);
	CHECK_EQ(sse_attr(GLOBAL, SBI_SSE_ATTR_CONFIG), 0);
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, GLOBAL));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	for (round = 0; round < 3; round++) {
		CHECK_EQ(domains_run(second), SBI_SUCCESS);
		CHECK_EQ(hart_self()->events, events);
		CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7,
			 SBI_SSE_STATE_ENABLED);
		CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_PRIO), 0);
		CHECK_ERROR(sse(SBI_EXT_SSE_HART_UNMASK),
			    SBI_ERR_ALREADY_STARTED);
	}
	if (option_given("sscofpmf")) {
		CHECK(sse_delivered(LOCAL));
		CHECK(sse_delivered(GLOBAL));
	}
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, GLOBAL));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL));
}

/* --- attributes of an event's previous owner ----------------------------- */

static unsigned long interrupted;

static void look_at_interrupted(void)
{
	interrupted = sse_attr(GLOBAL, SBI_SSE_ATTR_INTERRUPTED_A7);
}

static void global_is_ours(unsigned long a7)
{
	CHECK_EQ(sse_attr(GLOBAL, SBI_SSE_ATTR_ENTRY_ARG),
		 (unsigned long)hart_self());
	CHECK_EQ(sse_attr(GLOBAL, SBI_SSE_ATTR_INTERRUPTED_A7), a7);
}

/* The event interrupts the call that injects it. */
static void global_runs(void)
{
	hart_self()->on_event = look_at_interrupted;
	CHECK_OK(sse_register(GLOBAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, GLOBAL));
	sse(SBI_EXT_SSE_HART_UNMASK);
	CHECK(sse_delivered(GLOBAL));
	hart_self()->on_event = NULL;
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, GLOBAL));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL));
	CHECK_EQ(interrupted, SBI_EXT_SSE);
	global_is_ours(SBI_EXT_SSE);
}

/*
 * The attributes, read one by one and in one call, have no value of the other
 * domain.
 */
static void global_is_new(void)
{
	unsigned long expected[SBI_SSE_ATTR_MAX] = {
		[SBI_SSE_ATTR_STATUS] = 1 << SBI_SSE_ATTR_STATUS_INJECT_OFFSET,
		[SBI_SSE_ATTR_PREFERRED_HART] = hart_self()->hartid,
	};
	unsigned long id;

	CHECK_OK(
		sse_read(GLOBAL, 0, SBI_SSE_ATTR_MAX, (unsigned long)attrs, 0));
	for (id = 0; id < SBI_SSE_ATTR_MAX; id++) {
		check_row("attribute", id);
		CHECK_EQ(attrs[id], expected[id]);
		CHECK_EQ(sse_attr(GLOBAL, id), expected[id]);
	}
	check_row(NULL, 0);
}

static void second_uses(void)
{
	global_runs();
	CHECK_OK(sse_set_attr(GLOBAL, SBI_SSE_ATTR_PRIO, 9));
	CHECK_OK(sse_set_attr(GLOBAL, SBI_SSE_ATTR_CONFIG, 1));
	CHECK_EQ(sse_attr(GLOBAL, SBI_SSE_ATTR_PRIO), 9);
}

static void attributes(void)
{
	CHECK_EQ(domains_run(second_uses), SBI_SUCCESS);
	global_is_new();
	CHECK_OK(sse_register(GLOBAL));
	CHECK_EQ(sse_attr(GLOBAL, SBI_SSE_ATTR_PRIO), 0);
	global_is_ours(0);
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL));
	global_runs();
	CHECK_OK(sse_register(GLOBAL));
	global_is_ours(SBI_EXT_SSE);
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL));
	CHECK_EQ(domains_run(global_is_new), SBI_SUCCESS);
}

/* --- a hart that stops ----------------------------------------------------- */

static void second_registers(void)
{
	CHECK_OK(sse_register(LOCAL));
}

static void second_has_registered(void)
{
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7,
		 SBI_SSE_STATE_REGISTERED);
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, LOCAL));
	CHECK_OK(sse_register(GLOBAL));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, GLOBAL));
}

/*
 * A stop drops the events of the domain in which the hart stops, and no others.
 */
static void stops(void)
{
	if (hart_count() < 2) {
		check_skip("needs a hart that starts this one");
		return;
	}
	CHECK_EQ(domains_run(second_registers), SBI_SUCCESS);
	CHECK_OK(sse_register(GLOBAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, GLOBAL));
	CHECK(domains_restart());
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_STATUS) & 7, 0);
	CHECK_EQ(domains_run(second_has_registered), SBI_SUCCESS);
}

const struct check_case check_cases[] = {
	{ "memory that was lent", lent },
	{ "domains", domains },
	{ "attributes of who had an event before", attributes },
	{ "a hart that stops", stops },
	{ NULL, NULL },
};
