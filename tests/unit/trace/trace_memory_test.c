// SPDX-License-Identifier: BSD-2-Clause
/* RAM sinks whose bus has other addresses than harts. */
#include <base/bits.h>
#include <trace/memory.h>

#include "unit_trace.h"

enum { SIZE = 0x100, STATUS_START = 2, STATUS_END = 4, STATUS_WP = 6 };
#define SET TRACE_SBI_SINK_SET_BUFFER

/* Windows, the last two of which have the same address. */
static const struct {
	u32 count;
	struct trace_window window[4];
} bus = { 4,
	  { { 0x1000, FAKE_RAM, 0x7ff },
	    { 0x40000000, FAKE_RAM + 0x800, 0x7ff },
	    { 0x80000000, FAKE_RAM_TOP, 0xfff },
	    { 0x80000800, FAKE_RAM, 0xfff } } };

static const struct trace_memory *memory(void)
{
	return (const struct trace_memory *)&bus;
}

static void ranges(void)
{
	static const struct {
		const char *row;
		u64 bus, size, hart; /* 0: none */
	} rows[] = {
		{ "a window", 0x1000, 0x800, FAKE_RAM },
		{ "its last byte", 0x17ff, 1, FAKE_RAM + 0x7ff },
		{ "before it", 0xfff, 2, 0 },
		{ "behind it", 0x17ff, 2, 0 },
		{ "around it", 0xfff, 0x802, 0 },
		{ "none", 0x2000, 1, 0 },
		{ "the second one", 0x40000010, 0x10, FAKE_RAM + 0x810 },
		{ "before two", 0x80000000, 0x800, FAKE_RAM_TOP },
		{ "in two", 0x80000800, 1, 0 },
		{ "into the second of two", 0x80000000, 0x801, 0 },
		{ "behind the first of two", 0x80001000, 0x10,
		  FAKE_RAM + 0x800 },
		{ "around the end", ~0ull, 2, 0 },
	};
	struct trace_component c = { .memory = memory() };
	u64 got;
	u32 n;

	for (n = 0; n < array_size(rows); n++) {
		CHECK_EQ(rows[n].row,
			 trace_memory_of(&c, rows[n].bus, rows[n].size, &got),
			 rows[n].hart != 0);
		if (rows[n].hart)
			CHECK_EQ(rows[n].row, got, rows[n].hart);
	}
	c.memory = NULL;
	CHECK("all", trace_memory_of(&c, 5, ~0ull - 5, &got));
	CHECK_EQ("the same", got, 5);
	CHECK("around the end", !trace_memory_of(&c, ~0ull, 2, &got));
	CHECK("back", trace_bus_of(&c, 7, 1, &got));
	CHECK_EQ("the same back", got, 7);
}

/* The caller's addresses are those of harts, and the sink's those of its bus. */
static void buffer(void)
{
	u64 at = FAKE_RAM + 0x840;

	unit_trace_boot(TRACE_DIRECT);
	unit_trace.component[R].memory = memory();
	CHECK_OK("set", TRACE_CALL(SET, R, ADDRESS(at), SIZE, 0));
	CHECK_EQ("start", fake_trace_start(R), 0x40000040);
	CHECK_OK("status",
		 TRACE_CALL(TRACE_SBI_STATUS, HARTID, ADDRESS(ANSWER), 0, 0));
	CHECK_EQ("start", unit_trace_answer64(STATUS_START), at);
	CHECK_EQ("end", unit_trace_answer64(STATUS_END), at + SIZE);
	CHECK_EQ("wp", unit_trace_answer64(STATUS_WP), at);
	CHECK_RET("in two windows",
		  TRACE_CALL(SET, R, ADDRESS(FAKE_RAM + 0x780), SIZE, 0),
		  SBI_ERR_INVALID_ADDRESS, 0);
	CHECK_RET("in none",
		  TRACE_CALL(SET, R, ADDRESS(FAKE_RAM_TOP + 0x1000), SIZE, 0),
		  SBI_ERR_INVALID_ADDRESS, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(ranges, UNIT_TRACE),
	UNIT_TEST(buffer, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_memory", tests, array_size(tests));
}
