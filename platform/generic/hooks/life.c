// SPDX-License-Identifier: BSD-2-Clause
/*
 * The life of a hart: each moment at which state has to be saved, restored or shut,
 * and the hooks by which OpenSBI comes there.
 */
#include <ctr/ctr.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_hartmask.h>

#include <hooks.h>

#include "../ctr/ctr_glue.h"
#include "../fast/boot_alloc.h"
#include "../fast/calls.h"
#include "../fast/fast.h"
#include "../harts/harts.h"
#include "../harts/owner_glue.h"
#include "../judges/judges.h"
#include "../pmu/pmu_glue.h"
#include "../trace/trace_calls.h"

/* MOMENT(NAME, CALLS): who is told, in this order; h is the hart's scratch */
#define MOMENT(name, ...)                                     \
	static inline void life_##name(struct sbi_scratch *h) \
	{                                                     \
		(void)h;                                      \
		__VA_ARGS__                                   \
	}
/* clang-format off */
/*     moment           harts                           PMU                             CTR                      trace */
MOMENT(out_of_reset,                                                                                             trace_glue_reset_vector(h);)
MOMENT(starts,                                                                                                   trace_glue_hart_start();)
MOMENT(runs,            fence_glue_hart_start();)
MOMENT(enters,                                                                                                   trace_glue_enter();)
MOMENT(suspends,                                        pmu_glue_suspend(h);            ctr_glue_suspend(h);     trace_glue_suspend();)
MOMENT(sleeps,                                          pmu_glue_suspend(h);            ctr_glue_suspend(h);     trace_glue_machine_suspend();)
MOMENT(stays,                                           pmu_glue_suspend_cancel(h);                              trace_glue_resume();)
MOMENT(resumes,                                         pmu_glue_resume(h);             ctr_glue_resume(h);      trace_glue_resume();)
MOMENT(belongs,         fence_glue_domain_changed();    pmu_glue_domain_changed(h);)
MOMENT(switched,        fence_glue_domain_changed();    pmu_glue_switched();            fence_glue_look();)
MOMENT(stops,           owner_glue_stops();                                                                      trace_glue_hart_stop();)
MOMENT(gone,            fence_glue_hart_stop();)
/* No trace of the report */
MOMENT(dies,            trace_glue_crash();                                             ctr_glue_dump();)
MOMENT(dead,            fence_glue_hart_dies();)
/* clang-format on */

#ifndef CSR_MNSTATUS /* before OpenSBI 1.9 */
#define CSR_MNSTATUS 0x744
#define MNSTATUS_NMIE 8ul
#endif

/*
 * After a reset of a hart with Smrnmi, an exception in M-mode goes to a vector
 * of the hart's own, until sbi_hart_init() has the platform set the vectors and
 * then sets this bit. Only a hart without Smrnmi traps here.
 */
static bool life_may_trap(void)
{
	unsigned long value;

	return !hart_csr_try_read(CSR_MNSTATUS, &value) ||
	       (value & MNSTATUS_NMIE);
}

/*
 * Every hart comes here first, at boot, start and resume. An earlier stage may
 * have left recording on: from here on no address of the firmware is recorded.
 */
void __noreturn __wrap_sbi_init(struct sbi_scratch *scratch)
{
	if (life_may_trap())
		ctr_hart_quiesce();
	life_out_of_reset(scratch);
	__real_sbi_init(scratch); /* unseen: it does not return */
}

/*
 * Each hart comes here after the choice of the boot hart, and before it waits
 * to be started. Earlier, this would delay harts with CTR, and the intended
 * boot hart would lose to harts without.
 */
int __wrap_sbi_hsm_init(struct sbi_scratch *scratch, bool cold_boot)
{
	ctr_glue_arrive(scratch, life_may_trap());
	/* Its first allocation begins with the state of harts */
	if (cold_boot)
		fast_calls_states(sbi_scratch_used_space());
	return __real_sbi_hsm_init(scratch, cold_boot);
}

int __wrap_sbi_hart_init(struct sbi_scratch *scratch, bool cold_boot)
{
	bool late = !life_may_trap();
	int rc = __real_sbi_hart_init(scratch, cold_boot);

	if (!rc && late)
		ctr_hart_quiesce();
	if (!rc)
		fast_promises_check(scratch, cold_boot);
	if (!rc && cold_boot)
		rc = owner_glue_init();
	else if (!rc)
		life_starts(scratch);
	return rc ? rc : ctr_glue_hart_init(scratch, cold_boot);
}

/*
 * The only call from another object is the one after a non-retentive suspend,
 * which has no platform hook and resets mcountinhibit, all mhpmevent and more.
 */
int __wrap_sbi_hart_reinit(struct sbi_scratch *scratch)
{
	int rc = __real_sbi_hart_reinit(scratch);

	if (rc)
		return rc; /* unseen: it does not fail on QEMU */
	life_resumes(scratch);
	return 0;
}

int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1)
{
	bool loses = system_glue_loses(suspend_type, raddr, rmode);
	int rc;

	if (loses)
		life_suspends(scratch);
	rc = __real_sbi_hsm_hart_suspend(scratch, suspend_type, raddr, rmode,
					 arg1);
	if (loses)
		life_stays(scratch);
	return rc;
}

int __wrap_sbi_hsm_hart_start(struct sbi_scratch *scratch,
			      const struct sbi_domain *dom, u32 hartid,
			      ulong saddr, ulong smode, ulong arg1)
{
	int rc;

	owner_glue_act();
	rc = __real_sbi_hsm_hart_start(scratch, dom, hartid, saddr, smode,
				       arg1);
	owner_glue_acted();
	return rc;
}

/* It returns if the hart may not stop, or if the machine is reset. */
int __wrap_sbi_hsm_hart_stop(struct sbi_scratch *scratch, bool exitnow)
{
	int rc;

	life_stops(scratch);
	rc = __real_sbi_hsm_hart_stop(scratch, exitnow);
	/* unseen: who stops without this exit calls sbi_exit() */
	if (!rc)
		/* unseen: who stops without this exit calls sbi_exit() */
		life_gone(scratch);
	return rc;
}

int __wrap_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	int rc = system_glue_sleeps(sleep_type, resume_addr);

	if (rc)
		return rc;
	/* unseen: QEMU keeps the registers in a sleep */
	life_sleeps(scratch);
	rc = __real_sbi_system_suspend(sleep_type, resume_addr, opaque);
	life_stays(scratch);
	return rc;
}

/*
 * Other harts stop by themselves; their trace drains first. A domain that may
 * not reset the machine stops its own harts, and their traces end like those of
 * any hart that stops.
 */
void __noreturn __wrap_sbi_system_reset(u32 reset_type, u32 reset_reason)
{
	bool resets = system_glue_resets(reset_type, reset_reason);

	/* unseen: nothing of a trace is left after a reset */
	trace_glue_reset(resets);
	if (resets)
		reach_glue_reset();
	/* unseen: it does not return */
	__real_sbi_system_reset(reset_type, reset_reason);
}

/* The last step before a started hart enters S-mode. */
void __noreturn __wrap_sbi_hsm_hart_start_finish(struct sbi_scratch *scratch,
						 u32 hartid)
{
	life_runs(scratch);
	fast_boot_over = true;
	/* unseen: it does not return */
	__real_sbi_hsm_hart_start_finish(scratch, hartid);
}

/* Each hart enters S-mode here: at boot, start and resume, and when it first
 * comes to a domain. */
void __noreturn __wrap_sbi_hart_switch_mode(unsigned long arg0,
					    unsigned long arg1,
					    unsigned long next_addr,
					    unsigned long next_mode,
					    bool next_virt)
{
	if (next_mode != PRV_M)
		life_enters(sbi_scratch_thishart_ptr());
	__real_sbi_hart_switch_mode(arg0, arg1, next_addr, next_mode,
				    next_virt);
}

/* From here on the hart stops for certain. */
void __noreturn __wrap_sbi_exit(struct sbi_scratch *scratch)
{
	life_gone(scratch);
	__real_sbi_exit(scratch); /* unseen: it does not return */
}

/* The only call from another object is a domain context switch. */
void __wrap_sbi_update_hartindex_to_domain(u32 hartindex,
					   struct sbi_domain *dom)
{
	owner_glue_leaves();
	owner_glue_switch(hartindex, dom);
	__real_sbi_update_hartindex_to_domain(hartindex, dom);
	/* unseen: QEMU forgets translations with each satp */
	life_belongs(sbi_scratch_thishart_ptr());
}

/* Before 1.9 OpenSBI fences the hart before it exchanges satp, and the hart may
 * translate in between. */
static int life_returned(void)
{
	life_switched(sbi_scratch_thishart_ptr());
	return 0;
}

/* These return if the new domain has run before. */
int __wrap_sbi_domain_context_enter(struct sbi_domain *dom)
{
	int rc = __real_sbi_domain_context_enter(dom);

	return rc ? rc : life_returned();
}

int __wrap_sbi_domain_context_exit(void)
{
	int rc = __real_sbi_domain_context_exit();

	return rc ? rc : life_returned();
}

/* The last moment before harts get their domain's PMP entries; all domains are
 * known. */
int __wrap_sbi_domain_finalize(struct sbi_scratch *scratch)
{
	int rc = __real_sbi_domain_finalize(scratch);

	if (rc)
		return rc;
	pmu_glue_keeps(owner_memory_pmu());
	reach_glue_domains();
	return trace_glue_cold_boot();
}

/* The report may itself trap, and come here once more. */
static bool life_died[SBI_HARTMASK_MAX_BITS];

/*
 * Harts also hang on purpose, while they wait for a reset that S-mode
 * requested. Only then the present trap is an ecall, because no ecall is fatal.
 */
static bool life_is_death(void)
{
	const struct sbi_trap_context *tcntx =
		sbi_trap_get_context(sbi_scratch_thishart_ptr());
	u32 hartindex = current_hartindex();

	if (!tcntx || tcntx->trap.cause == CAUSE_SUPERVISOR_ECALL ||
	    hartindex >= SBI_HARTMASK_MAX_BITS || life_died[hartindex])
		return false;
	life_died[hartindex] = true;
	return true;
}

void __noreturn __wrap_sbi_hart_hang(void)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	if (life_is_death())
		life_dies(scratch);
	life_dead(scratch);
	__real_sbi_hart_hang(); /* unseen: it does not return */
}
