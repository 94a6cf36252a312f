// SPDX-License-Identifier: BSD-2-Clause
/*
 * Misaligned accesses on a hart with F and without D: M-mode emulates those of F,
 * and must not execute an instruction of D that it reads after the trap.
 */
#include "check.h"
#include "hart.h"
#include "misaligned.h"
#include "peek.h"
#include "print.h"

#define WITH_F ".option arch, +f\n"

static void of_f(void)
{
	unsigned long regs[32];
	u32 value, bits = 0x3f9d70a4;

	if (!ready())
		return;
	csr_set(sstatus, 0x6000ul);
	some_registers(regs, (unsigned long)area.bytes + 1);
	both(FLW | BASE << 15 | 9u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, HART_NO_TRAP);
	__asm__ volatile(WITH_F "fsw	fs1, %0" : "=m"(value));
	CHECK(!memcmp(bytes_before + 17, &value, 4));
	__asm__ volatile(WITH_F "flw	fs1, %0" : : "m"(bits));
	both(FSW | BASE << 15 | 9u << 20, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, HART_NO_TRAP);
	CHECK(!memcmp(area.bytes + 1, &bits, 4));
}

static void load_changed(void)
{
	csr_set(sstatus, 0x6000ul);
	changed_to_another(LOAD | 2u << 12 | 10u << 15 | 28u << 7,
			   FLD | 10u << 15 | 28u << 7, HART_LOAD_MISALIGNED);
}

static void store_changed(void)
{
	csr_set(sstatus, 0x6000ul);
	changed_to_another(STORE | 2u << 12 | 10u << 15 | 28u << 20,
			   FSD | 10u << 15 | 28u << 20, HART_STORE_MISALIGNED);
}

const struct check_case check_cases[] = {
	{ "of F", of_f },
	{ "a load changed to one of D", load_changed },
	{ "a store changed to one of D", store_changed },
	{ NULL, NULL },
};
