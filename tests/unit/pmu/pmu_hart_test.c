// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_hart.c: counters of a machine, start of a hart, events */
#include <string.h>

#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define RESET SBI_PMU_STOP_FLAG_RESET

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

/*
 * For each number of counters: the results of num_counters, get_info and a full
 * set.
 */
static void machines_of_every_size(void)
{
	struct pmu_hart_features has = unit_hart.has;
	unsigned int top, idx, num, want;
	struct sbiret ret;

	for (top = 2; top < 32; top++) {
		has.hpm_mask = (u32)(bits_low64(top + 1) & ~7ull);
		fake.has.hpm_mask = has.hpm_mask;
		pmu_machine_init(&unit_machine, has.hpm_mask);
		pmu_hart_init(&unit_hart, &unit_machine, &has);
		num = CALL(SBI_EXT_PMU_NUM_COUNTERS, 0).value;
		want = top + 1 + 22;
		if (fake.has.xlen == 32 && top > 23)
			want = 24 + 22;
		CHECK_EQ("counters", num, want);
		for (idx = 0; idx < num; idx++) {
			ret = CALL(SBI_EXT_PMU_COUNTER_GET_INFO, idx);
			CHECK_EQ("exists", ret.error,
				 idx == 1 ? SBI_ERR_INVALID_PARAM : 0);
			CHECK_EQ("firmware", ret.value >> (fake.has.xlen - 1),
				 idx > top ||
					 (fake.has.xlen == 32 && idx > 23));
		}
		unit_own_all();
		for (idx = 0; idx < num; idx += fake.has.xlen)
			CHECK_OK("start all",
				 unit_start(idx,
					    bits_low64(num - idx) &
						    bits_low64(fake.has.xlen),
					    0, 0));
		CHECK_EQ("all", unit_hart.started, bits_low64(num) & ~2ull);
		CHECK_RET("one behind", CALL(SBI_EXT_PMU_COUNTER_GET_INFO, num),
			  SBI_ERR_INVALID_PARAM, 0);
		CHECK_RET("set over the end", unit_stop(num - 1, 3, 0),
			  SBI_ERR_INVALID_PARAM, 0);
		CHECK_RET("set behind the end", unit_stop(num, 1, 0),
			  SBI_ERR_INVALID_PARAM, 0);
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

/* Harts may differ; all have the machine's indices. */
static void hart_with_other_counters(void)
{
	struct pmu_hart_features has = unit_hart.has;

	fake.has.hpm_mask = 0xffff0010;
	has.hpm_mask = fake.has.hpm_mask;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	CHECK_EQ("hardware", unit_hart.present & bits_low64(UNIT_NUM_HW), 0x15);
	CHECK_RET("fewer", unit_start(3, 1, 0, 0), SBI_ERR_INVALID_PARAM, 0);
	unit_hart.configured = BIT64(4);
	CHECK_OK("own", unit_start(4, 1, 0, 0));
	CHECK_EQ("16 is no counter of the machine", fake.log.counter_writes[16],
		 0);
	CHECK_RET("cache", unit_config(4, 1, 0, EV_CACHE, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_OK("stop", unit_stop(4, 1, SBI_PMU_STOP_FLAG_RESET));
	CHECK_RET("cache", unit_config(4, 1, 0, EV_CACHE, 0), SBI_SUCCESS, 4);
}

/* --- firmware events ------------------------------------------------------ */

static void every_firmware_event(void)
{
	unsigned int code, other;

	for (code = 0; code < SBI_PMU_FW_MAX; code++) {
		unit_reset();
		unit_take(FW0, AUTO, EV_FW + code, 0);
		for (other = 0; other < 300; other++)
			if (other != code)
				pmu_fw_event(&unit_hart, other);
		CHECK_EQ("others", unit_value(FW0), 0);
		pmu_fw_event(&unit_hart, code);
		pmu_fw_event(&unit_hart, code);
		CHECK_EQ("its own", unit_value(FW0), 2);
	}
}

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

static void several_counters_on_one_event(void)
{
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	unit_take(FW0 + 7, AUTO, EV_SET_TIMER, 0);
	unit_take(FW0 + 21, 0, EV_SET_TIMER, 0);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_OK("start the third", unit_start(FW0 + 21, 1, 0, 0));
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_OK("stop the first", unit_stop(FW0, 1, 0));
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("first", unit_value(FW0), 2);
	CHECK_EQ("second", unit_value(FW0 + 7), 3);
	CHECK_EQ("third", unit_value(FW0 + 21), 2);
	CHECK_EQ("no other", unit_value(FW0 + 9), 0);
}

static void last_firmware_counter(void)
{
	unsigned int last = UNIT_NUM - 1;

	unit_take(last, AUTO, EV_SET_TIMER, 0);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("value", unit_value(last), 1);
	CHECK_OK("stop", unit_stop(last, 1, RESET));
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("value", unit_value(last), 1);
}

/*
 * Overflow bits of the first and third firmware counter, which the call stops.
 */
static u64 fw_overflown(void)
{
	long error = unit_stop(FW0, 5, SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT).error;

	CHECK("stop", !error || error == SBI_ERR_ALREADY_STOPPED);
	return fake_hart_ram_u64(FAKE_RAM);
}

static void firmware_counters_are_64_bits(void)
{
	u64 both = fake.has.sscofpmf ? 5 : 0, first = both & 1;

	unit_snapshot(FAKE_RAM);
	unit_take(FW0, 0, EV_SET_TIMER, 0);
	unit_take(FW0 + 2, 0, EV_SET_TIMER, 0);
	unit_start_at(FW0, 0xffffffff);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("carry", unit_value(FW0), 0x100000000ull);
	CHECK_EQ("no overflow", fw_overflown(), 0);
	unit_start_at(FW0, ~0ull);
	CHECK_EQ("before", unit_value(FW0), ~0ull);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("wrapped", unit_value(FW0), 0);
	CHECK_EQ("overflow", fw_overflown(), first);
	CHECK_EQ("still known", fw_overflown(), first);
	CHECK_OK("start", unit_start(FW0, 1, 0, 0));
	CHECK_EQ("new start", fw_overflown(), 0);
	unit_start_at(FW0, ~0ull);
	unit_start_at(FW0 + 2, ~0ull);
	CHECK_EQ("not yet", fw_overflown(), 0);
	CHECK_OK("start", unit_start(FW0, 5, 0, 0));
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("both", fw_overflown(), both);
}

/* A stopped counter does not count events, however often it is stopped. */
static void stopped_counters_stand_still(void)
{
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_OK("stop", unit_stop(FW0, 1, 0));
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_RET("stop again", unit_stop(FW0, 1, 0), SBI_ERR_ALREADY_STOPPED,
		  0);
	CHECK_EQ("value", unit_value(FW0), 1);
	CHECK_OK("start", unit_start(FW0, 1, 0, 0));
	CHECK_RET("start again", unit_start(FW0, 1, 1, 9),
		  SBI_ERR_ALREADY_STARTED, 0);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("value", unit_value(FW0), 2);
}

/* A counter without an event keeps its value. */
static void no_event_counts_nothing(void)
{
	unsigned int code;

	unit_take(FW0, 0, EV_SET_TIMER, 0);
	unit_preset(FW0, 41);
	CHECK_RET("reset", unit_stop(FW0, 1, SBI_PMU_STOP_FLAG_RESET),
		  SBI_ERR_ALREADY_STOPPED, 0);
	for (code = 0; code < 40; code++)
		pmu_fw_event(&unit_hart, code);
	CHECK_EQ("no event", unit_value(FW0), 41);
	CHECK_RET("start", unit_start(FW0, 1, 0, 0), SBI_ERR_INVALID_PARAM, 0);
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
	UNIT_TEST(machines_of_every_size, UNIT_ALL),
	UNIT_TEST(hart_init_registers, UNIT_ALL),
	UNIT_TEST(hart_init_forgets, UNIT_ALL),
	UNIT_TEST(hart_exit_stops, UNIT_ALL),
	UNIT_TEST(hart_with_other_counters, UNIT_ALL),
	UNIT_TEST(every_firmware_event, UNIT_ALL),
	UNIT_TEST(unknown_codes_are_ignored, UNIT_ALL),
	UNIT_TEST(several_counters_on_one_event, UNIT_ALL),
	UNIT_TEST(last_firmware_counter, UNIT_ALL),
	UNIT_TEST(firmware_counters_are_64_bits, UNIT_ALL),
	UNIT_TEST(stopped_counters_stand_still, UNIT_ALL),
	UNIT_TEST(no_event_counts_nothing, UNIT_ALL),
	UNIT_TEST(many_events, UNIT_ALL),
	UNIT_TEST(fast_where_nothing_else_happens, UNIT_ALL),
};

int main(void)
{
	return unit_main("pmu_hart", tests, array_size(tests));
}
