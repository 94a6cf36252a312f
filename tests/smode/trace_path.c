// SPDX-License-Identifier: BSD-2-Clause
/* Trace hardware used as a driver would. */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace_path.h"

/* A trace each, as they are decoded when all is over. */
static u8 buffers[24][PATH_BUFFER] __attribute__((aligned(64)));
static unsigned int used;
static u64 end; /* of what the sink was given */

bool path_funneled(void)
{
	return option_given("trace=funnel");
}

bool path_keeps_all(void)
{
	if (!option_given("trace=sram") && !option_given("crawl"))
		return true;
	check_skip("the sink is too small, or too slow");
	return false;
}

/* --- one component ---------------------------------------------------------- */

bool path_poll(unsigned long base, u32 mask, u32 value)
{
	unsigned int n;

	for (n = 0; n < 100000; n++)
		if ((trace_read(base, TR_CONTROL) & mask) == value)
			return true;
	return false;
}

void path_restart(unsigned long base)
{
	trace_write(base, TR_CONTROL, 0);
	CHECK(path_poll(base, TR_ACTIVE, 0));
	trace_write(base, TR_CONTROL, TR_ACTIVE);
	CHECK(path_poll(base, TR_ACTIVE, TR_ACTIVE));
}

void path_change(unsigned long base, u32 clear, u32 set)
{
	u32 value = trace_read(base, TR_CONTROL) & ~clear;

	trace_write(base, TR_CONTROL, value | set);
}

void path_finish(unsigned long base)
{
	path_change(base, TR_ENABLE | TR_TRACING, 0);
	CHECK(path_poll(base, TR_ENABLE | TR_EMPTY, TR_EMPTY));
}

void path_encoder(unsigned int n)
{
	static const unsigned int zero[] = {
		TR_TE_INST_FEATURES,	    TR_TE_INST_FILTERS,
		TR_TE_DATA_CONTROL,	    TR_TE_DATA_FILTERS,
		TR_TE_TRIG_DBG_CONTROL,	    TR_TE_TRIG_EXT_IN_CONTROL,
		TR_TE_TRIG_EXT_OUT_CONTROL, TR_TS_CONTROL,
	};
	unsigned int i;

	path_restart(trace_encoder(n));
	for (i = 0; i < array_size(zero); i++)
		trace_write(trace_encoder(n), zero[i], 0);
}

/* --- a path ----------------------------------------------------------------- */

u64 path_start(void)
{
	return trace_read64(trace_sink(0), TR_RAM_START_LOW);
}

u64 path_wp(void)
{
	return trace_read64(trace_sink(0), TR_RAM_WP_LOW);
}

static void sink_open(u64 start, u32 size, u32 control)
{
	unsigned long sink = trace_sink(0);
	u32 width = control & TR_SMEM && option_given("wide") ? 64 : 4;

	path_restart(sink);
	trace_write(sink, TR_CONTROL, TR_ACTIVE | control);
	trace_write64(sink, TR_RAM_START_LOW, start);
	trace_write64(sink, TR_RAM_LIMIT_LOW, start + size - width);
	trace_write64(sink, TR_RAM_WP_LOW, start);
	CHECK_EQ(path_start(), start);
	CHECK_EQ(trace_read64(sink, TR_RAM_LIMIT_LOW), start + size - width);
	CHECK_EQ(path_wp(), start);
	path_change(sink, 0, TR_ENABLE);
	CHECK(path_poll(sink, TR_ENABLE, TR_ENABLE));
	end = start + size;
}

void path_open(u32 size, u32 control)
{
	u64 start = control & TR_SMEM ? (unsigned long)path_buffer() : 0;

	sink_open(start, size, control);
	if (!path_funneled())
		return;
	path_restart(trace_funnel(0));
	trace_write(trace_funnel(0), TR_FUNNEL_DIS_INPUT, 0);
	trace_write(trace_funnel(0), TR_TS_CONTROL, 0);
	path_change(trace_funnel(0), 0, TR_ENABLE);
}

void path_close(void)
{
	if (path_funneled())
		path_finish(trace_funnel(0));
	path_finish(trace_sink(0));
}

void path_trace(unsigned int n, u32 control)
{
	unsigned long base = trace_encoder(n);

	trace_write(base, TR_CONTROL, TR_ACTIVE | control);
	path_change(base, 0, TR_ENABLE);
	CHECK(path_poll(base, TR_ENABLE, TR_ENABLE));
	path_change(base, 0, TR_TRACING);
}

static void announce(const char *more)
{
	u64 start = path_start(), wp = path_wp();

	print("# trace: hart=0 start=0x%llx end=0x%llx wp=0x%llx wrapped=%u%s\n",
	      (unsigned long long)start, (unsigned long long)end,
	      (unsigned long long)(wp & ~3ull), (unsigned int)(wp & TR_WRAP),
	      more);
}

void path_work(void)
{
	unsigned long ticks = hart_self()->timer;

	hart_interrupts(HART_IRQ_TIMER);
	sbi_set_timer(hart_time() + 200);
	trace_work();
	CHECK(hart_wait(&hart_self()->timer, ticks));
	hart_interrupts(0);
}

void path_begin(u32 size, u32 control)
{
	unsigned long base = trace_encoder(0);

	path_open(size, TR_SMEM);
	if (path_funneled())
		trace_write(base, TR_TE_INST_FEATURES,
			    trace_read(base, TR_TE_INST_FEATURES) |
				    PATH_SRC(1));
	path_trace(0, control);
}

void path_end(const char *more)
{
	path_finish(trace_encoder(0));
	path_close();
	announce(more);
}

const char *path_words(const char *option)
{
	static char text[80];
	const char *parts[] = {
		path_funneled() ? " src=1 options=--src-bits=2" : "",
		*option ? path_funneled() ? "," : " options=" : "", option
	};
	unsigned int n, at = 0;

	for (n = 0; n < array_size(parts); n++)
		while (*parts[n])
			text[at++] = *parts[n]++;
	text[at] = 0;
	return text;
}

u8 path_byte(u32 offset)
{
	return buffers[used - 1][offset];
}

u8 *path_buffer(void)
{
	return buffers[used++];
}
