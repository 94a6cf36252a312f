// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_counter.c: the registers of counters */
#include <string.h>

#include <hart/fields.h>

#include "unit.h"

#define SKIP SBI_PMU_CFG_FLAG_SKIP_MATCH
#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define RESET SBI_PMU_STOP_FLAG_RESET

#define OF FIELD_MASK(MHPMEVENT, OVERFLOW)
#define MINH FIELD_MASK(MHPMEVENT, MINHIBIT)
#define HPM_TOP (1ull << UNIT_HPM_BITS)

/* --- mhpmevent, mcyclecfg, minstretcfg ------------------------------------ */

static const struct {
	const char *name;
	unsigned int counter;
	unsigned long event_idx;
	u64 event_data, select;
} hw_events[] = {
	{ "general", 6, EV_REFERENCES, 0, EV_REFERENCES },
	{ "cycles", 3, EV_CYCLES, 0, EV_CYCLES },
	{ "cache", 4, EV_CACHE + 3, 0, EV_CACHE + 3 },
	{ "raw", 3, EV_RAW, RAW_DATA, RAW_DATA },
	{ "raw v2", 6, EV_RAW2, RAW_DATA, RAW_DATA },
	{ "mcycle", 0, EV_CYCLES, 0, 0 },
	{ "minstret", 2, EV_INSTRUCTIONS, 0, 0 },
};

static u64 inhibit_bits(unsigned long flags)
{
	return MINH | (flags & SBI_PMU_CFG_FLAG_SET_VUINH ? 1ull << 58 : 0) |
	       (flags & SBI_PMU_CFG_FLAG_SET_VSINH ? 1ull << 59 : 0) |
	       (flags & SBI_PMU_CFG_FLAG_SET_UINH ? 1ull << 60 : 0) |
	       (flags & SBI_PMU_CFG_FLAG_SET_SINH ? 1ull << 61 : 0);
}

static u64 event_wanted(unsigned int i, unsigned long flags)
{
	bool filters = hw_events[i].counter < 3 ? fake.has.smcntrpmf :
						  fake.has.sscofpmf;

	return hw_events[i].select | (filters ? inhibit_bits(flags) : 0);
}

static void event_registers(void)
{
	unsigned int i, n;
	unsigned long flags;

	for (i = 0; i < array_size(hw_events); i++) {
		for (flags = 0; flags < 256; flags += 8) {
			unit_reset();
			n = hw_events[i].counter;
			unit_take(n, flags | AUTO, hw_events[i].event_idx,
				  hw_events[i].event_data);
			CHECK_EQ(hw_events[i].name, fake.state.event[n],
				 event_wanted(i, flags));
		}
	}
}

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

/* M-mode is never counted, and each filter stops its mode. */
static void filters_work(void)
{
	static const struct {
		unsigned long flag;
		enum fake_mode mode;
	} rows[] = {
		{ SBI_PMU_CFG_FLAG_SET_VUINH, FAKE_VU },
		{ SBI_PMU_CFG_FLAG_SET_VSINH, FAKE_VS },
		{ SBI_PMU_CFG_FLAG_SET_UINH, FAKE_U },
		{ SBI_PMU_CFG_FLAG_SET_SINH, FAKE_S },
	};
	unsigned int i, j;

	for (i = 0; i < array_size(rows); i++) {
		unit_reset();
		unit_take(3, AUTO | rows[i].flag, EV_CACHE, 0);
		CHECK("M-mode", !fake_hart_counts(3, FAKE_M));
		for (j = 0; j < array_size(rows); j++)
			CHECK_EQ("mode", fake_hart_counts(3, rows[j].mode),
				 i != j);
	}
}

/* M-mode is not counted, even if S-mode later selects an event itself. */
static u64 no_event(unsigned int n)
{
	bool filters = n < 3 ? fake.has.smcntrpmf : fake.has.sscofpmf;

	return filters ? MINH : 0;
}

static void boot_filters_m_mode(void)
{
	unsigned int n;

	for (n = 0; n < UNIT_NUM_HW; n++)
		if (unit_hart.present >> n & 1)
			CHECK_EQ("boot", fake.state.event[n], no_event(n));
}

static void reset_clears_event(void)
{
	unsigned int i, n;

	for (i = 0; i < array_size(hw_events); i++) {
		unit_reset();
		n = hw_events[i].counter;
		unit_take(n, AUTO | 0xf8, hw_events[i].event_idx,
			  hw_events[i].event_data);
		CHECK_OK("reset", unit_stop(n, 1, RESET));
		CHECK_EQ(hw_events[i].name, fake.state.event[n], no_event(n));
		CHECK_RET("start", unit_start(n, 1, 0, 0),
			  SBI_ERR_INVALID_PARAM, 0);
		CHECK_EQ(hw_events[i].name, fake.state.event[n], no_event(n));
	}
}

static void running_event_is_not_rewritten(void)
{
	unit_take(3, AUTO, EV_CACHE, 0);
	fake.state.event[3] |= fake.has.sscofpmf ? OF : 0;
	unit_start(3, 1, 0, 0);
	CHECK_EQ("start", fake.log.event_writes[3], 0);
	unit_start(3, 3, 0, 0);
	CHECK_EQ("start with another", fake.log.event_writes[3], 0);
	unit_config(3, 1, SKIP, EV_CACHE, 0);
	CHECK_EQ("config", fake.log.event_writes[3], 0);
	unit_config(0, 0x5d, 0, EV_CACHE, 0);
	CHECK_EQ("config of another", fake.log.event_writes[3], 0);
	unit_stop(4, 1, RESET);
	CHECK_EQ("reset of another", fake.log.event_writes[3], 0);
	CHECK_EQ("OF stands", !!(fake.state.event[3] & OF), fake.has.sscofpmf);
}

/* --- the overflow bit ----------------------------------------------------- */

static void overflow_bit_cleared_by_start_only(void)
{
	unit_take(3, AUTO, EV_CACHE, 0);
	CHECK("not before", !(fake.state.event[3] & OF));
	fake.state.counter[3] = HPM_TOP - 1;
	fake_hart_run(FAKE_S, 2);
	CHECK("overflown", fake.state.event[3] & OF);
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK("stop keeps it", fake.state.event[3] & OF);
	CHECK_OK("start", unit_start(3, 1, 1, HPM_TOP - 1));
	CHECK("start clears it", !(fake.state.event[3] & OF));
	/*
	 * The first interrupt is still pending; the next overflow must count,
	 * too.
	 */
	fake_hart_run(FAKE_S, 1);
	CHECK("overflows again", fake.state.event[3] & OF);
}

static void never_overflown_never_marked(void)
{
	unsigned int n;

	for (n = 3; n < UNIT_NUM_HW; n++)
		CHECK("after init", !(fake.state.event[n] & OF));
	unit_take(3, 0, EV_CACHE, 0);
	CHECK("configured", !(fake.state.event[3] & OF));
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK("stopped", !(fake.state.event[3] & OF));
	CHECK_OK("stop", unit_start(3, 1, 0, 0));
	CHECK_OK("stop", unit_stop(3, 1, RESET));
	CHECK("reset", !(fake.state.event[3] & OF));
}

/* --- mcountinhibit -------------------------------------------------------- */

static void gates(void)
{
	CHECK_EQ("boot", fake.state.inhibit, 0x58);
	unit_take(0, 0, EV_CYCLES, 0);
	CHECK_EQ("mcycle is somebody's", fake.state.inhibit, 0x59);
	unit_own_all();
	CHECK_OK("start", unit_start(2, 0x17, 0, 0));
	CHECK_EQ("set", fake.state.inhibit, 0x01);
	CHECK_EQ("at the same moment", fake.log.inhibit_writes, 1);
	CHECK_OK("start", unit_start(0, 1, 0, 0));
	CHECK_OK("stop", unit_stop(0, 0x5d, 0));
	CHECK_EQ("set", fake.state.inhibit, 0x5d);
	CHECK_EQ("at the same moment", fake.log.inhibit_writes, 1);
	CHECK_EQ("already stopped", unit_stop(3, 1, 0).error,
		 SBI_ERR_ALREADY_STOPPED);
	CHECK_EQ("as before", fake.state.inhibit, 0x5d);
	CHECK_OK("firmware only", unit_start(FW0, 1, 0, 0));
	CHECK_EQ("no write", fake.log.inhibit_writes, 0);
}

/* A value is written while the counter is stopped. */
static void value_before_gate(void)
{
	unit_take(3, 0, EV_CACHE, 0);
	fake_hart_run(FAKE_S, 5);
	CHECK_EQ("stands", fake.state.counter[3], 0);
	CHECK_OK("start", unit_start(3, 1, 1, 40));
	fake_hart_run(FAKE_S, 5);
	CHECK_EQ("counts", fake.state.counter[3], 45);
	CHECK_OK("stop", unit_stop(3, 1, 0));
	fake_hart_run(FAKE_S, 5);
	CHECK_EQ("stands", fake.state.counter[3], 45);
}

/* Without mcountinhibit the event register starts and stops a counter. */
static void event_is_the_gate(void)
{
	unit_take(3, 0, EV_CACHE, 0);
	CHECK_EQ("configured", fake.state.event[3], no_event(3));
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	CHECK("running", fake.state.event[3] & 0xfffff);
	fake_hart_run(FAKE_S, 3);
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK_EQ("stopped", fake.state.event[3], no_event(3));
	fake_hart_run(FAKE_S, 3);
	CHECK_EQ("value", fake.state.counter[3], 3);
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	fake_hart_run(FAKE_S, 3);
	CHECK_EQ("same event again", fake.state.counter[3], 6);
}

/* Fixed counters have only filters, which stay while a counter is stopped. */
static void fixed_counters_keep_filters(void)
{
	u64 want = inhibit_bits(SBI_PMU_CFG_FLAG_SET_UINH);

	unit_take(0, AUTO | SBI_PMU_CFG_FLAG_SET_UINH, EV_CYCLES, 0);
	CHECK_EQ("configured", fake.state.event[0], want);
	CHECK_OK("stop", unit_stop(0, 1, 0));
	CHECK_EQ("stopped", fake.state.event[0], want);
	CHECK_OK("start", unit_start(0, 1, 0, 0));
	CHECK_EQ("started", fake.state.event[0], want);
	CHECK_EQ("minstret", fake.state.event[2], no_event(2));
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

static void platform_events_start_and_stop(void)
{
	unit_take(FW0 + 1, 0, EV_PLATFORM, 4);
	CHECK("configured", !fake.state.fw[1].running);
	CHECK_OK("start", unit_start(FW0 + 1, 1, 0, 0));
	CHECK("started", fake.state.fw[1].running);
	CHECK_EQ("event", fake.state.fw[1].event_data, 4);
	CHECK_OK("stop", unit_stop(FW0 + 1, 1, 0));
	CHECK("stopped", !fake.state.fw[1].running);
	CHECK_OK("start", unit_start(FW0 + 1, 1, 0, 0));
	CHECK_EQ("same event", fake.state.fw[1].event_data, 4);
}

/* --- suspend, resume ------------------------------------------------------ */

/* State of registers after a non-retentive suspend and OpenSBI's own code. */
static void registers_lost(void)
{
	unsigned int n;

	for (n = 0; n < FAKE_COUNTERS; n++) {
		fake.state.counter[n] = 0;
		fake.state.event[n] = n > 2 && (UNIT_HPM >> n & 1) &&
						      fake.has.sscofpmf ?
					      OF | MINH :
					      0;
		fake.state.filter[n] = 0;
	}
	fake.state.inhibit = fake.has.inhibit ? UNIT_HPM : 0;
	fake.state.irq_enabled = 0;
}

static void resume_restores(void)
{
	struct fake_state before;

	fake.has.filter = true;
	unit_take(0, 0x20, EV_CYCLES, 0);
	unit_take(2, AUTO | 0x40, EV_INSTRUCTIONS, 0);
	unit_take(3, AUTO | 0x20, EV_CACHE, 0);
	unit_take(4, 0x40, EV_CACHE, 0);
	unit_take(FW0, AUTO, EV_SET_TIMER, 0);
	unit_preset(4, 44);
	fake_hart_run(FAKE_VS, 1000);
	pmu_hart_suspend(&unit_hart);
	before = fake.state;
	registers_lost();
	pmu_hart_resume(&unit_hart);
	CHECK("registers", !memcmp(&before, &fake.state, sizeof(before)));
	pmu_fw_event(&unit_hart, SBI_PMU_FW_SET_TIMER);
	CHECK_EQ("firmware counter", unit_value(FW0), 1);
	CHECK_OK("stop, start", unit_stop(3, 1, 0));
	CHECK_OK("stop, start", unit_start(3, 3, 0, 0));
	fake_hart_run(FAKE_VS, 1);
	CHECK_EQ("counts on", unit_value(4), 45);
}

static void resume_without_saved_values(void)
{
	unit_take(3, AUTO, EV_CACHE, 0);
	fake_hart_run(FAKE_S, 1000);
	pmu_hart_suspend(&unit_hart);
	pmu_hart_suspend_cancel(&unit_hart);
	fake_hart_run(FAKE_S, 1000);
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("not the old value", fake.state.counter[3], 2000);
	pmu_hart_suspend(&unit_hart);
	registers_lost();
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("restored", fake.state.counter[3], 2000);
	fake_hart_run(FAKE_S, 1);
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("values are good for once", fake.state.counter[3], 2001);
}

/* Counters are stopped while events and values are written. */
static void resume_shuts_gates_first(void)
{
	pmu_hart_suspend(&unit_hart);
	fake_hart_forget();
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("shut, open", fake.log.inhibit_writes, 2);
	CHECK_EQ("as before", fake.state.inhibit, UNIT_HPM);
}

static const struct unit_test tests[] = {
	UNIT_TEST(event_registers, UNIT_ALL),
	UNIT_TEST(selector_is_cut_to_its_field, UNIT_ALL),
	UNIT_TEST(raw_data_widths, UNIT_ALL),
	UNIT_TEST(filters_work, UNIT_SSCOFPMF),
	UNIT_TEST(boot_filters_m_mode, UNIT_ALL),
	UNIT_TEST(reset_clears_event, UNIT_ALL),
	UNIT_TEST(running_event_is_not_rewritten, UNIT_ALL),
	UNIT_TEST(overflow_bit_cleared_by_start_only, UNIT_SSCOFPMF),
	UNIT_TEST(never_overflown_never_marked, UNIT_SSCOFPMF),
	UNIT_TEST(gates, UNIT_INHIBIT),
	UNIT_TEST(value_before_gate, UNIT_ALL),
	UNIT_TEST(event_is_the_gate, UNIT_NO_INHIBIT),
	UNIT_TEST(fixed_counters_keep_filters, UNIT_SMCNTRPMF),
	UNIT_TEST(platform_interrupts, UNIT_ALL),
	UNIT_TEST(plain_platform, UNIT_ALL),
	UNIT_TEST(platform_filters, UNIT_ALL),
	UNIT_TEST(platform_firmware_counter_changes_kind, UNIT_ALL),
	UNIT_TEST(platform_event_data_is_never_a_value, UNIT_ALL),
	UNIT_TEST(platform_events_start_and_stop, UNIT_ALL),
	UNIT_TEST(resume_restores, UNIT_ALL),
	UNIT_TEST(resume_without_saved_values, UNIT_ALL),
	UNIT_TEST(resume_shuts_gates_first, UNIT_INHIBIT),
};

int main(void)
{
	return unit_main("pmu_counter", tests, array_size(tests));
}
