// SPDX-License-Identifier: BSD-2-Clause
/*
 * S-mode tries to make a RAM sink write over the firmware, by every door.
 * run.py compares the firmware's memory afterwards ("intact"). With "late",
 * Enable changes later than M-mode waits.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "trace.h"

#define FIRMWARE 0x80000000ul
#define SIZE 0x1000ul
#define HARTID (hart_self()->hartid)
/* After this number of loads of trRamControl a late Enable has changed. */
#define LONG 20000u
#define ROUNDS 100u

static u8 buffer[SIZE] __attribute__((aligned(4096)));

static unsigned long sink(void)
{
	return trace_sink(option_given("trace=funnel") ? 0 :
							 (unsigned int)HARTID);
}

static void point(unsigned long start, unsigned long size)
{
	trace_write64(sink(), TR_RAM_START_LOW, start);
	trace_write64(sink(), TR_RAM_LIMIT_LOW, start + size - 4);
	trace_write64(sink(), TR_RAM_WP_LOW, start);
}

static void begin(void)
{
	trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
	trace_write(sink(), TR_CONTROL, 0);
	trace_write(sink(), TR_CONTROL, TR_ACTIVE);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, trace_number(sink()),
			    (unsigned long)buffer, 0, SIZE, 0));
}

static struct sbiret start(void)
{
	return trace_call(TRACE_SBI_START, HARTID, 0, 0, 0, 0);
}

/* --- the range moves ---------------------------------------------------------- */

static void before_start(void)
{
	begin();
	point(FIRMWARE, SIZE);
	CHECK_EQ(start().error, SBI_ERR_INVALID_ADDRESS);
	trace_work();
	CHECK(!(trace_read(sink(), TR_CONTROL) & TR_ENABLE));
	point((unsigned long)buffer, SIZE);
	if (option_given("late"))
		return;
	CHECK_OK(start());
	trace_work();
}

/*
 * The firmware holds the range while Enable has not changed yet, or Empty is
 * still 0.
 */
static void while_it_is_late(void)
{
	unsigned int n;

	begin();
	trace_write(sink(), TR_CONTROL, TR_ACTIVE | TR_SMEM | TR_ENABLE);
	point(FIRMWARE, SIZE);
	CHECK_EQ(trace_read64(sink(), TR_RAM_START_LOW), (unsigned long)buffer);
	for (n = 0; n < LONG; n++)
		if (trace_read(sink(), TR_CONTROL) & TR_ENABLE)
			break;
	CHECK(n < LONG);
	start();
	trace_work();
	trace_write(sink(), TR_CONTROL, TR_ACTIVE | TR_SMEM);
	for (n = 0; n < 64; n++) {
		point(FIRMWARE, SIZE);
		trace_write(sink(), TR_CONTROL,
			    TR_ACTIVE | TR_SMEM | TR_ENABLE);
	}
	trace_work();
}

static void before_resume(void)
{
	begin();
	start();
	trace_work();
	trace_write(sink(), TR_CONTROL, TR_ACTIVE | TR_SMEM);
	trace_write(sink(), TR_CONTROL, 0);
	trace_write(sink(), TR_CONTROL, TR_ACTIVE);
	point(FIRMWARE, SIZE);
	trace_write(sink(), TR_CONTROL, TR_ACTIVE | TR_SMEM | TR_ENABLE);
	trace_work();
	CHECK(!(trace_read(sink(), TR_CONTROL) & TR_ENABLE));
	CHECK_EQ(trace_read64(sink(), TR_RAM_START_LOW), FIRMWARE);
}

/* --- accesses ------------------------------------------------------------------- */

static u32 load_at(unsigned long address)
{
	u32 value;

	__asm__ volatile(".option push\n.option norvc\n"
			 "lw %0, 0(%1)\n.option pop"
			 : "=r"(value)
			 : "r"(address)
			 : "memory");
	return value;
}

static void store_at(unsigned long address, u32 value)
{
	__asm__ volatile(".option push\n.option norvc\n"
			 "sw %0, 0(%1)\n.option pop" ::"r"(value),
			 "r"(address)
			 : "memory");
}

/* Two bytes are before the window, and two in it: no register is there. */
static void unaligned(void)
{
	unsigned long encoder = trace_encoder(0);
	u32 control;

	trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
	control = trace_read(encoder, TR_CONTROL);
	CHECK(HART_TRY(load_at(encoder - 2)) != HART_NO_TRAP);
	CHECK(HART_TRY(store_at(encoder - 2, 0)) != HART_NO_TRAP);
	CHECK(HART_TRY(load_at(encoder + 2)) != HART_NO_TRAP);
	CHECK(HART_TRY(store_at(encoder + 2, ~0u)) != HART_NO_TRAP);
	CHECK(HART_TRY(store_at(encoder + TR_WINDOW_SIZE - 2, ~0u)) !=
	      HART_NO_TRAP);
	CHECK_EQ(trace_read(encoder, TR_CONTROL), control);
	CHECK_EQ(HART_TRY(trace_write(trace_sink(0), 0xe00, 0)),
		 HART_STORE_FAULT);
	CHECK_EQ(HART_TRY(trace_read(trace_sink(0), 0xffc)), HART_LOAD_FAULT);
}

/* --- all harts at once ------------------------------------------------------------ */

/* Sum of the rounds of all harts. */
static unsigned int rounds;

static void storm(void *arg)
{
	unsigned int n;

	(void)arg;
	for (n = 0; n < ROUNDS; n++) {
		__atomic_add_fetch(&rounds, 1, __ATOMIC_SEQ_CST);
		trace_write(sink(), TR_RAM_START_LOW, FIRMWARE);
		trace_read(sink(), TR_CONTROL);
		trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
		trace_write(sink(), TR_CONTROL, TR_ACTIVE | (n & 1) * TR_SMEM);
	}
}

/* A hart may be slow as long as any hart makes progress. */
static bool storm_ends(unsigned int n)
{
	unsigned int before;

	do {
		before = __atomic_load_n(&rounds, __ATOMIC_SEQ_CST);
		if (hart_call_end(n))
			return true;
	} while (__atomic_load_n(&rounds, __ATOMIC_SEQ_CST) != before);
	return false;
}

static void storms(void)
{
	unsigned int n;

	for (n = 1; n < hart_count(); n++) {
		CHECK(hart_start(n));
		hart_give(n, storm, NULL);
	}
	storm(NULL);
	for (n = 1; n < hart_count(); n++)
		CHECK(storm_ends(n));
}

const struct check_case check_cases[] = {
	{ "range moved before start", before_start },
	{ "range moved while Enable or Empty is late", while_it_is_late },
	{ "range moved before Enable", before_resume },
	{ "unaligned", unaligned },
	{ "all harts at once", storms },
	{ NULL, NULL },
};
