// SPDX-License-Identifier: BSD-2-Clause
/*
 * Events by identity: the machine's registers or its device tree identify the
 * core (word "core="), and config_matching writes the selectors of that core's
 * manual. The rows come from the manuals, not from the firmware's table. The
 * firmware prints how it identified the core (word "by="), or why it did not
 * (word "why=").
 */
#include "check.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"

#define ANY 0xfffffff8u
#define SELECT_BITS ((1ull << 56) - 1)

/* tests/unit and tests/boards have all events of each core. */
static const struct row {
	const char *core;
	unsigned long event_idx;
	u64 event_data;
	u64 select; /* 0: the event is not supported */
	u32 counters;
} rows[] = {
	/* QEMU's own map, on a hart that identifies itself as U74 */
	{ "core=tree", 0x10019, 0, 0x10019, 0x7fff8 },
	{ "core=tree", 6, 0, 0, 0 },
	{ "core=7", 5, 0, 0x1c000, ANY },
	{ "core=7", EVENT_RAW, 0x6001, 0x6001, ANY },
	{ "core=7", EVENT_RAW_V2, 0x3ffff00, 0x3ffff00, ANY },
	{ "core=7", EVENT_RAW, 0x103, 0, 0 },
	{ "core=u74", 5, 0, 0x1c000, 0x18 },
	{ "core=u54", EVENT_RAW, 0x1002, 0x1002, 0x18 },
	{ "core=u54", EVENT_RAW, 0x2002, 0, 0 },
	/* one counter for each event */
	{ "core=c906", 5, 0, 7, 0x200 },
	{ "core=c906", EVENT_RAW, 5, 5, 0x80 },
	{ "core=c906", EVENT_RAW, 8, 0, 0 },
	{ "core=c920", 3, 0, 0x10, ANY },
	{ "core=x60", 0x10000, 0, 6, 0x7fff8 },
	/* counter 17 counts only cycles, counter 18 only instructions */
	{ "core=x100", 0x10005, 0, 7, 0x1fff8 },
	{ "core=x100", EVENT_RAW, 0x1e, 0x1e, 0x20000 },
	{ "core=x100", EVENT_RAW, 0x1f, 0x1f, 0x40000 },
	{ "core=c908", 5, 0, 0x36, 0x7fff8 },
	/* without bits 28 and 29 the event counts nothing */
	{ "core=ux900", 5, 0, 0x30000080, ANY },
	{ "core=ux900", EVENT_RAW, 0x80, 0, 0 },
	{ "core=cva6", 5, 0, 9, 0x1f8 },
	{ "core=cva6-tree", 0x10019, 0, 0x10019, 0x7fff8 },
	{ "core=none", 0x10019, 0, 0, 0 },
	{ "core=none", EVENT_RAW, 1, 0, 0 },
	/* a device tree that maps no event, and U74 */
	{ "core=tree-none", 5, 0, 0, 0 },
};

#define NUM_ROWS (sizeof(rows) / sizeof(rows[0]))

static u64 selected(unsigned int idx)
{
	static struct peek now;

	peek_save(&now);
	return now.event[idx];
}

/* The event works on each of its counters, and on no other counter. */
static void on_each_counter(const struct row *r)
{
	struct sbiret ret;
	unsigned int idx;

	for (idx = 3; idx <= pmu_last_hw(); idx++) {
		if (!(pmu.present >> idx & 1))
			continue;
		check_row(r->core, r->event_idx << 8 | idx);
		ret = pmu_config(idx, 1, AUTO, r->event_idx, r->event_data);
		if (!r->select || !(r->counters >> idx & 1)) {
			CHECK_ERROR(ret, SBI_ERR_NOT_SUPPORTED);
			continue;
		}
		if (!CHECK_VALUE(ret, idx))
			continue;
		CHECK_EQ(selected(idx) & SELECT_BITS, r->select);
		pmu_stop(idx, 1, RESET);
		CHECK_EQ(selected(idx) & SELECT_BITS, 0);
	}
}

static void events_of_the_core(void)
{
	unsigned int n, here = 0;

	for (n = 0; n < NUM_ROWS; n++) {
		if (!option_given(rows[n].core))
			continue;
		on_each_counter(&rows[n]);
		here++;
	}
	check_row(NULL, 0);
	CHECK(here);
}

/*
 * Where the firmware does not rely on mcountinhibit, all counters with an event
 * run, and a stopped counter has no event.
 */
static void nothing_is_inhibited(void)
{
	static struct peek now;
	bool mapped = option_given("core=cva6-tree");
	unsigned long event_idx = mapped ? 0x10019 : 5;
	u64 select = mapped ? 0x10019 : 9;
	unsigned int n;

	if (!mapped && !option_given("core=cva6")) {
		check_skip("mcountinhibit is relied upon");
		return;
	}
	CHECK_VALUE(pmu_config(3, 1, AUTO, event_idx, 0), 3);
	CHECK_EQ(selected(3) & SELECT_BITS, select);
	CHECK_VALUE(pmu_config(0, 1, AUTO, EVENT_CYCLES, 0), 0);
	CHECK_VALUE(pmu_stop(3, 1, 0), 0);
	CHECK_VALUE(pmu_stop(0, 1, 0), 0);
	peek_save(&now);
	CHECK_EQ(now.inhibit, 0);
	for (n = 3; n < 32; n++)
		CHECK_EQ(now.event[n] & SELECT_BITS, 0);
	CHECK_VALUE(pmu_start(3, 1, 0, 0), 0);
	CHECK_EQ(selected(3) & SELECT_BITS, select);
	/* QEMU does not count the event of the core */
	if (mapped) {
		pmu_work_dtlb();
		CHECK_RANGE(pmu_value(3), 8, 1ul << 20);
	}
	pmu_stop(3, 1, RESET);
	pmu_stop(0, 1, RESET);
}

/* Every core counts cycles and instructions, also an unknown one. */
static void fixed_counters_count(void)
{
	struct sbiret cycles = pmu_config(0, 1, CLEAR | AUTO, EVENT_CYCLES, 0);
	struct sbiret insns =
		pmu_config(2, 1, CLEAR | AUTO, EVENT_INSTRUCTIONS, 0);

	CHECK_VALUE(cycles, 0);
	CHECK_VALUE(insns, 2);
	pmu_work_spin();
	CHECK(pmu_value(0) > 1000);
	CHECK(pmu_value(2) > 1000);
}

/* --- lines of the firmware ----------------------------------------------- */

#define PMU_SAYS "hartscope: PMU: "

static const struct {
	const char *core, *title;
} titles[] = {
	{ "core=7", "SiFive 7 series" },  { "core=cva6", "OpenHW CVA6" },
	{ "core=c906", "XuanTie C906" },  { "core=c908", "XuanTie C908" },
	{ "core=c920", "XuanTie C920" },  { "core=u54", "SiFive U54" },
	{ "core=u74", "SiFive U74" },	  { "core=x60", "SpacemiT X60" },
	{ "core=x100", "SpacemiT X100" }, { "core=ux900", "Nuclei UX900" },
};

static const struct {
	const char *why, *text;
} reasons[] = {
	{ "why=unknown", "no facts on acme,core (0x0-" },
	{ "why=shared", "several cores have the registers of riscv (0x5b7-" },
	{ "why=vendor", "another vendor made thead,c906 (0x489-" },
	{ "why=mixed", "harts differ from " },
};

static unsigned int say_core(void)
{
	const char *named = option_given("by=board") ? "board" : "compatible";
	const char *by = option_given("by=registers") ? "registers" : named;
	unsigned int n, said = 0;

	for (n = 0; n < sizeof(titles) / sizeof(titles[0]); n++)
		if (option_given(titles[n].core)) {
			print("# has: " PMU_SAYS "events of %s, known by its "
			      "%s\n",
			      titles[n].title, by);
			said++;
		}
	return said;
}

static unsigned int say_reason(void)
{
	unsigned int n, said = 0;

	for (n = 0; n < sizeof(reasons) / sizeof(reasons[0]); n++)
		if (option_given(reasons[n].why)) {
			print("# once: " PMU_SAYS "no events but cycles and "
			      "instructions: %s\n",
			      reasons[n].text);
			said++;
		}
	return said;
}

/* run.py looks for these lines. */
static void whose_events(void)
{
	bool tree = option_given("by=tree");

	if (tree)
		print("# has: " PMU_SAYS "events of the device tree\n");
	CHECK_EQ(tree + say_core() + say_reason(), 1);
	/* The firmware's name; its version comes after this */
	print("# begins: hartscope\n");
}

/* OpenSBI changes the tree so that S-mode does not use such a hart. */
static void not_for_us(void)
{
	const char *status;
	u32 size;

	if (!option_given("off=2")) {
		check_skip("all of them have one");
		return;
	}
	status = fdt_property("cpu@2", "status", &size);
	CHECK(status && size == 9 && status[0] == 'd');
}

const struct check_case check_cases[] = {
	{ "events of the core, on its counters", events_of_the_core },
	{ "nothing is inhibited", nothing_is_inhibited },
	{ "cycles and instructions", fixed_counters_count },
	{ "whose events", whose_events },
	{ "a hart without an MMU", not_for_us },
	{ NULL, NULL },
};
