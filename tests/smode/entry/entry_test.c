// SPDX-License-Identifier: BSD-2-Clause
/*
 * The conditions under which the firmware's own trap entry takes the traps of a
 * hart, and the traps that it passes on because they only look like a PMU call.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "test_firmware.h"

#define NON_RETENTIVE 0x80000000ul
#define ECALL_USER 8
#define ECALL_GUEST 10
#define SSE_EVENT SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW

static struct peek state;

static unsigned long expected_entry(void)
{
	return option_given("entry=off") ? PEEK_STOCK : PEEK_FAST;
}

/* --- which code served a call -------------------------------------------- */

static void watch(void)
{
	peek_save(&state);
	peek_load(&state);
}

/*
 * Check the traps that OpenSBI took since watch(), and the calls that C
 * answered.
 */
static void seen(u32 traps, u32 calls)
{
	peek_save(&state);
	CHECK_EQ(state.traps - 1, traps);
	CHECK_EQ(state.calls, calls);
}

/* Check that a read of a firmware counter takes the shortest path. */
static void served(bool fast)
{
	unsigned long taken = expected_entry();

	CHECK_EQ(peek_entry(PEEK_ASK), taken);
	watch();
	CHECK_OK(pmu_fw_read(pmu.fw));
	fast = fast && taken == PEEK_FAST && !option_given("fast=none");
	seen(taken == PEEK_STOCK, !fast);
}

static void served_fast(void *arg)
{
	(void)arg;
	served(true);
}

/* --- when ----------------------------------------------------------------- */

static void after_boot(void)
{
	if (peek_offered())
		served(true);
}

/* start_without_memory() starts the last hart. */
static unsigned int harts_to_start(void)
{
	return hart_count() - option_given("entry=off");
}

static void after_hart_start(void)
{
	unsigned int n, round;

	if (harts_to_start() < 2) {
		check_skip("needs another hart");
		return;
	}
	for (round = 0; round < 2; round++)
		for (n = 1; n < harts_to_start(); n++) {
			check_row("hart", n);
			CHECK(hart_start(n));
			CHECK(hart_call(n, served_fast, NULL));
			CHECK(hart_stop(n));
		}
	served(true);
}

static void after_suspend(void)
{
	static const unsigned long types[] = { 0, NON_RETENTIVE };
	unsigned int n;

	for (n = 0; n < 4; n++) {
		check_row("suspend type", types[n & 1]);
		sbi_set_timer(hart_time() + 20000);
		csr_write(sie, HART_IRQ_TIMER);
		CHECK_EQ(hart_suspend(types[n & 1]), SBI_SUCCESS);
		csr_write(sie, 0);
		sbi_set_timer(~0ull);
		served(true);
	}
}

/*
 * If overflow is a software event, C must handle every call that stops a
 * counter.
 */
static void with_sse(void)
{
	if (!pmu.sscofpmf) {
		check_skip("no overflow on this machine");
		return;
	}
	CHECK_OK(sbi(SBI_EXT_SSE, SBI_EXT_SSE_REGISTER, SSE_EVENT,
		     (unsigned long)hart_sse_entry,
		     (unsigned long)hart_self()));
	served(false);
	CHECK_OK(sbi(SBI_EXT_SSE, SBI_EXT_SSE_UNREGISTER, SSE_EVENT));
	served(true);
}

/* --- ecalls of others ----------------------------------------------------- */

/* Not 0 if a mode that may not make the call got an answer. */
unsigned long entry_answered;

static void __attribute__((naked)) call_pmu(unsigned long fid)
{
	__asm__ volatile("mv a6, a0\n"
			 "li a7, %0\n"
			 "ecall\n"
			 "la t0, entry_answered\n"
			 "sb a7, 0(t0)\n"
			 "li a7, 0\n"
			 "ecall\n"
			 "1: j 1b" ::"i"(SBI_EXT_PMU));
	(void)fid;
}

/* The call is a trap to S-mode; the handler does not return after the call. */
static void refused(void (*enter)(void (*fn)(unsigned long), unsigned long),
		    unsigned long fid, u32 traps)
{
	entry_answered = 0;
	watch();
	enter(call_pmu, fid);
	CHECK_EQ(entry_answered, 0);
	seen(traps, 0);
}

static void ecall_is_not_ours(unsigned int cause,
			      void (*enter)(void (*fn)(unsigned long),
					    unsigned long))
{
	unsigned long fid;

	for (fid = 0; fid < 6; fid++) {
		check_row("function", fid);
		refused(enter, fid, 0);
		if (cause == ECALL_GUEST && option_given("mpv=no"))
			continue;
		/* The same through M-mode, which redirects the trap */
		peek_delegate(1ul << cause, false);
		refused(enter, fid, 1);
		peek_delegate(1ul << cause, true);
	}
}

static void ecall_user(void)
{
	ecall_is_not_ours(ECALL_USER, hart_user);
}

static void ecall_guest(void)
{
	if (option_given("h=false")) {
		check_skip("no hypervisor extension");
		return;
	}
	ecall_is_not_ours(ECALL_GUEST, hart_guest);
}

static void ecall_machine(void)
{
	CHECK_VALUE(peek_nest(), pmu.num);
}

/* --- other traps ---------------------------------------------------------- */

/*
 * Execute an instruction that traps, with the registers of a num_counters call.
 * The entry must not change these registers.
 * @return scause
 */
#define LIKE_A_CALL(text, operand)                                          \
	({                                                                  \
		register unsigned long a0 __asm__("a0") = 0x70;             \
		register unsigned long a1 __asm__("a1") = 0x71;             \
		register unsigned long a6 __asm__("a6") = 0;                \
		register unsigned long a7 __asm__("a7") = SBI_EXT_PMU;      \
		register unsigned long t0 __asm__("t0") = 0x72;             \
		register unsigned long t1 __asm__("t1") = 0x73;             \
		register unsigned long t2 __asm__("t2") = (operand);        \
		unsigned long cause;                                        \
                                                                            \
		cause = HART_TRY(__asm__ volatile(                          \
			text                                                \
			: "+r"(a0), "+r"(a1), "+r"(a6), "+r"(a7), "+r"(t0), \
			  "+r"(t1), "+r"(t2)::"memory"));                   \
		CHECK(a0 == 0x70 && a1 == 0x71 && a6 == 0 &&                \
		      a7 == SBI_EXT_PMU && t0 == 0x72 && t1 == 0x73 &&      \
		      t2 == (operand));                                     \
		cause;                                                      \
	})

static void illegal_instruction(void)
{
	watch();
	CHECK_EQ(LIKE_A_CALL(".4byte 0xffffffff", 0ul), HART_ILLEGAL);
	seen(1, 0);
}

/*
 * Only the firmware's own entry redirects an access to the firmware's memory to
 * S-mode.
 */
static void access_fault(void)
{
	bool stock = expected_entry() == PEEK_STOCK;

	watch();
	CHECK_EQ(LIKE_A_CALL("lb zero, 0(t2)", 0x80000000ul), HART_LOAD_FAULT);
	seen(stock, 0);
	watch();
	CHECK_EQ(LIKE_A_CALL("sb zero, 1(t2)", 0x80000000ul), HART_STORE_FAULT);
	seen(stock, 0);
}

/* All pages keep their addresses, but HOLE is not mapped. */
#define HOLE (XLEN == 64 ? (unsigned long)(5ull << 30) : 0xfc000000ul)

static void paging_on(void)
{
	static unsigned long root[4096 / sizeof(unsigned long)]
		__attribute__((aligned(4096)));
	unsigned int n, count = XLEN == 64 ? 4 : 0x3f0;

	for (n = 0; n < count; n++)
		root[n] = (unsigned long)n << (XLEN == 64 ? 28 : 20) | 0xcf;
	csr_write(satp,
		  (unsigned long)root >> 12 |
			  (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1)));
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void page_fault(void)
{
	peek_delegate(1ul << HART_LOAD_PAGE_FAULT, false);
	watch();
	paging_on();
	CHECK_EQ(LIKE_A_CALL("lb zero, 0(t2)", HOLE), HART_LOAD_PAGE_FAULT);
	csr_write(satp, 0ul);
	__asm__ volatile("sfence.vma" ::: "memory");
	seen(1, 0);
	peek_delegate(1ul << HART_LOAD_PAGE_FAULT, true);
}

#if __riscv_xlen == 64
#define SPIN "1: ld t1, 0(t2)\n beq t1, t0, 1b\n li t1, 0x73\n li t0, 0x72"
#else
#define SPIN "1: lw t1, 0(t2)\n beq t1, t0, 1b\n li t1, 0x73\n li t0, 0x72"
#endif

/*
 * A timer interrupt, which M-mode takes if there is no Sstc, while no call is
 * made.
 */
static void timer_interrupt(void)
{
	bool stock = expected_entry() == PEEK_STOCK;
	struct hart *h = hart_self();
	unsigned int n;

	for (n = 0; n < 20; n++) {
		h->timer = 0x72;
		watch();
		sbi_set_timer(hart_time() + 1000);
		hart_interrupts(HART_IRQ_TIMER);
		LIKE_A_CALL(SPIN, (unsigned long)&h->timer);
		hart_interrupts(0);
		/* The call of peek_save(), and without Sstc the interrupt */
		seen(stock ? 1 + option_given("sstc=off") : 0, 0);
		sbi_set_timer(~0ull);
	}
}

/* Interrupts of S-mode are disabled; only sip shows the timer. */
static void timer_unseen(void)
{
	unsigned long kept;

	sbi_set_timer(hart_time() + 1000);
	__asm__ volatile("li	t0, 0x72\n"
			 "1:	csrr	t1, sip\n"
			 "andi	t1, t1, %1\n"
			 "beqz	t1, 1b\n"
			 "mv	%0, t0"
			 : "=r"(kept)
			 : "i"(HART_IRQ_TIMER)
			 : "t0", "t1");
	CHECK_EQ(kept, 0x72);
	CHECK_EQ(csr_read(sip), HART_IRQ_TIMER);
	sbi_set_timer(~0ull);
}

/*
 * M-mode takes the overflow: OpenSBI's handler handles it, without an enabled
 * SSE event.
 */
static void overflow_of_machine(void)
{
	if (!pmu.sscofpmf || option_given("lcofi=no")) {
		check_skip("no overflow interrupt on this machine");
		return;
	}
	peek_save(&state);
	state.mideleg &= ~HART_IRQ_OVERFLOW;
	state.mip |= HART_IRQ_OVERFLOW;
	state.mie |= HART_IRQ_OVERFLOW;
	hart_self()->cause = HART_NO_TRAP;
	peek_load(&state);
	/*
	 * The hart took it at the end of that call; the other trap is this call
	 */
	peek_save(&state);
	CHECK_EQ(state.traps, 2);
	CHECK(!(state.mie & HART_IRQ_OVERFLOW));
	CHECK_EQ(hart_self()->cause, HART_NO_TRAP);
	state.mideleg |= HART_IRQ_OVERFLOW;
	state.mip &= ~HART_IRQ_OVERFLOW;
	peek_load(&state);
}

/*
 * If a hart's state is not in the scratch space, the hart allocates it from the
 * heap.
 */
static void start_without_memory(void)
{
	unsigned int last = hart_count() - 1;
	struct hart *h = hart_at(last);

	if (!option_given("entry=off")) {
		check_skip("state is in the scratch space");
		return;
	}
	CHECK_OK(test_firmware(TEST_HEAP, 768));
	CHECK_OK(sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_START, h->hartid,
		     (unsigned long)hart_start_entry, (unsigned long)h));
	CHECK(test_firmware_dead(last));
	print("# lacks: sbi_trap_error\n");
	CHECK_VALUE(sbi_hart_status(h->hartid), SBI_HSM_STATE_START_PENDING);
	CHECK_OK(test_firmware(TEST_HEAP, 0));
}

/* run.py looks for these lines in the firmware's output. */
static void says_why_not(void)
{
	static const char no[] = "hartscope: PMU: no fast calls: ";

	if (option_given("entry=off"))
		print("# has: %scache blocks are larger than 64 bytes\n", no);
	else if (option_given("fast=none"))
		print("# has: %sthere is no mcountinhibit\n", no);
	else
		print("# lacks: %s\n", no);
}

const struct check_case check_cases[] = {
	{ "says why not", says_why_not },
	{ "after boot", after_boot },
	{ "after the start of a hart", after_hart_start },
	{ "after suspend", after_suspend },
	{ "overflow as software event", with_sse },
	{ "ecall from U-mode", ecall_user },
	{ "ecall from VS-mode", ecall_guest },
	{ "ecall from M-mode", ecall_machine },
	{ "illegal instruction", illegal_instruction },
	{ "access fault", access_fault },
	{ "page fault", page_fault },
	{ "timer interrupt", timer_interrupt },
	{ "timer, unseen", timer_unseen },
	{ "overflow that M-mode takes", overflow_of_machine },
	{ "a hart without memory", start_without_memory },
	{ NULL, NULL },
};
