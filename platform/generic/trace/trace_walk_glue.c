// SPDX-License-Identifier: BSD-2-Clause
/*
 * S-mode's page tables: the physical address of an access that has just
 * faulted.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_trap.h>

#include "trace_glue.h"

#define WALK_PAGE 12u
#define PTE_V 1u
#define PTE_RWX 0xeu
#define PTE_U_SHIFT 4
#define PTE_U (1u << PTE_U_SHIFT)
#define PTE_NAPOT_SHIFT 4u /* pages in the only size of Svnapot, as 1 << n */

/* An index is shifted by this number of bits less, to become an offset. */
#define WALK_ENTRY (__riscv_xlen == 64 ? 3 : 2)
#define WALK_LAST (WALK_PAGE - WALK_ENTRY)

#if __riscv_xlen == 64
#define SATP_PPN SATP64_PPN
#define WALK_MODE(satp) ((satp) >> 60)
#define WALK_LEVELS(mode) ((unsigned int)(mode)-SATP_MODE_SV39 + 3)
#define WALK_BITS 9u
#define PTE_PPN(pte) ((pte) >> 10 & ((1ull << 44) - 1))
#define PTE_N(pte) ((pte) >> 63)
#else
#define SATP_PPN SATP32_PPN
#define WALK_MODE(satp) ((satp) >> 31)
#define WALK_LEVELS(mode) 2u
#define WALK_BITS 10u
#define PTE_PPN(pte) ((pte) >> 10)
#define PTE_N(pte) 0ull
#endif

/* Levels of page tables; 0: no translation. */
static unsigned int trace_table_levels(unsigned long satp)
{
	unsigned long mode = WALK_MODE(satp);

	return mode ? WALK_LEVELS(mode) : 0;
}

/* State of a walk, in registers: during it, all loads of M-mode have S-mode's
 * rights. */
struct walk {
	unsigned long table; /* address of the next one */
	unsigned long shift; /* bits of an address below those of its index */
	unsigned long pte; /* the last one; 0: S-mode may not load it, or a bus
		      * error */
	unsigned long mstatus; /* of the trap */
};

/* An entry has the page number of its table. On RV32 that address may not fit:
 * then the entry counts as the last one, which is no leaf. */
#if __riscv_xlen == 64
#define WALK_TABLE                      \
	"slli	%[table], %[pte], 10\n"   \
	"srli	%[table], %[table], 20\n" \
	"slli	%[table], %[table], 12\n"
#else
#define WALK_TABLE                    \
	"srli	%[index], %[pte], 30\n" \
	"bnez	%[index], 2f\n"         \
	"srli	%[table], %[pte], 10\n" \
	"slli	%[table], %[table], 12\n"
#endif

/*
 * Load entries like the hart itself, with S-mode's rights, down to the first
 * one that is no table. The loop ends, as each level has fewer bits. A fault
 * changes mstatus, which is always restored, and mepc, mcause and mtval, which
 * the caller has to restore.
 */
static inline void trace_walk(struct walk *w, unsigned long va,
			      struct sbi_trap_info *trap)
{
	register unsigned long seen __asm__("a3") = (unsigned long)trap;
	unsigned long satp = 0, index;
	unsigned long mtvec = (unsigned long)sbi_hart_expected_trap;
	unsigned long mask = (sizeof(long) << WALK_BITS) - sizeof(long);

	w->mstatus = MSTATUS_MPRV;
	__asm__ volatile(
		".option push\n"
		".option norvc\n"
		"csrrw	%[mtvec], mtvec, %[mtvec]\n"
		"csrrw	%[satp], satp, %[satp]\n"
		"csrrs	%[mstatus], mstatus, %[mstatus]\n"
		"1:	addi	%[shift], %[shift], -%[bits]\n"
		"srl	%[index], %[va], %[shift]\n"
		"and	%[index], %[index], %[mask]\n"
		"add	%[index], %[index], %[table]\n"
		"li	%[pte], 0\n" REG_L " %[pte], 0(%[index])\n"
		"andi	%[index], %[pte], %[kind]\n"
		"addi	%[index], %[index], -1\n"
		"bnez	%[index], 2f\n" WALK_TABLE
		"addi	%[index], %[shift], -%[last]\n"
		"bgtz	%[index], 1b\n"
		"2:	csrw	mstatus, %[mstatus]\n"
		"csrw	satp, %[satp]\n"
		"csrw	mtvec, %[mtvec]\n"
		".option pop\n"
		: [mtvec] "+&r"(mtvec), [satp] "+&r"(satp),
		  [mstatus] "+&r"(w->mstatus), [shift] "+&r"(w->shift),
		  [table] "+&r"(w->table), [pte] "=&r"(w->pte),
		  [index] "=&r"(index), "+r"(seen)
		: [va] "r"(va), [mask] "r"(mask), [bits] "i"(WALK_BITS),
		  [kind] "i"(PTE_RWX | PTE_V), [last] "i"(WALK_LAST)
		: "a4", "memory");
}

/* The U bit that pages of the other mode have, from the bit of mstatus.MPP that
 * means S-mode. */
static inline unsigned long trace_leaf_of_s_mode(const struct walk *w)
{
	return w->mstatus >> (MSTATUS_MPP_SHIFT - PTE_U_SHIFT) & PTE_U;
}

/* The hart has checked this itself, but perhaps with an older entry: another
 * hart may have changed it since then, and a hart may keep old entries until a
 * fence. */
static inline bool trace_leaf_allows(const struct walk *w, unsigned long rights)
{
	unsigned long s_mode = trace_leaf_of_s_mode(w);

	return __builtin_expect(((w->pte ^ s_mode) & rights) == rights, 1) ||
	       (s_mode && w->mstatus & MSTATUS_SUM &&
		(w->pte & rights) == rights);
}

static inline bool trace_leaf(const struct walk *w, unsigned long va,
			      enum trace_rights rights, u64 *pa)
{
	unsigned int shift = (unsigned int)w->shift + WALK_ENTRY;
	u64 page = PTE_PPN(w->pte);

	if (!trace_leaf_allows(w, rights))
		return false;
	if (__builtin_expect(w->shift == WALK_LAST && !PTE_N(w->pte), 1)) {
		*pa = page << WALK_PAGE | (va & ((1ul << WALK_PAGE) - 1));
		return true;
	}
	if (PTE_N(w->pte))
		shift += PTE_NAPOT_SHIFT;
	*pa = (page << WALK_PAGE & ~((1ull << shift) - 1)) |
	      (va & ((1ul << shift) - 1));
	return true;
}

static inline bool trace_walk_to_leaf(struct walk *w, unsigned long va,
				      enum trace_rights rights, u64 *pa)
{
	struct sbi_trap_info trap;

	trace_walk(w, va, &trap);
	return trace_leaf(w, va, rights, pa);
}

/* Interrupts are off, and M-mode's own accesses are not translated. */
bool trace_glue_translate(unsigned long va, enum trace_rights rights, u64 *pa)
{
	unsigned long satp = csr_read(CSR_SATP);
	unsigned int levels = trace_table_levels(satp);
	u64 root = (u64)(satp & SATP_PPN) << WALK_PAGE;
	struct walk w = { .table = (unsigned long)root };

	if (!levels) {
		*pa = va;
		return true;
	}
	w.shift = WALK_PAGE + levels * WALK_BITS - WALK_ENTRY;
	/* On RV32 tables may be where no load of M-mode reaches */
	return w.table == root && trace_walk_to_leaf(&w, va, rights, pa);
}
