// SPDX-License-Identifier: BSD-2-Clause
/*
 * The reach of S-mode by the entries of this hart's PMP, read from the hart:
 * OpenSBI leaves out regions that the hart cannot hold, and says so only in a
 * line of the console.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_scratch.h>

#include "trace_pmp_glue.h"

#define CFG_BITS 8u
#define CFGS_IN_CSR (__riscv_xlen / CFG_BITS)
/* pmpcfg CSRs with odd numbers exist only on RV32. */
#define CSRS_IN_STEP (CFGS_IN_CSR / 4)

static u32 trace_pmp_cfg(u32 n)
{
	int csr = CSR_PMPCFG0 + (int)(n / CFGS_IN_CSR * CSRS_IN_STEP);

	return csr_read_num(csr) >> n % CFGS_IN_CSR * CFG_BITS & 0xff;
}

/* With mseccfg.MML, M-mode's own entries are locked, and of those with L and
 * with W but not R, or with R, W and X, S-mode has a share (Smepmp). */
static bool trace_pmp_opens(u32 cfg, bool mml)
{
	u32 rights = cfg & (PMP_R | PMP_W | PMP_X);

	if (!mml || !(cfg & PMP_L))
		return rights;
	return (rights & (PMP_R | PMP_W)) == PMP_W ||
	       rights == (PMP_R | PMP_W | PMP_X);
}

/* OpenSBI sets no entry by its top (TOR): one of an earlier stage counts as
 * open, everywhere. @return false: it matches no address */
static bool trace_pmp_range(u32 n, struct trace_pmp_entry *e, u32 cfg)
{
	u64 address = (u64)csr_read_num(CSR_PMPADDR0 + (int)n), ones = 0;

	if (!(cfg & PMP_A))
		return false;
	if ((cfg & PMP_A) == PMP_A_NAPOT)
		ones = address ^ (address + 1);
	if ((cfg & PMP_A) == PMP_A_TOR) {
		ones = ~0ull;
		e->open = true;
	}
	e->base = (address & ~ones) << PMP_SHIFT;
	e->last = e->base | ones << PMP_SHIFT | 3;
	return true;
}

u32 trace_pmp_read(struct trace_pmp_entry *entry)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	bool mml = sbi_hart_has_extension(scratch, SBI_HART_EXT_SMEPMP) &&
		   (csr_read(CSR_MSECCFG) & MSECCFG_MML);
	u32 n, count = 0, cfg;

	for (n = 0; n < sbi_hart_pmp_count(scratch) && n < PMP_COUNT; n++) {
		cfg = trace_pmp_cfg(n);
		entry[count].open = trace_pmp_opens(cfg, mml);
		count += trace_pmp_range(n, &entry[count], cfg);
	}
	return count;
}

/* The first entry that matches decides, and it has to match a whole access. */
bool trace_pmp_shuts(const struct trace_pmp_entry *e, u32 count, u64 base,
		     u64 last)
{
	for (; count; e++, count--) {
		if (e->last < base || e->base > last)
			continue;
		if (e->open || e->base > base)
			return false;
		if (e->last >= last)
			return true;
		base = e->last + 1;
	}
	return true;
}
