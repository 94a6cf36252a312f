// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace/tr_coresight.c: two encoders, a funnel, an ETF and an ETR of
 * CoreSight, which S-mode sees as two funnels and a RAM sink of TCI 1.0.
 */
#include "unit_trace_drive.h"

enum { A, B, CSF, ETF, ETR, COUNT, SPLIT = COUNT };
enum { FILTER_0 = 0x800, FILTER_1 = 0x804 };
enum { FUNCTL = 0x800, RSZ = 0x04, STS = 0x0c, CTL = 0x20, MODE = 0x28 };
enum { AXICTL = 0x110, DBALO = 0x118, FFCR = 0x304, DEVID = 0xfc8 };
enum { RRD = 0x10, RRP = 0x14, RWP = 0x18 };
enum { SINK_IMPL = 0x2901, FUNNEL_IMPL = 0x801, SRAM_IMPL = 0x1901 };
#define UNITS_END (BUFFER + OURS_SIZE - 32)

static struct trace_context context;

/* If ends is true, the ETF is the last component of the path. */
static void hardware(bool ends)
{
	struct fake_trace_design encoder = fake_trace_encoder();
	struct fake_trace_design funnel = fake_trace_cs(FAKE_CS_FUNNEL);
	struct fake_trace_design etf = fake_trace_cs(FAKE_CS_ETF);
	struct fake_trace_design etr = fake_trace_cs(FAKE_CS_ETR);
	unsigned long base = FAKE_TRACE_BASE;

	unit_trace_hardware();
	fake_trace_init();
	fake_trace_add(base, CSF, &encoder);
	fake_trace_add(base + 0x1000, CSF, &encoder);
	fake_trace_add(base + 0x2000, ETF, &funnel);
	fake_trace_add(base + 0x3000, ends ? FAKE_NOWHERE : ETR, &etf);
	fake_trace_add(base + 0x4000, FAKE_NOWHERE, &etr);
	fake_memory_forget();
	fake_memory_own(BUFFER, OURS_SIZE, OURS);
	fake_memory_own(BUFFER + OURS_SIZE, OURS_SIZE, THEIRS);
	fake_memory_own(FAKE_RAM_HIGH, FAKE_RAM_HIGH_SIZE, OURS);
	fake_trace[A].domain = fake_trace[B].domain = OURS;
}

static void describe(bool ends)
{
	struct trace *t = &unit_trace;
	unsigned int n;

	trace_init(t, TRACE_DIRECT);
	t->show_m = true;
	for (n = 0; n < COUNT; n++)
		trace_add(t, FAKE_TRACE_BASE + 0x1000ul * n,
			  n < CSF ? n : TRACE_NO_HART, HARTID + n);
	trace_name_coresight(t, CSF, TRACE_CS_FUNNEL);
	trace_name_coresight(t, ETF, TRACE_CS_TMC);
	trace_name_coresight(t, ETR, TRACE_CS_TMC);
	trace_connect(t, A, CSF, 0);
	trace_connect(t, B, CSF, 1);
	trace_connect(t, CSF, ETF, 0);
	if (!ends)
		trace_connect(t, ETF, ETR, 0);
}

static void settle(void)
{
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	trace_owners_set(&unit_trace, 0, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 1, 1, &(u32){ OURS });
}

static void boot_with(bool ends, u32 axi_fixed)
{
	hardware(ends);
	fake_trace[ETR].has.axi_fixed = axi_fixed;
	describe(ends);
	settle();
	fake_hart_forget();
	fake_trace_driven = true;
}

static void boot(void)
{
	unsigned int n;

	boot_with(false, 0);
	for (n = 0; n < COUNT; n++)
		CHECK_EQ("usable", unit_trace.component[n].reason,
			 TRACE_USABLE);
}

/* --- registers that S-mode finds ----------------------------------------- */

static void found(void)
{
	boot();
	CHECK_EQ("funnel", drive_load(CSF, TR_IMPL), FUNNEL_IMPL);
	CHECK_EQ("FIFO", drive_load(ETF, TR_IMPL), FUNNEL_IMPL);
	CHECK_EQ("sink", drive_load(ETR, TR_IMPL), SINK_IMPL);
	CHECK_EQ("at rest", drive_load(CSF, TR_CONTROL),
		 FAKE_ACTIVE | FAKE_EMPTY);
	CHECK_EQ("at rest", drive_load(ETF, TR_CONTROL),
		 FAKE_ACTIVE | FAKE_EMPTY);
	CHECK_EQ("at rest", drive_load(ETR, TR_CONTROL), CONTROL | FAKE_EMPTY);
	CHECK_EQ("FIFO", fake_trace_reg(ETF, MODE), 2);
	CHECK_EQ("ring", fake_trace_reg(ETR, MODE), 0);
	CHECK("no table", !(fake_trace_reg(ETR, AXICTL) & 0x80));
	CHECK_EQ("formatter", fake_trace_reg(ETR, FFCR), 0x13);
	CHECK_EQ("units", unit_trace.component[ETR].sink.width, 32);
	CHECK_EQ("most", unit_trace.component[ETR].sink.limit_max,
		 0xffffffffe0ull);
	CHECK_EQ("least", unit_trace.component[ETR].sink.limit_min, 0);
	CHECK("no SRAM", !unit_trace.component[ETR].sink.sram);
}

static void ranges(void)
{
	boot();
	drive_point(ETR, BUFFER + 0x100, BUFFER + 0x100 + 0x400 - 32);
	CHECK_EQ("base", fake_trace_start(ETR), BUFFER + 0x100);
	CHECK_EQ("words", fake_trace_reg(ETR, RSZ), 0x100);
	CHECK_EQ("limit", drive_load(ETR, TR_RAM_LIMIT_LOW),
		 (u32)BUFFER + 0x4e0);
	CHECK_EQ("pointer", fake_trace_wp(ETR), BUFFER + 0x100);
	drive_store(ETR, TR_RAM_RP_LOW, 0x80);
	CHECK_EQ("to read", fake_trace_reg(ETR, RRP), 0x80);
	drive_store(ETR, TR_RAM_WP_LOW, (u32)(BUFFER + 0x200) | 1);
	CHECK_EQ("wrap", fake_trace_reg(ETR, STS) & 1, 1);
	CHECK_EQ("seen", drive_load(ETR, TR_RAM_WP_LOW),
		 (u32)(BUFFER + 0x200) | 1);
	CHECK_OK("buffer",
		 TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, ETR,
			    ADDRESS(FAKE_RAM_HIGH), FAKE_RAM_HIGH_SIZE, 0));
	CHECK_EQ("base", fake_trace_start(ETR), FAKE_RAM_HIGH);
}

/* S-mode cannot access any of CoreSight's own registers. */
static void native(void)
{
	struct trace *t = &unit_trace;
	unsigned long etr = FAKE_TRACE_BASE + 0x4000;
	u32 value, writes;

	boot();
	writes = fake_trace[ETR].writes;
	drive_store(ETR, TR_RAM_RP_HIGH, 1);
	CHECK_EQ("it has none", fake_trace[ETR].writes, writes);
	CHECK_EQ("table", trace_mmio_store(t, OURS, etr + AXICTL, 0x80),
		 TRACE_DONE);
	CHECK("no register of its own", !(fake_trace_reg(ETR, AXICTL) & 0x80));
	CHECK_EQ("unlock", trace_mmio_store(t, OURS, etr + 0xfb0, 0),
		 TRACE_FAULT);
	CHECK_EQ("read", trace_mmio_load(t, OURS, etr + 0xfc8, &value),
		 TRACE_FAULT);
	CHECK_EQ("theirs", trace_mmio_load(t, THEIRS, etr, &value),
		 TRACE_FAULT);
}

/* --- a trace ------------------------------------------------------------------- */

static void starts(void)
{
	boot();
	fake_trace_driven = false;
	CHECK_OK("buffer", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, ETR,
				      ADDRESS(BUFFER), OURS_SIZE, 0));
	CHECK_OK("start", START(HARTID));
	CHECK_OK("another", START(HARTID + 1));
}

static void called(void)
{
	starts();
	CHECK_EQ("inputs", fake_trace_reg(CSF, FUNCTL), 0x70f);
	CHECK_EQ("captures", fake_trace_reg(ETF, CTL), 1);
	CHECK_EQ("captures", fake_trace_reg(ETR, CTL), 1);
	fake_trace_make(A, 64);
	CHECK_RET("stop", STOP(HARTID), 0, 64);
	CHECK_EQ("goes on for the other", fake_trace_reg(ETR, CTL), 1);
	fake_trace_make(B, 128);
	CHECK_RET("stop", STOP(HARTID + 1), 0, 192);
	CHECK_EQ("flushed", fake_trace_reg(ETR, FFCR) & 0x1000, 0x1000);
	CHECK_EQ("ended", fake_trace_reg(ETR, CTL), 0);
	CHECK_EQ("ended", fake_trace_reg(ETF, CTL), 0);
	CHECK_EQ("closed", fake_trace_reg(CSF, FUNCTL), 0x700);
	CHECK_EQ("landed", fake_trace_landed_in(BUFFER, 192), 48);
	CHECK_EQ("nothing else", fake_trace_foreign, 0);
	CHECK_OK("again", START(HARTID));
	CHECK_EQ("no stop", fake_trace_reg(ETR, FFCR), 0x13);
}

/* S-mode polls as for a sink of TCI. */
static void driven(void)
{
	boot();
	drive_store(ETR, TR_CONTROL, 0);
	CHECK_EQ("off", fake_trace_reg(ETR, FFCR), 3);
	drive_store(ETR, TR_CONTROL, FAKE_ACTIVE);
	drive_point(ETR, BUFFER, UNITS_END);
	drive_store(ETR, TR_CONTROL, CONTROL | FAKE_ENABLE);
	CHECK("on", drive_enabled(ETR));
	CHECK_EQ("captures", fake_trace_reg(ETR, CTL), 1);
	drive_store(ETR, TR_RAM_START_LOW, (u32)BUFFER + OURS_SIZE);
	CHECK_EQ("fixed", fake_trace_start(ETR), BUFFER);
	drive_store(ETR, TR_RAM_RP_LOW, (u32)BUFFER + OURS_SIZE);
	fake_trace[ETR].has.hostile.late_empty = 200;
	drive_store(ETR, TR_CONTROL, CONTROL);
	CHECK("not ready", !(drive_load(ETR, TR_CONTROL) & FAKE_EMPTY));
	CHECK_EQ("captures as long", fake_trace_reg(ETR, CTL), 1);
	drive_store(ETR, TR_RAM_START_LOW, (u32)BUFFER + OURS_SIZE);
	CHECK_EQ("fixed as long", fake_trace_start(ETR), BUFFER);
	drive_pass(250);
	drive_load(ETR, TR_CONTROL);
	CHECK_EQ("at rest", drive_load(ETR, TR_CONTROL), CONTROL | FAKE_EMPTY);
	CHECK_EQ("ended", fake_trace_reg(ETR, CTL), 0);
	drive_store(ETR, TR_RAM_START_LOW, (u32)BUFFER + 0x100);
	CHECK_EQ("free", fake_trace_start(ETR), BUFFER + 0x100);
	drive_store(ETR, TR_RAM_START_LOW, (u32)BUFFER + 0x11c);
	CHECK_EQ("whole units", fake_trace_start(ETR), BUFFER + 0x100);
}

/* --- containment --------------------------------------------------------------- */

static void contained(void)
{
	static const struct {
		const char *name;
		u64 start, limit;
	} rows[] = {
		{ "theirs", BUFFER + OURS_SIZE, BUFFER + OURS_SIZE + 0xfe0 },
		{ "one unit is", BUFFER, BUFFER + 0x1000 },
		{ "firmware", FAKE_FIRMWARE, FAKE_FIRMWARE + 0xfe0 },
		{ "ends below", BUFFER, BUFFER - 64 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		boot();
		drive_point(ETR, rows[i].start, rows[i].limit);
		drive_store(ETR, TR_CONTROL, CONTROL | FAKE_ENABLE);
		CHECK(rows[i].name, !drive_enabled(ETR));
		CHECK_EQ(rows[i].name, fake_trace_reg(ETR, CTL), 0);
		CHECK_OK("and not by a call",
			 TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, ETR,
				    ADDRESS(BUFFER), OURS_SIZE, 0));
		drive_point(ETR, rows[i].start, rows[i].limit);
		CHECK("start", START(HARTID).error != SBI_SUCCESS);
		CHECK_EQ("off", fake_trace_reg(ETR, CTL), 0);
	}
}

/* In this design the base is always the address of a table. */
static void table(void)
{
	boot_with(false, 0x80);
	CHECK("refused", unit_trace.component[ETR].reason != TRACE_USABLE);
	CHECK_EQ("never on", fake_trace_reg(ETR, CTL), 0);
	boot();
	CHECK_OK("buffer", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, ETR,
				      ADDRESS(BUFFER), OURS_SIZE, 0));
	fake_trace[ETR].has.axi_fixed = 0x80;
	fake_trace_set(ETR, AXICTL, fake_trace_reg(ETR, AXICTL) | 0x80);
	CHECK("start", START(HARTID).error != SBI_SUCCESS);
	CHECK_EQ("off", fake_trace_reg(ETR, CTL), 0);
}

/* --- sleep --------------------------------------------------------------------- */

static void sleeps(void)
{
	struct trace *t = &unit_trace;
	u64 wp;

	starts();
	fake_trace_make(A, 64);
	CHECK_RET("other", STOP(HARTID + 1), 0, 0);
	CHECK("suspend", trace_hart_suspend(t, 0, &context));
	CHECK("and the machine", trace_suspend(t, OURS));
	wp = fake_trace_wp(ETR);
	CHECK_EQ("off", fake_trace_reg(ETR, FFCR), 3);
	fake_trace_power_off(A);
	fake_trace_power_off(CSF);
	fake_trace_power_off(ETF);
	fake_trace_power_off(ETR);
	CHECK("back", trace_resume(t));
	CHECK("and the hart", trace_hart_resume(t, 0, &context));
	CHECK_EQ("base", fake_trace_start(ETR), BUFFER);
	CHECK_EQ("words", fake_trace_reg(ETR, RSZ), OURS_SIZE / 4);
	CHECK_EQ("pointer", fake_trace_wp(ETR), wp);
	CHECK_EQ("captures", fake_trace_reg(ETR, CTL), 1);
	CHECK_EQ("inputs", fake_trace_reg(CSF, FUNCTL), 0x70f);
	fake_trace_make(A, 32);
	CHECK_RET("stop", STOP(HARTID), 0, 96);
}

/* --- ends ---------------------------------------------------------------------- */

/* An ETF at the end of a path has memory of its own. */
static void buffer(void)
{
	boot_with(true, 0);
	CHECK_EQ("sink", drive_load(ETF, TR_IMPL), SRAM_IMPL);
	CHECK_EQ("its bytes", unit_trace.component[ETF].sink.sram_limit, 252);
	CHECK_EQ("ring", fake_trace_reg(ETF, MODE), 0);
	CHECK_OK("buffer", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, ETF, 0, 0, 0,
				      TRACE_SBI_BUFFER_SRAM));
	CHECK_OK("start", START(HARTID));
	CHECK_EQ("captures", fake_trace_reg(ETF, CTL), 1);
	fake_trace_set(ETF, RRD, 0x1234);
	CHECK_EQ("word", drive_load(ETF, TR_RAM_DATA), 0x1234);
	CHECK_EQ("no source", unit_trace.component[ETR].reason,
		 TRACE_NO_SOURCE);
	hardware(true);
	fake_trace[ETF].lie_offset = DEVID;
	fake_trace[ETF].lies = ~0u; /* an ETB */
	describe(true);
	settle();
	CHECK_EQ("ETB", unit_trace.component[ETF].impl, SRAM_IMPL);
}

/*
 * Encoders need this way; funnels and bridges go on as if a foreign component
 * were there.
 */
static void gone(void)
{
	hardware(false);
	fake_trace[ETR].has.dead = true;
	describe(false);
	settle();
	CHECK_EQ("ETR", unit_trace.component[ETR].reason, TRACE_NO_ANSWER);
	CHECK_EQ("ETF", unit_trace.component[ETF].reason, TRACE_NEEDS_OTHER);
	CHECK_EQ("funnel", unit_trace.component[CSF].reason, TRACE_USABLE);
	CHECK_EQ("encoder", unit_trace.component[A].reason, TRACE_USABLE);
	CHECK("ends there", unit_trace.component[CSF].foreign);
	CHECK_EQ("nowhere else", unit_trace.component[CSF].output, TRACE_NONE);
	fake_trace_driven = true;
	CHECK_OK("start", START(HARTID));
	CHECK_EQ("inputs", fake_trace_reg(CSF, FUNCTL), 0x70f);
}

/*
 * After an ETR there is a CATU with tables of S-mode: the ETR writes to other
 * addresses than those that are checked.
 */
static void translated(void)
{
	hardware(false);
	describe(false);
	trace_connect_foreign(&unit_trace, ETR);
	settle();
	CHECK_EQ("ETR", unit_trace.component[ETR].reason, TRACE_SINK_OUTPUT);
	CHECK_EQ("ETF", unit_trace.component[ETF].reason, TRACE_NEEDS_OTHER);
	CHECK_EQ("off", fake_trace_reg(ETR, FFCR), 3);
	CHECK_EQ("funnel", unit_trace.component[CSF].reason, TRACE_USABLE);
	CHECK("buffer", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, ETR,
				   ADDRESS(BUFFER), OURS_SIZE, 0)
					.error == SBI_ERR_INVALID_PARAM);
}

/* --- a replicator -------------------------------------------------------------- */

/*
 * A replicator between the ETF and the ETR, at its output 1; output 0 leads to
 * other.
 */
static void split(u32 other, bool foreign)
{
	struct fake_trace_design replicator = fake_trace_cs(FAKE_CS_REPLICATOR);
	struct trace_link link = { .to = ETR, .outlet = 1 };
	struct trace *t = &unit_trace;

	hardware(false);
	fake_trace[ETF].output = SPLIT;
	fake_trace_add(FAKE_TRACE_BASE + 0x5000, ETR, &replicator);
	describe(true);
	trace_add(t, FAKE_TRACE_BASE + 0x5000, TRACE_NO_HART, 0);
	trace_name_coresight(t, SPLIT, TRACE_CS_REPLICATOR);
	trace_connect(t, ETF, SPLIT, 0);
	trace_connect(t, SPLIT, other, 1);
	if (foreign)
		trace_connect_foreign(t, SPLIT);
	trace_join(t, SPLIT, &link);
}

static void opens_one(void)
{
	split(TRACE_NONE, true);
	settle();
	fake_trace_driven = true;
	CHECK_EQ("usable", unit_trace.component[SPLIT].reason, TRACE_USABLE);
	CHECK_EQ("told", unit_trace.component[SPLIT].warnings,
		 TRACE_ONE_OUTPUT);
	CHECK_EQ("funnel", drive_load(SPLIT, TR_IMPL), FUNNEL_IMPL);
	CHECK_EQ("at rest", drive_load(SPLIT, TR_CONTROL),
		 FAKE_ACTIVE | FAKE_EMPTY);
	CHECK_EQ("closed", fake_trace_reg(SPLIT, FILTER_1), 0xff);
	fake_trace_driven = false;
	CHECK_OK("buffer", TRACE_CALL(TRACE_SBI_SINK_SET_BUFFER, ETR,
				      ADDRESS(BUFFER), OURS_SIZE, 0));
	CHECK_OK("start", START(HARTID));
	CHECK_EQ("open", fake_trace_reg(SPLIT, FILTER_1), 0x80);
	CHECK_EQ("the other is not", fake_trace_reg(SPLIT, FILTER_0), 0xff);
	fake_trace_make(A, 64);
	CHECK_RET("stop", STOP(HARTID), 0, 64);
	CHECK_EQ("closed again", fake_trace_reg(SPLIT, FILTER_1), 0xff);
	fake_trace_power_off(SPLIT);
	CHECK_EQ("power", drive_load(SPLIT, TR_CONTROL), FAKE_EMPTY);
	drive_store(SPLIT, TR_CONTROL, FAKE_ACTIVE);
	CHECK_EQ("back", drive_load(SPLIT, TR_CONTROL),
		 FAKE_ACTIVE | FAKE_EMPTY);
	drive_store(SPLIT, TR_CONTROL, 0);
	CHECK_EQ("nothing passes", fake_trace_reg(SPLIT, FILTER_1), 0x7f);
}

/*
 * Of two known outputs, the replicator uses one to which no other component
 * leads, or all.
 */
static void choice(void)
{
	split(TRACE_NONE, true);
	trace_refuse(&unit_trace, ETR, TRACE_FORBIDDEN);
	settle();
	fake_trace_driven = true;
	CHECK_EQ("ends there", unit_trace.component[SPLIT].output, TRACE_NONE);
	CHECK_OK("start", START(HARTID));
	CHECK_EQ("both are open", fake_trace_reg(SPLIT, FILTER_1), 0x80);
	CHECK_EQ("both are open", fake_trace_reg(SPLIT, FILTER_0), 0x80);
	split(CSF, false);
	trace_refuse(&unit_trace, CSF, TRACE_FORBIDDEN);
	trace_connect(&unit_trace, A, ETF, 2);
	settle();
	CHECK_EQ("the one that works", unit_trace.component[SPLIT].output, ETR);
	CHECK_EQ("its output", unit_trace.component[SPLIT].link.outlet, 1);
	CHECK_EQ("so has the encoder", unit_trace.component[A].output, ETF);
}

/* --- bus errors ---------------------------------------------------------------- */

/*
 * A register of TCI is built from others: if one of them is a bus error, so is
 * this one.
 */
static void broken(void)
{
	static const struct {
		unsigned int n;
		u32 native, offset;
		bool store;
	} rows[] = {
		{ CSF, 0x000, TR_CONTROL, false },
		{ SPLIT, 0x004, TR_CONTROL, false },
		{ ETR, CTL, TR_CONTROL, false },
		{ ETR, STS, TR_CONTROL, false },
		{ ETR, FFCR, TR_CONTROL, false },
		{ ETR, MODE, TR_CONTROL, false },
		{ ETR, AXICTL, TR_CONTROL, false },
		{ ETR, DEVID, TR_IMPL, false },
		{ ETR, DBALO, TR_RAM_LIMIT_LOW, false },
		{ ETR, RSZ, TR_RAM_LIMIT_LOW, false },
		{ ETR, RWP, TR_RAM_WP_LOW, false },
		{ ETR, DBALO, TR_RAM_START_LOW, false },
		{ ETR, DBALO, TR_RAM_START_LOW, true },
		{ ETR, DBALO, TR_RAM_LIMIT_LOW, true },
		{ ETR, RSZ, TR_RAM_LIMIT_LOW, true },
		{ ETR, RWP, TR_RAM_WP_LOW, true },
	};
	unsigned int i, n;
	unsigned long at;
	u32 value;

	for (i = 0; i < array_size(rows); i++) {
		split(TRACE_NONE, true);
		settle();
		n = rows[i].n;
		at = drive_at(n, rows[i].offset);
		drive_load(n, rows[i].offset);
		fake_trace_break(n, rows[i].native, rows[i].native);
		CHECK_EQ("bus error",
			 rows[i].store ?
				 trace_mmio_store(&unit_trace, OURS, at, 0) :
				 trace_mmio_load(&unit_trace, OURS, at, &value),
			 TRACE_FAULT);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(found, UNIT_TRACE),	   UNIT_TEST(ranges, UNIT_TRACE),
	UNIT_TEST(native, UNIT_TRACE),	   UNIT_TEST(called, UNIT_TRACE),
	UNIT_TEST(driven, UNIT_TRACE),	   UNIT_TEST(contained, UNIT_TRACE),
	UNIT_TEST(table, UNIT_TRACE),	   UNIT_TEST(sleeps, UNIT_TRACE),
	UNIT_TEST(buffer, UNIT_TRACE),	   UNIT_TEST(gone, UNIT_TRACE),
	UNIT_TEST(opens_one, UNIT_TRACE),  UNIT_TEST(choice, UNIT_TRACE),
	UNIT_TEST(translated, UNIT_TRACE), UNIT_TEST(broken, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_coresight", tests, array_size(tests));
}
