// SPDX-License-Identifier: BSD-2-Clause
/*
 * Access faults of S- and U-mode at addresses without a trace component.
 * OpenSBI's handler decodes the instruction for boards that emulate some of
 * them, and makes it a trap of S-mode if the board does not. This file makes
 * the trap without decoding.
 */
#include <pmu/pmu.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_trap.h>

#include "../trace/trace_glue.h"
#include "access_glue.h"

static bool access_emulated(void)
{
	const struct sbi_platform_operations *ops =
		sbi_platform_ops(sbi_platform_thishart_ptr());

	return ops->emulate_load || ops->emulate_store;
}

/* True if H's registers tell that the access was a guest's. */
static inline bool access_gva(const struct sbi_trap_regs *regs)
{
#if __riscv_xlen == 32
	return regs->mstatusH & MSTATUSH_GVA;
#else
	return regs->mstatus & MSTATUS_GVA;
#endif
}

/* OpenSBI's function reads no other register. */
static inline void access_registers(struct sbi_trap_regs *regs)
{
	regs->mepc = csr_read(CSR_MEPC);
	regs->mstatus = csr_read(CSR_MSTATUS);
#if __riscv_xlen == 32
	regs->mstatusH = csr_read(CSR_MSTATUSH);
#endif
}

long access_glue_refuse(struct sbi_scratch *scratch)
{
	struct pmu_hart *h = (void *)((u8 *)scratch + FAST_STATE);
	struct sbi_trap_info trap = { .cause = csr_read(CSR_MCAUSE),
				      .tval = csr_read(CSR_MTVAL) };
	struct sbi_trap_regs regs;

	if (access_emulated())
		return -1;
	access_registers(&regs);
	if (access_glue_hart(scratch)->hyp) {
		trap.tval2 = csr_read(CSR_MTVAL2);
		trap.tinst = csr_read(CSR_MTINST);
		trap.gva = access_gva(&regs);
	}
	h->events[trap.cause == CAUSE_LOAD_ACCESS ? SBI_PMU_FW_ACCESS_LOAD :
						    SBI_PMU_FW_ACCESS_STORE]++;
	sbi_trap_redirect(&regs, &trap);
#if __riscv_xlen == 32
	csr_write(CSR_MSTATUSH, regs.mstatusH);
#endif
	csr_write(CSR_MSTATUS, regs.mstatus);
	csr_write(CSR_MEPC, regs.mepc);
	return 0;
}

long access_glue_of_guest(struct sbi_scratch *scratch)
{
#if __riscv_xlen == 32
	if (!(csr_read(CSR_MSTATUSH) & MSTATUSH_MPV))
		return -1;
#endif
	return access_glue_refuse(scratch);
}

void trace_glue_arm(void)
{
	struct fast_hart *f = fast_glue_hart(sbi_scratch_thishart_ptr());

	if (f)
		f->access = trace_glue.count || !access_emulated();
}
