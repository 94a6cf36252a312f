// SPDX-License-Identifier: BSD-2-Clause
/* Rows of the event map that a board adds: an unusable one is reported, and never an
 * error, with which OpenSBI would drop all rows after it. */
#include <sbi/sbi_console.h>
#include <sbi/sbi_pmu.h>

#include "../../../platform/generic/glue/pmu_map_glue.h"
#include "rig.h"

static bool usable;
static const struct pmu_machine
	*of; /* the map that the last row was added to */

bool pmu_map_add(struct pmu_machine *m, u32 first, u32 last, u32 counters)
{
	of = m;
	wire_note("%x to %x on %x", first, last, counters);
	return usable;
}

bool pmu_map_add_raw(struct pmu_machine *m, u64 select, u64 mask, u32 counters)
{
	of = m;
	wire_note("%lx mask %lx on %x", (ulong)select, (ulong)mask, counters);
	return usable;
}

static void check(const char *calls)
{
	wire_expect(calls);
	assert_ptr_equal(of, &pmu_glue_machine);
}

static void run_events(void **state)
{
	(void)state;
	usable = true;
	assert_int_equal(sbi_pmu_add_hw_event_counter_map(3, 5, 0x18), 0);
	check("3 to 5 on 18\n");
	usable = false;
	assert_int_equal(sbi_pmu_add_hw_event_counter_map(3, 5, 0x18), 0);
	check("3 to 5 on 18\n"
	      "hartscope: PMU: events 0x3 to 0x5 on counters 0x18 are out of "
	      "range, mapped twice or too many; not used\n");
}

static void run_raw(void **state)
{
	(void)state;
	usable = true;
	assert_int_equal(sbi_pmu_add_raw_event_counter_map(7, 0xff, 0x18), 0);
	check("7 mask ff on 18\n");
	usable = false;
	assert_int_equal(sbi_pmu_add_raw_event_counter_map(7, 0xff, 0x18), 0);
	check("7 mask ff on 18\n"
	      "hartscope: PMU: raw events 0x7 mask 0xff on counters 0x18 are "
	      "mapped twice, on fixed counters or too many; not used\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_events),
		cmocka_unit_test(run_raw),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
