// SPDX-License-Identifier: BSD-2-Clause
/* More hardware counters than indices, on RV32: lib/pmu/pmu_map.c */
#include <string.h>

#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define ALL (~7u)
#define KEPT 24 /* hardware indices, with those of fixed counters */

static void machine(u32 hpm_mask)
{
	memset(&unit_machine, 0, sizeof(unit_machine));
	pmu_machine_init(&unit_machine, hpm_mask);
}

static void hart(u32 hpm_mask)
{
	struct pmu_hart_features has_now = unit_hart.has;

	has_now.hpm_mask = hpm_mask;
	fake.has.hpm_mask = hpm_mask;
	pmu_hart_init(&unit_hart, &unit_machine, &has_now);
}

/* --- hidden counters ----------------------------------------------------- */

static void hides_what_others_count(void)
{
	static const struct {
		const char *name;
		u32 hpm_mask, rows[3];
		u32 hidden;
		bool loses, moved;
	} rows[] = {
		{ "no map", ALL, { 0 }, 0xff000000, false, false },
		{ "all alike", ALL, { ALL, ALL }, 0xff000000, false, false },
		{ "QEMU's",
		  ALL,
		  { 0x7fff8, 0x7fff8 },
		  0xff000000,
		  false,
		  false },
		{ "the last is needed",
		  ALL,
		  { 0x80000000, ALL },
		  0x7f800000,
		  false,
		  true },
		{ "or the one before",
		  ALL,
		  { 0xc0000000, ALL },
		  0xbf800000,
		  false,
		  true },
		{ "first those with nothing",
		  ALL,
		  { 0xfffff000, 0xf00 },
		  0xe00000f8,
		  false,
		  true },
		{ "few with high numbers",
		  0xff000000,
		  { 0xff000000 },
		  0,
		  false,
		  true },
		{ "as many as fit",
		  0x00fffff8,
		  { 0x00fffff8 },
		  0,
		  false,
		  false },
		{ "raw events count, too",
		  ALL,
		  { ALL, 0, 0x40000000 },
		  0xbf800000,
		  false,
		  true },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		machine(rows[i].hpm_mask);
		if (rows[i].rows[0])
			pmu_map_add(&unit_machine, EV_CACHE, EV_CACHE,
				    rows[i].rows[0]);
		if (rows[i].rows[1])
			pmu_map_add(&unit_machine, EV_CACHE + 1, EV_CACHE + 1,
				    rows[i].rows[1]);
		if (rows[i].rows[2])
			pmu_map_add_raw(&unit_machine, 1, ~0ull,
					rows[i].rows[2]);
		pmu_machine_prepare(&unit_machine);
		CHECK_EQ(rows[i].name, unit_machine.hidden, rows[i].hidden);
		CHECK_EQ(rows[i].name, unit_machine.loses, rows[i].loses);
		CHECK_EQ(rows[i].name, unit_machine.moved, rows[i].moved);
	}
}

/*
 * If each counter has its own event, some event is lost, and this is reported.
 */
static void loses_what_nobody_else_counts(void)
{
	unsigned int n;

	machine(ALL);
	for (n = 3; n < 32; n++)
		pmu_map_add(&unit_machine, EV_CACHE + n, EV_CACHE + n, 1u << n);
	pmu_machine_prepare(&unit_machine);
	CHECK_EQ("the last", unit_machine.hidden, 0xff000000);
	CHECK("loses", unit_machine.loses && !unit_machine.moved);
}

/* RV64 has an index for each counter. */
static void hides_nothing(void)
{
	machine(ALL);
	pmu_map_add(&unit_machine, EV_CACHE, EV_CACHE, 0x80000000);
	pmu_machine_prepare(&unit_machine);
	hart(ALL);
	CHECK("none", !unit_machine.hidden && !unit_machine.moved);
	CHECK_EQ("at its own",
		 unit_config(0, unit_hart.present, 0, EV_CACHE, 0).value, 31);
}

/* --- moved counters ------------------------------------------------------ */

static void moved_machine(void)
{
	machine(ALL);
	pmu_map_add(&unit_machine, EV_CACHE, EV_CACHE, 0x80000000);
	pmu_map_add(&unit_machine, EV_CACHE + 1, EV_CACHE + 1, ALL);
	pmu_machine_prepare(&unit_machine);
	hart(ALL);
}

static void every_register(void)
{
	unsigned long idx;
	u64 event;

	moved_machine();
	CHECK_EQ("indices", unit_hart.num, KEPT + 22);
	idx = unit_config(0, ~2u, 0, EV_CACHE, 0).value;
	CHECK("one that is free", idx >= 3 && idx < KEPT);
	CHECK_EQ("its CSR",
		 CALL(SBI_EXT_PMU_COUNTER_GET_INFO, idx).value & 0xfff, 0xc1f);
	CHECK_EQ("event", fake.state.event[31] & 0xff, EV_CACHE & 0xff);
	event = fake.state.event[31];
	CHECK("has one", event);
	fake.state.event[31] = 0;
	CHECK_OK("start", unit_start(idx, 1, SBI_PMU_START_FLAG_SET_INIT_VALUE,
				     0x12345));
	CHECK_EQ("value", fake.state.counter[31], 0x12345);
	CHECK("runs", !(fake.state.inhibit & 1ul << 31));
	CHECK("nothing else does",
	      (fake.state.inhibit & 0x7ffffff8) == 0x7ffffff8);
	CHECK_OK("stop", unit_stop(idx, 1, 0));
	CHECK("stands", fake.state.inhibit & 1ul << 31);
	CHECK_RET("reset", unit_stop(idx, 1, SBI_PMU_STOP_FLAG_RESET),
		  SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_EQ("no event", fake.state.event[31] & 0xff, 0);
}

static void over_a_suspend(void)
{
	unsigned long idx;
	u64 event;

	moved_machine();
	idx = unit_config(0, ~2u, AUTO, EV_CACHE, 0).value;
	event = fake.state.event[31];
	fake.state.counter[31] = 0x777;
	pmu_hart_suspend(&unit_hart);
	fake.state.counter[31] = 0;
	fake.state.event[31] = 0;
	fake.state.inhibit = 0;
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("value", fake.state.counter[31], 0x777);
	CHECK_EQ("event", fake.state.event[31], event);
	CHECK("runs", !(fake.state.inhibit & 1ul << 31));
	CHECK("hidden ones stand", fake.state.inhibit & 1ul << 23);
	fake.state.inhibit = 0;
	pmu_hart_resume(&unit_hart);
	CHECK("runs", !(fake.state.inhibit & 1ul << 31));
	CHECK("others stand", (fake.state.inhibit & 0x7ffffff8) == 0x7ffffff8);
	CHECK_OK("reads", unit_stop(idx, 1, 0));
	CHECK("stands", fake.state.inhibit & 1ul << 31);
}

/* S-mode cannot access a counter without an index, by any register. */
static void out_of_reach(void)
{
	moved_machine();
	fake.state.mcounteren = 0xffffffff;
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("RV32", fake.state.mcounteren, 0x807fffff);
	pmu_hart_resume(&unit_hart);
	CHECK_EQ("again", fake.state.mcounteren, 0x807fffff);
}

/* The boot hart, which assigns the indices, has fewer counters. */
static void more_than_the_boot_hart(void)
{
	machine(0xf8);
	pmu_machine_prepare(&unit_machine);
	fake.state.mcounteren = 0xffffffff;
	hart(0x1f8);
	CHECK_EQ("mcounteren", fake.state.mcounteren, 0xfffffeff);
}

/* The fast path cannot be used, because it has no table of indices. */
static void not_fast(void)
{
	unit_hart.has.plain = true;
	moved_machine();
	CHECK_EQ("off", unit_hart.num_fast, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(hides_what_others_count, UNIT_RV32),
	UNIT_TEST(loses_what_nobody_else_counts, UNIT_RV32),
	UNIT_TEST(hides_nothing, UNIT_RV64),
	UNIT_TEST(every_register, UNIT_RV32 | UNIT_INHIBIT),
	UNIT_TEST(over_a_suspend, UNIT_RV32 | UNIT_INHIBIT),
	UNIT_TEST(out_of_reach, UNIT_RV32 | UNIT_INHIBIT),
	UNIT_TEST(more_than_the_boot_hart, UNIT_INHIBIT),
	UNIT_TEST(not_fast, UNIT_RV32 | UNIT_INHIBIT),
};

UNIT_MAIN("pmu_hidden", tests)
