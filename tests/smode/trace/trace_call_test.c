// SPDX-License-Identifier: BSD-2-Clause
/*
 * Each call of the SBI trace extension: its effect on the hardware, and one
 * refusal, which changes nothing. tests/unit and tests/fuzz have the other
 * refusals.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define PAGE 4096ul
#define HART0 (hart_at(0)->hartid)
#define NO_HART 77ul
#define FILLING 0x5a
#define SET TRACE_SBI_SINK_SET_BUFFER

/* A sink with SRAM only refuses all buffers in memory. */
static bool memory_here(void)
{
	if (!option_given("trace=sram"))
		return true;
	check_skip("no sink writes to memory");
	return false;
}

static u8 area[64 * PAGE] __attribute__((aligned(4096)));

static unsigned long sink(void)
{
	return trace_number(trace_sink(0));
}

/* --- refusals ------------------------------------------------------------- */

struct row {
	const char *name;
	unsigned long fid, a[5];
	long error;
};

static void refuse(const struct row *rows, unsigned int count)
{
	unsigned long n, wrong = 0;
	struct sbiret ret;

	memset(area, FILLING, sizeof(area));
	trace_remember();
	for (; count--; rows++) {
		ret = trace_call(rows->fid, rows->a[0], rows->a[1], rows->a[2],
				 rows->a[3], rows->a[4]);
		check_row(rows->name, rows->fid);
		CHECK_ERROR(ret, rows->error);
		CHECK_EQ(ret.value, 0);
	}
	trace_check_same();
	for (n = 0; n < sizeof(area); n++)
		wrong += area[n] != FILLING;
	CHECK_EQ(wrong, 0);
}

static void idle_refused(void)
{
	unsigned long at = (unsigned long)area;
	const struct row rows[] = {
		{ "first unknown function",
		  TRACE_SBI_CALLS,
		  { 0 },
		  SBI_ERR_NOT_SUPPORTED },
		{ "last", ~0ul, { 0 }, SBI_ERR_NOT_SUPPORTED },
		{ "component behind the last",
		  TRACE_SBI_COMPONENT_INFO,
		  { trace_count(), at },
		  SBI_ERR_INVALID_PARAM },
		{ "buffer in the firmware",
		  SET,
		  { sink(), 0x80000000ul, 0, PAGE },
		  SBI_ERR_INVALID_ADDRESS },
		{ "all of RAM",
		  SET,
		  { sink(), 0x80000000ul, 0,
		    (unsigned long)fdt_ram_end() - 0x80000000ul },
		  SBI_ERR_INVALID_ADDRESS },
		{ "registers of an encoder",
		  SET,
		  { sink(), trace_encoder(0), 0, PAGE },
		  SBI_ERR_INVALID_ADDRESS },
		{ "release of an encoder",
		  TRACE_SBI_SINK_RELEASE,
		  { trace_number(trace_encoder(0)) },
		  SBI_ERR_INVALID_PARAM },
		{ "enable by configure",
		  TRACE_SBI_ENCODER_CONFIGURE,
		  { HART0, TRACE_NTRACE_HTM | TR_ENABLE },
		  SBI_ERR_INVALID_PARAM },
		{ "filter 15",
		  TRACE_SBI_ENCODER_SET_FILTER,
		  { HART0, 15 },
		  SBI_ERR_NOT_SUPPORTED },
		{ "comparator of no hart",
		  TRACE_SBI_ENCODER_SET_COMPARATOR,
		  { NO_HART },
		  SBI_ERR_INVALID_PARAM },
		{ "start without a buffer",
		  TRACE_SBI_START,
		  { HART0 },
		  SBI_ERR_INVALID_STATE },
		{ "stop", TRACE_SBI_STOP, { HART0 }, SBI_ERR_ALREADY_STOPPED },
		{ "status elsewhere",
		  TRACE_SBI_STATUS,
		  { HART0, 0x80000000ul },
		  SBI_ERR_INVALID_ADDRESS },
		{ "read without a buffer",
		  TRACE_SBI_SINK_READ,
		  { sink(), at, 0, 4, 0 },
		  SBI_ERR_INVALID_STATE },
	};

	if (memory_here())
		refuse(rows, array_size(rows));
}

/* --- what calls do -------------------------------------------------------- */

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

static void components(void)
{
	struct sbiret ret = trace_call(TRACE_SBI_GET_INFO);
	unsigned int n;

	CHECK_EQ(sbi_probe_extension(TRACE_SBI_EID).value, 1);
	CHECK_VALUE(ret, TRACE_SBI_VERSION | trace_count());
	CHECK_EQ(trace_count(), option_number("components", 0));
	for (n = 0; n < trace_count(); n++)
		info_of(n);
}

static void set_buffer(void)
{
	unsigned long at = (unsigned long)area;
	const unsigned long base = trace_sink(0);

	if (!memory_here())
		return;
	CHECK_OK(trace_call(SET, sink(), at, 0, 2 * PAGE));
	CHECK_EQ(trace_read64(base, TR_RAM_START_LOW), at);
	CHECK_EQ(trace_read64(base, TR_RAM_LIMIT_LOW), at + 2 * PAGE - 4);
	CHECK_EQ(trace_read64(base, TR_RAM_WP_LOW), at);
	CHECK_EQ(trace_read(base, TR_CONTROL), TR_ACTIVE | TR_EMPTY | TR_SMEM);
	CHECK_OK(trace_call(SET, sink(), at, 0, PAGE,
			    TRACE_SBI_BUFFER_STOP_ON_WRAP));
	CHECK(trace_read(base, TR_CONTROL) &
	      TR_MASK(TR_RAM_CONTROL, STOP_ON_WRAP));
	CHECK_OK(trace_info(sink()));
	CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_TAKEN);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink()));
	CHECK(trace_read64(base, TR_RAM_START_LOW) != at);
}

static void configure(void)
{
	u32 more = TRACE_NTRACE_HTM | TR_MASK(TR_TE_CONTROL, CONTEXT);

	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0, more));
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL),
		 more | TR_ACTIVE | TR_EMPTY);
}

static u64 word64(unsigned int n)
{
	return (u64)trace_words[n + 1] << 32 | trace_words[n];
}

static void status_is(u32 flags)
{
	unsigned long at = (unsigned long)area;

	CHECK_OK(trace_status(HART0));
	CHECK_EQ(trace_words[TRACE_STATUS_FLAGS] &
			 ~(TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_EMPTY),
		 flags);
	CHECK_EQ(trace_words[TRACE_STATUS_SINK], sink());
	CHECK_EQ(word64(TRACE_STATUS_START), at);
	CHECK_EQ(word64(TRACE_STATUS_END), at + sizeof(area));
}

/* These calls are enough for S-mode without a driver. */
static void six_calls(void)
{
	unsigned long at = (unsigned long)area;

	if (!memory_here())
		return;
	CHECK_OK(trace_call(SET, sink(), at, 0, sizeof(area)));
	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0,
			    TRACE_NTRACE_HTM));
	status_is(TRACE_STATUS_BUFFER);
	CHECK_OK(trace_call(TRACE_SBI_START, HART0));
	status_is(TRACE_STATUS_BUFFER | TRACE_STATUS_ENABLED |
		  TRACE_STATUS_TRACING | TRACE_STATUS_SINK_ENABLED);
	trace_work();
	CHECK_ERROR(trace_call(SET, sink(), at, 0, PAGE),
		    SBI_ERR_ALREADY_STARTED);
	CHECK_OK(trace_call(TRACE_SBI_STOP, HART0));
	status_is(TRACE_STATUS_BUFFER);
	CHECK_EQ(trace_words[TRACE_STATUS_FLAGS] &
			 (TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_EMPTY),
		 TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_EMPTY);
	CHECK_RANGE(word64(TRACE_STATUS_WP), at + 16, at + sizeof(area) - 4);
	trace_announce("hart=0", at, at + sizeof(area),
		       word64(TRACE_STATUS_WP));
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink()));
}

static void sram(void)
{
	static u8 read[32] __attribute__((aligned(16)));
	unsigned long at = (unsigned long)read;
	struct sbiret ret =
		trace_call(SET, sink(), 0, 0, 0, TRACE_SBI_BUFFER_SRAM);

	if (ret.error == SBI_ERR_NOT_SUPPORTED) {
		check_skip("no SRAM here");
		return;
	}
	CHECK_OK(ret);
	CHECK_OK(trace_call(TRACE_SBI_START, HART0));
	CHECK_OK(trace_call(TRACE_SBI_STOP, HART0));
	CHECK_OK(trace_status(HART0));
	CHECK(trace_words[TRACE_STATUS_FLAGS] & TRACE_STATUS_SRAM);
	CHECK(word64(TRACE_STATUS_WP) >= 16);
	memset(read, FILLING, sizeof(read));
	CHECK_VALUE(trace_call(TRACE_SBI_SINK_READ, sink(), at, 0, 16), 16);
	CHECK(read[0] != FILLING || read[1] != FILLING || read[2] != FILLING);
	CHECK_EQ(read[16], FILLING);
	CHECK_ERROR(trace_call(TRACE_SBI_SINK_READ, sink(), 0x80000000ul, 0, 4),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink()));
}

const struct check_case check_cases[] = {
	{ "get_info and component_info", components },
	{ "refused", idle_refused },
	{ "sink_set_buffer", set_buffer },
	{ "encoder_configure", configure },
	{ "SRAM", sram },
	{ "a trace in six calls", six_calls },
	{ NULL, NULL },
};
