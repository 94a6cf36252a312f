// SPDX-License-Identifier: BSD-2-Clause
/* Misaligned accesses, while another hart changes the instruction. */
#include "misaligned.h"
#include "check.h"
#include "hart.h"
#include "memory.h"
#include "print.h"

static struct {
	u32 insn, back; /* an access at a0; a return */
	u32 flip;	/* bits that make it the other one */
	volatile bool over;
} changing = { .back = 0x8067 };

static void change(void *arg)
{
	volatile u32 *insn = arg;

	while (!changing.over)
		*insn ^= changing.flip;
}

/* @return false: there is no other hart */
static bool change_begins(u32 insn, u32 other)
{
	if (!ready())
		return false;
	if (hart_count() < 2) {
		check_skip("there is no other hart");
		return false;
	}
	changing.insn = insn;
	changing.flip = insn ^ other;
	changing.over = false;
	CHECK(hart_start(1));
	hart_give(1, change, &changing.insn);
	return true;
}

static void change_ends(void)
{
	changing.over = true;
	CHECK(hart_call_end(1) && hart_stop(1));
}

static void changing_call(void)
{
	void (*call)(const u8 *) = (void *)&changing;

	__asm__ volatile("fence.i" ::: "memory");
	call(area.bytes + 1);
}

/*
 * A load of four bytes or of eight: the register must not get any other value.
 */
void changed_meanwhile(void)
{
	u32 fields = 10u << 15 | 9u << 7; /* to fs1 */
	unsigned int n, wrong = 0;
	u64 value, boxed, whole;

	memcpy(&whole, area.bytes + 1, 8);
	boxed = whole | ~0ull << 32;
	csr_set(sstatus, 0x6000ul);
	if (!change_begins(FLW | fields, FLD | fields))
		return;
	for (n = 0; n < 2000; n++) {
		changing_call();
		__asm__ volatile(WITH_D "fsd	fs1, %0" : "=m"(value));
		wrong += value != boxed && value != whole;
	}
	change_ends();
	CHECK_EQ(wrong, 0);
}

void changed_to_another(u32 insn, u32 other, unsigned long fault)
{
	unsigned long cause;
	unsigned int n, wrong = 0, faults = 0;

	if (!change_begins(insn, other))
		return;
	for (n = 0; n < 2000 || (!faults && n < 50000); n++) {
		cause = HART_TRY(changing_call());
		faults += cause == fault;
		wrong += cause != HART_NO_TRAP && cause != HART_ILLEGAL &&
			 cause != fault;
	}
	change_ends();
	CHECK_EQ(wrong, 0);
	CHECK(faults);
}

void load_changed_to_off(void)
{
	csr_clear(sstatus, 0x6000ul);
	changed_to_another(LOAD | 2u << 12 | 10u << 15 | 28u << 7,
			   FLD | 10u << 15 | 28u << 7, HART_LOAD_MISALIGNED);
}

void store_changed_to_off(void)
{
	csr_clear(sstatus, 0x6000ul);
	changed_to_another(STORE | 2u << 12 | 10u << 15 | 28u << 20,
			   FSD | 10u << 15 | 28u << 20, HART_STORE_MISALIGNED);
}
