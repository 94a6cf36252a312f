// SPDX-License-Identifier: BSD-2-Clause
/* encode --set: fields of the encoder's registers, by their names. */
#include <ctype.h>
#include <hart/fields.h>
#include <string.h>
#include "encode.h"

enum reg { REG_CONTROL, REG_FEATURES, REG_TIME };

struct field {
	enum reg reg;
	const char *name;
	unsigned int lsb, width;
};

#define CONTROL(reg, name, lsb, width) { REG_CONTROL, #name, lsb, width },
#define FEATURE(reg, name, lsb, width) { REG_FEATURES, #name, lsb, width },
#define TIME(reg, name, lsb, width) { REG_TIME, #name, lsb, width },

static const struct field fields[] = { FIELDS_TR_TE_CONTROL(
	CONTROL) FIELDS_TR_TE_INST_FEATURES(FEATURE)
					       FIELDS_TR_TS_CONTROL(TIME) };

/* Tables have INST_SYNC_MODE where the specification has trTeInstSyncMode. */
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

static const struct field *find_field(const char *text, size_t length)
{
	bool time = length > 4 && !strncmp(text, "trTs", 4);
	size_t i;

	if (!time && (length <= 4 || strncmp(text, "trTe", 4) != 0))
		return NULL;
	for (i = 0; i < array_size(fields); i++) {
		if ((fields[i].reg == REG_TIME) == time &&
		    same_name(fields[i].name, text + 4, length - 4))
			return &fields[i];
	}
	return NULL;
}

static u32 *find_reg(struct ntrace_emit_regs *regs, enum reg reg)
{
	switch (reg) {
	case REG_CONTROL:
		return &regs->te_control;
	case REG_FEATURES:
		return &regs->te_inst_features;
	default:
		return &regs->ts_control;
	}
}

const char *nt_encode_set(struct ntrace_emit_regs *regs, const char *text)
{
	const char *equals = strchr(text, '=');
	const struct field *field;
	u64 value;
	u32 *reg, mask;

	if (!equals)
		return "it must be NAME=VALUE";
	field = find_field(text, (size_t)(equals - text));
	if (!field)
		return "there is no such field; --set=help lists them";
	if (!parse_number(equals + 1, &value) || value >> field->width)
		return "the value is no number, or does not fit the field";
	reg = find_reg(regs, field->reg);
	mask = (u32)((1ULL << field->width) - 1) << field->lsb;
	*reg = (*reg & ~mask) | (u32)value << field->lsb;
	return NULL;
}

/* "INST_SYNC_MODE" as "InstSyncMode", but MSB and ID as they are. */
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
	static const char *const prefix[] = { "trTe", "trTeInst", "trTs" };
	const struct field *field;

	for (field = fields; field < fields + array_size(fields); field++) {
		/* Two of trTeInstFeatures are not named after it */
		printf("  %s", strncmp(field->name, "SRC_", 4) == 0 ?
				       "trTe" :
				       prefix[field->reg]);
		print_name(field->name);
		printf(", %u bit%s\n", field->width,
		       field->width > 1 ? "s" : "");
	}
}
