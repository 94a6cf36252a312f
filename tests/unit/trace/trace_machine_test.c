// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace/trace_machine.c when the machine does not sleep or wake as planned:
 * components that are used meanwhile, other owners, harts at a stream.
 */
#include "unit_trace_drive.h"

static const struct sbi_args theirs_start = { { HARTID + 2 } };

static void theirs_buffer(void)
{
	struct sbi_args set = { { R2, ADDRESS(BUFFER + OURS_SIZE), 256, 0 } };

	fake_hart_forget();
	CHECK_OK("set", drive_theirs(TRACE_SBI_SINK_SET_BUFFER, set));
}

static bool active(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ACTIVE;
}

static void power_off(void)
{
	unsigned int n;

	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		fake_trace_power_off(n);
}

static void enable(unsigned int n)
{
	fake_trace_set(n, 0, fake_trace_reg(n, 0) | FAKE_ENABLE);
}

/* --- a component is enabled meanwhile ------------------------------------------ */

static unsigned int countdown;

static void enable_sink(void)
{
	if (countdown && !--countdown && active(R))
		enable(R);
}

/* The machine wakes in the state in which it fell asleep. */
static void enabled_meanwhile(void)
{
	unsigned int step;
	bool slept;

	for (step = 1; step < 100; step++) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		countdown = step;
		fake_trace_between = enable_sink;
		slept = trace_suspend(&unit_trace, OURS);
		fake_trace_between = NULL;
		CHECK("asleep, or it says so", !slept || !active(R));
		fake_trace_set(R, 0, fake_trace_reg(R, 0) & ~FAKE_ENABLE);
		CHECK("asleep", trace_suspend(&unit_trace, OURS));
		power_off();
		CHECK("awake", trace_resume(&unit_trace));
		CHECK_EQ("start", fake_trace_reg64(R, 0x10), BUFFER);
		CHECK_EQ("owner", unit_trace.component[R].owner, OURS);
		if (countdown)
			CHECK("at rest", !drive_enabled(R));
	}
}

/*
 * A component that did not stop was enabled; it is at rest when it sleeps
 * later.
 */
static void sleeps_later(void)
{
	drive_begin_tame(TRACE_DIRECT);
	theirs_buffer();
	enable(R2);
	fake_trace[R2].has.stuck_full = true;
	fake_trace_set(R2, 0, fake_trace_reg(R2, 0) & ~FAKE_EMPTY);
	CHECK("stuck", !trace_suspend(&unit_trace, THEIRS));
	CHECK("it is not in reset", active(R2));
	fake_trace[R2].has.stuck_full = false;
	fake_trace_set(R2, 0, fake_trace_reg(R2, 0) | FAKE_EMPTY);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	power_off();
	CHECK("wake", trace_resume(&unit_trace));
	CHECK_EQ("owner", unit_trace.component[R2].owner, THEIRS);
	CHECK_EQ("start", fake_trace_reg64(R2, 0x10), BUFFER + OURS_SIZE);
	CHECK("at rest", !drive_enabled(R2));
}

/* --- another owner's ------------------------------------------------------------- */

/*
 * Another owner's component is saved at rest, and restored after the power was
 * lost.
 */
static void keeps_of_another(void)
{
	drive_begin_tame(TRACE_DIRECT);
	theirs_buffer();
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("not switched off", active(R2));
	power_off();
	CHECK("wake", trace_resume(&unit_trace));
	CHECK_EQ("owner", unit_trace.component[R2].owner, THEIRS);
	CHECK_EQ("start", fake_trace_reg64(R2, 0x10), BUFFER + OURS_SIZE);
	CHECK_OK("start", drive_theirs(TRACE_SBI_START, theirs_start));
}

/*
 * S-mode drives a sink, which then has no owner; the owner of the hart gets it
 * back.
 */
static void keeps_driven(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_store(F, TR_FUNNEL_DIS_INPUT, 1);
	drive_point(R, BUFFER, BUFFER + 0xff0);
	drive_store(R, 0, CONTROL | FAKE_ENABLE);
	CHECK("driven", unit_trace.component[R].driven);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	power_off();
	CHECK("wake", trace_resume(&unit_trace));
	CHECK_EQ("inputs", fake_trace_reg(F, TR_FUNNEL_DIS_INPUT), 1);
	CHECK("enabled", drive_enabled(R));
	CHECK("driven", unit_trace.component[R].driven);
	drive_store(R, 0, CONTROL);
	drive_pass(20);
	drive_store(R, 0, CONTROL);
	CHECK_EQ("nobody's", unit_trace.component[R].owner, TRACE_NO_OWNER);
}

/* --- power ------------------------------------------------------------------------- */

static u32 theirs_load(void)
{
	u32 value = 7;

	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, THEIRS, drive_at(R2, 0x10),
				 &value),
		 TRACE_DONE);
	return value;
}

/* A component that was out of reset may be in reset from then on. */
static void asks_again(void)
{
	drive_begin_tame(TRACE_DIRECT);
	theirs_load();
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	power_off();
	CHECK_EQ("in reset", theirs_load(), 0);
}

/* The component was used after the suspend, so its saved state is dropped. */
static void asks_after_wake(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK_EQ("a store",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(R2, 0x28),
				  BUFFER),
		 TRACE_DONE);
	theirs_load();
	power_off();
	CHECK("wake", trace_resume(&unit_trace));
	CHECK_EQ("in reset", theirs_load(), 0);
}

/* --- harts at a stream ------------------------------------------------------------ */

/* A hart holds one stream: the other stream sleeps, wakes and stops. */
static void one_stream_taken(void)
{
	u32 writes;

	drive_begin_tame(TRACE_DIRECT);
	trace_owners_set(&unit_trace, 2, 1, &(u32){ OURS });
	fake_trace[E2].domain = OURS;
	unit_trace_buffer_of(R2);
	unit_trace.component[R].turn = 1;
	writes = fake_trace[R].writes + fake_trace[F].writes;
	CHECK("not all sleeps", !trace_suspend(&unit_trace, OURS));
	CHECK("the other does", !active(R2));
	CHECK("not all wakes", !trace_resume(&unit_trace));
	CHECK_EQ("the other does", fake_trace_reg64(R2, 0x10), BUFFER);
	CHECK_OK("start", START(HARTID + 2));
	CHECK("not all stops", !trace_stop_all(&unit_trace, OURS));
	CHECK("the other does", !drive_enabled(E2) && !drive_enabled(R2));
	CHECK_EQ("not touched", fake_trace[R].writes + fake_trace[F].writes,
		 writes);
	CHECK_EQ("not ours to give back", unit_trace.component[R].turn, 1);
}

/* A waking component cannot be accessed before it is set up. */
static unsigned int repeats;

static void look_at_sink(void)
{
	u32 value;

	if (!fake.log.locks && unit_trace.component[R].busy)
		repeats += trace_mmio_load(&unit_trace, OURS, drive_at(R, 0x10),
					   &value) == TRACE_REPEAT;
}

static void set_up_by_one(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	fake_trace[R].has.hostile.late = 20;
	repeats = 0;
	fake_trace_between = look_at_sink;
	CHECK("wake", trace_resume(&unit_trace));
	fake_trace_between = NULL;
	CHECK("not while it is set up", repeats > 0);
	CHECK_EQ("start", drive_load(R, 0x10), (u32)BUFFER);
}

/* --- state that is not restored ------------------------------------------ */

/*
 * Another owner has the sink's range now: the sink gets its defaults, and stays
 * off.
 */
static void lost_its_range(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_point(R, BUFFER, BUFFER + 0xff0);
	drive_store(R, 0, CONTROL | FAKE_ENABLE);
	drive_store(F, 0, FAKE_ACTIVE | FAKE_ENABLE);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	fake_memory_own(BUFFER, OURS_SIZE, THEIRS);
	CHECK("wake", !trace_resume(&unit_trace));
	CHECK("nothing is on", !drive_enabled(R) && !drive_enabled(F));
	fake_memory_own(BUFFER, OURS_SIZE, OURS);
	drive_point(R, BUFFER, BUFFER + 0xff0);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("nothing is on", !drive_enabled(R) && !drive_enabled(F));
}

/* A sink that was set up while the machine slept keeps its state. */
static void set_up_meanwhile(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_point(R, BUFFER, BUFFER + 0xff0);
	drive_store(R, 0, CONTROL | FAKE_ENABLE);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	fake_trace_set(R, 0, FAKE_ACTIVE | FAKE_EMPTY);
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("not enabled", !drive_enabled(R));
}

/*
 * A second wake enables nothing again, and a component is enabled only after
 * the next one.
 */
static void wakes_twice(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	enable(R);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("enabled", drive_enabled(R));
	CHECK("nothing to do", trace_resume(&unit_trace));
	drive_begin_tame(TRACE_DIRECT);
	enable(F);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("not as it was", !trace_resume(&unit_trace));
	CHECK("to nowhere", !drive_enabled(F));
}

static const struct unit_test tests[] = {
	UNIT_TEST(enabled_meanwhile, UNIT_TRACE),
	UNIT_TEST(sleeps_later, UNIT_TRACE),
	UNIT_TEST(keeps_of_another, UNIT_TRACE),
	UNIT_TEST(keeps_driven, UNIT_TRACE),
	UNIT_TEST(asks_again, UNIT_TRACE),
	UNIT_TEST(asks_after_wake, UNIT_TRACE),
	UNIT_TEST(one_stream_taken, UNIT_TRACE),
	UNIT_TEST(set_up_by_one, UNIT_TRACE),
	UNIT_TEST(lost_its_range, UNIT_TRACE),
	UNIT_TEST(set_up_meanwhile, UNIT_TRACE),
	UNIT_TEST(wakes_twice, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_machine", tests, array_size(tests));
}
