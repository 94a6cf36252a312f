// SPDX-License-Identifier: BSD-2-Clause
/* The names of CTR's extensions in a device tree, and of types of records. */
#include <ctr/ctr.h>

static const struct {
	char name[9];
	u8 names;
} known[] = {
	{ "sscsrind", CTR_NAMES_SELECT },
	{ "smcdeleg", CTR_NAMES_DELEGATION },
	{ "ssccfg", CTR_NAMES_DELEGATION },
	{ "smctr", CTR_NAMES_CTR },
	{ "ssctr", CTR_NAMES_CTR },
};

/* End of the name at the start of text, or NULL; a version may follow the
 * name. */
static const char *ctr_isa_name(const char *text, const char *name)
{
	while (*name)
		if ((*text++ | 0x20) != *name++)
			return NULL;
	while ((*text >= '0' && *text <= '9') || *text == 'p')
		text++;
	return *text && *text != '_' ? NULL : text;
}

/* The same for all known names. @param names out: the extension of the name */
static const char *ctr_isa_match(const char *text, u8 *names)
{
	const char *end = NULL;
	unsigned int n;

	for (n = 0; n < array_size(known) && !end; n++) {
		end = ctr_isa_name(text, known[n].name);
		*names = end ? known[n].names : 0;
	}
	return end;
}

u8 ctr_isa_names(const char *isa)
{
	u8 names, all = 0;

	for (; *isa; isa++)
		if (*isa == '_' && ctr_isa_match(isa + 1, &names))
			all |= names;
	return all;
}

bool ctr_isa_remove(char *isa, u8 names)
{
	const char *from = isa, *end;
	char *to = isa;
	u8 found;

	while (*from) {
		end = *from == '_' ? ctr_isa_match(from + 1, &found) : NULL;
		if (end && (found & names))
			from = end;
		else
			*to++ = *from++;
	}
	*to = '\0';
	return to != from;
}

static u32 ctr_isa_list_next(const char *list, u32 size, u32 at)
{
	while (at < size && list[at])
		at++;
	return at + 1;
}

/* A last string without its 0 is read, too: in a device tree a zero follows
 * each property, or the next word does. */
u8 ctr_isa_list_names(const char *list, u32 size)
{
	u8 names, all = 0;
	u32 at;

	for (at = 0; at < size; at = ctr_isa_list_next(list, size, at))
		if (ctr_isa_match(list + at, &names))
			all |= names;
	return all;
}

u32 ctr_isa_list_remove(char *list, u32 size, u8 names)
{
	u32 from = 0, to = 0, end;
	u8 found;

	while (from < size) {
		ctr_isa_match(list + from, &found);
		end = ctr_isa_list_next(list, size, from);
		for (; from < end && from < size; from++)
			if (!(found & names))
				list[to++] = list[from];
	}
	return to;
}

const char *ctr_type_name(unsigned long data)
{
	const char *name = "unused\0exception\0interrupt\0trap return\0"
			   "not-taken branch\0taken branch\0"
			   "reserved\0reserved\0indirect call\0direct call\0"
			   "indirect jump\0direct jump\0co-routine swap\0"
			   "return\0other indirect jump\0other direct jump";

	for (data &= 0xf; data; data--)
		while (*name++)
			;
	return name;
}
