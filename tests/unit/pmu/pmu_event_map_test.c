// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_map.c: rows of the event map, and the prepared map */
#include "unit.h"

static void map_add_rows(void)
{
	static const struct {
		const char *name;
		u32 first, last, counters;
		bool added;
	} rows[] = {
		{ "one event", 8, 8, 0x08, true },
		{ "same again", 8, 8, 0x10, false },
		{ "range", 0x10008, 0x1000b, 0x08, true },
		{ "its first", 0x10008, 0x10008, 0x08, false },
		{ "its last", 0x1000b, 0x1000b, 0x08, false },
		{ "over its start", 0x10006, 0x10008, 0x08, false },
		{ "over its end", 0x1000b, 0x1000d, 0x08, false },
		{ "around it", 0x10006, 0x1000d, 0x08, false },
		{ "next to its start", 0x10006, 0x10007, 0x08, true },
		{ "next to its end", 0x1000c, 0x1000c, 0x08, true },
		{ "backwards", 10, 9, 0x08, false },
		{ "last before raw", 0x1ffff, 0x1ffff, 0x08, true },
		{ "raw", 0x20000, 0x20000, 0x08, false },
		{ "into raw", 0x1fff0, 0x20000, 0x08, false },
		{ "fixed counter", 9, 9, 0x09, false },
		{ "time", 9, 9, 0x0a, false },
		{ "minstret", 9, 9, 0x0c, false },
	};
	unsigned int i;
	u32 count;

	unit_machine.map_count = 0;
	for (i = 0; i < array_size(rows); i++) {
		count = unit_machine.map_count;
		CHECK_EQ(rows[i].name,
			 pmu_map_add(&unit_machine, rows[i].first, rows[i].last,
				     rows[i].counters),
			 rows[i].added);
		CHECK_EQ(rows[i].name, unit_machine.map_count,
			 count + rows[i].added);
	}
}

static void map_add_raw_rows(void)
{
	struct pmu_machine *m = &unit_machine;

	m->map_count = 0;
	CHECK("first", pmu_map_add_raw(m, 0x200, ~0xffull, 0x08));
	CHECK("same", !pmu_map_add_raw(m, 0x200, ~0xffull, 0x10));
	CHECK("other mask", pmu_map_add_raw(m, 0x200, ~0x1ffull, 0x10));
	CHECK("other select", pmu_map_add_raw(m, 0x300, ~0xffull, 0x40));
	CHECK("fixed counters", !pmu_map_add_raw(m, 0x400, ~0xffull, 0x09));
	CHECK_EQ("rows", m->map_count, 3);
	pmu_machine_prepare(m);
	CHECK_RET("both rows that match count",
		  unit_config(4, 1, 0, EV_RAW, 0x210), SBI_SUCCESS, 4);
	CHECK_RET("the other's", unit_config(3, 1, 0, EV_RAW2, 0x210),
		  SBI_SUCCESS, 3);
	CHECK_RET("one row matches", unit_config(6, 1, 0, EV_RAW, 0x210),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK("does not clash with general 0",
	      pmu_map_add(m, 0x10000, 0x10000, 8) &&
		      pmu_map_add_raw(m, 0, 0, 8));
}

static void map_full(void)
{
	struct pmu_machine *m = &unit_machine;
	u32 n;

	m->map_count = 0;
	for (n = 0; n < PMU_MAP_MAX; n++)
		CHECK("room", pmu_map_add(m, 0x10000 + n, 0x10000 + n, 8));
	CHECK("full", !pmu_map_add(m, 0x11000, 0x11000, 8));
	CHECK("full for raw", !pmu_map_add_raw(m, 1, 1, 8));
	CHECK_EQ("rows", m->map_count, PMU_MAP_MAX);
}

/* Rows of the machine may have counters that do not exist. */
static void map_counters_beyond(void)
{
	struct pmu_hart_features has = unit_hart.has;

	unit_machine.map_count = 0;
	assert_true(pmu_map_add(&unit_machine, 3, 3, 0xfffffff8));
	pmu_machine_prepare(&unit_machine);
	has.hpm_mask |= 0xffff0000;
	fake.has.hpm_mask = has.hpm_mask;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	CHECK_RET("a firmware index", unit_config(FW0 + 8, 1, 0, 3, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_RET("a real one", unit_config(3, 3, 0, 3, 0), SBI_SUCCESS, 3);
}

/* --- raw events, prepared ------------------------------------------------- */

/* Set of all counters for a raw event, found by calls; they are freed again. */
static u32 raw_counters(u64 event_data)
{
	u32 found = 0;
	struct sbiret ret;

	for (;;) {
		ret = unit_config(0, UNIT_HPM | 5, 0, EV_RAW2, event_data);
		if (ret.error)
			break;
		CHECK("a free one", !(found & BIT64(ret.value)));
		found |= (u32)BIT64(ret.value);
	}
	CHECK_EQ("no more", ret.error, SBI_ERR_NOT_SUPPORTED);
	if (found)
		CHECK_RET("free", unit_stop(0, found, SBI_PMU_STOP_FLAG_RESET),
			  SBI_ERR_ALREADY_STOPPED, 0);
	return found;
}

/* The same set, from the rows one after the other. */
static u32 raw_expected(u64 event_data)
{
	u32 counters = 0, n;

	for (n = 0; n < unit_machine.map_count; n++)
		if ((event_data & unit_machine.map[n].select_mask) ==
		    unit_machine.map[n].select)
			counters |= unit_machine.map[n].counters;
	return counters & UNIT_HPM;
}

static u32 raw_row_counters(u32 n)
{
	static const u8 some[] = { 0x08, 0x10, 0x40, 0x50, 0x80 };

	return some[n % array_size(some)];
}

static void check_raw(const char *row, u64 event_data)
{
	CHECK_EQ(row, raw_counters(event_data), raw_expected(event_data));
}

/*
 * More rows than buckets, so rows share a bucket; each row is found, and no
 * other.
 */
static void raw_rows_of_one_mask(void)
{
	struct pmu_machine *m = &unit_machine;
	u32 n;

	m->map_count = 0;
	for (n = 1; n <= PMU_MAP_MAX; n++)
		CHECK("room", pmu_map_add_raw(m, n << 8, 0xffffff00,
					      raw_row_counters(n)));
	CHECK("full", !pmu_map_add_raw(m, 1, 1, 8));
	pmu_machine_prepare(m);
	for (n = 0; n <= PMU_MAP_MAX + 1; n++) {
		check_raw("lowest", (u64)n << 8 | !n);
		check_raw("highest", (u64)n << 8 | 0xff);
	}
}

/* The same number of masks as rows; masks overlap. */
static void raw_rows_of_many_masks(void)
{
	struct pmu_machine *m = &unit_machine;
	u64 data = 1;
	u32 n;

	m->map_count = 0;
	for (n = 1; n <= PMU_MAP_MAX; n++)
		CHECK("room", pmu_map_add_raw(m, n & ~(n >> 1), n * 0x101,
					      raw_row_counters(n)));
	pmu_machine_prepare(m);
	for (n = 1; n < 0x400; n++)
		check_raw("small", n);
	for (n = 0; n < 200; n++) {
		data = data * 6364136223846793005ull + 1442695040888963407ull;
		check_raw("any", (u32)(data >> 33) | 1);
	}
}

static void raw_rows_of_odd_masks(void)
{
	struct pmu_machine *m = &unit_machine;
	u64 top = fake.has.xlen == 64 || fake.has.sscofpmf ? BIT64(55) :
							     BIT64(31);

	m->map_count = 0;
	assert_true(pmu_map_add_raw(m, 0x30, 0x10, 0x08));
	assert_true(pmu_map_add_raw(m, top | 1, ~0ull, 0x10));
	pmu_machine_prepare(m);
	CHECK_EQ("selects what its mask hides", raw_counters(0x30), 0);
	CHECK_EQ("all bits", raw_counters(top | 1), 0x10);
	CHECK_EQ("less", raw_counters(1), 0);
	assert_true(pmu_map_add_raw(m, 0, 0, 0x40));
	pmu_machine_prepare(m);
	CHECK_EQ("no bits", raw_counters(0x30), 0x40);
	CHECK_EQ("both", raw_counters(top | 1), 0x50);
}

static const struct unit_test tests[] = {
	UNIT_TEST(map_add_rows, UNIT_ONE),
	UNIT_TEST(map_add_raw_rows, UNIT_ALL),
	UNIT_TEST(map_full, UNIT_ONE),
	UNIT_TEST(map_counters_beyond, UNIT_ALL),
	UNIT_TEST(raw_rows_of_one_mask, UNIT_ALL),
	UNIT_TEST(raw_rows_of_many_masks, UNIT_ALL),
	UNIT_TEST(raw_rows_of_odd_masks, UNIT_ALL),
};

UNIT_MAIN("pmu_event_map", tests)
