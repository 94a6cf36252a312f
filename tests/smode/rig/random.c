// SPDX-License-Identifier: BSD-2-Clause
/* Random numbers, the same in every run with the same seed. */
#include "pmu.h"
#include "random.h"

static u64 random_state = 1;

void random_seed(u64 seed)
{
	random_state = seed;
}

u64 random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

unsigned int one_of(unsigned int n)
{
	return (unsigned int)((random() >> 32) * n >> 32);
}

unsigned long boundary(void)
{
	static const unsigned long some[] = {
		0,
		1,
		2,
		3,
		4,
		7,
		8,
		15,
		16,
		18,
		19,
		31,
		32,
		63,
		64,
		4096,
		0x7fffffff,
		0x80000000,
		~0ul,
		~1ul,
		~15ul,
		~0ul >> 1,
		~0ul << (XLEN - 1),
		~0ul << 12,
		XLEN * XLEN,
	};
	unsigned long bit = 1ul << one_of(XLEN);

	switch (one_of(4)) {
	case 0:
		return (unsigned long)random();
	case 1:
		return bit + one_of(3) - 1;
	default:
		return some[one_of(sizeof(some) / sizeof(some[0]))];
	}
}

unsigned long random_base(void)
{
	return one_of(8) ? one_of(pmu.num) : boundary();
}

unsigned long random_mask(unsigned long base)
{
	unsigned long there = base < pmu.num ? pmu_mask((unsigned int)base) : 1;

	switch (one_of(8)) {
	case 0:
		return boundary();
	case 1:
		return there;
	case 2:
	case 3:
		return 1;
	default:
		return (unsigned long)(random() & random() & random()) & there;
	}
}
