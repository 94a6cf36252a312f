// SPDX-License-Identifier: BSD-2-Clause
/*
 * Every field of every register of the trace hardware, accessed from S-mode
 * while the firmware does not know the hardware ("hidden" in smode.cfg): the
 * bits that can be written, and the values after a reset.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "trace.h"

/* A field, and its value after ones were written to it. */
struct field {
	const char *name;
	unsigned int offset, lsb, width;
};

#define ROW(reg, name, lsb, width) { #reg " " #name, reg, lsb, width },

static const struct field encoder_fields[] = {
	FIELDS_TR_TE_CONTROL(ROW) FIELDS_TR_TE_INST_FEATURES(ROW)
		FIELDS_TR_TS_CONTROL(ROW) FIELDS_TR_TE_DATA_CONTROL(ROW)
};
static const struct field funnel_fields[] = { FIELDS_TR_CONTROL(
	ROW) FIELDS_TR_FUNNEL_DIS_INPUT(ROW) FIELDS_TR_TS_CONTROL(ROW) };
static const struct field sink_fields[] = { FIELDS_TR_CONTROL(
	ROW) FIELDS_TR_RAM_CONTROL(ROW) };
static const struct field pib_fields[] = { FIELDS_TR_CONTROL(ROW)
						   FIELDS_TR_PIB_CONTROL(ROW) };
static const struct field atb_fields[] = { FIELDS_TR_CONTROL(
	ROW) FIELDS_TR_ATB_BRIDGE_CONTROL(ROW) FIELDS_TR_ATB_BRIDGE_IMPL(ROW) };

/* Offsets of filters and comparators are relative here. */
static const struct field filter_fields[] = {
	FIELDS_TR_TE_FILTER_CONTROL(ROW) FIELDS_TR_TE_FILTER_MATCH_INST(ROW)
		FIELDS_TR_TE_FILTER_MATCH_DATA(ROW)
};
static const struct field comp_fields[] = { FIELDS_TR_TE_COMP_CONTROL(ROW) };

/*
 * Fields that do not keep all ones: N-Trace does not have them, the hardware
 * sets them, or ones are reserved.
 */
static const struct {
	const char *name;
	u32 reads;
} others[] = {
	{ "TR_TE_CONTROL EMPTY", 1 },
	{ "TR_TE_CONTROL INST_MODE", 6 },
	{ "TR_TE_CONTROL INST_STALL_OR_OVERFLOW", 0 },
	{ "TR_TE_CONTROL FORMAT", 1 },
	{ "TR_TE_INST_FEATURES NO_ADDR_DIFF", 0 },
	{ "TR_TE_INST_FEATURES NO_TRAP_ADDR", 0 },
	{ "TR_TE_INST_FEATURES EN_BRANCH_PREDICTION", 0 },
	{ "TR_TE_INST_FEATURES EN_JUMP_TARGET_CACHE", 0 },
	{ "TR_TE_INST_FEATURES SRC_ID", 0 }, /* SRC_BITS is 0 here */
	{ "TR_TE_INST_FEATURES SRC_BITS", 12 },
	{ "TR_TS_CONTROL RESET", 0 },
	{ "TR_TS_CONTROL MODE", 0 },
	{ "TR_TS_CONTROL WIDTH", 48 },
	{ "TR_TE_DATA_CONTROL IMPLEMENTED", 0 },
	{ "TR_TE_DATA_CONTROL TRACING", 0 },
	{ "TR_TE_DATA_CONTROL TRIG_ENABLE", 0 },
	{ "TR_TE_DATA_CONTROL STALL_OR_OVERFLOW", 0 },
	{ "TR_TE_DATA_CONTROL STALL_ENA", 0 },
	{ "TR_TE_DATA_CONTROL DROP", 0 },
	{ "TR_TE_DATA_CONTROL DROP_ENA", 0 },
	{ "TR_TE_DATA_CONTROL NO_VALUE", 0 },
	{ "TR_TE_DATA_CONTROL NO_ADDR", 0 },
	{ "TR_TE_DATA_CONTROL ADDR_COMPRESS", 0 },
	{ "TR_TE_FILTER_CONTROL MATCH_ECAUSE", 0 },
	{ "TR_TE_FILTER_CONTROL MATCH_INTERRUPT", 0 },
	{ "TR_TE_FILTER_CONTROL MATCH_IMPDEF", 0 },
	{ "TR_TE_FILTER_CONTROL MATCH_DTYPE", 0 },
	{ "TR_TE_FILTER_CONTROL MATCH_DSIZE", 0 },
	{ "TR_TE_FILTER_CONTROL COMP1", 0 }, /* there are 4 comparators */
	{ "TR_TE_FILTER_CONTROL COMP2", 0 },
	{ "TR_TE_FILTER_CONTROL COMP3", 0 },
	{ "TR_TE_FILTER_MATCH_INST VALUE_INTERRUPT", 0 },
	{ "TR_TE_FILTER_MATCH_DATA CHOICE_DTYPE", 0 },
	{ "TR_TE_FILTER_MATCH_DATA CHOICE_DSIZE", 0 },
	{ "TR_TE_COMP_CONTROL P_INPUT", 1 },
	{ "TR_TE_COMP_CONTROL S_INPUT", 1 },
	{ "TR_TE_COMP_CONTROL P_NOTIFY", 0 },
	{ "TR_TE_COMP_CONTROL S_NOTIFY", 0 },
	{ "TR_CONTROL EMPTY", 1 },
	{ "TR_RAM_CONTROL MEM_FORMAT", 0 },
	{ "TR_PIB_CONTROL MODE", 0 },
	{ "TR_PIB_CONTROL CLK_CENTER", 0 }, /* trPibMode is 0 here */
};

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

/* Registers of each component, and their offsets. */
enum kind {
	ENCODER,
	FUNNEL,
	SINK,
	PIB,
	ATB,
	FILTER, /* FILTER and COMP are parts of an encoder */
	COMP,
};

struct part {
	enum kind kind;
	unsigned int num;
	const struct field *field;
};

#define PART(kind, fields)                       \
	{                                        \
		kind, array_size(fields), fields \
	}

static const struct part parts[] = {
	PART(ENCODER, encoder_fields), PART(FUNNEL, funnel_fields),
	PART(SINK, sink_fields),       PART(PIB, pib_fields),
	PART(ATB, atb_fields),	       PART(FILTER, filter_fields),
	PART(COMP, comp_fields),
};

/* Filters and comparators, of which each encoder has four. */
#define UNITS 4

static u32 ones(const struct field *f)
{
	return f->width == 32 ? ~0u : (1u << f->width) - 1;
}

static u32 reads(enum kind kind, const struct field *f)
{
	unsigned int i;

	/* The time of a funnel has no fields for messages or for a core. */
	if (kind == FUNNEL && (same(f->name, "TR_TS_CONTROL ENABLE") ||
			       same(f->name, "TR_TS_CONTROL RUN_IN_DEBUG")))
		return 0;
	/* The funnel has an input per hart. */
	if (same(f->name, "TR_FUNNEL_DIS_INPUT MASK"))
		return (1u << hart_count()) - 1;
	if (same(f->name, "TR_RAM_CONTROL MODE"))
		return !option_given("trace=sram");
	for (i = 0; i < array_size(others); i++)
		if (same(f->name, others[i].name))
			return others[i].reads;
	return ones(f);
}

/* Value of a register after 0 was written to all fields except Active. */
static u32 zero(enum kind kind, unsigned int offset)
{
	if (kind == FILTER || kind == COMP)
		return 0;
	if (kind == ENCODER && offset == TR_TE_CONTROL)
		return TR_ACTIVE | TR_EMPTY |
		       TR_FIELD(TR_TE_CONTROL, FORMAT, 1);
	if (offset == TR_CONTROL)
		return TR_ACTIVE | TR_EMPTY;
	if (offset == TR_TS_CONTROL)
		return TR_FIELD(TR_TS_CONTROL, WIDTH, 48);
	return kind == ATB ? 0xe01 : 0;
}

static bool is_common(const struct field *f)
{
	return same(f->name, "TR_TE_CONTROL ACTIVE") ||
	       same(f->name, "TR_TE_CONTROL ENABLE") ||
	       same(f->name, "TR_CONTROL ACTIVE") ||
	       same(f->name, "TR_CONTROL ENABLE");
}

static void check_field(unsigned long base, enum kind kind,
			const struct field *f)
{
	u32 nothing = zero(kind, f->offset), mask = ones(f) << f->lsb;
	u32 keep = nothing & TR_ACTIVE;

	if (kind != ENCODER && f->offset != TR_CONTROL)
		keep = 0;
	check_row(f->name, base);
	trace_write(base, f->offset, keep);
	CHECK_EQ(trace_read(base, f->offset), nothing);
	trace_write(base, f->offset, keep | mask);
	CHECK_EQ(trace_read(base, f->offset),
		 (nothing & ~mask) | reads(kind, f) << f->lsb);
	trace_write(base, f->offset, keep);
	CHECK_EQ(trace_read(base, f->offset), nothing);
}

static void check_part(unsigned long base, enum kind kind)
{
	const struct part *part = &parts[kind];
	unsigned int i;

	for (i = 0; i < part->num; i++)
		if (!is_common(&part->field[i]))
			check_field(base, kind, &part->field[i]);
}

/* --- components ------------------------------------------------------------- */

static unsigned long pib(unsigned int n)
{
	return trace_encoder(n) + 0x30000;
}

static unsigned long atb(unsigned int n)
{
	return trace_encoder(n) + 0x38000;
}

static const struct {
	const char *trace; /* the machine's option */
	enum kind kind;
	unsigned long (*base)(unsigned int n);
	u32 impl;
} components[] = {
	{ "trace=own", SINK, trace_sink, 0x3901 },
	{ "trace=sram", SINK, trace_sink, 0x1901 },
	{ "trace=funnel", SINK, trace_sink, 0x3901 },
	{ "trace=funnel", FUNNEL, trace_funnel, 0x801 },
	{ "trace=pib", PIB, pib, 0xa01 },
	{ "trace=atb", ATB, atb, 0xe01 },
	{ "", ENCODER, trace_encoder, 0x10101 },
};

/* Run a check for every component of this machine. */
static void each(void (*check)(unsigned long base, enum kind kind))
{
	unsigned int i;

	for (i = 0; i < array_size(components); i++)
		if (!*components[i].trace || option_given(components[i].trace))
			check(components[i].base(0), components[i].kind);
}

/* A component changes state within a bounded number of loads. */
static void turn(unsigned long base, u32 active)
{
	unsigned int polls = 0;

	trace_write(base, TR_CONTROL, active);
	while ((trace_read(base, TR_CONTROL) & TR_ACTIVE) != active)
		if (++polls > 16)
			break;
	CHECK_EQ(polls, option_given("slow") ? 8 : 2);
}

static void restart(unsigned long base)
{
	if (trace_read(base, TR_CONTROL) & TR_ACTIVE)
		turn(base, 0);
	turn(base, TR_ACTIVE);
}

/* --- cases ------------------------------------------------------------------ */

static void in_reset(unsigned long base, enum kind kind)
{
	unsigned int offset, same_as_before = 0;
	u32 was, before = 0;

	check_row("component", kind);
	CHECK_EQ(trace_read(base, TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE | TR_EMPTY),
		 TR_EMPTY);
	for (offset = 4; offset < TR_WINDOW_SIZE; offset += 4) {
		was = trace_read(base, offset);
		trace_write(base, offset, ~was);
		CHECK_EQ(trace_read(base, offset), was);
		same_as_before += was == before;
		before = was;
	}
	CHECK_RANGE(same_as_before, 0, 4);
	trace_write(base, TR_CONTROL, TR_ENABLE);
	CHECK_EQ(trace_read(base, TR_CONTROL) & (TR_ACTIVE | TR_ENABLE), 0);
}

/* This is the first case, because the machine has just been switched on. */
static void case_power_up(void)
{
	each(in_reset);
}

static void versions(unsigned long base, enum kind kind)
{
	unsigned int i;

	restart(base);
	for (i = 0; i < array_size(components); i++) {
		if (components[i].kind != kind ||
		    (*components[i].trace &&
		     !option_given(components[i].trace)))
			continue;
		check_row("component", kind);
		trace_write(base, TR_IMPL, 0);
		CHECK_EQ(trace_read(base, TR_IMPL), components[i].impl);
	}
}

static void case_versions(void)
{
	each(versions);
}

static void fields(unsigned long base, enum kind kind)
{
	unsigned int i;

	restart(base);
	check_part(base, kind);
	for (i = 0; kind == ENCODER && i < UNITS; i++) {
		check_part(base + TR_TE_FILTER + i * TR_TE_UNIT_PITCH, FILTER);
		check_part(base + TR_TE_COMP + i * TR_TE_UNIT_PITCH, COMP);
	}
}

static void case_fields(void)
{
	each(fields);
}

/* Registers of 32 bits without fields, and registers of the model itself. */
static bool is_plain(enum kind kind, unsigned int offset)
{
	unsigned int unit = offset % TR_TE_UNIT_PITCH;

	if (offset >= 0xe00)
		return true;
	if (kind == SINK)
		return offset >= TR_RAM_START_LOW && offset <= TR_RAM_DATA;
	return kind == ENCODER &&
	       (offset == TR_TE_INST_FILTERS ||
		offset == TR_TE_TRIG_EXT_IN_CONTROL ||
		offset == TR_TE_TRIG_EXT_OUT_CONTROL ||
		(offset >= TR_TE_COMP &&
		 offset < TR_TE_COMP + UNITS * TR_TE_UNIT_PITCH &&
		 unit >= TR_TE_COMP_P_MATCH_LOW));
}

static bool has_fields(enum kind kind, unsigned int offset)
{
	const struct part *part = &parts[kind];
	unsigned int i, unit = offset % TR_TE_UNIT_PITCH;

	if (offset == TR_IMPL)
		return true;
	if (kind == ENCODER && offset >= TR_TE_COMP &&
	    offset < TR_TE_COMP + UNITS * TR_TE_UNIT_PITCH)
		return unit == TR_TE_COMP_CONTROL;
	if (kind == ENCODER && offset >= TR_TE_FILTER &&
	    offset < TR_TE_FILTER + UNITS * TR_TE_UNIT_PITCH)
		return unit <= TR_TE_FILTER_MATCH_INST;
	for (i = 0; i < part->num; i++)
		if (part->field[i].offset == offset)
			return true;
	return false;
}

/* An offset without a register reads 0, and does not keep a written value. */
static void absent(unsigned long base, enum kind kind)
{
	unsigned int offset;

	restart(base);
	for (offset = 0; offset < TR_WINDOW_SIZE; offset += 4) {
		if (has_fields(kind, offset) || is_plain(kind, offset))
			continue;
		check_row("offset", offset);
		CHECK_EQ(trace_read(base, offset), 0);
		trace_write(base, offset, ~0u);
		CHECK_EQ(trace_read(base, offset), 0);
	}
}

static void case_absent(void)
{
	each(absent);
}

static void plain(unsigned long base, unsigned int offset, u32 expect)
{
	check_row("offset", offset);
	trace_write(base, offset, ~0u);
	CHECK_EQ(trace_read(base, offset), expect);
	trace_write(base, offset, 0);
	CHECK_EQ(trace_read(base, offset), 0);
}

static void case_plain(void)
{
	unsigned long base = trace_encoder(0);
	unsigned int i, at;

	restart(base);
	plain(base, TR_TE_INST_FILTERS, (1u << UNITS) - 1);
	plain(base, TR_TE_TRIG_EXT_IN_CONTROL, 0); /* 15 is reserved */
	plain(base, TR_TE_TRIG_EXT_OUT_CONTROL, 0x33);
	for (i = 0; i < UNITS; i++)
		for (at = TR_TE_COMP_P_MATCH_LOW; at <= TR_TE_COMP_S_MATCH_HIGH;
		     at += 4)
			plain(base, TR_TE_COMP + i * TR_TE_UNIT_PITCH + at,
			      ~0u);
}

/* Check the legal value that the field has after this value was written. */
static void becomes(unsigned int offset, u32 mask, u32 value, u32 expect)
{
	u32 keep = offset == TR_TE_CONTROL ? TR_ACTIVE : 0;

	check_row("value", value);
	trace_write(trace_encoder(0), offset, keep | value);
	CHECK_EQ(trace_read(trace_encoder(0), offset) & mask, expect);
}

static void case_values(void)
{
	static const u8 modes[8] = { 0, 6, 6, 3, 6, 6, 6, 6 };
	unsigned int i;

	restart(trace_encoder(0));
	for (i = 0; i < 8; i++)
		becomes(TR_TE_CONTROL, TR_MASK(TR_TE_CONTROL, INST_MODE),
			i << 4, (u32)modes[i] << 4);
	for (i = 0; i < 16; i++)
		becomes(TR_TE_INST_FEATURES, ~0u, i << 28 | 0xfffu << 16,
			(i > 12 ? 12 : i) << 28 |
				((1u << (i > 12 ? 12 : i)) - 1) << 16);
	for (i = 0; i < 8; i++)
		becomes(TR_TS_CONTROL, TR_MASK(TR_TS_CONTROL, MODE), i << 4,
			i >= 2 && i <= 4 ? i << 4 : 0);
	for (i = 0; i < 16; i++)
		becomes(TR_TE_TRIG_EXT_IN_CONTROL, ~0u, i * 0x11111111,
			i >= 2 && i <= 4 ? i * 0x11 : 0);
	for (i = 0; i < 8; i++)
		becomes(TR_TE_FILTER, ~0u, i << 5 | 1 << 4,
			(i < UNITS ? i << 5 : 0) | 1 << 4);
}

/* Fields without a defined reset value change at each reset, unless "quiet". */
static void undefined(unsigned long base, enum kind kind)
{
	static u32 was[TR_WINDOW_SIZE / 4];
	unsigned int i, offset, changes = 0;

	for (i = 0; i < 2; i++) {
		restart(base);
		for (offset = 0; offset < TR_WINDOW_SIZE; offset += 4) {
			u32 now = trace_read(base, offset);

			changes += i && now != was[offset / 4];
			was[offset / 4] = now;
		}
	}
	check_row("component", kind);
	if (option_given("quiet"))
		CHECK_EQ(changes, 0);
	else
		CHECK_RANGE(changes, 1, TR_WINDOW_SIZE / 4);
	CHECK_EQ(was[0] & (TR_ACTIVE | TR_ENABLE | TR_EMPTY),
		 TR_ACTIVE | TR_EMPTY);
}

static void case_undefined(void)
{
	each(undefined);
}

const struct check_case check_cases[] = {
	{ "power-up", case_power_up },
	{ "types and versions", case_versions },
	{ "every field", case_fields },
	{ "registers without fields", case_plain },
	{ "values that are not legal", case_values },
	{ "what is no register", case_absent },
	{ "what a reset leaves", case_undefined },
	{ NULL, NULL },
};
