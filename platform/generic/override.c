// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where we get a word in without a patch. The linker's --wrap gives us the
 * calls that other objects of OpenSBI make to these functions, whatever board
 * is running; the list of wrapped symbols stands in objects.mk. Only hooks
 * here, no feature logic. Two have a file of their own: every redirected trap
 * passes through ctr_trap_glue.c, every line of the console illegal_glue.c.
 */
#include <ctr/ctr.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_init.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_system.h>
#include <sbi/sbi_tlb.h>

#include "glue.h"

void __noreturn __real_sbi_init(struct sbi_scratch *scratch);
void __noreturn __wrap_sbi_init(struct sbi_scratch *scratch);
int __real_sbi_hart_init(struct sbi_scratch *scratch, bool cold_boot);
int __wrap_sbi_hart_init(struct sbi_scratch *scratch, bool cold_boot);
int __real_sbi_hart_reinit(struct sbi_scratch *scratch);
int __wrap_sbi_hart_reinit(struct sbi_scratch *scratch);
int __real_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1);
int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1);
int __real_sbi_scratch_init(struct sbi_scratch *scratch);
int __wrap_sbi_scratch_init(struct sbi_scratch *scratch);
int __real_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque);
int __wrap_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque);
int __real_sbi_tlb_request(ulong hmask, ulong hbase,
			   struct sbi_tlb_info *tinfo);
int __wrap_sbi_tlb_request(ulong hmask, ulong hbase,
			   struct sbi_tlb_info *tinfo);
int __real_sbi_domain_context_enter(struct sbi_domain *dom);
int __wrap_sbi_domain_context_enter(struct sbi_domain *dom);
int __real_sbi_domain_context_exit(void);
int __wrap_sbi_domain_context_exit(void);
void __real_sbi_update_hartindex_to_domain(u32 hartindex,
					   struct sbi_domain *dom);
void __wrap_sbi_update_hartindex_to_domain(u32 hartindex,
					   struct sbi_domain *dom);
void __real_fdt_cpu_fixup(void *fdt);
void __wrap_fdt_cpu_fixup(void *fdt);
int __real_sbi_ecall_init(void);
int __wrap_sbi_ecall_init(void);
void __noreturn __real_sbi_hart_hang(void);
void __noreturn __wrap_sbi_hart_hang(void);

void hartscope_banner(struct sbi_scratch *scratch)
{
	if (!(scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS))
		sbi_printf("\nhartscope %s\n", HARTSCOPE_VERSION);
	ctr_glue_report(scratch);
}

/*
 * Every hart comes here first, at boot, start and resume. An earlier stage may
 * have left recording on: from here on no address of ours is recorded.
 */
void __noreturn __wrap_sbi_init(struct sbi_scratch *scratch)
{
	ctr_hart_quiesce();
	__real_sbi_init(scratch);
}

int __wrap_sbi_hart_init(struct sbi_scratch *scratch, bool cold_boot)
{
	int rc = __real_sbi_hart_init(scratch, cold_boot);

	return rc ? rc : ctr_glue_hart_init(scratch, cold_boot);
}

/* The first thing of all at cold boot, so the first part is ours. */
int __wrap_sbi_scratch_init(struct sbi_scratch *scratch)
{
	int rc = __real_sbi_scratch_init(scratch);

	return rc ? rc : pmu_glue_scratch_init();
}

/*
 * The only call from another object is the one after a non-retentive suspend,
 * which has no platform hook and resets mcountinhibit, all mhpmevent and more.
 */
int __wrap_sbi_hart_reinit(struct sbi_scratch *scratch)
{
	int rc = __real_sbi_hart_reinit(scratch);

	if (rc)
		return rc;
	pmu_glue_resume(scratch);
	ctr_glue_resume(scratch);
	return 0;
}

int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1)
{
	int rc;

	if (suspend_type & SBI_HSM_SUSP_NON_RET_BIT) {
		pmu_glue_suspend(scratch);
		ctr_glue_suspend(scratch);
	}
	rc = __real_sbi_hsm_hart_suspend(scratch, suspend_type, raddr, rmode,
					 arg1);
	pmu_glue_suspend_cancel(scratch);
	ctr_glue_suspend_cancel(scratch);
	return rc;
}

int __wrap_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	int rc;

	pmu_glue_suspend(scratch);
	ctr_glue_suspend(scratch);
	rc = __real_sbi_system_suspend(sleep_type, resume_addr, opaque);
	pmu_glue_suspend_cancel(scratch);
	ctr_glue_suspend_cancel(scratch);
	return rc;
}

int __wrap_sbi_tlb_request(ulong hmask, ulong hbase, struct sbi_tlb_info *tinfo)
{
	return pmu_glue_fence(hmask, hbase, tinfo, __real_sbi_tlb_request);
}

/* The only call from another object is the one of a domain context switch. */
void __wrap_sbi_update_hartindex_to_domain(u32 hartindex,
					   struct sbi_domain *dom)
{
	pmu_glue_switch(hartindex, dom);
	ctr_glue_switch(hartindex, dom);
	__real_sbi_update_hartindex_to_domain(hartindex, dom);
	pmu_glue_domain_changed(sbi_scratch_thishart_ptr());
}

/* These come back when the new domain has run before. */
int __wrap_sbi_domain_context_enter(struct sbi_domain *dom)
{
	int rc = __real_sbi_domain_context_enter(dom);

	if (!rc)
		pmu_glue_switched();
	return rc;
}

int __wrap_sbi_domain_context_exit(void)
{
	int rc = __real_sbi_domain_context_exit();

	if (!rc)
		pmu_glue_switched();
	return rc;
}

/* Before the domains' own changes of the tree, whose text has no CTR in it. */
void __wrap_fdt_cpu_fixup(void *fdt)
{
	ctr_glue_fdt(fdt);
	__real_fdt_cpu_fixup(fdt);
}

int __wrap_sbi_ecall_init(void)
{
	int rc = __real_sbi_ecall_init();

	if (!rc)
		ctr_glue_fwft();
	return rc;
}

void __noreturn __wrap_sbi_hart_hang(void)
{
	ctr_glue_dump();
	__real_sbi_hart_hang();
}
