// SPDX-License-Identifier: BSD-2-Clause
/* Two encoders, a funnel and one sink, used by calls. */
#include "check.h"
#include "hart.h"
#include "trace.h"

/*
 * On a busy host a traced hart waits a long time, and a sink that wraps loses
 * data.
 */
#define BUFFER 0x88000000ul
#define SIZE 0x1000000ul

static unsigned long hartid(unsigned int n)
{
	return hart_at(n)->hartid;
}

static unsigned int sink(void)
{
	return trace_number(trace_sink(0));
}

static void work(void *arg)
{
	(void)arg;
	trace_work();
}

static u32 features(unsigned int n)
{
	CHECK_OK(trace_info(trace_number(trace_encoder(n))));
	return trace_words[TRACE_INFO_FEATURES];
}

/*
 * The source IDs must differ and have the same width, whatever they were
 * before.
 */
static void sources(void)
{
	u32 first = features(0), second = features(1);

	CHECK_EQ(hart_count(), 2);
	CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, first), 1);
	CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, second), 1);
	CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, first), 0);
	CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, second), 1);
	trace_write(trace_encoder(1), TR_CONTROL, 0);
	trace_write(trace_encoder(1), TR_CONTROL, TR_ACTIVE);
	CHECK_EQ(features(1), second);
}

static u32 flags(unsigned int n)
{
	CHECK_OK(trace_status(hartid(n)));
	return trace_words[TRACE_STATUS_FLAGS];
}

static void start(unsigned int n)
{
	CHECK_OK(trace_call(TRACE_SBI_START, hartid(n)));
	CHECK(flags(n) & TRACE_STATUS_TRACING);
	CHECK(flags(n) & TRACE_STATUS_SINK_ENABLED);
}

static void stop(unsigned int n)
{
	CHECK_ERROR(trace_call(TRACE_SBI_STOP, hartid(n)), SBI_SUCCESS);
	CHECK_EQ(flags(n) & (TRACE_STATUS_ENABLED | TRACE_STATUS_EMPTY),
		 TRACE_STATUS_EMPTY);
}

static void set_buffer(unsigned long at)
{
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink(), at, 0, SIZE));
}

static void finish(unsigned long at)
{
	CHECK_EQ(trace_read(trace_funnel(0), TR_CONTROL), TR_ACTIVE | TR_EMPTY);
	CHECK_EQ(trace_read(trace_sink(0), TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE | TR_EMPTY),
		 TR_ACTIVE | TR_EMPTY);
	trace_announce("hart=0,1 src=0,1 options=--src-bits=1", at, at + SIZE,
		       trace_read64(trace_sink(0), TR_RAM_WP_LOW));
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink()));
}

static void both_at_once(void)
{
	unsigned long at = BUFFER;
	struct hart *h = hart_at(1);

	CHECK(hart_start(1));
	set_buffer(at);
	start(0);
	start(1);
	h->work = work;
	trace_work();
	CHECK(hart_call_end(1));
	stop(0);
	/* The components that the other encoder still uses stay enabled. */
	CHECK(flags(1) & TRACE_STATUS_SINK_ENABLED);
	CHECK(trace_read(trace_funnel(0), TR_CONTROL) & TR_ENABLE);
	CHECK_ERROR(trace_call(TRACE_SBI_SINK_RELEASE, sink()),
		    SBI_ERR_ALREADY_STARTED);
	stop(1);
	finish(at);
}

/* A hart that stops disables its encoder, and no other component. */
static void one_stops(void)
{
	unsigned long at = BUFFER + SIZE;

	set_buffer(at);
	start(1);
	start(0);
	CHECK(hart_call(1, work, NULL));
	CHECK(hart_stop(1));
	CHECK_EQ(flags(1) & TRACE_STATUS_ASLEEP, TRACE_STATUS_ASLEEP);
	CHECK(flags(0) & TRACE_STATUS_SINK_ENABLED);
	trace_work();
	stop(0);
	finish(at);
}

/* --- no order between harts ----------------------------------------------- */

static volatile unsigned long trouble;

/* Start and stop the hart's own encoder, and check the shared components. */
static void often(void *arg)
{
	unsigned int n;

	(void)arg;
	for (n = 0; n < 20; n++) {
		if (trace_call(TRACE_SBI_START, hart_self()->hartid).error)
			trouble++;
		if (!(trace_read(trace_funnel(0), TR_CONTROL) & TR_ENABLE) ||
		    !(trace_read(trace_sink(0), TR_CONTROL) & TR_ENABLE))
			trouble++;
		if (trace_call(TRACE_SBI_STOP, hart_self()->hartid).error)
			trouble++;
	}
}

static void without_order(void)
{
	struct hart *h = hart_at(1);

	trouble = 0;
	CHECK(hart_start(1));
	set_buffer(BUFFER + 2 * SIZE);
	h->work = often;
	often(NULL);
	CHECK(hart_call_end(1));
	CHECK(hart_stop(1));
	CHECK_EQ(trouble, 0);
	CHECK_EQ(trace_read(trace_funnel(0), TR_CONTROL), TR_ACTIVE | TR_EMPTY);
	CHECK_EQ(trace_read(trace_sink(0), TR_CONTROL) & TR_ENABLE, 0);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink()));
}

const struct check_case check_cases[] = {
	{ "source IDs", sources },
	{ "both at once", both_at_once },
	{ "one of the harts stops", one_stops },
	{ "no order between harts", without_order },
	{ NULL, NULL },
};
