// SPDX-License-Identifier: BSD-2-Clause
#include "program.h"

static uint32_t state = 1;

uint32_t program_random(uint32_t limit)
{
	state = state * 1664525 + 1013904223;
	return (state >> 8) % limit;
}

/* The compiler may call these. */
void *memcpy(void *to, const void *from, size_t len);
void *memset(void *to, int value, size_t len);

void *memcpy(void *to, const void *from, size_t len)
{
	uint8_t *t = to;
	const uint8_t *f = from;

	while (len--)
		*t++ = *f++;
	return to;
}

void *memset(void *to, int value, size_t len)
{
	uint8_t *t = to;

	while (len--)
		*t++ = (uint8_t)value;
	return to;
}
