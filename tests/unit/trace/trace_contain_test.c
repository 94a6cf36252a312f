// SPDX-License-Identifier: BSD-2-Clause
/*
 * S-mode tries to make a RAM sink write to forbidden memory, and the hardware
 * helps S-mode. The fake's memory shows if a word was written there.
 */
#include <hart/mmio.h>

#include "unit_trace_drive.h"

static struct trace_context context, other;

/* --- the sink uses the checked range ------------------------------------- */

static void range_moved_before_start(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	drive_point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK_RET("start", START(HARTID), SBI_ERR_INVALID_ADDRESS, 0);
	CHECK("off",
	      !drive_enabled(E0) && !drive_enabled(F) && !drive_enabled(R));
	drive_point(R, BUFFER, BUFFER + 0xff0);
	CHECK_OK("start", START(HARTID));
	drive_pass(10);
	CHECK("traces", fake_trace_landed_in(BUFFER, OURS_SIZE));
}

static void wrong_range_wakes_nobody(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	drive_point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	fake_trace_power_off(F);
	CHECK_RET("start", START(HARTID), SBI_ERR_INVALID_ADDRESS, 0);
	CHECK_EQ("asleep", fake_trace[F].reg[0] & FAKE_ACTIVE, 0);
}

static void range_moved_before_resume(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	drive_point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK("no trace", !trace_hart_resume(&unit_trace, 0, &context));
	drive_pass(10);
	CHECK("off", !drive_enabled(R));
}

static void range_moved_before_entry(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &context));
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &other));
	fake_trace[R].reg[0x20 / 4] = (u32)FAKE_FIRMWARE;
	CHECK("enter", !trace_hart_enter(&unit_trace, 0, OURS, &context));
	drive_pass(10);
	CHECK("off", !drive_enabled(R));
}

/* --- late and unlocked -------------------------------------------------------- */

/*
 * Enable changes later than any caller waits. The time begins with its store.
 */
static void enable_comes_late(void)
{
	drive_begin(TRACE_DIRECT,
		    (struct fake_trace_hostile){ .unlocked = true });
	unit_trace_buffer();
	fake_trace[R].has.hostile.late = 200;
	fake.log.fail_at = fake.log.steps + 8;
	fake.log.fail_on = true; /* no caller waits */
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	fake.log.fail_at = 0;
	fake.log.fail_on = fake.log.failed = false;
	CHECK("not yet", !drive_enabled(R));
	CHECK_EQ("coming", unit_trace.component[R].state, TRACE_COMING);
	drive_point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK_EQ("held", fake_trace_reg64(R, 0x10), BUFFER);
	drive_store(R, TR_CONTROL, FAKE_ACTIVE);
	drive_point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK_EQ("held", fake_trace_reg64(R, 0x10), BUFFER);
	drive_pass(500);
	CHECK_EQ("contained", fake_trace_foreign, 0);
}

static const struct fake_trace_hostile hostiles[] = {
	{ .late = 0 },
	{ .late = 30, .late_empty = 20, .land = 100, .unlocked = true },
	{ .land = 100, .late_empty = 100, .unlocked = true },
	{ .late = 5, .land = 7, .unlocked = true, .limit_follows = true },
	{ .land = 3, .unlocked = true, .spurious = 5 },
};

/* S-mode changes the range while the last bytes are on the way. */
static void range_moved_while_draining(void)
{
	unsigned int i, n;

	for (i = 0; i < array_size(hostiles); i++) {
		drive_begin(TRACE_DIRECT,
			    (struct fake_trace_hostile){ .late = 0 });
		unit_trace_buffer();
		fake_trace[R].has.hostile = hostiles[i];
		drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		drive_store(F, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
		drive_store(E0, TR_CONTROL,
			    FAKE_ACTIVE | FAKE_ENABLE | TE_MODE_6 | TE_NTRACE |
				    FAKE_TRACING);
		drive_pass(20);
		drive_store(R, TR_CONTROL, CONTROL);
		for (n = 0; n < 30; n++) {
			drive_point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
			drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		}
		drive_pass(400);
		CHECK_EQ("contained", fake_trace_foreign, 0);
		CHECK_EQ(
			"firmware",
			fake_trace_landed_in(FAKE_FIRMWARE, FAKE_FIRMWARE_SIZE),
			0);
	}
}

static void calls_while_draining(void)
{
	const struct sbi_args release = { { R } };

	drive_begin(TRACE_DIRECT, (struct fake_trace_hostile){
					  .land = 100, .late_empty = 100 });
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	drive_pass(20);
	drive_store(R, TR_CONTROL, CONTROL);
	CHECK("disabled", !drive_enabled(R));
	CHECK_RET("set_buffer",
		  TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, R, ADDRESS(BUFFER), 64,
			     0),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_RET("release",
		  unit_trace_call(OURS, TRACE_SBI_SINK_RELEASE, release),
		  SBI_ERR_ALREADY_STARTED, 0);
}

/* Some reads return noise, which the library never believes. */
static void noise(void)
{
	unsigned int i;

	for (i = 2; i < 40; i++) {
		drive_begin(TRACE_DIRECT,
			    (struct fake_trace_hostile){ .late = 0 });
		unit_trace_buffer();
		fake_trace[R].has.hostile.spurious = (u8)i;
		fake_trace[R].has.hostile.unlocked = true;
		drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		drive_point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
		drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		fake_hostile_take(&fake_trace[R], drive_enabled(R) ? 64 : 0,
				  OURS);
		CHECK_EQ("contained", fake_trace_foreign, 0);
		CHECK_EQ("no fault", fake.log.faults, 0);
	}
}

/*
 * The library does not rely on one read for type and abilities of a component.
 */
static void noise_at_boot(void)
{
	unsigned int i;

	for (i = 2; i < 40; i++) {
		unit_trace_hardware();
		fake_trace[R].has.hostile.spurious = (u8)i;
		fake_trace[E0].has.hostile.spurious = (u8)i;
		unit_trace_boot_as_built(TRACE_DIRECT);
		CHECK_EQ("sink", unit_trace.component[R].type,
			 TR_COMP_RAM_SINK);
		CHECK_EQ("its width", unit_trace.component[R].sink.width, 16);
		CHECK_EQ("formats", unit_trace.component[E0].encoder.formats,
			 fake_trace[E0].has.formats);
		CHECK_EQ("no fault", fake.log.faults, 0);
	}
}

/* --- unusual sinks ------------------------------------------------------- */

/* Start is fixed, Limit is not, so the sink can write anywhere after Start. */
static void fixed_start(void)
{
	unit_trace_hardware();
	fake_trace[R].has.start_mask = 0;
	fake_trace[R].has.start_fixed = BUFFER;
	fake_memory_own(BUFFER, OURS_SIZE, OURS);
	fake_memory_own(BUFFER + OURS_SIZE, OURS_SIZE, THEIRS);
	unit_trace_boot_as_built(TRACE_DIRECT);
	drive_store(R, TR_CONTROL, CONTROL);
	drive_point(R, BUFFER, BUFFER + OURS_SIZE);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	drive_pass(2);
	CHECK("too far", !drive_enabled(R));
	drive_point(R, BUFFER, ~0ull);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	drive_pass(2);
	CHECK("around", !drive_enabled(R));
	drive_point(R, BUFFER, BUFFER + OURS_SIZE - 16);
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	drive_pass(2);
	CHECK("ours", drive_enabled(R));
}

/* Registers of a vendor have no owner; nor do registers without a name. */
static void unnamed_registers(void)
{
	u32 value, writes;

	drive_begin_tame(TRACE_DIRECT);
	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, drive_at(R, 0xe00), &value),
		 TRACE_FAULT);
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, OURS, drive_at(R, 0xffc), 1),
		 TRACE_FAULT);
	CHECK_EQ("funnel",
		 trace_mmio_store(&unit_trace, OURS, drive_at(F, 0xe00), 1),
		 TRACE_DONE);
	writes = fake_trace[R].writes;
	drive_store(R, 0x048, 1);
	drive_store(R, TR_IMPL, 1);
	CHECK_EQ("ignored", fake_trace[R].writes, writes);
}

static void bus_errors(void)
{
	u32 value = 7, offset;

	drive_begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace_break(R, 0x28, 0x28);
	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, drive_at(R, 0x28), &value),
		 TRACE_FAULT);
	CHECK_EQ("value", value, 7);
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, OURS, drive_at(R, 0x28), 0),
		 TRACE_FAULT);
	for (offset = 0; offset <= 0x24; offset += 4) {
		drive_begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		fake_trace_break(R, offset, offset);
		START(HARTID);
		STOP(HARTID);
		trace_hart_suspend(&unit_trace, 0, &context);
		trace_suspend(&unit_trace, OURS);
		trace_resume(&unit_trace);
		trace_hart_resume(&unit_trace, 0, &context);
		if (offset && offset != TR_IMPL && offset != 8 && offset != 12)
			CHECK("not judged, not on", !drive_enabled(R));
		CHECK_EQ("contained", fake_trace_foreign, 0);
	}
}

/* --- streams --------------------------------------------------------------------- */

/* Another hart holds the stream: accesses that need no work are still done. */
static void repeated(void)
{
	unsigned long *turn = &unit_trace.component[R].turn;
	u32 value = 7, *lock = &unit_trace.component[E0].lock;

	drive_begin_tame(TRACE_DIRECT);
	*turn = 1;
	CHECK_RET("call", START(HARTID), TRACE_AGAIN, 0);
	CHECK_EQ("reset",
		 trace_mmio_store(&unit_trace, OURS, drive_at(F, 0), 0),
		 TRACE_REPEAT);
	drive_load(E0, 4);
	drive_store(F, 8, 1);
	CHECK_EQ("another stream",
		 trace_mmio_load(&unit_trace, THEIRS, drive_at(E2, 4), &value),
		 TRACE_DONE);
	fake_hart_forget();
	fake.log.fail_at = 20;
	CHECK("no hart waits for ever",
	      !trace_hart_suspend(&unit_trace, 0, &context));
	*turn = 0;
	CHECK("now", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK_EQ("given back", *turn, 0);
	CHECK("wakes", trace_hart_resume(&unit_trace, 0, &context));
	value = 7;
	*lock = 1;
	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, drive_at(E0, 4), &value),
		 TRACE_REPEAT);
	CHECK_EQ("value", value, 7);
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, OURS, drive_at(E0, 8), 1),
		 TRACE_REPEAT);
	drive_load(E1, 4);
	*lock = 0;
}

/* --- the cost of unused parts -------------------------------------------- */

static u32 all_writes(void)
{
	u32 writes = 0;
	unsigned int n;

	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		writes += fake_trace[n].writes;
	return writes;
}

static void unused_switch(void)
{
	u32 writes;

	drive_begin_tame(TRACE_DIRECT);
	writes = all_writes();
	CHECK("not in use", !trace_hart_in_use(&unit_trace, 2));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &context));
	CHECK("nothing kept", !context.valid);
	CHECK("enter", trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK_EQ("owner", unit_trace.component[E2].owner, OURS);
	CHECK_EQ("no store", all_writes(), writes);
	drive_store(R2, TR_CONTROL, CONTROL);
	CHECK("in use", trace_hart_in_use(&unit_trace, 2));
}

static const struct unit_test tests[] = {
	UNIT_TEST(range_moved_before_start, UNIT_TRACE),
	UNIT_TEST(wrong_range_wakes_nobody, UNIT_TRACE),
	UNIT_TEST(range_moved_before_resume, UNIT_TRACE),
	UNIT_TEST(range_moved_before_entry, UNIT_TRACE),
	UNIT_TEST(enable_comes_late, UNIT_TRACE),
	UNIT_TEST(range_moved_while_draining, UNIT_TRACE),
	UNIT_TEST(calls_while_draining, UNIT_TRACE),
	UNIT_TEST(noise, UNIT_TRACE),
	UNIT_TEST(noise_at_boot, UNIT_TRACE),
	UNIT_TEST(fixed_start, UNIT_TRACE),
	UNIT_TEST(unnamed_registers, UNIT_TRACE),
	UNIT_TEST(bus_errors, UNIT_TRACE),
	UNIT_TEST(repeated, UNIT_TRACE),
	UNIT_TEST(unused_switch, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_contain", tests, array_size(tests));
}
