// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers from before the standard, as on HiFive Premier P550: S-mode finds
 * the registers of the standard, uses them as Linux' rvtrace does, and gets a
 * trace.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x80000ul
#define WIDTH 8
#define FIRMWARE_BASE 0x80000000ul
#define LOOKS 1000

static u8 buffers[3][SIZE] __attribute__((aligned(4096)));

/* Registers at P550's offsets, in the window of this machine. */
static unsigned long encoder(unsigned int n)
{
	return (unsigned long)fdt_ram_end() + 0x100000 + n * TR_WINDOW_SIZE;
}

static unsigned long sink(void)
{
	return (unsigned long)fdt_ram_end() + 0x18000;
}

/* --- registers that S-mode finds ----------------------------------------- */

static void appears_new(void)
{
	unsigned int n;
	u32 features;

	CHECK_EQ(trace_count(), hart_count() + 1);
	CHECK_EQ(trace_read(sink(), TR_IMPL) & 0xfff, 0x901);
	CHECK(trace_read(sink(), TR_CONTROL) & TR_SMEM);
	for (n = 0; n < hart_count(); n++) {
		check_row("encoder", n);
		CHECK_OK(trace_info(trace_number(encoder(n))));
		CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_USABLE);
		CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_TRANSLATED);
		CHECK(trace_words[TRACE_INFO_MODES] & 1u << 6);
		CHECK_EQ(trace_read(encoder(n), TR_IMPL), 0x10101);
		features = trace_read(encoder(n), TR_TE_INST_FEATURES);
		CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, features), 2);
		CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, features), n);
		CHECK_EQ(FIELD_GET(TR_TE_CONTROL, INST_MODE,
				   trace_read(encoder(n), TR_CONTROL)),
			 6);
	}
	print("# has: is of version 0, shown as version 1.0; used\n");
	print("# has: hartscope: trace: %u encoders, 1 RAM sinks, "
	      "0 other components, for S-mode\n",
	      hart_count());
	print("# lacks: not used\n");
}

/* --- a trace, by registers ------------------------------------------------ */

static void change(unsigned long base, u32 clear, u32 set)
{
	trace_write(base, TR_CONTROL,
		    (trace_read(base, TR_CONTROL) & ~clear) | set);
}

static void reset(unsigned long base)
{
	trace_write(base, TR_CONTROL, 0);
	CHECK(!(trace_read(base, TR_CONTROL) & TR_ACTIVE));
	trace_write(base, TR_CONTROL, TR_ACTIVE);
	CHECK(trace_read(base, TR_CONTROL) & TR_ACTIVE);
}

static void point(u64 start, u64 end)
{
	trace_write64(sink(), TR_RAM_START_LOW, start);
	trace_write64(sink(), TR_RAM_LIMIT_LOW, end - WIDTH);
	trace_write64(sink(), TR_RAM_WP_LOW, start);
}

static void work(void *arg)
{
	(void)arg;
	trace_work();
}

static void begin(u8 *buffer)
{
	reset(sink());
	point((unsigned long)buffer, (unsigned long)buffer + SIZE);
	CHECK_EQ(trace_read64(sink(), TR_RAM_LIMIT_LOW),
		 (unsigned long)buffer + SIZE - WIDTH);
	change(sink(), 0, TR_ENABLE);
	CHECK(trace_read(sink(), TR_CONTROL) & TR_ENABLE);
}

static void encoder_begin(unsigned int n)
{
	reset(encoder(n));
	change(encoder(n), 0, TR_FIELD(TR_TE_CONTROL, INST_MODE, 6));
	change(encoder(n), 0, TR_ENABLE);
	change(encoder(n), 0, TR_TRACING);
	CHECK(trace_read(encoder(n), TR_CONTROL) & TR_TRACING);
}

static void drained(unsigned long base)
{
	unsigned int n;

	for (n = 0; n < LOOKS; n++)
		if (trace_read(base, TR_CONTROL) & TR_EMPTY)
			return;
	CHECK(!"it is empty in the end");
}

static void encoder_end(unsigned int n)
{
	change(encoder(n), TR_TRACING, 0);
	change(encoder(n), TR_ENABLE, 0);
	drained(encoder(n));
}

static void end(const char *words, u8 *buffer)
{
	u64 wp;

	change(sink(), TR_ENABLE, 0);
	drained(sink());
	wp = trace_read64(sink(), TR_RAM_WP_LOW);
	CHECK_RANGE(wp, (unsigned long)buffer + 16,
		    (unsigned long)buffer + SIZE - WIDTH);
	trace_announce(words, (unsigned long)buffer,
		       (unsigned long)buffer + SIZE, wp);
}

static void one_traces(void)
{
	begin(buffers[0]);
	encoder_begin(0);
	trace_work();
	encoder_end(0);
	end("hart=0 src=0 options=--src-bits=2", buffers[0]);
}

static void two_trace(void)
{
	if (hart_count() < 2)
		return;
	CHECK(hart_start(1));
	begin(buffers[1]);
	encoder_begin(0);
	encoder_begin(1);
	CHECK(hart_call(1, work, NULL));
	trace_work();
	encoder_end(1);
	encoder_end(0);
	end("hart=0,1 src=0,1 options=--src-bits=2", buffers[1]);
	CHECK(hart_stop(1));
}

/* --- calls within calls ----------------------------------------------------- */

#define DEPTH 1030 /* P550's encoder keeps 1023 return addresses */
#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)
#define STORE TEXT(REG_S)
#define LOAD TEXT(REG_L)
#define PLACE_SIZE TEXT(REGBYTES)

static unsigned long kept[DEPTH]; /* return addresses; stacks are too small */

/*
 * Calls self, with depth - 1 and the next element of place, until depth is 0.
 */
void nest(unsigned long depth, unsigned long *place, unsigned long self);

__asm__(".balign 4\n"
	"nest: beqz a0, 1f\n" STORE " ra, 0(a1)\n"
	"addi a1, a1, " PLACE_SIZE "\n"
	"addi a0, a0, -1\n"
	"jalr a2\n"
	"addi a1, a1, -" PLACE_SIZE "\n" LOAD " ra, 0(a1)\n"
	"1: ret");

/* The same calls as in the program that measures an encoder's return stack. */
static void nested_trace(void)
{
	begin(buffers[2]);
	encoder_begin(0);
	nest(DEPTH, kept, (unsigned long)nest);
	encoder_end(0);
	end("hart=0 src=0 options=--src-bits=2", buffers[2]);
	CHECK(kept[0] != kept[1]);
	CHECK_EQ(kept[1], kept[DEPTH - 1]);
}

/* --- not at others -------------------------------------------------------- */

static void is_contained(void)
{
	unsigned long ours = (unsigned long)buffers[0];

	reset(sink());
	point(FIRMWARE_BASE, FIRMWARE_BASE + 0x1000);
	change(sink(), 0, TR_ENABLE);
	CHECK(!(trace_read(sink(), TR_CONTROL) & TR_ENABLE));
	point(ours, ours + SIZE);
	change(sink(), 0, TR_ENABLE);
	CHECK(trace_read(sink(), TR_CONTROL) & TR_ENABLE);
	point(FIRMWARE_BASE, FIRMWARE_BASE + 0x1000);
	CHECK_EQ(trace_read64(sink(), TR_RAM_START_LOW), ours);
	CHECK_EQ(trace_read64(sink(), TR_RAM_WP_LOW), ours);
	change(sink(), TR_ENABLE, 0);
}

const struct check_case check_cases[] = {
	{ "registers of the standard", appears_new },
	{ "one encoder, driven by registers", one_traces },
	{ "two encoders into one sink", two_trace },
	{ "one encoder, calls within calls", nested_trace },
	{ "the sink stays in its owner's memory", is_contained },
	{ NULL, NULL },
};
