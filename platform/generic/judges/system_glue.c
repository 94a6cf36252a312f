// SPDX-License-Identifier: BSD-2-Clause
/*
 * True if a reset or a sleep of the machine will happen, or a suspend of the
 * hart, by the rules of sbi_system.c and sbi_hsm.c: state is saved, and traces
 * stop, only for one that will.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_system.h>
#include <sbi/sbi_trap.h>

#include "judges.h"

bool system_glue_resets(u32 reset_type, u32 reset_reason)
{
	return sbi_domain_thishart_ptr()->system_reset_allowed &&
	       sbi_system_reset_supported(reset_type, reset_reason);
}

/* True if all other harts of the caller's domain are stopped. */
static bool system_alone(struct sbi_domain *dom)
{
	bool only = true;
	unsigned long n;

	spin_lock(&dom->assigned_harts_lock);
	sbi_hartmask_for_each_hartindex(
		n, &dom->assigned_harts) if (n != current_hartindex() &&
					     __sbi_hsm_hart_get_state((u32)n) !=
						     SBI_HSM_STATE_STOPPED)
		only = false;
	spin_unlock(&dom->assigned_harts_lock);
	return only;
}

bool system_glue_loses(u32 suspend_type, unsigned long raddr,
		       unsigned long rmode)
{
	struct sbi_domain *dom = sbi_domain_thishart_ptr();

	if (suspend_type != SBI_HSM_SUSPEND_NON_RET_DEFAULT &&
	    suspend_type < SBI_HSM_SUSPEND_NON_RET_PLATFORM)
		return false;
	return dom && (rmode == PRV_S || rmode == PRV_U) &&
	       sbi_domain_check_addr(dom, raddr, rmode, SBI_DOMAIN_EXECUTE);
}

int system_glue_sleeps(u32 sleep_type, unsigned long resume_addr)
{
	const struct sbi_system_suspend_device *dev =
		sbi_system_suspend_get_device();
	struct sbi_domain *dom = sbi_domain_thishart_ptr();
	unsigned long mode = sbi_mstatus_prev_mode(csr_read(CSR_MSTATUS));
	int rc;

	if (!dom || !dom->system_suspend_allowed || !dev ||
	    !dev->system_suspend || !dev->system_suspend_check)
		return SBI_EFAIL;
	rc = dev->system_suspend_check(sleep_type);
	if (rc)
		return rc;
	if (mode != PRV_S && mode != PRV_U)
		return SBI_EFAIL;
	if (!system_alone(dom))
		return SBI_ERR_DENIED;
	if (!sbi_domain_check_addr(dom, resume_addr, mode, SBI_DOMAIN_EXECUTE))
		return SBI_EINVALID_ADDR;
	return 0;
}
