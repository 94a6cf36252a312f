// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu: the state of a hart and of its owners after each step */
#include <string.h>

#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define RESET SBI_PMU_STOP_FLAG_RESET

static struct pmu_context first, second;

/* --- as new ------------------------------------------------------------------ */

/* The machine's memory may have any old contents. */
static void machine_from_garbage(void)
{
	static struct pmu_machine m;
	unsigned int fill;

	for (fill = 0; fill < 0x100; fill += 0xff) {
		memset(&m, (int)fill, sizeof(m));
		pmu_machine_init(&m, UNIT_HPM_MACHINE);
		CHECK_EQ("hidden", m.hidden, 0);
		CHECK("loses", !m.loses);
	}
}

/* With direct access to memory, short lists need no mapping. */
static void hart_from_garbage(void)
{
	struct pmu_hart_features has = unit_hart.has;
	unsigned int fill;

	for (fill = 0; fill < 0x100; fill += 0xff) {
		memset(&unit_hart, (int)fill, sizeof(unit_hart));
		pmu_hart_init(&unit_hart, &unit_machine, &has);
		CHECK_EQ("short lists", !!unit_hart.info_short, has.direct);
		CHECK("not touched", !unit_hart.touched);
	}
}

/* --- one counter -------------------------------------------------------------- */

/* A freed counter has the state of an unused one. */
static void reset_forgets_the_event(void)
{
	u64 none = unit_hart.hw_event[3];

	unit_take(3, AUTO, EV_CACHE, 0);
	CHECK("an event", unit_hart.hw_event[3] != none);
	CHECK_OK("reset", unit_stop(3, 1, RESET));
	CHECK_EQ("none", unit_hart.hw_event[3], none);
}

/* A board without hooks. */
static void plain(void)
{
	struct pmu_hart_features has = unit_hart.has;

	has.plain = true;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
}

/* No hook is called. */
static void plain_harts_call_no_hooks(void)
{
	plain();
	fake.state.irq_enabled = ~0u;
	unit_take(3, AUTO, EV_CACHE, 0);
	CHECK_EQ("configured", fake.state.irq_enabled, ~0u);
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK_EQ("stopped", fake.state.irq_enabled, ~0u);
}

/* --- state that must be saved -------------------------------------------- */

static void touched_by_each(void)
{
	CHECK("not yet", !unit_hart.touched);
	unit_machine.snapshot = true;
	unit_snapshot(FAKE_RAM);
	CHECK("an area", unit_hart.touched);
	unit_reset();
	pmu_predict_set(&unit_hart, true);
	CHECK("prediction", unit_hart.touched);
	unit_reset();
	pmu_overflow_route(&unit_hart, true);
	CHECK("an event of SSE", unit_hart.touched);
}

/* From then on starts must be reported, which the fast entry cannot do. */
static void prediction_is_not_fast(void)
{
	plain();
	CHECK("before", unit_hart.num_fast);
	pmu_predict_set(&unit_hart, true);
	CHECK_EQ("at once", unit_hart.num_fast, 0);
	pmu_predict_set(&unit_hart, false);
	CHECK("and again", unit_hart.num_fast);
}

/* --- owners -------------------------------------------------------------------- */

/*
 * Between two owners no counter counts, not even one that an owner uses by
 * registers.
 */
static void all_stand_in_between(void)
{
	fake.state.inhibit = 0;
	pmu_context_leave(&unit_hart, &first);
	CHECK_EQ("of one who used nothing", fake.state.inhibit & 0x5d, 0x5d);
	CHECK_EQ("kept", first.hart.inhibit & 0x5d, 0);
	pmu_context_enter(&unit_hart, &first);
	unit_take(3, AUTO, EV_CACHE, 0);
	fake.state.inhibit &= ~5u;
	pmu_context_leave(&unit_hart, &first);
	CHECK_EQ("of one who did", fake.state.inhibit & 0x5d, 0x5d);
	CHECK_EQ("kept", first.hart.inhibit & 5, 0);
}

/* A context's memory may have any old contents. */
static void contexts_from_garbage(void)
{
	memset(&first, 0xff, sizeof(first));
	pmu_context_leave(&unit_hart, &first);
	CHECK("unused", !first.hart.touched);
	pmu_context_enter(&unit_hart, &first);
	if (!unit_hart.has.inhibit)
		return;
	memset(&second, 0, sizeof(second));
	pmu_context_leave(&unit_hart, &second);
	pmu_context_enter(&unit_hart, NULL);
	memset(&first, 0xff, sizeof(first));
	fake.state.inhibit |= 4;
	CHECK("in one go", pmu_context_pass(&unit_hart, &first, &second));
	CHECK("nothing pends", !first.pending && !first.enabled);
	CHECK("unused", !first.hart.touched);
	CHECK_EQ("what stood", first.hart.inhibit & 5, 4);
}

/* Interrupts are enabled once for each time that an owner enters. */
static void settles_once(void)
{
	unsigned long irq = unit_machine.irq_mask;

	pmu_overflow_route(&unit_hart, true);
	pmu_overflow_enable(&unit_hart, true, false);
	pmu_context_leave(&unit_hart, &first);
	pmu_context_enter(&unit_hart, &first);
	pmu_context_settle(&unit_hart, &first);
	CHECK_EQ("on", fake.state.mie & irq, irq);
	pmu_overflow_enable(&unit_hart, false, false);
	pmu_context_settle(&unit_hart, &first);
	CHECK_EQ("not again", fake.state.mie & irq, 0);
}

/* --- counters of S-mode --------------------------------------------------------- */

/* Fixed counters run from boot: without filters they have no owner. */
static void fixed_counters_without_filters(void)
{
	struct pmu_hart_features has = unit_hart.has;

	has.delegated = true;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	fake.state.inhibit &= ~5u;
	CHECK_RET("mcycle", unit_config(0, 1, 0, EV_CYCLES, 0), SBI_SUCCESS, 0);
	CHECK_RET("minstret", unit_config(2, 1, 0, EV_INSTRUCTIONS, 0),
		  SBI_SUCCESS, 2);
}

/* --- events ---------------------------------------------------------------------- */

/*
 * SBI defines three operations on a cache; the fourth number is not an event.
 */
static void undefined_operations(void)
{
	unsigned int result;

	for (result = 0; result < 2; result++)
		CHECK_RET("none",
			  unit_config(0, 0x5d, 0, EV_CACHE + 6 + result, 0),
			  SBI_ERR_NOT_SUPPORTED, 0);
}

/* --- raw events ------------------------------------------------------------------ */

/*
 * For an event each mask is looked up only once, also if several rows have it.
 */
static void masks_are_kept_once(void)
{
	struct pmu_machine *m = &unit_machine;
	unsigned int n;

	m->map_count = 0;
	for (n = 0; n < 8; n++) {
		CHECK("row", pmu_map_add_raw(m, n << 8, ~0xffull, 0x08));
		CHECK("row", pmu_map_add_raw(m, n << 8, ~0x7full, 0x10));
	}
	pmu_machine_prepare(m);
	CHECK_EQ("masks", m->raw_mask_count, 2);
}

static const struct unit_test tests[] = {
	UNIT_TEST(machine_from_garbage, UNIT_ALL),
	UNIT_TEST(hart_from_garbage, UNIT_ALL),
	UNIT_TEST(reset_forgets_the_event, UNIT_ALL),
	UNIT_TEST(plain_harts_call_no_hooks, UNIT_INHIBIT),
	UNIT_TEST(touched_by_each, UNIT_ALL),
	UNIT_TEST(prediction_is_not_fast, UNIT_INHIBIT),
	UNIT_TEST(all_stand_in_between, UNIT_INHIBIT),
	UNIT_TEST(contexts_from_garbage, UNIT_ALL),
	UNIT_TEST(settles_once, UNIT_SSCOFPMF),
	UNIT_TEST(fixed_counters_without_filters,
		  UNIT_SSCOFPMF | UNIT_NO_SMCNTRPMF),
	UNIT_TEST(undefined_operations, UNIT_ALL),
	UNIT_TEST(masks_are_kept_once, UNIT_ONE),
};

UNIT_MAIN("pmu_state", tests)
