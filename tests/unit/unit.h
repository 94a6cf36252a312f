/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the unit tests: the machines of the tests, a PMU hart on the fake
 * hart, calls with checks that hold for all calls, and rows.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pmu/pmu.h>

#include "fake/fake_hart.h"

/* --- tests ---------------------------------------------------------------- */

/** Machines on which a test runs. */
enum unit_on {
	UNIT_ALL = 0,
	UNIT_RV32 = 1 << 0,
	UNIT_RV64 = 1 << 1,
	UNIT_SSCOFPMF = 1 << 2,	   /* only machines with it */
	UNIT_NO_SSCOFPMF = 1 << 3, /* only machines without it */
	UNIT_SMCNTRPMF = 1 << 4,
	UNIT_NO_SMCNTRPMF = 1 << 5,
	UNIT_INHIBIT = 1 << 6,
	UNIT_NO_INHIBIT = 1 << 7,
	UNIT_DIRECT = 1 << 8, /* supervisor memory needs no mapping */
	UNIT_NO_DIRECT = 1 << 9,
	UNIT_ONE = 1 << 10, /* only the first machine that matches */
};

struct unit_test {
	const char *name;
	void (*run)(void);
	unsigned int on;
};

/* clang-format 14 and 19 format these braces differently. */
/* clang-format off */
#define UNIT_TEST(function, where) \
	{ .name = #function, .run = function, .on = (where) }
/* clang-format on */

/** main() of a test program. @return number of failed tests */
int unit_main(const char *group, const struct unit_test *tests,
	      unsigned int count);

/** main() that runs an array of tests. */
#define UNIT_MAIN(group, tests)                                    \
	int main(void)                                             \
	{                                                          \
		return unit_main(group, tests, array_size(tests)); \
	}

/* --- checks --------------------------------------------------------------- */

/** Fail the test, with the row's name, unless both are equal. */
void unit_equal(const char *row, const char *what, u64 got, u64 want,
		const char *file, int line);

#define CHECK_EQ(row, got, want) \
	unit_equal(row, #got, (u64)(got), (u64)(want), __FILE__, __LINE__)
#define CHECK(row, truth) CHECK_EQ(row, !!(truth), 1)

/* --- the hart under test -------------------------------------------------- */

/*
 * The machine has mhpmcounter3, 4, 6 and 7 (5 is a hole), so eight hardware
 * indices; this hart lacks 7. Events of the map, with their counters:
 */
enum {
	UNIT_HPM_MACHINE = 0xd8,
	UNIT_HPM = 0x58,
	UNIT_HPM_BITS = 48,
	UNIT_NUM_HW = 8,
	UNIT_NUM_FW = 22, /* one for each event; fits both widths */
	UNIT_NUM = UNIT_NUM_HW + UNIT_NUM_FW,
	FW0 = UNIT_NUM_HW,

	EV_CYCLES = 1,	     /* 0, 3, 4 */
	EV_INSTRUCTIONS = 2, /* 2, 3, 4 */
	EV_REFERENCES = 3,   /* 4, 6, 7 */
	EV_UNMAPPED = 5,
	EV_NOWHERE = 7,	    /* 7, which this hart lacks */
	EV_CACHE = 0x10000, /* to 0x10003: 3, 4, 6 */
	EV_RAW = 0x20000,   /* data 0x100 to 0x1ff: 3, 6 */
	EV_RAW2 = 0x30000,
	EV_FW = 0xf0000,
	EV_SET_TIMER = 0xf0005,
	EV_PLATFORM = 0xfffff, /* data 1 to UNIT_FW_EVENTS: fw1 to fw3 */

	RAW_DATA = 0x142,
	UNIT_FW_EVENTS = 9,
	UNIT_FW_COUNTERS = 0xe,
};

extern struct pmu_machine unit_machine;
extern struct pmu_hart unit_hart;

/** Reset the fake hart and the PMU, for the machine of the test. */
void unit_reset(void);

/** Cut a value to XLEN bits, as a register does. */
unsigned long unit_xlen(u64 value);

/** All state that a call can change, to be compared bytewise. */
struct unit_state {
	struct pmu_hart hart;
	struct fake_state fake;
};

void unit_save(struct unit_state *state);
bool unit_is(const struct unit_state *state);

/**
 * Make a PMU call, and check the rules of all calls: no fault of the hart, a
 * result of XLEN bits, no value with an error, no change by a refused call.
 */
struct sbiret unit_call(unsigned long fid, struct sbi_args args);

#define CALL(fid, ...) unit_call(fid, (struct sbi_args){ { __VA_ARGS__ } })

/** Short forms of calls; event_data and values are split in two on RV32. */
struct sbiret unit_config(unsigned long base, unsigned long mask,
			  unsigned long flags, unsigned long event_idx,
			  u64 event_data);
struct sbiret unit_start(unsigned long base, unsigned long mask,
			 unsigned long flags, u64 value);
struct sbiret unit_stop(unsigned long base, unsigned long mask,
			unsigned long flags);

/** Value of a counter, from its register or from memory. */
u64 unit_value(unsigned int counter_idx);

/** Configure one counter for an event; this must succeed. */
void unit_take(unsigned int counter_idx, unsigned long flags,
	       unsigned long event_idx, u64 event_data);

/** Give a configured, stopped counter a value, only by calls. */
void unit_preset(unsigned int counter_idx, u64 value);

/** The same, and start it. */
void unit_start_at(unsigned int counter_idx, u64 value);

/** Configure every counter, because starts need an event. */
void unit_own_all(void);

/** Offer snapshots, and set an area. */
void unit_snapshot(u64 address);

#define CHECK_RET(row, ret, want_error, want_value)                \
	do {                                                       \
		struct sbiret ret_ = (ret);                        \
                                                                   \
		CHECK_EQ(row, (s64)ret_.error, (s64)(want_error)); \
		CHECK_EQ(row, ret_.value, want_value);             \
	} while (0)
#define CHECK_OK(row, ret) CHECK_RET(row, ret, SBI_SUCCESS, 0)

#endif
