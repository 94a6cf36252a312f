// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/tr_hide.c: no trace shows M-mode */
#include "unit_trace_drive.h"

/* --- M-mode --------------------------------------------------------------------- */

static void hidden_begin(void)
{
	drive_begin_tame(TRACE_DIRECT);
	unit_trace.show_m = false;
	unit_trace_buffer();
	drive_store(E0, TR_CONTROL, 0);
	drive_store(E0, TR_CONTROL, FAKE_ACTIVE);
}

static bool hidden_starts(void)
{
	drive_store(R, TR_CONTROL, CONTROL | FAKE_ENABLE);
	drive_store(F, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
	drive_store(E0, TR_CONTROL,
		    FAKE_ACTIVE | TE_MODE_6 | TE_NTRACE | FAKE_ENABLE);
	return drive_enabled(E0);
}

static void hidden_when_driven(void)
{
	hidden_begin();
	CHECK_EQ("set with Active", fake_trace_reg(E0, 0xc), 8);
	CHECK_EQ("as if there were none", drive_load(E0, TR_TE_INST_FILTERS),
		 0);
	CHECK("starts", hidden_starts());
	drive_store(E0, TR_TE_INST_FILTERS, 0);
	drive_store(E0, 0x460, 0);
	drive_store(E0, 0x464, 0xff);
	CHECK_EQ("stays", fake_trace_reg(E0, 0xc), 8);
	CHECK_EQ("stays", fake_trace_reg(E0, 0x460), 3);
	CHECK_EQ("stays", fake_trace_reg(E0, 0x464), 0x63);
	CHECK_EQ("vendor",
		 trace_mmio_store(&unit_trace, OURS, drive_at(E0, 0xe00), 1),
		 TRACE_FAULT);
	drive_store(E0, TR_CONTROL,
		    FAKE_ACTIVE | FAKE_ENABLE | 7 << 4 | 7 << 24);
	CHECK_EQ("mode", fake_trace_reg(E0, 0) & 0x07000070,
		 TE_MODE_6 | TE_NTRACE);
}

/*
 * At rest, hidden registers refuse stores of S-mode, but registers next to them
 * accept stores.
 */
static void hidden_at_rest(void)
{
	static const u32 held[] = { 0x010, 0x01c, 0x050, 0x460, 0x464, 0x47c };
	unsigned int i;
	u32 writes;

	hidden_begin();
	writes = fake_trace[E0].writes;
	for (i = 0; i < array_size(held); i++)
		drive_store(E0, held[i], 1);
	CHECK_EQ("held", fake_trace[E0].writes, writes);
	drive_store(E0, 0x440, 1);
	CHECK_EQ("below", fake_trace_reg(E0, 0x440), 1);
	drive_store(E0, TR_TE_INST_FILTERS, 0xf);
	CHECK_EQ("filters", fake_trace_reg(E0, 0xc), 8);
}

static void hidden_filter_of_smode(void)
{
	hidden_begin();
	drive_store(E0, 0x400, 1);
	drive_store(E0, 0x404, 0xff);
	drive_store(E0, TR_TE_INST_FILTERS, 0xf);
	CHECK("starts", hidden_starts());
	CHECK_EQ("its own", fake_trace_reg(E0, 0xc), 1);
	CHECK_EQ("but M", fake_trace_reg(E0, 0x404), 0x63);
	CHECK_EQ("as it stored", drive_load(E0, TR_TE_INST_FILTERS), 7);
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
		drive_store64(E0, 0x610, rows[i].match);
		drive_store64(E0, 0x618, rows[i].match);
		drive_store(E0, rows[i].offset, rows[i].value);
		CHECK_EQ(rows[i].name, hidden_starts(), !rows[i].refused);
	}
	hidden_begin();
	drive_store64(E0, 0x610, 0x1180000040ull);
	drive_store(E0, 0x600, 0x4000);
	CHECK_EQ("the firmware's low half", hidden_starts(),
		 fake.has.xlen == 64);
	hidden_begin();
	unit_trace.component[E0].encoder.hiding = 16;
	CHECK("no filter", !hidden_starts());
	CHECK_RET("no filter", START(HARTID), SBI_ERR_NOT_SUPPORTED, 0);
}

/*
 * If a register cannot be read, or never reads the same value twice, nothing is
 * hidden by it.
 */
static void hidden_unreadable(void)
{
	static const struct {
		const char *name;
		u32 offset;
		bool own; /* S-mode has no filter of its own */
	} rows[] = {
		{ "data", TR_TE_DATA_CONTROL, true },
		{ "triggers", TR_TE_TRIG_EXT_IN_CONTROL, true },
		{ "comparator", 0x600, true },
		{ "the second one", 0x620, true },
		{ "primary", 0x610, true },
		{ "its high half", 0x614, true },
		{ "secondary", 0x618, true },
		{ "its high half", 0x61c, true },
		{ "filters", TR_TE_INST_FILTERS, true },
		{ "our filter", 0x460, true },
		{ "its match", 0x464, true },
		{ "filters", TR_TE_INST_FILTERS, false },
		{ "S-mode's filter", 0x400, false },
		{ "its match", 0x404, false },
	};
	unsigned int i, broken;

	for (i = 0; i < 2 * array_size(rows); i++) {
		broken = i & 1;
		hidden_begin();
		drive_store(E0, 0x400, 1);
		drive_store(E0, TR_TE_INST_FILTERS, !rows[i / 2].own);
		fake_trace[E0].flicker = broken ? 0 : 1;
		fake_trace[E0].flicker_offset = rows[i / 2].offset;
		if (broken)
			fake_trace_break(E0, rows[i / 2].offset,
					 rows[i / 2].offset);
		CHECK(rows[i / 2].name, !hidden_starts());
	}
}

/* In the original design S-mode's filter could exclude M-mode. */
static void hidden_no_more(void)
{
	unsigned int fixed;

	for (fixed = 0; fixed < 2; fixed++) {
		hidden_begin();
		drive_store(E0, 0x400, 1);
		drive_store(E0, TR_TE_INST_FILTERS, 1);
		fake_trace[E0].has.filter_match_fixed = fixed ? 1 << 3 : 0;
		CHECK_EQ("starts", hidden_starts(), !fixed);
	}
}

static void hidden_from_comparator_calls(void)
{
	drive_begin_tame(TRACE_MEDIATED);
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

/* A refused call wakes no component. */
static void refused_touches_nothing(void)
{
	u32 writes;

	drive_begin_tame(TRACE_DIRECT);
	drive_store(E0, TR_CONTROL, 0);
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

static const struct unit_test tests[] = {
	UNIT_TEST(hidden_when_driven, UNIT_TRACE),
	UNIT_TEST(hidden_at_rest, UNIT_TRACE),
	UNIT_TEST(hidden_filter_of_smode, UNIT_TRACE),
	UNIT_TEST(hidden_otherwise_refused, UNIT_TRACE),
	UNIT_TEST(hidden_unreadable, UNIT_TRACE),
	UNIT_TEST(hidden_no_more, UNIT_TRACE),
	UNIT_TEST(hidden_from_comparator_calls, UNIT_TRACE),
	UNIT_TEST(refused_touches_nothing, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_hide", tests, array_size(tests));
}
