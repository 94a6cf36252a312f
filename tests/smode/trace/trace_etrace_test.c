// SPDX-License-Identifier: BSD-2-Clause
/*
 * The first of two encoders reports that it has E-Trace: the firmware returns
 * its format, and sets it up, drives it and buffers its trace like the other
 * one.
 */
#include "check.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x10000ul

static u8 buffer[SIZE] __attribute__((aligned(4096)));

static u32 flags_of(unsigned int n)
{
	CHECK_OK(trace_info(trace_number(trace_encoder(n))));
	return trace_words[TRACE_INFO_FLAGS];
}

static void is_named(void)
{
	CHECK_EQ(flags_of(0) & (TRACE_INFO_USABLE | TRACE_INFO_ETRACE),
		 TRACE_INFO_USABLE | TRACE_INFO_ETRACE);
	CHECK_EQ(trace_words[TRACE_INFO_MODES] >> 8 & 0xff, 1);
	CHECK_EQ(flags_of(1) & (TRACE_INFO_USABLE | TRACE_INFO_ETRACE),
		 TRACE_INFO_USABLE);
	print("# has: hartscope: trace: trace-encoder@8fc00000: sends E-Trace; "
	      "used\n");
	print("# lacks: trace-encoder@8fc01000: sends E-Trace\n");
	print("# has: hartscope: trace: 2 encoders, 2 RAM sinks, "
	      "0 other components, for S-mode\n");
}

static void comes_on(void)
{
	unsigned long base = trace_encoder(0),
		      sink = trace_number(trace_sink(0));
	unsigned long hart = hart_at(0)->hartid;
	u32 on = TR_ACTIVE | TR_ENABLE | TR_TRACING;

	CHECK_EQ(hart, 0);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink,
			    (unsigned long)buffer, 0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, hart));
	CHECK_EQ(trace_read(base, TR_CONTROL) & on, on);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, FORMAT, trace_read(base, TR_CONTROL)),
		 0);
	trace_work();
	CHECK_OK(trace_call(TRACE_SBI_STOP, hart));
	CHECK_OK(trace_status(hart));
	CHECK_RANGE(trace_words[TRACE_STATUS_WP], (unsigned long)buffer + 4,
		    (unsigned long)buffer + SIZE - 4);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink));
}

/* This encoder has no N-Trace to select. */
static void stays_so(void)
{
	CHECK_ERROR(trace_call(TRACE_SBI_ENCODER_CONFIGURE, hart_at(0)->hartid,
			       TRACE_NTRACE_HTM),
		    SBI_ERR_NOT_SUPPORTED);
}

const struct check_case check_cases[] = {
	{ "an encoder that sends E-Trace is named", is_named },
	{ "it comes on", comes_on },
	{ "it has nothing else", stays_so },
	{ NULL, NULL },
};
