// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_hart.c: counters of a machine, start of a hart, events */
#include <string.h>

#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START

enum {
	SENT = SBI_PMU_FW_SFENCE_VMA_SENT,
	RECEIVED = SBI_PMU_FW_SFENCE_VMA_RCVD,
};

/* --- machine -------------------------------------------------------------- */

static void machine_counters(void)
{
	static const struct {
		const char *name;
		u32 hpm_mask, num_hw, fw32, fw64;
	} rows[] = {
		{ "no hpm", 0, 3, 22, 22 },
		{ "one", 1u << 3, 4, 22, 22 },
		{ "the last with all", 1u << 9, 10, 22, 22 },
		{ "one more", 1u << 10, 11, 22, 22 },
		{ "QEMU", 0x7fff8, 19, 22, 22 },
		{ "no 3", 0x7fff0, 19, 16, 22 },
		{ "no 11", 0x7f7f8, 19, 22, 22 },
		{ "holes", 1u << 30, 31, 11, 22 },
		{ "all", ~7u, 32, 22, 22 },
	};
	struct pmu_machine m;
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		memset(&m, 0xff, sizeof(m));
		pmu_machine_init(&m, rows[i].hpm_mask);
		CHECK_EQ(rows[i].name, m.num_hw,
			 fake.has.xlen == 32 && rows[i].num_hw > 24 ?
				 24 :
				 rows[i].num_hw);
		CHECK_EQ(rows[i].name, m.num_fw,
			 fake.has.xlen == 32 ? rows[i].fw32 : rows[i].fw64);
		CHECK_EQ(rows[i].name, m.map_count, 0);
		CHECK_EQ(rows[i].name, m.irq_mask, 0);
		CHECK(rows[i].name, !m.snapshot && !m.linux_restart);
	}
}

/* --- hart ----------------------------------------------------------------- */

static void hart_init_registers(void)
{
	CHECK_EQ("gates", fake.state.inhibit, fake.has.inhibit ? UNIT_HPM : 0);
	CHECK_EQ("present", unit_hart.present,
		 (bits_low64(UNIT_NUM) & ~bits_low64(UNIT_NUM_HW)) | UNIT_HPM |
			 5);
	CHECK_EQ("started", unit_hart.started, 0);
	CHECK_EQ("configured", unit_hart.configured, 0);
	CHECK_EQ("snapshot", unit_hart.snapshot, PMU_NO_SNAPSHOT);
	fake_hart_run(FAKE_M, 5);
	CHECK_EQ("M-mode", fake.state.counter[0], fake.has.smcntrpmf ? 0 : 5);
	CHECK_EQ("M-mode", fake.state.counter[2], fake.has.smcntrpmf ? 0 : 5);
	fake_hart_run(FAKE_S, 5);
	CHECK_EQ("mcycle runs", fake.state.counter[0] % 5, 0);
	CHECK("minstret runs", fake.state.counter[2]);
	CHECK_EQ("hpm stands", fake.state.counter[3], 0);
}

/* A hart that stops and starts again has no state from before. */
static void hart_init_forgets(void)
{
	static struct unit_state fresh;
	struct pmu_hart_features has = unit_hart.has;
	u64 mcycle, minstret;

	fake.has.filter = true;
	unit_save(&fresh);
	unit_snapshot(FAKE_RAM);
	unit_take(0, AUTO | 0x20, EV_CYCLES, 0);
	unit_take(3, AUTO | 0x20, EV_CACHE, 0);
	unit_take(6, 0, EV_RAW, RAW_DATA);
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	unit_take(FW0 + 1, 0, EV_PLATFORM, 2);
	unit_take(FW0 + 4, AUTO, EV_FW, 0);
	unit_take(FW0 + 5, 0, EV_SET_TIMER, 0);
	unit_start_at(FW0 + 5, ~0ull);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	fake_hart_run(FAKE_S, 99);
	CHECK_OK("stop", unit_stop(3, 1, 0));
	pmu_overflow_route(&unit_hart, true);
	pmu_overflow_route(&unit_hart, false);
	unit_hart.sse = true;
	pmu_hart_suspend(&unit_hart);
	mcycle = fake.state.counter[0];
	minstret = fake.state.counter[2];
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	CHECK_EQ("mcycle is not lost", fake.state.counter[0], mcycle);
	CHECK_EQ("minstret is not lost", fake.state.counter[2], minstret);
	fake.state.counter[0] = fresh.fake.counter[0];
	fake.state.counter[2] = fresh.fake.counter[2];
	fake.state.mideleg = fresh.fake.mideleg;
	fake.state.irq_enabled = fresh.fake.irq_enabled;
	unit_machine.snapshot = false;
	CHECK("as new", unit_is(&fresh));
}

/* After a hart's stop the platform's timers for it must be stopped. */
static void hart_exit_stops(void)
{
	static struct unit_state fresh;

	unit_save(&fresh);
	unit_take(3, AUTO, EV_CACHE, 0);
	unit_take(FW0 + 1, AUTO, EV_PLATFORM, 2);
	unit_take(FW0 + 4, AUTO, EV_FW, 0);
	CHECK("runs", fake.state.irq_enabled && fake.state.fw[1].running);
	pmu_hart_exit(&unit_hart);
	CHECK_EQ("interrupts", fake.state.irq_enabled, 0);
	CHECK("platform counter", !fake.state.fw[1].running);
	memcpy(fake.state.fw, fresh.fake.fw, sizeof(fake.state.fw));
	CHECK("as new", unit_is(&fresh));
}

/* --- firmware events ------------------------------------------------------ */

static void unknown_codes_are_ignored(void)
{
	static const u32 codes[] = { SBI_PMU_FW_MAX, 31,     32, 255,
				     0xfffe,	     0xffff, ~0u };
	static struct unit_state before;
	unsigned int i;

	unit_take(FW0 + 1, AUTO, EV_PLATFORM, 1);
	unit_save(&before);
	for (i = 0; i < array_size(codes); i++) {
		pmu_fw_event(&unit_hart, codes[i]);
		CHECK("nothing", unit_is(&before));
	}
}

/* --- many events at once --------------------------------------------------- */

/*
 * Many events have the effect of single ones, on running counters of that event
 * only.
 */
static void many_events(void)
{
	unit_take(FW0, AUTO, EV_FW + RECEIVED, 0);
	unit_take(FW0 + 1, AUTO, EV_FW + SENT, 0);
	unit_take(FW0 + 2, 0, EV_FW + RECEIVED, 0);
	pmu_fw_events(&unit_hart, RECEIVED, 3);
	CHECK_EQ("running", unit_value(FW0), 3);
	CHECK_EQ("another event", unit_value(FW0 + 1), 0);
	CHECK_EQ("stopped", unit_value(FW0 + 2), 0);
	pmu_fw_events(&unit_hart, RECEIVED, 0);
	CHECK_EQ("none", unit_value(FW0), 3);
	pmu_fw_events(&unit_hart, RECEIVED, -1);
	CHECK_EQ("one taken back", unit_value(FW0), 2);
	pmu_fw_event(&unit_hart, RECEIVED);
	CHECK_EQ("one more", unit_value(FW0), 3);
}

/* --- the fast path -------------------------------------------------------- */

/* If only registers have state, calls may be answered without C. */
static void fast_where_nothing_else_happens(void)
{
	struct pmu_hart_features has = unit_hart.has;

	CHECK_EQ("what is told apart first", unit_hart.eid, SBI_EXT_PMU);
	CHECK_EQ("hooks", unit_hart.num_fast, 0);
	has.plain = true;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	CHECK_EQ("plain", unit_hart.num_fast, has.inhibit ? UNIT_NUM : 0);
	pmu_overflow_route(&unit_hart, true);
	CHECK_EQ("interrupts to M-mode", unit_hart.num_fast, 0);
	pmu_overflow_route(&unit_hart, false);
	CHECK_EQ("back", unit_hart.num_fast, has.inhibit ? UNIT_NUM : 0);
	pmu_overflow_route(&unit_hart, true);
	pmu_hart_exit(&unit_hart);
	CHECK_EQ("the next owner", unit_hart.num_fast,
		 has.inhibit ? UNIT_NUM : 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(machine_counters, UNIT_ALL),
	UNIT_TEST(hart_init_registers, UNIT_ALL),
	UNIT_TEST(hart_init_forgets, UNIT_ALL),
	UNIT_TEST(hart_exit_stops, UNIT_ALL),
	UNIT_TEST(unknown_codes_are_ignored, UNIT_ALL),
	UNIT_TEST(many_events, UNIT_ALL),
	UNIT_TEST(fast_where_nothing_else_happens, UNIT_ALL),
};

UNIT_MAIN("pmu_hart", tests)
