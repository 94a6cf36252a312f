// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace/tr_old.c: two encoders and a funnel of version 0, as on HiFive
 * Premier P550, which S-mode sees as encoders and a RAM sink of TCI 1.0.
 */
#include "unit_trace_drive.h"

enum { A, B, S, COUNT };
enum { SINK_IMPL = 0x2901, ENCODER_IMPL = 0x10101 };
#define ON (FAKE_ACTIVE | FAKE_ENABLE)

static struct trace_context context;

static void hardware(void)
{
	struct fake_trace_design a = fake_trace_old_encoder(0);
	struct fake_trace_design b = fake_trace_old_encoder(1);
	struct fake_trace_design s = fake_trace_old_funnel();

	unit_trace_hardware();
	fake_trace_init();
	fake_trace_add(FAKE_TRACE_BASE, S, &a);
	fake_trace_add(FAKE_TRACE_BASE + 0x1000, S, &b);
	fake_trace_add(FAKE_TRACE_BASE + 0x2000, FAKE_NOWHERE, &s);
	fake_memory_forget();
	fake_memory_own(BUFFER, OURS_SIZE, OURS);
	fake_memory_own(BUFFER + OURS_SIZE, OURS_SIZE, THEIRS);
	fake_memory_own(FAKE_RAM_HIGH, FAKE_RAM_HIGH_SIZE, OURS);
	fake_trace[A].domain = fake_trace[B].domain = OURS;
}

static void describe(enum tr_comp_type encoder, enum tr_comp_type funnel)
{
	struct trace *t = &unit_trace;

	trace_init(t, TRACE_DIRECT);
	t->show_m = true;
	trace_add(t, FAKE_TRACE_BASE, 0, HARTID);
	trace_add(t, FAKE_TRACE_BASE + 0x1000, 1, HARTID + 1);
	trace_add(t, FAKE_TRACE_BASE + 0x2000, TRACE_NO_HART, 0);
	trace_name(t, A, encoder);
	trace_name(t, B, encoder);
	trace_name(t, S, funnel);
	trace_connect(t, A, S, 0);
	trace_connect(t, B, S, 1);
}

static void settle(void)
{
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	trace_owners_set(&unit_trace, 0, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 1, 1, &(u32){ OURS });
}

static void boot(void)
{
	unsigned int n;

	hardware();
	describe(TR_COMP_ENCODER, TR_COMP_FUNNEL);
	settle();
	fake_hart_forget();
	fake_trace_driven = true;
	for (n = 0; n < COUNT; n++) {
		CHECK_EQ("usable", unit_trace.component[n].reason,
			 TRACE_USABLE);
		CHECK_EQ("told", unit_trace.component[n].warnings,
			 TRACE_TRANSLATED);
	}
}

/* --- registers that S-mode finds ----------------------------------------- */

static void found(void)
{
	boot();
	CHECK_EQ("sink", unit_trace.component[S].type, TR_COMP_RAM_SINK);
	CHECK_EQ("impl", drive_load(A, TR_IMPL), ENCODER_IMPL);
	CHECK_EQ("impl", drive_load(S, TR_IMPL), SINK_IMPL);
	CHECK_EQ("at rest", drive_load(A, TR_CONTROL),
		 FAKE_ACTIVE | FAKE_EMPTY | TE_MODE_6 | TE_NTRACE | 1 << 16 |
			 6 << 20);
	CHECK_EQ("at rest", drive_load(S, TR_CONTROL),
		 FAKE_ACTIVE | FAKE_EMPTY | RAM_SMEM);
	CHECK_EQ("source", drive_load(A, TR_TE_INST_FEATURES), 0x20000000);
	CHECK_EQ("source", drive_load(B, TR_TE_INST_FEATURES), 0x20010000);
	CHECK_EQ("no filters", drive_load(A, TR_TE_INST_FILTERS), 0);
	CHECK_EQ("no vendor's", drive_load(A, 0x060), 0);
	CHECK_EQ("modes", unit_trace.component[A].encoder.modes, 0xc1);
	CHECK_EQ("modes of sync", unit_trace.component[A].encoder.sync_modes,
		 0x3);
	CHECK_EQ("periods", unit_trace.component[A].encoder.sync_max, 0x1ffe);
	CHECK_EQ("time", unit_trace.component[A].encoder.ts_modes, 0x10);
	CHECK_EQ("width", unit_trace.component[S].sink.width, 8);
}

/* Translation of the standard's control register to the old one. */
static void controls(void)
{
	static const struct {
		const char *name;
		u32 value, old;
	} rows[] = {
		{ "mode 6", TE_MODE_6, 0x810f0060 },
		{ "mode 7", 7 << 4, 0x810f0070 },
		{ "mode 3 is not there", TE_MODE_3, 0x810f0000 },
		{ "mode 1 is another's", 1 << 4, 0x810f0000 },
		{ "stalls", TE_STALL | TE_NO_SRC, 0x810fa000 },
		{ "context is not there", TE_CONTEXT | TE_TRIG, 0x810f0000 },
		{ "each 32", 1 << 16 | 1 << 20, 0x81000000 },
		{ "each 65536", 1 << 16 | 12 << 20, 0x810b0000 },
		{ "too few", 1 << 16, 0x81000000 },
		{ "too many", 1 << 16 | 15 << 20, 0x810b0000 },
		{ "clocks are not counted", 2 << 16 | 4 << 20, 0x810f0000 },
	};
	unsigned int i;

	boot();
	for (i = 0; i < array_size(rows); i++) {
		fake_trace_set(A, 0, 0x81a00000 | FAKE_ACTIVE);
		drive_store(A, TR_CONTROL, FAKE_ACTIVE | rows[i].value);
		CHECK_EQ(rows[i].name,
			 fake_trace_reg(A, 0) & ~(u32)FAKE_EMPTY & ~(15u << 20),
			 rows[i].old | FAKE_ACTIVE);
		CHECK_EQ(rows[i].name, fake_trace_reg(A, 0) >> 20 & 15, 10);
	}
}

static void loss(void)
{
	boot();
	fake_trace_set(A, 0, fake_trace_reg(A, 0) | TE_LOST);
	CHECK("seen", drive_load(A, TR_CONTROL) & TE_LOST);
	drive_store(A, TR_CONTROL, FAKE_ACTIVE | TE_MODE_6);
	CHECK("a 0 leaves it", drive_load(A, TR_CONTROL) & TE_LOST);
	drive_store(A, TR_CONTROL, FAKE_ACTIVE | TE_MODE_6 | TE_LOST);
	CHECK("a 1 clears it", !(drive_load(A, TR_CONTROL) & TE_LOST));
	drive_store(A, TR_CONTROL, FAKE_ACTIVE | TE_MODE_6 | TE_LOST);
	CHECK("and sets nothing", !(drive_load(A, TR_CONTROL) & TE_LOST));
}

static void times(void)
{
	boot();
	CHECK_EQ("off", drive_load(A, TR_TS_CONTROL), 0x28000040);
	drive_store(A, TR_TS_CONTROL, 1);
	drive_store(A, TR_TS_CONTROL, 0x8001);
	CHECK_EQ("all messages", fake_trace_reg(A, 0x40), 0x280f8041);
	drive_store(B, TR_TS_CONTROL, 0);
	CHECK_EQ("off again", fake_trace_reg(B, 0x40), 0x28000040);
	CHECK_EQ("seen", drive_load(A, TR_TS_CONTROL), 0x28008041);
	fake_trace_set(A, 0x44, 0x12345678);
	fake_trace_set(A, 0x48, 0x9a);
	CHECK_EQ("low", drive_load(A, TR_TS_COUNTER_LOW), 0x12345678);
	CHECK_EQ("high", drive_load(A, TR_TS_COUNTER_HIGH), 0x9a);
}

/* --- a trace ------------------------------------------------------------------- */

/* A start by Linux' driver, with registers alone. */
static void start_by_registers(unsigned int n)
{
	u32 control;

	drive_store(n, TR_CONTROL, 0);
	drive_store(n, TR_CONTROL, FAKE_ACTIVE);
	control = drive_load(n, TR_CONTROL);
	drive_store(n, TR_CONTROL, control | TE_MODE_6);
	control = drive_load(n, TR_CONTROL);
	drive_store(n, TR_CONTROL, control | FAKE_ENABLE);
	control = drive_load(n, TR_CONTROL);
	drive_store(n, TR_CONTROL, control | FAKE_TRACING);
}

static void traces(void)
{
	boot();
	drive_store(S, TR_CONTROL, 0);
	drive_store(S, TR_CONTROL, FAKE_ACTIVE);
	drive_point(S, BUFFER, BUFFER + 0xff8);
	fake_trace_set(S, 0x40, 0x28000020);
	drive_store(S, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK("sink", drive_enabled(S));
	CHECK_EQ("its clock runs", fake_trace_reg(S, 0x40) & 3, 3);
	CHECK_EQ("its bus", fake_trace_reg(S, 0) >> 28, 7);
	start_by_registers(A);
	start_by_registers(B);
	CHECK_EQ("over the funnel", fake_trace_reg(A, 0) >> 28, 8);
	CHECK_EQ("encoder", fake_trace_reg(A, 0) & 7, ON | FAKE_TRACING);
	fake_trace_make(A, 40);
	fake_trace_make(B, 24);
	drive_store(A, TR_CONTROL, FAKE_ACTIVE | TE_MODE_6);
	drive_store(B, TR_CONTROL, FAKE_ACTIVE | TE_MODE_6);
	drive_pass(10);
	CHECK_EQ("pointer", drive_load(S, TR_RAM_WP_LOW), BUFFER + 64);
	CHECK_EQ("landed", fake_trace_landed_in(BUFFER, 64), 16);
	drive_store(S, TR_CONTROL, CONTROL);
	drive_pass(10);
	CHECK("off", !drive_enabled(S));
}

static void called(void)
{
	boot();
	CHECK_OK("info",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, A, ADDRESS(ANSWER)));
	CHECK("translated", unit_trace_answer(1) & TRACE_INFO_TRANSLATED);
	CHECK_EQ("no filters", unit_trace_answer(TRACE_INFO_FILTERS), 0);
	fake_hart_forget();
	CHECK_OK("buffer",
		 TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, S, ADDRESS(BUFFER),
			    BUFFER_SIZE, TRACE_SBI_BUFFER_STOP_ON_WRAP));
	CHECK("stops", fake_trace_reg(S, 0) & 0x4000);
	CHECK_OK("start", START(HARTID));
	CHECK_EQ("encoder", fake_trace_reg(A, 0) & 7, ON | FAKE_TRACING);
	fake_trace_make(A, BUFFER_SIZE + 8);
	CHECK_RET("stop", STOP(HARTID), 0, BUFFER_SIZE);
	CHECK_EQ("wrapped", drive_load(S, TR_RAM_WP_LOW), BUFFER | 1);
	CHECK_EQ("nothing else", fake_trace_foreign, 0);
}

/* One register has the upper half of base, limit and pointer. */
static void high(void)
{
	boot();
	drive_point(S, 0x1ff00000000ull, 0x1ff00000ff8ull);
	CHECK_EQ("limit", drive_load(S, TR_RAM_LIMIT_HIGH), 0x1ff);
	drive_store(S, TR_RAM_LIMIT_HIGH, 0);
	drive_store(S, TR_RAM_WP_HIGH, 0);
	CHECK_EQ("limit", drive_load(S, TR_RAM_LIMIT_HIGH), 0x1ff);
	CHECK_EQ("pointer", drive_load(S, TR_RAM_WP_HIGH), 0x1ff);
	CHECK_EQ("most", unit_trace.component[S].sink.limit_max,
		 0x1fffffffff8ull);
	CHECK_OK("buffer",
		 TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, S,
			    ADDRESS(FAKE_RAM_HIGH), FAKE_RAM_HIGH_SIZE, 0));
	CHECK_EQ("base", fake_trace_start(S), FAKE_RAM_HIGH);
}

/* --- containment --------------------------------------------------------------- */

static void contained(void)
{
	static const struct {
		const char *name;
		u64 start, limit;
	} rows[] = {
		{ "theirs", BUFFER + OURS_SIZE, BUFFER + OURS_SIZE + 0xff8 },
		{ "one unit is", BUFFER, BUFFER + 0x1000 },
		{ "firmware", FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff8 },
		{ "ends below", BUFFER, BUFFER - 8 },
		{ "over 4 GiB", 0xfffffff0, 0x100000008ull },
	};
	unsigned int i;

	boot();
	for (i = 0; i < array_size(rows); i++) {
		drive_point(S, rows[i].start, rows[i].limit);
		drive_store(S, TR_CONTROL, CONTROL | FAKE_ENABLE);
		CHECK(rows[i].name, !drive_enabled(S));
	}
	drive_point(S, BUFFER, BUFFER + 0xff8);
	drive_store(S, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK("ours", drive_enabled(S));
	drive_point(S, FAKE_FIRMWARE, FAKE_FIRMWARE + 0xff8);
	CHECK_EQ("held", fake_trace_start(S), BUFFER);
	CHECK_EQ("held", fake_trace_limit(S), BUFFER + 0xff8);
	CHECK_EQ("held", fake_trace_wp(S), BUFFER);
}

static void hidden(void)
{
	boot();
	unit_trace.show_m = false;
	unit_trace_buffer_of(S);
	CHECK_RET("M-mode", START(HARTID), SBI_ERR_NOT_SUPPORTED, 0);
	start_by_registers(A);
	CHECK("off", !drive_enabled(A));
}

/* A running clock keeps its settings. */
static void runs_already(void)
{
	boot();
	drive_point(S, BUFFER, BUFFER + 0xff8);
	fake_trace_set(S, 0x40, 0x28000123);
	drive_store(S, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK_EQ("goes on", fake_trace_reg(S, 0x40), 0x28000123);
}

/* S-mode cannot access registers that TCI does not name. */
static void unnamed(void)
{
	static const u16 offsets[] = { 0x0c, 0x10, 0x14, 0x18,	0x50,  0x54,
				       0x58, 0x60, 0x64, 0x100, 0xe00, 0xffc };
	u32 writes, i;

	boot();
	writes = fake_trace[A].writes;
	for (i = 0; i < array_size(offsets); i++) {
		drive_store(A, offsets[i], 0xffffffff);
		CHECK_EQ("nothing", drive_load(A, offsets[i]), 0);
	}
	CHECK_EQ("not written", fake_trace[A].writes, writes);
	CHECK_EQ("nor of the sink", drive_load(S, TR_RAM_RP_LOW), 0);
}

/* --- sleep --------------------------------------------------------------------- */

static void sleeps(void)
{
	boot();
	unit_trace_buffer_of(S);
	CHECK_OK("start", START(HARTID));
	fake_trace_make(A, 80);
	CHECK("sleep", trace_hart_suspend(&unit_trace, 0, &context));
	CHECK("machine", trace_suspend(&unit_trace, OURS));
	fake_trace_power_off(A);
	fake_trace_power_off(B);
	fake_trace_power_off(S);
	CHECK("machine", trace_resume(&unit_trace));
	CHECK("awake", trace_hart_resume(&unit_trace, 0, &context));
	CHECK_EQ("traces", fake_trace_reg(A, 0) & 7, ON | FAKE_TRACING);
	CHECK_EQ("pointer", fake_trace_wp(S), BUFFER + 80);
	CHECK_EQ("limit", fake_trace_limit(S), BUFFER + 0xff8);
	CHECK_EQ("mode", fake_trace_reg(A, 0) & 0x70, TE_MODE_6);
}

/* --- refused components -------------------------------------------------- */

static void refused(void)
{
	hardware();
	describe((enum tr_comp_type)0, TR_COMP_FUNNEL);
	settle();
	unit_trace_refused("no name", A, TRACE_OLD_VERSION, TRACE_NONE);

	hardware();
	fake_trace[A].has.impl = 0x02000080;
	describe(TR_COMP_ENCODER, TR_COMP_FUNNEL);
	settle();
	unit_trace_refused("a sink of its own", A, TRACE_OLD_VERSION,
			   TRACE_NONE);
	CHECK_EQ("the other one", unit_trace.component[B].reason, TRACE_USABLE);

	hardware();
	fake_trace[S].has.impl = 0x00010100;
	describe(TR_COMP_ENCODER, TR_COMP_FUNNEL);
	settle();
	unit_trace_refused("no bus", S, TRACE_OLD_VERSION, TRACE_NONE);
}

/* A component of the standard with an old name is not old. */
static void new_by_an_old_name(void)
{
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_name(&unit_trace, E0, TR_COMP_ENCODER);
	trace_name(&unit_trace, F, TR_COMP_FUNNEL);
	settle();
	CHECK_EQ("usable", unit_trace.component[E0].reason, TRACE_USABLE);
	CHECK_EQ("as ever", unit_trace.component[E0].warnings,
		 TRACE_NO_WARNING);
	CHECK_EQ("funnel", unit_trace.component[F].type, TR_COMP_FUNNEL);
}

/* A funnel before another funnel. */
static void funnel_in_the_middle(void)
{
	struct fake_trace_design funnel = fake_trace_old_funnel();

	hardware();
	fake_trace[S].has.impl = 0x00000100;
	fake_trace[S].output = COUNT;
	fake_trace_add(FAKE_TRACE_BASE + 0x3000, FAKE_NOWHERE, &funnel);
	describe(TR_COMP_ENCODER, TR_COMP_FUNNEL);
	trace_add(&unit_trace, FAKE_TRACE_BASE + 0x3000, TRACE_NO_HART, 0);
	trace_name(&unit_trace, COUNT, TR_COMP_FUNNEL);
	trace_connect(&unit_trace, S, COUNT, 3);
	settle();
	CHECK_EQ("funnel", unit_trace.component[S].type, TR_COMP_FUNNEL);
	CHECK_EQ("sink", unit_trace.component[COUNT].type, TR_COMP_RAM_SINK);
	unit_trace_buffer_of(COUNT);
	CHECK_OK("start", START(HARTID));
	CHECK("the way",
	      drive_enabled(A) && drive_enabled(S) && drive_enabled(COUNT));
	fake_trace_make(A, 16);
	CHECK_RET("stop", STOP(HARTID), 0, 16);
	CHECK_EQ("landed", fake_trace_landed_in(BUFFER, 16), 4);
}

/* Their owner sees the registers of the standard. */
static void never_handed_over(void)
{
	unsigned int n;

	boot();
	unit_trace.policy = TRACE_HANDOVER;
	trace_hand_over(&unit_trace, true);
	for (n = 0; n < COUNT; n++)
		CHECK("M-mode translates", !unit_trace.component[n].handed);
}

/* --- bus errors ---------------------------------------------------------------- */

static void broken(void)
{
	static const struct {
		const char *name;
		unsigned int n;
		u32 native, offset;
	} rows[] = {
		{ "control", A, 0x00, TR_CONTROL },
		{ "source", A, 0x04, TR_TE_INST_FEATURES },
		{ "time", A, 0x40, TR_TS_CONTROL },
		{ "base", S, 0x10, TR_RAM_START_LOW },
		{ "limit", S, 0x18, TR_RAM_LIMIT_LOW },
		{ "pointer", S, 0x1c, TR_RAM_WP_LOW },
	};
	unsigned int i;
	u32 value;

	for (i = 0; i < array_size(rows); i++) {
		boot();
		drive_load(rows[i].n, rows[i].offset);
		fake_trace_break(rows[i].n, rows[i].native, rows[i].native);
		CHECK_EQ(rows[i].name,
			 trace_mmio_load(&unit_trace, OURS,
					 drive_at(rows[i].n, rows[i].offset),
					 &value),
			 TRACE_FAULT);
		CHECK_EQ(rows[i].name,
			 trace_mmio_store(&unit_trace, OURS,
					  drive_at(rows[i].n, rows[i].offset),
					  1),
			 rows[i].offset == TR_TE_INST_FEATURES ? TRACE_DONE :
								 TRACE_FAULT);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(found, UNIT_TRACE),
	UNIT_TEST(controls, UNIT_TRACE),
	UNIT_TEST(loss, UNIT_TRACE),
	UNIT_TEST(times, UNIT_TRACE),
	UNIT_TEST(traces, UNIT_TRACE),
	UNIT_TEST(called, UNIT_TRACE),
	UNIT_TEST(high, UNIT_TRACE),
	UNIT_TEST(contained, UNIT_TRACE),
	UNIT_TEST(hidden, UNIT_TRACE),
	UNIT_TEST(runs_already, UNIT_TRACE),
	UNIT_TEST(unnamed, UNIT_TRACE),
	UNIT_TEST(sleeps, UNIT_TRACE),
	UNIT_TEST(refused, UNIT_TRACE),
	UNIT_TEST(new_by_an_old_name, UNIT_TRACE),
	UNIT_TEST(funnel_in_the_middle, UNIT_TRACE),
	UNIT_TEST(never_handed_over, UNIT_TRACE),
	UNIT_TEST(broken, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_old", tests, array_size(tests));
}
