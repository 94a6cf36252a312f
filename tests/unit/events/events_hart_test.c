// SPDX-License-Identifier: BSD-2-Clause
/*
 * The facts of every core on the fake hart: the value in mhpmevent, the
 * counters for it, and the special rules of some cores.
 */
#include <events/events.h>
#include <string.h>

#include "unit.h"

#define HPM_ALL 0xfffffff8u
#define MINH (1ull << 62)

static const struct events_core *core;

static u64 select_of(u32 event_idx)
{
	return events_select(core, event_idx);
}

static const char *title(void)
{
	return events_text + core->title;
}

/* Reset the hart and the machine, as this core with its map. */
static void become(const struct events_core *other)
{
	struct pmu_hart_features features = unit_hart.has;
	struct fake_has has = fake.has;
	struct pmu_machine *m = &unit_machine;
	const struct events_raw *raw;
	u32 i;

	core = other;
	features.hpm_mask = has.hpm_mask = HPM_ALL;
	features.inhibit &= !(core->quirks & EVENTS_NO_INHIBIT);
	has.select = select_of;
	fake_hart_init(&has);
	pmu_machine_init(m, HPM_ALL);
	for (i = 0; i < core->num; i++)
		assert_true(pmu_map_add(
			m, events_rows[core->first + i].event_idx,
			events_rows[core->first + i].event_idx,
			events_counters(&events_rows[core->first + i])));
	raw = events_raws + core->first_raw;
	for (i = 0; i < core->num_raw; i++)
		assert_true(pmu_map_add_raw(m, raw[i].select,
					    ~(u64)raw[i].variant,
					    events_counters(&raw[i])));
	pmu_machine_prepare(m);
	memset(&unit_hart, 0, sizeof(unit_hart));
	pmu_hart_init(&unit_hart, m, &features);
	fake_hart_forget();
}

static void become_named(const char *compatible)
{
	struct events_hart hart = { .compatible = compatible,
				    .compatible_len =
					    (u32)strlen(compatible) + 1 };
	enum events_found found;

	become(events_find(&hart, &found));
}

/* Value of mhpmevent while the event is counted. */
static u64 wanted(u64 select)
{
	return select | (fake.has.sscofpmf ? MINH : 0);
}

/* Configure, start, check and free a counter; or check that it is refused. */
static void try_on(unsigned int idx, u32 event_idx, u64 data, u64 select,
		   bool counts)
{
	struct sbiret ret = unit_config(idx, 1, 0, event_idx, data);

	if (!counts) {
		CHECK_EQ(title(), (s64)ret.error, SBI_ERR_NOT_SUPPORTED);
		return;
	}
	CHECK_RET(title(), ret, SBI_SUCCESS, idx);
	CHECK_OK(title(), unit_start(idx, 1, 0, 0));
	CHECK_EQ(title(), fake.state.event[idx], wanted(select));
	CHECK_OK(title(), unit_stop(idx, 1, SBI_PMU_STOP_FLAG_RESET));
	/* No part of the selector stays, which would count. */
	CHECK_EQ(title(), fake.state.event[idx], wanted(0));
}

static unsigned int counters_here(void)
{
	return unit_hart.num_hw;
}

static void every_event_of_every_core(void)
{
	const struct events_row *row;
	unsigned int idx;
	u32 i, n;

	for (i = 0; i < events_num_cores; i++) {
		become(&events_cores[i]);
		row = events_rows + core->first;
		for (n = 0; n < core->num; n++)
			for (idx = 3; idx < counters_here(); idx++)
				try_on(idx, row[n].event_idx, 0, row[n].select,
				       events_counters(&row[n]) >> idx & 1);
	}
}

static void raw_events_of_every_core(void)
{
	const struct events_raw *raw;
	unsigned int idx;
	u32 i, n;
	u64 data;

	for (i = 0; i < events_num_cores; i++) {
		become(&events_cores[i]);
		raw = events_raws + core->first_raw;
		for (n = 0; n < core->num_raw; n++) {
			data = raw[n].select | raw[n].variant;
			for (idx = 3; idx < counters_here(); idx++)
				try_on(idx, EV_RAW, data, data,
				       events_counters(&raw[n]) >> idx & 1);
		}
	}
}

/*
 * On C906 a second user of the same event finds no counter; users of other
 * events do.
 */
static void one_counter_an_event(void)
{
	u64 any;

	become_named("thead,c906");
	any = HPM_ALL & (BIT64(counters_here()) - 1);
	CHECK_RET("branches", unit_config(0, (unsigned long)any, 0, 5, 0),
		  SBI_SUCCESS, 9);
	CHECK_EQ("again",
		 (s64)unit_config(0, (unsigned long)any, 0, 5, 0).error,
		 SBI_ERR_NOT_SUPPORTED);
	CHECK_RET("misses", unit_config(0, (unsigned long)any, 0, 6, 0),
		  SBI_SUCCESS, 8);
	CHECK_EQ("the same by its number",
		 (s64)unit_config(0, (unsigned long)any, 0, EV_RAW, 7).error,
		 SBI_ERR_NOT_SUPPORTED);
	CHECK_EQ("back", (s64)unit_stop(9, 1, SBI_PMU_STOP_FLAG_RESET).error,
		 SBI_ERR_ALREADY_STOPPED);
	CHECK_RET("free again",
		  unit_config(0, (unsigned long)any, 0, EV_RAW, 7), SBI_SUCCESS,
		  9);
}

static void selected_while_it_runs(u64 selector)
{
	CHECK_RET("configured", unit_config(3, 1, 0, 5, 0), SBI_SUCCESS, 3);
	CHECK_EQ("silent", fake.state.event[3], wanted(0));
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	CHECK_EQ("counts", fake.state.event[3], wanted(selector));
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK_EQ("silent again", fake.state.event[3], wanted(0));
}

/* U54 has no mcountinhibit: a stopped counter has no event. */
static void not_inhibited_is_not_selected(void)
{
	become_named("sifive,u54-mc");
	selected_while_it_runs(0x1c000);
	CHECK_OK("start again", unit_start(3, 1, 0, 0));
	CHECK_EQ("and counts", fake.state.event[3], wanted(0x1c000));
}

/* The same for a core whose mcountinhibit cannot be relied upon. */
static void inhibition_is_not_relied_upon(void)
{
	become_named("openhwgroup,cva6");
	selected_while_it_runs(0x9);
	CHECK_RET("cycles", unit_config(0, 1, 0, EV_CYCLES, 0), SBI_SUCCESS, 0);
	CHECK_OK("start cycles", unit_start(0, 1, 0, 0));
	CHECK_OK("stop cycles", unit_stop(0, 1, 0));
	CHECK_EQ("nothing is inhibited", fake.log.inhibit_writes, 0);
}

/* S-mode never sets the bits above the selector, which would stop it. */
static void raw_data_cannot_silence(void)
{
	become_named("spacemit,x60");
	CHECK_RET("bits of mhpmevent",
		  unit_config(3, 1, 0, EV_RAW2, 0xf8ull << 56 | 0x6),
		  SBI_SUCCESS, 3);
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	CHECK_EQ("selector", fake.state.event[3], wanted(0x6));
	become_named("sifive,u74-mc");
	CHECK_EQ("bits that are no event",
		 (s64)unit_config(3, 1, 0, EV_RAW, 1ull << 40 | 0x102).error,
		 SBI_ERR_NOT_SUPPORTED);
}

/*
 * X100: one counter for cycles only, one for instructions only, and the others
 * for all other events.
 */
static void a_counter_of_its_own(void)
{
	become_named("spacemit,x100");
	try_on(17, EV_RAW, 0x1e, 0x1e, true);
	try_on(17, EV_RAW, 0x1f, 0x1f, false);
	try_on(17, 5, 0, 1, false);
	try_on(18, EV_RAW, 0x1f, 0x1f, true);
	try_on(18, EV_RAW, 0x1, 0x1, false);
	try_on(16, EV_RAW, 0x1e, 0x1e, false);
	try_on(16, 5, 0, 1, true);
	CHECK_RET("cycles that interrupt", unit_config(3, 0xffff, 0, 1, 0),
		  SBI_SUCCESS, 17);
}

/* UX900: bits of the selector enable modes; without them it counts nothing. */
static void a_selector_has_its_modes(void)
{
	become_named("nuclei,ux900");
	try_on(3, 5, 0, 0x30000080, true);
	try_on(3, EV_RAW, 0x30000080, 0x30000080, true);
	try_on(3, EV_RAW, 0x80, 0x80, false);
	try_on(3, EV_RAW, 0x80000080, 0, false);
	try_on(3, EV_RAW, 0xb0000080, 0, false);
}

static const struct unit_test tests[] = {
	UNIT_TEST(every_event_of_every_core, UNIT_ALL),
	UNIT_TEST(raw_events_of_every_core, UNIT_ALL),
	UNIT_TEST(one_counter_an_event, UNIT_ALL),
	UNIT_TEST(not_inhibited_is_not_selected, UNIT_NO_INHIBIT),
	UNIT_TEST(inhibition_is_not_relied_upon, UNIT_ALL),
	UNIT_TEST(raw_data_cannot_silence, UNIT_RV64),
	UNIT_TEST(a_counter_of_its_own, UNIT_ALL),
	UNIT_TEST(a_selector_has_its_modes, UNIT_ALL),
};

UNIT_MAIN("events on the fake hart", tests)
