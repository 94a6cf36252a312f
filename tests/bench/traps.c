// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traps that are not calls of the PMU, but pass the code that looks for such
 * calls.
 */
#include "bench.h"
#include "fdt.h"
#include "traps.h"

#define NOBODYS_EXTENSION 0x0a123456ul
#define SCTRCTL 0x14e
#define SCTRCTL_S 2ul
#define NOBODYS_CSR 0x7ff
#define MACHINES_OWN 0x80000000ul /* address of the firmware */
#define FETCH_FAULT 1
#define LOAD_FAULT 5
#define STORE_FAULT 7
/* Reads of sip before an interrupt that was sent counts as lost. */
#define LOOKS 100000000ul

enum bench_answer traps_set_timer(void)
{
	return bench_ok(sbi_set_timer(~0ull));
}

enum bench_answer traps_unknown_extension(void)
{
	return bench_error(sbi_ecall(NOBODYS_EXTENSION, 0, 0, 0, 0, 0, 0, 0),
			   SBI_ERR_NOT_SUPPORTED);
}

enum bench_answer traps_base_call(void)
{
	return bench_ok(sbi_probe_extension(SBI_EXT_PMU));
}

/* a7 is no argument of this trap, but may look like the EID of a call. */
static enum bench_answer illegal(unsigned long a7)
{
	register unsigned long r7 __asm__("a7") = a7;
	unsigned long cause = HART_TRY(
		__asm__ volatile("csrr zero, %0" ::"i"(NOBODYS_CSR), "r"(r7)));

	return cause == HART_ILLEGAL ? BENCH_RIGHT : BENCH_WRONG;
}

enum bench_answer traps_time(void)
{
	csr_read(time);
	return BENCH_RIGHT;
}

enum bench_answer traps_illegal_instruction(void)
{
	return illegal(0);
}

enum bench_answer traps_illegal_pmu(void)
{
	return illegal(SBI_EXT_PMU);
}

/* --- accesses that PMP refuses ---------------------------------------------- */

static enum bench_answer fault(unsigned long seen, unsigned long cause)
{
	return seen == cause ? BENCH_RIGHT : BENCH_WRONG;
}

enum bench_answer traps_load_fault(void)
{
	return fault(HART_TRY(*(volatile u32 *)MACHINES_OWN), LOAD_FAULT);
}

enum bench_answer traps_store_fault(void)
{
	return fault(HART_TRY(*(volatile u32 *)MACHINES_OWN = 0), STORE_FAULT);
}

/* Pages of 4 KiB are at the last level. */
#define TABLES (XLEN == 64 ? 3 : 2)
#define ENTRIES (4096 / sizeof(unsigned long))
#define TABLE_BITS (XLEN == 64 ? 9 : 10)
#define PTE(at, bits) ((unsigned long)(at) >> 12 << 10 | (bits))
#define ELSEWHERE 0x40000000ul /* M-mode's memory, by another virtual address */

static unsigned long tables[TABLES][ENTRIES] __attribute__((aligned(4096)));

/*
 * Maps all of RAM at its own address, and one page at another. All harts write
 * the same words.
 */
static unsigned long translation(unsigned long page)
{
	unsigned int level, shift = 12;
	unsigned long at, span;

	tables[0][0] = PTE(page, 0xcf);
	for (level = 1; level < TABLES; level++) {
		shift = 12 + level * TABLE_BITS;
		tables[level][ELSEWHERE >> shift & (ENTRIES - 1)] =
			PTE(tables[level - 1], 1);
	}
	span = 1ul << shift;
	for (at = MACHINES_OWN; at - MACHINES_OWN < 0x10000000ul; at += span)
		tables[TABLES - 1][at >> shift & (ENTRIES - 1)] = PTE(at, 0xcf);
	return (unsigned long)tables[TABLES - 1] >> 12 |
	       (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1));
}

static void translate(unsigned long page)
{
	csr_write(satp, page ? translation(page) : 0ul);
	__asm__ volatile("sfence.vma" ::: "memory");
}

enum bench_answer traps_translated_fault(void)
{
	unsigned long cause;

	translate(MACHINES_OWN);
	cause = HART_TRY(*(volatile u32 *)ELSEWHERE);
	translate(0);
	return fault(cause, LOAD_FAULT);
}

/*
 * No instruction can follow a jump there, so the trap gets a vector of its own.
 */
enum bench_answer traps_fetch_fault(void)
{
	unsigned long vector, kept;

	__asm__ volatile("	lla	%0, 1f\n"
			 "	csrrw	%1, stvec, %0\n"
			 "	jr	%2\n"
			 "	.balign	4\n"
			 "1:	csrw	stvec, %1"
			 : "=&r"(vector), "=&r"(kept)
			 : "r"(MACHINES_OWN)
			 : "memory");
	return fault(csr_read(scause), FETCH_FAULT);
}

static enum bench_answer ctr(unsigned long sctrctl)
{
	return HART_TRY(csr_write(SCTRCTL, sctrctl)) == HART_NO_TRAP ?
		       BENCH_RIGHT :
		       BENCH_NOT_OFFERED;
}

enum bench_answer traps_ctr_off(void)
{
	return ctr(0);
}

enum bench_answer traps_ctr_on(void)
{
	return ctr(SCTRCTL_S);
}

enum bench_answer traps_legacy_timer(void)
{
	return bench_ok(
		sbi_ecall(SBI_EXT_0_1_SET_TIMER, 0, ~0ul, ~0ul, 0, 0, 0, 0));
}

enum bench_answer traps_base_version(void)
{
	return bench_ok(sbi_ecall(SBI_EXT_BASE, SBI_EXT_BASE_GET_SPEC_VERSION,
				  0, 0, 0, 0, 0, 0));
}

enum bench_answer traps_base_mimpid(void)
{
	return bench_ok(sbi_ecall(SBI_EXT_BASE, SBI_EXT_BASE_GET_MIMPID, 0, 0,
				  0, 0, 0, 0));
}

enum bench_answer traps_status(void)
{
	return bench_ok(sbi_hart_status(hart_self()->hartid));
}

/* A byte that terminals do not show. */
enum bench_answer traps_byte(void)
{
	return bench_ok(sbi_ecall(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE_BYTE,
				  0, 0, 0, 0, 0, 0));
}

enum bench_answer traps_feature(void)
{
	return bench_ok(sbi_ecall(SBI_EXT_FWFT, SBI_EXT_FWFT_GET,
				  SBI_FWFT_MISALIGNED_EXC_DELEG, 0, 0, 0, 0,
				  0));
}

enum bench_answer traps_feature_bit(void)
{
	return bench_ok(sbi_ecall(SBI_EXT_FWFT, SBI_EXT_FWFT_GET,
				  SBI_FWFT_PTE_AD_HW_UPDATING, 0, 0, 0, 0, 0));
}

/* The two kinds that Linux makes: a page, and a whole address space. */
enum bench_answer traps_own_fence(void)
{
	return bench_ok(sbi_ecall(SBI_EXT_RFENCE,
				  SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID, 1,
				  hart_self()->hartid, 0x1000, 0x1000, 1, 0));
}

enum bench_answer traps_own_fence_all(void)
{
	return bench_ok(sbi_ecall(SBI_EXT_RFENCE,
				  SBI_EXT_RFENCE_REMOTE_SFENCE_VMA, 1,
				  hart_self()->hartid, 0, ~0ul, 0, 0));
}

/* The hart sends itself an interrupt, and takes it on the way back. */
enum bench_answer traps_own_ipi(void)
{
	csr_clear(sip, HART_IRQ_SOFT);
	return bench_ok(sbi_send_ipi(1, hart_self()->hartid)) == BENCH_RIGHT &&
			       csr_read(sip) & HART_IRQ_SOFT ?
		       BENCH_RIGHT :
		       BENCH_WRONG;
}

enum bench_answer traps_other_ipi(void)
{
	return bench_ok(sbi_send_ipi(1, hart_at(1)->hartid));
}

static void interrupt_first(void)
{
	sbi_send_ipi(1, hart_at(0)->hartid);
}

static struct sbiret fence_page(unsigned int hart)
{
	return sbi_ecall(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID,
			 1, hart_at(hart)->hartid, 0x1000, 0x1000, 1, 0);
}

enum bench_answer traps_other_fence(void)
{
	return bench_ok(fence_page(1));
}

static void fence_first(void)
{
	fence_page(0);
}

/*
 * The wish is a part of the sample: this hart is being measured whenever the
 * host lets the other hart run. M-mode executes the fence meanwhile.
 */
enum bench_answer traps_fenced(void)
{
	bench_wish(fence_first);
	while (bench_wished())
		;
	return BENCH_RIGHT;
}

/* M-mode takes this interrupt first. */
enum bench_answer traps_soft_interrupt(void)
{
	unsigned long looks = LOOKS;

	csr_clear(sip, HART_IRQ_SOFT);
	bench_wish(interrupt_first);
	while (!(csr_read(sip) & HART_IRQ_SOFT))
		if (!bench_wished() && !looks--)
			return BENCH_WRONG;
	return BENCH_RIGHT;
}

enum bench_answer traps_timer_soon(void)
{
	return bench_ok(sbi_set_timer(hart_time() + 20));
}

/* Without Sstc, M-mode takes the timer interrupt first. */
static enum bench_answer timer_interrupt(unsigned long a7)
{
	register unsigned long r7 __asm__("a7") = a7;
	unsigned long pending;

	__asm__ volatile("1:	csrr	%0, sip\n"
			 "	and	%0, %0, %1\n"
			 "	beqz	%0, 1b"
			 : "=&r"(pending)
			 : "r"(HART_IRQ_TIMER), "r"(r7));
	return BENCH_RIGHT;
}

enum bench_answer traps_timer_other(void)
{
	return timer_interrupt(0);
}

enum bench_answer traps_timer_pmu(void)
{
	return timer_interrupt(SBI_EXT_PMU);
}

/* --- registers of trace components, where tests/bench/components.py has them -- */

#define ENCODER 0x8fc00000ul
#define ACTIVE 1u
#define TR_CONTROL 0x000ul
#define TR_FEATURES 0x008ul
#define TR_MATCH 0x420ul

static volatile u32 *trace_register(unsigned long offset)
{
	return (volatile u32 *)(ENCODER + offset);
}

/* Stock OpenSBI does not use the components: there they are as after reset. */
enum bench_answer traps_trace(void)
{
	u32 size;

	if (!fdt_property("trace@8fc00000", "reg", &size))
		return BENCH_NOT_OFFERED;
	return *trace_register(TR_CONTROL) & ACTIVE ? BENCH_RIGHT :
						      BENCH_NOT_OFFERED;
}

enum bench_answer traps_trace_load(void)
{
	*trace_register(TR_FEATURES);
	return BENCH_RIGHT;
}

enum bench_answer traps_trace_control(void)
{
	return *trace_register(TR_CONTROL) & ACTIVE ? BENCH_RIGHT : BENCH_WRONG;
}

enum bench_answer traps_trace_translated_load(void)
{
	translate((unsigned long)trace_register(0));
	*(volatile u32 *)(ELSEWHERE + TR_FEATURES);
	translate(0);
	return BENCH_RIGHT;
}

enum bench_answer traps_trace_translated_store(void)
{
	translate((unsigned long)trace_register(0));
	*(volatile u32 *)(ELSEWHERE + TR_MATCH) = 0;
	translate(0);
	return BENCH_RIGHT;
}

enum bench_answer traps_trace_store(void)
{
	*trace_register(TR_MATCH) = 0;
	return BENCH_RIGHT;
}
