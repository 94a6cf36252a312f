// SPDX-License-Identifier: BSD-2-Clause
/*
 * The register accesses of Linux' rvtrace drivers (not merged yet; versions 1
 * to 4 of the series differ only in the place where they enable encoders), in
 * the drivers' order and with their polls: ten reads at most, a microsecond
 * apart.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define POLLS 10
#define TICKS_PER_US 10
#define BUFFER_SIZE (1ul << 20)

static u8 buffer[BUFFER_SIZE] __attribute__((aligned(4096)));

/* --- code of all drivers ------------------------------------------------- */

static bool poll(unsigned long base, u32 bit, bool set)
{
	unsigned int n;

	for (n = 0; n < POLLS; n++) {
		if (!!(trace_read(base, TR_CONTROL) & bit) == set)
			return true;
		hart_delay(TICKS_PER_US);
	}
	return false;
}

static bool set_bit(unsigned long base, u32 bit)
{
	trace_write(base, TR_CONTROL, trace_read(base, TR_CONTROL) | bit);
	return poll(base, bit, true);
}

static bool clear_bit(unsigned long base, u32 bit)
{
	trace_write(base, TR_CONTROL, trace_read(base, TR_CONTROL) & ~bit);
	return poll(base, bit, false);
}

/* The platform driver resets the component, and reads its type and version. */
static void probe(unsigned long base, unsigned int type)
{
	u32 impl;

	trace_write(base, TR_CONTROL, 0);
	CHECK(poll(base, TR_ACTIVE, false));
	trace_write(base, TR_CONTROL, TR_ACTIVE);
	CHECK(poll(base, TR_ACTIVE, true));
	impl = trace_read(base, TR_IMPL);
	CHECK_EQ(impl & 0xff, 1);
	CHECK_EQ(impl >> 8 & 0xf, type);
}

/* --- RAM sink ------------------------------------------------------------- */

static void sink_range(unsigned long base)
{
	u64 start = (unsigned long)buffer, end = start + BUFFER_SIZE;

	trace_write64(base, TR_RAM_START_LOW, 0);
	CHECK(trace_read64(base, TR_RAM_START_LOW) < end);
	trace_write64(base, TR_RAM_LIMIT_LOW, ~0ull);
	CHECK(trace_read64(base, TR_RAM_LIMIT_LOW) > start);
	trace_write64(base, TR_RAM_START_LOW, start);
	trace_write64(base, TR_RAM_WP_LOW, start);
	trace_write64(base, TR_RAM_LIMIT_LOW, end - 4);
	CHECK_EQ(trace_read64(base, TR_RAM_START_LOW), start);
	CHECK_EQ(trace_read64(base, TR_RAM_LIMIT_LOW), end - 4);
}

static void sink_probe(unsigned long base)
{
	u32 control;

	probe(base, TR_COMP_RAM_SINK);
	control = trace_read(base, TR_CONTROL);
	trace_write(base, TR_CONTROL, control | TR_SMEM);
	control = trace_read(base, TR_CONTROL);
	CHECK(control & TR_SMEM);
	trace_write(base, TR_CONTROL, control);
	sink_range(base);
	CHECK(set_bit(base, TR_ENABLE));
}

static void sink_stop(unsigned long base)
{
	CHECK(clear_bit(base, TR_ENABLE));
	CHECK(poll(base, TR_EMPTY, true));
}

/* --- encoder -------------------------------------------------------------- */

static void encoder_mode(unsigned long base)
{
	trace_write(base, TR_CONTROL,
		    trace_read(base, TR_CONTROL) |
			    TR_FIELD(TR_TE_CONTROL, INST_MODE, 6));
}

/*
 * Versions 1 and 2 enable the encoder here, version 4 enables it at the start.
 */
static void encoder_probe(unsigned long base, bool early)
{
	probe(base, TR_COMP_ENCODER);
	encoder_mode(base);
	if (early)
		CHECK(set_bit(base, TR_ENABLE));
}

static void encoder_start(unsigned long base, bool early)
{
	if (!early)
		CHECK(set_bit(base, TR_ENABLE));
	encoder_mode(base);
	CHECK(set_bit(base, TR_TRACING));
}

static void encoder_stop(unsigned long base, bool early)
{
	CHECK(clear_bit(base, TR_TRACING));
	if (!early)
		CHECK(clear_bit(base, TR_ENABLE));
	CHECK(poll(base, TR_EMPTY, true));
}

/* --- a session of perf ---------------------------------------------------- */

static void session(unsigned int n, bool early)
{
	unsigned long encoder = trace_encoder(n), sink = trace_sink(n);
	u64 wp;

	check_row(early ? "enabled at probe" : "enabled at start", n);
	sink_probe(sink);
	encoder_probe(encoder, early);
	encoder_start(encoder, early);
	trace_work();
	encoder_stop(encoder, early);
	sink_stop(sink);
	wp = trace_read64(sink, TR_RAM_WP_LOW);
	CHECK_RANGE(wp, (unsigned long)buffer + 16,
		    (unsigned long)buffer + BUFFER_SIZE - 4);
	trace_announce(option_given("hides") ? "hart=0 modes=0,1" : "hart=0",
		       (unsigned long)buffer,
		       (unsigned long)buffer + BUFFER_SIZE, wp);
	CHECK(clear_bit(encoder, TR_ENABLE));
}

static void version_4(void)
{
	session(0, false);
}

static void version_1(void)
{
	session(0, true);
}

const struct check_case check_cases[] = {
	{ "as version 4 does", version_4 },
	{ "as version 1 does", version_1 },
	{ NULL, NULL },
};
