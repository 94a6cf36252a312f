// SPDX-License-Identifier: BSD-2-Clause
/*
 * The FP registers of a domain. OpenSBI 1.9 saves them for a domain that leaves a
 * hart, but enables the vector unit to do so: with mstatus.FS off M-mode would take
 * an exception. It saves and restores those of D, also on harts without D. Before 1.9
 * there are no calls of these, and no such functions.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>

#include <fp_singles.h>
#include <hooks.h>

void __wrap_sbi_fp_save(void *context)
{
	unsigned long mstatus = csr_read_set(CSR_MSTATUS, MSTATUS_FS);

	if (misa_extension('D') && __real_sbi_fp_save)
		__real_sbi_fp_save(context);
	else if (misa_extension('F'))
		fp_singles_save(context);
	/* unseen: the end of the trap restores mstatus */
	csr_write(CSR_MSTATUS, mstatus);
}

void __wrap_sbi_fp_restore(const void *context)
{
	unsigned long mstatus = csr_read_set(CSR_MSTATUS, MSTATUS_FS);

	if (misa_extension('D') && __real_sbi_fp_restore)
		__real_sbi_fp_restore(context);
	else if (misa_extension('F'))
		fp_singles_restore(context);
	/* unseen: the end of the trap restores mstatus */
	csr_write(CSR_MSTATUS, mstatus);
}
