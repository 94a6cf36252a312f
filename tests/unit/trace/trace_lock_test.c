// SPDX-License-Identifier: BSD-2-Clause
/*
 * Several harts at one stream: while one waits for hardware, calls of another
 * hart get an answer at once. The fake hart checks that no hart holds a lock
 * during a wait, and that no hart holds two locks.
 */
#include <string.h>

#include <hart/mmio.h>

#include "unit_trace_drive.h"

static struct trace_context context;

/* --- the other hart --------------------------------------------------------------- */

static unsigned int waits;

/* Calls of another hart of the same domain while the first hart waits. */
static void other_hart(void)
{
	const struct sbi_args status = { { HARTID + 1, ADDRESS(BUFFER), 0 } };
	u32 value = 0;

	waits++;
	CHECK_EQ("Control of what is waited for",
		 trace_mmio_load(&unit_trace, OURS, drive_at(R, 0), &value),
		 TRACE_DONE);
	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, drive_at(F, 4), &value),
		 TRACE_DONE);
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, OURS, drive_at(E1, 8), 0),
		 TRACE_DONE);
	CHECK_EQ("disable",
		 trace_mmio_store(&unit_trace, OURS, drive_at(E1, 0),
				  FAKE_ACTIVE | TE_NTRACE | TE_MODE_6),
		 TRACE_DONE);
	CHECK_OK("status", unit_trace_call(OURS, TRACE_SBI_STATUS, status));
	CHECK_EQ("enable",
		 trace_mmio_store(&unit_trace, OURS, drive_at(E1, 0),
				  FAKE_ACTIVE | FAKE_ENABLE | TE_NTRACE |
					  TE_MODE_6),
		 TRACE_REPEAT);
	CHECK_RET("start", START(HARTID + 1), TRACE_AGAIN, 0);
}

/* The other hart's calls do not count as time of the hardware. */
static void between(void)
{
	struct fake_log log = fake.log;

	if (fake.log.locks || !unit_trace.component[R].turn)
		return;
	other_hart();
	log.faults = fake.log.faults;
	memcpy(log.fault, fake.log.fault, sizeof(log.fault));
	fake.log = log;
}

static void share(struct fake_trace_hostile hostile)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace[R].has.hostile = hostile;
	fake_trace_between = between;
	waits = 0;
}

/* --- waits ------------------------------------------------------------------------- */

static void waits_for_enable(void)
{
	share((struct fake_trace_hostile){ .late = 200 });
	CHECK_OK("start", START(HARTID));
	fake_trace_between = NULL;
	CHECK("was on its way", waits > 2);
	CHECK("on", drive_enabled(R) && drive_enabled(E0));
}

static void waits_for_empty(void)
{
	share((struct fake_trace_hostile){ .late_empty = 200, .land = 100 });
	fake_trace_between = NULL;
	CHECK_OK("start", START(HARTID));
	fake_trace_between = between;
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	fake_trace_between = NULL;
	CHECK("was draining", waits > 2);
	CHECK("off", !drive_enabled(R));
}

static void waits_for_reset(void)
{
	u32 value = 7;

	share((struct fake_trace_hostile){ .late = 200 });
	drive_store(R, TR_CONTROL, 0);
	CHECK("was in reset", waits > 2);
	waits = 0;
	drive_store(R, TR_CONTROL, FAKE_ACTIVE);
	fake_trace_between = NULL;
	CHECK("left reset", waits > 2);
	unit_trace.component[R].busy = true;
	CHECK_EQ("set up",
		 trace_mmio_load(&unit_trace, OURS, drive_at(R, 0x10), &value),
		 TRACE_REPEAT);
	CHECK_EQ("value", value, 7);
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, OURS, drive_at(R, 0x10), 0),
		 TRACE_REPEAT);
	drive_load(R, 0);
	unit_trace.component[R].busy = false;
	drive_load(R, 0x10);
}

/* A change by another hart in between is checked again, and not overwritten. */
static void disable_meanwhile(void)
{
	if (fake.log.locks || unit_trace.component[R].state != TRACE_COMING)
		return;
	if (!drive_enabled(R)) {
		/* A hart that waits sees Enable change one look later. */
		fake_trace[R].lie_offset = TR_CONTROL;
		fake_trace[R].lie = fake_trace_reg(R, TR_CONTROL);
		fake_trace[R].lies = 1;
		return;
	}
	if (++waits == 1)
		CHECK_EQ("disable",
			 trace_mmio_store(&unit_trace, OURS, drive_at(R, 0),
					  CONTROL),
			 TRACE_DONE);
}

static void disabled_while_coming(void)
{
	share((struct fake_trace_hostile){ .late = 200 });
	fake_trace_between = disable_meanwhile;
	CHECK_RET("start", START(HARTID), SBI_ERR_TIMEOUT, 0);
	fake_trace_between = NULL;
	CHECK_EQ("was enabled", waits > 0, true);
	CHECK_EQ("known", unit_trace.component[R].state, TRACE_OFF);
	CHECK("nothing is on", !drive_enabled(R) && !drive_enabled(E0));
}

/*
 * One wrong value, never two in a row. But a hart that reads in between gets
 * the right value each time, and the waiting hart gets the wrong one.
 */
static void ask_in_between(void)
{
	u32 value;

	if (fake.log.locks)
		return;
	CHECK_EQ("Control",
		 trace_mmio_load(&unit_trace, OURS, drive_at(E0, 0), &value),
		 TRACE_DONE);
	fake_trace[E0].lie_offset = TR_CONTROL;
	fake_trace[E0].lie = 0;
	fake_trace[E0].lies = 1;
	waits++;
}

static void wrong_answers_to_one_hart(void)
{
	drive_begin_tame(TRACE_DIRECT);
	fake_trace[E0].has.hostile.late = 200;
	fake_trace_between = ask_in_between;
	waits = 0;
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	fake_trace_between = NULL;
	CHECK("was asked", waits > 2);
	CHECK("in reset", !(fake_trace_reg(E0, TR_CONTROL) & FAKE_ACTIVE));
}

/* --- harts that never release a lock ------------------------------------- */

static void dead_with_a_funnel(void)
{
	u32 value = 7, writes;

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	unit_trace.component[F].lock = 1;
	writes = fake_trace[F].writes;
	CHECK("sleep", !trace_hart_suspend(&unit_trace, 0, &context));
	CHECK("encoder", !drive_enabled(E0));
	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, drive_at(F, 4), &value),
		 TRACE_FAULT);
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, OURS, drive_at(F, 0), 0),
		 TRACE_FAULT);
	CHECK("resume", !trace_hart_resume(&unit_trace, 0, &context));
	CHECK("still off", !drive_enabled(E0));
	CHECK_EQ("nobody took it", unit_trace.component[F].lock, 1);
	CHECK_EQ("nobody wrote", fake_trace[F].writes, writes);
	CHECK("the rest works", trace_hart_suspend(&unit_trace, 2, &context));
}

/*
 * The holder of the lock may be slow, not dead: when it releases the lock, the
 * sink is already lost.
 */
static void slow_with_a_sink(void)
{
	u32 writes;

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	unit_trace.component[R].lock = 1;
	writes = fake_trace[R].writes;
	CHECK("the machine sleeps", !trace_suspend(&unit_trace, OURS));
	unit_trace.component[R].lock = 0;
	CHECK("start", START(HARTID).error);
	CHECK("off", !drive_enabled(R) && !drive_enabled(E0));
	CHECK_EQ("a store does nothing",
		 trace_mmio_store(&unit_trace, OURS, drive_at(R, 0), CONTROL),
		 TRACE_FAULT);
	CHECK_EQ("nobody wrote", fake_trace[R].writes, writes);
}

static void lose_sink(void)
{
	unit_trace.component[R].lost = true;
}

/* The sink is lost during an access: its lock is not released. */
static void lost_in_an_access(void)
{
	u32 n, value;

	for (n = 0; n < 2; n++) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		fake_trace_between = lose_sink;
		if (n)
			trace_mmio_load(&unit_trace, OURS, drive_at(R, 0x10),
					&value);
		else
			trace_mmio_store(&unit_trace, OURS, drive_at(R, 0x10),
					 0);
		fake_trace_between = NULL;
		CHECK("lost", unit_trace.component[R].lost);
		CHECK_EQ("kept", unit_trace.component[R].lock, 1);
	}
}

static void dead_with_its_encoder(void)
{
	struct trace_remains r;

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	unit_trace.component[E0].lock = 1;
	unit_trace.component[R].turn = 1;
	trace_crash(&unit_trace, 0, &r);
	CHECK("stopped", !drive_enabled(E0));
	CHECK("its sink is another's", drive_enabled(R));
}

/* --- streams that another hart holds ------------------------------------- */

enum { SUSPEND, RESUME, LEAVE, ENTER, FUNCTIONS };

static bool call(unsigned int function)
{
	struct trace *t = &unit_trace;

	switch (function) {
	case SUSPEND:
		return trace_hart_suspend(t, 0, &context);
	case RESUME:
		return trace_hart_resume(t, 0, NULL);
	case LEAVE:
		return trace_hart_leave(t, 0, &context);
	default:
		return trace_hart_enter(t, 0, THEIRS, NULL);
	}
}

/* No call waits for ever, and no component of the stream is accessed. */
static void stream_is_kept(void)
{
	unsigned int n;
	u32 writes;

	for (n = 0; n < FUNCTIONS; n++) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		CHECK_OK("start", START(HARTID));
		fake_hart_forget();
		unit_trace.component[R].turn = 1;
		writes = fake_trace[E0].writes + fake_trace[R].writes;
		fake.log.fail_at = 3;
		CHECK("too long", !call(n));
		fake.log.fail_at = 0;
		CHECK_EQ("no store",
			 fake_trace[E0].writes + fake_trace[R].writes, writes);
		CHECK_EQ("owner", unit_trace.component[E0].owner, OURS);
		CHECK_EQ("kept", unit_trace.component[R].turn, 1);
		unit_trace.component[R].turn = 0;
	}
}

static void give_back(void)
{
	if (fake_trace_polls >= 5)
		unit_trace.component[R].turn = 0;
}

/* The call waits until the stream is released. */
static void stream_is_given_back(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace.component[R].turn = 1;
	fake_trace_polls = 0;
	fake_trace_between = give_back;
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	fake_trace_between = NULL;
	CHECK("was kept", fake_trace_polls >= 5);
}

static const struct unit_test tests[] = {
	UNIT_TEST(waits_for_enable, UNIT_TRACE),
	UNIT_TEST(waits_for_empty, UNIT_TRACE),
	UNIT_TEST(waits_for_reset, UNIT_TRACE),
	UNIT_TEST(disabled_while_coming, UNIT_TRACE),
	UNIT_TEST(wrong_answers_to_one_hart, UNIT_TRACE),
	UNIT_TEST(dead_with_a_funnel, UNIT_TRACE),
	UNIT_TEST(slow_with_a_sink, UNIT_TRACE),
	UNIT_TEST(lost_in_an_access, UNIT_TRACE),
	UNIT_TEST(dead_with_its_encoder, UNIT_TRACE),
	UNIT_TEST(stream_is_kept, UNIT_TRACE),
	UNIT_TEST(stream_is_given_back, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_lock", tests, array_size(tests));
}
