// SPDX-License-Identifier: BSD-2-Clause
/*
 * A traced hart spins for a long time, like a hart that waits on a busy host.
 * The trace matches the executed instructions, both when it is complete and
 * when only its end is left.
 */
#include "check.h"
#include "hart.h"
#include "trace.h"

#define BUFFER 0x88000000ul
#define LARGE 0x400000ul
#define SMALL 0x10000ul
/* more than MOST of platform/qemu/machine/traced.py */
#define INSNS "1000001"
#define LOOKS 260000ul /* loops of four instructions */

static volatile unsigned long never;

static void spin(void)
{
	unsigned long n;

	for (n = 0; n < LOOKS && !never; n++)
		;
	trace_work();
}

/* @return true if the buffer wrapped */
static bool trace_spin(unsigned long start, unsigned long size,
		       const char *words)
{
	unsigned long hart = hart_self()->hartid;
	u64 wp;

	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(0)), start, 0, size));
	CHECK_OK(trace_call(TRACE_SBI_START, hart));
	spin();
	CHECK_OK(trace_call(TRACE_SBI_STOP, hart));
	wp = trace_read64(trace_sink(0), TR_RAM_WP_LOW);
	trace_announce(words, start, start + size, wp);
	return wp & TR_WRAP;
}

static void whole(void)
{
	CHECK(!trace_spin(BUFFER, LARGE, "hart=0 least=" INSNS));
}

static void wrapped(void)
{
	CHECK(trace_spin(BUFFER + LARGE, SMALL, "hart=0"));
}

const struct check_case check_cases[] = {
	{ "a long spin", whole },
	{ "the end of one", wrapped },
	{ NULL, NULL },
};
