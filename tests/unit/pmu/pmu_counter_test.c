// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_counter.c: the registers of counters */
#include <string.h>

#include <hart/fields.h>

#include "unit.h"

#define SKIP SBI_PMU_CFG_FLAG_SKIP_MATCH
#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define RESET SBI_PMU_STOP_FLAG_RESET

#define MINH FIELD_MASK(MHPMEVENT, MINHIBIT)

/* --- mhpmevent, mcyclecfg, minstretcfg ------------------------------------ */

/* Bits of the selector that belong to Sscofpmf never reach the register. */
static void selector_is_cut_to_its_field(void)
{
	u64 high = 0xff00000000000000ull;

	fake.has.selector_high = high;
	unit_take(3, AUTO, EV_RAW, RAW_DATA);
	if (fake.has.sscofpmf)
		CHECK_EQ("cut", fake.state.event[3], MINH | RAW_DATA);
	else
		CHECK_EQ("whole", fake.state.event[3],
			 unit_xlen(high | RAW_DATA));
}

static void raw_data_widths(void)
{
	u64 wide = fake.has.xlen == 64 || fake.has.sscofpmf ? ~0ull :
							      0xffffffff;
	u64 minh = fake.has.sscofpmf ? MINH : 0;

	unit_machine.map_count = 0;
	assert_true(pmu_map_add_raw(&unit_machine, 0, 0, 0x58));
	pmu_machine_prepare(&unit_machine);
	unit_take(3, AUTO, EV_RAW, ~0ull);
	CHECK_EQ("48 bits", fake.state.event[3],
		 (bits_low64(48) & wide) | minh);
	unit_take(4, AUTO, EV_RAW2, ~0ull);
	CHECK_EQ("56 bits", fake.state.event[4],
		 (bits_low64(56) & wide) | minh);
	unit_take(6, AUTO, EV_RAW2, 0x12345678);
	CHECK_EQ("as given", fake.state.event[6], 0x12345678 | minh);
}

/* --- the platform --------------------------------------------------------- */

static void platform_interrupts(void)
{
	unit_take(3, 0, EV_CACHE, 0);
	unit_take(4, 0, EV_CACHE, 0);
	CHECK_EQ("configured", fake.state.irq_enabled, 0);
	CHECK_OK("start", unit_start(3, 3, 0, 0));
	CHECK_EQ("started", fake.state.irq_enabled, 0x18);
	CHECK_OK("stop", unit_stop(4, 1, 0));
	CHECK_EQ("stopped", fake.state.irq_enabled, 0x08);
	fake.state.irq_enabled |= 0x40;
	unit_take(6, 0, EV_CACHE, 0);
	CHECK_EQ("configured", fake.state.irq_enabled, 0x08);
}

/* All actions on a hart that need nothing of the platform. */
static void life_of_counters(void)
{
	unit_snapshot(FAKE_RAM);
	unit_take(0, AUTO | SBI_PMU_CFG_FLAG_SET_UINH, EV_CYCLES, 0);
	unit_take(3, AUTO | SBI_PMU_CFG_FLAG_SET_SINH, EV_CACHE, 0);
	unit_take(4, 0, EV_CACHE, 0);
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	unit_start_at(4, bits_low64(UNIT_HPM_BITS) - 3);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	fake_hart_run(FAKE_U, 9);
	CHECK_OK("stop", unit_stop(3, 3, SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT));
	CHECK_RET("stop", unit_stop(0, 1ul << FW0 | 0x18, 0),
		  SBI_ERR_ALREADY_STOPPED, 0);
	fake_hart_run(FAKE_U, 5);
	CHECK_OK("start", unit_start(3, 3, 0, 0));
	unit_take(6, AUTO, EV_RAW, RAW_DATA);
	CHECK_OK("stop", unit_stop(6, 1, SBI_PMU_STOP_FLAG_RESET));
	fake_hart_run(FAKE_S, 7);
	pmu_hart_suspend(&unit_hart);
	pmu_hart_resume(&unit_hart);
	fake_hart_run(FAKE_VU, 7);
}

/* Without hooks of the platform they are not called; all else is the same. */
static void plain_platform(void)
{
	static struct unit_state hooked;
	struct pmu_hart_features has = unit_hart.has;

	life_of_counters();
	unit_save(&hooked);
	unit_reset();
	has.plain = true;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	fake_hart_forget();
	CHECK_EQ("width",
		 CALL(SBI_EXT_PMU_COUNTER_GET_INFO, FW0).value >> 12 & 0x3f,
		 63);
	life_of_counters();
	hooked.hart.has.plain = true;
	hooked.hart.num_fast = unit_hart.num_fast;
	hooked.fake.irq_enabled = fake.state.irq_enabled;
	CHECK("the same", unit_is(&hooked));
}

static void platform_filters(void)
{
	fake.has.filter = true;
	unit_take(3, 0xf8, EV_CACHE, 0);
	CHECK_EQ("config", fake.state.filter[3], 0xf8);
	unit_take(0, 0x20, EV_CYCLES, 0);
	CHECK_EQ("fixed", fake.state.filter[0], 0x20);
	unit_take(3, SKIP | 0x40, EV_CACHE, 0);
	CHECK_EQ("again", fake.state.filter[3] & 0xf8, 0x40);
	CHECK_RET("reset", unit_stop(3, 1, RESET), SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_EQ("reset", fake.state.filter[3], 0);
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("also later", fake.state.filter[3], 0);
	CHECK_EQ("the other", fake.state.filter[0], 0x20);
}

static void platform_firmware_counter_changes_kind(void)
{
	unit_take(FW0 + 1, 0, EV_PLATFORM, 4);
	unit_preset(FW0 + 1, 1000);
	CHECK_EQ("in the platform", fake.state.fw[1].value, 1000);
	CHECK_RET("reset", unit_stop(FW0 + 1, 1, RESET),
		  SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_EQ("event_data is not a value", unit_value(FW0 + 1), 0);
	unit_take(FW0 + 1, AUTO, EV_SET_TIMER, 0);
	fake_hart_fw_event(4, 1);
	CHECK_EQ("not the platform's", unit_value(FW0 + 1), 0);
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("ours", unit_value(FW0 + 1), 1);
	CHECK_EQ("left alone", fake.state.fw[1].value, 1000);
}

/* --- suspend, resume ------------------------------------------------------ */

/* Counters are stopped while events and values are written. */
static void resume_shuts_gates_first(void)
{
	pmu_hart_suspend(&unit_hart);
	fake_hart_forget();
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("shut, open", fake.log.inhibit_writes, 2);
	CHECK_EQ("as before", fake.state.inhibit, UNIT_HPM);
}

/* The same with SKIP_MATCH, without a reset in between. */
static void platform_event_data_is_never_a_value(void)
{
	unit_take(FW0 + 1, 0, EV_PLATFORM, 4);
	unit_take(FW0 + 1, SKIP | AUTO, EV_SET_TIMER, 0);
	CHECK_EQ("value", unit_value(FW0 + 1), 0);
	CHECK_OK("stop", unit_stop(FW0 + 1, 1, 0));
	unit_preset(FW0 + 1, 77);
	unit_take(FW0 + 1, SKIP, EV_SET_TIMER + 1, 0);
	CHECK_EQ("an ordinary one stays", unit_value(FW0 + 1), 77);
}

static const struct unit_test tests[] = {
	UNIT_TEST(platform_event_data_is_never_a_value, UNIT_ALL),
	UNIT_TEST(selector_is_cut_to_its_field, UNIT_ALL),
	UNIT_TEST(raw_data_widths, UNIT_ALL),
	UNIT_TEST(platform_interrupts, UNIT_ALL),
	UNIT_TEST(plain_platform, UNIT_ALL),
	UNIT_TEST(platform_filters, UNIT_ALL),
	UNIT_TEST(platform_firmware_counter_changes_kind, UNIT_ALL),
	UNIT_TEST(resume_shuts_gates_first, UNIT_INHIBIT),
};

UNIT_MAIN("pmu_counter", tests)
