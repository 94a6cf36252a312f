// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_config.c: config_matching, with every flag and type of event */
#include "unit.h"

#define SKIP SBI_PMU_CFG_FLAG_SKIP_MATCH
#define CLEAR SBI_PMU_CFG_FLAG_CLEAR_VALUE
#define AUTO SBI_PMU_CFG_FLAG_AUTO_START

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

static const struct unit_test tests[] = {
	UNIT_TEST(config_not_supported, UNIT_ALL),
	UNIT_TEST(config_flags_on_every_type, UNIT_ALL),
	UNIT_TEST(config_prefers_hpm, UNIT_ALL),
};

UNIT_MAIN("pmu_config", tests)
