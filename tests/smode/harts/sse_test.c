// SPDX-License-Identifier: BSD-2-Clause
/*
 * Supervisor software events of this hart: counter overflow in place of an
 * interrupt, and events and double traps in handlers.
 */
#include "check.h"
#include "double_trap.h"
#include "fdt.h"
#include "pmu.h"
#include "sse_rig.h"

#define EVENT SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW
#define COUNTER 5

static bool here(void)
{
	if (!pmu.sscofpmf || option_given("map=none")) {
		check_skip("no overflow interrupts on this machine");
		return false;
	}
	CHECK(sbi_probe_extension(SBI_EXT_SSE).value);
	if (option_given("lcofi=no")) {
		check_skip("this QEMU has no overflow interrupts");
		return false;
	}
	return true;
}

static void config(void)
{
	CHECK_VALUE(pmu_config(COUNTER, 1, CLEAR, EVENT_DTLB_READ_MISS, 0),
		    COUNTER);
}

static void overflow(void)
{
	CHECK_OK(pmu_start(COUNTER, 1, SET_VALUE, -8ull));
	pmu_work_dtlb();
}

/* Each overflow is one event, whose handler finds the counter in scountovf. */
static void delivered(void)
{
	struct hart *h = hart_self();
	unsigned long old, taken = h->overflow, n;

	if (!here())
		return;
	hart_interrupts(HART_IRQ_OVERFLOW);
	sse_on(EVENT);
	config();
	for (n = 0; n < 5; n++) {
		check_row("round", n);
		old = h->events;
		overflow();
		CHECK(hart_wait(&h->events, old));
		hart_delay(1000);
		CHECK_EQ(h->events, old + 1);
		CHECK_EQ(h->scountovf, 1ul << COUNTER);
		/* The handler has stopped the counter. */
		CHECK_ERROR(pmu_stop(COUNTER, 1, 0), SBI_ERR_ALREADY_STOPPED);
		CHECK_RANGE(pmu_value(COUNTER), 0, 1000);
	}
	CHECK_EQ(h->overflow, taken); /* there was no interrupt */
	sse_off(EVENT);
	hart_interrupts(0);
}

/* After the end of the events S-mode gets interrupts again. */
static void back_to_interrupts(void)
{
	struct hart *h = hart_self();
	unsigned long events, taken = h->overflow;

	if (!here())
		return;
	sse_on(EVENT);
	sse_off(EVENT);
	events = h->events;
	hart_interrupts(HART_IRQ_OVERFLOW);
	config();
	overflow();
	CHECK(hart_wait(&h->overflow, taken));
	CHECK_EQ(h->events, events);
	hart_interrupts(0);
}

/* Overflows while the hart's events are masked are not lost. */
static void masked(void)
{
	struct hart *h = hart_self();
	unsigned long old = h->events;

	if (!here())
		return;
	sse_on(EVENT);
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK));
	config();
	overflow();
	hart_delay(1000);
	CHECK_EQ(h->events, old);
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	CHECK(hart_wait(&h->events, old));
	CHECK_EQ(h->events, old + 1);
	sse_off(EVENT);
}

/* Overflows while the event is disabled are not lost either. */
static void disabled(void)
{
	struct hart *h = hart_self();
	unsigned long old = h->events;

	if (!here())
		return;
	sse_on(EVENT);
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, EVENT));
	config();
	overflow();
	hart_delay(1000);
	CHECK_EQ(h->events, old);
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, EVENT));
	CHECK(hart_wait(&h->events, old));
	CHECK_EQ(h->events, old + 1);
	sse_off(EVENT);
}

/*
 * S-mode may set the pending bit itself. The handler then has no counter that
 * it could stop, so the event would come again for ever.
 */
static void nobody_overflew(void)
{
	struct hart *h = hart_self();
	unsigned long old = h->events;

	if (!here())
		return;
	csr_set(sip, HART_IRQ_OVERFLOW);
	CHECK(csr_read(sip) & HART_IRQ_OVERFLOW);
	sse_on(EVENT);
	hart_delay(1000);
	CHECK_RANGE(h->events - old, 0, 1);
	sse_off(EVENT);
}

/* --- events in handlers of other traps ------------------------------------- */

#define LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE
#define HSTATUS_SPV (1ul << 7)

/*
 * An event in the host's handler of a guest's trap: afterwards the host goes
 * on.
 */
static void guest_trapped(void)
{
	unsigned long spv = 0;

	if (HART_TRY(csr_set(HSTATUS, HSTATUS_SPV)) != HART_NO_TRAP) {
		check_skip("no hypervisor extension");
		return;
	}
	CHECK_OK(sse_register(LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	csr_set(HSTATUS, HSTATUS_SPV);
	CHECK(sse_delivered(LOCAL));
	CHECK_EQ(sse_attr(LOCAL, SBI_SSE_ATTR_STATUS),
		 SBI_SSE_STATE_ENABLED |
			 1 << SBI_SSE_ATTR_STATUS_INJECT_OFFSET);
	CHECK_EQ(HART_TRY(spv = csr_read(HSTATUS) & HSTATUS_SPV), HART_NO_TRAP);
	CHECK_EQ(spv, HSTATUS_SPV);
	csr_clear(HSTATUS, HSTATUS_SPV);
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, LOCAL));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, LOCAL));
}

/*
 * If the event of a double trap cannot be delivered, the handler takes the
 * exception.
 */
static void double_trap(void)
{
	if (!double_traps(true)) {
		check_skip("the hart has no double traps");
		return;
	}
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	CHECK_OK(sse_register(SBI_SSE_EVENT_LOCAL_DOUBLE_TRAP));
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, SBI_SSE_EVENT_LOCAL_DOUBLE_TRAP));
	CHECK(double_traps(false));
}

const struct check_case check_cases[] = {
	{ "overflow is an event", delivered },
	{ "back to interrupts", back_to_interrupts },
	{ "masked events are kept", masked },
	{ "events that are off are kept", disabled },
	{ "nobody overflew", nobody_overflew },
	{ "a guest's trap", guest_trapped },
	{ "double traps", double_trap },
	{ NULL, NULL },
};
