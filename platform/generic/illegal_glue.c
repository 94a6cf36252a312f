// SPDX-License-Identifier: BSD-2-Clause
/*
 * Stock OpenSBI prints a line for every SYSTEM instruction that is illegal and
 * no CSR access, sret or SCTRCLR in U-mode say: any program can flood the
 * console, and slow all harts down. Here such an instruction is redirected as
 * any other.
 */
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_illegal_insn.h>
#include <sbi/sbi_pmu.h>
#include <sbi/sbi_unpriv.h>

#include "glue.h"

/* Some harts do not report the instruction. */
static unsigned long illegal_glue_insn(const struct sbi_trap_context *tcntx)
{
	struct sbi_trap_info fault;

	if ((tcntx->trap.tval & 3) == 3)
		return tcntx->trap.tval;
	return sbi_get_insn(tcntx->regs.mepc, &fault);
}

bool illegal_glue_is_noisy(const struct sbi_trap_context *tcntx)
{
	unsigned long insn;

	if (sbi_mstatus_prev_mode(tcntx->regs.mstatus) == PRV_M)
		return false;
	insn = illegal_glue_insn(tcntx);
	return (insn & 0x7f) == 0x73 && !(insn & 0x3000);
}

int illegal_glue_redirect(struct sbi_trap_context *tcntx)
{
	sbi_pmu_ctr_incr_fw(SBI_PMU_FW_ILLEGAL_INSN);
	return truly_illegal_insn(illegal_glue_insn(tcntx), &tcntx->regs);
}
