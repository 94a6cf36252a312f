// SPDX-License-Identifier: BSD-2-Clause
/*
 * A software event while S-mode handles a trap of a guest. OpenSBI does not
 * change hstatus.SPV, and takes it for the mode of the return: the hart would
 * continue in VS-mode, at an address and with registers of the host.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_trap.h>

#include <hooks.h>

static void sse_return_to_host(struct sbi_trap_regs *regs)
{
#if __riscv_xlen == 32
	regs->mstatusH &= ~MSTATUSH_MPV;
#else
	regs->mstatus &= ~MSTATUS_MPV;
#endif
}

/*
 * SPV has its value from before the event again. No guest runs with it set:
 * sret clears it, and a guest has no access to it.
 */
int __wrap_sbi_sse_complete(struct sbi_trap_regs *regs,
			    struct sbi_ecall_return *out)
{
	int rc = __real_sbi_sse_complete(regs, out);

	if (out->skip_regs_update && misa_extension('H') &&
	    csr_read(CSR_HSTATUS) & HSTATUS_SPV)
		sse_return_to_host(regs);
	return rc;
}
