// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/trace_life.c: suspend, owners, the end */
#include <string.h>

#include "unit_trace.h"

#define START(hartid) TRACE_CALL(TRACE_SBI_START, hartid)
#define STOP(hartid) TRACE_CALL(TRACE_SBI_STOP, hartid)
#define NO_HART 42

static struct trace_context context, other;

static bool enabled(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ENABLE;
}

static bool active(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ACTIVE;
}

/* Set all that can be configured, with values that are easy to tell apart. */
static void configure(void)
{
	CHECK_OK("filter", TRACE_CALL(TRACE_SBI_ENCODER_SET_FILTER, HARTID, 1,
				      0x17, 0x13, 0x55, 0));
	CHECK_OK("comparator",
		 TRACE_CALL(TRACE_SBI_ENCODER_SET_COMPARATOR, HARTID, 1, 0x50,
			    0x80001000, 0x80002000));
	CHECK_OK("configure", TRACE_CALL(TRACE_SBI_ENCODER_CONFIGURE, HARTID,
					 TE_MODE_3 | TE_CONTEXT | TE_STALL |
						 3 << 16 | 9 << 20 | TE_NTRACE,
					 0x30c, 2, 0x8010));
	fake_trace_set(E0, 0x54, 0x32);
	fake_trace_set(E0, 0x58, 0x21);
}

static void ready(enum trace_policy policy)
{
	unit_trace_boot(policy);
	unit_trace_buffer();
	configure();
}

static void check_registers(const char *row, const u32 *before)
{
	unsigned int k;

	for (k = 0; k < FAKE_TRACE_WORDS; k++)
		CHECK_EQ(row, fake_trace_reg(E0, 4 * k), before[k]);
}

static void keep_registers(unsigned int n, u32 *before)
{
	memcpy(before, fake_trace[n].reg, sizeof(fake_trace[n].reg));
}

/* --- harts ---------------------------------------------------------------------- */

static void sleep_and_wake(void)
{
	static u32 before[FAKE_TRACE_WORDS];
	unsigned int running;

	for (running = 0; running < 2; running++) {
		ready(TRACE_DIRECT);
		if (running)
			CHECK_OK("start", START(HARTID));
		keep_registers(E0, before);
		fake_trace_make(E0, 40);
		CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
		CHECK("off", !active(E0));
		CHECK("sink holds the buffer", active(R) && !enabled(R));
		CHECK_EQ("drained", fake_trace_reg64(R, 0x20),
			 BUFFER + 40 * running);
		fake_trace_power_off(E0);
		CHECK("wake", trace_hart_resume(&unit_trace, 0, &context));
		check_registers("as before", before);
		CHECK_EQ("runs", enabled(R), running);
		CHECK("given back", !context.valid);
	}
}

/*
 * S-mode started the trace by its own stores, into memory of its choice. On a
 * machine that allows this, the trace goes on.
 */
static void driven_by_smode(void)
{
	static const u8 way[] = { R, F, E0 };
	unsigned int i, n, mediated;

	for (mediated = 0; mediated < 2; mediated++) {
		unit_trace_boot(mediated ? TRACE_MEDIATED : TRACE_DIRECT);
		fake_trace_set(R, 0x10, BUFFER);
		fake_trace_set(R, 0x18, BUFFER + BUFFER_SIZE - 16);
		fake_trace_set(R, 0x20, BUFFER);
		for (i = 0; i < array_size(way); i++) {
			n = way[i];
			fake_trace_set(n, 0,
				       fake_trace_reg(n, 0) | FAKE_ENABLE);
		}
		CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
		unit_trace_check_quiet("asleep");
		CHECK_EQ("wake", trace_hart_resume(&unit_trace, 0, &context),
			 !mediated);
		CHECK_EQ("runs", enabled(E0) && enabled(F) && enabled(R),
			 !mediated);
	}
}

/* Triggers had stopped the trace, but the encoder was enabled. */
static void wakes_without_tracing(void)
{
	ready(TRACE_DIRECT);
	CHECK_OK("start", START(HARTID));
	fake_trace_set(E0, 0, fake_trace_reg(E0, 0) & ~FAKE_TRACING);
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK("wake", trace_hart_resume(&unit_trace, 0, &context));
	CHECK("enabled", enabled(E0));
	CHECK("not tracing", !(fake_trace_reg(E0, 0) & FAKE_TRACING));
}

static void calls_meanwhile(void)
{
	ready(TRACE_DIRECT);
	CHECK_OK("start", START(HARTID));
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK_RET("start", START(HARTID), SBI_ERR_INVALID_STATE, 0);
	CHECK_RET("configure",
		  TRACE_CALL(TRACE_SBI_ENCODER_CONFIGURE, HARTID, TE_MODE_6, 0,
			     0, 0),
		  SBI_ERR_INVALID_STATE, 0);
	CHECK_OK("status",
		 TRACE_CALL(TRACE_SBI_STATUS, HARTID, ADDRESS(ANSWER)));
	CHECK_EQ("asleep", unit_trace_answer(TRACE_STATUS_FLAGS) & 0xff,
		 TRACE_STATUS_ASLEEP | TRACE_STATUS_ENABLED);
	CHECK_OK("stop", STOP(HARTID));
	CHECK_RET("stop", STOP(HARTID), SBI_ERR_ALREADY_STOPPED, 0);
	CHECK("wake", trace_hart_resume(&unit_trace, 0, &context));
	CHECK("does not run", !enabled(E0) && !enabled(R));
	CHECK_OK("awake", TRACE_CALL(TRACE_SBI_ENCODER_CONFIGURE, HARTID,
				     TE_MODE_6, 0, 0, 0));
}

/*
 * Without saved state an encoder that is off gets its defaults. An encoder that
 * another hart configured keeps its settings.
 */
static void first_start(void)
{
	static u32 defaults[FAKE_TRACE_WORDS], configured[FAKE_TRACE_WORDS];

	unit_trace_boot(TRACE_DIRECT);
	keep_registers(E0, defaults);
	unit_trace_buffer();
	configure();
	keep_registers(E0, configured);
	CHECK("start", trace_hart_resume(&unit_trace, 0, NULL));
	check_registers("configured", configured);
	CHECK("stop", trace_hart_suspend(&unit_trace, 0, &context));
	context.valid = false;
	CHECK("start", trace_hart_resume(&unit_trace, 0, &context));
	check_registers("defaults", defaults);
	fake_trace[E0].has.dead = true;
	fake_trace_power_off(E0);
	CHECK("no answer", !trace_hart_resume(&unit_trace, 0, NULL));
}

/*
 * S-mode had switched the encoder off: it is off again, and none of its
 * registers is read.
 */
static void off_stays_off(void)
{
	ready(TRACE_DIRECT);
	fake_trace_power_off(E0);
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK("wake", trace_hart_resume(&unit_trace, 0, &context));
	CHECK("off", !active(E0));
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &context));
	CHECK("enter", trace_hart_enter(&unit_trace, 0, OURS, &context));
	CHECK("off", !active(E0));
}

static void no_encoder(void)
{
	unit_trace_boot(TRACE_DIRECT);
	context.valid = true;
	CHECK("suspend", trace_hart_suspend(&unit_trace, NO_HART, &context));
	CHECK("nothing saved", !context.valid);
	CHECK("resume", trace_hart_resume(&unit_trace, NO_HART, &context));
	CHECK("leave", trace_hart_leave(&unit_trace, NO_HART, &context));
	CHECK("enter", trace_hart_enter(&unit_trace, NO_HART, OURS, &context));
}

static void wake_fails(void)
{
	ready(TRACE_DIRECT);
	CHECK_OK("start", START(HARTID));
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	fake_trace[E0].has.dead = true;
	CHECK("no answer", !trace_hart_resume(&unit_trace, 0, &context));
	unit_trace_check_quiet("nothing runs");
}

static void sleep_with_stuck(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.stuck_full = true;
	unit_trace_boot_as_built(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("did not drain", !trace_hart_suspend(&unit_trace, 0, &context));
	CHECK("off all the same", !active(E0));
	unit_trace_check_quiet("stopped");
}

/* The other encoder goes on tracing into the sink that both use. */
static void sleeps_alone(void)
{
	ready(TRACE_DIRECT);
	CHECK_OK("start", START(HARTID));
	CHECK_OK("start", START(HARTID + 1));
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK("the other runs", enabled(E1) && enabled(F) && enabled(R));
	CHECK("wake", trace_hart_resume(&unit_trace, 0, &context));
	CHECK("both run", enabled(E0) && enabled(E1));
}

/* --- owners ---------------------------------------------------------------------- */

static void owners_take_turns(void)
{
	static u32 ours[FAKE_TRACE_WORDS];

	ready(TRACE_MEDIATED);
	CHECK_OK("start", START(HARTID));
	keep_registers(E0, ours);
	fake_trace_make(E0, 16);
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &context));
	CHECK_EQ("drained", fake_trace_reg64(R, 0x20), BUFFER + 16);
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK_EQ("mode", fake_trace_reg(E0, 0) & 0x70, TE_MODE_6);
	CHECK_EQ("filter", fake_trace_reg(E0, 0x420), 0);
	CHECK_EQ("comparator", fake_trace_reg(E0, 0x630), 0);
	CHECK_RET("ours no more", START(HARTID), SBI_ERR_DENIED, 0);
	CHECK_RET("not into our buffer",
		  unit_trace_call(THEIRS, TRACE_SBI_START,
				  (struct sbi_args){ { HARTID } }),
		  SBI_ERR_DENIED, 0);
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &other));
	CHECK("enter", trace_hart_enter(&unit_trace, 0, OURS, &context));
	check_registers("as we left it", ours);
	CHECK("runs", enabled(E0) && enabled(R));
	fake_trace_make(E0, 16);
	CHECK_RET("stop", STOP(HARTID), 0, 32);
	CHECK_EQ("goes on", fake_trace_reg64(R, 0x20), BUFFER + 32);
}

/* A sink with only this encoder changes its owner as well. */
static void private_sink(void)
{
	const struct sbi_args start = { { HARTID + 2 } };
	const struct sbi_args buffer = { { R2, ADDRESS(BUFFER), 256, 0 } };
	struct sbi_args set = { { R2 } };

	set = buffer;
	if (fake.has.xlen == 32)
		set.a[2] = 0;
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_OK("set",
		 unit_trace_call(THEIRS, TRACE_SBI_SINK_SET_BUFFER, set));
	CHECK_OK("start", unit_trace_call(THEIRS, TRACE_SBI_START, start));
	fake_trace_make(E2, 400);
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &context));
	CHECK_EQ("parked", fake_trace_reg64(R2, 0x10), 0);
	CHECK_EQ("parked", fake_trace_reg64(R2, 0x18), 0);
	CHECK_EQ("free", unit_trace.component[R2].owner, TRACE_NO_OWNER);
	CHECK("enter", trace_hart_enter(&unit_trace, 2, OURS, NULL));
	set.a[1] = BUFFER + 0x100;
	fake_hart_forget();
	CHECK_OK("set", unit_trace_call(OURS, TRACE_SBI_SINK_SET_BUFFER, set));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &other));
	CHECK("enter", trace_hart_enter(&unit_trace, 2, THEIRS, &context));
	CHECK_EQ("owner", unit_trace.component[R2].owner, THEIRS);
	CHECK_EQ("start", fake_trace_reg64(R2, 0x10), BUFFER);
	CHECK_EQ("limit", fake_trace_reg64(R2, 0x18), BUFFER + 240);
	CHECK("wrapped", fake_trace_reg64(R2, 0x20) & 1);
	CHECK("runs", enabled(E2) && enabled(R2));
}

/* Meanwhile another hart of this domain has released the sink. */
static void sink_is_gone(void)
{
	const struct sbi_args release = { { R } };
	struct sbi_args set = { { R, ADDRESS(BUFFER), 256, 0 } };

	ready(TRACE_MEDIATED);
	CHECK_OK("start", START(HARTID));
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &context));
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK_OK("release",
		 unit_trace_call(OURS, TRACE_SBI_SINK_RELEASE, release));
	fake_hart_forget();
	CHECK_OK("theirs now",
		 unit_trace_call(THEIRS, TRACE_SBI_SINK_SET_BUFFER, set));
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &other));
	CHECK("not resumed", !trace_hart_enter(&unit_trace, 0, OURS, &context));
	unit_trace_check_quiet("nothing runs");
}

/* --- the machine ------------------------------------------------------------------ */

static void machine_sleeps(void)
{
	static const struct {
		const char *name;
		bool wrap_fixed;
	} rows[] = { { "flag can be set", false },
		     { "nothing but a wrap sets it", true } };
	unsigned int i, n;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		fake_trace[R].has.wrap_fixed = rows[i].wrap_fixed;
		unit_trace_boot_as_built(TRACE_DIRECT);
		unit_trace_buffer();
		fake_trace_set(F, 8, 2);
		fake_trace_set(F, 0x40, 0x23);
		CHECK_OK("start", START(HARTID));
		fake_trace_make(E0, BUFFER_SIZE + 64);
		CHECK("hart", trace_hart_suspend(&unit_trace, 0, &context));
		CHECK("machine", trace_suspend(&unit_trace, OURS));
		for (n = 0; n < FAKE_TRACE_COUNT; n++)
			if (n != E1 && n != E2 && n != R2)
				CHECK("off", !active(n));
		for (n = 0; n < FAKE_TRACE_COUNT; n++)
			fake_trace_power_off(n);
		CHECK("machine", trace_resume(&unit_trace));
		CHECK("hart", trace_hart_resume(&unit_trace, 0, &context));
		CHECK_EQ("wp", fake_trace_reg64(R, 0x20) & ~1ull, BUFFER + 64);
		CHECK_EQ("inputs", fake_trace_reg(F, 8), 2);
		CHECK_EQ("time", fake_trace_reg(F, 0x40), 0x20000023);
		CHECK("runs", enabled(E0) && enabled(F) && enabled(R));
		CHECK_OK("status",
			 TRACE_CALL(TRACE_SBI_STATUS, HARTID, ADDRESS(ANSWER)));
		CHECK(rows[i].name, unit_trace_answer(TRACE_STATUS_FLAGS) &
					    TRACE_STATUS_WRAPPED);
		CHECK_RET("all of it", STOP(HARTID), 0, BUFFER_SIZE);
		unit_trace_buffer();
		CHECK_OK("start", START(HARTID));
		CHECK_RET("a new buffer", STOP(HARTID), 0, 0);
	}
}

/* S-mode enabled these without an encoder: they are enabled again. */
static void machine_sleeps_enabled(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace_set(R, 0, fake_trace_reg(R, 0) | FAKE_ENABLE);
	fake_trace_set(F, 0, fake_trace_reg(F, 0) | FAKE_ENABLE);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("off", !active(R) && !active(F));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("enabled", enabled(R) && enabled(F) && !enabled(R2));
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	fake_trace[F].has.stuck_off = true;
	CHECK("stuck", !trace_resume(&unit_trace));
	CHECK("the sink is enabled", enabled(R));
	fake_trace_set(F, 0, fake_trace_reg(F, 0) | FAKE_ENABLE);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	fake_trace[R].has.dead = true;
	CHECK("no answer", !trace_resume(&unit_trace));
	CHECK("the others", active(R2));
}

/* Refused components are not accessed, even when all are switched off. */
static void machine_leaves_refused(void)
{
	u32 writes;

	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_refuse(&unit_trace, R2, TRACE_FORBIDDEN);
	writes = fake_trace[R2].writes;
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	fake_trace_set(R2, 0, FAKE_ACTIVE | FAKE_ENABLE | FAKE_EMPTY);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("stop", trace_stop_all(&unit_trace, TRACE_ALL_OWNERS));
	CHECK_EQ("never touched", fake_trace[R2].writes, writes);
}

static void machine_off_stays_off(void)
{
	unit_trace_boot(TRACE_DIRECT);
	fake_trace_power_off(R2);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("off", !active(R2) && active(R));
}

static void stop_all(void)
{
	ready(TRACE_DIRECT);
	CHECK_OK("start", START(HARTID));
	CHECK_OK("start", START(HARTID + 1));
	fake_trace_set(R2, 0, fake_trace_reg(R2, 0) | FAKE_ENABLE);
	CHECK("stop", trace_stop_all(&unit_trace, TRACE_ALL_OWNERS));
	unit_trace_check_quiet("all");
	CHECK("nothing to do", trace_stop_all(&unit_trace, TRACE_ALL_OWNERS));
	CHECK_OK("start", START(HARTID));
	fake_trace[F].has.stuck_full = true;
	fake_trace_set(F, 0, fake_trace_reg(F, 0) & ~FAKE_EMPTY);
	CHECK("stuck", !trace_stop_all(&unit_trace, TRACE_ALL_OWNERS));
	unit_trace_check_quiet("all");
}

/* --- the end ---------------------------------------------------------------------- */

static void crash(void)
{
	struct trace_remains r;

	ready(TRACE_DIRECT);
	CHECK_OK("start", START(HARTID));
	fake_trace_make(E0, 48);
	trace_crash(&unit_trace, 0, &r);
	CHECK_EQ("encoder", r.encoder, E0);
	CHECK_EQ("sink", r.sink, R);
	CHECK("was tracing", r.was_tracing && r.drained && r.memory);
	CHECK_EQ("start", r.start, BUFFER);
	CHECK_EQ("end", r.end, BUFFER + BUFFER_SIZE);
	CHECK_EQ("wp", r.wp, BUFFER + 48);
	CHECK("not wrapped", !r.wrapped);
	trace_crash(&unit_trace, 0, &r);
	CHECK("again", !r.was_tracing && r.drained);
	CHECK_OK("start", START(HARTID));
	fake_trace_make(E0, BUFFER_SIZE);
	trace_crash(&unit_trace, 0, &r);
	CHECK("wrapped", r.wrapped && r.wp == BUFFER + 48);
	trace_crash(&unit_trace, NO_HART, &r);
	CHECK_EQ("no encoder", r.encoder, TRACE_NONE);
	CHECK_EQ("no sink", r.sink, TRACE_NONE);
}

/* Another hart still traces to the same sink: some data is on the way. */
static void crash_of_one(void)
{
	struct trace_remains r;

	ready(TRACE_DIRECT);
	CHECK_OK("start", START(HARTID));
	CHECK_OK("start", START(HARTID + 1));
	trace_crash(&unit_trace, 1, &r);
	CHECK("was tracing", r.was_tracing && !r.drained);
	CHECK("the other goes on", enabled(E0) && enabled(R) && !enabled(E1));
	fake_trace[R2].has.impl = 0x0a01;
	unit_trace_boot_as_built(TRACE_DIRECT);
	trace_crash(&unit_trace, 2, &r);
	CHECK("pins have no memory", !r.memory && r.sink == R2);
	fake_trace_power_off(R);
	trace_crash(&unit_trace, 0, &r);
	CHECK("off", !r.memory);
}

static const struct unit_test tests[] = {
	UNIT_TEST(sleep_and_wake, UNIT_TRACE),
	UNIT_TEST(driven_by_smode, UNIT_TRACE),
	UNIT_TEST(wakes_without_tracing, UNIT_TRACE),
	UNIT_TEST(calls_meanwhile, UNIT_TRACE),
	UNIT_TEST(first_start, UNIT_TRACE),
	UNIT_TEST(off_stays_off, UNIT_TRACE),
	UNIT_TEST(no_encoder, UNIT_TRACE),
	UNIT_TEST(wake_fails, UNIT_TRACE),
	UNIT_TEST(sleep_with_stuck, UNIT_TRACE | UNIT_RV64),
	UNIT_TEST(sleeps_alone, UNIT_TRACE),
	UNIT_TEST(owners_take_turns, UNIT_TRACE),
	UNIT_TEST(private_sink, UNIT_TRACE),
	UNIT_TEST(sink_is_gone, UNIT_TRACE),
	UNIT_TEST(machine_sleeps, UNIT_TRACE),
	UNIT_TEST(machine_sleeps_enabled, UNIT_TRACE),
	UNIT_TEST(machine_leaves_refused, UNIT_TRACE),
	UNIT_TEST(machine_off_stays_off, UNIT_TRACE),
	UNIT_TEST(stop_all, UNIT_TRACE),
	UNIT_TEST(crash, UNIT_TRACE),
	UNIT_TEST(crash_of_one, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_life", tests, array_size(tests));
}
