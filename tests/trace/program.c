// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program that is traced: all ways for a hart to get from one instruction to
 * another, without an operating system.
 */
#include <stddef.h>
#include <stdint.h>

extern void vector_behind(long traps), vector_next(long addr),
	vector_jump(void);
extern void vector_loop(long rounds), page_end(long value);
extern void s_entry(void), s_bad(void), user_code(void);

uint32_t harts = HARTS;
volatile uint32_t done;

#define CSR_WRITE(csr, value) \
	__asm__ volatile("csrw " #csr ", %0" : : "r"((unsigned long)(value)))
#define CSR_SET(csr, value) \
	__asm__ volatile("csrs " #csr ", %0" : : "r"((unsigned long)(value)))
#define CSR_CLEAR(csr, value) \
	__asm__ volatile("csrc " #csr ", %0" : : "r"((unsigned long)(value)))
/* An instruction of four bytes that traps; the handler continues after it. */
#define TRAPS(insn)                                                       \
	__asm__ volatile(                                                 \
		".option push\n.option norvc\nli s10, 4\nli a7, 0\n" insn \
		"\n.option pop"                                           \
		:                                                         \
		:                                                         \
		: "s10", "a7", "t0", "memory")

enum {
	MSTATUS_MIE = 8,
	MSTATUS_MPP = 3 << 11,
	MSTATUS_MPP_S = 1 << 11,
	MIE_MSIE = 8,
	MIE_MTIE = 128,
	MIP_SSIP = 2,
};

/* --- plain code ------------------------------------------------------------ */

static unsigned long fib(unsigned long n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static unsigned long twice(unsigned long n)
{
	return 2 * n;
}

static unsigned long square(unsigned long n)
{
	return n * n;
}

static unsigned long (*volatile const function[])(unsigned long) = { fib, twice,
								     square };

static unsigned long calls(unsigned int rounds)
{
	unsigned long sum = 0;
	unsigned int i;

	for (i = 0; i < rounds; i++)
		sum += function[i % 3](i % 11);
	return sum;
}

/* --- traps of M-mode ------------------------------------------------------- */

static void exceptions(void)
{
	TRAPS("add t0, t0, t1\ncsrr zero, 0x9ff");
	TRAPS("ecall");
	TRAPS("ebreak");
	TRAPS("lw t0, 0(sp)\naddi t0, t0, 1\nlw t0, 0(zero)\naddi t0, t0, 1");
	TRAPS("sw t0, 0(zero)\nsw t0, -4(sp)");
	TRAPS("addi t0, sp, 1\namoadd.w zero, zero, (t0)");
	__asm__ volatile("li s10, 2\n.half 0\naddi t0, t0, 1"
			 :
			 :
			 : "s10", "t0");
	__asm__ volatile("jalr ra, zero" : : : "ra");
}

/* The time between interrupts is up to a 256th of mask, in ticks. */
static void timer(unsigned int hart, unsigned long mask)
{
	volatile unsigned long *saved;
	volatile uint32_t *cmp = (uint32_t *)(0x2004000ul + 8ul * hart);

	__asm__ volatile("csrr %0, mscratch" : "=r"(saved));
	saved[3] = mask;
	cmp[1] = 0;
	cmp[0] = mask ? *(volatile uint32_t *)0x200bff8ul + 5 : ~0u;
}

static void interrupts(unsigned int hart)
{
	timer(hart, 8 * TICKS + 7);
	CSR_SET(mie, MIE_MTIE);
	CSR_SET(mstatus, MSTATUS_MIE);
	calls(2000);
	__asm__ volatile("wfi\nwfi");
	/* sleeps in the middle of a block that ends with an indirect jump */
	__asm__ volatile("wfi\nla t0, 1f\njr t0\n1:" : : : "t0");
	CSR_CLEAR(mstatus, MSTATUS_MIE);
	timer(hart, 8 * TICKS + 7);
	__asm__ volatile("wfi");
	CSR_SET(mstatus, MSTATUS_MIE);
}

static void vectors(void)
{
	int i;

	for (i = 0; i < 4; i++) {
		vector_behind(i & 1);
		vector_next(i < 2 ? 0 : 0x80000000l);
		vector_jump();
		vector_loop(5);
		__asm__ volatile("li s10, 4" : : : "s10");
		page_end(i);
	}
}

/* --- code that changes ----------------------------------------------------- */

#define ADDI_A0(n) (0x00050513u | (uint32_t)(n) << 20)

/* The instruction after the fence was executed before, and has changed. */
static unsigned long patch(uint32_t *code)
{
	register unsigned long sum __asm__("a0") = 0;
	uint32_t i;

	for (i = 0; i < 20; i++) {
		code[0] = ADDI_A0(i);
		__asm__ volatile("fence.i\njalr ra, %1"
				 : "+r"(sum)
				 : "r"(code)
				 : "ra", "memory");
	}
	return sum;
}

/* The same without a jump in between. */
static void patch_here(void)
{
	__asm__ volatile(".option push\n.option norvc\n"
			 "li t0, 5\n"
			 "la t1, 2f\n"
			 "lw t2, 0(t1)\n"
			 "li t3, 0x100000\n"
			 "1: sw t2, 0(t1)\n"
			 "fence.i\n"
			 "2: addi t4, zero, 1\n"
			 "add t2, t2, t3\n"
			 "addi t0, t0, -1\n"
			 "bnez t0, 1b\n"
			 ".option pop"
			 :
			 :
			 : "t0", "t1", "t2", "t3", "t4", "memory");
}

/* --- S-mode and U-mode ----------------------------------------------------- */

#define PTE(addr, flags) (((unsigned long)(addr) >> 12 << 10) | (flags))
enum { V = 1, RWX = 0xe, U = 0x10, AD = 0xc0 };

static unsigned long root[1024] __attribute__((aligned(4096)));
static unsigned long leaf[1024] __attribute__((aligned(4096)));
#if __riscv_xlen == 64
static unsigned long middle[512] __attribute__((aligned(4096)));
#endif

/* RAM at its own address, and user_code at two other addresses. */
static void map(void)
{
	leaf[0] = PTE(user_code, V | RWX | U | AD);
	leaf[9] = PTE(user_code, V | RWX | U | AD);
#if __riscv_xlen == 64
	root[2] = PTE(0x80000000, V | RWX | AD);
	root[1] = PTE(middle, V);
	middle[0] = PTE(leaf, V);
	CSR_WRITE(satp, 8ul << 60 | (unsigned long)root >> 12);
#else
	root[0x200] = PTE(0x80000000, V | RWX | AD);
	root[0x100] = PTE(leaf, V);
	CSR_WRITE(satp, 1ul << 31 | (unsigned long)root >> 12);
#endif
	__asm__ volatile("sfence.vma");
}

/* Until S-mode calls M-mode at 2; a function of S-mode returns to 1. */
static void enter(unsigned long addr, unsigned long mpp)
{
	CSR_CLEAR(mstatus, MSTATUS_MPP | MSTATUS_MIE);
	CSR_SET(mstatus, mpp);
	CSR_WRITE(mepc, addr);
	__asm__ volatile("la a0, 2f\nla ra, 1f\nli s10, 4\nmret\n"
			 "1: la a0, 2f\nli a7, 1\necall\n2:"
			 :
			 :
			 : "a0", "a7", "s1", "s2", "s3", "s10", "t0", "t1",
			   "ra", "memory");
}

static void supervisor(void)
{
	unsigned int i;

	for (i = 0; i < 5; i++)
		__asm__ volatile("li a7, 0\necall" : : : "a7");
	calls(30);
}

/* Exceptions of U-mode that S-mode takes; user_code's fetch fault, too. */
enum { DELEGATED = 1 << 8 | 1 << 3 | 1 << 13 | 1 << 12 };

static void user(void)
{
	unsigned long at;

	for (at = 0x40000000; at <= 0x40009000; at += 0x9000) {
		CSR_WRITE(medeleg, 0);
		enter(at, 0);
		CSR_WRITE(medeleg, DELEGATED);
		CSR_SET(mip, MIP_SSIP); /* taken directly after mret */
		enter(at, 0);
		CSR_WRITE(stvec, s_bad);
		enter(at, 0);
		CSR_WRITE(medeleg, DELEGATED & ~(1 << 12));
		CSR_WRITE(stvec, 0x60000000); /* no memory is there */
		enter(at, 0);
		CSR_WRITE(stvec, s_entry);
	}
}

#define PATCHED                                  \
	{                                        \
		ADDI_A0(0), 0x00008067 /* ret */ \
	}
static uint32_t patched[4][2] = { PATCHED, PATCHED, PATCHED, PATCHED };

/* --- VS-mode --------------------------------------------------------------- */

/* Breakpoints are VS-mode's own, ECALLs go to M-mode. */
static void guest(void)
{
	unsigned int i;

	for (i = 0; i < 5; i++) {
		TRAPS("ebreak");
		TRAPS("ecall");
	}
	CSR_SET(sip, MIP_SSIP); /* of VS-mode */
	calls(10);
	/* from a vector without memory, M-mode returns to ra */
	CSR_WRITE(stvec, 0x1f000000);
	__asm__ volatile("la ra, 1f\nebreak\n1:" : : : "ra", "memory");
}

static void virtualised(void)
{
	unsigned long misa;

	__asm__ volatile("csrr %0, misa" : "=r"(misa));
	if (!(misa >> 7 & 1))
		return;
	CSR_WRITE(medeleg, 1 << 3);
	CSR_WRITE(0x602, 1 << 3);  /* hedeleg */
	CSR_WRITE(0x205, s_entry); /* vstvec */
	/* An interrupt would clear MPV, and the guest would run as S-mode. */
	CSR_CLEAR(mstatus, MSTATUS_MIE);
#if __riscv_xlen == 64
	CSR_SET(mstatus, 1ul << 39); /* MPV */
#else
	CSR_SET(0x310, 1ul << 7); /* mstatush: MPV */
#endif
	enter((unsigned long)guest, MSTATUS_MPP_S);
}

void program(unsigned int hart)
{
	calls(50);
	exceptions();
	vectors();
	interrupts(hart);
	exceptions();
	patch(patched[hart]);
	patch_here();
	map();
	CSR_WRITE(mideleg, MIP_SSIP);
	CSR_SET(mie, MIE_MSIE | MIP_SSIP);
	*(volatile uint32_t *)(0x2000000ul + 4ul * hart) = 1;
	timer(hart, TICKS);
	user();
	enter((unsigned long)supervisor, MSTATUS_MPP_S);
	user();
	virtualised();
	/* left on: with -icount another hart runs when a timer is due */
	timer(hart, 16 * TICKS + 15);
	calls(100);
}
