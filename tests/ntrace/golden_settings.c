// SPDX-License-Identifier: BSD-2-Clause
/*
 * Settings of a golden file: "name value". Register fields have the names of
 * the Trace Control Interface (trTeInstMode, trTsEnable, trTeFilter0Enable),
 * which are made from those in hart/fields.h.
 */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hart/fields.h>

#include "golden.h"

struct field {
	const char *name;
	unsigned int lsb, width;
};

#define FIELD_ROW(reg, name, lsb, width) { #name, lsb, width },

static const struct field control_fields[] = { FIELDS_TR_TE_CONTROL(FIELD_ROW){
	NULL, 0, 0 } };
static const struct field feature_fields[] = { FIELDS_TR_TE_INST_FEATURES(
	FIELD_ROW){ NULL, 0, 0 } };
static const struct field time_fields[] = { FIELDS_TR_TS_CONTROL(FIELD_ROW){
	NULL, 0, 0 } };
static const struct field filter_fields[] = { FIELDS_TR_TE_FILTER_CONTROL(
	FIELD_ROW){ NULL, 0, 0 } };
static const struct field match_fields[] = {
	FIELDS_TR_TE_FILTER_MATCH_INST(FIELD_ROW){ "MATCH_CHOICE_PRIVILEGE", 0,
						   8 },
	{ "MATCH_VALUE_INTERRUPT", 8, 1 },
	{ NULL, 0, 0 }
};
static const struct field comp_fields[] = { FIELDS_TR_TE_COMP_CONTROL(
	FIELD_ROW){ NULL, 0, 0 } };

/* "INST_MODE" is "InstMode"; case is ignored because of acronyms. */
static bool same_name(const char *upper, const char *camel)
{
	for (; *upper; upper++)
		if (*upper != '_' && toupper(*camel++) != *upper)
			return false;
	return !*camel;
}

static bool set_field(const struct field *field, const char *name, u64 value,
		      u32 *reg)
{
	u32 mask;

	for (; field->name; field++) {
		if (!same_name(field->name, name))
			continue;
		mask = (u32)((1ULL << field->width) - 1);
		if (value > mask)
			return false;
		*reg = (*reg & ~(mask << field->lsb)) | (u32)value
								<< field->lsb;
		return true;
	}
	return false;
}

static bool set_filter(struct golden *g, const char *name, u64 value)
{
	char *end;
	unsigned long n = strtoul(name, &end, 10);
	struct ntrace_emit_filter *filter = &g->regs.filter[n];

	if (end == name || n >= NTRACE_EMIT_FILTERS)
		return false;
	if (!strcmp(end, "MatchChoiceEcause")) {
		filter->ecause = value;
		return true;
	}
	if (!strcmp(end, "MatchValueImpdef")) {
		filter->impdef_value = (u32)value;
		return true;
	}
	if (!strcmp(end, "MatchMaskImpdef")) {
		filter->impdef_mask = (u32)value;
		return true;
	}
	return set_field(filter_fields, end, value, &filter->control) ||
	       set_field(match_fields, end, value, &filter->match_inst);
}

static bool set_comp(struct golden *g, const char *name, u64 value)
{
	char *end;
	unsigned long n = strtoul(name, &end, 10);
	struct ntrace_emit_comp *comp = &g->regs.comp[n];

	if (end == name || n >= NTRACE_EMIT_COMPS)
		return false;
	if (!strcmp(end, "PMatch"))
		comp->p_match = value;
	else if (!strcmp(end, "SMatch"))
		comp->s_match = value;
	else
		return set_field(comp_fields, end, value, &comp->control);
	return true;
}

static bool set_register(struct golden *g, const char *name, u64 value)
{
	if (!strcmp(name, "trTeInstFilters")) {
		g->regs.te_inst_filters = (u32)value;
		return true;
	}
	if (!strncmp(name, "trTeFilter", 10))
		return set_filter(g, name + 10, value);
	if (!strncmp(name, "trTeComp", 8))
		return set_comp(g, name + 8, value);
	if (!strncmp(name, "trTs", 4))
		return set_field(time_fields, name + 4, value,
				 &g->regs.ts_control);
	if (strncmp(name, "trTe", 4))
		return false;
	name += 4;
	if (set_field(control_fields, name, value, &g->regs.te_control))
		return true;
	name += strncmp(name, "Inst", 4) ? 0 : 4;
	return set_field(feature_fields, name, value,
			 &g->regs.te_inst_features);
}

/* The other settings: numbers and flags of structures. */
#define PLACE(what, type)                                  \
	{                                                  \
#what, offsetof(struct golden, what), type \
	}
enum { U8, U32, U64, BOOL };
static const struct {
	const char *name;
	size_t at;
	int type;
} places[] = {
	PLACE(design.xlen, U8),
	PLACE(design.i_cnt_bits, U8),
	PLACE(design.hist_bits, U8),
	PLACE(design.stack_depth, U8),
	PLACE(design.partial_bits, U8),
	PLACE(design.has_scontext, BOOL),
	PLACE(design.has_hcontext, BOOL),
	PLACE(design.repeat_branch, BOOL),
	PLACE(design.trap_kinds, BOOL),
	PLACE(design.sync_i_cnt, BOOL),
	PLACE(design.sync_only_time, BOOL),
	PLACE(design.sync_waits, BOOL),
	PLACE(design.report_disabled, BOOL),
	PLACE(settings.strict, BOOL),
	PLACE(code.isa.zcmp, BOOL),
	PLACE(code.isa.zcmt, BOOL),
	PLACE(fifo_size, U32),
	PLACE(ticks, U64),
	PLACE(cycles, U64),
	PLACE(three_bit, U64),
	PLACE(joined, U64),
};

static bool set_place(struct golden *g, const char *name, u64 value)
{
	size_t i;

	for (i = 0; i < array_size(places); i++) {
		char *at = (char *)g + places[i].at;

		if (strcmp(places[i].name, name))
			continue;
		if (places[i].type == U8)
			*(u8 *)at = (u8)value;
		else if (places[i].type == U32)
			*(u32 *)at = (u32)value;
		else if (places[i].type == U64)
			*(u64 *)at = value;
		else
			*(bool *)at = value;
		return true;
	}
	return false;
}

bool golden_settings(struct golden *g)
{
	const struct golden_section *section = &g->section[GOLDEN_SETTINGS];
	const struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(64);
	char name[64];
	long long value;
	unsigned int i;

	g->design = design;
	g->fifo_size = GOLDEN_FIFO;
	g->regs.te_control =
		FIELD_SET(TR_TE_CONTROL, ACTIVE, 1) |
		FIELD_SET(TR_TE_CONTROL, ENABLE, 1) |
		FIELD_SET(TR_TE_CONTROL, INST_TRACING, 1) |
		FIELD_SET(TR_TE_CONTROL, INST_MODE, NTRACE_MODE_HTM);
	for (i = 0; i < section->lines; i++)
		if (sscanf(section->line[i], "%63s %lli", name, &value) != 2 ||
		    (!set_register(g, name, (u64)value) &&
		     !set_place(g, name, (u64)value)))
			return golden_bad(section->line[i],
					  "is no setting or value");
	if (g->fifo_size > GOLDEN_FIFO)
		return golden_bad("fifo_size", "is too large");
	g->code.isa.xlen = g->design.xlen;
	feed_settings(&g->regs, &g->design, &g->code, &g->settings);
	return true;
}
