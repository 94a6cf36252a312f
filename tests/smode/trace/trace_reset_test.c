// SPDX-License-Identifier: BSD-2-Clause
/*
 * A reboot during a trace: all messages are in memory, which the reboot keeps,
 * and the components are found as at any boot.
 */
#include "check.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x80000ul
#define FILLING 0x5a
/* RAM that no other code touches */
#define MARK (*(volatile u32 *)0x88000000ul)
#define BUFFER(hart) (0x88100000ul + (hart)*SIZE)
#define REBOOTED 0x0b007edu

static void start(unsigned int hart)
{
	unsigned long at = BUFFER(hart);

	memset((void *)at, FILLING, SIZE);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(hart)), at, 0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, hart_at(hart)->hartid));
}

static volatile unsigned long rounds;

/* This hart does nothing for the reboot. */
static void work(void *arg)
{
	(void)arg;
	trace_work();
	rounds++;
	for (;;)
		__asm__ volatile("wfi");
}

static void reboot(void)
{
	struct hart *other = hart_at(1);

	CHECK_EQ(hart_count(), 2);
	CHECK(hart_start(1));
	start(1);
	other->work = work;
	CHECK(hart_wait(&rounds, 0));
	start(0);
	trace_work();
	MARK = REBOOTED;
	sbi(SBI_EXT_SRST, SBI_EXT_SRST_RESET, SBI_SRST_RESET_TYPE_COLD_REBOOT,
	    SBI_SRST_RESET_REASON_NONE);
	CHECK(!"still running");
}

static void complete(unsigned int hart, const char *words)
{
	u64 end = BUFFER(hart) + SIZE;

	check_row("hart", hart);
	CHECK_EQ(trace_read(trace_encoder(hart), TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE | TR_TRACING),
		 TR_ACTIVE);
	CHECK_EQ(trace_read(trace_sink(hart), TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE),
		 TR_ACTIVE);
	while (end > BUFFER(hart) && *(u8 *)(unsigned long)(end - 1) == FILLING)
		end--;
	CHECK_RANGE(end, BUFFER(hart) + 16, BUFFER(hart) + SIZE - 4);
	trace_announce(words, BUFFER(hart), BUFFER(hart) + SIZE,
		       (end + 3) & ~3ull);
}

static void after(void)
{
	if (MARK != REBOOTED)
		reboot();
	MARK = 0;
	complete(0, "hart=0");
	complete(1, "hart=1");
}

const struct check_case check_cases[] = {
	{ "after a reboot", after },
	{ NULL, NULL },
};
