// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_snapshot.c: the area, its slots and its overflow bitmap */
#include <hart/fields.h>
#include <string.h>

#include "unit.h"

#define FROM_SNAPSHOT SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT
#define TAKE SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT
#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define NO_SHMEM SBI_ERR_NO_SHMEM

#define AREA FAKE_RAM_TOP /* in the second range, up to its end */
#define BITMAP AREA
#define SLOT(n) (AREA + 8 + 8 * (n))
#define OF (1ull << 63)

static struct sbiret set_shmem(u64 low, u64 high, unsigned long flags)
{
	return CALL(SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, low, high, flags);
}

static void set_shmem_rows(void)
{
	static const struct {
		const char *name;
		u64 low, high, flags;
		long error;
	} rows[] = {
		{ "page", FAKE_RAM, 0, 0, SBI_SUCCESS },
		{ "last page", AREA + 4096, 0, 0, SBI_SUCCESS },
		{ "flags", FAKE_RAM, 0, 1, SBI_ERR_INVALID_PARAM },
		{ "top flag", FAKE_RAM, 0, 1ull << 31, SBI_ERR_INVALID_PARAM },
		{ "flags when clearing", ~0ull, ~0ull, 1,
		  SBI_ERR_INVALID_PARAM },
		{ "half a page off", FAKE_RAM + 2048, 0, 0,
		  SBI_ERR_INVALID_PARAM },
		{ "a byte off", FAKE_RAM + 1, 0, 0, SBI_ERR_INVALID_PARAM },
		{ "low all ones only", ~0ull, 0, 0, SBI_ERR_INVALID_PARAM },
		{ "high all ones only", FAKE_RAM, ~0ull, 0,
		  SBI_ERR_INVALID_ADDRESS },
		{ "address beyond XLEN", FAKE_RAM, 1, 0,
		  SBI_ERR_INVALID_ADDRESS },
		{ "page 0", 0, 0, 0, SBI_ERR_INVALID_ADDRESS },
		{ "in front of memory", FAKE_RAM - 4096, 0, 0,
		  SBI_ERR_INVALID_ADDRESS },
		{ "behind memory", FAKE_RAM + FAKE_RAM_SIZE, 0, 0,
		  SBI_ERR_INVALID_ADDRESS },
		{ "clear", ~0ull, ~0ull, 0, SBI_SUCCESS },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		CHECK_RET("not offered",
			  set_shmem(rows[i].low, rows[i].high, rows[i].flags),
			  SBI_ERR_NOT_SUPPORTED, 0);
		unit_machine.snapshot = true;
		CHECK_RET(rows[i].name,
			  set_shmem(rows[i].low, rows[i].high, rows[i].flags),
			  rows[i].error, 0);
		unit_machine.snapshot = false;
	}
}

/* The domain's memory can change after the area was set. */
static void area_is_checked_at_every_use(void)
{
	unit_snapshot(AREA);
	unit_own_all();
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("stop", unit_stop(3, 1, TAKE), NO_SHMEM, 0);
	CHECK_EQ("not stopped", unit_hart.started, 8);
	fake.log.fail_at = 1;
	CHECK_RET("start", unit_start(4, 1, FROM_SNAPSHOT, 0), NO_SHMEM, 0);
	CHECK_EQ("not started", unit_hart.started, 8);
	fake.log.fail_at = 0;
}

/* Memory without a mapping is checked when the area is set, and then used. */
static void area_is_checked_once(void)
{
	unit_snapshot(AREA);
	unit_own_all();
	CHECK_OK("start", unit_start(3, 1, FROM_SNAPSHOT, 0));
	CHECK_EQ("no check", fake.log.checks, 0);
	CHECK_OK("stop", unit_stop(3, 1, TAKE));
	CHECK_EQ("no check", fake.log.checks, 0);
	pmu_snapshot_recheck(&unit_hart);
	CHECK_EQ("recheck", fake.log.checks, 1);
	CHECK_EQ("the area", fake.log.check[0].address, AREA);
	CHECK_EQ("all of it", fake.log.check[0].size, 4096);
	CHECK_OK("start", unit_start(3, 1, FROM_SNAPSHOT, 0));
	CHECK_EQ("still good", fake.log.checks, 0);
}

/*
 * The domain has changed: there is no area until the memory is accessible
 * again.
 */
static void area_is_taken_away(void)
{
	unit_snapshot(AREA);
	unit_own_all();
	CHECK_OK("start", unit_start(3, 1, 1, 77));
	fake.log.fail_at = 1;
	pmu_snapshot_recheck(&unit_hart);
	CHECK("asked", fake.log.failed);
	fake.log.failed = false;
	fake.log.fail_at = 1;
	fake.log.fail_on = true;
	CHECK_RET("stop", unit_stop(3, 1, TAKE), NO_SHMEM, 0);
	CHECK_RET("start", unit_start(4, 1, FROM_SNAPSHOT, 0), NO_SHMEM, 0);
	CHECK_EQ("as before", unit_hart.started, 8);
	CHECK_EQ("not written", fake_hart_ram_u64(SLOT(0)), 0);
	fake.log.fail_at = 0;
	fake.log.fail_on = false;
	pmu_snapshot_recheck(&unit_hart);
	CHECK_OK("stop", unit_stop(3, 1, TAKE));
	CHECK_EQ("no check", fake.log.checks, 0);
	CHECK_EQ("written", fake_hart_ram_u64(SLOT(0)), 77);
}

/* --- slots ---------------------------------------------------------------- */

static const struct slot_row {
	const char *name;
	unsigned long base, mask;
} slot_rows[] = {
	{ "one", 3, 1 },
	{ "two together", 3, 3 },
	{ "with a hole", 3, 0xb },
	{ "base without slot 0", 2, 0x16 },
	{ "all hardware", 0, 0x5d },
	{ "across time", 0, 0x1f },
	{ "hardware and firmware", 6, 0x15 },
	{ "firmware", FW0 + 1, 7 },
	{ "sixteen", FW0, 0xffff },
	{ "seventeen", FW0, 0x1ffff },
	{ "all firmware", FW0, 0x3fffff },
	{ "from the last hardware counter", 6, 0xfffffd },
	{ "every other", FW0, 0x155555 },
};

static u64 row_set(const struct slot_row *row)
{
	return (u64)row->mask << row->base & ~2ull;
}

static u64 slot_value(unsigned int idx)
{
	return 0x123400000000ull + idx * 0x101;
}

/* All counters run, each with its own value, and memory has random contents. */
static void slots_prepare(u64 area)
{
	u64 set = unit_hart.present;
	unsigned int idx;

	unit_reset();
	memset(fake.state.ram, 0xcc, sizeof(fake.state.ram));
	unit_snapshot(area);
	unit_take(FW0 + 1, 0, EV_PLATFORM, 1);
	unit_own_all();
	bits_for_each(idx, set)
		CHECK_OK("start", unit_start(idx, 1, 1, slot_value(idx)));
}

static void slots_taken(void)
{
	static u8 want[FAKE_RAM_TOTAL];
	const struct slot_row *row;
	unsigned int idx;
	u64 keep, value;
	u8 *page;

	for (row = slot_rows; row < slot_rows + array_size(slot_rows); row++) {
		slots_prepare(AREA);
		memcpy(want, fake.state.ram, sizeof(want));
		page = want + (fake_hart_ram(AREA, 1) - fake.state.ram);
		bits_for_each(idx, row_set(row)) {
			value = slot_value(idx);
			memcpy(page + 8 + 8 * (idx - row->base), &value, 8);
		}
		keep = fake.has.sscofpmf ? 0xccccccccccccccccull : 0;
		keep &= ~(row_set(row) >> row->base);
		memcpy(page, &keep, 8);
		CHECK_OK(row->name, unit_stop(row->base, row->mask, TAKE));
		CHECK(row->name, !memcmp(want, fake.state.ram, sizeof(want)));
	}
}

/* The maximum number of counters. */
static void all_slots(void)
{
	struct pmu_hart_features has = unit_hart.has;
	unsigned int idx;
	u64 all = bits_low64(32 + UNIT_NUM_FW) & ~2ull;

	has.hpm_mask = ~7u;
	fake.has.hpm_mask = ~7u;
	pmu_machine_init(&unit_machine, ~7u);
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	unit_snapshot(AREA);
	unit_own_all();
	for (idx = 0; idx < 64; idx++)
		fake_hart_ram_set_u64(SLOT(idx), 100 + idx);
	CHECK_OK("start", unit_start(0, all, FROM_SNAPSHOT, 0));
	CHECK_EQ("all", unit_hart.started, all);
	memset(fake.state.ram, 0, sizeof(fake.state.ram));
	CHECK_OK("stop", unit_stop(0, all, TAKE));
	for (idx = 0; idx < 65; idx++)
		CHECK_EQ("slot", fake_hart_ram_u64(SLOT(idx)),
			 idx < 64 && (all >> idx & 1) ? 100 + idx : 0);
}

/* --- the overflow bitmap -------------------------------------------------- */

static void bitmap_of_overflown_counters(void)
{
	u64 bits;

	slots_prepare(AREA);
	fake_hart_ram_set_u64(BITMAP, 0);
	fake.state.event[4] |= fake.has.sscofpmf ? OF : 0;
	fake.state.event[6] |= fake.has.sscofpmf ? OF : 0;
	bits = fake.has.sscofpmf ? 2 : 0;
	CHECK_OK("stop", unit_stop(3, 3, TAKE));
	CHECK_EQ("members only", fake_hart_ram_u64(BITMAP), bits);
	bits = fake.has.sscofpmf ? 3 : 0;
	CHECK_OK("stop", unit_stop(6, 5, TAKE));
	CHECK_EQ("relative to the base", fake_hart_ram_u64(BITMAP), bits);
	bits = fake.has.sscofpmf ? 2 << 3 | 1 << 6 : 0;
	fake_hart_ram_set_u64(BITMAP, 0);
	CHECK_RET("all", unit_stop(0, 0x5d, TAKE), SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_EQ("both", fake_hart_ram_u64(BITMAP), bits);
}

/* --- Linux's restart ------------------------------------------------------ */

static void restart_of_linux(void)
{
	unsigned long base = fake.has.xlen * fake.has.xlen;
	static const struct {
		bool snapshot, workaround;
		unsigned long flags;
		long off; /* added to the base */
		long error;
	} rows[] = {
		{ true, true, FROM_SNAPSHOT, 0, SBI_SUCCESS },
		{ true, true, FROM_SNAPSHOT, 1, SBI_ERR_INVALID_PARAM },
		{ true, true, FROM_SNAPSHOT, -1, SBI_ERR_INVALID_PARAM },
		{ true, true, 0, 0, SBI_ERR_INVALID_PARAM },
		{ true, true, 1, 0, SBI_ERR_INVALID_PARAM },
		{ true, false, FROM_SNAPSHOT, 0, SBI_ERR_INVALID_PARAM },
		{ false, true, FROM_SNAPSHOT, 0, SBI_ERR_INVALID_PARAM },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_reset();
		unit_snapshot(AREA);
		unit_own_all();
		fake_hart_ram_set_u64(SLOT(4), 99);
		unit_machine.snapshot = rows[i].snapshot;
		unit_machine.linux_restart = rows[i].workaround;
		CHECK_RET(
			"restart",
			unit_start(base + rows[i].off, 0x10, rows[i].flags, 0),
			rows[i].error, 0);
		CHECK_EQ("as base 0", unit_value(4), rows[i].error ? 0 : 99);
		CHECK_EQ("counter 4", unit_hart.started,
			 rows[i].error ? 0 : 0x10);
	}
	CHECK_RET("not for stop", unit_stop(base, 0x10, TAKE),
		  SBI_ERR_INVALID_PARAM, 0);
}

/* --- memory that fails during a call ------------------------------------- */

/*
 * Steps are the check and the mapping, if there is one; nothing after them can
 * fail.
 */
static void use_fails_on_the_nth(void (*prepare)(u64),
				 struct sbiret (*use)(void))
{
	struct unit_state before;
	struct sbiret ret;
	unsigned int n;

	for (n = 1;; n++) {
		prepare(AREA);
		unit_save(&before);
		fake.log.fail_at = n;
		ret = use();
		if (!fake.log.failed)
			break;
		CHECK_RET("call", ret, NO_SHMEM, 0);
		CHECK("nothing changed", unit_is(&before));
	}
	CHECK_OK("call", ret);
	CHECK_EQ("fallible steps", n - 1, fake.has.direct ? 0 : 2);
	CHECK_EQ("closed", fake.log.open.size, 0);
}

static struct sbiret take(void)
{
	return unit_stop(0, 0x5d, TAKE);
}

static void take_fails_on_the_nth(void)
{
	use_fails_on_the_nth(slots_prepare, take);
}

static void load_prepare(u64 area)
{
	unit_reset();
	unit_snapshot(area);
	unit_own_all();
}

static struct sbiret load(void)
{
	return unit_start(0, 0x5d, FROM_SNAPSHOT, 0);
}

static void load_fails_on_the_nth(void)
{
	use_fails_on_the_nth(load_prepare, load);
}

static void bitmap_of_firmware_counters(void)
{
	unit_snapshot(AREA);
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	unit_take(FW0 + 3, 0, EV_SET_TIMER, 0);
	unit_start_at(FW0 + 3, ~0ull);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_OK("stop", unit_stop(FW0, 9, TAKE));
	CHECK_EQ("bitmap", fake_hart_ram_u64(BITMAP),
		 fake.has.sscofpmf ? 8 : 0);
	CHECK_OK("start", unit_start(FW0, 9, 0, 0));
	CHECK_OK("stop", unit_stop(FW0, 9, TAKE));
	CHECK_EQ("started anew", fake_hart_ram_u64(BITMAP), 0);
}

/* The area is not written when it is set, moved or removed. */
static void set_shmem_leaves_memory(void)
{
	static u8 before[FAKE_RAM_TOTAL];

	memset(fake.state.ram, 0x5a, sizeof(fake.state.ram));
	memcpy(before, fake.state.ram, sizeof(before));
	unit_snapshot(AREA);
	unit_snapshot(FAKE_RAM);
	CHECK_OK("clear", set_shmem(~0ull, ~0ull, 0));
	CHECK("memory", !memcmp(before, fake.state.ram, sizeof(before)));
	CHECK_RET("cleared", unit_stop(3, 1, TAKE), NO_SHMEM, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(set_shmem_leaves_memory, UNIT_ALL),
	UNIT_TEST(bitmap_of_firmware_counters, UNIT_ALL),
	UNIT_TEST(set_shmem_rows, UNIT_ALL),
	UNIT_TEST(area_is_checked_at_every_use, UNIT_NO_DIRECT),
	UNIT_TEST(area_is_checked_once, UNIT_DIRECT),
	UNIT_TEST(area_is_taken_away, UNIT_DIRECT),
	UNIT_TEST(slots_taken, UNIT_ALL),
	UNIT_TEST(all_slots, UNIT_RV64),
	UNIT_TEST(bitmap_of_overflown_counters, UNIT_ALL),
	UNIT_TEST(restart_of_linux, UNIT_ALL),
	UNIT_TEST(take_fails_on_the_nth, UNIT_ALL),
	UNIT_TEST(load_fails_on_the_nth, UNIT_ALL),
};

UNIT_MAIN("pmu_snapshot", tests)
