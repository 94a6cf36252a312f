// SPDX-License-Identifier: BSD-2-Clause
/* hart/csr.h: halves of 64-bit registers, joined */
#include <hart/csr.h>
#include <hart/fields.h>

#include "unit.h"

static void csr_counter_round_trip(void)
{
	static const u64 values[] = {
		0, 1, 0xffffffff, 0x100000000, 0x123456789abc, 0xffffffffffff
	};
	unsigned int i;

	for (i = 0; i < array_size(values); i++) {
		hart_counter_write(0, values[i]);
		hart_counter_write(3, values[i]);
		CHECK_EQ("mcycle", fake.state.counter[0], values[i]);
		CHECK_EQ("mcycle", hart_counter_read(0), values[i]);
		CHECK_EQ("mhpmcounter3", hart_counter_read(3), values[i]);
	}
	hart_counter_write(2, ~0ull);
	CHECK_EQ("minstret", hart_counter_read(2), ~0ull);
}

/* While the halves are written, the low one must not carry. */
static void csr_counter_write_order(void)
{
	fake.state.counter[0] = 0xffffffff;
	hart_counter_write(0, 0x500000000ull);
	CHECK_EQ("low half first 0, high, low", fake.log.counter_writes[0],
		 fake.has.xlen == 32 ? 3 : 1);
	CHECK_EQ("value", fake.state.counter[0], 0x500000000ull);
}

/* Time goes on between the reads of two halves. */
static void csr_counter_read_while_it_runs(void)
{
	u64 start, value;

	for (start = 0xfffffff0ull; start < 0x100000010ull; start++) {
		fake.log.tick = 3;
		fake.state.counter[0] = start;
		value = hart_counter_read(0);
		CHECK("not before", value >= start);
		CHECK("not after", value < fake.state.counter[0]);
	}
}

static void csr_event_halves(void)
{
	u64 value = FIELD_MASK(MHPMEVENT, MINHIBIT) | 0x1234;

	hart_event_write(3, true, value);
	CHECK_EQ("register", fake.state.event[3], value);
	CHECK_EQ("read", hart_event_read(3, true), value);
}

static void csr_event_without_upper_half(void)
{
	hart_event_write(4, false, 0x9876543212345678ull);
	CHECK_EQ("register", fake.state.event[4],
		 unit_xlen(0x9876543212345678ull));
	CHECK_EQ("read", hart_event_read(4, false),
		 unit_xlen(0x9876543212345678ull));
}

static void csr_fields(void)
{
	u64 all = FIELD_MASK(MHPMEVENT, SELECT) |
		  FIELD_MASK(MHPMEVENT, VUINHIBIT) |
		  FIELD_MASK(MHPMEVENT, VSINHIBIT) |
		  FIELD_MASK(MHPMEVENT, UINHIBIT) |
		  FIELD_MASK(MHPMEVENT, SINHIBIT) |
		  FIELD_MASK(MHPMEVENT, MINHIBIT) |
		  FIELD_MASK(MHPMEVENT, OVERFLOW);

	CHECK_EQ("Sscofpmf leaves two bits", ~all, 3ull << 56);
	CHECK_EQ("OF", FIELD_MASK(MHPMEVENT, OVERFLOW), 1ull << 63);
	CHECK_EQ("MINH", FIELD_MASK(MHPMEVENT, MINHIBIT), 1ull << 62);
	CHECK_EQ("SINH", FIELD_MASK(MHPMEVENT, SINHIBIT), 1ull << 61);
	CHECK_EQ("UINH", FIELD_MASK(MHPMEVENT, UINHIBIT), 1ull << 60);
	CHECK_EQ("VSINH", FIELD_MASK(MHPMEVENT, VSINHIBIT), 1ull << 59);
	CHECK_EQ("VUINH", FIELD_MASK(MHPMEVENT, VUINHIBIT), 1ull << 58);
	CHECK_EQ("get", FIELD_GET(MHPMEVENT, SELECT, ~0ull), bits_low64(56));
}

static const struct unit_test tests[] = {
	UNIT_TEST(csr_counter_round_trip, UNIT_ALL),
	UNIT_TEST(csr_counter_write_order, UNIT_ALL),
	UNIT_TEST(csr_counter_read_while_it_runs, UNIT_ALL),
	UNIT_TEST(csr_event_halves, UNIT_SSCOFPMF),
	UNIT_TEST(csr_event_without_upper_half, UNIT_NO_SSCOFPMF),
	UNIT_TEST(csr_fields, UNIT_ONE),
};

UNIT_MAIN("csr", tests)
