// SPDX-License-Identifier: BSD-2-Clause
/*
 * Prints the selector of each general and cache event and of many raw events,
 * and the counters that may count them. tests/boards compares this with the
 * host tool's output for the same tree or core.
 */
#include "check.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"

#define SELECT_BITS ((1ull << 56) - 1)

static u64 selected(unsigned int idx)
{
	static struct peek now;

	peek_save(&now);
	return now.event[idx] & SELECT_BITS;
}

static void print_event(const char *kind, unsigned long event_idx, u64 data)
{
	unsigned long counters = 0;
	u64 select = 0, other;
	unsigned int idx;

	for (idx = 3; idx <= pmu_last_hw(); idx++) {
		if (!(pmu.present >> idx & 1) ||
		    pmu_config(idx, 1, AUTO, event_idx, data).error)
			continue;
		other = selected(idx);
		CHECK(!counters || other == select);
		select = other;
		counters |= 1ul << idx;
		pmu_stop(idx, 1, RESET);
	}
	if (counters)
		print("# %s 0x%lx select 0x%lx counters 0x%lx\n", kind,
		      kind[0] == 'r' ? (unsigned long)data : event_idx,
		      (unsigned long)select, counters);
}

static void every_event(void)
{
	unsigned long code;

	for (code = 1; code <= 10; code++)
		print_event("event", code, 0);
	for (code = 0; code < 7 << 3; code++)
		if ((code >> 1 & 3) < 3)
			print_event("event", 0x10000 | code, 0);
	CHECK_VALUE(pmu_config(0, 1, 0, EVENT_CYCLES, 0), 0);
	CHECK_VALUE(pmu_config(2, 1, 0, EVENT_INSTRUCTIONS, 0), 2);
}

/*
 * Small numbers; one bit in each class of SiFive; types and numbers with
 * Nuclei's bits for the modes.
 */
static void raw_events(void)
{
	static const u8 classes[] = { 0, 1, 2, 3, 0x64, 0x65 };
	unsigned int n, bit;
	u64 data;

	for (data = 0; data < 0x200; data++)
		print_event("raw", EVENT_RAW, data);
	for (n = 0; n < sizeof(classes); n++)
		for (bit = 9; bit < 28; bit++)
			print_event("raw", EVENT_RAW, 1ull << bit | classes[n]);
	for (data = 0; data < 0x200; data++)
		if ((data & 0xf) < 2)
			print_event("raw", EVENT_RAW, 3ull << 28 | data);
}

const struct check_case check_cases[] = {
	{ "raw events that are mapped", raw_events },
	{ "every event that is mapped", every_event },
	{ NULL, NULL },
};
