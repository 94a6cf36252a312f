// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_overflow.c: the mode that takes overflow interrupts */
#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define LCOFI (1ul << FAKE_LCOFI)
#define OTHERS 0x222ul
#define HPM_TOP (1ull << UNIT_HPM_BITS)

static void route_and_back(void)
{
	fake.state.mideleg = OTHERS | unit_machine.irq_mask;
	pmu_overflow_route(&unit_hart, true);
	CHECK_EQ("to M-mode", fake.state.mideleg, OTHERS);
	pmu_overflow_route(&unit_hart, false);
	CHECK_EQ("to S-mode", fake.state.mideleg,
		 OTHERS | unit_machine.irq_mask);
}

static void enable_and_drop(void)
{
	unsigned long irq = unit_machine.irq_mask;

	fake.state.mie = OTHERS;
	fake.state.mip = OTHERS | irq;
	pmu_overflow_enable(&unit_hart, true, false);
	CHECK_EQ("on", fake.state.mie, OTHERS | irq);
	CHECK_EQ("pending", fake.state.mip, OTHERS | irq);
	pmu_overflow_enable(&unit_hart, false, false);
	CHECK_EQ("off", fake.state.mie, OTHERS);
	CHECK_EQ("still pending", fake.state.mip, OTHERS | irq);
	pmu_overflow_enable(&unit_hart, false, true);
	CHECK_EQ("forgotten", fake.state.mip, OTHERS);
	fake.state.mip |= irq;
	pmu_overflow_enable(&unit_hart, true, true);
	CHECK_EQ("on", fake.state.mie, OTHERS | irq);
	CHECK_EQ("forgotten", fake.state.mip, OTHERS);
}

/*
 * S-mode's handler of delegated counters stops and starts them without a call.
 * The event must not come again for overflows that the handler has seen, but
 * must come for a counter that overflowed meanwhile, and that runs.
 */
static void delegated_event(void)
{
	unsigned long irq = unit_machine.irq_mask;

	unit_hart.has.delegated = true;
	unit_hart.all_ours = 0;
	pmu_overflow_route(&unit_hart, true);
	pmu_overflow_enable(&unit_hart, true, false);
	fake.state.mip |= irq;
	pmu_overflow_take(&unit_hart);
	CHECK_EQ("taken", fake.state.mip & irq, 0);
	CHECK_EQ("off", fake.state.mie & irq, 0);
	/*
	 * Another overflow, before S-mode stopped the counter; then S-mode
	 * started it again.
	 */
	fake.state.mip |= irq;
	fake.state.inhibit &= ~(1ul << 4);
	fake.state.event[5] |= 1ull << 63; /* a counter that S-mode has freed */
	pmu_overflow_done(&unit_hart);
	CHECK_EQ("seen", fake.state.mip & irq, 0);
	CHECK_EQ("on", fake.state.mie & irq, irq);
	/* A running counter has overflowed since. */
	fake.state.mip |= irq;
	fake.state.event[4] |= 1ull << 63;
	pmu_overflow_done(&unit_hart);
	CHECK_EQ("not seen", fake.state.mip & irq, irq);
	/* A call for other counters does not change this. */
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	CHECK_OK("stop", unit_stop(FW0, 1, 0));
	CHECK_EQ("still", fake.state.mip & irq, irq);
}

/* A platform without Sscofpmf has its own interrupt. */
static void platform_interrupt(void)
{
	fake.has.irq = 1ul << 18;
	unit_machine.irq_mask = 1ul << 18;
	pmu_overflow_route(&unit_hart, false);
	CHECK_EQ("mideleg", fake.state.mideleg, 1ul << 18);
	pmu_overflow_enable(&unit_hart, true, false);
	CHECK_EQ("mie", fake.state.mie, 1ul << 18);
	pmu_overflow_route(&unit_hart, true);
	fake.state.mip = 1ul << 18 | OTHERS;
	unit_take(3, AUTO, EV_CACHE, 0);
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK_EQ("settled", fake.state.mip, OTHERS);
}

/* Two counters overflow; the first one is stopped, then the second one. */
static void stop_settles_with_sse(void)
{
	pmu_overflow_route(&unit_hart, true);
	unit_take(3, AUTO, EV_CACHE, 0);
	unit_take(4, AUTO, EV_CACHE, 0);
	fake.state.counter[3] = HPM_TOP - 1;
	fake.state.counter[4] = HPM_TOP - 1;
	fake.state.mip = OTHERS;
	fake_hart_run(FAKE_S, 1);
	CHECK_EQ("pending", fake.state.mip, OTHERS | LCOFI);
	CHECK_OK("stop one", unit_stop(3, 1, 0));
	CHECK_EQ("for the other", fake.state.mip, OTHERS | LCOFI);
	CHECK_OK("stop the other", unit_stop(4, 1, 0));
	CHECK_EQ("nobody is behind it", fake.state.mip, OTHERS);
}

/*
 * A pending bit without an overflow is dropped; a counter that the handler did
 * not stop keeps its overflow.
 */
static void nobody_overflew(void)
{
	pmu_overflow_route(&unit_hart, true);
	fake.state.mip = OTHERS | LCOFI;
	pmu_overflow_done(&unit_hart);
	CHECK_EQ("dropped", fake.state.mip, OTHERS);
	CHECK_EQ("on", fake.state.mie & LCOFI, LCOFI);
	unit_take(3, AUTO, EV_CACHE, 0);
	fake.state.counter[3] = HPM_TOP - 1;
	fake_hart_run(FAKE_S, 1);
	pmu_overflow_take(&unit_hart);
	pmu_overflow_done(&unit_hart);
	CHECK_EQ("comes again", fake.state.mip, OTHERS | LCOFI);
}

static void stop_leaves_delegated_interrupts(void)
{
	unit_take(3, AUTO, EV_CACHE, 0);
	fake.state.counter[3] = HPM_TOP - 1;
	fake_hart_run(FAKE_S, 1);
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK_EQ("S-mode clears it", fake.state.mip, LCOFI);
}

static const struct unit_test tests[] = {
	UNIT_TEST(route_and_back, UNIT_ALL),
	UNIT_TEST(enable_and_drop, UNIT_SSCOFPMF),
	UNIT_TEST(delegated_event, UNIT_SSCOFPMF | UNIT_INHIBIT),
	UNIT_TEST(platform_interrupt, UNIT_NO_SSCOFPMF),
	UNIT_TEST(stop_settles_with_sse, UNIT_SSCOFPMF),
	UNIT_TEST(nobody_overflew, UNIT_SSCOFPMF | UNIT_INHIBIT),
	UNIT_TEST(stop_leaves_delegated_interrupts, UNIT_SSCOFPMF),
};

UNIT_MAIN("pmu_overflow", tests)
