// SPDX-License-Identifier: BSD-2-Clause
/*
 * Short pieces of everything that a hart does, many times, as work for a trace
 * or another observer. The test checks the results that need no observer.
 */
#include "check.h"
#include "hart.h"
#include "print.h"
#include "random.h"

#define ROUNDS 180

#define BREAKPOINT 3ul

#define FIRMWARE 0x80000000ul /* memory of the firmware */

static unsigned long draw(void)
{
	unsigned long value = (unsigned long)random();

	/* Special cases of multiplication and division are frequent. */
	switch (one_of(8)) {
	case 0:
		return value & 3;
	case 1:
		return -(value & 3);
	case 2:
		return 1ul << (XLEN - 1);
	default:
		return value;
	}
}

/* --- arithmetic ----------------------------------------------------------- */

static void divide(unsigned long a, unsigned long b)
{
	unsigned long q, r, sq, sr;

	__asm__ volatile("divu %0, %4, %5\n remu %1, %4, %5\n"
			 "div %2, %4, %5\n rem %3, %4, %5"
			 : "=&r"(q), "=&r"(r), "=&r"(sq), "=&r"(sr)
			 : "r"(a), "r"(b));
	CHECK_EQ(q * b + r, a);
	CHECK_EQ(sq * b + sr, a);
	CHECK(b || (q == ~0ul && sq == ~0ul));
}

static void multiply(unsigned long a, unsigned long b)
{
	unsigned long high, signed_high, mixed;

	__asm__ volatile("mulhu %0, %3, %4\n mulh %1, %3, %4\n"
			 "mulhsu %2, %3, %4"
			 : "=&r"(high), "=&r"(signed_high), "=&r"(mixed)
			 : "r"(a), "r"(b));
	CHECK_EQ(mixed, high - ((long)a < 0 ? b : 0));
	CHECK_EQ(signed_high, mixed - ((long)b < 0 ? a : 0));
}

static void shift(unsigned long a, unsigned long b)
{
	unsigned int n = b % XLEN;

	CHECK_EQ(a << n >> n, n ? a & (~0ul >> n) : a);
	CHECK_EQ((unsigned long)((long)a >> n),
		 (long)a < 0 ? ~(~a >> n) : a >> n);
	CHECK_EQ((a < b) + (b < a) + (a == b), 1);
	CHECK_EQ(((long)a < (long)b) + ((long)b < (long)a) + (a == b), 1);
}

static void arithmetic(void)
{
	unsigned int n;

	for (n = 0; n < 20 * ROUNDS; n++) {
		unsigned long a = draw(), b = draw();

		divide(a, b);
		multiply(a, b);
		shift(a, b);
	}
}

/* --- memory --------------------------------------------------------------- */

static u8 page[3][4096] __attribute__((aligned(4096)));

#define ROUND_TRIP(type, at, value)                                   \
	do {                                                          \
		*(volatile type *)(at) = (type)(value);               \
		CHECK_EQ(*(volatile type *)(at), (u64)(type)(value)); \
	} while (0)

static void widths(void)
{
	unsigned int n;

	for (n = 0; n < 20 * ROUNDS; n++) {
		unsigned long at = (unsigned long)page[1] - 16 + one_of(32);
		u64 value = random();

		ROUND_TRIP(u8, at, value);
		ROUND_TRIP(u16, at, value);
		ROUND_TRIP(u32, at, value);
		ROUND_TRIP(u64, at, value);
		ROUND_TRIP(s8, at, value);
		ROUND_TRIP(s16, at, value);
		ROUND_TRIP(s32, at, value);
	}
}

#if __riscv_xlen == 64
#define AMO_BOTH(name, old, at, operand)               \
	({                                             \
		AMO(name ".w", old, at, operand);      \
		AMO(name ".d.aqrl", old, at, operand); \
	})
#else
#define AMO_BOTH(name, old, at, operand) AMO(name ".w", old, at, operand)
#endif
#define AMO(name, old, at, operand)              \
	__asm__ volatile(name " %0, %2, (%1)"    \
			 : "=&r"(old)            \
			 : "r"(at), "r"(operand) \
			 : "memory")

static void atomics(void)
{
	unsigned long *at = (unsigned long *)page[0], old, operand;
	unsigned int n;

	for (n = 0; n < 10 * ROUNDS; n++) {
		operand = draw();
		*at = draw();
		AMO_BOTH("amoadd", old, at, operand);
		AMO_BOTH("amoxor", old, at, operand);
		AMO_BOTH("amoand", old, at, operand);
		AMO_BOTH("amoor", old, at, operand);
		AMO_BOTH("amomin", old, at, operand);
		AMO_BOTH("amomax", old, at, operand);
		AMO_BOTH("amominu", old, at, operand);
		AMO_BOTH("amomaxu", old, at, operand);
		AMO_BOTH("amoswap", old, at, operand);
		CHECK_EQ(*(u32 *)at, (u32)operand);
	}
}

static void reservations(void)
{
	u32 *at = (u32 *)page[1], other = 0;
	unsigned long old, failed, again, n;

	for (n = 0; n < 10 * ROUNDS; n++) {
		*at = (u32)n;
		__asm__ volatile("lr.w %0, (%3)\n sc.w %1, %4, (%3)\n"
				 "sc.w %2, zero, (%3)"
				 : "=&r"(old), "=&r"(failed), "=&r"(again)
				 : "r"(at), "r"(~n)
				 : "memory");
		CHECK(old == n && !failed && again && *at == (u32)~n);
		__asm__ volatile("lr.w %0, (%2)\n sc.w %1, zero, (%3)"
				 : "=&r"(old), "=&r"(failed)
				 : "r"(at), "r"(&other)
				 : "memory");
		CHECK(failed);
	}
}

/* Write code, and then execute it. */
static void code(void)
{
	unsigned long (*run)(void) = (void *)page[2];
	u32 *insn = (u32 *)page[2];
	unsigned int n;

	for (n = 0; n < ROUNDS; n++) {
		insn[0] = n << 20 | 0x513; /* li a0, n */
		insn[1] = 0x8082;	   /* ret */
		__asm__ volatile("fence.i" ::: "memory");
		CHECK_EQ(run(), n);
	}
}

/* --- traps ---------------------------------------------------------------- */

static void user(unsigned long arg)
{
	__asm__ volatile("amoadd.w zero, %1, (%0)\n ecall" ::"r"(arg), "r"(1)
			 : "memory");
}

static void exceptions(void)
{
	static volatile u32 calls;
	unsigned long csr, n;

	for (n = 0; n < ROUNDS; n++) {
		CHECK_EQ(HART_TRY(__asm__ volatile("unimp")), HART_ILLEGAL);
		CHECK_EQ(HART_TRY(__asm__ volatile(".4byte 0xffffffff")),
			 HART_ILLEGAL);
		CHECK_EQ(HART_TRY(__asm__ volatile("ebreak")), BREAKPOINT);
		CHECK_EQ(HART_TRY(__asm__ volatile("csrr %0, mstatus"
						   : "=r"(csr))),
			 HART_ILLEGAL);
		CHECK_EQ(HART_TRY(__asm__ volatile("csrw cycle, zero")),
			 HART_ILLEGAL);
		CHECK_EQ(HART_TRY(*(volatile u8 *)FIRMWARE), HART_LOAD_FAULT);
		CHECK_EQ(HART_TRY(*(volatile u8 *)FIRMWARE = 0),
			 HART_STORE_FAULT);
		hart_user(user, (unsigned long)&calls);
	}
	CHECK_EQ(calls, ROUNDS);
}

static void registers(void)
{
	unsigned long value, n;

	for (n = 0; n < ROUNDS; n++) {
		value = draw();
		csr_write(sscratch, value);
		CHECK_EQ(csr_read(sscratch), value);
		csr_set(sscratch, 0x55ul);
		csr_clear(sscratch, 0xf0ul);
		CHECK_EQ(csr_read(sscratch), (value | 0x55) & ~0xf0ul);
		__asm__ volatile("csrrwi %0, sscratch, 21\n csrrsi zero, "
				 "sscratch, 10\n csrrci zero, sscratch, 1"
				 : "=r"(value));
		CHECK_EQ(csr_read(sscratch), 30);
		csr_write(sepc, value & ~3ul); /* QEMU 10 keeps all bits */
		csr_write(scause, value);
		csr_write(stval, value);
		CHECK_EQ(csr_read(stval), value);
		CHECK(csr_read(sie) == 0 && csr_read(satp) == 0);
		CHECK(hart_time() <= hart_time());
	}
}

/* --- translation ---------------------------------------------------------- */

#define ENTRIES (4096 / sizeof(unsigned long))
#define LEVELS (XLEN == 64 ? 3 : 2)
#define WINDOW (XLEN == 64 ? (unsigned long)(5ull << 30) : 0xfc000000ul)
#define PTE_V 1ul
#define PTE_RWX 0xeul
#define PTE_AD 0xc0ul

static unsigned long table[3][ENTRIES] __attribute__((aligned(4096)));

/* Map all addresses to themselves, and one page at WINDOW with these flags. */
static void map(const void *to, unsigned long flags)
{
	unsigned int n, gigabytes = XLEN == 64 ? 4 : 0x3f0;
	unsigned int root = XLEN == 64 ? 5 : 0x3f0;

	for (n = 0; n < gigabytes; n++)
		table[0][n] = (unsigned long)n << (XLEN == 64 ? 28 : 20) |
			      PTE_AD | PTE_RWX | PTE_V;
	table[0][root] = (unsigned long)table[1] >> 2 | PTE_V;
	if (LEVELS == 3)
		table[1][0] = (unsigned long)table[2] >> 2 | PTE_V;
	table[LEVELS - 1][0] = (unsigned long)to >> 2 | flags;
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void translate(bool on)
{
	unsigned long mode = XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1);

	csr_write(satp, on ? (unsigned long)table[0] >> 12 | mode : 0);
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void jump(void)
{
	/*
	 * The handler skips the instruction at sepc, which it cannot read here.
	 */
	__asm__ volatile("la t0, 1f\n csrrw t0, stvec, t0\n jr %0\n"
			 ".align 2\n 1: csrw stvec, t0" ::"r"(WINDOW)
			 : "t0");
	CHECK_EQ(csr_read(scause), HART_FETCH_PAGE_FAULT);
	CHECK_EQ(csr_read(stval), WINDOW);
}

static void translation(void)
{
	volatile u32 *window = (volatile u32 *)WINDOW;
	unsigned int n;

	map(page[0], 0);
	translate(true);
	for (n = 0; n < ROUNDS; n++) {
		const u8 *to = page[n & 1];

		map(to, 0);
		CHECK_EQ(HART_TRY(*window), HART_LOAD_PAGE_FAULT);
		CHECK_EQ(HART_TRY(*window = n), HART_STORE_PAGE_FAULT);
		jump();
		map(to, PTE_AD | PTE_RWX | PTE_V);
		CHECK_EQ(HART_TRY(*window = n), HART_NO_TRAP);
		CHECK_EQ(*(volatile u32 *)to, n);
		map(to, PTE_AD | 2 | PTE_V);
		CHECK_EQ(HART_TRY(*window), HART_NO_TRAP);
		CHECK_EQ(HART_TRY(*window = n), HART_STORE_PAGE_FAULT);
	}
	translate(false);
}

/* --- interrupts ----------------------------------------------------------- */

static void soft_interrupts(void)
{
	struct hart *h = hart_self();
	unsigned long n, before = h->soft;

	hart_interrupts(HART_IRQ_SOFT);
	for (n = 0; n < ROUNDS; n++) {
		csr_set(sip, HART_IRQ_SOFT);
		CHECK_EQ(h->soft, before + 2 * n + 1);
		CHECK_OK(sbi_send_ipi(1, h->hartid));
		CHECK(hart_wait(&h->soft, before + 2 * n + 1));
	}
	hart_interrupts(0);
}

static void timer_interrupts(void)
{
	struct hart *h = hart_self();
	unsigned long n, before;

	for (n = 0; n < ROUNDS; n++) {
		before = h->timer;
		CHECK_OK(sbi_set_timer(hart_time() + 3 * (n & 7)));
		csr_write(sie, HART_IRQ_TIMER);
		if (n & 1)
			__asm__ volatile("wfi");
		hart_interrupts(HART_IRQ_TIMER);
		CHECK(hart_wait(&h->timer, before));
		hart_interrupts(0);
	}
	sbi_set_timer(~0ull);
}

static void calls(void)
{
	unsigned long n, eid;

	for (n = 0; n < ROUNDS / 20; n++) {
		for (eid = 0x10; eid < 0x18; eid++)
			CHECK_OK(sbi_probe_extension(eid));
		CHECK(sbi_ecall(0x12345678, n, 0, 0, 0, 0, 0, 0).error ==
		      SBI_ERR_NOT_SUPPORTED);
		CHECK_OK(pmu_num_counters());
		CHECK_OK(pmu_get_info(0));
	}
}

/* The longest case is the last one. */
const struct check_case check_cases[] = {
	{ "calls of the firmware", calls },
	{ "timer interrupts", timer_interrupts },
	{ "software interrupts", soft_interrupts },
	{ "exceptions, users", exceptions },
	{ "registers of the supervisor", registers },
	{ "address translation", translation },
	{ "code that is written", code },
	{ "reservations", reservations },
	{ "atomic operations", atomics },
	{ "loads and stores of all widths", widths },
	{ "arithmetic", arithmetic },
	{ NULL, NULL },
};
