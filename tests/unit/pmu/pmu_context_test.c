// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_context.c: owners that take turns on a hart */
#include <string.h>

#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define OF (1ull << 63)

static struct pmu_context first, second;

/* One owner leaves the hart, and the other one enters it. */
static void turn(struct pmu_context *from, struct pmu_context *to)
{
	if (!pmu_context_pass(&unit_hart, from, to)) {
		pmu_context_leave(&unit_hart, from);
		pmu_context_enter(&unit_hart, to);
	}
	if (to && pmu_in_use(&unit_hart))
		pmu_context_settle(&unit_hart, to);
	CHECK_EQ("no fault", fake.log.faults, 0);
}

/*
 * Use all parts of the state: filters, platform counters, an area, overflows.
 */
static void busy(void)
{
	unit_snapshot(FAKE_RAM);
	unit_take(0, AUTO | 0x20, EV_CYCLES, 0);
	unit_take(3, AUTO | 0x20, EV_CACHE, 0);
	unit_take(4, 0, EV_CYCLES, 0);
	unit_take(6, 0, EV_RAW, RAW_DATA);
	unit_preset(6, 0x123456789);
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	unit_take(FW0 + 1, AUTO, EV_PLATFORM, 2);
	unit_take(FW0 + 2, 0, EV_PLATFORM, 3);
	unit_take(FW0 + 4, AUTO, EV_FW, 0);
	unit_take(FW0 + 5, 0, EV_SET_TIMER, 0);
	unit_start_at(FW0 + 5, ~0ull);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	fake_hart_fw_event(2, 7);
	fake_hart_run(FAKE_S, 99);
}

/* The struct has values of hardware counters only for owners that are away. */
static void forget_kept_values(void)
{
	unsigned int n;

	for (n = 0; n < UNIT_NUM_HW; n++)
		unit_hart.value[n] = 0;
	unit_hart.inhibit = 0;
}

/* --- the next owner ------------------------------------------------------- */

static void next_finds_nothing(void)
{
	static struct unit_state fresh;
	unsigned int n;

	fake.has.filter = true;
	unit_machine.snapshot = true;
	unit_save(&fresh);
	busy();
	if (fake.has.sscofpmf)
		fake.state.mip |= unit_machine.irq_mask;
	turn(&first, NULL);
	for (n = 0; n < FAKE_FW_COUNTERS; n++) {
		CHECK("platform counter stands", !fake.state.fw[n].running);
		CHECK_EQ("platform counter", fake.state.fw[n].value, 0);
	}
	memcpy(fake.state.fw, fresh.fake.fw, sizeof(fake.state.fw));
	CHECK("as on a new hart", unit_is(&fresh));
}

static void all_comes_back(void)
{
	static struct unit_state before;
	unsigned int round;

	fake.has.filter = true;
	busy();
	memset(&second, 0, sizeof(second));
	for (round = 0; round < 3; round++) {
		forget_kept_values();
		unit_save(&before);
		turn(&first, &second);
		unit_take(3, AUTO, EV_CYCLES, 0);
		unit_take(FW0, AUTO, EV_FW + 3, 0);
		unit_take(FW0 + 1, AUTO, EV_PLATFORM, 4);
		fake_hart_run(FAKE_S, 1000);
		fake_hart_fw_event(4, 50);
		pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
		pmu_fw_event(&unit_hart, 3);
		turn(&second, &first);
		forget_kept_values();
		CHECK("what it had", unit_is(&before));
		CHECK("taken back", !first.valid && second.valid);
		memset(&second, 0, sizeof(second));
	}
}

static void counting_goes_on(void)
{
	unit_take(3, AUTO, EV_CACHE, 0);
	unit_take(4, 0, EV_CYCLES, 0);
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	unit_take(FW0 + 1, AUTO, EV_PLATFORM, 2);
	fake_hart_run(FAKE_S, 10);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	fake_hart_fw_event(2, 5);
	turn(&first, NULL);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	fake_hart_run(FAKE_S, 100);
	turn(&second, &first);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	fake_hart_run(FAKE_S, 1);
	fake_hart_fw_event(2, 1);
	CHECK_EQ("hardware", unit_value(3), 11);
	CHECK_EQ("stopped", unit_value(4), 0);
	CHECK_EQ("firmware", unit_value(FW0), 2);
	CHECK_EQ("platform", unit_value(FW0 + 1), 6);
	turn(&first, &second);
	CHECK_EQ("cycles of the other", unit_value(0), 100);
}

/* --- overflow ------------------------------------------------------------- */

static void overflow_state(void)
{
	u64 top = 1ull << UNIT_HPM_BITS;

	unit_take(3, 0, EV_CACHE, 0);
	unit_start_at(3, top - 5);
	fake_hart_run(FAKE_S, 10);
	CHECK("overflown", fake.state.event[3] & OF);
	CHECK("pending", fake.state.mip & unit_machine.irq_mask);
	turn(&first, NULL);
	CHECK("not the other's", !(fake.state.event[3] & OF));
	CHECK_EQ("nor the interrupt", fake.state.mip, 0);
	unit_take(3, 0, EV_CYCLES, 0);
	unit_start_at(3, 1);
	pmu_context_leave(&unit_hart, &second);
	pmu_context_enter(&unit_hart, &first);
	CHECK("back", fake.state.event[3] & OF);
	CHECK_EQ("one interrupt, when all is there", fake.state.mip, 0);
	pmu_context_settle(&unit_hart, &first);
	CHECK_EQ("here it is", fake.state.mip, unit_machine.irq_mask);
	CHECK_EQ("value", unit_value(3), 5);
	fake.state.mip = 0;
	pmu_context_settle(&unit_hart, &first);
	CHECK_EQ("once", fake.state.mip, 0);
}

/*
 * With SSE M-mode takes the interrupts of one owner, and not those of the
 * other.
 */
static void routes(void)
{
	unsigned long irq = unit_machine.irq_mask;

	pmu_overflow_route(&unit_hart, true);
	pmu_overflow_enable(&unit_hart, true, false);
	fake.state.mip = irq;
	CHECK_EQ("M-mode's", fake.state.mideleg & irq, 0);
	pmu_context_leave(&unit_hart, &first);
	CHECK_EQ("in between: delegated", fake.state.mideleg & irq, irq);
	CHECK_EQ("off", fake.state.mie & irq, 0);
	pmu_context_enter(&unit_hart, NULL);
	CHECK("no SSE", !unit_hart.sse);
	fake.state.mie |= irq; /* S-mode's own sie */
	pmu_context_leave(&unit_hart, &second);
	CHECK_EQ("left to the supervisor", fake.state.mie & irq, irq);
	pmu_context_enter(&unit_hart, &first);
	CHECK_EQ("not yet", fake.state.mideleg & irq, irq);
	fake.state.mie &= ~irq; /* exchanged with sie */
	pmu_context_settle(&unit_hart, &first);
	CHECK_EQ("M-mode's again", fake.state.mideleg & irq, 0);
	CHECK_EQ("on", fake.state.mie & irq, irq);
	CHECK_EQ("pending", fake.state.mip & irq, irq);
	CHECK("SSE", unit_hart.sse && !unit_hart.num_fast);
}

/* --- no memory ------------------------------------------------------------ */

static void dropped(void)
{
	static struct unit_state fresh;

	fake.has.filter = true;
	unit_machine.snapshot = true;
	unit_save(&fresh);
	busy();
	pmu_overflow_route(&unit_hart, true);
	pmu_overflow_enable(&unit_hart, true, false);
	pmu_context_drop(&unit_hart);
	pmu_context_enter(&unit_hart, NULL);
	CHECK_EQ("platform counter", fake.state.fw[1].value, 0);
	CHECK("stands", !fake.state.fw[1].running);
	memcpy(fake.state.fw, fresh.fake.fw, sizeof(fake.state.fw));
	CHECK_EQ("delegated", fake.state.mideleg, unit_machine.irq_mask);
	fake.state.mideleg = fresh.fake.mideleg;
	CHECK("as on a new hart", unit_is(&fresh));
}

/* --- owners that have used nothing --------------------------------------- */

/* One call has the same effect as the two steps, on memory and registers. */
static void passes_as_steps(void)
{
	static struct unit_state steps;

	memset(&first, 0, sizeof(first));
	memset(&second, 0, sizeof(second));
	fake_hart_run(FAKE_S, 0x123456789);
	pmu_context_leave(&unit_hart, &first);
	pmu_context_enter(&unit_hart, &second);
	CHECK_EQ("new cycles", unit_value(0), 0);
	fake_hart_run(FAKE_S, 77);
	unit_save(&steps);
	pmu_context_leave(&unit_hart, &second);
	pmu_context_enter(&unit_hart, &first);
	CHECK("steps", first.valid == false && second.valid);
	CHECK_EQ("old cycles", unit_value(0), 0x123456789);
	fake_hart_run(FAKE_S, 3);
	CHECK("back in one go", pmu_context_pass(&unit_hart, &first, &second));
	CHECK_EQ("no fault", fake.log.faults, 0);
	CHECK("as after the steps", unit_is(&steps));
	CHECK("kept", first.valid && !second.valid);
	CHECK("and again", pmu_context_pass(&unit_hart, &second, &first));
	CHECK_EQ("old cycles", unit_value(0), 0x12345678c);
	CHECK_EQ("old instret", unit_value(2), 0x12345678c);
}

/* The context of an owner that has used nothing has no pending interrupt. */
static void nothing_is_pending(void)
{
	memset(&first, 0xff, sizeof(first));
	pmu_context_leave(&unit_hart, &first);
	CHECK("not pending", !first.pending);
	CHECK("not for M-mode", !first.enabled);
}

/* If one of them has used anything, the call is refused and changes nothing. */
static void passes_only_unused(void)
{
	static struct unit_state before;

	memset(&first, 0, sizeof(first));
	memset(&second, 0, sizeof(second));
	unit_save(&before);
	CHECK("never away", !pmu_context_pass(&unit_hart, &first, &second));
	CHECK("no memory", !pmu_context_pass(&unit_hart, NULL, &second));
	CHECK("no owner", !pmu_context_pass(&unit_hart, &first, NULL));
	CHECK("nothing done", unit_is(&before) && !first.valid);
	busy();
	turn(&first, &second);
	unit_save(&before);
	CHECK("to one who did", !pmu_context_pass(&unit_hart, &second, &first));
	CHECK("nothing done", unit_is(&before) && !second.valid);
	turn(&second, &first);
	CHECK("from one who did",
	      !pmu_context_pass(&unit_hart, &first, &second));
}

static const struct unit_test tests[] = {
	UNIT_TEST(next_finds_nothing, UNIT_ALL),
	UNIT_TEST(all_comes_back, UNIT_ALL),
	UNIT_TEST(counting_goes_on, UNIT_ALL),
	UNIT_TEST(overflow_state, UNIT_SSCOFPMF),
	UNIT_TEST(routes, UNIT_SSCOFPMF),
	UNIT_TEST(dropped, UNIT_ALL),
	UNIT_TEST(passes_as_steps, UNIT_INHIBIT),
	UNIT_TEST(passes_only_unused, UNIT_INHIBIT),
	UNIT_TEST(nothing_is_pending, UNIT_ALL),
};

UNIT_MAIN("pmu_context", tests)
