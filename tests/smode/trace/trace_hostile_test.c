// SPDX-License-Identifier: BSD-2-Clause
/*
 * A RAM sink that is as bad as possible: it writes late, Empty or any register
 * is sometimes wrong, registers change by themselves, or do not respond
 * ("broken=OFFSET"). M-mode goes on, the firmware's memory stays the same
 * ("intact"), and the sink writes nothing to a buffer that was released.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "random.h"
#include "test_firmware.h"
#include "trace.h"

#define FIRMWARE 0x80000000ul
#define SLOT 0x1000ul
#define SLOTS 4u
#define ROUNDS 12u
#define STORES 600u
/* After this number of loads every late write is done. */
#define LONG 3200u
#define NOT_BROKEN 0x1000u
#define HARTID (hart_self()->hartid)

static u8 arena[SLOT * SLOTS] __attribute__((aligned(4096)));
static u32 broken;

static bool can(unsigned long offset)
{
	return HART_TRY(trace_read(trace_sink(0), offset)) == HART_NO_TRAP;
}

static void breaks(void)
{
	u32 word = 1;

	broken = (u32)option_number("broken", NOT_BROKEN);
	if (broken == NOT_BROKEN) {
		CHECK(can(TR_CONTROL));
		return;
	}
	CHECK(can(broken));
	CHECK_OK(test_firmware(TEST_LOCK, trace_sink(0) + broken + word));
	CHECK_EQ(HART_TRY(trace_read(trace_sink(0), broken)), HART_LOAD_FAULT);
	CHECK_EQ(HART_TRY(trace_write(trace_sink(0), broken, 1)),
		 HART_STORE_FAULT);
	CHECK(can(broken ? TR_CONTROL : TR_IMPL));
}

/* --- calls -------------------------------------------------------------------- */

static u64 sum(void)
{
	u64 all = 0;
	unsigned int n;

	for (n = 0; n < sizeof(arena); n++)
		all = all * 31 + ((volatile u8 *)arena)[n];
	return all;
}

static struct sbiret give(unsigned int slot)
{
	return trace_call(TRACE_SBI_SINK_SET_BUFFER,
			  trace_number(trace_sink(0)),
			  (unsigned long)arena + SLOT * slot, 0, SLOT, 0);
}

static bool released(void)
{
	trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
	return !trace_call(TRACE_SBI_SINK_RELEASE, trace_number(trace_sink(0)),
			   0, 0, 0, 0)
			.error;
}

static void clear(void)
{
	unsigned int n;

	for (n = 0; n < sizeof(arena); n++)
		((volatile u8 *)arena)[n] = 0;
}

static void pass(void)
{
	unsigned int n;

	for (n = 0; n < LONG; n++)
		can(TR_CONTROL);
}

/* The firmware does not release the buffer while data is on its way. */
static bool released_at_last(void)
{
	if (released())
		return true;
	pass();
	return released();
}

static void takes_back(void)
{
	unsigned int n, back = 0, wrote = 0;
	u64 before;

	for (n = 0; n < ROUNDS; n++) {
		clear();
		give(n % SLOTS);
		trace_call(TRACE_SBI_START, HARTID, 0, 0, 0, 0);
		trace_work();
		if (!released_at_last())
			continue;
		back++;
		before = sum();
		wrote += before != 0;
		pass();
		CHECK_EQ(sum(), before);
	}
	CHECK(broken != NOT_BROKEN || (back == ROUNDS && wrote == ROUNDS));
}

/* --- loads and stores ------------------------------------------------------------ */

static u32 control(void)
{
	return TR_ACTIVE | (random() & 1 ? TR_ENABLE : 0) |
	       (random() & 1 ? TR_SMEM : 0);
}

static void any_store(void)
{
	static const u16 place[] = { 0, 0, 0, 0, 0x10, 0x14, 0x18, 0x20 };
	u32 offset = place[one_of(array_size(place))], value;

	value = (u32)(random() & 1 ? (unsigned long)arena : FIRMWARE) +
		64 * one_of(64);
	if (!offset)
		value = one_of(16) ? control() : 0;
	else if (offset == 0x14)
		value = 0;
	HART_TRY(trace_write(trace_sink(0), offset, value));
}

static void stores(void)
{
	unsigned int n;

	random_seed(7);
	for (n = 0; n < STORES; n++) {
		any_store();
		if (one_of(32))
			continue;
		trace_call(TRACE_SBI_START, HARTID, 0, 0, 0, 0);
		trace_work();
		if (!one_of(4))
			give(one_of(SLOTS));
		if (!one_of(4))
			trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
	}
	trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
	CHECK(n == STORES);
}

const struct check_case check_cases[] = {
	{ "registers answer, or do not", breaks },
	{ "nothing lands in a buffer that was given back", takes_back },
	{ "stores at random", stores },
	{ NULL, NULL },
};
