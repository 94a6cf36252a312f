// SPDX-License-Identifier: BSD-2-Clause
/* Names from files of others in text: what could forge a line, or steer a terminal. */
#include <string.h>
#include "names.h"

unsigned int name_utf8_length(const u8 *s)
{
	static const struct {
		u8 mask, lead, low, high; /* of the second byte */
	} forms[] = {
		{ 0xff, 0xe0, 0xa0, 0xbf }, { 0xff, 0xed, 0x80, 0x9f },
		{ 0xff, 0xf0, 0x90, 0xbf }, { 0xff, 0xf4, 0x80, 0x8f },
		{ 0xfe, 0xc0, 1, 0 },	    { 0xe0, 0xc0, 0x80, 0xbf },
		{ 0xf0, 0xe0, 0x80, 0xbf }, { 0xfc, 0xf0, 0x80, 0xbf },
	};
	unsigned int i, length, k;

	if (s[0] < 0x80)
		return 1;
	for (i = 0; i < array_size(forms); i++) {
		if ((s[0] & forms[i].mask) == forms[i].lead)
			break;
	}
	if (i == array_size(forms) || s[1] < forms[i].low ||
	    s[1] > forms[i].high)
		return 0;
	length = 2 + (s[0] >= 0xe0) + (s[0] >= 0xf0);
	for (k = 2; k < length; k++) {
		if ((s[k] & 0xc0) != 0x80)
			return 0;
	}
	return length;
}

static bool is_plain(u8 byte)
{
	return byte >= 0x20 && byte < 0x7f;
}

/* U+2028 to U+202E and U+2066 to U+2069 */
static bool is_separator_or_direction(const u8 *s)
{
	return s[0] == 0xe2 &&
	       ((s[1] == 0x80 && s[2] >= 0xa8 && s[2] <= 0xae) ||
		(s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

/**
 * Look at one character.
 * @param length	out: its bytes
 * @return true if it is a control character
 */
static bool is_control(const u8 *s, unsigned int *length)
{
	*length = name_utf8_length(s);
	if (!*length) {
		*length = 1;
		return s[0] <= 0x9f;
	}
	return (*length == 1 && !is_plain(s[0])) ||
	       (*length == 2 && s[0] == 0xc2 && s[1] <= 0x9f) ||
	       (*length == 3 && is_separator_or_direction(s));
}

size_t name_harmless(const char *text, const char *apart, size_t *bad)
{
	const u8 *s = (const u8 *)text;
	unsigned int length = 1;

	for (; *s; s += length) {
		length = 1;
		if (is_plain(*s) ? *apart && strchr(apart, *s) :
				   is_control(s, &length))
			break;
	}
	*bad = *s ? length : 0;
	return (size_t)((const char *)s - text);
}

void name_clean(char *text)
{
	size_t bad;

	for (text += name_harmless(text, "", &bad); bad;
	     text += name_harmless(text, "", &bad)) {
		memset(text, '?', bad);
		text += bad;
	}
}
