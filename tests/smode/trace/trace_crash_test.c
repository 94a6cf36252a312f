// SPDX-License-Identifier: BSD-2-Clause
/*
 * The firmware dies on a traced hart: the trace of the instructions before is
 * complete and stays in memory, and the firmware prints where it is.
 */
#include "check.h"
#include "domains.h"
#include "hart.h"
#include "print.h"
#include "test_firmware.h"
#include "trace.h"

#define SIZE 0x40000ul

static u8 buffer[SIZE] __attribute__((aligned(4096)));
static u8 other[SIZE] __attribute__((aligned(4096)));

static void die(void *arg)
{
	(void)arg;
	trace_work();
	test_firmware(TEST_DIE, TEST_BY_ILLEGAL);
}

static void start(void)
{
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(1)), (unsigned long)buffer,
			    0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, hart_at(1)->hartid));
}

static void post_mortem(void)
{
	unsigned long at = (unsigned long)buffer, sink = trace_sink(1);
	struct hart *h = hart_at(1);
	u64 wp;

	CHECK_EQ(hart_count(), 2);
	CHECK(hart_start(1));
	start();
	h->work = die;
	CHECK(test_firmware_dead(1));
	CHECK(h->work == die); /* the hart did not return */
	CHECK_EQ(trace_read(trace_encoder(1), TR_CONTROL) &
			 (TR_ENABLE | TR_TRACING | TR_EMPTY),
		 TR_EMPTY);
	CHECK_EQ(trace_read(sink, TR_CONTROL) & (TR_ENABLE | TR_EMPTY),
		 TR_EMPTY);
	wp = trace_read64(sink, TR_RAM_WP_LOW);
	/*
	 * The trace has the path to the trap, but not the report, which is
	 * several times longer.
	 */
	CHECK_RANGE(wp, at + 16, at + 0x8000);
	print("# has: hartscope: hart%lu: its trace is in 0x%lx to 0x%lx, "
	      "written by trace-ram-sink@%lx up to 0x%llx\n",
	      h->hartid, at, at + SIZE, sink, (unsigned long long)wp);
	trace_announce("hart=1", at, at + SIZE, wp);
}

/* A shutdown by S-mode prints no report, though the hart waits for ever. */
static void shutdown_is_no_death(void)
{
	print("# lacks: hartscope: hart%lu: its trace\n", hart_at(0)->hartid);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(0)), (unsigned long)other,
			    0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, hart_at(0)->hartid));
}

const struct check_case check_cases[] = {
	{ "post mortem", post_mortem },
	{ "shutdown is no death", shutdown_is_no_death },
	{ NULL, NULL },
};
