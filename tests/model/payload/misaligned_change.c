// SPDX-License-Identifier: BSD-2-Clause
/* Misaligned accesses, while another hart changes the instruction. */
#include "misaligned.h"
#include "check.h"
#include "hart.h"
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

/* --- one instruction of 64 bits is another of 32 ----------------------------------- */

#if __riscv_xlen == 64
static unsigned long kept;

/* C.FLW fa2 and C.FSW fa2 in a mode of 32 bits. The model's harts let software choose
 * that, and then execute as if of 64: there these are C.LD a2 and C.SD a2. */
static void narrow_access(unsigned long address)
{
	register unsigned long a0 __asm__("a0") = address;
	register unsigned long a2 __asm__("a2") = 5;

	__asm__ volatile(".option push\n.option norvc\n"
			 ".2byte 0x6110, 0xe510\n" /* 0(a0), 8(a0) */
			 ".option pop"
			 : "+r"(a2)
			 : "r"(a0)
			 : "memory");
	kept = a2;
	__asm__ volatile("li a7, 0\n\tecall");
}

void in_narrow_mode(void)
{
	const unsigned long width = 3ul << 32, status = csr_read(sstatus);
	unsigned int n;

	if (!ready())
		return;
	for (n = 0; n < 32; n++)
		area.bytes[n] = (u8)(0x80 + n);
	csr_write(sstatus, (status & ~width) | 1ul << 32 | 0x6000);
	if ((csr_read(sstatus) & width) == 1ul << 32) {
		hart_self()->cause = HART_NO_TRAP;
		hart_self()->expect = 1;
		hart_user(narrow_access, (unsigned long)area.bytes + 1);
		hart_self()->expect = 0;
		CHECK_EQ(hart_self()->cause, HART_NO_TRAP);
		CHECK_EQ(kept, 5);
		for (n = 0; n < 32; n++)
			CHECK_EQ(area.bytes[n],
				 0x80 + (n >= 9 && n < 13 ? n - 8 : n));
	}
	csr_write(sstatus, status);
}
#endif
