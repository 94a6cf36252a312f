// SPDX-License-Identifier: BSD-2-Clause
/*
 * A reboot in the middle of a trace: what was traced is all in memory, which a
 * reboot leaves alone, and the components are found as at any boot.
 */
#include "check.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x80000ul
#define FILLING 0x5a
/* RAM that nobody else touches */
#define MARK (*(volatile u32 *)0x88000000ul)
#define BUFFER 0x88100000ul
#define REBOOTED 0x0b007edu

static void reboot(void)
{
	memset((void *)BUFFER, FILLING, SIZE);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(0)), BUFFER, 0, SIZE, 0));
	CHECK_OK(trace_call(TRACE_SBI_START, hart_self()->hartid, 0, 0, 0, 0));
	trace_work();
	MARK = REBOOTED;
	sbi_ecall(SBI_EXT_SRST, SBI_EXT_SRST_RESET,
		  SBI_SRST_RESET_TYPE_COLD_REBOOT, SBI_SRST_RESET_REASON_NONE,
		  0, 0, 0, 0);
	CHECK(!"still running");
}

static void after(void)
{
	u64 end = BUFFER + SIZE;

	if (MARK != REBOOTED)
		reboot();
	MARK = 0;
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE | TR_TRACING),
		 TR_ACTIVE);
	CHECK_EQ(trace_read(trace_sink(0), TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE),
		 TR_ACTIVE);
	while (end > BUFFER && *(u8 *)(unsigned long)(end - 1) == FILLING)
		end--;
	CHECK_RANGE(end, BUFFER + 16, BUFFER + SIZE - 4);
	trace_announce("hart=0", BUFFER, BUFFER + SIZE, (end + 3) & ~3ull);
}

const struct check_case check_cases[] = {
	{ "after a reboot", after },
	{ NULL, NULL },
};
