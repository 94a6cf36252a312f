// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where we get a word in without a patch. The linker's --wrap gives us the
 * calls that other objects of OpenSBI make to these functions, whatever board
 * is running; the list of wrapped symbols stands in objects.mk. Only hooks
 * here, no feature logic.
 */
#include <sbi/sbi_console.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_system.h>
#include <sbi/sbi_tlb.h>

#include "glue.h"

int __real_sbi_hart_reinit(struct sbi_scratch *scratch);
int __wrap_sbi_hart_reinit(struct sbi_scratch *scratch);
int __real_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1);
int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1);
int __real_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque);
int __wrap_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque);
int __real_sbi_tlb_request(ulong hmask, ulong hbase,
			   struct sbi_tlb_info *tinfo);
int __wrap_sbi_tlb_request(ulong hmask, ulong hbase,
			   struct sbi_tlb_info *tinfo);

void hartscope_banner(struct sbi_scratch *scratch)
{
	if (!(scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS))
		sbi_printf("\nhartscope %s\n", HARTSCOPE_VERSION);
}

/*
 * The only call from another object is the one after a non-retentive suspend,
 * which has no platform hook and resets mcountinhibit, all mhpmevent and more.
 */
int __wrap_sbi_hart_reinit(struct sbi_scratch *scratch)
{
	int rc = __real_sbi_hart_reinit(scratch);

	if (!rc)
		pmu_glue_resume(scratch);
	return rc;
}

int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1)
{
	int rc;

	if (suspend_type & SBI_HSM_SUSP_NON_RET_BIT)
		pmu_glue_suspend(scratch);
	rc = __real_sbi_hsm_hart_suspend(scratch, suspend_type, raddr, rmode,
					 arg1);
	pmu_glue_suspend_cancel(scratch);
	return rc;
}

int __wrap_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	int rc;

	pmu_glue_suspend(scratch);
	rc = __real_sbi_system_suspend(sleep_type, resume_addr, opaque);
	pmu_glue_suspend_cancel(scratch);
	return rc;
}

int __wrap_sbi_tlb_request(ulong hmask, ulong hbase, struct sbi_tlb_info *tinfo)
{
	return pmu_glue_fence(hmask, hbase, tinfo, __real_sbi_tlb_request);
}
