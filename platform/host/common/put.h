/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers as text, for listings of millions of lines. Each function returns
 * what follows its text, and may have written other bytes there, up to PUT_ROOM
 * bytes from its start.
 */
#ifndef HOST_PUT_H
#define HOST_PUT_H

#include <endian.h>
#include <string.h>
#include "base/types.h"

enum { PUT_ROOM = 32 };

/** A fixed number of lower-case digits, with leading zeros. @param digits 1 to
 * 8 */
static inline char *put_digits(char *p, u32 value, unsigned int digits)
{
	const u64 ones = 0x0101010101010101ULL;
	u64 x = value, letters;

	/* all digits at once, one in each byte */
	x = (x << 16 | x) & 0x0000ffff0000ffffULL;
	x = (x << 8 | x) & 0x00ff00ff00ff00ffULL;
	x = (x << 4 | x) & 0x0f0f0f0f0f0f0f0fULL;
	letters = (x + 6 * ones) >> 4 & ones;
	x += '0' * ones + ('a' - '0' - 10) * letters;
	x = htobe64(x << (64 - 8 * digits));
	memcpy(p, &x, sizeof(x));
	return p + digits;
}

/** "0x" and lower-case digits, no leading zeros. */
static inline char *put_hex(char *p, u64 value)
{
	unsigned int digits = value ? (67 - __builtin_clzll(value)) / 4 : 1;

	p[0] = '0';
	p[1] = 'x';
	p += 2;
	if (digits > 8) {
		p = put_digits(p, (u32)(value >> 32), digits - 8);
		digits = 8;
	}
	return put_digits(p, (u32)value, digits);
}

/** Number of decimal digits. */
static inline unsigned int put_decimals(u64 value)
{
	unsigned int digits = 1;

	for (; value >= 10000; value /= 10000)
		digits += 4;
	return digits + (value >= 10) + (value >= 100) + (value >= 1000);
}

static inline char *put_decimal(char *p, u64 value)
{
	char *end = p + put_decimals(value);

	for (p = end; value >= 100; value /= 100) {
		unsigned int two = (unsigned int)(value % 100);

		*--p = (char)('0' + two % 10);
		*--p = (char)('0' + two / 10);
	}
	*--p = (char)('0' + value % 10);
	if (value >= 10)
		*--p = (char)('0' + value / 10);
	return end;
}

/** A few bytes. @param size constant */
static inline char *put_bytes(char *p, const char *text, size_t size)
{
	memcpy(p, text, size);
	return p + size;
}

/** A literal, without its NUL. */
#define PUT_TEXT(p, literal) put_bytes(p, literal, sizeof(literal) - 1)

#endif
