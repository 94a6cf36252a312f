// SPDX-License-Identifier: BSD-2-Clause
/*
 * The state of components that lib/trace keeps: at rest, awake, busy, used, and
 * their owners; and the actions of lib/trace when this state changes during a
 * call.
 */
#include "unit_trace_drive.h"

#define OTHER_FORMAT (FAKE_ACTIVE | FAKE_ENABLE | TE_MODE_6)

static struct trace_context context;

/*
 * Callers do not wait any more, after some steps; patient() makes them wait
 * again.
 */
static void impatient(unsigned int later)
{
	fake.log.fail_at = fake.log.steps + later;
	fake.log.fail_on = true;
}

static void patient(void)
{
	fake.log.fail_at = 0;
	fake.log.fail_on = fake.log.failed = false;
}

static enum trace_access store_at(unsigned int n, u32 offset, u32 value)
{
	return trace_mmio_store(&unit_trace, OURS, drive_at(n, offset), value);
}

static enum trace_access load_at(unsigned int n, u32 offset)
{
	u32 value;

	return trace_mmio_load(&unit_trace, OURS, drive_at(n, offset), &value);
}

/* --- at rest -------------------------------------------------------------------- */

/* A reset also ends the use: components that S-mode drove have no owner. */
static void reset_ends(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_point(R, BUFFER, BUFFER + 0xff0);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK_EQ("driven", unit_trace.component[R].owner, OURS);
	drive_store(R, TR_CONTROL, 0);
	CHECK_EQ("nobody's", unit_trace.component[R].owner, TRACE_NO_OWNER);
	CHECK_EQ("at rest", unit_trace.component[R].state, TRACE_OFF);
}

/* A buffer that a call gave is kept after S-mode drove the sink. */
static void driven_and_called(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_point(R, BUFFER, BUFFER + 0xff0);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	drive_store(R, TR_CONTROL, CONTROL);
	drive_load(R, TR_CONTROL);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK_EQ("stop", STOP(HARTID).error, 0);
	CHECK_EQ("still ours", unit_trace.component[R].owner, OURS);
}

/* Bits that no component has are not stored, whatever S-mode stores. */
static void reserved_bits(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	drive_store(R, TR_CONTROL,
		    CONTROL | FAKE_ENABLE | FAKE_EMPTY | 1u << 31 | 4);
	CHECK("on", drive_enabled(R));
}

/* The reset stores no other bit of this value. */
static void reset_with_more(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_store(E0, TR_CONTROL, TE_MODE_6 | TE_NTRACE);
	CHECK("in reset", !(fake_trace_reg(E0, 0) & FAKE_ACTIVE));
}

/* Settings that cannot be read reliably are not written back. */
static void control_flickers(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	fake_trace[E0].flicker = TE_STALL;
	CHECK("stop", !trace_stop_all(&unit_trace, OURS));
	CHECK_EQ("but Active", fake_trace_reg(E0, 0) & (0x70 | TE_NTRACE), 0);
}

/* --- power ---------------------------------------------------------------------- */

/* A component that was seen without power is not accessed any more. */
static void power_gone(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_load(E0, TR_TE_INST_FEATURES);
	fake_trace_power_off(E0);
	CHECK_RET("seen", STOP(HARTID), SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_EQ("nothing", drive_load(E0, TR_TE_INST_FEATURES), 0);
}

static void reset_is_still_coming(void)
{
	drive_begin_tame(TRACE_DIRECT);
	fake_trace[E0].has.hostile.late = 40;
	impatient(1);
	drive_store(E0, TR_CONTROL, 0);
	CHECK("no answer", !trace_hart_resume(&unit_trace, 0, NULL));
	patient();
	CHECK("but later", trace_hart_resume(&unit_trace, 0, NULL));
}

/* A lock that is released too late: the component has no owner then. */
static void given_back_too_late(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	drive_load(F, TR_IMPL);
	unit_trace.component[F].lock = 1;
	CHECK("sleep", !trace_hart_suspend(&unit_trace, 0, &context));
	unit_trace.component[F].lock = 0;
	CHECK_EQ("load", load_at(F, TR_IMPL), TRACE_FAULT);
	fake.log.locks = 0; /* the lock is kept */
}

/* --- an Enable that never changes ---------------------------------------- */

/* A reset ends the wait; the settings are there afterwards. */
static void restarted_sink(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace[R].has.stuck_off = true;
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK_EQ("coming", unit_trace.component[R].state, TRACE_COMING);
	CHECK("stop", trace_stop_all(&unit_trace, OURS));
	CHECK_EQ("at rest", unit_trace.component[R].state, TRACE_OFF);
	CHECK_EQ("start", fake_trace_reg64(R, 0x10), BUFFER);
	CHECK_EQ("limit", fake_trace_reg64(R, 0x18), BUFFER + 0xff0);
	drive_load(R, 0x10);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	fake_trace[R].has.stuck_on = true;
	CHECK("it stays", !trace_stop_all(&unit_trace, OURS));
}

static void restarted_encoder(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	drive_store(F, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
	drive_store(E0, 0x408, 0x1234);
	fake_trace[E0].has.stuck_off = true;
	drive_store(E0, TR_CONTROL,
		    FAKE_ACTIVE | FAKE_ENABLE | TE_MODE_3 | TE_NTRACE);
	CHECK_EQ("coming", unit_trace.component[E0].state, TRACE_COMING);
	CHECK("stop", trace_stop_all(&unit_trace, OURS));
	CHECK_EQ("filter", fake_trace_reg(E0, 0x408), 0x1234);
	CHECK_EQ("mode", fake_trace_reg(E0, 0) & 0x70, TE_MODE_3);
}

/* Enable changes during the wait: then no reset is needed. */
static void comes_after_all(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	drive_store(R, TR_RAM_RP_LOW, 0x40);
	fake_trace[R].has.hostile.late = 60;
	impatient(8); /* the checks take the steps before */
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	patient();
	CHECK_EQ("coming", unit_trace.component[R].state, TRACE_COMING);
	CHECK("stop", trace_stop_all(&unit_trace, OURS));
	CHECK("off", !drive_enabled(R));
	CHECK_EQ("no reset", fake_trace_reg(R, TR_RAM_RP_LOW), 0x40);
}

static unsigned int countdown;

static void disable_encoder(void)
{
	if (countdown && !--countdown)
		fake_trace_set(E0, 0,
			       fake_trace_reg(E0, 0) &
				       ~(u32)(FAKE_ENABLE | FAKE_TRACING));
}

/*
 * A trigger ends the trace at any moment of a stop: no hart waits for nothing.
 */
static void stops_meanwhile(void)
{
	const struct sbi_args stop = { { HARTID } };
	struct sbiret ret;
	unsigned int step;

	for (step = 1; step < 40; step++) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		CHECK_OK("start", START(HARTID));
		countdown = step;
		fake_trace_between = disable_encoder;
		ret = trace_call(&unit_trace, OURS, TRACE_SBI_STOP, &stop);
		fake_trace_between = NULL;
		CHECK("in time", ret.error != SBI_ERR_TIMEOUT);
	}
}

static void enable_behind_funnel(void)
{
	if (countdown && drive_enabled(F)) {
		fake_trace_set(E0, 0, fake_trace_reg(E0, 0) | FAKE_ENABLE);
		countdown = 0;
	}
}

/*
 * A debugger enables the encoder while its path is enabled: this is not the
 * caller's trace.
 */
static void starts_meanwhile(void)
{
	const struct sbi_args start = { { HARTID } };
	struct sbiret ret;

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	countdown = 1;
	fake_trace_between = enable_behind_funnel;
	ret = trace_call(&unit_trace, OURS, TRACE_SBI_START, &start);
	fake_trace_between = NULL;
	CHECK("it was", !countdown);
	CHECK_EQ("started", ret.error, SBI_ERR_ALREADY_STARTED);
	unit_trace_check_quiet("all");
}

/* --- busy ----------------------------------------------------------------------- */

static unsigned int repeats, watched;

/* Actions of another hart. */
static void watch(void)
{
	unsigned int locks = fake.log.locks;

	if (unit_trace.component[watched].lock)
		return;
	fake.log.locks = 0; /* those of the first hart */
	if (load_at(watched, TR_TE_INST_FEATURES) == TRACE_REPEAT)
		repeats++;
	fake.log.locks = locks;
}

static void wake_by_store(void)
{
	drive_store(E0, TR_CONTROL, FAKE_ACTIVE);
}

static void wake_by_call(void)
{
	const struct sbi_args args = { { HARTID, TE_MODE_6 | TE_NTRACE } };

	trace_call(&unit_trace, OURS, TRACE_SBI_ENCODER_CONFIGURE, &args);
}

static void resume_hart(void)
{
	trace_hart_resume(&unit_trace, 0, &context);
}

static void configure_time(void)
{
	const struct sbi_args args = { { HARTID, TE_MODE_6 | TE_NTRACE, 0, 0,
					 0x8040 } };

	trace_call(&unit_trace, OURS, TRACE_SBI_ENCODER_CONFIGURE, &args);
}

static void stop_all(void)
{
	trace_stop_all(&unit_trace, OURS);
}

static void enable_stuck(void)
{
	unit_trace_buffer();
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	drive_store(F, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
	fake_trace[E0].has.stuck_off = true;
	drive_store(E0, TR_CONTROL,
		    FAKE_ACTIVE | FAKE_ENABLE | TE_MODE_6 | TE_NTRACE);
	fake_trace[E0].has.hostile.late = 20;
}

static void switch_off(void)
{
	drive_store(E0, TR_CONTROL, 0);
	fake_trace[E0].has.hostile.late = 20;
}

static void suspend_hart(void)
{
	trace_hart_suspend(&unit_trace, 0, &context);
	fake_trace[E0].has.hostile.late = 20;
}

static void nothing(void)
{
}

/* Registers cannot be loaded while they are set up, but can be afterwards. */
static void busy(void)
{
	static const struct {
		const char *name;
		void (*before)(void), (*act)(void);
	} rows[] = {
		{ "store", switch_off, wake_by_store },
		{ "call", switch_off, wake_by_call },
		{ "resume", suspend_hart, resume_hart },
		{ "shared time", nothing, configure_time },
		{ "restart", enable_stuck, stop_all },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		drive_begin_tame(TRACE_DIRECT);
		rows[i].before();
		watched = E0;
		repeats = 0;
		fake_trace_between = watch;
		rows[i].act();
		fake_trace_between = NULL;
		CHECK(rows[i].name, repeats > 0);
		drive_pass(100);
		drive_load(E0, TR_TE_INST_FEATURES);
	}
}

/* --- accesses ------------------------------------------------------------------- */

static void asleep_takes_nothing(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	drive_store(E0, TR_TE_INST_FEATURES, 4);
	drive_store(E0, TR_CONTROL, FAKE_ACTIVE);
	CHECK("in reset", !(fake_trace_reg(E0, 0) & FAKE_ACTIVE));
	CHECK("wake", trace_hart_resume(&unit_trace, 0, &context));
	drive_load(E0, TR_TE_INST_FEATURES);
}

/* The library keeps this flag for a design in which it cannot be stored. */
static void kept_wrap(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace.component[R].wrapped = true;
	CHECK("seen", drive_load(R, TR_RAM_WP_LOW) & 1);
	unit_trace.component[R].awake = false;
	CHECK("seen, by the long way", drive_load(R, TR_RAM_WP_LOW) & 1);
	drive_store(R, TR_RAM_LIMIT_LOW, (u32)BUFFER);
	CHECK("still", drive_load(R, TR_RAM_WP_LOW) & 1);
	drive_store(R, TR_RAM_WP_LOW, (u32)BUFFER);
	CHECK("gone", !(drive_load(R, TR_RAM_WP_LOW) & 1));
	unit_trace.component[R].wrapped = true;
	drive_store(R, TR_CONTROL, 0);
	drive_store(R, TR_CONTROL, FAKE_ACTIVE);
	CHECK("gone with a reset", !(drive_load(R, TR_RAM_WP_LOW) & 1));
}

/*
 * A sink that has wrapped, and whose flag cannot be stored, is enabled again.
 */
static void wrap_of_hardware(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace[R].has.wrap_fixed = true;
	fake_trace_set(R, TR_RAM_WP_LOW, (u32)BUFFER | 1);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK("on", drive_enabled(R));
	CHECK("wrapped", drive_load(R, TR_RAM_WP_LOW) & 1);
}

/*
 * After a store by either path the sink is used, and its saved state is older.
 */
static void stores_note(void)
{
	static const u32 offsets[] = { TR_RAM_RP_LOW, TR_CONTROL };
	struct trace_component *c = &unit_trace.component[R];
	unsigned int i;

	for (i = 0; i < array_size(offsets); i++) {
		drive_begin_tame(TRACE_DIRECT);
		CHECK("their sleep", trace_suspend(&unit_trace, THEIRS));
		CHECK("saved", c->saved.valid && !c->used);
		drive_store(R, offsets[i], offsets[i] ? 4 : CONTROL);
		CHECK("older", !c->saved.valid);
		CHECK("used", c->used);
	}
	fake_trace_break(F, TR_CONTROL, TR_CONTROL);
	CHECK_EQ("bus error", store_at(F, TR_CONTROL, FAKE_ACTIVE),
		 TRACE_FAULT);
}

/* A store with a refused Enable stores all other bits. */
static void refused_but_stored(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace.component[R].owner = THEIRS;
	drive_store(E0, TR_CONTROL,
		    FAKE_ACTIVE | FAKE_ENABLE | TE_MODE_3 | TE_NTRACE);
	CHECK("off", !drive_enabled(E0));
	CHECK_EQ("mode", fake_trace_reg(E0, 0) & 0x70, TE_MODE_3);
}

/* The format of an encoder that hides M-mode is fixed while it is enabled. */
static void format_is_held(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace.show_m = false;
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	drive_store(E0, TR_CONTROL, OTHER_FORMAT);
	CHECK("held", fake_trace_reg(E0, 0) & TE_NTRACE);
	drive_store(E0, TR_CONTROL,
		    FAKE_ACTIVE | FAKE_ENABLE | TE_MODE_3 | TE_NTRACE);
	CHECK_EQ("mode", fake_trace_reg(E0, 0) & 0x70, TE_MODE_3);
}

static const struct unit_test tests[] = {
	UNIT_TEST(reset_ends, UNIT_TRACE),
	UNIT_TEST(driven_and_called, UNIT_TRACE),
	UNIT_TEST(reserved_bits, UNIT_TRACE),
	UNIT_TEST(reset_with_more, UNIT_TRACE),
	UNIT_TEST(control_flickers, UNIT_TRACE),
	UNIT_TEST(power_gone, UNIT_TRACE),
	UNIT_TEST(reset_is_still_coming, UNIT_TRACE),
	UNIT_TEST(given_back_too_late, UNIT_TRACE | UNIT_RV64),
	UNIT_TEST(restarted_sink, UNIT_TRACE),
	UNIT_TEST(restarted_encoder, UNIT_TRACE),
	UNIT_TEST(comes_after_all, UNIT_TRACE),
	UNIT_TEST(stops_meanwhile, UNIT_TRACE),
	UNIT_TEST(starts_meanwhile, UNIT_TRACE),
	UNIT_TEST(busy, UNIT_TRACE),
	UNIT_TEST(asleep_takes_nothing, UNIT_TRACE),
	UNIT_TEST(kept_wrap, UNIT_TRACE),
	UNIT_TEST(wrap_of_hardware, UNIT_TRACE),
	UNIT_TEST(stores_note, UNIT_TRACE),
	UNIT_TEST(refused_but_stored, UNIT_TRACE),
	UNIT_TEST(format_is_held, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_known", tests, array_size(tests));
}
