// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace/trace_life.c when harts change owners: sinks that change with them.
 */
#include "unit_trace_drive.h"

enum { NO_HART = 42 };

static struct trace_context context, other;
static struct trace_component *const sink = &unit_trace.component[R2];

static const struct sbi_args theirs_start = { { HARTID + 2 } };

static void theirs_buffer(void)
{
	struct sbi_args set = { { R2, ADDRESS(BUFFER + OURS_SIZE), 256, 0 } };

	fake_hart_forget();
	CHECK_OK("set", drive_theirs(TRACE_SBI_SINK_SET_BUFFER, set));
}

static void theirs_store(unsigned int n, u32 offset, u32 value)
{
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, THEIRS, drive_at(n, offset),
				  value),
		 TRACE_DONE);
}

static bool leave(void)
{
	return trace_hart_leave(&unit_trace, 2, &context);
}

static bool enter(u32 owner, struct trace_context *x)
{
	return trace_hart_enter(&unit_trace, 2, owner, x);
}

/* The sink is off: no state is saved, and none is restored. */
static void sink_is_off(void)
{
	drive_begin_tame(TRACE_DIRECT);
	theirs_store(R2, TR_CONTROL, 0);
	context.sink.valid = true;
	CHECK("leave", leave());
	CHECK("nothing kept", !context.sink.valid);
	CHECK("enter", enter(OURS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &other));
	CHECK("enter", enter(THEIRS, &context));
	CHECK("given back", !context.valid);
}

/* The owner keeps the buffer, whatever S-mode stored in the registers. */
static void sink_is_off_and_owned(void)
{
	drive_begin_tame(TRACE_DIRECT);
	theirs_buffer();
	theirs_store(R2, TR_CONTROL, 0);
	CHECK("leave", leave());
	CHECK_EQ("theirs", sink->owner, THEIRS);
	CHECK("enter", enter(OURS, NULL));
	CHECK_EQ("nobody's", sink->owner, TRACE_NO_OWNER);
}

/*
 * Another hart of the other domain sets the sink up again before this hart
 * enters.
 */
static void sink_is_set_up_between(void)
{
	drive_begin_tame(TRACE_DIRECT);
	theirs_buffer();
	CHECK("leave", leave());
	theirs_buffer();
	CHECK("their buffer is saved", trace_suspend(&unit_trace, OURS));
	CHECK("saved", sink->saved.valid);
	CHECK("enter", enter(OURS, NULL));
	CHECK("not for us", !sink->saved.valid);
	CHECK_EQ("parked", fake_trace_reg64(R2, 0x10), 0);
	CHECK_EQ("nobody's", sink->owner, TRACE_NO_OWNER);
}

/* A sink that does not drain keeps its owner, and so does the hart. */
static void sink_is_stuck(void)
{
	drive_begin_tame(TRACE_DIRECT);
	fake_trace[R2].has.stuck_full = true;
	theirs_buffer();
	theirs_store(R2, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK("leave", !leave());
	CHECK_EQ("theirs", sink->owner, THEIRS);
	CHECK("enter", !enter(OURS, NULL));
	CHECK_EQ("still", unit_trace.component[E2].owner, THEIRS);
}

/* The sink is restored: with its buffer, not enabled, and in use. */
static void sink_at_rest(void)
{
	drive_begin_tame(TRACE_DIRECT);
	theirs_buffer();
	CHECK("leave", leave());
	CHECK("parked", !sink->used);
	CHECK("enter", enter(OURS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &other));
	CHECK("enter", enter(THEIRS, &context));
	CHECK_EQ("theirs", sink->owner, THEIRS);
	CHECK("not enabled", !drive_enabled(R2));
	CHECK("in use", sink->used && unit_trace.component[E2].used);
}

/*
 * A driven sink is restored as a driven one: without an owner once it is at
 * rest.
 */
static void sink_is_driven(void)
{
	drive_begin_tame(TRACE_DIRECT);
	fake_memory_own(BUFFER, OURS_SIZE, THEIRS);
	theirs_store(R2, TR_RAM_START_LOW, (u32)BUFFER);
	theirs_store(R2, TR_RAM_LIMIT_LOW, (u32)BUFFER + 0xff0);
	theirs_store(R2, TR_RAM_WP_LOW, (u32)BUFFER);
	theirs_store(R2, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK("driven", sink->driven);
	CHECK("leave", leave());
	CHECK("enter", enter(OURS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &other));
	CHECK("enter", enter(THEIRS, &context));
	CHECK("enabled", drive_enabled(R2));
	CHECK("driven", sink->driven);
}

/* Pins are not memory, so they need no change of owner. */
static void pins(void)
{
	u32 encoder;

	unit_trace_hardware();
	fake_trace[R2].has.impl = 0x0a01;
	unit_trace_boot_as_built(TRACE_DIRECT);
	fake_trace_driven = true;
	theirs_store(R2, TR_CONTROL, FAKE_ACTIVE | 9 << 4);
	CHECK_OK("start", drive_theirs(TRACE_SBI_START, theirs_start));
	encoder = fake_trace[E0].writes;
	CHECK("leave", leave());
	CHECK("enter", enter(OURS, NULL));
	CHECK_EQ("nothing of others", fake_trace[E0].writes, encoder);
	CHECK_EQ("still on its pins", fake_trace_reg(R2, 0) >> 4 & 15, 9);
}

/* No hart, or an unused one: no state is saved. */
static void nothing_to_keep(void)
{
	drive_begin_tame(TRACE_DIRECT);
	CHECK("no encoder", !trace_hart_in_use(&unit_trace, NO_HART));
	context.valid = true;
	CHECK("leave", leave());
	CHECK("nothing kept", !context.valid);
	theirs_store(E2, TR_TE_INST_FEATURES, 4);
	CHECK("in use", trace_hart_in_use(&unit_trace, 2));
	theirs_store(E2, TR_CONTROL, 0);
	theirs_store(E2, TR_CONTROL, FAKE_ACTIVE);
	CHECK("as after boot", !trace_hart_in_use(&unit_trace, 2));
}

/*
 * The registers of a hart's encoder change their owner with it, and so do those
 * of a common path.
 */
static void registers_go_with_it(void)
{
	u32 value;

	drive_begin_tame(TRACE_DIRECT);
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK_EQ("encoder", trace_owner_of(&unit_trace, E0), THEIRS);
	CHECK_EQ("funnel", trace_owner_of(&unit_trace, F), TRACE_NO_OWNER);
	CHECK_EQ("theirs",
		 trace_mmio_load(&unit_trace, THEIRS, drive_at(E0, 4), &value),
		 TRACE_DONE);
	CHECK_EQ("not ours",
		 trace_mmio_load(&unit_trace, OURS, drive_at(E0, 4), &value),
		 TRACE_FAULT);
	trace_refuse(&unit_trace, E0, TRACE_FORBIDDEN);
	CHECK_EQ("ours alone again", trace_owner_of(&unit_trace, F), OURS);
}

/* --- the end ---------------------------------------------------------------------- */

/*
 * Another hart holds the stream or the encoder: true if the trace is complete.
 */
static void ends_without_a_turn(void)
{
	static const struct {
		const char *name;
		u8 slow;
		bool lost, stuck_full, drained;
	} rows[] = {
		{ "at once", 0, false, false, true },
		{ "slowly", 5, false, false, true },
		{ "it is stuck", 0, false, true, false },
		{ "it is lost", 0, true, false, false },
		{ "it is lost and slow", 5, true, false, false },
	};
	struct trace_remains r;
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		CHECK_OK("start", START(HARTID));
		fake_trace_set(R, 0, CONTROL | FAKE_EMPTY);
		fake_trace[E0].has.slow = rows[i].slow;
		fake_trace[E0].has.stuck_full = rows[i].stuck_full;
		fake_trace_make(E0, 4);
		unit_trace.component[R].turn = 1;
		unit_trace.component[E0].lost = rows[i].lost;
		trace_crash(&unit_trace, 0, &r);
		CHECK_EQ(rows[i].name, r.drained, rows[i].drained);
		unit_trace.component[R].turn = 0;
	}
}

static void ends_on_pins(void)
{
	struct trace_remains r;

	unit_trace_hardware();
	fake_trace[R2].has.impl = 0x0a01;
	unit_trace_boot_as_built(TRACE_DIRECT);
	fake_trace_set(R2, 0, fake_trace_reg(R2, 0) | 9 << 4);
	trace_crash(&unit_trace, 2, &r);
	CHECK("no memory", !r.memory && !r.end);
}

static const struct unit_test tests[] = {
	UNIT_TEST(sink_is_off, UNIT_TRACE),
	UNIT_TEST(sink_is_off_and_owned, UNIT_TRACE),
	UNIT_TEST(sink_is_set_up_between, UNIT_TRACE),
	UNIT_TEST(sink_is_stuck, UNIT_TRACE),
	UNIT_TEST(sink_at_rest, UNIT_TRACE),
	UNIT_TEST(sink_is_driven, UNIT_TRACE),
	UNIT_TEST(pins, UNIT_TRACE),
	UNIT_TEST(nothing_to_keep, UNIT_TRACE),
	UNIT_TEST(registers_go_with_it, UNIT_TRACE),
	UNIT_TEST(ends_without_a_turn, UNIT_TRACE),
	UNIT_TEST(ends_on_pins, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_switch", tests, array_size(tests));
}
