// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace/trace_graph.c: an empty machine, and the addresses of its
 * components
 */
#include <string.h>

#include "unit_trace.h"

#define NONE TRACE_NONE

static void addresses(void)
{
	u64 far = fake.has.xlen == 32 ? 0x100000000ull : 0xfffffffffffff800ull;

	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x800, TRACE_NO_HART, 0);
	trace_add(&unit_trace, far, TRACE_NO_HART, 0);
	trace_add(&unit_trace, FAKE_TRACE_BASE, TRACE_NO_HART, 0);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK_EQ("not a multiple of 4 KiB", unit_trace.component[6].reason,
		 TRACE_BAD_ADDRESS);
	CHECK_EQ("out of reach", unit_trace.component[7].reason,
		 TRACE_BAD_ADDRESS);
	CHECK_EQ("twice", unit_trace.component[8].reason, TRACE_SAME_ADDRESS);
	CHECK_EQ("twice", unit_trace.component[8].other, E0);
	CHECK_EQ("the first one", unit_trace.component[E0].reason,
		 TRACE_USABLE);
}

/* The memory had other contents before. */
static void begins_empty(void)
{
	unsigned int n, set = 0;

	memset(&unit_trace, 0xa5, sizeof(unit_trace));
	trace_init(&unit_trace, TRACE_DIRECT);
	for (n = 0; n < TRACE_HARTS_MAX; n++)
		set |= unit_trace.encoder_of[n];
	for (n = 0; n < TRACE_SLOTS; n++)
		set |= unit_trace.slot[n];
	CHECK_EQ("nothing is found", set, 0);
	CHECK("M-mode is hidden", !unit_trace.show_m);
	CHECK_EQ("no base", unit_trace.highest, 0);
	CHECK_EQ("first", trace_add(&unit_trace, FAKE_TRACE_BASE, 0, 0), 0);
	CHECK_EQ("nobody's", unit_trace.component[0].owner, TRACE_NO_OWNER);
}

/* Bases in any order, and two bases with one place in the search. */
static void places(void)
{
	unsigned long base = FAKE_TRACE_BASE;

	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_add(&unit_trace, base - 0x1000, TRACE_NO_HART, 0);
	trace_add(&unit_trace, base + 0x1000, TRACE_NO_HART, 0);
	CHECK_EQ("lower", unit_trace.component[6].reason, TRACE_USABLE);
	CHECK_EQ("twice", unit_trace.component[7].reason, TRACE_SAME_ADDRESS);
	CHECK_EQ("twice", unit_trace.component[7].other, E1);
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	unit_trace.component[R2].base = base + 0x100000;
	fake_trace[R2].base = base + 0x100000;
	CHECK_EQ("one place", trace_slot(base + 0x100000),
		 trace_slot(base + 0x1000));
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK("the one", trace_mmio_has(&unit_trace, base + 0x1000));
	CHECK("the other", trace_mmio_has(&unit_trace, base + 0x100000));
}

static void too_many(void)
{
	unsigned int n;

	trace_init(&unit_trace, TRACE_DIRECT);
	for (n = 0; n < TRACE_COMPONENTS_MAX; n++)
		CHECK_EQ(
			"room",
			trace_add(&unit_trace, 0x1000ull * n, TRACE_NO_HART, 0),
			n);
	CHECK_EQ("no room",
		 trace_add(&unit_trace, 0x1000ull * n, TRACE_NO_HART, 0), NONE);
	CHECK_EQ("count", unit_trace.count, TRACE_COMPONENTS_MAX);
}

static const struct unit_test tests[] = {
	UNIT_TEST(addresses, UNIT_TRACE),
	UNIT_TEST(begins_empty, UNIT_TRACE),
	UNIT_TEST(places, UNIT_TRACE),
	UNIT_TEST(too_many, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_begin", tests, array_size(tests));
}
