// SPDX-License-Identifier: BSD-2-Clause
/*
 * The end of harts and of the machine below OpenSBI's own functions, and the
 * other functions that calls of SBI 0.1 need.
 */
#include <sbi/riscv_asm.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_init.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_system.h>
#include <sbi/sbi_timer.h>
#include <sbi/sbi_tlb.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_unpriv.h>

#include "../../platform/generic/harts/harts.h"
#include "../../platform/generic/judges/judges.h"
#include "doors.h"
#include "doors_sbi.h"

static bool halts[DOORS_HARTS];

int __wrap_sbi_hsm_hart_stop(struct sbi_scratch *scratch, bool exitnow);

/* --- harts ------------------------------------------------------------------ */

int __sbi_hsm_hart_get_state(u32 hartindex)
{
	return doors_hsm_state(hartindex);
}

int sbi_hsm_hart_stop(struct sbi_scratch *scratch, bool exitnow)
{
	doors_now->stopping = true;
	if (exitnow)
		sbi_exit(scratch);
	return 0;
}

void __noreturn sbi_exit(struct sbi_scratch *scratch)
{
	(void)scratch;
	doors_hart_ends();
}

void fence_glue_hart_stop(void)
{
}

/* In the fuzzer no hart stops on its way from one domain to the next. */
void owner_glue_stops(void)
{
}

int sbi_ipi_send_halt(ulong hmask, ulong hbase)
{
	const struct sbi_domain *dom = sbi_domain_thishart_ptr();
	u32 n;

	doors_hold(!hmask && hbase == -1ul, "all harts of a domain halt");
	for (n = 0; n < doors_harts; n++)
		halts[n] |= n != doors_this() &&
			    sbi_domain_is_assigned_hart(dom, n);
	return 0;
}

void doors_halt(void)
{
	u32 this = doors_this();

	if (!halts[this])
		return;
	halts[this] = false;
	__wrap_sbi_hsm_hart_stop(sbi_scratch_thishart_ptr(), true);
}

/* --- the machine ------------------------------------------------------------- */

static int reset_check(u32 type, u32 reason)
{
	(void)reason;
	return doors_resets(type);
}

static void reset(u32 type, u32 reason)
{
	(void)type;
	(void)reason;
	doors_hold(sbi_domain_thishart_ptr()->system_reset_allowed,
		   "a domain that may not reset the machine does not");
	doors_machine_ends();
}

static int sleep_check(u32 type)
{
	return type ? SBI_EINVAL : 0;
}

static int sleep(u32 type, unsigned long resume)
{
	(void)type;
	(void)resume;
	return 0;
}

static struct sbi_system_reset_device reset_device = { .name = "doors",
						       .system_reset_check =
							       reset_check,
						       .system_reset = reset };
static struct sbi_system_suspend_device sleep_device = {
	.name = "doors",
	.system_suspend_check = sleep_check,
	.system_suspend = sleep
};

void doors_ends_boot(void)
{
	struct sbi_domain *dom;

	sbi_domain_for_each(dom)
	{
		dom->system_reset_allowed = doors_allowed >> dom->index & 1;
		dom->system_suspend_allowed = doors_allowed >> dom->index & 8;
	}
	sbi_system_reset_add_device(&reset_device);
	sbi_system_suspend_set_device(&sleep_device);
}

int doors_sleep_is_refused(u32 type, unsigned long resume)
{
	return system_glue_sleeps(type, resume);
}

bool doors_may_run(u32 owner, unsigned long address)
{
	struct sbi_domain *dom;

	sbi_domain_for_each(dom)
	{
		if (dom->index == owner)
			return sbi_domain_check_addr(dom, address, PRV_S,
						     SBI_DOMAIN_EXECUTE);
	}
	return false;
}

/* --- SBI 0.1 ------------------------------------------------------------------ */

/* The access of S-mode: M-mode does not check it. */
ulong sbi_load_ulong(const ulong *addr, struct sbi_trap_info *trap)
{
	u64 at = (u64)addr;

	trap->cause = CAUSE_LOAD_ACCESS;
	if (at % sizeof(ulong) || !fake_hart_ram(at, sizeof(ulong)) ||
	    !doors_may_touch(doors_now->owner, at))
		return 0;
	trap->cause = 0;
	return *(const ulong *)fake_hart_ram(at, sizeof(ulong));
}

int sbi_trap_redirect(struct sbi_trap_regs *regs,
		      const struct sbi_trap_info *trap)
{
	(void)regs;
	doors_hold(trap->cause == CAUSE_LOAD_ACCESS, "a trap of S-mode's");
	return 0;
}

void sbi_putc(char ch)
{
	doors_print(&ch, 1);
}

int sbi_getc(void)
{
	char ch;

	return doors_type(&ch, 1) ? ch : -1;
}

void sbi_ipi_clear_smode(void)
{
}

int fence_glue_ipi(ulong hmask, ulong hbase)
{
	(void)hmask;
	doors_hold(!hbase || hbase == -1ul, "a mask from hart 0 on, or all");
	return 0;
}

int fence_glue_request(ulong hmask, ulong hbase,
		       const struct sbi_tlb_info *tinfo)
{
	(void)tinfo;
	return fence_glue_ipi(hmask, hbase);
}

void sbi_timer_delay_loop(ulong units, u64 unit_freq, void (*delay)(void *),
			  void *opaque)
{
	(void)units;
	(void)unit_freq;
	(void)delay;
	(void)opaque;
}
