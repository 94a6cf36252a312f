// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers from before the standard, used as the public tool for HiFive
 * Premier P550 configures its encoders (riscv-trace-umd, p550.cfg: with all
 * modes of synchronization and time that it requests), on a machine whose
 * firmware has no trace. This tests the model on which the firmware's
 * translation is tested.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "trace.h"

#define SIZE 0x80000ul
#define LOOKS 1000

/* Registers: of both components; of the funnel, which writes to memory. */
enum { CONTROL = 0x00, IMPL = 0x04, TIME = 0x40 };
enum { BASE = 0x10, BASE_HIGH = 0x14, LIMIT = 0x18, POINTER = 0x1c };

enum { ACTIVE = 1, ENABLE = 2, TRACING = 4, EMPTY = 8 };
#define MODE_ALL (7u << 4) /* hardware may support only the mode with history */
#define MODE(control) ((control) >> 4 & 7)
#define SYNC_MOST (11u << 16) /* synchronization after 2^16 branch messages */
#define SYNC_INSTRUCTIONS (10u << 20)
#define SEND_TO_FUNNEL (8u << 28)
#define SEND_TO_BUS (7u << 28)
#define TIME_ON 0x8003u /* active; counting; time in messages */
#define TIME_BRANCHES (3u << 16)

static u8 buffer[SIZE] __attribute__((aligned(4096)));

static unsigned long encoder(void)
{
	return (unsigned long)fdt_ram_end() + 0x100000;
}

static unsigned long funnel(void)
{
	return (unsigned long)fdt_ram_end() + 0x18000;
}

static void wait_for(unsigned long base, u32 mask, u32 value)
{
	unsigned int n;

	for (n = 0; n < LOOKS; n++)
		if ((trace_read(base, CONTROL) & mask) == value)
			return;
	CHECK_EQ(trace_read(base, CONTROL) & mask, value);
}

static void reset(unsigned long base)
{
	trace_write(base, CONTROL, 0);
	wait_for(base, ACTIVE, 0);
	trace_write(base, CONTROL, ACTIVE);
	wait_for(base, ACTIVE, ACTIVE);
}

static void funnel_begins(void)
{
	u64 start = (unsigned long)buffer;

	reset(funnel());
	trace_write(funnel(), TIME, TIME_ON);
	trace_write(funnel(), BASE, (u32)start);
	trace_write(funnel(), BASE_HIGH, (u32)(start >> 32));
	trace_write(funnel(), LIMIT, (u32)(start + SIZE - 8));
	trace_write(funnel(), POINTER, (u32)start);
	trace_write(funnel(), CONTROL, SEND_TO_BUS | ACTIVE | ENABLE);
	wait_for(funnel(), ENABLE, ENABLE);
}

static void encoder_begins(void)
{
	u32 control = SEND_TO_FUNNEL | SYNC_INSTRUCTIONS | SYNC_MOST |
		      MODE_ALL | ACTIVE;

	reset(encoder());
	trace_write(encoder(), TIME, TIME_ON | TIME_BRANCHES);
	trace_write(encoder(), CONTROL, control | ENABLE);
	wait_for(encoder(), ENABLE, ENABLE);
	CHECK_RANGE(MODE(trace_read(encoder(), CONTROL)), 6, 7);
	control |= ENABLE | TRACING;
	trace_write(encoder(), CONTROL, control);
	wait_for(encoder(), TRACING, TRACING);
}

static void ends(unsigned long base)
{
	u32 control = trace_read(base, CONTROL);

	trace_write(base, CONTROL, control & ~(u32)TRACING);
	wait_for(base, TRACING, 0);
	trace_write(base, CONTROL, control & ~(u32)(TRACING | ENABLE));
	wait_for(base, ENABLE | EMPTY, EMPTY);
}

static void before_the_standard(void)
{
	CHECK_EQ(trace_read(encoder(), CONTROL) & ACTIVE, 0);
	reset(encoder());
	CHECK_EQ(trace_read(encoder(), IMPL) & 15, 0);
	reset(funnel());
	CHECK_EQ(trace_read(funnel(), IMPL) & 15, 0);
}

static void as_its_tool_does(void)
{
	unsigned long start = (unsigned long)buffer, wp;

	funnel_begins();
	encoder_begins();
	trace_work();
	ends(encoder());
	ends(funnel());
	wp = (start & ~0xfffffffful) | trace_read(funnel(), POINTER);
	CHECK_RANGE(wp, start + 16, start + SIZE - 8);
	trace_announce("hart=0 src=0 options=--src-bits=2", start, start + SIZE,
		       wp);
}

const struct check_case check_cases[] = {
	{ "registers from before the standard", before_the_standard },
	{ "as their tool drives them", as_its_tool_does },
	{ NULL, NULL },
};
