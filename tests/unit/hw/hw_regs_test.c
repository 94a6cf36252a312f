// SPDX-License-Identifier: BSD-2-Clause
/* Registers of the model of trace hardware: the values that they accept. */
#include <stdio.h>
#include <string.h>

#include "unit_hw.h"

#define ACTIVE FIELD_MASK(TR_CONTROL, ACTIVE)
#define ENABLE FIELD_MASK(TR_CONTROL, ENABLE)
#define EMPTY FIELD_MASK(TR_CONTROL, EMPTY)

/*
 * Values of a register after a write of ones except Enable, and of 0 except
 * Active.
 */
struct row {
	unsigned int comp, offset;
	u32 ones, zero;
};

static const struct row rows[] = {
	{ ENC0, TR_TE_CONTROL, 0x01f3aa6d, 0x01000009 },
	{ ENC0, TR_TE_IMPL, 0x00010101, 0x00010101 },
	{ ENC0, TR_TE_INST_FEATURES, 0xcfff07cc, 0 },
	{ ENC0, TR_TE_INST_FILTERS, 0xf, 0 },
	{ ENC0, TR_TS_CONTROL, 0x2800830b, 0x28000001 },
	{ ENC0, TR_TE_TRIG_EXT_OUT_CONTROL, 0x33, 0 },
	{ ENC0, TR_TE_FILTER, 0x1113, 0 },
	{ ENC0, TR_TE_FILTER + 4, 0xff, 0 },
	{ ENC0, TR_TE_FILTER + 0x60, 0x1113, 0 },
	{ ENC0, TR_TE_FILTER + 0x64, 0xff, 0 },
	{ ENC0, TR_TE_COMP, 0x3775, 0 },
	{ ENC0, TR_TE_COMP + 0x10, ~0u, 0 },
	{ ENC0, TR_TE_COMP + 0x14, ~0u, 0 },
	{ ENC0, TR_TE_COMP + 0x18, ~0u, 0 },
	{ ENC0, TR_TE_COMP + 0x1c, ~0u, 0 },
	{ FUNNEL, TR_FUNNEL_CONTROL, 0x9, 0x9 },
	{ FUNNEL, TR_FUNNEL_IMPL, 0x801, 0x801 },
	{ FUNNEL, TR_FUNNEL_DIS_INPUT, 0x7, 0 },
	{ FUNNEL, TR_TS_CONTROL, 0x30000303, 0x30000000 },
	{ SINK, TR_RAM_IMPL, 0x3901, 0x3901 },
	{ SINK, TR_RAM_CONTROL, 0x7119, 0x9 },
	{ PIB, TR_PIB_CONTROL, 0xffff7209, 0x9 },
	{ PIB, TR_PIB_IMPL, 0xa01, 0xa01 },
	{ ATB, TR_ATB_BRIDGE_CONTROL, 0x7f09, 0x9 },
	{ ATB, TR_ATB_BRIDGE_IMPL, 0x7e01, 0xe01 },
};

static const struct row *row_of(unsigned int comp, unsigned int offset)
{
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		if (rows[i].comp == comp && rows[i].offset == offset)
			return &rows[i];
	return NULL;
}

/*
 * All encoders have the registers of the first one; the same holds for
 * comparators.
 */
static u32 expected(unsigned int comp, unsigned int offset, bool ones)
{
	const struct row *row;

	if (comp == ENC1)
		comp = ENC0;
	if (comp == ENC0 && offset >= TR_TE_FILTER &&
	    offset < TR_TE_FILTER + 4 * TR_TE_UNIT_PITCH)
		offset = TR_TE_FILTER + offset % TR_TE_UNIT_PITCH;
	if (comp == ENC0 && offset >= TR_TE_COMP &&
	    offset < TR_TE_COMP + 3 * TR_TE_UNIT_PITCH)
		offset = TR_TE_COMP + offset % TR_TE_UNIT_PITCH;
	row = row_of(comp, offset);
	if (!row)
		return 0;
	return ones ? row->ones : row->zero;
}

static bool is_pointer(unsigned int comp, unsigned int offset)
{
	return comp == SINK &&
	       ((offset >= TR_RAM_START_LOW && offset <= TR_RAM_RP_HIGH) ||
		offset == TR_RAM_DATA);
}

static void activate(void)
{
	unsigned int i;

	unit_hw_make();
	for (i = 0; i < HW_NUM; i++)
		unit_hw_store(i, TR_CONTROL, ACTIVE);
}

static void regs_warl(void)
{
	char name[32];
	unsigned int comp, at;

	unit_hw_usual();
	activate();
	for (comp = 0; comp < HW_NUM; comp++) {
		for (at = 0; at < TR_WINDOW_SIZE; at += 4) {
			if (is_pointer(comp, at))
				continue;
			snprintf(name, sizeof(name), "%u at 0x%x", comp, at);
			unit_hw_store(comp, at, at ? ~0u : ~(u32)ENABLE);
			CHECK_EQ(name, unit_hw_load(comp, at),
				 expected(comp, at, true));
			unit_hw_store(comp, at, at ? 0 : ACTIVE);
			CHECK_EQ(name, unit_hw_load(comp, at),
				 expected(comp, at, false) &
					 ~(at ? 0u : (u32)ENABLE));
		}
	}
}

/* While Active is 0, only tr??Control exists. */
static void regs_in_reset(void)
{
	unsigned int comp, at, same = 0;
	u32 noise;

	unit_hw_usual();
	unit_hw_make();
	for (comp = 0; comp < HW_NUM; comp++) {
		CHECK_EQ("Active, Enable, Empty",
			 unit_hw_load(comp, TR_CONTROL) &
				 (ACTIVE | ENABLE | EMPTY),
			 EMPTY);
		for (at = 4; at < TR_WINDOW_SIZE; at += 4) {
			noise = unit_hw_load(comp, at);
			unit_hw_store(comp, at, ~noise);
			CHECK_EQ("not written", unit_hw_load(comp, at), noise);
			same += noise == unit_hw_load(comp, at - 4);
		}
		unit_hw_store(comp, TR_CONTROL, ENABLE);
		CHECK("not enabled either",
		      !(unit_hw_load(comp, TR_CONTROL) & (ENABLE | ACTIVE)));
	}
	CHECK("noise", same < 4);
}

/* Every reset leaves other values, but always legal ones. */
static void regs_undefined(void)
{
	unsigned int i, changes = 0, others = 0;
	u32 was = 0, was_other = 0, now;

	unit_hw_usual();
	unit_hw_make();
	for (i = 0; i < 64; i++) {
		unit_hw_store(ENC0, TR_CONTROL, 0);
		unit_hw_store(ENC0, TR_CONTROL, ~0u);
		now = unit_hw_load(ENC0, TR_CONTROL);
		CHECK("only the legal", !(now & ~0x01f3aa7du));
		CHECK("its status is defined",
		      !(now &
			FIELD_MASK(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW)));
		CHECK("not enabled", !(now & ENABLE));
		changes += now != was;
		was = now;
		CHECK_EQ("defined", unit_hw_load(ENC0, TR_TE_IMPL), 0x10101);
		now = unit_hw_load(ENC0, TR_TE_COMP + TR_TE_COMP_P_MATCH_LOW);
		others += now != was_other;
		was_other = now;
	}
	CHECK("noise", changes > 60 && others > 60);
	hw_design[ENC0].quiet = true;
	activate();
	CHECK_EQ("no noise", unit_hw_load(ENC0, TR_CONTROL), 0x01000009);
	CHECK_EQ("no noise", unit_hw_load(ENC0, TR_TE_INST_FEATURES), 0);
}

static void regs_pib_divider(void)
{
	unit_hw_usual();
	activate();
	CHECK_EQ("slow",
		 FIELD_GET(TR_PIB_CONTROL, DIVIDER,
			   unit_hw_load(PIB, TR_PIB_CONTROL)),
		 0xffff);
	unit_hw_store(PIB, TR_PIB_CONTROL, 0x1a1);
	CHECK_EQ("parallel", unit_hw_load(PIB, TR_PIB_CONTROL), 0x1a9);
	unit_hw_store(PIB, TR_PIB_CONTROL, 0x141);
	CHECK_EQ("serial", unit_hw_load(PIB, TR_PIB_CONTROL), 0x49);
	unit_hw_store(PIB, TR_PIB_CONTROL, 0x181);
	CHECK_EQ("no such mode", unit_hw_load(PIB, TR_PIB_CONTROL), 0x9);
}

static void regs_mode(void)
{
	static const struct {
		u32 modes;
		u8 becomes[8];
	} rows_of[] = {
		{ 1u << 3 | 1u << 6, { 0, 6, 6, 3, 6, 6, 6, 6 } },
		{ 1u << 3, { 0, 3, 3, 3, 3, 3, 3, 3 } },
		{ 1u << 6, { 0, 6, 6, 6, 6, 6, 6, 6 } },
	};
	unsigned int i, mode;

	for (i = 0; i < array_size(rows_of); i++) {
		unit_hw_usual();
		hw_design[ENC0].modes = rows_of[i].modes;
		activate();
		for (mode = 0; mode < 8; mode++) {
			unit_hw_store(ENC0, TR_CONTROL, 1 | mode << 4);
			CHECK_EQ("trTeInstMode",
				 unit_hw_load(ENC0, TR_CONTROL) >> 4 & 7,
				 rows_of[i].becomes[mode]);
		}
	}
}

static void regs_source_id(void)
{
	unit_hw_usual();
	activate();
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, 0x2fff0000);
	CHECK_EQ("two bits", unit_hw_load(ENC0, TR_TE_INST_FEATURES),
		 0x20030000);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, 0xdabc0000);
	CHECK_EQ("12 bits", unit_hw_load(ENC0, TR_TE_INST_FEATURES),
		 0xcabc0000);
}

static void regs_triggers(void)
{
	unit_hw_usual();
	activate();
	unit_hw_store(ENC0, TR_TE_TRIG_EXT_IN_CONTROL, 0x22222243);
	CHECK_EQ("two inputs", unit_hw_load(ENC0, TR_TE_TRIG_EXT_IN_CONTROL),
		 0x43);
	unit_hw_store(ENC0, TR_TE_TRIG_EXT_IN_CONTROL, 0x52);
	CHECK_EQ("reserved", unit_hw_load(ENC0, TR_TE_TRIG_EXT_IN_CONTROL),
		 0x02);
	unit_hw_store(ENC0, TR_TE_TRIG_EXT_IN_CONTROL, 0x21);
	CHECK_EQ("reserved", unit_hw_load(ENC0, TR_TE_TRIG_EXT_IN_CONTROL),
		 0x20);
}

static void regs_filter_choice(void)
{
	unit_hw_usual();
	activate();
	unit_hw_store(ENC0, TR_TE_FILTER, 0x7353);
	CHECK_EQ("comparator 2, 1, and none of 3",
		 unit_hw_load(ENC0, TR_TE_FILTER), 0x1353);
	hw_design[ENC0].comps = 0;
	activate();
	unit_hw_store(ENC0, TR_TE_FILTER, ~0u);
	CHECK_EQ("no comparators", unit_hw_load(ENC0, TR_TE_FILTER), 3);
}

static void regs_slow(void)
{
	unsigned int i;

	unit_hw_usual();
	hw_design[FUNNEL].slow = 3;
	unit_hw_make();
	unit_hw_store(FUNNEL, TR_CONTROL, 1);
	for (i = 0; i < 3; i++)
		CHECK_EQ("not yet", unit_hw_load(FUNNEL, TR_CONTROL) & 1, 0);
	CHECK_EQ("active", unit_hw_load(FUNNEL, TR_CONTROL), 0x9);
	unit_hw_store(FUNNEL, TR_CONTROL, 0);
	for (i = 0; i < 3; i++)
		CHECK_EQ("not yet", unit_hw_load(FUNNEL, TR_CONTROL) & 1, 1);
	CHECK_EQ("in reset", unit_hw_load(FUNNEL, TR_CONTROL) & 1, 0);
	unit_hw_store(FUNNEL, TR_CONTROL, 1);
	for (i = 0; i < 3; i++)
		unit_hw_load(FUNNEL, TR_CONTROL);
	unit_hw_store(FUNNEL, TR_CONTROL, 0);
	unit_hw_store(FUNNEL, TR_CONTROL, 1);
	for (i = 0; i < 8; i++)
		CHECK_EQ("it stays", unit_hw_load(FUNNEL, TR_CONTROL) & 1, 1);
	unit_hw_store(FUNNEL, TR_CONTROL, 0);
	for (i = 0; i < 3; i++)
		unit_hw_load(FUNNEL, TR_CONTROL);
	unit_hw_store(FUNNEL, TR_CONTROL, 1);
	unit_hw_store(FUNNEL, TR_CONTROL, 0);
	for (i = 0; i < 8; i++)
		CHECK_EQ("it thought better",
			 unit_hw_load(FUNNEL, TR_CONTROL) & 1, 0);
}

static void regs_stuck(void)
{
	unsigned int i;

	unit_hw_usual();
	hw_design[ENC0].stuck = HW_STUCK_ACTIVE;
	hw_design[SINK].stuck = HW_STUCK_ENABLE;
	hw_design[FUNNEL].stuck = HW_STUCK_EMPTY;
	activate();
	for (i = 0; i < 100; i++)
		CHECK_EQ("Active", unit_hw_load(ENC0, TR_CONTROL) & 1, 0);
	unit_hw_set(SINK, ENABLE, 0);
	CHECK("Enable", !(unit_hw_load(SINK, TR_CONTROL) & ENABLE));
	CHECK("Empty before", unit_hw_load(FUNNEL, TR_CONTROL) & EMPTY);
	unit_hw_set(FUNNEL, ENABLE, 0);
	unit_hw_set(FUNNEL, 0, ENABLE);
	for (i = 0; i < 100; i++)
		CHECK_EQ("Empty", unit_hw_load(FUNNEL, TR_CONTROL) & EMPTY, 0);
}

static void regs_drain(void)
{
	unsigned int i;

	unit_hw_usual();
	hw_design[ATB].drain = 4;
	activate();
	unit_hw_set(ATB, ENABLE, 0);
	CHECK("Empty", unit_hw_load(ATB, TR_CONTROL) & EMPTY);
	unit_hw_set(ATB, 0, ENABLE);
	for (i = 0; i < 4; i++)
		CHECK_EQ("draining",
			 unit_hw_load(ATB, TR_CONTROL) & (EMPTY | ENABLE), 0);
	CHECK_EQ("Empty", unit_hw_load(ATB, TR_CONTROL) & EMPTY, EMPTY);
}

static void regs_versions(void)
{
	unit_hw_usual();
	hw_design[ENC0].ver_major = 0;
	hw_design[ENC0].protocol_minor = 3;
	hw_design[SINK].ver_minor = 15;
	hw_design[SINK].says_type = 0x5;
	hw_design[SINK].has_smem = false;
	activate();
	CHECK_EQ("0.0", unit_hw_load(ENC0, TR_IMPL), 0x00310100);
	CHECK_EQ("1.15", unit_hw_load(SINK, TR_IMPL), 0x15f1);
}

static void regs_wired(void)
{
	unit_hw_usual();
	hw_design[ENC0].num_fixed = 3;
	hw_design[ENC0].fixed[0] =
		(struct hw_fixed){ TR_TE_CONTROL, 0xf30000, 0x510000 };
	hw_design[ENC0].fixed[1] =
		(struct hw_fixed){ TR_TE_INST_FEATURES, 0xfff07cc, 0 };
	hw_design[ENC0].fixed[2] =
		(struct hw_fixed){ TR_TE_IMPL, 0xff000000, 0xab000000 };
	activate();
	unit_hw_store(ENC0, TR_TE_CONTROL, ~(u32)ENABLE);
	CHECK_EQ("sync", unit_hw_load(ENC0, TR_TE_CONTROL), 0x0151aa6d);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, ~0u);
	CHECK_EQ("features", unit_hw_load(ENC0, TR_TE_INST_FEATURES),
		 0xc0000000 | 0x0000000);
	CHECK_EQ("vendor", unit_hw_load(ENC0, TR_TE_IMPL), 0xab010101);
}

/* Registers have 32 bits; stores of other sizes do not change them. */
static void regs_other_sizes(void)
{
	u64 at = HW_WINDOW(FUNNEL) + TR_FUNNEL_DIS_INPUT;

	unit_hw_usual();
	activate();
	unit_hw_store(FUNNEL, TR_FUNNEL_DIS_INPUT, 5);
	memset(hw_ram + (at - HW_RAM), 0xff, 8);
	hw_stored(hw, at, 8, ~0u);
	CHECK_EQ("8 bytes", unit_hw_load(FUNNEL, TR_FUNNEL_DIS_INPUT), 5);
	hw_ram[at - HW_RAM] = 2;
	hw_stored(hw, at, 1, 2);
	CHECK_EQ("1 byte", unit_hw_load(FUNNEL, TR_FUNNEL_DIS_INPUT), 5);
	CHECK("a window", hw_decodes(hw, at));
	CHECK("below", !hw_decodes(hw, HW_WINDOW(HW_NUM - 1) - 1));
	CHECK("above", !hw_decodes(hw, HW_WINDOW(0) + TR_WINDOW_SIZE));
}

/* --- invalid designs ----------------------------------------------------- */

static void refused(const char *what, void (*spoil)(void))
{
	const char *error;
	struct hw *made;

	unit_hw_usual();
	spoil();
	made = hw_new(hw_design, HW_NUM, hw_ram, HW_RAM, HW_RAM_SIZE, 1,
		      &error);
	CHECK(what, !made && error);
	hw_free(made);
}

#define SPOIL(name, statement)         \
	static void spoil_##name(void) \
	{                              \
		statement;             \
	}

SPOIL(type, hw_design[0].type = 2)
SPOIL(alignment, hw_design[0].base += 0x800)
SPOIL(place, hw_design[0].base = HW_RAM - TR_WINDOW_SIZE)
SPOIL(end, hw_design[0].base = HW_RAM + HW_RAM_SIZE)
SPOIL(twice, hw_design[0].base = hw_design[1].base)
SPOIL(output, hw_design[0].output[0].comp = HW_NUM)
SPOIL(input, hw_design[ENC1].output[0].input = 3)
SPOIL(sink_input, hw_design[0].output[0].input = 1)
SPOIL(to_encoder, hw_design[0].output[0].comp = ENC1)
SPOIL(loop, hw_design[FUNNEL].output[0].comp = FUNNEL)
SPOIL(hart, hw_design[0].hart = HW_HARTS_MAX)
SPOIL(modes, hw_design[0].modes = 1u << 7)
SPOIL(no_modes, hw_design[0].modes = 0)
SPOIL(filters, hw_design[0].filters = 17)
SPOIL(fifo, hw_design[0].fifo = 100)
SPOIL(i_cnt, hw_design[0].emit.i_cnt_bits = 23)
SPOIL(ts_width, hw_design[0].ts_width = 64)
SPOIL(funnel_fifo, hw_design[FUNNEL].fifo = 8)
SPOIL(inputs, hw_design[FUNNEL].inputs = 17)
SPOIL(no_ram, hw_design[SINK].has_sram = hw_design[SINK].has_smem = false)
SPOIL(width, hw_design[SINK].width = 12)
SPOIL(sram, hw_design[SINK].sram_size = 6)
SPOIL(smem, hw_design[SINK].smem_low = 2)

static void regs_designs(void)
{
	refused("type", spoil_type);
	refused("alignment", spoil_alignment);
	refused("place", spoil_place);
	refused("end", spoil_end);
	refused("twice", spoil_twice);
	refused("output", spoil_output);
	refused("input", spoil_input);
	refused("a sink's input", spoil_sink_input);
	refused("an encoder's input", spoil_to_encoder);
	refused("loop", spoil_loop);
	refused("hart", spoil_hart);
	refused("modes", spoil_modes);
	refused("no modes", spoil_no_modes);
	refused("filters", spoil_filters);
	refused("fifo", spoil_fifo);
	refused("i-cnt", spoil_i_cnt);
	refused("ts-width", spoil_ts_width);
	refused("funnel's fifo", spoil_funnel_fifo);
	refused("inputs", spoil_inputs);
	refused("no RAM", spoil_no_ram);
	refused("width", spoil_width);
	refused("SRAM", spoil_sram);
	refused("SMEM", spoil_smem);
}

static const struct unit_test tests[] = {
	UNIT_TEST(regs_warl, UNIT_ONE),
	UNIT_TEST(regs_in_reset, UNIT_ONE),
	UNIT_TEST(regs_undefined, UNIT_ONE),
	UNIT_TEST(regs_pib_divider, UNIT_ONE),
	UNIT_TEST(regs_mode, UNIT_ONE),
	UNIT_TEST(regs_source_id, UNIT_ONE),
	UNIT_TEST(regs_triggers, UNIT_ONE),
	UNIT_TEST(regs_filter_choice, UNIT_ONE),
	UNIT_TEST(regs_slow, UNIT_ONE),
	UNIT_TEST(regs_stuck, UNIT_ONE),
	UNIT_TEST(regs_drain, UNIT_ONE),
	UNIT_TEST(regs_versions, UNIT_ONE),
	UNIT_TEST(regs_wired, UNIT_ONE),
	UNIT_TEST(regs_other_sizes, UNIT_ONE),
	UNIT_TEST(regs_designs, UNIT_ONE),
};

UNIT_MAIN("hw_regs", tests)
