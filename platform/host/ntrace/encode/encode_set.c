// SPDX-License-Identifier: BSD-2-Clause
/* encode --set: fields of the encoder's registers, by their names. */
#include <ctype.h>
#include <hart/fields.h>
#include <stdlib.h>
#include <string.h>
#include "encode.h"

/* There are several FILTERs and COMPs, with a number in their fields' names. */
enum unit { UNIT_ENCODER, UNIT_TIME, UNIT_FILTER, UNIT_COMP };

enum reg {
	REG_CONTROL,
	REG_FEATURES,
	REG_FILTERS,
	REG_TIME,
	REG_FILTER,
	REG_FILTER_INST,
	REG_FILTER_ECAUSE,
	REG_FILTER_VALUE,
	REG_FILTER_MASK,
	REG_COMP,
	REG_COMP_P,
	REG_COMP_S,
};

static const struct {
	enum unit unit;
	const char *prefix; /* prefix of the names in --set=help */
} regs_of[] = {
	[REG_CONTROL] = { UNIT_ENCODER, "trTe" },
	[REG_FEATURES] = { UNIT_ENCODER, "trTeInst" },
	[REG_FILTERS] = { UNIT_ENCODER, "trTe" },
	[REG_TIME] = { UNIT_TIME, "trTs" },
	[REG_FILTER] = { UNIT_FILTER, "trTeFilter<0-15>" },
	[REG_FILTER_INST] = { UNIT_FILTER, "trTeFilter<0-15>" },
	[REG_FILTER_ECAUSE] = { UNIT_FILTER, "trTeFilter<0-15>" },
	[REG_FILTER_VALUE] = { UNIT_FILTER, "trTeFilter<0-15>" },
	[REG_FILTER_MASK] = { UNIT_FILTER, "trTeFilter<0-15>" },
	[REG_COMP] = { UNIT_COMP, "trTeComp<0-7>" },
	[REG_COMP_P] = { UNIT_COMP, "trTeComp<0-7>" },
	[REG_COMP_S] = { UNIT_COMP, "trTeComp<0-7>" },
};

struct field {
	enum reg reg;
	const char *name;
	unsigned int lsb, width;
};

#define CONTROL(reg, name, lsb, width) { REG_CONTROL, #name, lsb, width },
#define FEATURE(reg, name, lsb, width) { REG_FEATURES, #name, lsb, width },
#define TIME(reg, name, lsb, width) { REG_TIME, #name, lsb, width },
#define FILTER(reg, name, lsb, width) { REG_FILTER, #name, lsb, width },
#define FILTER_INST(reg, name, lsb, width) \
	{ REG_FILTER_INST, "MATCH_" #name, lsb, width },
#define COMP(reg, name, lsb, width) { REG_COMP, #name, lsb, width },

static const struct field fields[] = {
	FIELDS_TR_TE_CONTROL(CONTROL) FIELDS_TR_TE_INST_FEATURES(FEATURE)
		FIELDS_TR_TS_CONTROL(TIME){ REG_FILTERS, "INST_FILTERS", 0,
					    16 },
	FIELDS_TR_TE_FILTER_CONTROL(FILTER) FIELDS_TR_TE_FILTER_MATCH_INST(
		FILTER_INST){ REG_FILTER_ECAUSE, "MATCH_CHOICE_ECAUSE", 0, 64 },
	{ REG_FILTER_VALUE, "MATCH_VALUE_IMPDEF", 0, 32 },
	{ REG_FILTER_MASK, "MATCH_MASK_IMPDEF", 0, 32 },
	FIELDS_TR_TE_COMP_CONTROL(COMP){ REG_COMP_P, "P_MATCH", 0, 64 },
	{ REG_COMP_S, "S_MATCH", 0, 64 },
};

/* Tables have INST_SYNC_MODE for the specification's trTeInstSyncMode. */
static bool same_name(const char *table, const char *given, size_t length)
{
	size_t i;

	if (!strncmp(table, "INST_", 5))
		table += 5;
	if (length > 4 && !strncasecmp(given, "Inst", 4)) {
		given += 4;
		length -= 4;
	}
	for (i = 0; i < length; table++) {
		if (*table == '_')
			continue;
		if (toupper((unsigned char)given[i++]) != *table)
			return false;
	}
	return !*table;
}

/* Find the unit of a field. @return the rest of the name; NULL: no unit */
static const char *find_unit(const char *text, enum unit *unit,
			     unsigned int *number)
{
	static const struct {
		const char *prefix;
		enum unit unit;
		unsigned int units; /* 0: no number in the name */
	} prefixes[] = {
		{ "trTeFilter", UNIT_FILTER, NTRACE_EMIT_FILTERS },
		{ "trTeComp", UNIT_COMP, NTRACE_EMIT_COMPS },
		{ "trTs", UNIT_TIME, 0 },
		{ "trTe", UNIT_ENCODER, 0 },
	};
	const char *name;
	size_t i, length;
	char *end;

	for (i = 0; i < array_size(prefixes); i++) {
		length = strlen(prefixes[i].prefix);
		if (strncmp(text, prefixes[i].prefix, length) != 0)
			continue;
		name = text + length;
		*unit = prefixes[i].unit;
		if (!prefixes[i].units)
			return name;
		if (!isdigit((unsigned char)*name))
			continue;
		*number = (unsigned int)strtoul(name, &end, 10);
		return *number < prefixes[i].units ? end : NULL;
	}
	return NULL;
}

static const struct field *find_field(const char *name, enum unit unit)
{
	size_t i, length = strcspn(name, "=");

	for (i = 0; length && i < array_size(fields); i++)
		if (regs_of[fields[i].reg].unit == unit &&
		    same_name(fields[i].name, name, length))
			return &fields[i];
	return NULL;
}

static u32 *find_word(struct ntrace_emit_regs *regs, enum reg reg,
		      unsigned int n)
{
	switch (reg) {
	case REG_CONTROL:
		return &regs->te_control;
	case REG_FEATURES:
		return &regs->te_inst_features;
	case REG_FILTERS:
		return &regs->te_inst_filters;
	case REG_TIME:
		return &regs->ts_control;
	case REG_FILTER:
		return &regs->filter[n].control;
	case REG_FILTER_INST:
		return &regs->filter[n].match_inst;
	case REG_FILTER_VALUE:
		return &regs->filter[n].impdef_value;
	case REG_FILTER_MASK:
		return &regs->filter[n].impdef_mask;
	default:
		return &regs->comp[n].control;
	}
}

/* Fields of 64 bits, in two registers. */
static u64 *find_wide(struct ntrace_emit_regs *regs, enum reg reg,
		      unsigned int n)
{
	switch (reg) {
	case REG_FILTER_ECAUSE:
		return &regs->filter[n].ecause;
	case REG_COMP_P:
		return &regs->comp[n].p_match;
	default:
		return &regs->comp[n].s_match;
	}
}

static void set_field(struct ntrace_emit_regs *regs, const struct field *field,
		      unsigned int n, u64 value)
{
	u32 *word, mask;

	if (field->width == 64) {
		*find_wide(regs, field->reg, n) = value;
		return;
	}
	word = find_word(regs, field->reg, n);
	mask = (u32)((1ULL << field->width) - 1) << field->lsb;
	*word = (*word & ~mask) | (u32)value << field->lsb;
}

const char *nt_encode_set(struct ntrace_emit_regs *regs, const char *text)
{
	const char *equals = strchr(text, '='), *name;
	const struct field *field = NULL;
	unsigned int n = 0;
	enum unit unit;
	u64 value;

	if (!equals)
		return "it must be NAME=VALUE";
	name = find_unit(text, &unit, &n);
	if (name)
		field = find_field(name, unit);
	if (!field)
		return "there is no such field; --set=help lists them";
	if (!parse_number(equals + 1, &value) ||
	    (field->width < 64 && value >> field->width))
		return "the value is no number, or does not fit the field";
	set_field(regs, field, n, value);
	return NULL;
}

/* Print "INST_SYNC_MODE" as "InstSyncMode", but keep MSB and ID. */
static void print_name(const char *name)
{
	size_t length, i;
	bool kept;

	for (; *name; name += length + (name[length] == '_')) {
		length = strcspn(name, "_");
		kept = !strcmp(name, "ID") || !strcmp(name, "MSB");
		putchar(*name);
		for (i = 1; i < length; i++)
			putchar(kept ? name[i] :
				       tolower((unsigned char)name[i]));
	}
}

void nt_encode_list_fields(void)
{
	const struct field *field;

	for (field = fields; field < fields + array_size(fields); field++) {
		/* Two fields of trTeInstFeatures do not have its name */
		printf("  %s", strncmp(field->name, "SRC_", 4) == 0 ?
				       "trTe" :
				       regs_of[field->reg].prefix);
		print_name(field->name);
		printf(", %u bit%s\n", field->width,
		       field->width > 1 ? "s" : "");
	}
}
