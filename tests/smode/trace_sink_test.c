// SPDX-License-Identifier: BSD-2-Clause
/* RAM sinks: buffers that wrap or are full, SRAM, slow sinks. */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace_path.h"

/* --- buffers ---------------------------------------------------------------- */

static void case_wrap(void)
{
	if (!path_keeps_all())
		return;
	path_encoder(0);
	path_begin(0x800, PATH_HTM | PATH_SYNC);
	path_work();
	path_end(path_words("", ""));
	CHECK_EQ(path_wp() & TR_WRAP, TR_WRAP);
	trace_write(trace_sink(0), TR_RAM_WP_LOW, (u32)path_start());
	CHECK_EQ(path_wp(), path_start());
	CHECK_EQ(path_byte(0x800), 0);
}

static void case_stop_on_wrap(void)
{
	u64 start;

	if (!path_keeps_all())
		return;
	path_encoder(0);
	path_find();
	path_open(0x800, TR_SMEM | TR_MASK(TR_RAM_CONTROL, STOP_ON_WRAP));
	start = path_start();
	path_trace(0, PATH_HTM);
	path_work();
	path_work();
	CHECK_EQ(trace_read(trace_sink(0), TR_CONTROL) & TR_ENABLE, 0);
	CHECK(path_poll(trace_sink(0), TR_EMPTY, TR_EMPTY));
	CHECK_EQ(path_wp(), start | TR_WRAP);
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) & (TR_EMPTY), 0);
	CHECK_EQ(path_byte(0x800), 0);
	/* The buffer has the oldest bytes; the newest ones were lost. */
	print("# trace: hart=0 start=0x%llx end=0x%llx wp=0x%llx lost=1\n",
	      (unsigned long long)start, (unsigned long long)start + 0x800,
	      (unsigned long long)start + 0x800);
	trace_write(trace_encoder(0), TR_CONTROL, 0);
	CHECK(path_poll(trace_encoder(0), TR_ACTIVE, 0));
}

/* After Enable was cleared, Empty stays 0 for a limited time. */
static void case_drain(void)
{
	unsigned long base = trace_encoder(0);
	unsigned int n = 0;

	if (!path_keeps_all())
		return;
	path_encoder(0);
	path_find();
	path_open(PATH_BUFFER, TR_SMEM);
	path_trace(0, PATH_HTM);
	path_change(base, TR_ENABLE | TR_TRACING, 0);
	while (!(trace_read(base, TR_CONTROL) & TR_EMPTY) && n < 100)
		n++;
	CHECK_EQ(n, option_given("slow") ? 8 : 2);
	path_finish(trace_sink(0));
}

/* Pointers of a buffer have a range and an alignment. */
static void case_pointers(void)
{
	unsigned long sink = trace_sink(0);
	u64 last = 0x10000000000 - (option_given("wide") ? 64 : 4);

	if (!path_keeps_all())
		return;
	path_restart(sink);
	trace_write(sink, TR_CONTROL, TR_ACTIVE | TR_SMEM);
	trace_write64(sink, TR_RAM_START_LOW, 0);
	CHECK_EQ(trace_read64(sink, TR_RAM_START_LOW), 0);
	trace_write64(sink, TR_RAM_START_LOW, ~0ull);
	CHECK_EQ(trace_read64(sink, TR_RAM_START_LOW), last);
	trace_write64(sink, TR_RAM_LIMIT_LOW, 0);
	CHECK_EQ(trace_read64(sink, TR_RAM_LIMIT_LOW), 0);
	trace_write64(sink, TR_RAM_LIMIT_LOW, ~0ull);
	CHECK_EQ(trace_read64(sink, TR_RAM_LIMIT_LOW), last);
	trace_write64(sink, TR_RAM_WP_LOW, 0x80001003);
	CHECK_EQ(trace_read64(sink, TR_RAM_WP_LOW), 0x80001001);
	trace_write64(sink, TR_RAM_RP_LOW, 0x1000);
	CHECK_EQ(trace_read64(sink, TR_RAM_RP_LOW), 0);
	CHECK_EQ(trace_read(sink, TR_RAM_DATA), 0);
}

/* --- SRAM ------------------------------------------------------------------- */

#define SRAM_SIZE 0x1000u

/* Work whose trace fits in the sink. */
static void some_work(void)
{
	unsigned int n;

	for (n = 0; n < 5; n++)
		HART_TRY(__asm__ volatile(".4byte 0"));
}

static void case_sram(void)
{
	unsigned long sink = trace_sink(0);
	u8 *copy = path_buffer();
	unsigned int n;
	u32 wp;

	path_encoder(0);
	path_find();
	path_open(SRAM_SIZE, 0);
	CHECK_EQ(trace_read(sink, TR_RAM_LIMIT_LOW), SRAM_SIZE - 4);
	path_trace(0, PATH_HTM);
	some_work();
	path_finish(trace_encoder(0));
	path_close();
	wp = trace_read(sink, TR_RAM_WP_LOW);
	CHECK_RANGE(wp, 0x100, SRAM_SIZE - 4);
	trace_write(sink, TR_RAM_RP_LOW, SRAM_SIZE - 4);
	CHECK_EQ(trace_read(sink, TR_RAM_RP_LOW), SRAM_SIZE - 4);
	trace_read(sink, TR_RAM_DATA);
	CHECK_EQ(trace_read(sink, TR_RAM_RP_LOW), 0);
	for (n = 0; n < wp; n += 4) {
		*(u32 *)(copy + n) = trace_read(sink, TR_RAM_DATA);
		CHECK_EQ(trace_read(sink, TR_RAM_RP_LOW), n + 4);
	}
	print("# trace: hart=0 start=0x%lx end=0x%lx wp=0x%lx\n",
	      (unsigned long)copy, (unsigned long)copy + SRAM_SIZE,
	      (unsigned long)copy + wp);
}

/* --- too little room -------------------------------------------------------- */

/* With a slow sink messages are lost, or the hart waits. */
static bool crawls(u32 te_control)
{
	if (!option_given("crawl")) {
		check_skip("the sinks of this machine are quick");
		return false;
	}
	path_encoder(0);
	path_begin(PATH_BUFFER, PATH_BTM | te_control);
	path_work();
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) & PATH_OVERFLOW,
		 PATH_OVERFLOW);
	return true;
}

static void case_overflow(void)
{
	if (!crawls(0))
		return;
	/* Messages would be lost again while the encoder traces. */
	path_change(trace_encoder(0), TR_TRACING, 0);
	path_change(trace_encoder(0), 0, PATH_OVERFLOW);
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) & PATH_OVERFLOW, 0);
	path_end(" lost=1");
}

static void case_stall(void)
{
	if (crawls(TR_MASK(TR_TE_CONTROL, INST_STALL_ENA)))
		path_end("");
}

const struct check_case check_cases[] = {
	{ "a buffer that wraps", case_wrap },
	{ "a buffer that is full", case_stop_on_wrap },
	{ "Empty after Enable", case_drain },
	{ "pointers", case_pointers },
	{ "SRAM", case_sram },
	{ "overflow", case_overflow },
	{ "stall", case_stall },
	{ NULL, NULL },
};
