// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace against an S-mode that wants a RAM sink to write where it may not,
 * and hardware that helps it. The fake's memory says whether it did.
 */
#include <hart/mmio.h>

#include "unit_trace.h"

#define OURS_SIZE 0x1000u
#define START(hartid) TRACE_CALL(TRACE_SBI_START, hartid)
#define STOP(hartid) TRACE_CALL(TRACE_SBI_STOP, hartid)
#define CONTROL (FAKE_ACTIVE | RAM_SMEM)

static struct trace_context context, other;

static unsigned long at(unsigned int n, u32 offset)
{
	return unit_trace.component[n].base + offset;
}

static void store(unsigned int n, u32 offset, u32 value)
{
	CHECK_EQ("store",
		 trace_mmio_store(&unit_trace, OURS, at(n, offset), value),
		 TRACE_DONE);
}

static u32 load(unsigned int n, u32 offset)
{
	u32 value = 0x5a5a5a5a;

	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, at(n, offset), &value),
		 TRACE_DONE);
	return value;
}

static void store64(unsigned int n, u32 low, u64 value)
{
	store(n, low, (u32)value);
	store(n, low + 4, (u32)(value >> 32));
}

static void point(unsigned int n, u64 start, u64 limit)
{
	store64(n, TR_RAM_START_LOW, start);
	store64(n, TR_RAM_LIMIT_LOW, limit);
	store64(n, TR_RAM_WP_LOW, start);
}

static bool enabled(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ENABLE;
}

/* The machine, whose first page of memory is ours and whose second is theirs;
 * whatever is enabled sends and stores. */
static void begin(enum trace_policy policy, struct fake_trace_hostile hostile)
{
	unsigned int n;

	unit_trace_hardware();
	fake_memory_forget();
	fake_memory_own(BUFFER, OURS_SIZE, OURS);
	fake_memory_own(BUFFER + OURS_SIZE, OURS_SIZE, THEIRS);
	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		fake_trace[n].has.slow = 0;
	fake_trace[R].has.hostile = hostile;
	fake_trace[R2].has.hostile = hostile;
	unit_trace_boot_as_built(policy);
	fake_trace[E0].domain = fake_trace[E1].domain = OURS;
	fake_trace[E2].domain = THEIRS;
	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		fake_trace[n].has.hostile.gush = 4;
	fake_trace_driven = true;
	fake_trace_forget_landed();
}

static void begin_tame(enum trace_policy policy)
{
	begin(policy, (struct fake_trace_hostile){ .land = 0 });
}

static void pass(unsigned int polls)
{
	while (polls--)
		hart_mmio_poll();
}

static struct sbiret theirs(unsigned long fid, struct sbi_args args)
{
	return unit_trace_call(THEIRS, fid, args);
}

/* --- the range that is judged is the range that is used --------------------- */

static void range_moved_before_start(void)
{
	begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK_RET("start", START(HARTID), SBI_ERR_INVALID_ADDRESS, 0);
	CHECK("off", !enabled(E0) && !enabled(F) && !enabled(R));
	point(R, BUFFER, BUFFER + 0xff0);
	CHECK_OK("start", START(HARTID));
	pass(10);
	CHECK("traces", fake_trace_landed_in(BUFFER, OURS_SIZE));
}

static void range_moved_before_resume(void)
{
	begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK("no trace", !trace_hart_resume(&unit_trace, 0, &context));
	pass(10);
	CHECK("off", !enabled(R));
}

static void range_moved_before_entry(void)
{
	begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &context));
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &other));
	fake_trace[R].reg[0x20 / 4] = (u32)FAKE_FIRMWARE;
	CHECK("enter", !trace_hart_enter(&unit_trace, 0, OURS, &context));
	pass(10);
	CHECK("off", !enabled(R));
}

/* --- late and unlocked -------------------------------------------------------- */

/* Enable takes longer than anybody waits. It counts from its store on. */
static void enable_comes_late(void)
{
	begin(TRACE_DIRECT, (struct fake_trace_hostile){ .unlocked = true });
	unit_trace_buffer();
	fake_trace[R].has.hostile.late = 200;
	fake.log.fail_at = fake.log.steps + 8;
	fake.log.fail_on = true; /* nobody waits */
	store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	fake.log.fail_at = 0;
	fake.log.fail_on = fake.log.failed = false;
	CHECK("not yet", !enabled(R));
	CHECK_EQ("coming", unit_trace.component[R].state, TRACE_COMING);
	point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK_EQ("held", fake_trace_reg64(R, 0x10), BUFFER);
	store(R, TR_CONTROL, FAKE_ACTIVE);
	point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
	CHECK_EQ("held", fake_trace_reg64(R, 0x10), BUFFER);
	pass(500);
	CHECK_EQ("contained", fake_trace_foreign, 0);
}

static const struct fake_trace_hostile hostiles[] = {
	{ .late = 0 },
	{ .late = 30, .late_empty = 20, .land = 100, .unlocked = true },
	{ .land = 100, .late_empty = 100, .unlocked = true },
	{ .late = 5, .land = 7, .unlocked = true, .limit_follows = true },
	{ .land = 3, .unlocked = true, .spurious = 5 },
};

/* S-mode moves the range while the last bytes are on the way. */
static void range_moved_while_draining(void)
{
	unsigned int i, n;

	for (i = 0; i < array_size(hostiles); i++) {
		begin(TRACE_DIRECT, (struct fake_trace_hostile){ .late = 0 });
		unit_trace_buffer();
		fake_trace[R].has.hostile = hostiles[i];
		store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		store(F, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
		store(E0, TR_CONTROL,
		      FAKE_ACTIVE | FAKE_ENABLE | TE_MODE_6 | TE_NTRACE |
			      FAKE_TRACING);
		pass(20);
		store(R, TR_CONTROL, CONTROL);
		for (n = 0; n < 30; n++) {
			point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
			store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		}
		pass(400);
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

	begin(TRACE_DIRECT,
	      (struct fake_trace_hostile){ .land = 100, .late_empty = 100 });
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	pass(20);
	store(R, TR_CONTROL, CONTROL);
	CHECK("disabled", !enabled(R));
	CHECK_RET("set_buffer",
		  TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, R, ADDRESS(BUFFER), 64,
			     0),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_RET("release",
		  unit_trace_call(OURS, TRACE_SBI_SINK_RELEASE, release),
		  SBI_ERR_ALREADY_STARTED, 0);
}

/* One reading in a few is noise, and is never believed. */
static void noise(void)
{
	unsigned int i;

	for (i = 2; i < 40; i++) {
		begin(TRACE_DIRECT, (struct fake_trace_hostile){ .late = 0 });
		unit_trace_buffer();
		fake_trace[R].has.hostile.spurious = (u8)i;
		fake_trace[R].has.hostile.unlocked = true;
		store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		point(R, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff0);
		store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
		fake_hostile_take(&fake_trace[R], enabled(R) ? 64 : 0, OURS);
		CHECK_EQ("contained", fake_trace_foreign, 0);
		CHECK_EQ("no fault", fake.log.faults, 0);
	}
}

/* --- sinks that are not as usual ------------------------------------------------ */

/* Start is fixed, Limit is not, and everything behind Start is in reach. */
static void fixed_start(void)
{
	unit_trace_hardware();
	fake_trace[R].has.start_mask = 0;
	fake_trace[R].has.start_fixed = BUFFER;
	fake_memory_own(BUFFER, OURS_SIZE, OURS);
	fake_memory_own(BUFFER + OURS_SIZE, OURS_SIZE, THEIRS);
	unit_trace_boot_as_built(TRACE_DIRECT);
	store(R, TR_CONTROL, CONTROL);
	point(R, BUFFER, BUFFER + OURS_SIZE);
	store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	pass(2);
	CHECK("too far", !enabled(R));
	point(R, BUFFER, ~0ull);
	store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	pass(2);
	CHECK("around", !enabled(R));
	point(R, BUFFER, BUFFER + OURS_SIZE - 16);
	store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	pass(2);
	CHECK("ours", enabled(R));
}

/* The part of a vendor is nobody's, nor is what has no name. */
static void unnamed_registers(void)
{
	u32 value, writes;

	begin_tame(TRACE_DIRECT);
	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, at(R, 0xe00), &value),
		 TRACE_FAULT);
	CHECK_EQ("store", trace_mmio_store(&unit_trace, OURS, at(R, 0xffc), 1),
		 TRACE_FAULT);
	CHECK_EQ("funnel", trace_mmio_store(&unit_trace, OURS, at(F, 0xe00), 1),
		 TRACE_DONE);
	writes = fake_trace[R].writes;
	store(R, 0x048, 1);
	store(R, TR_IMPL, 1);
	CHECK_EQ("ignored", fake_trace[R].writes, writes);
}

static void bus_errors(void)
{
	u32 value = 7, offset;

	begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace_break(R, 0x28, 0x28);
	CHECK_EQ("load",
		 trace_mmio_load(&unit_trace, OURS, at(R, 0x28), &value),
		 TRACE_FAULT);
	CHECK_EQ("value", value, 7);
	CHECK_EQ("store", trace_mmio_store(&unit_trace, OURS, at(R, 0x28), 0),
		 TRACE_FAULT);
	for (offset = 0; offset <= 0x24; offset += 4) {
		begin_tame(TRACE_DIRECT);
		unit_trace_buffer();
		fake_trace_break(R, offset, offset);
		START(HARTID);
		STOP(HARTID);
		trace_hart_suspend(&unit_trace, 0, &context);
		trace_suspend(&unit_trace, OURS);
		trace_resume(&unit_trace);
		trace_hart_resume(&unit_trace, 0, &context);
		if (offset && offset != TR_IMPL && offset != 8 && offset != 12)
			CHECK("not judged, not on", !enabled(R));
		CHECK_EQ("contained", fake_trace_foreign, 0);
	}
}

/* --- owners -------------------------------------------------------------------- */

static const struct sbi_args theirs_start = { { HARTID + 2 } };

static struct sbiret theirs_buffer(void)
{
	struct sbi_args set = { { R2, ADDRESS(BUFFER + OURS_SIZE), 256, 0 } };

	fake_hart_forget();
	return theirs(TRACE_SBI_SINK_SET_BUFFER, set);
}

/* The sink is enabled and its encoder is not. It comes back as it was. */
static void private_sink_enabled(void)
{
	begin(TRACE_DIRECT,
	      (struct fake_trace_hostile){ .land = 50, .late_empty = 20 });
	CHECK_OK("set", theirs_buffer());
	CHECK_EQ("enable",
		 trace_mmio_store(&unit_trace, THEIRS, at(R2, 0),
				  CONTROL | FAKE_ENABLE),
		 TRACE_DONE);
	fake_hostile_take(&fake_trace[R2], 16, THEIRS);
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &context));
	CHECK_EQ("drained", fake_trace_landed_in(BUFFER + OURS_SIZE, 0x100), 4);
	CHECK("parked", !enabled(R2) && !fake_trace_reg64(R2, 0x10));
	CHECK("enter", trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &other));
	CHECK("enter", trace_hart_enter(&unit_trace, 2, THEIRS, &context));
	CHECK("enabled", enabled(R2));
	CHECK_EQ("goes on", fake_trace_reg64(R2, 0x20),
		 BUFFER + OURS_SIZE + 16);
	pass(100);
}

/* A sink that cannot be drained stays its owner's. */
static void private_sink_stuck(void)
{
	begin(TRACE_DIRECT, (struct fake_trace_hostile){ .land = 0 });
	fake_trace[R2].has.stuck_full = true;
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", theirs(TRACE_SBI_START, theirs_start));
	CHECK("leave", !trace_hart_leave(&unit_trace, 2, &context));
	CHECK_EQ("still", unit_trace.component[R2].owner, THEIRS);
	trace_hart_enter(&unit_trace, 2, OURS, NULL);
	CHECK_EQ("not ours",
		 trace_mmio_store(&unit_trace, OURS, at(R2, 0x10), 0),
		 TRACE_FAULT);
	CHECK("not ours", START(HARTID + 2).error);
}

/* An Enable that was on its way when the hart went does not come later. */
static void encoder_comes_late(void)
{
	begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", theirs(TRACE_SBI_START, theirs_start));
	CHECK_EQ("stop", theirs(TRACE_SBI_STOP, theirs_start).error, 0);
	fake_trace[E2].has.stuck_on = true;
	CHECK("leave", !trace_hart_leave(&unit_trace, 2, &context));
	unit_trace.component[E2].state = TRACE_COMING;
	CHECK("enter", !trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK_EQ("still theirs", unit_trace.component[E2].owner, THEIRS);
	CHECK_RET("not ours", START(HARTID + 2), SBI_ERR_DENIED, 0);
}

/* Both harts went; the sink holds our buffer all the same. */
static void shared_sink_of_another(void)
{
	const struct sbi_args release = { { R } };

	begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("leave", trace_hart_leave(&unit_trace, 0, &context));
	CHECK("enter", trace_hart_enter(&unit_trace, 0, THEIRS, NULL));
	CHECK("leave", trace_hart_leave(&unit_trace, 1, &other));
	CHECK("enter", trace_hart_enter(&unit_trace, 1, THEIRS, NULL));
	CHECK_EQ("store", trace_mmio_store(&unit_trace, THEIRS, at(R, 0x10), 0),
		 TRACE_FAULT);
	CHECK_EQ("reset", trace_mmio_store(&unit_trace, THEIRS, at(R, 0), 0),
		 TRACE_FAULT);
	CHECK_EQ("funnel", trace_mmio_store(&unit_trace, THEIRS, at(F, 8), 0),
		 TRACE_DONE);
	CHECK_OK("release",
		 unit_trace_call(OURS, TRACE_SBI_SINK_RELEASE, release));
	CHECK_EQ("theirs",
		 trace_mmio_store(&unit_trace, THEIRS, at(R, 0x10), 0),
		 TRACE_DONE);
}

/* --- sleep ---------------------------------------------------------------------- */

/* The sink changes hands while the machine sleeps at the wish of one hart. */
static void sleeps_while_sink_goes(void)
{
	const struct sbi_args release = { { R } };

	begin_tame(TRACE_DIRECT);
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
	pass(400);
	CHECK_EQ("nothing in the old one", fake_trace_landed_in(BUFFER, 0x800),
		 0);
	CHECK_EQ("all of the new one",
		 fake_trace_landed_in(BUFFER + 0x800, 0x100), 0x40);
}

/* What was saved is no longer what may be written to. */
static void saved_range_judged(void)
{
	begin_tame(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("machine", trace_suspend(&unit_trace, OURS));
	fake_memory_own(BUFFER, OURS_SIZE, THEIRS);
	CHECK("wake", !trace_resume(&unit_trace));
	CHECK_EQ("parked", fake_trace_reg64(R, 0x10), 0);
	CHECK_EQ("nobody's", unit_trace.component[R].owner, TRACE_NO_OWNER);
}

/* One owner's wish does not touch what is another's, nor does a second one. */
static void sleep_of_one_owner(void)
{
	begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", theirs(TRACE_SBI_START, theirs_start));
	unit_trace_buffer();
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK("theirs", enabled(E2) && enabled(R2));
	CHECK("ours", !(fake_trace_reg(R, 0) & FAKE_ACTIVE));
	CHECK("again", trace_suspend(&unit_trace, OURS));
	CHECK("wake", trace_resume(&unit_trace));
	CHECK("theirs", enabled(E2) && enabled(R2));
	CHECK_EQ("ours", fake_trace_reg64(R, 0x10), BUFFER);
	CHECK_EQ("ours", unit_trace.component[R].owner, OURS);
}

static void reset_of_one_owner(void)
{
	begin_tame(TRACE_DIRECT);
	CHECK_OK("set", theirs_buffer());
	CHECK_OK("start", theirs(TRACE_SBI_START, theirs_start));
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("stop", trace_stop_all(&unit_trace, OURS));
	CHECK("ours", !enabled(E0) && !enabled(F) && !enabled(R));
	CHECK("theirs", enabled(E2) && enabled(R2));
}

/* --- M-mode --------------------------------------------------------------------- */

static void hidden_begin(void)
{
	begin_tame(TRACE_DIRECT);
	unit_trace.show_m = false;
	unit_trace_buffer();
	store(E0, TR_CONTROL, 0);
	store(E0, TR_CONTROL, FAKE_ACTIVE);
}

static bool hidden_starts(void)
{
	store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	store(F, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
	store(E0, TR_CONTROL,
	      FAKE_ACTIVE | TE_MODE_6 | TE_NTRACE | FAKE_ENABLE);
	return enabled(E0);
}

static void hidden_when_driven(void)
{
	hidden_begin();
	CHECK_EQ("set with Active", fake_trace_reg(E0, 0xc), 8);
	CHECK_EQ("as if there were none", load(E0, TR_TE_INST_FILTERS), 0);
	CHECK("starts", hidden_starts());
	store(E0, TR_TE_INST_FILTERS, 0);
	store(E0, 0x460, 0);
	store(E0, 0x464, 0xff);
	CHECK_EQ("stays", fake_trace_reg(E0, 0xc), 8);
	CHECK_EQ("stays", fake_trace_reg(E0, 0x460), 3);
	CHECK_EQ("stays", fake_trace_reg(E0, 0x464), 0x63);
	CHECK_EQ("vendor",
		 trace_mmio_store(&unit_trace, OURS, at(E0, 0xe00), 1),
		 TRACE_FAULT);
	store(E0, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE | 7 << 4 | 7 << 24);
	CHECK_EQ("mode", fake_trace_reg(E0, 0) & 0x07000070,
		 TE_MODE_6 | TE_NTRACE);
}

static void hidden_filter_of_smode(void)
{
	hidden_begin();
	store(E0, 0x400, 1);
	store(E0, 0x404, 0xff);
	store(E0, TR_TE_INST_FILTERS, 0xf);
	CHECK("starts", hidden_starts());
	CHECK_EQ("its own", fake_trace_reg(E0, 0xc), 1);
	CHECK_EQ("but M", fake_trace_reg(E0, 0x404), 0x63);
	CHECK_EQ("as it stored", load(E0, TR_TE_INST_FILTERS), 7);
}

static void hidden_otherwise_refused(void)
{
	static const struct {
		const char *name;
		u32 offset, value;
		u64 match;
		bool refused;
	} rows[] = {
		{ "notify nowhere", 0x600, 0x4000, 0x1000, false },
		{ "notify the firmware", 0x600, 0x4000, 0x80000040, true },
		{ "address is longer", 0x600, 0x4000, 0xf000008080000040,
		  true },
		{ "notify all others", 0x600, 0x4010, 0x1000, true },
		{ "notify below", 0x600, 0x4020, 0x1000, true },
		{ "secondary", 0x600, 0x8000, 0x80000040, true },
		{ "trigger notifies", 0x54, 0x40, 0, true },
		{ "trigger starts", 0x54, 0x22, 0, false },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		hidden_begin();
		store64(E0, 0x610, rows[i].match);
		store64(E0, 0x618, rows[i].match);
		store(E0, rows[i].offset, rows[i].value);
		CHECK_EQ(rows[i].name, hidden_starts(), !rows[i].refused);
	}
	hidden_begin();
	unit_trace.component[E0].encoder.filters = 0;
	CHECK("no filter", !hidden_starts());
	CHECK_RET("no filter", START(HARTID), SBI_ERR_NOT_SUPPORTED, 0);
}

static void hidden_from_comparator_calls(void)
{
	begin_tame(TRACE_MEDIATED);
	CHECK_RET("firmware",
		  TRACE_CALL(TRACE_SBI_ENCODER_SET_COMPARATOR, HARTID, 0,
			     0x4000, 0x80000040, 0),
		  SBI_ERR_INVALID_PARAM, 0);
	CHECK_RET("range",
		  TRACE_CALL(TRACE_SBI_ENCODER_SET_COMPARATOR, HARTID, 0,
			     0x4050, 0x80200000, 0),
		  SBI_ERR_INVALID_PARAM, 0);
	CHECK_OK("S-mode", TRACE_CALL(TRACE_SBI_ENCODER_SET_COMPARATOR, HARTID,
				      0, 0x4000, 0x80200000, 0));
}

/* A call that is refused wakes nothing up. */
static void refused_touches_nothing(void)
{
	u32 writes;

	begin_tame(TRACE_DIRECT);
	store(E0, TR_CONTROL, 0);
	writes = fake_trace[E0].writes;
	CHECK_RET("mode",
		  TRACE_CALL(TRACE_SBI_ENCODER_CONFIGURE, HARTID, 7 << 4, 0, 0,
			     0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_RET("filter",
		  TRACE_CALL(TRACE_SBI_ENCODER_SET_FILTER, HARTID, 9, 0, 0, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_EQ("nothing", fake_trace[E0].writes, writes);
}

/* --- streams --------------------------------------------------------------------- */

static void repeated(void)
{
	u32 value = 7, *turn = &unit_trace.component[R].turn;

	begin_tame(TRACE_DIRECT);
	*turn = 1;
	CHECK_EQ("load", trace_mmio_load(&unit_trace, OURS, at(E0, 4), &value),
		 TRACE_REPEAT);
	CHECK_EQ("value", value, 7);
	CHECK_EQ("store", trace_mmio_store(&unit_trace, OURS, at(F, 8), 1),
		 TRACE_REPEAT);
	CHECK_RET("call", START(HARTID), TRACE_AGAIN, 0);
	CHECK_EQ("another stream",
		 trace_mmio_load(&unit_trace, THEIRS, at(E2, 4), &value),
		 TRACE_DONE);
	fake_hart_forget();
	fake.log.fail_at = 20;
	CHECK("no hart waits for ever",
	      !trace_hart_suspend(&unit_trace, 0, &context));
	*turn = 0;
	CHECK("now", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK_EQ("given back", *turn, 0);
}

/* --- what is not used costs nothing ---------------------------------------------- */

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

	begin_tame(TRACE_DIRECT);
	writes = all_writes();
	CHECK("not in use", !trace_hart_in_use(&unit_trace, 2));
	CHECK("leave", trace_hart_leave(&unit_trace, 2, &context));
	CHECK("nothing kept", !context.valid);
	CHECK("enter", trace_hart_enter(&unit_trace, 2, OURS, NULL));
	CHECK_EQ("owner", unit_trace.component[E2].owner, OURS);
	CHECK_EQ("no store", all_writes(), writes);
	store(R2, TR_CONTROL, CONTROL);
	CHECK("in use", trace_hart_in_use(&unit_trace, 2));
}

static const struct unit_test tests[] = {
	UNIT_TEST(range_moved_before_start, UNIT_TRACE),
	UNIT_TEST(range_moved_before_resume, UNIT_TRACE),
	UNIT_TEST(range_moved_before_entry, UNIT_TRACE),
	UNIT_TEST(enable_comes_late, UNIT_TRACE),
	UNIT_TEST(range_moved_while_draining, UNIT_TRACE),
	UNIT_TEST(calls_while_draining, UNIT_TRACE),
	UNIT_TEST(noise, UNIT_TRACE),
	UNIT_TEST(fixed_start, UNIT_TRACE),
	UNIT_TEST(unnamed_registers, UNIT_TRACE),
	UNIT_TEST(bus_errors, UNIT_TRACE),
	UNIT_TEST(private_sink_enabled, UNIT_TRACE),
	UNIT_TEST(private_sink_stuck, UNIT_TRACE),
	UNIT_TEST(encoder_comes_late, UNIT_TRACE),
	UNIT_TEST(shared_sink_of_another, UNIT_TRACE),
	UNIT_TEST(sleeps_while_sink_goes, UNIT_TRACE),
	UNIT_TEST(saved_range_judged, UNIT_TRACE),
	UNIT_TEST(sleep_of_one_owner, UNIT_TRACE),
	UNIT_TEST(reset_of_one_owner, UNIT_TRACE),
	UNIT_TEST(hidden_when_driven, UNIT_TRACE),
	UNIT_TEST(hidden_filter_of_smode, UNIT_TRACE),
	UNIT_TEST(hidden_otherwise_refused, UNIT_TRACE),
	UNIT_TEST(hidden_from_comparator_calls, UNIT_TRACE),
	UNIT_TEST(refused_touches_nothing, UNIT_TRACE),
	UNIT_TEST(repeated, UNIT_TRACE),
	UNIT_TEST(unused_switch, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_contain", tests, array_size(tests));
}
