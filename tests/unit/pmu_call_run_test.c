// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_call.c: start, stop, and reads of firmware counters */
#include "unit.h"

#define SET_VALUE SBI_PMU_START_FLAG_SET_INIT_VALUE
#define FROM_SNAPSHOT SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT
#define RESET SBI_PMU_STOP_FLAG_RESET
#define TAKE_SNAPSHOT SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT

#define INVALID SBI_ERR_INVALID_PARAM
#define ALREADY_STARTED SBI_ERR_ALREADY_STARTED
#define ALREADY_STOPPED SBI_ERR_ALREADY_STOPPED

/* --- start ---------------------------------------------------------------- */

static void start_values(void)
{
	static const u64 values[] = {
		0, 1, 0xffffffff, 0x100000000, 0x7fffabcd1234, 0xffffffffffff
	};
	unsigned int i;

	for (i = 0; i < array_size(values); i++) {
		unit_reset();
		unit_take(3, 0, EV_CACHE, 0);
		unit_take(FW0, 0, EV_SET_TIMER, 0);
		unit_take(FW0 + 1, 0, EV_PLATFORM, 1);
		CHECK_OK("hardware", unit_start(3, 1, SET_VALUE, values[i]));
		CHECK_OK("firmware", unit_start(FW0, 1, SET_VALUE, values[i]));
		CHECK_OK("platform",
			 unit_start(FW0 + 1, 1, SET_VALUE, values[i]));
		CHECK_EQ("hardware", unit_value(3), values[i]);
		CHECK_EQ("firmware", unit_value(FW0), values[i]);
		CHECK_EQ("platform", unit_value(FW0 + 1), values[i]);
	}
}

static void start_keeps_value_without_flag(void)
{
	unit_take(6, 0, EV_CACHE, 0);
	unit_take(FW0, 0, EV_SET_TIMER, 0);
	unit_preset(6, 1234);
	unit_preset(FW0, 4321);
	CHECK_OK("start", unit_start(6, 5, 0, 99));
	CHECK_EQ("hardware", unit_value(6), 1234);
	CHECK_EQ("firmware", unit_value(FW0), 4321);
}

static void start_set_same_value(void)
{
	unit_take(0, 0, EV_CYCLES, 0);
	unit_take(4, 0, EV_CACHE, 0);
	unit_take(FW0 + 9, 0, EV_SET_TIMER, 0);
	CHECK_OK("start", unit_start(0, 1ul << (FW0 + 9) | 0x11, SET_VALUE,
				     0x123456789ull));
	CHECK_EQ("mcycle", unit_value(0), 0x123456789ull);
	CHECK_EQ("hpm", unit_value(4), 0x123456789ull);
	CHECK_EQ("firmware", unit_value(FW0 + 9), 0x123456789ull);
}

/* Rows: running counters, the set, the results. */
static const struct mixed_row {
	const char *name;
	u64 running;
	unsigned long base, mask;
	long start, stop; /* error codes */
} mixed_rows[] = {
	{ "none runs", 0, 3, 3, SBI_SUCCESS, ALREADY_STOPPED },
	{ "all run", 0x18, 3, 3, ALREADY_STARTED, SBI_SUCCESS },
	{ "first runs", 0x08, 3, 3, ALREADY_STARTED, ALREADY_STOPPED },
	{ "last runs", 0x10, 3, 3, ALREADY_STARTED, ALREADY_STOPPED },
	{ "another runs", 0x40, 3, 3, SBI_SUCCESS, ALREADY_STOPPED },
	{ "firmware, first runs", 1ull << FW0, FW0, 3, ALREADY_STARTED,
	  ALREADY_STOPPED },
	{ "firmware, last runs", 2ull << FW0, FW0, 3, ALREADY_STARTED,
	  ALREADY_STOPPED },
	{ "hardware runs, firmware not", 0x40, 6, 0x5, ALREADY_STARTED,
	  ALREADY_STOPPED },
	{ "firmware runs, hardware not", 1ull << FW0, 6, 0x5, ALREADY_STARTED,
	  ALREADY_STOPPED },
	{ "mcycle runs", 1, 0, 0x1d, ALREADY_STARTED, ALREADY_STOPPED },
};

static u64 row_set(const struct mixed_row *row)
{
	return (u64)row->mask << row->base & ~2ull;
}

static void mixed_prepare(const struct mixed_row *row)
{
	unsigned int idx;

	unit_reset();
	unit_take(0, 0, EV_CYCLES, 0);
	unit_take(2, 0, EV_INSTRUCTIONS, 0);
	unit_take(3, 0, EV_CACHE, 0);
	unit_take(4, 0, EV_CACHE, 0);
	unit_take(6, 0, EV_CACHE, 0);
	unit_take(FW0, 0, EV_SET_TIMER, 0);
	unit_take(FW0 + 1, 0, EV_SET_TIMER, 0);
	bits_for_each(idx, row->running)
		CHECK_OK(row->name, unit_start(idx, 1, SET_VALUE, 100));
}

static void start_mixed_sets(void)
{
	const struct mixed_row *row;
	unsigned int idx;

	for (row = mixed_rows; row < mixed_rows + array_size(mixed_rows);
	     row++) {
		mixed_prepare(row);
		CHECK_RET(row->name,
			  unit_start(row->base, row->mask, SET_VALUE, 50),
			  row->start, 0);
		CHECK_EQ(row->name, unit_hart.started,
			 row->running | row_set(row));
		bits_for_each(idx, row->running)
			CHECK_EQ(row->name, unit_value(idx), 100);
		bits_for_each(idx, row_set(row) & ~row->running)
			CHECK_EQ(row->name, unit_value(idx), 50);
	}
}

static void stop_mixed_sets(void)
{
	const struct mixed_row *row;

	for (row = mixed_rows; row < mixed_rows + array_size(mixed_rows);
	     row++) {
		mixed_prepare(row);
		CHECK_RET(row->name, unit_stop(row->base, row->mask, 0),
			  row->stop, 0);
		CHECK_EQ(row->name, unit_hart.started,
			 row->running & ~row_set(row));
	}
}

/* --- reset ---------------------------------------------------------------- */

static void stop_reset_frees(void)
{
	const struct mixed_row *row;
	u64 all;

	for (row = mixed_rows; row < mixed_rows + array_size(mixed_rows);
	     row++) {
		mixed_prepare(row);
		all = unit_hart.configured;
		CHECK_RET(row->name, unit_stop(row->base, row->mask, RESET),
			  row->stop, 0);
		CHECK_EQ(row->name, unit_hart.configured, all & ~row_set(row));
		CHECK_EQ(row->name, unit_hart.started,
			 row->running & ~row_set(row));
	}
}

static void stop_without_reset_keeps(void)
{
	unit_take(FW0, SBI_PMU_CFG_FLAG_AUTO_START, EV_SET_TIMER, 0);
	CHECK_OK("stop", unit_stop(FW0, 1, 0));
	CHECK_OK("start", unit_start(FW0, 1, 0, 0));
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("still that event", unit_value(FW0), 1);
	CHECK_OK("reset", unit_stop(FW0, 1, RESET));
	CHECK_RET("no event", unit_start(FW0, 1, 0, 0), SBI_ERR_INVALID_PARAM,
		  0);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("no event", unit_value(FW0), 1);
}

static void stop_fixed_that_run_freely(void)
{
	CHECK_RET("mcycle", unit_stop(0, 5, 0), ALREADY_STOPPED, 0);
	fake_hart_run(FAKE_S, 1);
	CHECK_EQ("mcycle", fake.state.counter[0], fake.has.inhibit ? 0 : 1);
	CHECK_EQ("minstret", fake.state.counter[2], fake.has.inhibit ? 0 : 1);
}

/* --- refusals by the platform -------------------------------------------- */

enum {
	PLATFORM_SET = 7
}; /* fw0 has SET_TIMER, fw1 and fw2 are the platform's */

static void platform_prepare(void)
{
	unit_reset();
	unit_take(FW0, 0, EV_SET_TIMER, 0);
	unit_take(FW0 + 1, 0, EV_PLATFORM, 1);
	unit_take(FW0 + 2, 0, EV_PLATFORM, 2);
}

static void start_fails_on_the_nth(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = 1;; n++) {
		platform_prepare();
		fake.log.fail_at = n;
		ret = unit_start(FW0, PLATFORM_SET, 0, 0);
		if (!fake.log.failed)
			break;
		CHECK_RET("refused", ret, SBI_ERR_FAILED, 0);
		CHECK_EQ("the others run", unit_hart.started,
			 (PLATFORM_SET & ~(1ull << n)) << FW0);
		CHECK_EQ("really", fake.state.fw[3 - n].running, true);
		CHECK_EQ("really not", fake.state.fw[n].running, false);
	}
	CHECK_OK("all", ret);
	CHECK_EQ("two fallible steps", n, 3);
}

static void stop_fails_on_the_nth(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = 1;; n++) {
		platform_prepare();
		CHECK_OK("start", unit_start(FW0, PLATFORM_SET, 0, 0));
		fake.log.fail_at = n;
		ret = unit_stop(FW0, PLATFORM_SET, RESET);
		if (!fake.log.failed)
			break;
		CHECK_RET("refused", ret, SBI_ERR_FAILED, 0);
		CHECK_EQ("it still runs", unit_hart.started, 1ull << (FW0 + n));
		CHECK_EQ("and keeps its event", unit_hart.configured,
			 1ull << (FW0 + n));
		fake.log.fail_at = 0;
		CHECK_OK("again", unit_stop(FW0 + n, 1, RESET));
	}
	CHECK_OK("all", ret);
	CHECK_EQ("two fallible steps", n, 3);
}

static void all_refused(void)
{
	platform_prepare();
	fake.log.fail_at = 1;
	fake.log.fail_on = true;
	CHECK_RET("start", unit_start(FW0, PLATFORM_SET, 0, 0), SBI_ERR_FAILED,
		  0);
	CHECK_EQ("none", unit_hart.started, 1ull << FW0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0, PLATFORM_SET, 0, 0));
	fake.log.fail_at = 1;
	fake.log.fail_on = true;
	CHECK_RET("stop", unit_stop(FW0, PLATFORM_SET, RESET), SBI_ERR_FAILED,
		  0);
	CHECK_EQ("both", unit_hart.started, 6ull << FW0);
	CHECK_EQ("both", unit_hart.configured, 6ull << FW0);
}

/*
 * The call returns the error of the first counter with one, in the order of
 * indices.
 */
static void first_error_wins(void)
{
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 2, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("refused, then started", unit_start(FW0 + 1, 3, 0, 0),
		  SBI_ERR_FAILED, 0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 1, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("started, then refused", unit_start(FW0 + 1, 3, 0, 0),
		  ALREADY_STARTED, 0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 1, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("refused, then stopped", unit_stop(FW0 + 1, 3, 0),
		  SBI_ERR_FAILED, 0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 2, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("stopped, then refused", unit_stop(FW0 + 1, 3, 0),
		  ALREADY_STOPPED, 0);
	fake.log.fail_at = 0;
}

/* --- no snapshot area ----------------------------------------------------- */

static void snapshot_flags_without_area(void)
{
	unit_take(FW0, SBI_PMU_CFG_FLAG_AUTO_START, EV_SET_TIMER, 0);
	unit_take(FW0 + 1, 0, EV_SET_TIMER, 0);
	CHECK_RET("not offered: stop", unit_stop(FW0, 1, TAKE_SNAPSHOT),
		  SBI_ERR_NO_SHMEM, 0);
	CHECK_RET("start", unit_start(FW0 + 1, 1, FROM_SNAPSHOT, 0),
		  SBI_ERR_NO_SHMEM, 0);
	unit_machine.snapshot = true;
	CHECK_RET("not set: stop", unit_stop(FW0, 1, TAKE_SNAPSHOT | RESET),
		  SBI_ERR_NO_SHMEM, 0);
	CHECK_RET("start", unit_start(FW0 + 1, 1, FROM_SNAPSHOT, 0),
		  SBI_ERR_NO_SHMEM, 0);
	CHECK_RET("the set is judged first", unit_stop(5, 1, TAKE_SNAPSHOT),
		  INVALID, 0);
	CHECK_RET("the set is judged first", unit_start(5, 1, FROM_SNAPSHOT, 0),
		  INVALID, 0);
}

/* --- fw_read, fw_read_hi -------------------------------------------------- */

static void fw_read_halves(void)
{
	u64 value = 0xfedcba9876543210ull;

	unit_take(FW0, 0, EV_SET_TIMER, 0);
	unit_preset(FW0, value);
	CHECK_RET("low", CALL(SBI_EXT_PMU_COUNTER_FW_READ, FW0), SBI_SUCCESS,
		  unit_xlen(value));
	CHECK_RET("high", CALL(SBI_EXT_PMU_COUNTER_FW_READ_HI, FW0),
		  SBI_SUCCESS, fake.has.xlen == 32 ? value >> 32 : 0);
}

static void fw_read_platform(void)
{
	unit_take(FW0 + 1, SBI_PMU_CFG_FLAG_AUTO_START, EV_PLATFORM, 3);
	fake_hart_fw_event(3, 0x700000009ull);
	fake_hart_fw_event(4, 1);
	CHECK_EQ("the platform's value", unit_value(FW0 + 1), 0x700000009ull);
}

static void fw_read_which(void)
{
	static const unsigned long wrong[] = {
		0, 1, 2, 3, 5, 6, 7, 64, 1000, 1ul << 31, 0x100000008ul, ~0ul
	};
	unsigned int last = UNIT_NUM - 1, i;
	unsigned long fid;

	for (fid = SBI_EXT_PMU_COUNTER_FW_READ;
	     fid <= SBI_EXT_PMU_COUNTER_FW_READ_HI; fid++) {
		for (i = 0; i < array_size(wrong); i++)
			if (unit_xlen(wrong[i]) != FW0)
				CHECK_RET("no firmware counter",
					  CALL(fid, wrong[i]), INVALID, 0);
		CHECK_RET("one behind", CALL(fid, last + 1), INVALID, 0);
		CHECK_OK("first, not configured", CALL(fid, FW0));
		CHECK_OK("last, not configured", CALL(fid, last));
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(start_values, UNIT_ALL),
	UNIT_TEST(start_keeps_value_without_flag, UNIT_ALL),
	UNIT_TEST(start_set_same_value, UNIT_ALL),
	UNIT_TEST(start_mixed_sets, UNIT_ALL),
	UNIT_TEST(stop_mixed_sets, UNIT_ALL),
	UNIT_TEST(stop_reset_frees, UNIT_ALL),
	UNIT_TEST(stop_without_reset_keeps, UNIT_ALL),
	UNIT_TEST(stop_fixed_that_run_freely, UNIT_ALL),
	UNIT_TEST(start_fails_on_the_nth, UNIT_ALL),
	UNIT_TEST(stop_fails_on_the_nth, UNIT_ALL),
	UNIT_TEST(all_refused, UNIT_ALL),
	UNIT_TEST(first_error_wins, UNIT_ALL),
	UNIT_TEST(snapshot_flags_without_area, UNIT_ALL),
	UNIT_TEST(fw_read_halves, UNIT_ALL),
	UNIT_TEST(fw_read_platform, UNIT_ALL),
	UNIT_TEST(fw_read_which, UNIT_ALL),
};

int main(void)
{
	return unit_main("pmu_call_run", tests, array_size(tests));
}
