// SPDX-License-Identifier: BSD-2-Clause
/*
 * Every form of load and store, of every extension that a hart may have, at
 * addresses that S-mode may not access, on all harts at once: aligned and
 * misaligned, at the ends of pages and regions, with floating point and vectors
 * on and off. Each one ends with a fault of its own kind, and the hart goes on;
 * so does each instruction that S-mode may not execute. run.py compares the
 * firmware's own memory ("intact").
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"

#define FIRMWARE 0x80000000ul
#define CLINT 0x2000000ul
#define NOTHING 0x8000000ul
/* An encoder and a RAM sink, on machines with trace */
#define ENCODER 0x8fc00000ul
#define SINK 0x8fc20000ul
#define PAGE 4096u

/* x10 is the address, x28 the loaded value, x30 the stored value. */
#define BASE (10u << 15)
#define TO (28u << 7)
#define FROM (30u << 20)
#define RET 0x8067u
#define C_NOP (1u << 16)

#define LOAD 0x03u
#define LOAD_FP 0x07u
#define FENCE 0x0fu
#define STORE 0x23u
#define STORE_FP 0x27u
#define AMO 0x2fu
#define SYSTEM 0x73u

#define STATUS_VS (3ul << 9)
#define STATUS_FS (3ul << 13)

enum { FORMS = 64, ADDRESSES = 8 };

/* State of one hart */
struct attacker {
	u64 random;
	u32 code[FORMS][2];
	unsigned long count[16]; /* by cause */
	bool privileged;	 /* in the second case */
	unsigned long passed, strange;
	unsigned long insn, address, cause; /* of the last wrong result */
	volatile unsigned long done;
} __attribute__((aligned(64)));

static struct attacker attackers[HARTS_MAX];
static unsigned int rounds;

static u64 any(struct attacker *a)
{
	a->random ^= a->random << 13;
	a->random ^= a->random >> 7;
	a->random ^= a->random << 17;
	return a->random;
}

static u32 below(struct attacker *a, u32 n)
{
	return (u32)((any(a) >> 32) * n >> 32);
}

/* --- forms --------------------------------------------------------------------- */

/*
 * Vectors use the widths that floating point does not: 0, 5, 6 and 7.
 * Registers, segments and masks are random.
 */
static u32 vector(struct attacker *a, u32 opcode)
{
	static const u8 width[] = { 0, 5, 6, 7 };

	return opcode | (u32)width[below(a, 4)] << 12 | BASE |
	       below(a, 32) << 7 | below(a, 1 << 12) << 20;
}

/* Quadrant 0: loads to and stores of x13 or f13, at an address in x10. */
static u32 compressed(struct attacker *a)
{
	return (1 + below(a, 7)) << 13 | below(a, 8) << 10 | 2 << 7 |
	       below(a, 4) << 5 | 5 << 2 | C_NOP;
}

/* Hypervisor loads and stores: HLV, HLVX and HSV. */
static u32 hypervisor(struct attacker *a)
{
	u32 funct7 = 0x30 + below(a, 8);

	return SYSTEM | 4 << 12 | BASE | funct7 << 25 |
	       (funct7 & 1 ? FROM : TO | below(a, 4) << 20);
}

static u32 form(struct attacker *a)
{
	switch (below(a, 12)) {
	case 0:
		return LOAD | below(a, 8) << 12 | BASE | TO;
	case 1:
		return STORE | below(a, 8) << 12 | BASE | FROM;
	case 2:
	case 3:
		return LOAD_FP | (1 + below(a, 4)) << 12 | BASE | TO;
	case 4:
	case 5:
		return STORE_FP | (1 + below(a, 4)) << 12 | BASE | FROM;
	case 6:
		return vector(a, LOAD_FP);
	case 7:
		return vector(a, STORE_FP);
	case 8:
		return AMO | below(a, 5) << 12 | BASE | TO | FROM |
		       below(a, 1 << 7) << 25;
	case 9:
		return FENCE | 2 << 12 | BASE | below(a, 5) << 20;
	case 10:
		return compressed(a);
	}
	return hypervisor(a);
}

/* Returns and fences of other modes, and reserved fences. */
static u32 without_csr(struct attacker *a)
{
	static const u32 some[] = { 0x30200073, 0x70200073, 0x7b200073,
				    0x62000073, 0x22000073, 0x66000073,
				    0x26000073, 0x8330000f };
	u32 n = below(a, array_size(some) + 4);

	return n < array_size(some) ? some[n] :
				      (FENCE | (3 + below(a, 5)) << 12 | TO |
				       below(a, 1 << 12) << 20);
}

/*
 * Random accesses to M-mode registers, reads of any register, and the
 * instructions above.
 */
static u32 privileged(struct attacker *a)
{
	u32 csr = below(a, 1 << 12);

	switch (below(a, 4)) {
	case 0:
		return without_csr(a);
	case 1:
		return SYSTEM | 2 << 12 | TO | csr << 20;
	}
	return SYSTEM | (1 + below(a, 3) + 4 * below(a, 2)) << 12 | TO |
	       30 << 15 | (csr | 0x300) << 20;
}

static void make_forms(struct attacker *a)
{
	unsigned int n;

	for (n = 0; n < FORMS; n++) {
		a->code[n][0] = a->privileged ? privileged(a) : form(a);
		a->code[n][1] = RET;
	}
	__asm__ volatile("fence.i" ::: "memory");
}

/* --- addresses ------------------------------------------------------------------- */

static bool is_window(unsigned long address)
{
	return option_given("trace=own") &&
	       (address - ENCODER < PAGE || address - SINK < PAGE);
}

static unsigned long region(struct attacker *a)
{
	static const unsigned long some[] = {
		FIRMWARE,
		FIRMWARE + 0x10000,
		FIRMWARE + 0x20000,
		FIRMWARE + 0x40000,
		FIRMWARE + 0x50000,
		CLINT,
		CLINT + 0x4000,
		CLINT + 0xb000,
		NOTHING,
		ENCODER,
		SINK,
	};
	u32 count = (u32)array_size(some);

	return some[below(a, option_given("trace=own") ? count : count - 2)];
}

static unsigned long any_address(struct attacker *a)
{
	unsigned long at = region(a);

	switch (below(a, 4)) {
	case 0:
		return at + below(a, 16);
	case 1: /* across the end of a page; the next page is not accessible
		 * either */
		return at + PAGE - 1 - below(a, 16);
	case 2:
		return at + 8 * below(a, PAGE / 8 - 1);
	}
	return at + below(a, PAGE);
}

/* --- one at a time ----------------------------------------------------------------- */

/*
 * Floating point and vectors may be on or off; vectors have a random length if
 * the hart has them.
 */
static void dress(struct attacker *a)
{
	unsigned long length = below(a, 40), type = below(a, 1 << 8);

	csr_clear(sstatus, STATUS_FS | STATUS_VS);
	csr_set(sstatus, below(a, 4) ? STATUS_FS : 0);
	csr_set(sstatus, below(a, 4) ? STATUS_VS : 0);
	/* vsetvl x0, length, type */
	HART_TRY(__asm__ volatile(
		".insn r 0x57, 7, 0x40, x0, %0, %1" ::"r"(length), "r"(type)));
}

static void run(const u32 *code, unsigned long address)
{
	register unsigned long at __asm__("a0") = address;
	register unsigned long value __asm__("t5") = ~address;

	__asm__ volatile("jalr	%2"
			 : "+r"(at), "+r"(value)
			 : "r"(code)
			 : "ra", "a3", "t3", "t4", "t6", "memory");
}

/*
 * An access fault, or an illegal instruction. QEMU's HLVX has the faults of a
 * fetch.
 */
static bool is_fault(unsigned long cause)
{
	return cause == 1 || cause == 2 || (cause >= 4 && cause <= 7) ||
	       cause == 22;
}

/*
 * Vectors may have no element, atomics no reservation, and cache-block
 * instructions no effect.
 */
static bool may_pass(u32 insn)
{
	u32 opcode = insn & 0x7f, width = insn >> 12 & 7;

	return opcode == AMO || opcode == FENCE ||
	       ((opcode == LOAD_FP || opcode == STORE_FP) &&
		(!width || width > 4));
}

/* S-mode may read its own registers; another case checks their values. */
static bool is_refused(u32 insn, unsigned long cause)
{
	bool theirs =
		(insn & 0x7f) == SYSTEM &&
		(insn >> 12 & 3 ? (insn >> 28 & 3) == 3 : insn == 0x30200073);

	return cause == HART_ILLEGAL ||
	       (!theirs && (cause == HART_NO_TRAP || cause == 22));
}

/* The caller may access registers of trace with some forms. */
static bool is_right(const struct attacker *a, u32 insn, unsigned long address,
		     unsigned long cause)
{
	if (a->privileged)
		return is_refused(insn, cause);
	return cause == HART_NO_TRAP ? may_pass(insn) || is_window(address) :
				       is_fault(cause);
}

static void judge(struct attacker *a, u32 insn, unsigned long address,
		  unsigned long cause)
{
	bool good = is_right(a, insn, address, cause);

	if (cause < array_size(a->count))
		a->count[cause]++;
	else
		a->passed++;
	if (good)
		return;
	a->strange++;
	a->insn = insn;
	a->address = address;
	a->cause = cause;
}

static void attack(void *arg)
{
	struct attacker *a = arg;
	unsigned long address, cause;
	unsigned int round, n, i;

	for (round = 0; round < rounds; round++) {
		make_forms(a);
		for (i = 0; i < ADDRESSES; i++) {
			dress(a);
			address = any_address(a);
			for (n = 0; n < FORMS; n++) {
				cause = HART_TRY(run(a->code[n], address));
				judge(a, a->code[n][0], address, cause);
				a->done++;
			}
		}
	}
	csr_clear(sstatus, STATUS_FS | STATUS_VS);
}

/* --- all harts ------------------------------------------------------------------------ */

static void told(const struct attacker *a, unsigned int n)
{
	check_row("hart", n);
	CHECK_EQ(a->done, rounds * ADDRESSES * FORMS);
	if (!CHECK_EQ(a->strange, 0))
		print("# %lx at %lx: %lx\n", a->insn, a->address, a->cause);
	print("# hart %u: %lu illegal, %lu loads, %lu stores\n", n, a->count[2],
	      a->count[5], a->count[7]);
	CHECK_RANGE(a->count[2], 1, ~0ul);
	if (a->privileged)
		return;
	CHECK_RANGE(a->count[5], 1, ~0ul);
	CHECK_RANGE(a->count[7], 1, ~0ul);
}

static void all_harts(bool privileged)
{
	unsigned int n, count = hart_count();

	rounds = (u32)option_number("rounds", 2);
	for (n = 0; n < count; n++)
		attackers[n] = (struct attacker){
			.random = 0x9e3779b97f4a7c15ull * (n + 1),
			.privileged = privileged,
		};
	for (n = 1; n < count; n++)
		hart_give(n, attack, &attackers[n]);
	attack(&attackers[0]);
	for (n = 1; n < count; n++)
		CHECK(hart_call_end(n));
	for (n = 0; n < count; n++)
		told(&attackers[n], n);
	check_row(NULL, 0);
}

static void every_form(void)
{
	unsigned int n;

	for (n = 1; n < hart_count(); n++)
		if (!CHECK(hart_start(n)))
			return;
	all_harts(false);
}

static void every_other(void)
{
	all_harts(true);
}

/* --- an instruction that changes ----------------------------------------------------- */

static volatile u32 changing[2] __attribute__((aligned(8)));
static volatile bool over;

/* An integer store becomes a floating-point store, which is off. */
static void change(void *arg)
{
	u32 plain = STORE | 2 << 12 | BASE | FROM;
	u32 wide = STORE_FP | 3 << 12 | BASE | FROM;

	(void)arg;
	while (!over) {
		changing[0] = wide;
		hart_delay(below(&attackers[1], 64));
		changing[0] = plain;
		hart_delay(below(&attackers[1], 64));
	}
}

static void changes(void)
{
	unsigned long cause, illegal = 0;
	unsigned int n;

	if (hart_count() < 2)
		return;
	changing[0] = STORE | 2 << 12 | BASE | FROM;
	changing[1] = RET;
	csr_clear(sstatus, STATUS_FS | STATUS_VS);
	hart_give(1, change, NULL);
	for (n = 0; n < 5000 * rounds; n++) {
		cause = HART_TRY(run((const u32 *)changing, FIRMWARE));
		if (!CHECK(cause == HART_ILLEGAL || cause == HART_STORE_FAULT))
			break;
		illegal += cause == HART_ILLEGAL;
	}
	print("# %lu of %u were illegal\n", illegal, n);
	over = true;
	CHECK(hart_call_end(1));
}

const struct check_case check_cases[] = {
	{ "every form of load and store where it may not", every_form },
	{ "instructions and registers that are not S-mode's", every_other },
	{ "a store that another hart changes", changes },
	{ NULL, NULL },
};
