// SPDX-License-Identifier: BSD-2-Clause
/* Encoders of the model of trace hardware: losses, settings, triggers, time. */
#include "unit_hw.h"

#define TE(name) FIELD_MASK(TR_TE_CONTROL, name)
#define TS(name) FIELD_MASK(TR_TS_CONTROL, name)
#define OVERFLOW TE(INST_STALL_OR_OVERFLOW)

/* --- too little room -------------------------------------------------------- */

static void slow_sink(u32 control)
{
	unit_hw_usual();
	hw_design[SINK].rate = 256;
	unit_hw_start(0x10000);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(1));
	unit_hw_trace(ENC0, control);
	unit_hw_retire(0, 5000);
}

static void encoder_overflows(void)
{
	struct ntrace_msg msg;

	slow_sink(0);
	CHECK("known", unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW);
	unit_hw_set(ENC0, OVERFLOW, 0);
	unit_hw_set(ENC0, 0, TE(INST_TRACING));
	while (!(unit_hw_load(ENC0, TR_CONTROL) & HW_EMPTY))
		;
	unit_hw_stop();
	CHECK("reported", unit_hw_count(NTRACE_ERROR, &msg) > 3);
	CHECK_EQ("program messages", msg.field[NTRACE_ECODE], 4);
	unit_hw_count(NTRACE_PROG_TRACE_SYNC, &msg);
	CHECK_EQ("and why it started anew", msg.field[NTRACE_SYNC],
		 NTRACE_SYNC_FIFO);
}

/* An encoder that stalls its hart loses no message. */
static void encoder_stalls(void)
{
	struct ntrace_msg msg;

	slow_sink((u32)TE(INST_STALL_ENA));
	CHECK("known", unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW);
	unit_hw_stop();
	CHECK_EQ("nothing lost", unit_hw_count(NTRACE_ERROR, &msg), 0);
	CHECK_EQ("all there", unit_hw_count(NTRACE_INDIRECT_BRANCH, &msg),
		 4999);
}

/* The sink never accepts data: the hart goes on, and messages are lost. */
static void encoder_stalls_for_ever(void)
{
	struct ntrace_msg msg;

	unit_hw_usual();
	unit_hw_start(0x10000);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(1));
	unit_hw_set(SINK, 0, HW_ENABLE);
	unit_hw_trace(ENC0, (u32)TE(INST_STALL_ENA));
	unit_hw_retire(0, 5000);
	CHECK("known", unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW);
	unit_hw_set(SINK, HW_ENABLE, 0);
	unit_hw_retire(0, 10);
	unit_hw_stop();
	CHECK_EQ("reported", unit_hw_count(NTRACE_ERROR, &msg), 1);
}

static void encoder_status(void)
{
	slow_sink(0);
	unit_hw_set(ENC0, 0, OVERFLOW);
	CHECK("0 leaves it", unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW);
	unit_hw_set(ENC0, 0, HW_ENABLE | TE(INST_TRACING) | OVERFLOW);
	CHECK("it stays when it ends",
	      unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW);
	unit_hw_set(ENC0, HW_ENABLE, OVERFLOW);
	CHECK("a start clears it",
	      !(unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW));
	slow_sink(0);
	unit_hw_set(ENC0, OVERFLOW, 0);
	CHECK("1 clears it", !(unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW));
}

/* Changes of settings keep the report of a loss; a start clears it. */
static void encoder_status_stays(void)
{
	slow_sink(0);
	unit_hw_set(ENC0, 0, TE(INST_TRACING) | OVERFLOW);
	while (!(unit_hw_load(ENC0, TR_CONTROL) & HW_EMPTY))
		;
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(2));
	CHECK_EQ("taken", unit_hw_load(ENC0, TR_TE_INST_FEATURES),
		 UNIT_HW_SRC(2));
	CHECK("lost", unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW);
	unit_hw_set(ENC0, 0, HW_ENABLE | OVERFLOW);
	CHECK("lost", unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW);
	unit_hw_set(ENC0, HW_ENABLE, OVERFLOW);
	CHECK("anew", !(unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW));
}

/* --- encoders --------------------------------------------------------------- */

/* The order of Linux: Enable, then the mode, then trTeInstTracing. */
static void encoder_mode_after_enable(void)
{
	struct ntrace_msg msg;

	unit_hw_usual();
	unit_hw_start(0x10000);
	unit_hw_store(ENC0, TR_CONTROL, 1);
	unit_hw_set(ENC0, HW_ENABLE, 0);
	unit_hw_set(ENC0, 6 << 4, 0);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(2));
	unit_hw_set(ENC0, TE(INST_TRACING), 0);
	CHECK("traces", hw_traces(hw, 0));
	CHECK("not the other", !hw_traces(hw, 1));
	unit_hw_set(ENC0, 0, 5 << 4);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, 0);
	CHECK_EQ("it stays now", unit_hw_load(ENC0, TR_CONTROL) >> 4 & 7, 6);
	CHECK_EQ("and that", unit_hw_load(ENC0, TR_TE_INST_FEATURES),
		 UNIT_HW_SRC(2));
	unit_hw_retire(0, 100);
	unit_hw_stop();
	CHECK_EQ("with its source", unit_hw_count(NTRACE_INDIRECT_BRANCH, &msg),
		 99);
	CHECK_EQ("with its source", msg.field[NTRACE_SRC], 2);
}

static void encoder_triggers(void)
{
	unit_hw_usual();
	unit_hw_start(0x10000);
	unit_hw_store(ENC0, TR_TE_TRIG_EXT_IN_CONTROL, 0x32);
	unit_hw_store(ENC0, TR_TE_TRIG_EXT_OUT_CONTROL, 0x21);
	unit_hw_store(ENC0, TR_CONTROL, 1 | 6 << 4 | (u32)TE(INST_TRIG_ENABLE));
	unit_hw_set(ENC0, HW_ENABLE, 0);
	unit_hw_retire(0, 5);
	unit_hw_store(ENC0, HW_TRIG_FIRE, 1);
	CHECK_EQ("on", unit_hw_load(ENC0, TR_CONTROL) & TE(INST_TRACING),
		 TE(INST_TRACING));
	CHECK_EQ("told", unit_hw_load(ENC0, HW_TRIG_FIRED), 1);
	unit_hw_retire(0, 5);
	unit_hw_store(ENC0, HW_TRIG_FIRE, 2);
	CHECK_EQ("off", unit_hw_load(ENC0, TR_CONTROL) & TE(INST_TRACING), 0);
	CHECK_EQ("told", unit_hw_load(ENC0, HW_TRIG_FIRED), 3);
	unit_hw_store(ENC0, HW_TRIG_FIRED, 1);
	CHECK_EQ("cleared", unit_hw_load(ENC0, HW_TRIG_FIRED), 2);
	unit_hw_set(ENC0, 0, TE(INST_TRIG_ENABLE));
	unit_hw_store(ENC0, HW_TRIG_FIRE, 1);
	CHECK_EQ("not enabled",
		 unit_hw_load(ENC0, TR_CONTROL) & TE(INST_TRACING), 0);
}

static void encoder_notify(void)
{
	struct ntrace_msg msg;

	unit_hw_usual();
	unit_hw_start(0x10000);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(1));
	unit_hw_store(ENC0, TR_TE_TRIG_EXT_IN_CONTROL, 4);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 5);
	unit_hw_store(ENC0, HW_TRIG_FIRE, 1);
	unit_hw_retire(0, 5);
	hw_reset(hw, 0);
	unit_hw_retire(0, 5);
	unit_hw_stop();
	CHECK_EQ("once", unit_hw_count(NTRACE_INDIRECT_BRANCH_SYNC, &msg), 1);
	CHECK_EQ("trigger", msg.field[NTRACE_SYNC],
		 NTRACE_SYNC_EXTERNAL_TRIGGER);
	CHECK_EQ("start and reset", unit_hw_count(NTRACE_PROG_TRACE_SYNC, &msg),
		 2);
	CHECK_EQ("reset", msg.field[NTRACE_SYNC], NTRACE_SYNC_EXIT_RESET);
}

static void encoder_context(void)
{
	struct ntrace_msg msg;

	unit_hw_usual();
	hw_design[ENC0].emit.has_scontext = true;
	unit_hw_start(0x10000);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(1));
	hw_context(hw, 0, NTRACE_PROCESS_SCONTEXT, 0x33);
	unit_hw_trace(ENC0, (u32)TE(CONTEXT));
	unit_hw_retire(0, 5);
	unit_hw_stop();
	CHECK_EQ("with the sync", unit_hw_count(NTRACE_OWNERSHIP, &msg), 1);
	CHECK_EQ("of before", msg.field[NTRACE_PROCESS] >> 5, 0x33);
	unit_hw_trace(ENC0, (u32)TE(CONTEXT));
	unit_hw_set(SINK, HW_ENABLE, 0);
	unit_hw_retire(0, 5);
	hw_context(hw, 0, NTRACE_PROCESS_SCONTEXT, 0x44);
	unit_hw_stop();
	CHECK_EQ("with the write", unit_hw_count(NTRACE_OWNERSHIP, &msg), 3);
	CHECK_EQ("new", msg.field[NTRACE_PROCESS] >> 5, 0x44);
}

/* --- time ------------------------------------------------------------------- */

#define TS_MODE(mode) (u32) FIELD_SET(TR_TS_CONTROL, MODE, mode)

/* The first load updates the values that the next ones return. */
static u64 counter(unsigned int comp)
{
	u32 low;

	unit_hw_load(comp, TR_TS_COUNTER_LOW);
	low = unit_hw_load(comp, TR_TS_COUNTER_LOW);
	return low | (u64)unit_hw_load(comp, TR_TS_COUNTER_HIGH) << 32;
}

static void encoder_counter(void)
{
	u32 run = TS_MODE(TR_TS_INTERNAL_CORE) | (u32)TS(COUNT);
	u64 was;

	unit_hw_usual();
	unit_hw_start(0x10000);
	unit_hw_store(ENC0, TR_TS_CONTROL, (u32)TS(RESET));
	CHECK_EQ("stopped", counter(ENC0), 0);
	unit_hw_store(ENC0, TR_TS_CONTROL, run);
	unit_hw_retire(0, 1000);
	CHECK_EQ("the hart's", counter(ENC0), 4000);
	unit_hw_retire(1, 1000);
	CHECK_EQ("only", counter(ENC0), 4000);
	unit_hw_store(ENC0, TR_TS_CONTROL,
		      run | (u32)FIELD_SET(TR_TS_CONTROL, PRESCALE, 2));
	unit_hw_retire(0, 1600);
	CHECK_EQ("a sixteenth", counter(ENC0), 4400);
	unit_hw_store(ENC0, TR_TS_CONTROL, 0);
	unit_hw_retire(0, 1600);
	CHECK_EQ("stopped", counter(ENC0), 4400);
	unit_hw_store(ENC0, TR_TS_CONTROL, (u32)TS(RESET));
	CHECK_EQ("RESET acts", counter(ENC0), 0);
	CHECK_EQ("and is not kept",
		 unit_hw_load(ENC0, TR_TS_CONTROL) & TS(RESET), 0);
	unit_hw_store(ENC0, TR_TS_CONTROL,
		      TS_MODE(TR_TS_INTERNAL_SYSTEM) | (u32)TS(COUNT));
	was = counter(ENC0);
	unit_hw_retire(1, 1000);
	CHECK("everybody's, and not much behind",
	      unit_hw_load(ENC0, TR_TS_COUNTER_LOW) >= was + 4000 - 256);
	CHECK("everybody's", counter(ENC0) >= was + 4000);
}

static void encoder_counter_reset(void)
{
	u32 run = TS_MODE(TR_TS_INTERNAL_SYSTEM) | (u32)TS(COUNT);

	unit_hw_usual();
	unit_hw_start(0x10000);
	unit_hw_store(FUNNEL, TR_TS_CONTROL, run);
	unit_hw_retire(0, 1000);
	CHECK_EQ("in reset", counter(FUNNEL), 0);
	unit_hw_store(FUNNEL, TR_TS_CONTROL, run | 1);
	unit_hw_retire(0, 1000);
	CHECK("counts", counter(FUNNEL) >= 4000);
	unit_hw_store(FUNNEL, TR_TS_CONTROL, run);
	unit_hw_store(FUNNEL, TR_TS_CONTROL, run | 1);
	CHECK("from 0 again", counter(FUNNEL) < 1000);
}

/* The encoder has the funnel's time, cut to its own width. */
static void encoder_shared_time(void)
{
	u32 run = TS_MODE(TR_TS_INTERNAL_SYSTEM) | (u32)TS(COUNT) | 1;
	struct ntrace_msg msg;
	u64 was;

	unit_hw_funnel();
	hw_design[ENC0].ts_width = 16;
	unit_hw_start(0x10000);
	unit_hw_store(FUNNEL, TR_TS_CONTROL, run);
	unit_hw_store(ENC0, TR_TS_CONTROL,
		      TS_MODE(TR_TS_SHARED) | (u32)TS(ENABLE));
	unit_hw_retire(1, 20000);
	was = counter(FUNNEL);
	CHECK("more than the encoder has", was > 0x10000);
	CHECK_EQ("shared", counter(ENC0) >> 9, (was & 0xffff) >> 9);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(1));
	unit_hw_trace(ENC0, 0);
	unit_hw_store(ENC0, TR_TS_CONTROL, TS_MODE(TR_TS_SHARED));
	CHECK("held", unit_hw_load(ENC0, TR_TS_CONTROL) & TS(ENABLE));
	unit_hw_retire(0, 5);
	unit_hw_stop();
	unit_hw_count(NTRACE_PROG_TRACE_SYNC, &msg);
	CHECK("in messages", msg.present & NTRACE_HAS(NTRACE_TSTAMP));
	CHECK("absolute", msg.field[NTRACE_TSTAMP] >= (was & 0xffff) &&
				  msg.field[NTRACE_TSTAMP] < 0x10000);
}

static const struct unit_test tests[] = {
	UNIT_TEST(encoder_overflows, UNIT_ONE),
	UNIT_TEST(encoder_stalls, UNIT_ONE),
	UNIT_TEST(encoder_stalls_for_ever, UNIT_ONE),
	UNIT_TEST(encoder_status, UNIT_ONE),
	UNIT_TEST(encoder_status_stays, UNIT_ONE),
	UNIT_TEST(encoder_mode_after_enable, UNIT_ONE),
	UNIT_TEST(encoder_triggers, UNIT_ONE),
	UNIT_TEST(encoder_notify, UNIT_ONE),
	UNIT_TEST(encoder_context, UNIT_ONE),
	UNIT_TEST(encoder_counter, UNIT_ONE),
	UNIT_TEST(encoder_counter_reset, UNIT_ONE),
	UNIT_TEST(encoder_shared_time, UNIT_ONE),
};

UNIT_MAIN("hw_encoder", tests)
