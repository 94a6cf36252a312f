// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/tr_*.c: reset, discovery, abilities, known state and defaults */
#include "unit_trace.h"

/* --- encoders ---------------------------------------------------------------- */

static void encoder_abilities(void)
{
	const struct trace_encoder_caps *caps;

	unit_trace_boot(TRACE_DIRECT);
	caps = &unit_trace.component[E0].encoder;
	CHECK_EQ("control", caps->control,
		 TE_CONTEXT | TE_TRIG | TE_STALL | TE_NO_SRC);
	CHECK_EQ("features", caps->features, 0x0fff07cc);
	CHECK_EQ("time", caps->ts_control, 0x2000830a);
	CHECK_EQ("modes", caps->modes, 0x49);
	CHECK_EQ("formats", caps->formats, 0x03);
	CHECK_EQ("sync modes", caps->sync_modes, 0x0b);
	CHECK_EQ("sync max", caps->sync_max, 0xffff);
	CHECK_EQ("return modes", caps->return_modes, 0x0f);
	CHECK_EQ("time modes", caps->ts_modes, 0x17);
	CHECK_EQ("filters", caps->filters, 0x0f);
	CHECK_EQ("comparators", caps->comparators, 0x03);
	CHECK_EQ("of filters", caps->filter_control, 0xffff);
	CHECK_EQ("of their match", caps->filter_match, 0x1ff);
	CHECK_EQ("of comparators", caps->comp_control, 0xf77f);
	CHECK("Empty", caps->has_empty);
}

/* An encoder with the least features that the standard allows. */
static void encoder_least(void)
{
	const struct trace_encoder_caps *caps;
	struct fake_trace_design *has;

	unit_trace_hardware();
	has = &fake_trace[E2].has;
	*has = (struct fake_trace_design){ .impl = 0x00010101,
					   .modes = 1 << 3,
					   .formats = 1 << 1,
					   .sync_modes = 1 << 2,
					   .sync_max = 1 << 5,
					   .return_modes = 1 };
	unit_trace_boot_as_built(TRACE_MEDIATED);
	caps = &unit_trace.component[E2].encoder;
	CHECK_EQ("usable", unit_trace.component[E2].reason, TRACE_USABLE);
	CHECK_EQ("warning", unit_trace.component[E2].warnings,
		 TRACE_NOT_HIDING);
	CHECK_EQ("control", caps->control, 0);
	CHECK_EQ("features", caps->features, 0);
	CHECK_EQ("time", caps->ts_control | caps->ts_modes, 0);
	CHECK_EQ("filters", caps->filters, 0);
	CHECK_EQ("of filters", caps->filter_control | caps->filter_match, 0);
	CHECK_EQ("comparators", caps->comparators | caps->comp_control, 0);
	CHECK_EQ("defaults", fake_trace_reg(E2, 0),
		 FAKE_ACTIVE | FAKE_EMPTY | TE_MODE_3 | 2 << 16 | 5 << 20 |
			 TE_NTRACE);
}

/* The maximum of the field for the number of source ID bits. */
static void encoder_most_source_bits(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.max_source_bits = 15;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_EQ("source IDs", unit_trace.component[E0].encoder.source_ids,
		 fake_trace[E0].has.source_ids);
}

/* Registers that may have had noise have 0 or a default afterwards. */
static void encoder_known_state(void)
{
	u32 offset, want;

	unit_trace_boot(TRACE_DIRECT);
	CHECK_EQ("control", fake_trace_reg(E0, 0),
		 FAKE_ACTIVE | FAKE_EMPTY | TE_MODE_6 | 1 << 16 | 6 << 20 |
			 TE_NTRACE);
	for (offset = 8; offset < 0x1000; offset += 4) {
		want = offset == 8 ? 0x10000000 : 0;
		if (offset == 0x40)
			want = 0x20000000;
		CHECK_EQ("register", fake_trace_reg(E0, offset), want);
	}
}

static void encoder_default_sync(void)
{
	static const struct {
		u8 modes;
		u16 max;
		u32 want; /* trTeInstSyncMode and trTeInstSyncMax */
	} rows[] = {
		{ 0x03, 0xffff, 1 << 16 | 6 << 20 },
		{ 0x0d, 0xffff, 2 << 16 | 6 << 20 },
		{ 0x09, 0xffff, 3 << 16 | 10 << 20 },
		{ 0x0f, 0xff80, 1 << 16 | 7 << 20 },
		{ 0x0f, 0x001c, 1 << 16 | 4 << 20 },
		{ 0x01, 0xffff, 0 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		fake_trace[E0].has.sync_modes = rows[i].modes;
		fake_trace[E0].has.sync_max = rows[i].max;
		unit_trace_boot_as_built(TRACE_DIRECT);
		CHECK_EQ("sync", fake_trace_reg(E0, 0) & 0x00f30000,
			 rows[i].want);
	}
}

/* Without N-Trace, and without trTeEmpty, which is optional with E-Trace. */
static void encoder_etrace(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.formats = 1;
	fake_trace[E0].has.no_empty = true;
	fake_trace[E0].reg[0] = 0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_EQ("usable", unit_trace.component[E0].reason, TRACE_USABLE);
	CHECK("no Empty", !unit_trace.component[E0].encoder.has_empty);
	CHECK_EQ("format", fake_trace_reg(E0, 0) >> 24, 0);
	CHECK("named", trace_sends_etrace(&unit_trace.component[E0]));
	CHECK("not the other", !trace_sends_etrace(&unit_trace.component[E1]));
	CHECK("no encoder", !trace_sends_etrace(&unit_trace.component[F]));
}

static void encoder_protocols(void)
{
	static const struct {
		const char *name;
		u8 formats;
		u32 impl;
		bool etrace_impl;
		enum trace_reason reason;
	} rows[] = {
		{ "N-Trace 1", 0x02, 0x00010101, false, TRACE_USABLE },
		{ "N-Trace 1.3", 0x02, 0x00310101, false, TRACE_USABLE },
		{ "N-Trace 2", 0x02, 0x00020101, false, TRACE_BAD_PROTOCOL },
		{ "says E-Trace", 0x02, 0x00010101, true, TRACE_BAD_PROTOCOL },
		{ "vendor's", 0x80, 0x00010101, false, TRACE_BAD_PROTOCOL },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		fake_trace[E0].has.formats = rows[i].formats;
		fake_trace[E0].has.impl = rows[i].impl;
		fake_trace[E0].has.etrace_impl = rows[i].etrace_impl;
		unit_trace_boot_as_built(TRACE_DIRECT);
		unit_trace_refused(rows[i].name, E0, rows[i].reason,
				   TRACE_NONE);
	}
}

/* --- M-mode stays out ---------------------------------------------------------- */

static void hiding(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_EQ("the highest filter", fake_trace_reg(E0, 0xc), 1 << 3);
	CHECK_EQ("it matches modes", fake_trace_reg(E0, 0x460), 3);
	CHECK_EQ("all but M", fake_trace_reg(E0, 0x464), 0x63);
	trace_init(&unit_trace, TRACE_MEDIATED);
	unit_trace_hardware();
	unit_trace_describe(TRACE_MEDIATED);
	unit_trace.show_m = true;
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	CHECK_EQ("no filter", fake_trace_reg(E0, 0xc), 0);
}

static void hiding_impossible(void)
{
	static const struct {
		const char *name;
		u16 filters;
		u32 control, match, match_fixed;
	} rows[] = {
		{ "no filter", 0, 0xffff, 0x1ff, 0 },
		{ "no match of modes", 0xf, 0xfffd, 0x1ff, 0 },
		{ "cannot be enabled", 0xf, 0xfffe, 0x1ff, 0 },
		{ "no choice of S", 0xf, 0xffff, 0x1fd, 0 },
		{ "M always passes", 0xf, 0xffff, 0x1f7, 0x8 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		fake_trace[E0].has.filters = rows[i].filters;
		fake_trace[E0].has.filter_control = rows[i].control;
		fake_trace[E0].has.filter_match = rows[i].match;
		fake_trace[E0].has.filter_match_fixed = rows[i].match_fixed;
		unit_trace_boot_as_built(TRACE_MEDIATED);
		CHECK_EQ(rows[i].name, unit_trace.component[E0].warnings,
			 TRACE_NOT_HIDING);
		CHECK_EQ(rows[i].name, unit_trace.component[E1].warnings,
			 TRACE_NO_WARNING);
	}
}

/* --- versions and silence ------------------------------------------------------ */

static void versions(void)
{
	static const struct {
		const char *name;
		u32 impl;
		enum trace_reason reason;
		enum trace_warning warning;
	} rows[] = {
		{ "1.0", 0x00010101, TRACE_USABLE, TRACE_NO_WARNING },
		{ "1.1", 0x00010111, TRACE_USABLE, TRACE_NEWER_MINOR },
		{ "1.14", 0x000101e1, TRACE_USABLE, TRACE_NEWER_MINOR },
		{ "1.15", 0x000101f1, TRACE_USABLE, TRACE_EXPERIMENTAL },
		{ "0.0", 0x00010100, TRACE_OLD_VERSION, TRACE_NO_WARNING },
		{ "0.5", 0x00010150, TRACE_OLD_VERSION, TRACE_NO_WARNING },
		{ "2.0", 0x00010102, TRACE_NEW_VERSION, TRACE_NO_WARNING },
		{ "15.0", 0x0001010f, TRACE_NEW_VERSION, TRACE_NO_WARNING },
		{ "type 0", 0x00010001, TRACE_UNKNOWN_TYPE, TRACE_NO_WARNING },
		{ "type 2", 0x00010201, TRACE_UNKNOWN_TYPE, TRACE_NO_WARNING },
		{ "type 15", 0x00010f01, TRACE_UNKNOWN_TYPE, TRACE_NO_WARNING },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		fake_trace[E0].has.impl = rows[i].impl;
		unit_trace_boot_as_built(TRACE_DIRECT);
		unit_trace_refused(rows[i].name, E0, rows[i].reason,
				   TRACE_NONE);
		CHECK_EQ(rows[i].name, unit_trace.component[E0].warnings,
			 rows[i].warning);
		if (rows[i].reason)
			CHECK_EQ("off", fake_trace_reg(E0, 0) & FAKE_ACTIVE, 0);
		CHECK_EQ("others", unit_trace.component[E1].reason,
			 TRACE_USABLE);
	}
}

/*
 * A component that does not respond costs a limited time, and is refused with
 * the encoders before it.
 */
static void no_answer(void)
{
	unsigned int n, stuck;

	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		for (stuck = 0; stuck < 2; stuck++) {
			unit_trace_hardware();
			if (stuck) {
				fake_trace[n].has.stuck_on = true;
				fake_trace[n].reg[0] |= FAKE_ACTIVE;
			} else {
				fake_trace[n].has.dead = true;
			}
			unit_trace_boot_as_built(TRACE_DIRECT);
			CHECK_EQ("reason", unit_trace.component[n].reason,
				 TRACE_NO_ANSWER);
			CHECK("bounded",
			      fake_trace_polls < 4 * TRACE_WAIT_US + 200);
			CHECK_EQ("E2 with R2", !unit_trace.component[E2].reason,
				 n != E2 && n != R2);
		}
}

/* An earlier boot stage left the components running; they stop slowly. */
static void found_running(void)
{
	unsigned int n;

	unit_trace_hardware();
	for (n = 0; n < FAKE_TRACE_COUNT; n++) {
		fake_trace[n].reg[0] |= FAKE_ACTIVE | FAKE_ENABLE;
		fake_trace[n].has.slow = 200;
	}
	unit_trace_boot_as_built(TRACE_DIRECT);
	for (n = 0; n < FAKE_TRACE_COUNT; n++)
		CHECK_EQ("usable", unit_trace.component[n].reason,
			 TRACE_USABLE);
	unit_trace_check_quiet("after boot");
}

/* A component that is refused only for its links is switched off as well. */
static void refused_is_off(void)
{
	unit_trace_hardware();
	fake_trace[E0].reg[0] |= FAKE_ACTIVE | FAKE_ENABLE;
	unit_trace_describe(TRACE_DIRECT);
	trace_connect(&unit_trace, E0, R, 0);
	trace_connect(&unit_trace, E0, R2, 0);
	trace_probe(&unit_trace);
	unit_trace_refused("E0", E0, TRACE_TWO_OUTPUTS, R2);
	CHECK_EQ("off", fake_trace_reg(E0, 0) & FAKE_ACTIVE, 0);
}

/* --- sinks and funnels --------------------------------------------------------- */

static void ram_ranges(void)
{
	static const struct {
		const char *name;
		u32 impl;
		u64 start_mask, start_fixed, limit_mask, limit_fixed;
		u32 sram_limit;
		u64 start_min, start_max, limit_max;
		u32 width, alignment;
		bool smem, sram, high;
	} rows[] = {
		{ "any memory", 0x3901, ~0x3full, 0, ~0xfull, 0, 0xfc, 0,
		  ~0x3full, ~0xfull, 16, 64, true, true, true },
		{ "32 bits", 0x2901, 0xfffffffc, 0, 0xfffffffc, 0, 0, 0,
		  0xfffffffc, 0xfffffffc, 4, 4, true, false, false },
		{ "fixed", 0x2901, 0, 0x90000000, 0xfffc, 0x90000000, 0,
		  0x90000000, 0x90000000, 0x9000fffc, 4, 4, true, false,
		  false },
		{ "SRAM", 0x1901, 0, 0, 0, 0, 0x3fc, 0, 0, 0, 4, 4, false, true,
		  false },
	};
	const struct trace_sink_caps *caps;
	struct fake_trace_design *has;
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_hardware();
		has = &fake_trace[R].has;
		has->impl = rows[i].impl;
		has->start_mask = rows[i].start_mask;
		has->start_fixed = rows[i].start_fixed;
		has->limit_mask = rows[i].limit_mask;
		has->limit_fixed = rows[i].limit_fixed;
		has->sram_limit = rows[i].sram_limit;
		unit_trace_boot_as_built(TRACE_DIRECT);
		caps = &unit_trace.component[R].sink;
		CHECK_EQ(rows[i].name, caps->start_min, rows[i].start_min);
		CHECK_EQ(rows[i].name, caps->start_max, rows[i].start_max);
		CHECK_EQ(rows[i].name, caps->limit_max, rows[i].limit_max);
		CHECK_EQ(rows[i].name, caps->sram_limit, rows[i].sram_limit);
		CHECK_EQ(rows[i].name, caps->width, rows[i].width);
		CHECK_EQ(rows[i].name, caps->alignment, rows[i].alignment);
		CHECK_EQ(rows[i].name, caps->smem, rows[i].smem);
		CHECK_EQ(rows[i].name, caps->sram, rows[i].sram);
		CHECK_EQ(rows[i].name, caps->high, rows[i].high);
	}
}

/* The parked sink can only write to its lowest address, enabled or not. */
static void ram_parked(void)
{
	unit_trace_boot(TRACE_DIRECT);
	CHECK_EQ("control", fake_trace_reg(R, 0),
		 FAKE_ACTIVE | FAKE_EMPTY | RAM_SMEM);
	CHECK_EQ("start", fake_trace_reg64(R, 0x10), 0);
	CHECK_EQ("limit", fake_trace_reg64(R, 0x18), 0);
	CHECK_EQ("wp", fake_trace_reg64(R, 0x20), 0);
	CHECK_EQ("rp", fake_trace_reg(R, 0x28), 0);
	CHECK_EQ("owner", unit_trace.component[R].owner, TRACE_NO_OWNER);
	CHECK("stop on wrap", unit_trace.component[R].sink.stop_on_wrap);
	unit_trace_hardware();
	fake_trace[R].has.no_stop_on_wrap = true;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK("none", !unit_trace.component[R].sink.stop_on_wrap);
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x1901;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_EQ("wp of an SRAM", fake_trace_reg64(R, 0x20), 0);
}

/*
 * trRamImpl has neither bit: the mode field decides. A model in QEMU does this.
 */
static void ram_modes(void)
{
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x0901;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_EQ("usable", unit_trace.component[R].reason, TRACE_USABLE);
	CHECK("SRAM", unit_trace.component[R].sink.sram);
	CHECK("no SMEM", !unit_trace.component[R].sink.smem);
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x0901;
	fake_trace[R].has.mode_fixed = true;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK("no SRAM", !unit_trace.component[R].sink.sram);
	CHECK("SMEM", unit_trace.component[R].sink.smem);
	CHECK_EQ("start", unit_trace.component[R].sink.start_max, ~0x3full);
}

static void funnel_state(void)
{
	unit_trace_boot(TRACE_DIRECT);
	CHECK_EQ("inputs", unit_trace.component[F].funnel.inputs, 3);
	CHECK_EQ("time", unit_trace.component[F].funnel.ts_modes, 0x17);
	CHECK_EQ("control", fake_trace_reg(F, 0), FAKE_ACTIVE | FAKE_EMPTY);
	CHECK_EQ("all on", fake_trace_reg(F, 8), 0);
	CHECK_EQ("time", fake_trace_reg(F, 0x40), 0x20000000);
}

static void other_sinks(void)
{
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x0a01;
	fake_trace[R2].has.impl = 0x0e01;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_EQ("PIB", unit_trace.component[R].type, TR_COMP_PIB_SINK);
	CHECK_EQ("usable", unit_trace.component[R].reason, TRACE_USABLE);
	CHECK_EQ("off, and slow", fake_trace_reg(R, 0),
		 FAKE_ACTIVE | FAKE_EMPTY | 0xffff0000);
	CHECK_EQ("ATB", unit_trace.component[R2].type, TR_COMP_ATB_BRIDGE);
	CHECK_EQ("usable", unit_trace.component[R2].reason, TRACE_USABLE);
	CHECK_EQ("no ID yet", fake_trace_reg(R2, 0), FAKE_ACTIVE | FAKE_EMPTY);
}

static const struct unit_test tests[] = {
	UNIT_TEST(encoder_abilities, UNIT_TRACE),
	UNIT_TEST(encoder_least, UNIT_TRACE),
	UNIT_TEST(encoder_most_source_bits, UNIT_TRACE),
	UNIT_TEST(encoder_known_state, UNIT_TRACE),
	UNIT_TEST(encoder_default_sync, UNIT_TRACE),
	UNIT_TEST(encoder_etrace, UNIT_TRACE),
	UNIT_TEST(encoder_protocols, UNIT_TRACE),
	UNIT_TEST(hiding, UNIT_TRACE),
	UNIT_TEST(hiding_impossible, UNIT_TRACE),
	UNIT_TEST(versions, UNIT_TRACE),
	UNIT_TEST(no_answer, UNIT_TRACE | UNIT_RV64),
	UNIT_TEST(found_running, UNIT_TRACE),
	UNIT_TEST(refused_is_off, UNIT_TRACE),
	UNIT_TEST(ram_ranges, UNIT_TRACE),
	UNIT_TEST(ram_parked, UNIT_TRACE),
	UNIT_TEST(ram_modes, UNIT_TRACE),
	UNIT_TEST(funnel_state, UNIT_TRACE),
	UNIT_TEST(other_sinks, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_probe", tests, array_size(tests));
}
