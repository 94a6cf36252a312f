// SPDX-License-Identifier: BSD-2-Clause
/* S-mode's page tables: where an address of it is that has just been refused. */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_trap.h>

#include "trace_glue.h"

#define WALK_PAGE 12u
#define PTE_V 1u
#define PTE_RWX 0xeu
#define PTE_NAPOT_SHIFT 4u /* pages in the one size of Svnapot, as 1 << n */

#if __riscv_xlen == 64
#define SATP_PPN SATP64_PPN
#define WALK_MODE(satp) ((satp) >> 60)
#define WALK_BITS 9u
#define PTE_PPN(pte) ((pte) >> 10 & ((1ull << 44) - 1))
#define PTE_N(pte) ((pte) >> 63)
#else
#define SATP_PPN SATP32_PPN
#define WALK_MODE(satp) ((satp) >> 31)
#define WALK_BITS 10u
#define PTE_PPN(pte) ((pte) >> 10)
#define PTE_N(pte) 0ull
#endif

/* Levels of page tables; 0: no translation. */
static unsigned int trace_table_levels(unsigned long satp)
{
	unsigned long mode = WALK_MODE(satp);

#if __riscv_xlen == 64
	return mode ? (unsigned int)mode - SATP_MODE_SV39 + 3 : 0;
#else
	return mode ? 2 : 0;
#endif
}

/*
 * As the hart itself loads an entry, by S-mode's rights. One that S-mode may not load,
 * or that does not answer, is 0.
 */
static inline unsigned long trace_pte(unsigned long at,
				      struct sbi_trap_info *trap)
{
	register unsigned long seen __asm__("a3") = (unsigned long)trap;
	unsigned long as = MSTATUS_MPRV, pte = 0;

	__asm__ volatile(".option push\n"
			 ".option norvc\n"
			 "csrs	mstatus, %[as]\n" REG_L " %[pte], 0(%[at])\n"
			 "csrc	mstatus, %[as]\n"
			 ".option pop\n"
			 : [pte] "+&r"(pte), "+r"(seen)
			 : [at] "r"(at), [as] "r"(as)
			 : "a4", "memory");
	return pte;
}

/* The hart has just done this itself, so permissions are not asked again. */
static inline bool trace_walk(unsigned long satp, unsigned int level,
			      unsigned long va, u64 *pa,
			      struct sbi_trap_info *trap)
{
	unsigned int shift = WALK_PAGE + level * WALK_BITS;
	u64 table = satp & SATP_PPN, at;
	unsigned long pte;

	do {
		shift -= WALK_BITS;
		at = (table << WALK_PAGE) +
		     (va >> shift & ((1ul << WALK_BITS) - 1)) * sizeof(pte);
		if (at != (unsigned long)at)
			return false;
		pte = trace_pte((unsigned long)at, trap);
		if (!(pte & PTE_V))
			return false;
		table = PTE_PPN(pte);
	} while (!(pte & PTE_RWX) && shift > WALK_PAGE);
	if (!(pte & PTE_RWX))
		return false;
	if (PTE_N(pte)) {
		shift += PTE_NAPOT_SHIFT;
		table &= ~((1ull << PTE_NAPOT_SHIFT) - 1);
	}
	*pa = (table << WALK_PAGE & ~((1ull << shift) - 1)) |
	      (va & ((1ul << shift) - 1));
	return true;
}

/* Meanwhile interrupts are off, and M-mode itself is never translated. */
bool trace_glue_translate(unsigned long va, u64 *pa)
{
	unsigned long satp = csr_read(CSR_SATP), mstatus, mtvec;
	unsigned int level = trace_table_levels(satp);
	struct sbi_trap_info trap;
	bool found;

	if (!level) {
		*pa = va;
		return true;
	}
	trap.cause = 0;
	mstatus = csr_read(CSR_MSTATUS);
	mtvec = csr_swap(CSR_MTVEC, (unsigned long)sbi_hart_expected_trap);
	csr_write(CSR_SATP, 0);
	found = trace_walk(satp, level, va, pa, &trap);
	csr_write(CSR_SATP, satp);
	csr_write(CSR_MTVEC, mtvec);
	if (trap.cause)
		csr_write(CSR_MSTATUS, mstatus);
	return found;
}
