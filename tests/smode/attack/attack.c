// SPDX-License-Identifier: BSD-2-Clause
/* Selects hostile arguments, and makes calls with them. */
#include "attack.h"
#include "fdt.h"

#define FIRMWARE 0x80000000ul

struct attacker attackers[HARTS_MAX];
struct attack_arena attack_arenas[HARTS_MAX] __attribute__((aligned(4096)));

/* --- random --------------------------------------------------------------- */

u64 attack_random(struct attacker *a)
{
	a->random ^= a->random << 13;
	a->random ^= a->random >> 7;
	a->random ^= a->random << 17;
	return a->random;
}

unsigned int attack_one_of(struct attacker *a, unsigned int n)
{
	return (unsigned int)((attack_random(a) >> 32) * n >> 32);
}

unsigned long attack_boundary(struct attacker *a)
{
	unsigned long bit = 1ul << attack_one_of(a, XLEN);

	switch (attack_one_of(a, 6)) {
	case 0:
		return (unsigned long)attack_random(a);
	case 1:
		return bit + attack_one_of(a, 3) - 1;
	case 2:
		return -bit;
	case 3:
		return -(unsigned long)attack_one_of(a, 20);
	default:
		return attack_one_of(a, 70);
	}
}

unsigned long attack_bad_address(struct attacker *a)
{
	static const unsigned long some[] = {
		0,
		0x40,
		0x1000,
		0x100000,
		0x2000000,
		0xc000000,
		0x10000000,
		0x20000000,
		FIRMWARE - 8,
		FIRMWARE,
		0x80030000ul,
		0x80040000ul,
		0x80044000ul,
		0x80050000ul,
		0x80060000ul,
		~0ul,
		~0ul << 12,
		~7ul,
		1ul << (XLEN - 1),
	};
	unsigned int count = sizeof(some) / sizeof(some[0]);
	unsigned int n = attack_one_of(a, count + 3);

	if (n < count)
		return some[n] +
		       (attack_one_of(a, 4) ? 0 : attack_one_of(a, 256));
	/*
	 * No hart owns the page after the last one; an area from here on ends
	 * after the end of memory.
	 */
	if (n == count)
		return (unsigned long)fdt_ram_end() -
		       8 * attack_one_of(a, ATTACK_PAGE);
	return n == count + 1 ? (unsigned long)fdt_ram_end() :
				attack_boundary(a) | 1ul << (XLEN - 1) |
					1ul << (XLEN - 2);
}

unsigned long attack_area(struct attacker *a, unsigned int size)
{
	unsigned int n = attack_one_of(a, attack_harts);
	unsigned int room = sizeof(attack_arenas[n].area) - size;

	return (unsigned long)attack_arenas[n].area +
	       8 * attack_one_of(a, room / 8 + 1);
}

/* --- calls ---------------------------------------------------------------- */

/*
 * A call preserves all registers except a0 and a1. sp is not compared, and gp
 * and tp keep the caller's values.
 */
static bool attack_same(const unsigned long *seen, const unsigned long *before)
{
	unsigned int n;

	for (n = 1; n < 32; n++)
		if (n != 2 && n != 10 && n != 11 && seen[n] != before[n])
			return false;
	return true;
}

static struct sbiret attack_with_registers(struct attacker *a)
{
	unsigned long before[32], regs[32];
	struct sbiret ret;
	unsigned int n;

	for (n = 0; n < 32; n++)
		if (n >= 10 && n <= 17)
			before[n] = a->last[n - 10];
		else
			before[n] = attack_one_of(a, 2) ?
					    attack_bad_address(a) :
					    attack_boundary(a);
	for (n = 0; n < 32; n++)
		regs[n] = before[n];
	sbi_call_registers(regs);
	if (!attack_same(regs, before))
		a->lost++;
	ret.error = (long)regs[10];
	ret.value = regs[11];
	return ret;
}

struct sbiret attack_call(struct attacker *a, unsigned long eid,
			  unsigned long fid, const unsigned long x[6])
{
	struct sbiret ret;
	unsigned int n;

	for (n = 0; n < 6; n++)
		a->last[n] = x[n];
	a->last[6] = fid;
	a->last[7] = eid;
	if (attack_one_of(a, 4))
		ret = sbi_ecall(eid, fid, x[0], x[1], x[2], x[3], x[4], x[5]);
	else
		ret = attack_with_registers(a);
	a->calls++;
	a->errors += ret.error != 0;
	if (eid > SBI_EXT_0_1_SHUTDOWN && (ret.error > 0 || ret.error < -20))
		a->wrong++;
	return ret;
}

/* --- the doors ------------------------------------------------------------ */

static u8 weights[32];
static unsigned int all_weights;

void attack_open(void)
{
	const struct attack_door *d;

	all_weights = 0;
	for (d = attack_doors; d->knock; d++) {
		weights[d - attack_doors] = d->weight;
		if (option_given(d->without) ||
		    (d->with && !option_given(d->with)))
			weights[d - attack_doors] = 0;
		all_weights += weights[d - attack_doors];
	}
}

void attack_once(struct attacker *a, bool moves)
{
	unsigned int left, n;

	do {
		left = attack_one_of(a, all_weights);
		for (n = 0; left >= weights[n]; n++)
			left -= weights[n];
	} while (attack_doors[n].moves && !moves);
	attack_doors[n].knock(a);
}
