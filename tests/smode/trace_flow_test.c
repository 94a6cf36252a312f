// SPDX-License-Identifier: BSD-2-Clause
/*
 * Encoders: every setting that messages depend on, filters, triggers, time, and
 * two harts through a funnel.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace_path.h"

/*
 * The start of RAM, and of the firmware; the firmware ends where the payload
 * begins.
 */
#define RAM_BASE 0x80000000ul
extern u8 _start[];

/* --- settings of the encoder ------------------------------------------------ */

static const struct setting {
	const char *name;
	u32 control, features, time;
	const char *options;
} settings[] = {
	{ "history", PATH_HTM, 0, 0, "" },
	{ "branches", PATH_BTM, 0, 0, "" },
	{ "periodic by half-words", PATH_HTM | PATH_SYNC, 0, 0, "" },
	{ "periodic by messages",
	  PATH_BTM | TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 1), 0, 0, "" },
	{ "periodic by cycles",
	  PATH_HTM | TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 2) |
		  TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, 3),
	  0, 0, "" },
	{ "context", PATH_HTM | TR_MASK(TR_TE_CONTROL, CONTEXT), 0, 0, "" },
	{ "implicit returns", PATH_HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EN_IMPLICIT_RETURN) |
		  TR_FIELD(TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE, 3),
	  0, "" },
	{ "sequential jumps", PATH_HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EN_SEQUENTIAL_JUMP), 0,
	  "--sequential-jump" },
	{ "repeated history", PATH_HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EN_REPEATED_HISTORY), 0, "" },
	{ "all jumps", PATH_HTM, TR_MASK(TR_TE_INST_FEATURES, EN_ALL_JUMPS), 0,
	  "--all-jumps,--implicit-return=off" },
	{ "extended addresses", PATH_HTM,
	  TR_MASK(TR_TE_INST_FEATURES, EXTEND_ADDR_MSB), 0,
	  "--extend-addr-msb" },
	{ "time", PATH_HTM, 0,
	  TR_ACTIVE | TR_FIELD(TR_TS_CONTROL, MODE, 2) |
		  TR_MASK(TR_TS_CONTROL, COUNT) |
		  TR_MASK(TR_TS_CONTROL, ENABLE),
	  "" },
};

static void case_settings(void)
{
	unsigned int i;

	if (!path_keeps_all())
		return;
	for (i = 0; i < array_size(settings); i++) {
		const struct setting *s = &settings[i];

		check_row(s->name, i);
		path_encoder(0);
		trace_write(trace_encoder(0), TR_TE_INST_FEATURES, s->features);
		trace_write(trace_encoder(0), TR_TS_CONTROL, s->time);
		path_begin(PATH_BUFFER, s->control);
		path_work();
		path_end(path_words(s->options, ""));
		CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) &
				 PATH_OVERFLOW,
			 0);
	}
}

/* The trace of one privilege mode, which filter 2 selects. */
static void filtered(u32 filter_control, const char *mode)
{
	unsigned long filter =
		trace_encoder(0) + TR_TE_FILTER + 2 * TR_TE_UNIT_PITCH;

	trace_write(filter, TR_TE_FILTER_CONTROL,
		    TR_MASK(TR_TE_FILTER_CONTROL, ENABLE) | filter_control);
	trace_write(trace_encoder(0), TR_TE_INST_FILTERS, 1 << 2);
	path_begin(PATH_BUFFER, PATH_HTM);
	path_work();
	path_end(path_words("", mode));
}

static void case_privilege(void)
{
	if (!path_keeps_all())
		return;
	path_encoder(0);
	trace_write(trace_encoder(0),
		    TR_TE_FILTER + 2 * TR_TE_UNIT_PITCH +
			    TR_TE_FILTER_MATCH_INST,
		    1 << 1);
	filtered(TR_MASK(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE), "1");
}

/* Below the payload, a hart executes only code of the firmware, in M-mode. */
static void case_range(void)
{
	unsigned long comp =
		trace_encoder(0) + TR_TE_COMP + 3 * TR_TE_UNIT_PITCH;

	if (!path_keeps_all())
		return;
	path_encoder(0);
	trace_write64(comp, TR_TE_COMP_P_MATCH_LOW, RAM_BASE);
	trace_write64(comp, TR_TE_COMP_S_MATCH_LOW, (unsigned long)_start);
	trace_write(comp, TR_TE_COMP_CONTROL,
		    TR_FIELD(TR_TE_COMP_CONTROL, P_FUNCTION, 5) |
			    TR_FIELD(TR_TE_COMP_CONTROL, S_FUNCTION, 2) |
			    TR_FIELD(TR_TE_COMP_CONTROL, MATCH_MODE, 1));
	filtered(TR_MASK(TR_TE_FILTER_CONTROL, MATCH_COMP2) |
			 TR_FIELD(TR_TE_FILTER_CONTROL, COMP2, 3),
		 "3");
}

/* --- triggers and time ------------------------------------------------------ */

/* Registers of the model: to fire an input, and to read which outputs fired. */
#define TRIG_FIRE 0xe00
#define TRIG_FIRED 0xe04

static void case_triggers(void)
{
	unsigned long base = trace_encoder(0);

	if (!path_keeps_all())
		return;
	path_find();
	path_encoder(0);
	path_open(PATH_BUFFER, TR_SMEM);
	trace_write(base, TR_TE_TRIG_EXT_IN_CONTROL,
		    TR_TRIGGER_TRACE_ON | TR_TRIGGER_TRACE_OFF << 4);
	trace_write(base, TR_TE_TRIG_EXT_OUT_CONTROL, 1 | 2 << 4);
	trace_write(base, TRIG_FIRED, 3);
	trace_write(base, TR_CONTROL,
		    TR_ACTIVE | PATH_HTM |
			    TR_MASK(TR_TE_CONTROL, INST_TRIG_ENABLE));
	path_change(base, 0, TR_ENABLE);
	trace_work();
	CHECK_EQ(trace_read(base, TR_CONTROL) & TR_TRACING, 0);
	trace_write(base, TRIG_FIRE, 1);
	CHECK_EQ(trace_read(base, TR_CONTROL) & TR_TRACING, TR_TRACING);
	CHECK_EQ(trace_read(base, TRIG_FIRED), 1);
	trace_work();
	trace_write(base, TRIG_FIRE, 2);
	CHECK_EQ(trace_read(base, TR_CONTROL) & TR_TRACING, 0);
	CHECK_EQ(trace_read(base, TRIG_FIRED), 3);
	trace_work();
	path_end("");
}

static u64 counter(unsigned long base)
{
	return trace_read64(base, TR_TS_COUNTER_LOW);
}

static void case_counter(void)
{
	unsigned long base = trace_encoder(0);
	u32 run = TR_ACTIVE | TR_MASK(TR_TS_CONTROL, COUNT) |
		  TR_FIELD(TR_TS_CONTROL, MODE, TR_TS_INTERNAL_CORE);
	u64 was, plain, scaled;

	path_encoder(0);
	trace_work();
	CHECK_EQ(counter(base), 0);
	trace_write(base, TR_TS_CONTROL, run);
	trace_work();
	was = counter(base);
	CHECK_RANGE(was, 1000, 1000000000);
	trace_write(base, TR_TS_CONTROL, run | TR_MASK(TR_TS_CONTROL, RESET));
	CHECK_RANGE(counter(base), 0, was);
	trace_work();
	plain = counter(base);
	trace_write(base, TR_TS_CONTROL,
		    run | TR_MASK(TR_TS_CONTROL, RESET) |
			    TR_FIELD(TR_TS_CONTROL, PRESCALE, 2));
	trace_work();
	scaled = counter(base);
	CHECK_RANGE(scaled, plain / 20, plain / 10);
	trace_write(base, TR_TS_CONTROL, run & ~TR_MASK(TR_TS_CONTROL, COUNT));
	was = counter(base);
	trace_work();
	CHECK_EQ(counter(base), was);
	trace_write(base, TR_TS_CONTROL, 0);
	CHECK_EQ(counter(base), 0);
}

/* Encoders have the time of the funnel that their messages go through. */
static void case_shared_time(void)
{
	unsigned long funnel = trace_funnel(0), base = trace_encoder(0);
	u64 was, now;

	if (!option_given("trace=funnel")) {
		check_skip("there is no funnel to share with");
		return;
	}
	path_encoder(0);
	path_restart(funnel);
	trace_write(base, TR_TS_CONTROL,
		    TR_ACTIVE | TR_FIELD(TR_TS_CONTROL, MODE, TR_TS_SHARED));
	trace_write(funnel, TR_TS_CONTROL, 0);
	CHECK_EQ(counter(base), 0);
	trace_write(
		funnel, TR_TS_CONTROL,
		TR_ACTIVE | TR_MASK(TR_TS_CONTROL, COUNT) |
			TR_FIELD(TR_TS_CONTROL, MODE, TR_TS_INTERNAL_SYSTEM));
	trace_work();
	was = counter(funnel);
	now = counter(base);
	CHECK_RANGE(was, 1000, ~0ull);
	CHECK_RANGE(now, was, was + 10000);
}

/* --- harts and sinks -------------------------------------------------------- */

static void other_hart(void *arg)
{
	(void)arg;
	path_trace(1, PATH_HTM);
	trace_work();
	path_finish(trace_encoder(1));
}

static void both(u32 disabled)
{
	path_encoder(0);
	path_encoder(1);
	path_open(PATH_BUFFER, TR_SMEM);
	trace_write(trace_funnel(0), TR_FUNNEL_DIS_INPUT, disabled);
	trace_write(trace_encoder(0), TR_TE_INST_FEATURES, PATH_SRC(1));
	trace_write(trace_encoder(1), TR_TE_INST_FEATURES, PATH_SRC(2));
	path_trace(0, PATH_HTM);
	hart_at(1)->work = other_hart;
	trace_work();
	/* The first trace must not have the time of the other hart's work. */
	path_finish(trace_encoder(0));
	CHECK(hart_call_end(1));
	path_close();
}

static void case_two_harts(void)
{
	path_find();
	if (!(option_given("trace=funnel") || option_given("trace=funnels")) ||
	    hart_count() < 2) {
		check_skip("no funnel, or only one hart");
		return;
	}
	if (!path_keeps_all())
		return;
	CHECK(hart_start(1));
	both(0);
	CHECK_EQ(path_wp() & TR_WRAP, 0);
	path_announce("0,1", " src=1,2 options=--src-bits=2");
	both(3);
	CHECK_EQ(path_wp(), path_start());
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) & PATH_OVERFLOW, 0);
	/*
	 * If there is a second funnel, the second hart has the input of the
	 * first one.
	 */
	both(option_given("trace=funnels") ? 2 : 1);
	path_announce("1", " src=2 options=--src-bits=2");
}

/*
 * Each message goes to both outputs: to the encoder's own sink and to the
 * shared one.
 */
static void case_two_sinks(void)
{
	if (!option_given("trace=two")) {
		check_skip("encoders have one output each");
		return;
	}
	path_encoder(0);
	path_use(hart_count(), 1);
	path_open(PATH_BUFFER, TR_SMEM);
	path_use(0, 0);
	path_open(PATH_BUFFER, TR_SMEM);
	path_trace(0, PATH_HTM);
	path_work();
	path_finish(trace_encoder(0));
	path_close();
	path_announce("0", "");
	path_use(hart_count(), 1);
	path_close();
	path_announce("0", "");
}

const struct check_case check_cases[] = {
	{ "settings of the encoder", case_settings },
	{ "one privilege only", case_privilege },
	{ "a range of addresses only", case_range },
	{ "triggers", case_triggers },
	{ "counter", case_counter },
	{ "time that is shared", case_shared_time },
	{ "two harts", case_two_harts },
	{ "two sinks", case_two_sinks },
	{ NULL, NULL },
};
