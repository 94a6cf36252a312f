// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_call.c: arguments, counter sets, the error tables */
#include "unit.h"

#define SKIP SBI_PMU_CFG_FLAG_SKIP_MATCH
#define CLEAR SBI_PMU_CFG_FLAG_CLEAR_VALUE
#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define SET_VALUE SBI_PMU_START_FLAG_SET_INIT_VALUE
#define FROM_SNAPSHOT SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT
#define TAKE_SNAPSHOT SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT

#define INVALID SBI_ERR_INVALID_PARAM
#define ALL_ONES (~0ul)

static void unknown_functions(void)
{
	static const unsigned long fids[] = {
		9, 10, 255, 1ul << 31, 0x100000000ul, ALL_ONES
	};
	unsigned int i;

	for (i = 0; i < array_size(fids); i++) {
		if (unit_xlen(fids[i]) != fids[i] && fids[i] != ALL_ONES)
			continue;
		CHECK_RET("function", CALL(fids[i], 0), SBI_ERR_NOT_SUPPORTED,
			  0);
	}
}

static void num_counters(void)
{
	CHECK_RET("whatever the arguments",
		  CALL(SBI_EXT_PMU_NUM_COUNTERS, 1, 2, 3, 4, 5, 6), SBI_SUCCESS,
		  UNIT_NUM);
}

static void get_info(void)
{
	unsigned long fw = 1ul << (fake.has.xlen - 1) | 39 << 12;
	unsigned long last = UNIT_NUM - 1;
	const struct {
		const char *name;
		unsigned long idx;
		long error;
		unsigned long value;
	} rows[] = {
		{ "mcycle", 0, SBI_SUCCESS, 0xc00 | 63 << 12 },
		{ "time", 1, INVALID, 0 },
		{ "minstret", 2, SBI_SUCCESS, 0xc02 | 63 << 12 },
		{ "first hpm", 3, SBI_SUCCESS, 0xc03 | 47 << 12 },
		{ "second", 4, SBI_SUCCESS, 0xc04 | 47 << 12 },
		{ "hole", 5, INVALID, 0 },
		{ "behind the hole", 6, SBI_SUCCESS, 0xc06 | 47 << 12 },
		{ "this hart lacks it", 7, INVALID, 0 },
		{ "first firmware", FW0, SBI_SUCCESS, fw },
		{ "last firmware", last, SBI_SUCCESS, fw },
		{ "one behind", last + 1, INVALID, 0 },
		{ "64", 64, INVALID, 0 },
		{ "upper half not dropped", unit_xlen(0x100000000ull) ?: 64,
		  INVALID, 0 },
		{ "top bit", 1ul << 31, INVALID, 0 },
		{ "all ones", ALL_ONES, INVALID, 0 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_RET(rows[i].name,
			  CALL(SBI_EXT_PMU_COUNTER_GET_INFO, rows[i].idx),
			  rows[i].error, rows[i].value);
}

/* --- counter sets --------------------------------------------------------- */

static const struct set_row {
	const char *name;
	unsigned long base, mask;
	long error; /* INVALID or 0 */
} set_rows[] = {
	{ "one counter", 3, 1, 0 },
	{ "several", 2, 7, 0 },
	{ "across to firmware counters", 6, 1 | 4, 0 },
	{ "time inside a larger set", 0, 0x1f, 0 },
	{ "time at the end", 0, 3, 0 },
	{ "time at the start", 1, 3, 0 },
	{ "empty mask", 3, 0, INVALID },
	{ "time alone", 1, 1, INVALID },
	{ "time alone, by mask", 0, 2, INVALID },
	{ "hole", 5, 1, INVALID },
	{ "hole inside", 3, 0xf, INVALID },
	{ "hole of this hart", 7, 1, INVALID },
	{ "hole of this hart inside", 6, 7, INVALID },
	{ "base behind the last", 64, 1, INVALID },
	{ "base all ones", ALL_ONES, 1, INVALID },
	{ "base wraps to a counter", ALL_ONES - 2, 1ul << 6, INVALID },
	{ "base upper half", 0x100000003ul, 1, INVALID },
	{ "base 1 << 63", 1ul << 63, 1, INVALID },
	{ "base 1 << 31", 1ul << 31, 1, INVALID },
	{ "mask leaves the range", FW0, ALL_ONES, INVALID },
	{ "mask all ones", 0, ALL_ONES, INVALID },
	{ "a bit shifted out", 40, 1ul << 31 | 1, INVALID },
};

static bool set_row_fits(const struct set_row *row)
{
	return row->base == ALL_ONES || unit_xlen(row->base) == row->base ||
	       row->base == ALL_ONES - 2;
}

static struct sbiret set_config(const struct set_row *row);

/* Each set in a call whose other arguments are valid. */
static void set_rows_run(struct sbiret (*call)(const struct set_row *row))
{
	const struct set_row *row;
	struct sbiret ret;

	for (row = set_rows; row < set_rows + array_size(set_rows); row++) {
		if (!set_row_fits(row))
			continue;
		unit_reset();
		if (call != set_config)
			unit_own_all();
		ret = call(row);
		CHECK_EQ(row->name, ret.error == INVALID,
			 row->error == INVALID);
	}
}

static struct sbiret set_config(const struct set_row *row)
{
	return unit_config(row->base, row->mask, 0, EV_CYCLES, 0);
}

static struct sbiret set_start(const struct set_row *row)
{
	return unit_start(row->base, row->mask, 0, 0);
}

static struct sbiret set_stop(const struct set_row *row)
{
	return unit_stop(row->base, row->mask, 0);
}

static struct sbiret set_start_snapshot(const struct set_row *row)
{
	unit_snapshot(FAKE_RAM);
	return unit_start(row->base, row->mask, FROM_SNAPSHOT, 0);
}

static struct sbiret set_stop_snapshot(const struct set_row *row)
{
	unit_snapshot(FAKE_RAM);
	return unit_stop(row->base, row->mask, TAKE_SNAPSHOT);
}

static void counter_sets(void)
{
	set_rows_run(set_config);
	set_rows_run(set_start);
	set_rows_run(set_stop);
	set_rows_run(set_start_snapshot);
	set_rows_run(set_stop_snapshot);
}

/* Every set of two counters, compared with the counters that exist. */
static void counter_sets_every_pair(void)
{
	u64 present = unit_hart.present, set;
	unsigned long base, bit;
	bool legal;

	unit_own_all();
	for (base = 0; base < 70; base++) {
		for (bit = 1; bit < fake.has.xlen; bit++) {
			unit_hart.started = 0;
			set = base < 64 ? BIT64(base) & ~2ull : 0;
			legal = base + bit < UNIT_NUM;
			if (legal)
				set |= BIT64(base + bit) & ~2ull;
			legal = legal && !(set & ~present);
			CHECK_EQ("pair",
				 unit_start(base, 1 | 1ul << bit, 0, 0).error,
				 legal ? SBI_SUCCESS : INVALID);
			CHECK_EQ("members", unit_hart.started, legal ? set : 0);
		}
	}
}

static void set_of_all_counters(void)
{
	unsigned long mask = unit_xlen(bits_low64(UNIT_NUM));
	struct pmu_hart_features has = unit_hart.has;

	has.hpm_mask |= (u32)(BIT64(5) | BIT64(7));
	fake.has.hpm_mask = has.hpm_mask;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	CHECK_RET("first free", unit_config(0, mask, 0, EV_SET_TIMER, 0),
		  SBI_SUCCESS, FW0);
}

/* --- flags ---------------------------------------------------------------- */

/* Every bit from first up is reserved, alone and together with valid bits. */
static void reserved_flags(unsigned int first,
			   struct sbiret (*call)(unsigned long flags))
{
	unsigned int bit;

	for (bit = first; bit < fake.has.xlen; bit++) {
		CHECK_RET("alone", call(1ul << bit), INVALID, 0);
		CHECK_RET("with a defined one", call(1ul << bit | 1), INVALID,
			  0);
	}
	CHECK_RET("all ones", call(ALL_ONES), INVALID, 0);
}

static struct sbiret flags_config(unsigned long flags)
{
	return unit_config(FW0, 1, flags, EV_SET_TIMER, 0);
}

static struct sbiret flags_start(unsigned long flags)
{
	return unit_start(FW0, 1, flags, 0);
}

static struct sbiret flags_stop(unsigned long flags)
{
	return unit_stop(FW0, 1, flags);
}

static void flags_reserved(void)
{
	unit_snapshot(FAKE_RAM);
	reserved_flags(8, flags_config);
	reserved_flags(2, flags_start);
	CHECK_EQ("nothing started", unit_hart.started, 0);
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	reserved_flags(2, flags_stop);
	CHECK_EQ("still running", unit_hart.started, BIT64(FW0));
}

static void start_flags_exclude_each_other(void)
{
	unit_snapshot(FAKE_RAM);
	unit_take(FW0, 0, EV_SET_TIMER, 0);
	CHECK_RET("both", unit_start(FW0, 1, SET_VALUE | FROM_SNAPSHOT, 1),
		  INVALID, 0);
	CHECK_OK("one", unit_start(FW0, 1, FROM_SNAPSHOT, 1));
}

/* --- config_matching ------------------------------------------------------ */

static const struct {
	const char *name;
	unsigned int counter;
	unsigned long event_idx;
	u64 event_data;
} events[] = {
	{ "cycles on mcycle", 0, EV_CYCLES, 0 },
	{ "cycles on hpm", 3, EV_CYCLES, 0 },
	{ "instructions on minstret", 2, EV_INSTRUCTIONS, 0 },
	{ "instructions on hpm", 4, EV_INSTRUCTIONS, 0 },
	{ "general", 6, EV_REFERENCES, 0 },
	{ "cache", 3, EV_CACHE + 2, 0 },
	{ "raw", 6, EV_RAW, RAW_DATA },
	{ "raw v2", 3, EV_RAW2, RAW_DATA },
	{ "firmware", FW0 + 4, EV_SET_TIMER, 0 },
	{ "platform", FW0 + 2, EV_PLATFORM, 7 },
};

static bool counter_runs(unsigned int idx)
{
	u64 before = unit_value(idx);

	fake_hart_run(FAKE_U, 1);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	fake_hart_fw_event(7, 1);
	return unit_value(idx) != before;
}

/* Without mcountinhibit the two fixed counters never stop. */
static bool counter_can_stop(unsigned int idx)
{
	return idx > 2 || fake.has.inhibit;
}

/* Every defined flag with every type of event. */
static void config_flags_on_every_type(void)
{
	bool filtered;
	unsigned long flags;
	unsigned int i, idx;

	for (i = 0; i < array_size(events); i++) {
		for (flags = 0; flags < 256; flags++) {
			idx = events[i].counter;
			unit_reset();
			unit_take(idx, 0, events[i].event_idx,
				  events[i].event_data);
			unit_preset(idx, 77);
			CHECK_RET(events[i].name,
				  unit_config(idx, 1, flags | SKIP,
					      events[i].event_idx,
					      events[i].event_data),
				  SBI_SUCCESS, idx);
			CHECK_EQ(events[i].name, unit_value(idx),
				 flags & CLEAR ? 0 : 77);
			CHECK_EQ(events[i].name, unit_hart.started,
				 flags & AUTO ? BIT64(idx) : 0);
			filtered = flags & SBI_PMU_CFG_FLAG_SET_UINH &&
				   idx < FW0 &&
				   (idx < 3 ? fake.has.smcntrpmf :
					      fake.has.sscofpmf);
			CHECK_EQ(events[i].name, counter_runs(idx),
				 (flags & AUTO || !counter_can_stop(idx)) &&
					 !filtered);
		}
	}
}

static void config_not_supported(void)
{
	const struct {
		const char *name;
		unsigned long base, mask, flags, event_idx;
		u64 event_data;
	} rows[] = {
		{ "no event", 0, 0x5d, 0, 0, 0 },
		{ "general code 11", 0, 0x5d, 0, 11, 0 },
		{ "unmapped", 0, 0x5d, 0, EV_UNMAPPED, 0 },
		{ "mapped where this hart has none", 0, 0x5d, 0, EV_NOWHERE,
		  0 },
		{ "mapped elsewhere", 3, 1, 0, EV_REFERENCES, 0 },
		{ "cycles not in the set", 6, 1, 0, EV_CYCLES, 0 },
		{ "cycles on a firmware counter", FW0, 1, 0, EV_CYCLES, 0 },
		{ "cycles on minstret", 2, 1, 0, EV_CYCLES, 0 },
		{ "instructions on mcycle", 0, 1, 0, EV_INSTRUCTIONS, 0 },
		{ "general event with data", 0, 0x5d, 0, EV_CYCLES, 1 },
		{ "data in the upper half", 0, 0x5d, 0, EV_CYCLES, 1ull << 32 },
		{ "cache event with data", 0, 0x5d, 0, EV_CACHE, 1 },
		{ "reserved event_idx bit 20", 0, 0x5d, 0, EV_CYCLES | 1 << 20,
		  0 },
		{ "reserved event_idx bit 31", 0, 0x5d, 0,
		  EV_CYCLES | 1ul << 31, 0 },
		{ "firmware event on hardware", 3, 1, 0, EV_SET_TIMER, 0 },
		{ "firmware event with data", FW0, 1, 0, EV_SET_TIMER, 1 },
		{ "firmware code 22", FW0, 1, 0, EV_FW + 22, 0 },
		{ "implementation's own", FW0, 1, 0, EV_FW + 256, 0 },
		{ "code 65534", FW0, 1, 0, EV_FW + 65534, 0 },
		{ "platform event, unknown", FW0 + 1, 1, 0, EV_PLATFORM,
		  UNIT_FW_EVENTS + 1 },
		{ "platform event, 33 bits", FW0 + 1, 1, 0, EV_PLATFORM,
		  0x100000001ull },
		{ "platform event elsewhere", FW0, 1, 0, EV_PLATFORM, 1 },
		{ "platform event on hardware", 3, 1, 0, EV_PLATFORM, 1 },
		{ "skip: cannot count it", 3, 9, SKIP, EV_REFERENCES, 0 },
		{ "skip: hardware on firmware", FW0, 1, SKIP | CLEAR | AUTO,
		  EV_CYCLES, 0 },
		{ "skip: firmware on minstret", 2, 1, SKIP | CLEAR | AUTO,
		  EV_SET_TIMER, 0 },
		{ "skip: cycles on minstret", 2, 1, SKIP, EV_CYCLES, 0 },
		{ "skip: undefined event", FW0, 1, SKIP, EV_FW + 99, 0 },
		{ "skip: no event", 0, 1, SKIP, 0, 0 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_RET(rows[i].name,
			  unit_config(rows[i].base, rows[i].mask, rows[i].flags,
				      rows[i].event_idx, rows[i].event_data),
			  SBI_ERR_NOT_SUPPORTED, 0);
}

static void config_upper_half_of_event_idx(void)
{
	unsigned int bit;

	for (bit = 20; bit < 64; bit++)
		CHECK_RET("reserved bit",
			  unit_config(0, 1, 0, EV_CYCLES | 1ul << bit, 0),
			  SBI_ERR_NOT_SUPPORTED, 0);
}

/* A started or configured counter has an owner. */
static void config_takes_free_counters_only(void)
{
	unsigned long all = 0x5d;

	CHECK_RET("first", unit_config(0, all, 0, EV_CACHE, 0), SBI_SUCCESS, 3);
	CHECK_RET("second", unit_config(0, all, 0, EV_CACHE, 0), SBI_SUCCESS,
		  4);
	CHECK_RET("start what was never configured", unit_start(6, 1, 0, 0),
		  INVALID, 0);
	CHECK_RET("third", unit_config(0, all, 0, EV_CACHE, 0), SBI_SUCCESS, 6);
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	CHECK_OK("stop keeps it", unit_stop(3, 1, 0));
	CHECK_RET("still taken", unit_config(0, all, 0, EV_CACHE, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_RET("reset", unit_stop(3, 1, SBI_PMU_STOP_FLAG_RESET),
		  SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_RET("free again", unit_config(0, all, 0, EV_CACHE, 0),
		  SBI_SUCCESS, 3);
}

static void config_fixed_counters_count_once(void)
{
	CHECK_RET("mcycle", unit_config(0, 0x1d, 0, EV_CYCLES, 0), SBI_SUCCESS,
		  0);
	CHECK_RET("then hpm", unit_config(0, 0x1d, 0, EV_CYCLES, 0),
		  SBI_SUCCESS, 3);
	CHECK_RET("minstret", unit_config(0, 0x1d, 0, EV_INSTRUCTIONS, 0),
		  SBI_SUCCESS, 2);
	CHECK_RET("set without it", unit_config(3, 3, 0, EV_INSTRUCTIONS, 0),
		  SBI_SUCCESS, 4);
	CHECK_RET("all taken", unit_config(0, 0x1d, 0, EV_CYCLES, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
}

static void config_prefers_hpm(void)
{
	unit_hart.has.prefer_hpm = true;
	CHECK_RET("cycles", unit_config(0, 0x5d, 0, EV_CYCLES, 0), SBI_SUCCESS,
		  3);
	CHECK_RET("instructions", unit_config(0, 0x5d, 0, EV_INSTRUCTIONS, 0),
		  SBI_SUCCESS, 4);
	CHECK_RET("else mcycle", unit_config(0, 0x5d, 0, EV_CYCLES, 0),
		  SBI_SUCCESS, 0);
	CHECK_RET("and minstret", unit_config(0, 5, 0, EV_INSTRUCTIONS, 0),
		  SBI_SUCCESS, 2);
}

static void config_skip_match(void)
{
	unit_take(3, SKIP, EV_CACHE, 0);
	CHECK_RET("another event on the same",
		  unit_config(3, 0x9, SKIP, EV_RAW, RAW_DATA), SBI_SUCCESS, 3);
	CHECK_EQ("selector",
		 fake.has.inhibit ? fake.state.event[3] & 0xfff : RAW_DATA,
		 RAW_DATA);
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	CHECK_RET("started", unit_config(3, 1, SKIP, EV_CACHE, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_RET("only the first", unit_config(3, 3, SKIP, EV_CACHE, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_RET("firmware counter",
		  unit_config(FW0 + 3, 5, SKIP, EV_SET_TIMER, 0), SBI_SUCCESS,
		  FW0 + 3);
	CHECK_RET("time is passed over",
		  unit_config(1, 3, SKIP, EV_INSTRUCTIONS, 0), SBI_SUCCESS, 2);
}

static void config_error_order(void)
{
	CHECK_RET("bad set, bad event", unit_config(5, 1, 0, 0, 0), INVALID, 0);
	CHECK_RET("bad flags, bad event", unit_config(0, 1, 0x100, 0, 0),
		  INVALID, 0);
}

static void config_auto_start_refused(void)
{
	fake.log.fail_at = 1;
	CHECK_RET("platform says no",
		  unit_config(FW0 + 1, 1, AUTO | CLEAR, EV_PLATFORM, 1),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK("asked", fake.log.failed);
	fake.log.fail_at = 0;
	CHECK_EQ("not started", unit_hart.started, 0);
	CHECK_RET("free as before",
		  unit_config(FW0 + 1, 1, AUTO, EV_PLATFORM, 1), SBI_SUCCESS,
		  FW0 + 1);
}

static const struct unit_test tests[] = {
	UNIT_TEST(unknown_functions, UNIT_ALL),
	UNIT_TEST(num_counters, UNIT_ALL),
	UNIT_TEST(get_info, UNIT_ALL),
	UNIT_TEST(counter_sets, UNIT_ALL),
	UNIT_TEST(counter_sets_every_pair, UNIT_ALL),
	UNIT_TEST(set_of_all_counters, UNIT_ALL),
	UNIT_TEST(flags_reserved, UNIT_ALL),
	UNIT_TEST(start_flags_exclude_each_other, UNIT_ALL),
	UNIT_TEST(config_flags_on_every_type, UNIT_ALL),
	UNIT_TEST(config_not_supported, UNIT_ALL),
	UNIT_TEST(config_upper_half_of_event_idx, UNIT_RV64),
	UNIT_TEST(config_takes_free_counters_only, UNIT_ALL),
	UNIT_TEST(config_fixed_counters_count_once, UNIT_ALL),
	UNIT_TEST(config_prefers_hpm, UNIT_ALL),
	UNIT_TEST(config_skip_match, UNIT_ALL),
	UNIT_TEST(config_error_order, UNIT_ALL),
	UNIT_TEST(config_auto_start_refused, UNIT_ALL),
};

int main(void)
{
	return unit_main("pmu_call", tests, array_size(tests));
}
