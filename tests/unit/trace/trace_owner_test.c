// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace with several owners: no owner touches the components of another
 * one.
 */
#include "unit_trace_drive.h"

static struct trace_context context, other;

/* --- owners -------------------------------------------------------------------- */

static const struct sbi_args theirs_start = { { HARTID + 2 } };

static struct sbiret theirs_buffer(void)
{
	struct sbi_args set = { { R2, ADDRESS(BUFFER + OURS_SIZE), 256, 0 } };

	fake_hart_forget();
	return drive_theirs(TRACE_SBI_SINK_SET_BUFFER, set);
}

/* The sink is enabled, and its encoder is not. The sink is enabled again. */
static void private_sink_enabled(void)
{
	drive_begin(TRACE_DIRECT, (struct fake_trace_hostile){
					  .land = 50, .late_empty = 20 });
	CHECK_OK("set", theirs_buffer());
	CHECK_EQ("enable",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(R2, 0),
				  CONTROL | FAKE_ENABLE),
		 TRACE_DONE);
	fake_hostile_take(&fake_trace[R2], 16, THEIRS);
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &context));
	CHECK_EQ("drained", fake_trace_landed_in(BUFFER + OURS_SIZE, 0x100), 4);
	CHECK("parked", !drive_enabled(R2) && !fake_trace_reg64(R2, 0x10));
	CHECK("enter", trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &other));
	CHECK("enter", trace_hart_enter(&unit_trace, 2, THEIRS, &context));
	CHECK("enabled", drive_enabled(R2));
	CHECK_EQ("goes on", fake_trace_reg64(R2, 0x20),
		 BUFFER + OURS_SIZE + 16);
	drive_pass(100);
}

/* A sink that cannot be drained keeps its owner. */
static void private_sink_stuck(void)
{
	drive_begin(TRACE_DIRECT, (struct fake_trace_hostile){ .land = 0 });
	fake_trace[R2].has.stuck_full = true;
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", drive_theirs(TRACE_SBI_START, theirs_start));
	CHECK("leave", !trace_hart_leave(&unit_trace, 2, &context));
	CHECK_EQ("still", unit_trace.component[R2].owner, THEIRS);
	trace_hart_enter(&unit_trace, 2, OURS, NULL);
	CHECK_EQ("not ours",
		 trace_mmio_store(&unit_trace, OURS, drive_at(R2, 0x10), 0),
		 TRACE_FAULT);
	CHECK("not ours", START(HARTID + 2).error);
}

/* Another hart of the old owner uses the sink before the new owner enters. */
static void private_sink_between(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &context));
	CHECK_OK("set", theirs_buffer());
	CHECK_EQ("enable",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(R2, 0),
				  CONTROL | FAKE_ENABLE),
		 TRACE_DONE);
	CHECK("on", drive_enabled(R2));
	CHECK("enter", trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK("at rest", !drive_enabled(R2));
	CHECK_EQ("nobody's", unit_trace.component[R2].owner, TRACE_NO_OWNER);
	drive_store(R2, TR_RAM_START_LOW, (u32)BUFFER);
}

/* An Enable that was on its way when the hart left does not change later. */
static void encoder_comes_late(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", drive_theirs(TRACE_SBI_START, theirs_start));
	CHECK_EQ("stop", drive_theirs(TRACE_SBI_STOP, theirs_start).error, 0);
	fake_trace[E2].has.stuck_on = true;
	CHECK("leave", !trace_hart_leave(&unit_trace, 2, &context));
	unit_trace.component[E2].state = TRACE_COMING;
	CHECK("enter", !trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK_EQ("still theirs", unit_trace.component[E2].owner, THEIRS);
	CHECK_RET("not ours", START(HARTID + 2), SBI_ERR_DENIED, 0);
}

/* Both harts left; the sink still has this domain's buffer. */
static void shared_sink_of_another(void)
{
	const struct sbi_args release = { { R } };

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &context));
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 1, &other));
	CHECK("enter", trace_hart_enter(&unit_trace, 1, THEIRS, NULL));
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(R, 0x10), 0),
		 TRACE_FAULT);
	CHECK_EQ("reset",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(R, 0), 0),
		 TRACE_FAULT);
	CHECK_EQ("funnel",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(F, 8), 0),
		 TRACE_DONE);
	CHECK_OK("release",
		 unit_trace_call(OURS, TRACE_SBI_SINK_RELEASE, release));
	CHECK_EQ("theirs",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(R, 0x10), 0),
		 TRACE_DONE);
}

/*
 * S-mode drove this domain's sink, and both harts left before it was at rest. A
 * call of this domain is the first to see it at rest: then it has no owner,
 * keeps its registers, and the new owner of the harts can store to them.
 */
static void driven_sink_at_rest(void)
{
	const struct sbi_args release = { { R } },
			      set = { { R, ADDRESS(BUFFER + 0x800), 64, 0 } };

	drive_begin(TRACE_DIRECT, (struct fake_trace_hostile){
					  .land = 50, .late_empty = 20 });
	drive_point(R, BUFFER, BUFFER + 0x100 - 16);
	drive_store(R, 0, CONTROL | FAKE_ENABLE);
	fake_hostile_take(&fake_trace[R], 16, OURS);
	drive_store(R, 0, CONTROL);
	trace_owners_set(&unit_trace, 0, 1, &(u32){ THEIRS });
	trace_owners_set(&unit_trace, 1, 1, &(u32){ THEIRS });
	CHECK_EQ("still ours", unit_trace.component[R].owner, OURS);
	drive_pass(100);
	CHECK_RET(
		"release",
		trace_call(&unit_trace, OURS, TRACE_SBI_SINK_RELEASE, &release),
		SBI_ERR_INVALID_STATE, 0);
	CHECK_EQ("as it was", fake_trace_reg64(R, 0x10), BUFFER);
	unit_trace.component[R].owner = OURS;
	unit_trace.component[R].driven = true;
	CHECK_RET(
		"set",
		trace_call(&unit_trace, OURS, TRACE_SBI_SINK_SET_BUFFER, &set),
		SBI_ERR_DENIED, 0);
	CHECK_EQ("as it was", fake_trace_reg64(R, 0x10), BUFFER);
	CHECK_EQ("theirs",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(R, 0x10), 0),
		 TRACE_DONE);
}

/* --- sleep ---------------------------------------------------------------------- */

/*
 * The sink changes its owner while the machine sleeps on request of one hart.
 */
static void sleeps_while_sink_goes(void)
{
	const struct sbi_args release = { { R } };

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK("machine", trace_suspend(&unit_trace, OURS));
	CHECK_OK("release",
		 unit_trace_call(OURS, TRACE_SBI_SINK_RELEASE, release));
	CHECK_OK("half of it", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, R,
					  ADDRESS(BUFFER + 0x800), 0x100, 0));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("hart", trace_hart_resume(&unit_trace, 0, &context));
	CHECK_EQ("the new one", fake_trace_reg64(R, 0x10), BUFFER + 0x800);
	CHECK_OK("start", START(HARTID + 1));
	drive_pass(400);
	CHECK_EQ("nothing in the old one", fake_trace_landed_in(BUFFER, 0x800),
		 0);
	CHECK_EQ("all of the new one",
		 fake_trace_landed_in(BUFFER + 0x800, 0x100), 0x40);
}

/* The saved buffer is not allowed any more. */
static void saved_range_judged(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("machine", trace_suspend(&unit_trace, OURS));
	fake_memory_own(BUFFER, OURS_SIZE, THEIRS);
	CHECK("wake", !trace_resume(&unit_trace));
	CHECK_EQ("parked", fake_trace_reg64(R, 0x10), 0);
	CHECK("as after boot", !unit_trace.component[R].used);
	CHECK_EQ("nobody's", unit_trace.component[R].owner, TRACE_NO_OWNER);
}

/*
 * A request of one owner does not change components of another; nor does a
 * second one.
 */
static void sleep_of_one_owner(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", drive_theirs(TRACE_SBI_START, theirs_start));
	unit_trace_buffer();
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("theirs", drive_enabled(E2) && drive_enabled(R2));
	CHECK("ours", !(fake_trace_reg(R, 0) & FAKE_ACTIVE));
	CHECK("again", trace_suspend(&unit_trace, OURS));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("theirs", drive_enabled(E2) && drive_enabled(R2));
	CHECK_EQ("ours", fake_trace_reg64(R, 0x10), BUFFER);
	CHECK_EQ("ours", unit_trace.component[R].owner, OURS);
}

static void reset_of_one_owner(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", drive_theirs(TRACE_SBI_START, theirs_start));
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("stop", trace_stop_all(&unit_trace, OURS));
	CHECK("ours",
	      !drive_enabled(E0) && !drive_enabled(F) && !drive_enabled(R));
	CHECK("theirs", drive_enabled(E2) && drive_enabled(R2));
}

/* Saved state is dropped with the buffer, even after a loss of power. */
static void saved_range_dropped(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("machine", trace_suspend(&unit_trace, OURS));
	CHECK_OK("half of it", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, R,
					  ADDRESS(BUFFER + 0x800), 0x100, 0));
	fake_trace_power_off(R);
	trace_resume(&unit_trace);
	CHECK("not the old one", !(fake_trace_reg(R, 0) & FAKE_ACTIVE));
}

/* Another owner's suspend saved the state; S-mode has driven the sink since. */
static void saved_by_another_dropped(void)
{
	drive_begin_tame(TRACE_DIRECT);
	drive_store(R, 0x28, BUFFER);
	CHECK("their sleep", trace_suspend(&unit_trace, THEIRS));
	CHECK("saved", unit_trace.component[R].saved.valid);
	CHECK_EQ("awake", drive_load(R, 0x28), BUFFER);
	drive_store(R, 0x28, BUFFER + 4);
	CHECK("dropped", !unit_trace.component[R].saved.valid);
	CHECK("used", unit_trace.component[R].used);
}

/*
 * Another owner's encoder is enabled: none of its trace is written to this
 * domain's buffer.
 */
static void encoder_of_another(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	trace_owners_set(&unit_trace, 1, 1, &(u32){ THEIRS });
	unit_trace.component[E1].state = TRACE_ON;
	CHECK_RET("start", START(HARTID), SBI_ERR_DENIED, 0);
	unit_trace.component[E1].state = TRACE_OFF;
	CHECK_OK("start", START(HARTID));
}

/* --- handover ------------------------------------------------------------------ */

/*
 * A machine with one owner, except for the last hart, which may have another
 * one.
 */
static void handover_of(enum trace_policy policy, bool show_m, u32 last,
			bool trusted)
{
	unit_trace_hardware();
	unit_trace_describe(policy);
	unit_trace.show_m = show_m;
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	trace_owners_set(&unit_trace, 0, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 1, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 2, 1, &(u32){ last });
	trace_hand_over(&unit_trace, trusted);
	fake_hart_forget();
}

/* Set of the components that were handed over. */
static u32 handed(void)
{
	u32 n, set = 0;

	for (n = 0; n < unit_trace.count; n++)
		set |= (u32)unit_trace.component[n].handed << n;
	return set;
}

#define ALL ((1u << FAKE_TRACE_COUNT) - 1)
#define SINKS (1u << R | 1u << R2)

static void handover(void)
{
	handover_of(TRACE_HANDOVER, true, OURS, false);
	CHECK_EQ("no bus master", handed(), ALL & ~SINKS);
	handover_of(TRACE_HANDOVER, false, OURS, false);
	CHECK_EQ("no encoder that hides", handed(), 1u << F);
	handover_of(TRACE_HANDOVER, false, OURS, true);
	CHECK_EQ("trusted", handed(), ALL);
	handover_of(TRACE_DIRECT, true, OURS, true);
	CHECK_EQ("direct", handed(), 0);
	handover_of(TRACE_MEDIATED, true, OURS, true);
	CHECK_EQ("mediated", handed(), 0);
	handover_of(TRACE_HANDOVER, true, TRACE_NO_OWNER, true);
	CHECK_EQ("nobody's", handed(), ALL & ~(1u << E2 | 1u << R2));
}

/* All harts before a sink change their owner; the owner of its buffer stays. */
static void harts_go_over(void)
{
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK("enter", trace_hart_enter(&unit_trace, 1, THEIRS, NULL));
	CHECK_EQ("theirs", trace_owner_of(&unit_trace, R), THEIRS);
	CHECK_EQ("still ours", unit_trace.component[R].owner, OURS);
}

static void buffer_of_before(void)
{
	const struct sbi_args start = { { HARTID } };

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	harts_go_over();
	fake_trace_power_off(F);
	CHECK_RET("start", drive_theirs(TRACE_SBI_START, start), SBI_ERR_DENIED,
		  0);
	CHECK("not woken", !(fake_trace_reg(F, 0) & FAKE_ACTIVE));
}

/*
 * The sink was enabled before the suspend, and would now store the trace of the
 * other owner.
 */
static void wakes_for_others(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace_set(R, 0, fake_trace_reg(R, 0) | FAKE_ENABLE);
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	harts_go_over();
	CHECK("not as it was", !trace_resume(&unit_trace));
	CHECK_EQ("start", fake_trace_reg64(R, 0x10), BUFFER);
	CHECK("not enabled", !drive_enabled(R));
}

static const struct unit_test tests[] = {
	UNIT_TEST(private_sink_enabled, UNIT_TRACE),
	UNIT_TEST(private_sink_stuck, UNIT_TRACE),
	UNIT_TEST(private_sink_between, UNIT_TRACE),
	UNIT_TEST(encoder_comes_late, UNIT_TRACE),
	UNIT_TEST(shared_sink_of_another, UNIT_TRACE),
	UNIT_TEST(driven_sink_at_rest, UNIT_TRACE),
	UNIT_TEST(sleeps_while_sink_goes, UNIT_TRACE),
	UNIT_TEST(saved_range_judged, UNIT_TRACE),
	UNIT_TEST(sleep_of_one_owner, UNIT_TRACE),
	UNIT_TEST(reset_of_one_owner, UNIT_TRACE),
	UNIT_TEST(saved_range_dropped, UNIT_TRACE),
	UNIT_TEST(saved_by_another_dropped, UNIT_TRACE),
	UNIT_TEST(encoder_of_another, UNIT_TRACE),
	UNIT_TEST(handover, UNIT_TRACE),
	UNIT_TEST(buffer_of_before, UNIT_TRACE),
	UNIT_TEST(wakes_for_others, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_owner", tests, array_size(tests));
}
