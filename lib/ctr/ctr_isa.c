// SPDX-License-Identifier: BSD-2-Clause
/* The names of CTR in a device tree, and of what it records. */
#include <ctr/ctr.h>

static const char *const names[] = { "smctr", "ssctr" };

/* End of the name at the start of text, or NULL; a version may follow it. */
static const char *ctr_isa_name(const char *text, const char *name)
{
	while (*name)
		if ((*text++ | 0x20) != *name++)
			return NULL;
	while ((*text >= '0' && *text <= '9') || *text == 'p')
		text++;
	return *text && *text != '_' ? NULL : text;
}

static const char *ctr_isa_match(const char *text)
{
	const char *end = NULL;
	unsigned int n;

	for (n = 0; n < array_size(names) && !end; n++)
		end = ctr_isa_name(text, names[n]);
	return end;
}

bool ctr_isa_remove(char *isa)
{
	const char *from = isa, *end;
	char *to = isa;

	while (*from) {
		end = *from == '_' ? ctr_isa_match(from + 1) : NULL;
		if (end)
			from = end;
		else
			*to++ = *from++;
	}
	*to = '\0';
	return to != from;
}

u32 ctr_isa_list_remove(char *list, u32 size)
{
	u32 from = 0, to = 0, end;
	bool match;

	while (from < size) {
		match = ctr_isa_match(list + from) != NULL;
		for (end = from; end < size && list[end]; end++)
			;
		for (end++; from < end && from < size; from++)
			if (!match)
				list[to++] = list[from];
	}
	return to;
}

const char *ctr_type_name(unsigned long data)
{
	static const char *const types[] = {
		"unused",
		"exception",
		"interrupt",
		"trap return",
		"not-taken branch",
		"taken branch",
		"reserved",
		"reserved",
		"indirect call",
		"direct call",
		"indirect jump",
		"direct jump",
		"co-routine swap",
		"return",
		"other indirect jump",
		"other direct jump",
	};

	return types[data & 0xf];
}
