// SPDX-License-Identifier: BSD-2-Clause
/*
 * The model of trace hardware at its worst: late, noisy, with unexpected
 * values.
 */
#include <string.h>

#include "unit_hw.h"

enum { LOADS = 1000, LATE = 100 };

/*
 * An encoder has recorded, and is off; the sink writes after LATE more
 * accesses.
 */
static void record_late(void)
{
	unit_hw_usual();
	hw_design[SINK].land = LATE;
	unit_hw_start(0x10000);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 5);
	unit_hw_store(ENC0, TR_CONTROL, 1);
}

/* While the data is on its way, Empty is 0 and memory is unchanged. */
static void hostile_lands_late(void)
{
	unsigned int n;

	record_late();
	unit_hw_store(SINK, TR_CONTROL, 1);
	CHECK_EQ("nothing yet", UNIT_HW_DATA[0], 0);
	CHECK("not empty", !(unit_hw_load(SINK, TR_CONTROL) & HW_EMPTY));
	for (n = 0; n < LATE; n++)
		unit_hw_load(FUNNEL, TR_CONTROL);
	CHECK("landed", UNIT_HW_DATA[0]);
	CHECK("empty", unit_hw_load(SINK, TR_CONTROL) & HW_EMPTY);
}

/* A reset does not stop data that has left. */
static void hostile_lands_after_reset(void)
{
	unsigned int n;

	record_late();
	unit_hw_store(SINK, TR_CONTROL, 0);
	CHECK("in reset", !(unit_hw_load(SINK, TR_CONTROL) & 1));
	CHECK_EQ("nothing yet", UNIT_HW_DATA[0], 0);
	for (n = 0; n < LATE; n++)
		unit_hw_load(FUNNEL, TR_CONTROL);
	CHECK("landed", UNIT_HW_DATA[0]);
}

/* If more data follows than can be on its way, the older data is written. */
static void hostile_lands_all(void)
{
	unsigned int n;

	unit_hw_usual();
	unit_hw_start(0x10000);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 500);
	unit_hw_stop();
	n = (unsigned int)unit_hw_recorded();
	hw_design[SINK].land = LATE;
	unit_hw_start(0x10000);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 500);
	unit_hw_stop();
	CHECK_EQ("as much", unit_hw_recorded(), n);
	CHECK("first", UNIT_HW_DATA[0]);
	CHECK("last", UNIT_HW_DATA[n - 4]);
}

static unsigned int wrong, twice;

static void count_wrong(unsigned int offset, u32 mask, u32 right)
{
	bool was = false, is;
	unsigned int n;

	wrong = twice = 0;
	for (n = 0; n < LOADS; n++) {
		is = (unit_hw_load(SINK, offset) & mask) != right;
		wrong += is;
		twice += is && was;
		was = is;
	}
}

static void hostile_noise(void)
{
	unit_hw_usual();
	hw_design[SINK].noise = 3;
	unit_hw_start(0x10000);
	unit_hw_store(SINK, TR_CONTROL, 1);
	count_wrong(TR_CONTROL, (u32)HW_EMPTY, (u32)HW_EMPTY);
	CHECK("Empty is wrong now and then", wrong > 100 && wrong < 500);
	CHECK_EQ("never twice in a row", twice, 0);
	count_wrong(TR_RAM_START_LOW, ~0u, (u32)HW_BUFFER);
	CHECK_EQ("others are not", wrong, 0);
}

static void hostile_spurious(void)
{
	unit_hw_usual();
	hw_design[SINK].spurious = 4;
	unit_hw_start(0x10000);
	count_wrong(TR_RAM_START_LOW, ~0u, (u32)HW_BUFFER);
	CHECK("any register is wrong", wrong > 100 && wrong < 500);
	CHECK_EQ("never twice in a row", twice, 0);
}

static void hostile_limit_follows(void)
{
	unit_hw_usual();
	hw_design[SINK].limit_follows = true;
	unit_hw_start(0x10000);
	unit_hw_store(SINK, TR_CONTROL, 0x11);
	unit_hw_store(SINK, TR_RAM_LIMIT_LOW, 0x1000);
	unit_hw_store(SINK, TR_RAM_LIMIT_HIGH, 0);
	CHECK_EQ("Limit", unit_hw_load(SINK, TR_RAM_LIMIT_LOW), 0x1000);
	unit_hw_store(SINK, TR_RAM_START_LOW, 0x800);
	CHECK_EQ("Limit", unit_hw_load(SINK, TR_RAM_LIMIT_LOW), 0xfffffffc);
	CHECK_EQ("half", unit_hw_load(SINK, TR_RAM_LIMIT_HIGH), 0xff);
}

static const struct unit_test tests[] = {
	UNIT_TEST(hostile_lands_late, UNIT_ONE),
	UNIT_TEST(hostile_lands_after_reset, UNIT_ONE),
	UNIT_TEST(hostile_lands_all, UNIT_ONE),
	UNIT_TEST(hostile_noise, UNIT_ONE),
	UNIT_TEST(hostile_spurious, UNIT_ONE),
	UNIT_TEST(hostile_limit_follows, UNIT_ONE),
};

UNIT_MAIN("hw_hostile", tests)
