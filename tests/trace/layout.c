// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with wrong hints to the compiler: the path called rare is the
 * frequent one, and is placed apart. With a profile llvm-bolt puts it in the
 * right place.
 */
#include <stdint.h>

#define FINISHER 0x100000
#define FINISHER_PASS 0x5555
#define FINISHER_FAIL 0x13333

#define RARE(condition) __builtin_expect(!!(condition), 0)

enum { ROUNDS = 20000 };

/* Checksum of the results; another layout must not change it. */
#define RESULT 0xc0d3efd4

void start(void) __attribute__((naked, section(".text.start")));
void layout(void);

static uint32_t seed = 1;

void start(void)
{
	__asm__("la sp, stack_top\n\t"
		"call layout\n\t"
		".section .bss\n\t"
		".balign 16\n\t"
		".skip 4096\n\t"
		"stack_top:\n\t"
		".section .text.start");
}

static __attribute__((noinline)) uint32_t number(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8;
}

static __attribute__((noinline)) uint32_t mix(uint32_t x, uint32_t y)
{
	if (RARE(x & 63)) {
		x = x * 3 + y;
		if (RARE(y & 1023))
			x ^= x >> 7;
		else
			x += 99;
	} else {
		x = x * 5 - y;
	}
	return x + 1;
}

void layout(void)
{
	volatile uint32_t *finisher = (volatile uint32_t *)FINISHER;
	uint32_t i, sum = 0;

	for (i = 0; i < ROUNDS; i++)
		sum = sum * 31 + mix(number(), i);
	*finisher = sum == RESULT ? FINISHER_PASS : FINISHER_FAIL;
	for (;;)
		__asm__ volatile("wfi");
}
