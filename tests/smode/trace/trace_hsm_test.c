// SPDX-License-Identifier: BSD-2-Clause
/* Traces across stop, start and suspend of harts, and system suspend. */
#include "check.h"
#include "hart.h"
#include "test_firmware.h"
#include "trace.h"

#define NON_RETENTIVE 0x80000000ul
#define REFUSED 0x80000001ul   /* a reserved type */
#define NO_DEVICE 0x90000000ul /* a suspend type that this platform lacks */
#define SIZE 0x40000ul

/* A buffer for each trace, because traces are decoded after the run. */
static u8 buffers[8][SIZE] __attribute__((aligned(4096)));
static unsigned int used;

static unsigned long buffer(void)
{
	return (unsigned long)buffers[used];
}

/* Registers of both encoders before any use: harts start with these values. */
static u32 defaults[2][3];

static const u32 encoder_regs[] = { TR_CONTROL, TR_TE_INST_FEATURES,
				    TR_TE_INST_FILTERS };

static void read_encoder(unsigned int n, u32 *to)
{
	unsigned int i;

	for (i = 0; i < array_size(encoder_regs); i++)
		to[i] = trace_read(trace_encoder(n), encoder_regs[i]);
}

static void encoder_is(unsigned int n, const u32 *expected)
{
	u32 now[3];
	unsigned int i;

	read_encoder(n, now);
	for (i = 0; i < array_size(encoder_regs); i++)
		CHECK_EQ(now[i] & ~TR_EMPTY, expected[i] & ~TR_EMPTY);
}

/* --- a trace through calls ------------------------------------------------ */

static unsigned long hartid(unsigned int n)
{
	return hart_at(n)->hartid;
}

static void start(unsigned int n)
{
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(n)), buffer(), 0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, hartid(n)));
}

/* The trace is complete in the buffer; compare it, and give the sink back. */
static void finish(unsigned int n, const char *words)
{
	u64 wp = trace_read64(trace_sink(n), TR_RAM_WP_LOW);
	unsigned long at = buffer();

	CHECK(trace_read(trace_sink(n), TR_CONTROL) & TR_EMPTY);
	CHECK(!(trace_read(trace_sink(n), TR_CONTROL) & TR_ENABLE));
	CHECK_RANGE(wp, at + 16, at + SIZE - 4);
	trace_announce(words, at, at + SIZE, wp);
	used++;
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE,
			    trace_number(trace_sink(n))));
}

static void stop(const char *words)
{
	CHECK_ERROR(trace_call(TRACE_SBI_STOP, hartid(0)), SBI_SUCCESS);
	finish(0, words);
}

static void work(void *arg)
{
	(void)arg;
	trace_work();
}

/* --- stop and start ------------------------------------------------------- */

static void boot(void)
{
	CHECK_EQ(hart_count(), 2);
	read_encoder(0, defaults[0]);
	read_encoder(1, defaults[1]);
	CHECK_EQ(defaults[0][0] & (TR_ACTIVE | TR_ENABLE), TR_ACTIVE);
	CHECK(FIELD_GET(TR_TE_CONTROL, INST_SYNC_MODE, defaults[0][0]) != 0);
	CHECK_EQ(FIELD_GET(TR_TE_CONTROL, FORMAT, defaults[0][0]), 1);
	CHECK_EQ(defaults[0][2], 0);
}

/* The trace of a hart that stops is complete, and its owner keeps it. */
static void stop_and_start(void)
{
	u32 mode = TR_FIELD(TR_TE_CONTROL, FORMAT, 1) |
		   TR_FIELD(TR_TE_CONTROL, INST_MODE, 3) |
		   TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 1);

	CHECK(hart_start(1));
	encoder_is(1, defaults[1]);
	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, hartid(1), mode));
	start(1);
	CHECK(hart_call(1, work, NULL));
	CHECK(hart_stop(1));
	CHECK_EQ(trace_read(trace_encoder(1), TR_CONTROL) & TR_ACTIVE, 0);
	finish(1, "hart=1");
	CHECK_ERROR(trace_call(TRACE_SBI_START, hartid(1)),
		    SBI_ERR_INVALID_STATE);
	CHECK(hart_start(1));
	encoder_is(1, defaults[1]);
	CHECK(hart_stop(1));
}

/* --- suspend -------------------------------------------------------------- */

/* hart_suspend() or hart_sleep(), for a short time. */
typedef long sleep_fn(unsigned long type);

static long nap(sleep_fn *sleep, unsigned long type)
{
	long error;

	sbi_set_timer(hart_time() + 20000);
	csr_write(sie, HART_IRQ_TIMER);
	error = sleep(type);
	csr_write(sie, 0);
	sbi_set_timer(~0ull);
	return error;
}

/* A suspend that loses registers interrupts the trace. */
static void survives(sleep_fn *sleep, unsigned long type, long error,
		     const char *words)
{
	unsigned long sink = trace_sink(0);
	u32 before[3], control;
	u64 wp;

	start(0);
	trace_work();
	read_encoder(0, before);
	control = trace_read(sink, TR_CONTROL) & ~TR_EMPTY;
	CHECK_EQ(before[0] & (TR_ENABLE | TR_TRACING), TR_ENABLE | TR_TRACING);
	wp = trace_read64(sink, TR_RAM_WP_LOW);
	CHECK_EQ(nap(sleep, type), error);
	encoder_is(0, before);
	CHECK_EQ(trace_read(sink, TR_CONTROL) & ~TR_EMPTY, control);
	CHECK_EQ(trace_read64(sink, TR_RAM_START_LOW), buffer());
	CHECK_RANGE(trace_read64(sink, TR_RAM_WP_LOW), wp, buffer() + SIZE);
	trace_work();
	stop(words);
}

/* The encoder is configured, and not started yet. */
static void settings_survive(sleep_fn *sleep, unsigned long type)
{
	u32 mode = TR_FIELD(TR_TE_CONTROL, FORMAT, 1) |
		   TR_FIELD(TR_TE_CONTROL, INST_MODE, 3) |
		   TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 1) |
		   TR_MASK(TR_TE_CONTROL, CONTEXT);
	u32 before[3];

	CHECK_OK(
		trace_call(TRACE_SBI_ENCODER_CONFIGURE, hartid(0), mode, 0, 1));
	read_encoder(0, before);
	CHECK_EQ(nap(sleep, type), SBI_SUCCESS);
	encoder_is(0, before);
	CHECK_EQ(before[2], 1);
	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, hartid(0),
			    defaults[0][0] & ~(TR_ACTIVE | TR_EMPTY)));
	encoder_is(0, defaults[0]);
}

static void retentive(void)
{
	survives(hart_suspend, 0, SBI_SUCCESS, "hart=0");
}

static void non_retentive(void)
{
	survives(hart_suspend, NON_RETENTIVE, SBI_SUCCESS, "hart=0 parts=2");
	settings_survive(hart_suspend, NON_RETENTIVE);
	survives(hart_suspend, NO_DEVICE, SBI_ERR_NOT_SUPPORTED,
		 "hart=0 parts=2");
}

static void refused(void)
{
	survives(hart_suspend, REFUSED, SBI_ERR_INVALID_PARAM, "hart=0");
}

static void machine(void)
{
	survives(hart_sleep, 0, SBI_SUCCESS, "hart=0 parts=2");
	settings_survive(hart_sleep, 0);
	survives(hart_sleep, 1, SBI_ERR_INVALID_PARAM, "hart=0");
	survives(hart_sleep, TEST_SLEEP_FAILS, SBI_ERR_FAILED,
		 "hart=0 parts=2");
}

const struct check_case check_cases[] = {
	{ "what harts start with", boot },
	{ "stop and start of a hart", stop_and_start },
	{ "retentive suspend", retentive },
	{ "non-retentive suspend", non_retentive },
	{ "suspend that is refused", refused },
	{ "sleep of the machine", machine },
	{ NULL, NULL },
};
