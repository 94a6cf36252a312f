// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_event.c: the events that exist, the map, event_get_info */
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define INVALID SBI_ERR_INVALID_PARAM
#define ENTRIES (FAKE_RAM_SIZE / 16)
#define OLD_OUTPUT 0xdeadbeefu

/* --- one entry at a time -------------------------------------------------- */

static void entry_put(u64 address, u32 event_idx, u64 event_data)
{
	struct sbi_pmu_event_info e = { event_idx, OLD_OUTPUT, event_data };

	memcpy(fake_hart_ram(address, sizeof(e)), &e, sizeof(e));
}

static u32 entry_output(u64 address)
{
	u32 output;

	memcpy(&output, fake_hart_ram(address + 4, 4), 4);
	return output;
}

static struct sbiret info(u64 address, unsigned long count)
{
	return CALL(SBI_EXT_PMU_EVENT_GET_INFO, address, 0, count, 0);
}

static u32 info_one(u32 event_idx, u64 event_data)
{
	entry_put(FAKE_RAM, event_idx, event_data);
	CHECK_OK("event_get_info", info(FAKE_RAM, 1));
	return entry_output(FAKE_RAM);
}

/* True if config_matching finds a counter on a free PMU. */
static bool config_accepts(u32 event_idx, u64 event_data)
{
	unsigned long hw = unit_hart.present & bits_low64(UNIT_NUM_HW);
	struct sbiret ret = unit_config(0, hw, 0, event_idx, event_data);

	if (ret.error)
		ret = unit_config(FW0, bits_low64(UNIT_NUM_FW), 0, event_idx,
				  event_data);
	if (ret.error)
		return false;
	CHECK_RET("give it back",
		  unit_stop(ret.value, 1, SBI_PMU_STOP_FLAG_RESET),
		  SBI_ERR_ALREADY_STOPPED, 0);
	return true;
}

static void info_entry_size(void)
{
	CHECK_EQ("SBI 3.0", sizeof(struct sbi_pmu_event_info), 16);
	CHECK_EQ("output", offsetof(struct sbi_pmu_event_info, output), 4);
	CHECK_EQ("data", offsetof(struct sbi_pmu_event_info, event_data), 8);
}

/* --- all possible events ------------------------------------------------- */

static void info_fill(u32 first, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		entry_put(FAKE_RAM + i * 16, first + i, 0);
}

static void info_agrees_with_data(void)
{
	static const u32 idx[] = { EV_RAW,	EV_RAW2,     EV_RAW + 1,
				   EV_RAW2 + 1, EV_PLATFORM, EV_SET_TIMER };
	static const u64 data[] = { 1,
				    9,
				    10,
				    0xff,
				    0x100,
				    RAW_DATA,
				    0x1ff,
				    0x200,
				    1ull << 32 | RAW_DATA,
				    1ull << 48 | RAW_DATA,
				    1ull << 56 | RAW_DATA,
				    ~0ull };
	unsigned int i, j;

	for (i = 0; i < array_size(idx); i++)
		for (j = 0; j < array_size(data); j++)
			CHECK_EQ("same answer", info_one(idx[i], data[j]),
				 config_accepts(idx[i], data[j]));
}

static void info_rows(void)
{
	bool wide = fake.has.xlen == 64 || fake.has.sscofpmf;
	const struct {
		const char *name;
		u32 event_idx;
		u64 event_data;
		bool exists;
	} rows[] = {
		{ "cycles", EV_CYCLES, 0, true },
		{ "data does not apply to type 0", EV_CYCLES, 5, true },
		{ "nor to type 1", EV_CACHE, 5, true },
		{ "cache id 7", EV_CACHE | 7 << 3, 0, false },
		{ "cache op 3", EV_CACHE | 3 << 1, 0, false },
		{ "mapped, but on no counter here", EV_NOWHERE, 0, false },
		{ "raw", EV_RAW, RAW_DATA, true },
		{ "raw with a code", EV_RAW + 1, RAW_DATA, false },
		{ "raw, other data", EV_RAW, 0x200, false },
		{ "raw has 48 bits", EV_RAW, 1ull << 48 | RAW_DATA, true },
		{ "bit 47 counts", EV_RAW, 1ull << 47 | RAW_DATA, !wide },
		{ "raw v2 has 56 bits", EV_RAW2, 1ull << 56 | RAW_DATA, true },
		{ "bit 55 counts", EV_RAW2, 1ull << 55 | RAW_DATA, !wide },
		{ "bit 32 counts", EV_RAW2, 1ull << 32 | RAW_DATA, !wide },
		{ "raw v2, other data", EV_RAW2, 0x42, false },
		{ "type 4", 0x40001, 0, false },
		{ "type 14", 0xe0005, 0, false },
		{ "firmware", EV_SET_TIMER, 0, true },
		{ "firmware with data", EV_SET_TIMER, 1, false },
		{ "firmware code 22", EV_FW + 22, 0, false },
		{ "platform", EV_PLATFORM, UNIT_FW_EVENTS, true },
		{ "platform, unknown", EV_PLATFORM, UNIT_FW_EVENTS + 1, false },
		{ "platform, no event", EV_PLATFORM, 0, false },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].name,
			 info_one(rows[i].event_idx, rows[i].event_data),
			 rows[i].exists);
}

/* A board prepares the map again, with rows removed and added. */
static void map_is_prepared_again(void)
{
	unit_machine.map_count = 0;
	assert_true(pmu_map_add(&unit_machine, 3, 3, 0x58));
	assert_true(pmu_map_add_raw(&unit_machine, 5, ~0ull, 0x58));
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("old general", info_one(EV_CACHE, 0), 0);
	CHECK_EQ("old raw", info_one(EV_RAW, RAW_DATA), 0);
	CHECK_EQ("general", info_one(3, 0), 1);
	CHECK_EQ("raw", info_one(EV_RAW, 5), 1);
	unit_machine.map_count = 1;
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("raw is gone", info_one(EV_RAW, 5), 0);
	CHECK_EQ("general", info_one(3, 0), 1);
	CHECK("again", pmu_map_add_raw(&unit_machine, 5, ~0ull, 0x58));
	unit_machine.map_count = 0;
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("general is gone", info_one(3, 0), 0);
	CHECK("again", pmu_map_add(&unit_machine, 3, 3, 0x58));
}

/* On RV32, 32 hardware counters leave no index for firmware counters. */
static void no_firmware_counters(void)
{
	unit_machine.num_fw = 0;
	pmu_hart_init(&unit_hart, &unit_machine, &unit_hart.has);
	fake.has.fw_counters = ~0u;
	CHECK_EQ("platform", info_one(EV_PLATFORM, 1), 0);
	CHECK_EQ("standard", info_one(EV_SET_TIMER, 0), 0);
}

static void platform_event_on_some_counters(void)
{
	fake.has.fw_counters = 1;
	CHECK_EQ("first only", info_one(EV_PLATFORM, 1), 1);
	CHECK_RET("first", unit_config(FW0, 0xff, 0, EV_PLATFORM, 1),
		  SBI_SUCCESS, FW0);
	CHECK_RET("second", unit_config(FW0, 0xff, 0, EV_PLATFORM, 1),
		  SBI_ERR_NOT_SUPPORTED, 0);
}

/* If a platform has no selector for an event, the event cannot be counted. */
static void event_without_selector(void)
{
	fake.has.no_event = EV_CYCLES;
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("still on mcycle", info_one(EV_CYCLES, 0), 1);
	CHECK_RET("not on hpm", unit_config(3, 3, 0, EV_CYCLES, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	fake.has.no_event = EV_REFERENCES;
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("nowhere", info_one(EV_REFERENCES, 0), 0);
	unit_machine.map_count = 0;
	assert_true(pmu_map_add_raw(&unit_machine, 0, 0, 0x58));
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("raw event 0", info_one(EV_RAW, 0), 0);
}

/* --- where the entries are ------------------------------------------------ */

static void info_above_4g(void)
{
	entry_put(FAKE_RAM_HIGH, EV_CYCLES, 0);
	CHECK_OK("call", info(FAKE_RAM_HIGH, 1));
	CHECK_EQ("output", entry_output(FAKE_RAM_HIGH), 1);
}

/* With a reserved bit in any entry, nothing is written. */
static void info_reserved_bits_first(void)
{
	static const unsigned int places[] = { 0, 1, 15, 16, 17, 31, 32, 39 };
	unsigned int i, bit;

	for (i = 0; i < array_size(places); i++) {
		for (bit = 20; bit < 32; bit++) {
			info_fill(EV_FW, 40);
			entry_put(FAKE_RAM + places[i] * 16,
				  EV_CYCLES | 1u << bit, 0);
			CHECK_RET("call", info(FAKE_RAM, 40), INVALID, 0);
			CHECK_EQ("first output", entry_output(FAKE_RAM),
				 OLD_OUTPUT);
		}
	}
	info_fill(EV_FW, 40);
	entry_put(FAKE_RAM + 40 * 16, 1u << 31, 0);
	CHECK_OK("behind the last entry", info(FAKE_RAM, 40));
}

/* The place of the entries in memory does not change the result. */
static void info_across_pages(void)
{
	static u8 want[FAKE_RAM_TOTAL];
	static const struct {
		unsigned int offset, count;
	} rows[] = {
		{ 4096 - 16, 1 },   { 4096, 1 },	{ 4096 - 16, 2 },
		{ 4096 - 160, 20 }, { 0, 256 },		{ 0, 257 },
		{ 16, 256 },	    { 4096 - 16, 257 }, { 0, ENTRIES },
	};
	unsigned int i, n;
	u32 output;

	for (i = 0; i < array_size(rows); i++) {
		memset(fake.state.ram, 0xa5, sizeof(fake.state.ram));
		for (n = 0; n < rows[i].count; n++)
			entry_put(FAKE_RAM + rows[i].offset + n * 16,
				  n % 3 ? EV_CACHE : EV_UNMAPPED, 0);
		memcpy(want, fake.state.ram, sizeof(want));
		for (n = 0; n < rows[i].count; n++) {
			output = n % 3 != 0;
			memcpy(want + rows[i].offset + n * 16 + 4, &output, 4);
		}
		CHECK_OK("call",
			 info(FAKE_RAM + rows[i].offset, rows[i].count));
		CHECK("outputs", !memcmp(want, fake.state.ram, sizeof(want)));
		CHECK_EQ("closed", fake.log.open.size, 0);
	}
}

/*
 * 20 entries, half of them in the next page: one check, two pages to check the
 * entries, two to write the results.
 */
static void info_fails_on_the_nth(void)
{
	static u8 before[FAKE_RAM_TOTAL];
	u64 address = FAKE_RAM + 4096 - 160;
	struct sbiret ret;
	unsigned int n, i;

	for (n = 1;; n++) {
		unit_reset();
		for (i = 0; i < 20; i++)
			entry_put(address + i * 16, EV_FW, 0);
		memcpy(before, fake.state.ram, sizeof(before));
		fake.log.fail_at = n;
		ret = info(address, 20);
		if (!fake.log.failed)
			break;
		CHECK_RET("call", ret,
			  n == 1 ? SBI_ERR_INVALID_ADDRESS : SBI_ERR_FAILED, 0);
		CHECK_EQ("written before",
			 !!memcmp(before, fake.state.ram, sizeof(before)),
			 n == 5);
		CHECK_EQ("closed", fake.log.open.size, 0);
	}
	CHECK_OK("call", ret);
	/*
	 * One check, and without direct access two mappings of each of two
	 * pages
	 */
	CHECK_EQ("fallible steps", n - 1, fake.has.direct ? 1 : 5);
}

/* Cycles and instructions need no row: they have fixed counters. */
static void fixed_events_without_map(void)
{
	unit_machine.map_count = 0;
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("cycles", info_one(EV_CYCLES, 0), 1);
	CHECK_EQ("instructions", info_one(EV_INSTRUCTIONS, 0), 1);
	CHECK_EQ("others", info_one(EV_REFERENCES, 0), 0);
	CHECK_EQ("raw", info_one(EV_RAW, RAW_DATA), 0);
	CHECK_EQ("config", config_accepts(EV_CYCLES, 0), true);
}

static const struct unit_test tests[] = {
	UNIT_TEST(fixed_events_without_map, UNIT_ALL),
	UNIT_TEST(info_entry_size, UNIT_ONE),
	UNIT_TEST(info_agrees_with_data, UNIT_ALL),
	UNIT_TEST(info_rows, UNIT_ALL),
	UNIT_TEST(map_is_prepared_again, UNIT_ALL),
	UNIT_TEST(no_firmware_counters, UNIT_ALL),
	UNIT_TEST(platform_event_on_some_counters, UNIT_ALL),
	UNIT_TEST(event_without_selector, UNIT_ALL),
	UNIT_TEST(info_above_4g, UNIT_RV64),
	UNIT_TEST(info_reserved_bits_first, UNIT_ALL),
	UNIT_TEST(info_across_pages, UNIT_ALL),
	UNIT_TEST(info_fails_on_the_nth, UNIT_ALL),
};

UNIT_MAIN("pmu_event", tests)
