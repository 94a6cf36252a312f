// SPDX-License-Identifier: BSD-2-Clause
/* A walk through the device tree for one property at a time. */
#include "fdt.h"

enum { FDT_NODE = 1, FDT_PROPERTY = 3, FDT_NOP = 4, FDT_END = 9 };
enum { FDT_STRUCT_OFFSET = 8, FDT_STRINGS_OFFSET = 12 };

const void *fdt_boot;

static u32 fdt_word(const u8 *at)
{
	return (u32)at[0] << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3];
}

static u32 text_size(const char *s)
{
	u32 size = 0;

	while (s[size])
		size++;
	return size;
}

static bool text_starts(const char *s, const char *start)
{
	while (*start)
		if (*s++ != *start++)
			return false;
	return true;
}

static bool text_equal(const char *a, const char *b)
{
	return text_size(a) == text_size(b) && text_starts(a, b);
}

const void *fdt_property(const char *node, const char *name, u32 *size)
{
	const u8 *fdt = fdt_boot, *at = fdt + fdt_word(fdt + FDT_STRUCT_OFFSET);
	const char *strings =
		(const char *)fdt + fdt_word(fdt + FDT_STRINGS_OFFSET);
	bool inside = false;
	u32 token;

	while ((token = fdt_word(at)) != FDT_END) {
		at += 4;
		if (token == FDT_NODE) {
			inside = text_starts((const char *)at, node);
			at += (text_size((const char *)at) + 4) & ~3u;
		} else if (token == FDT_PROPERTY) {
			*size = fdt_word(at);
			if (inside &&
			    text_equal(strings + fdt_word(at + 4), name))
				return at + 8;
			at += 8 + ((*size + 3) & ~3u);
		}
	}
	return NULL;
}

u64 fdt_ram_end(void)
{
	u32 size;
	const u8 *reg = fdt_property("memory@", "reg", &size);

	/* Address and size have two cells each, also on RV32. */
	if (!reg || size < 16)
		return 0;
	return ((u64)fdt_word(reg) << 32 | fdt_word(reg + 4)) +
	       ((u64)fdt_word(reg + 8) << 32 | fdt_word(reg + 12));
}

/* The text after this start of a word in the command line, or NULL. */
static const char *option_find(const char *start)
{
	u32 size;
	const char *at = fdt_property("chosen", "bootargs", &size);

	while (at && *at) {
		if (text_starts(at, start))
			return at + text_size(start);
		while (*at && *at != ' ')
			at++;
		while (*at == ' ')
			at++;
	}
	return NULL;
}

bool option_given(const char *word)
{
	const char *end = option_find(word);

	return end && (!*end || *end == ' ');
}

u64 option_number(const char *name, u64 otherwise)
{
	const char *at = option_find(name);
	u64 value = 0;

	if (!at || *at++ != '=')
		return otherwise;
	for (; *at >= '0' && *at <= '9'; at++)
		value = value * 10 + (u64)(*at - '0');
	return value;
}
