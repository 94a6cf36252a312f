// SPDX-License-Identifier: BSD-2-Clause
/* Uses the trace hardware as a driver would. */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace_path.h"

/* A buffer for each trace, because traces are decoded after the run. */
static u8 buffers[24][PATH_BUFFER] __attribute__((aligned(64)));
static unsigned int used;
/*
 * The sink in use, the number of funnels before it, and the end of each sink's
 * buffer.
 */
static unsigned int sink, funnels;
static u64 end[PATH_SINKS];

void path_use(unsigned int n, unsigned int num_funnels)
{
	sink = n;
	funnels = num_funnels;
}

static bool funneled(void)
{
	return option_given("trace=funnel") || option_given("trace=funnels");
}

void path_find(void)
{
	path_use(0, option_given("trace=funnels") ? 2 : funneled());
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
	return trace_read64(trace_sink(sink), TR_RAM_START_LOW);
}

u64 path_wp(void)
{
	return trace_read64(trace_sink(sink), TR_RAM_WP_LOW);
}

static void sink_open(u64 start, u32 size, u32 control)
{
	unsigned long base = trace_sink(sink);
	u32 width = control & TR_SMEM && option_given("wide") ? 64 : 4;

	path_restart(base);
	trace_write(base, TR_CONTROL, TR_ACTIVE | control);
	trace_write64(base, TR_RAM_START_LOW, start);
	trace_write64(base, TR_RAM_LIMIT_LOW, start + size - width);
	trace_write64(base, TR_RAM_WP_LOW, start);
	CHECK_EQ(path_start(), start);
	CHECK_EQ(trace_read64(base, TR_RAM_LIMIT_LOW), start + size - width);
	CHECK_EQ(path_wp(), start);
	path_change(base, 0, TR_ENABLE);
	CHECK(path_poll(base, TR_ENABLE, TR_ENABLE));
	end[sink] = start + size;
}

void path_open(u32 size, u32 control)
{
	u64 start = control & TR_SMEM ? (unsigned long)path_buffer() : 0;
	unsigned int n;

	sink_open(start, size, control);
	for (n = 0; n < funnels; n++) {
		path_restart(trace_funnel(n));
		trace_write(trace_funnel(n), TR_FUNNEL_DIS_INPUT, 0);
		trace_write(trace_funnel(n), TR_TS_CONTROL, 0);
		path_change(trace_funnel(n), 0, TR_ENABLE);
	}
}

void path_close(void)
{
	unsigned int n;

	/* The last funnel is the furthest from the sink. */
	for (n = funnels; n--;)
		path_finish(trace_funnel(n));
	path_finish(trace_sink(sink));
}

void path_trace(unsigned int n, u32 control)
{
	unsigned long base = trace_encoder(n);

	trace_write(base, TR_CONTROL, TR_ACTIVE | control);
	path_change(base, 0, TR_ENABLE);
	CHECK(path_poll(base, TR_ENABLE, TR_ENABLE));
	path_change(base, 0, TR_TRACING);
}

void path_announce(const char *harts, const char *more)
{
	u64 start = path_start(), wp = path_wp();

	print("# trace: hart=%s start=0x%llx end=0x%llx wp=0x%llx wrapped=%u%s\n",
	      harts, (unsigned long long)start, (unsigned long long)end[sink],
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

	path_find();
	path_open(size, TR_SMEM);
	if (funnels)
		trace_write(base, TR_TE_INST_FEATURES,
			    trace_read(base, TR_TE_INST_FEATURES) |
				    PATH_SRC(1));
	path_trace(0, control);
}

void path_end(const char *more)
{
	path_finish(trace_encoder(0));
	path_close();
	path_announce("0", more);
}

const char *path_words(const char *option, const char *modes)
{
	static char text[80];
	const char *before = funnels ? "," : " options=";
	const char *parts[] = {
		funnels ? " src=1 options=--src-bits=2" : "",
		*option ? before : "",
		option,
		*modes ? " modes=" : "",
		modes,
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
