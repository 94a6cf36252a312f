// SPDX-License-Identifier: BSD-2-Clause
/*
 * The door of lib/trace alone: the order of its checks, and its behaviour with
 * hardware that cannot be read, returns wrong values for a long time, or
 * changes later than any caller waits.
 */
#include <hart/mmio.h>

#include "unit_trace_drive.h"

static struct trace_context context;

static const struct sbi_args theirs_start = { { HARTID + 2 } };

static struct sbiret theirs_buffer(void)
{
	struct sbi_args set = { { R2, ADDRESS(BUFFER + OURS_SIZE), 256, 0 } };

	fake_hart_forget();
	return drive_theirs(TRACE_SBI_SINK_SET_BUFFER, set);
}

/* Callers do not wait any more; patient() makes them wait again. */
static void impatient(void)
{
	fake.log.fail_at = fake.log.steps + 1;
	fake.log.fail_on = true;
}

static void patient(void)
{
	fake.log.fail_at = 0;
	fake.log.fail_on = fake.log.failed = false;
}

/* --- order -------------------------------------------------------------------- */

#define COMPARATOR 0x600
#define NOTIFY (1u << 14) /* trTeCompjPNotify */

/* An encoder that would show M-mode: no component after it is enabled. */
static void judged_before_the_sink(void)
{
	u32 sink, funnel;

	drive_begin_tame(TRACE_DIRECT);
	unit_trace.show_m = false;
	unit_trace_buffer();
	drive_store(E0, TR_CONTROL, 0);
	drive_store(E0, TR_CONTROL, FAKE_ACTIVE);
	drive_store64(E0, COMPARATOR + 0x10, FAKE_FIRMWARE);
	drive_store(E0, COMPARATOR, NOTIFY);
	sink = fake_trace[R].writes;
	funnel = fake_trace[F].writes;
	CHECK_RET("start", START(HARTID), SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_EQ("sink", fake_trace[R].writes, sink);
	CHECK_EQ("funnel", fake_trace[F].writes, funnel);
	drive_store64(E0, COMPARATOR + 0x10, BUFFER);
	CHECK_OK("start", START(HARTID));
}

/* --- the judge ----------------------------------------------------------------- */

/*
 * The unit after Limit would wrap to address 0; the original design does not
 * allow such a Limit.
 */
static void limit_wraps(void)
{
	struct trace_sink_caps *caps = &unit_trace.component[R].sink;

	drive_begin_tame(TRACE_DIRECT);
	fake_memory_own(0, 0x1000, OURS);
	caps->start_min = caps->start_max = 0;
	caps->limit_max = 0xff0;
	fake_trace[R].has.limit_mask = fake_trace[R].has.start_mask = ~0ull;
	drive_store(R, TR_CONTROL, CONTROL);
	drive_point(R, 0, ~0ull);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK("refused", !drive_enabled(R));
	CHECK_EQ("off", unit_trace.component[R].state, TRACE_OFF);
}

/*
 * Start has another address, but each look reads BUFFER: the library stores the
 * value that it checked.
 */
static void wrong_readings(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	drive_point(R, FAKE_FIRMWARE, BUFFER + 0xff0);
	drive_store64(R, TR_RAM_WP_LOW, BUFFER);
	fake_trace[R].lie_offset = TR_RAM_START_LOW;
	fake_trace[R].lie = (u32)BUFFER;
	fake_trace[R].lies = 4;
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	fake_trace[R].lies = 0;
	CHECK("on", drive_enabled(R));
	CHECK_EQ("what was judged", fake_trace_reg64(R, TR_RAM_START_LOW),
		 BUFFER);
	fake_hostile_take(&fake_trace[R], 0x1010, OURS);
	CHECK_EQ("contained", fake_trace_foreign, 0);
}

/* Set if the sink was enabled at any moment. */
static bool was_on;

static void look_whether_on(void)
{
	was_on |= drive_enabled(R);
}

static void refuses_to_enable(const char *row, u32 control)
{
	was_on = false;
	fake_trace_between = look_whether_on;
	drive_store(R, TR_CONTROL, control | FAKE_ENABLE);
	fake_trace_between = NULL;
	CHECK(row, !was_on && !drive_enabled(R));
	CHECK_EQ("off", unit_trace.component[R].state, TRACE_OFF);
}

/* A register that never reads the same value twice cannot be checked. */
static void never_the_same(void)
{
	u32 offset;

	for (offset = TR_RAM_START_LOW; offset <= TR_RAM_WP_HIGH; offset += 4) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		fake_trace[R].flicker = 0x1000;
		fake_trace[R].flicker_offset = offset;
		refuses_to_enable("pointers", CONTROL);
	}
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace[R].flicker = RAM_SMEM;
	refuses_to_enable("mode", CONTROL);
}

/* The original design has SRAM, too. */
static void mode_is_stuck(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace[R].has.impl &= ~0x1000u;
	refuses_to_enable("SRAM", FAKE_ACTIVE);
}

/* The first write goes to an unknown place in the buffer. */
static void unknown_pointer(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace[R].flicker = 0x10;
	fake_trace[R].flicker_offset = TR_RAM_WP_LOW;
	CHECK_RET("start",
		  trace_call(&unit_trace, OURS, TRACE_SBI_START,
			     &(struct sbi_args){ { HARTID } }),
		  SBI_ERR_FAILED, 0);
	CHECK("off", !drive_enabled(R));
}

static u32 stores;

static void move_when_judged(void)
{
	look_whether_on();
	/* two stores to Control, and six to registers of the range */
	if (fake_trace[R].writes == stores + 8)
		fake_trace_set(R, TR_RAM_START_LOW, (u32)BUFFER + 0x40);
}

/* The register gets another value after the check. */
static void moves_when_judged(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	was_on = false;
	stores = fake_trace[R].writes;
	fake_trace_between = move_when_judged;
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	fake_trace_between = NULL;
	CHECK_EQ("moved", fake_trace_reg64(R, TR_RAM_START_LOW), BUFFER + 0x40);
	CHECK("not on", !was_on && !drive_enabled(R));
}

static void move(void)
{
	if (drive_enabled(R))
		fake_trace_set(R, TR_RAM_START_LOW, (u32)BUFFER + 0x40);
}

/*
 * The register gets another value when the sink is enabled: the sink is
 * disabled again.
 */
static void moves_when_it_comes_on(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace_between = move;
	CHECK_RET("start",
		  trace_call(&unit_trace, OURS, TRACE_SBI_START,
			     &(struct sbi_args){ { HARTID } }),
		  SBI_ERR_FAILED, 0);
	fake_trace_between = NULL;
	CHECK("off", !drive_enabled(R) && !drive_enabled(E0));
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace_between = move;
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	fake_trace_between = NULL;
	CHECK_EQ("moved", fake_trace_reg64(R, TR_RAM_START_LOW), BUFFER + 0x40);
	CHECK("off", !drive_enabled(R));
}

/* --- states that cannot be read ------------------------------------------ */

/*
 * A component whose Control cannot be read is not at rest, and the next owner
 * does not get it.
 */
static void unreadable(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", drive_theirs(TRACE_SBI_START, theirs_start));
	fake_trace_break(E2, 0, 0);
	CHECK("leave", !trace_hart_leave(&unit_trace, 2, &context));
	CHECK("enter", !trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK_EQ("still theirs", unit_trace.component[E2].owner, THEIRS);
	CHECK("not at rest", unit_trace.component[E2].state != TRACE_OFF);
}

/*
 * Enable never changed, and then the power was lost: no other register is
 * accessed.
 */
static void power_goes_while_coming(void)
{
	drive_begin_tame(TRACE_DIRECT);
	fake_trace[R].has.stuck_off = true;
	unit_trace_buffer();
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK_EQ("coming", unit_trace.component[R].state, TRACE_COMING);
	fake_trace_power_off(R);
	CHECK("stop", trace_stop_all(&unit_trace, OURS));
	CHECK_EQ("off", unit_trace.component[R].state, TRACE_OFF);
	CHECK_EQ("untouched", fake.log.faults, 0);
}

static void power_off_sink(void)
{
	if (fake_trace_polls == 20)
		fake_trace_power_off(R);
}

/* The same during the wait. */
static void power_goes_meanwhile(void)
{
	drive_begin_tame(TRACE_DIRECT);
	fake_trace[R].has.stuck_off = true;
	unit_trace_buffer();
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	fake_trace_polls = 0;
	fake_trace_between = power_off_sink;
	CHECK("stop", trace_stop_all(&unit_trace, OURS));
	fake_trace_between = NULL;
	CHECK_EQ("untouched", fake.log.faults, 0);
}

static unsigned int countdown;

static void power_off_sink_later(void)
{
	if (fake_trace_polls && countdown && !--countdown)
		fake_trace_power_off(R);
}

/* The same between the last look and the reset; each look is two loads. */
static void power_goes_before_reset(void)
{
	unsigned int loads;

	for (loads = 1; loads <= 4; loads++) {
		drive_begin_tame(TRACE_DIRECT);
		fake_trace[R].has.stuck_off = true;
		unit_trace_buffer();
		drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		fake_trace_polls = 0;
		countdown = loads;
		fake_trace_between = power_off_sink_later;
		impatient();
		CHECK("stop", trace_stop_all(&unit_trace, OURS));
		patient();
		fake_trace_between = NULL;
		CHECK("off", !(fake_trace_reg(R, 0) & FAKE_ACTIVE));
		CHECK_EQ("untouched", fake.log.faults, 0);
	}
}

/*
 * A reset that has not taken effect is not complete, although Active reads 1.
 */
static void reset_comes_late(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace[E0].has.hostile.late = 40;
	impatient();
	drive_store(E0, TR_CONTROL, 0);
	patient();
	CHECK("not yet", fake_trace_reg(E0, 0) & FAKE_ACTIVE);
	CHECK_EQ("nothing but Control", drive_load(E0, TR_TE_INST_FEATURES), 0);
	CHECK("wakes", trace_hart_resume(&unit_trace, 0, NULL));
	drive_pass(60);
	CHECK_OK("start", START(HARTID));
	CHECK_EQ("untouched", fake.log.faults, 0);
}

/*
 * A hart that wakes does not enable a component that S-mode has put into reset.
 */
static void way_in_reset(void)
{
	static const unsigned int rows[] = { F, R };
	u32 writes;
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		CHECK_OK("start", START(HARTID));
		CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
		drive_store(rows[i], TR_CONTROL, 0);
		writes = fake_trace[rows[i]].writes;
		CHECK("not as it was",
		      !trace_hart_resume(&unit_trace, 0, &context));
		CHECK_EQ("no store", fake_trace[rows[i]].writes, writes);
	}
}

/* --- the end --------------------------------------------------------------------- */

/*
 * Another hart holds the stream: the encoder stops, and no other component is
 * accessed.
 */
static void dies_without_a_turn(void)
{
	struct trace_remains r;
	u32 writes;

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	unit_trace.component[R].turn = 1;
	writes = fake_trace[R].writes + fake_trace[F].writes;
	trace_crash(&unit_trace, 0, &r);
	CHECK("was tracing", r.was_tracing);
	CHECK("stopped", !drive_enabled(E0));
	CHECK_EQ("no store", fake_trace[R].writes + fake_trace[F].writes,
		 writes);
	CHECK("not all is there", !r.drained);
	CHECK_EQ("its memory", r.start, BUFFER);
	CHECK_EQ("not ours to give back", unit_trace.component[R].turn, 1);
	unit_trace.component[R].turn = 0;
	trace_crash(&unit_trace, 0, &r);
	CHECK_EQ("given back", unit_trace.component[R].turn, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(judged_before_the_sink, UNIT_TRACE),
	UNIT_TEST(limit_wraps, UNIT_TRACE),
	UNIT_TEST(wrong_readings, UNIT_TRACE),
	UNIT_TEST(never_the_same, UNIT_TRACE),
	UNIT_TEST(mode_is_stuck, UNIT_TRACE),
	UNIT_TEST(unknown_pointer, UNIT_TRACE),
	UNIT_TEST(moves_when_judged, UNIT_TRACE),
	UNIT_TEST(moves_when_it_comes_on, UNIT_TRACE),
	UNIT_TEST(unreadable, UNIT_TRACE),
	UNIT_TEST(power_goes_while_coming, UNIT_TRACE),
	UNIT_TEST(power_goes_meanwhile, UNIT_TRACE),
	UNIT_TEST(power_goes_before_reset, UNIT_TRACE),
	UNIT_TEST(reset_comes_late, UNIT_TRACE),
	UNIT_TEST(way_in_reset, UNIT_TRACE),
	UNIT_TEST(dies_without_a_turn, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_door", tests, array_size(tests));
}
