// SPDX-License-Identifier: BSD-2-Clause
/*
 * The calls of the SBI trace extension and their errors. trace_config_test.c
 * has the calls that configure an encoder.
 */
#include "fdt.h"
#include "trace_refuse.h"

/* --- information about components ---------------------------------------- */

static void get_info(void)
{
	struct sbiret ret = trace_call(TRACE_SBI_GET_INFO, 0, 0, 0, 0, 0);

	CHECK_EQ(sbi_probe_extension(TRACE_SBI_EID).value, 1);
	CHECK_OK(ret);
	CHECK_EQ(ret.value & 0xffff0000, TRACE_SBI_VERSION);
	CHECK_EQ(ret.value & 0xffff, trace_count());
	CHECK_EQ(trace_count(), option_number("components", 0));
}

static void no_such_function(void)
{
	static const struct trace_row rows[] = {
		{ "first", TRACE_SBI_CALLS, { 0 }, SBI_ERR_NOT_SUPPORTED },
		{ "last", ~0ul, { 0 }, SBI_ERR_NOT_SUPPORTED },
	};

	TRACE_REFUSE(rows);
}

static void info_of(unsigned int n)
{
	unsigned int type, output;

	check_row("component", n);
	CHECK_OK(trace_info(n));
	type = trace_words[TRACE_INFO_IMPL] >> 8 & 15;
	output = trace_words[TRACE_INFO_OUTPUT];
	CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_USABLE);
	CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_MINE);
	CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_DIRECT);
	CHECK_EQ(trace_words[TRACE_INFO_IMPL],
		 trace_read(trace_words[TRACE_INFO_BASE], TR_IMPL));
	CHECK_EQ(trace_words[TRACE_INFO_HARTID] != ~0u,
		 type == TR_COMP_ENCODER);
	CHECK_EQ(output == ~0u, type == TR_COMP_RAM_SINK);
	CHECK(output == ~0u || output < trace_count());
}

static void component_info(void)
{
	unsigned int n, count = trace_count();
	struct trace_row r = { "behind the last",
			       TRACE_SBI_COMPONENT_INFO,
			       { count, (unsigned long)trace_area },
			       SBI_ERR_INVALID_PARAM };

	for (n = 0; n < count; n++)
		info_of(n);
	trace_refuse(&r, 1);
	r.name = "far behind";
	r.a[0] = ~0ul;
	trace_refuse(&r, 1);
	r.a[0] = 0;
	r.name = "misaligned";
	for (n = 4; n < 128; n *= 2) {
		r.a[1] = (unsigned long)trace_area + n;
		trace_refuse(&r, 1);
	}
	r.error = SBI_ERR_INVALID_ADDRESS;
	trace_refuse_addresses(r, 1);
}

/* --- buffers -------------------------------------------------------------- */

#define SET TRACE_SBI_SINK_SET_BUFFER

static void set_buffer(void)
{
	unsigned long at = (unsigned long)trace_area;
	unsigned long sink = trace_number(trace_sink(0));
	const unsigned long base = trace_sink(0);

	CHECK_OK(trace_call(SET, sink, at, 0, 2 * PAGE, 0));
	CHECK_EQ(trace_read64(base, TR_RAM_START_LOW), at);
	CHECK_EQ(trace_read64(base, TR_RAM_LIMIT_LOW), at + 2 * PAGE - 4);
	CHECK_EQ(trace_read64(base, TR_RAM_WP_LOW), at);
	CHECK_EQ(trace_read(base, TR_CONTROL), TR_ACTIVE | TR_EMPTY | TR_SMEM);
	CHECK_OK(trace_call(SET, sink, at, 0, PAGE,
			    TRACE_SBI_BUFFER_STOP_ON_WRAP));
	CHECK(trace_read(base, TR_CONTROL) &
	      TR_MASK(TR_RAM_CONTROL, STOP_ON_WRAP));
	CHECK_OK(trace_info(sink));
	CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_TAKEN);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink, 0, 0, 0, 0));
	CHECK(trace_read64(base, TR_RAM_START_LOW) != at);
	CHECK_ERROR(trace_call(TRACE_SBI_SINK_RELEASE, sink, 0, 0, 0, 0),
		    SBI_ERR_INVALID_STATE);
}

static void set_buffer_refused(void)
{
	unsigned long at = (unsigned long)trace_area;
	unsigned long sink = trace_number(trace_sink(0));
	unsigned long end = (unsigned long)fdt_ram_end();
	const struct trace_row rows[] = {
		{ "an encoder",
		  SET,
		  { trace_number(trace_encoder(0)), at, 0, PAGE },
		  SBI_ERR_INVALID_PARAM },
		{ "no component",
		  SET,
		  { trace_count(), at, 0, PAGE },
		  SBI_ERR_INVALID_PARAM },
		{ "no number",
		  SET,
		  { ~0ul, at, 0, PAGE },
		  SBI_ERR_INVALID_PARAM },
		{ "flags",
		  SET,
		  { sink, at, 0, PAGE, 4 },
		  SBI_ERR_INVALID_PARAM },
		{ "many flags",
		  SET,
		  { sink, at, 0, PAGE, ~0ul },
		  SBI_ERR_INVALID_PARAM },
		{ "no size", SET, { sink, at, 0, 0 }, SBI_ERR_INVALID_PARAM },
		{ "odd size",
		  SET,
		  { sink, at, 0, PAGE + 2 },
		  SBI_ERR_INVALID_PARAM },
		{ "odd address",
		  SET,
		  { sink, at + 2, 0, PAGE },
		  SBI_ERR_INVALID_PARAM },
		{ "around the end of all",
		  SET,
		  { sink, -PAGE, 0, 2 * PAGE },
		  SBI_ERR_INVALID_ADDRESS },
		{ "across the end of RAM",
		  SET,
		  { sink, end - PAGE, 0, 2 * PAGE },
		  SBI_ERR_INVALID_ADDRESS },
		{ "all of RAM",
		  SET,
		  { sink, 0x80000000ul, 0, end - 0x80000000ul },
		  SBI_ERR_INVALID_ADDRESS },
		{ "endless",
		  SET,
		  { sink, at, 0, -PAGE },
		  SBI_ERR_INVALID_ADDRESS },
		{ "SRAM with an address",
		  SET,
		  { sink, at, 0, 0, TRACE_SBI_BUFFER_SRAM },
		  SBI_ERR_INVALID_PARAM },
		{ "SRAM with a size",
		  SET,
		  { sink, 0, 0, PAGE, TRACE_SBI_BUFFER_SRAM },
		  SBI_ERR_INVALID_PARAM },
		{ "release of an encoder",
		  TRACE_SBI_SINK_RELEASE,
		  { trace_number(trace_encoder(0)) },
		  SBI_ERR_INVALID_PARAM },
		{ "release of nothing",
		  TRACE_SBI_SINK_RELEASE,
		  { trace_count() },
		  SBI_ERR_INVALID_PARAM },
	};
	struct trace_row r = {
		NULL, SET, { sink, 0, 0, PAGE }, SBI_ERR_INVALID_ADDRESS
	};

	TRACE_REFUSE(rows);
	trace_refuse_addresses(r, 1);
}

/* --- start, stop and status ----------------------------------------------- */

#define START TRACE_SBI_START
#define STOP TRACE_SBI_STOP

static void idle_refused(void)
{
	unsigned long at = (unsigned long)trace_area;
	unsigned long sink = trace_number(trace_sink(0));
	const struct trace_row rows[] = {
		{ "start without a buffer",
		  START,
		  { HART0 },
		  SBI_ERR_INVALID_STATE },
		{ "start of no hart",
		  START,
		  { NO_HART },
		  SBI_ERR_INVALID_PARAM },
		{ "stop", STOP, { HART0 }, SBI_ERR_ALREADY_STOPPED },
		{ "stop of no hart", STOP, { NO_HART }, SBI_ERR_INVALID_PARAM },
		{ "status of no hart",
		  TRACE_SBI_STATUS,
		  { NO_HART, at },
		  SBI_ERR_INVALID_PARAM },
		{ "misaligned status",
		  TRACE_SBI_STATUS,
		  { HART0, at + 4 },
		  SBI_ERR_INVALID_PARAM },
		{ "status elsewhere",
		  TRACE_SBI_STATUS,
		  { HART0, 0x80000000ul },
		  SBI_ERR_INVALID_ADDRESS },
		{ "read without a buffer",
		  TRACE_SBI_SINK_READ,
		  { sink, at, 0, 4, 0 },
		  SBI_ERR_INVALID_STATE },
		{ "read of an encoder",
		  TRACE_SBI_SINK_READ,
		  { trace_number(trace_encoder(0)), at, 0, 4, 0 },
		  SBI_ERR_INVALID_PARAM },
	};

	TRACE_REFUSE(rows);
}

static void running_refused(void)
{
	unsigned long at = (unsigned long)trace_area;
	unsigned long sink = trace_number(trace_sink(0));
	const struct trace_row rows[] = {
		{ "start again", START, { HART0 }, SBI_ERR_ALREADY_STARTED },
		{ "configure",
		  TRACE_SBI_ENCODER_CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM },
		  SBI_ERR_ALREADY_STARTED },
		{ "set_filter",
		  TRACE_SBI_ENCODER_SET_FILTER,
		  { HART0, 0 },
		  SBI_ERR_ALREADY_STARTED },
		{ "set_comparator",
		  TRACE_SBI_ENCODER_SET_COMPARATOR,
		  { HART0, 0 },
		  SBI_ERR_ALREADY_STARTED },
		{ "set_buffer",
		  SET,
		  { sink, at, 0, PAGE },
		  SBI_ERR_ALREADY_STARTED },
		{ "release",
		  TRACE_SBI_SINK_RELEASE,
		  { sink },
		  SBI_ERR_ALREADY_STARTED },
		{ "read",
		  TRACE_SBI_SINK_READ,
		  { sink, at, 0, 4, 0 },
		  SBI_ERR_ALREADY_STARTED },
	};
	unsigned int n;

	for (n = 0; n < array_size(rows); n++)
		trace_refuse_one(&rows[n]);
}

static u64 word64(unsigned int n)
{
	return (u64)trace_words[n + 1] << 32 | trace_words[n];
}

static void status_is(u32 flags, u64 start, u64 end)
{
	CHECK_OK(trace_status(HART0));
	CHECK_EQ(trace_words[TRACE_STATUS_FLAGS] &
			 ~(TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_EMPTY),
		 flags);
	CHECK_EQ(trace_words[TRACE_STATUS_SINK], trace_number(trace_sink(0)));
	CHECK_EQ(word64(TRACE_STATUS_START), start);
	CHECK_EQ(word64(TRACE_STATUS_END), end);
}

/* These calls are enough for S-mode without a driver. */
static void six_calls(void)
{
	static u8 trace[64 * PAGE] __attribute__((aligned(4096)));
	unsigned long at = (unsigned long)trace, end = at + sizeof(trace);
	unsigned long sink = trace_number(trace_sink(0));

	CHECK_OK(trace_call(SET, sink, at, 0, sizeof(trace), 0));
	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0,
			    TRACE_NTRACE_HTM, 0, 0, 0));
	status_is(TRACE_STATUS_BUFFER, at, end);
	CHECK_OK(trace_call(START, HART0, 0, 0, 0, 0));
	status_is(TRACE_STATUS_BUFFER | TRACE_STATUS_ENABLED |
			  TRACE_STATUS_TRACING | TRACE_STATUS_SINK_ENABLED,
		  at, end);
	trace_work();
	running_refused();
	CHECK_OK(trace_call(STOP, HART0, 0, 0, 0, 0));
	status_is(TRACE_STATUS_BUFFER, at, end);
	CHECK_EQ(trace_words[TRACE_STATUS_FLAGS] &
			 (TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_EMPTY),
		 TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_EMPTY);
	CHECK_RANGE(word64(TRACE_STATUS_WP), at + 16, end - 4);
	trace_announce("hart=0", at, end, word64(TRACE_STATUS_WP));
	CHECK_ERROR(trace_call(STOP, HART0, 0, 0, 0, 0),
		    SBI_ERR_ALREADY_STOPPED);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink, 0, 0, 0, 0));
}

/* --- SRAM ----------------------------------------------------------------- */

static void sram(void)
{
	unsigned long at = (unsigned long)trace_area;
	unsigned long sink = trace_number(trace_sink(0));
	struct sbiret ret =
		trace_call(SET, sink, 0, 0, 0, TRACE_SBI_BUFFER_SRAM);
	const struct trace_row rows[] = {
		{ "no size",
		  TRACE_SBI_SINK_READ,
		  { sink, at, 0, 0, 0 },
		  SBI_ERR_INVALID_PARAM },
		{ "odd size",
		  TRACE_SBI_SINK_READ,
		  { sink, at, 0, 2, 0 },
		  SBI_ERR_INVALID_PARAM },
		{ "two pages",
		  TRACE_SBI_SINK_READ,
		  { sink, at + 4, 0, PAGE },
		  SBI_ERR_INVALID_PARAM },
		{ "behind the trace",
		  TRACE_SBI_SINK_READ,
		  { sink, at, 0, 4, 1ul << 30 },
		  SBI_ERR_BAD_RANGE },
		{ "elsewhere",
		  TRACE_SBI_SINK_READ,
		  { sink, 0x80000000ul, 0, 4, 0 },
		  SBI_ERR_INVALID_ADDRESS },
	};

	if (ret.error == SBI_ERR_NOT_SUPPORTED) {
		check_skip("no SRAM here");
		return;
	}
	CHECK_OK(ret);
	CHECK_OK(trace_call(START, HART0, 0, 0, 0, 0));
	CHECK_OK(trace_call(STOP, HART0, 0, 0, 0, 0));
	CHECK_OK(trace_status(HART0));
	CHECK(trace_words[TRACE_STATUS_FLAGS] & TRACE_STATUS_SRAM);
	CHECK(word64(TRACE_STATUS_WP) >= 16);
	TRACE_REFUSE(rows);
	CHECK_VALUE(trace_call(TRACE_SBI_SINK_READ, sink, at, 0, 16, 0), 16);
	CHECK(trace_area[0] != 0x5a || trace_area[1] != 0x5a ||
	      trace_area[2] != 0x5a);
	CHECK_EQ(trace_area[16], 0x5a);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink, 0, 0, 0, 0));
}

const struct check_case check_cases[] = {
	{ "get_info", get_info },
	{ "no such function", no_such_function },
	{ "component_info", component_info },
	{ "sink_set_buffer", set_buffer },
	{ "sink_set_buffer refused", set_buffer_refused },
	{ "idle", idle_refused },
	{ "a trace in six calls", six_calls },
	{ "SRAM", sram },
	{ NULL, NULL },
};
