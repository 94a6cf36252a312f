// SPDX-License-Identifier: BSD-2-Clause
/*
 * The hooks into OpenSBI without a patch. The linker's --wrap redirects the
 * calls that other objects of OpenSBI make to these functions, on every board;
 * the list of wrapped symbols stands in objects.mk. Only hooks here, no feature
 * logic. Some have a file of their own: every redirected trap passes through
 * ctr_trap_glue.c, every access fault trace_trap_glue.c, every line of the
 * console console_glue.c; debug triggers start in dbtr_glue.c, events start and
 * end in sse_glue.c, and shmem_glue.c judges ranges of addresses.
 */
#include <ctr/ctr.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_double_trap.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_init.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_system.h>
#include <sbi/sbi_tlb.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/ipi/aclint_mswi.h>

#include <fp_singles.h>

#include "../fast/calls.h"
#include "../fast/boot_alloc.h"
#include "glue.h"
#include "override.h"
#include "owner_glue.h"

#ifndef CSR_MNSTATUS /* before OpenSBI 1.9 */
#define CSR_MNSTATUS 0x744
#define MNSTATUS_NMIE 8ul
#endif

/*
 * After a reset of a hart with Smrnmi, an exception in M-mode goes to a vector
 * of the hart's own, until sbi_hart_init() has the platform set the vectors and
 * then sets this bit. Only a hart without Smrnmi traps here.
 */
static bool override_may_trap(void)
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
	if (override_may_trap())
		ctr_hart_quiesce();
	/* unseen: settings of boards that QEMU lacks */
	trace_glue_reset_vector(scratch);
	__real_sbi_init(scratch); /* unseen: it does not return */
}

/*
 * Each hart comes here after the choice of the boot hart, and before it waits
 * to be started. Earlier, this would delay harts with CTR, and the intended
 * boot hart would lose to harts without.
 */
int __wrap_sbi_hsm_init(struct sbi_scratch *scratch, bool cold_boot)
{
	ctr_glue_arrive(scratch, override_may_trap());
	/* Its first allocation begins with the state of harts */
	if (cold_boot)
		fast_calls_states(sbi_scratch_used_space());
	return __real_sbi_hsm_init(scratch, cold_boot);
}

int __wrap_sbi_hart_init(struct sbi_scratch *scratch, bool cold_boot)
{
	bool late = !override_may_trap();
	int rc = __real_sbi_hart_init(scratch, cold_boot);

	if (!rc && late)
		ctr_hart_quiesce();
	if (!rc)
		fast_promises_check(scratch, cold_boot);
	if (!rc && cold_boot)
		rc = owner_glue_init();
	else if (!rc)
		trace_glue_hart_start();
	return rc ? rc : ctr_glue_hart_init(scratch, cold_boot);
}

/* This comes first at cold boot, so the first part of the scratch space is for
 * it. */
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
		return rc; /* unseen: it does not fail on QEMU */
	pmu_glue_resume(scratch);
	ctr_glue_resume(scratch);
	trace_glue_resume();
	return 0;
}

int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1)
{
	bool loses = system_glue_loses(suspend_type, raddr, rmode);
	int rc;

	if (loses) {
		pmu_glue_suspend(scratch);
		ctr_glue_suspend(scratch);
		/* unseen: QEMU keeps the registers in a suspend */
		trace_glue_suspend();
	}
	rc = __real_sbi_hsm_hart_suspend(scratch, suspend_type, raddr, rmode,
					 arg1);
	pmu_glue_suspend_cancel(scratch);
	if (loses)
		trace_glue_resume();
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

	owner_glue_stops();
	trace_glue_hart_stop();
	rc = __real_sbi_hsm_hart_stop(scratch, exitnow);
	/* unseen: who stops without this exit calls sbi_exit() */
	if (!rc)
		/* unseen: who stops without this exit calls sbi_exit() */
		fence_glue_hart_stop();
	return rc;
}

int __wrap_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	int rc = system_glue_sleeps(sleep_type, resume_addr);

	if (rc)
		return rc;
	/* unseen: QEMU keeps the registers in a sleep */
	pmu_glue_suspend(scratch);
	ctr_glue_suspend(scratch);
	/* unseen: QEMU keeps the registers in a sleep */
	trace_glue_machine_suspend();
	rc = __real_sbi_system_suspend(sleep_type, resume_addr, opaque);
	pmu_glue_suspend_cancel(scratch);
	trace_glue_resume();
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
	fence_glue_hart_start();
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
		trace_glue_enter();
	__real_sbi_hart_switch_mode(arg0, arg1, next_addr, next_mode,
				    next_virt);
}

/* From here on the hart stops for certain. */
void __noreturn __wrap_sbi_exit(struct sbi_scratch *scratch)
{
	fence_glue_hart_stop();
	__real_sbi_exit(scratch); /* unseen: it does not return */
}

/* With this, OpenSBI's own queues stay empty. */
int __wrap_sbi_tlb_request(ulong hmask, ulong hbase, struct sbi_tlb_info *tinfo)
{
	return fence_glue_request(hmask, hbase, tinfo);
}

int __wrap_sbi_ipi_send_smode(ulong hmask, ulong hbase)
{
	return fence_glue_ipi(hmask, hbase);
}

/* The only calls from another object inject an SSE event, into one hart. After 1.9
 * OpenSBI leaves out a stopped hart, without an error. */
int __wrap_sbi_ipi_send_many(ulong hmask, ulong hbase, u32 event, void *data)
{
	u64 before = fence_glue_sent();
	bool sent;
	int rc;

	fence_glue_foreign(hmask, hbase, FENCE_FOREIGN_SENDS);
	rc = __real_sbi_ipi_send_many(hmask, hbase, event, data);
	sent = !rc && fence_glue_sent() != before;
	fence_glue_foreign(hmask, hbase,
			   sent ? FENCE_FOREIGN_SENT : FENCE_FOREIGN_FAILED);
	return rc;
}

/* Harts that are left out of the message would have halted anyway. */
int __wrap_sbi_ipi_send_halt(ulong hmask, ulong hbase)
{
	int rc;

	owner_glue_act();
	/* unseen: the machine is reset before a hart misses it */
	fence_glue_foreign(hmask, hbase, FENCE_FOREIGN_SENDS);
	rc = __real_sbi_ipi_send_halt(hmask, hbase);
	/* unseen: the machine is reset before a hart misses it */
	fence_glue_foreign(hmask, hbase, FENCE_FOREIGN_SENT);
	owner_glue_acted();
	return rc; /* unseen: no caller looks at it */
}

int __wrap_aclint_mswi_cold_init(struct aclint_mswi_data *mswi)
{
	int rc = __real_aclint_mswi_cold_init(mswi);

	if (!rc)
		fence_glue_mswi(mswi);
	return rc;
}

void __wrap_sbi_ipi_process(void)
{
	fence_glue_process(__real_sbi_ipi_process);
}

/* The only call from another object is a domain context switch. */
void __wrap_sbi_update_hartindex_to_domain(u32 hartindex,
					   struct sbi_domain *dom)
{
	owner_glue_leaves();
	owner_glue_switch(hartindex, dom);
	__real_sbi_update_hartindex_to_domain(hartindex, dom);
	/* unseen: QEMU forgets translations with each satp */
	fence_glue_domain_changed();
	pmu_glue_domain_changed(sbi_scratch_thishart_ptr());
}

/* Before 1.9 OpenSBI fences the hart before it exchanges satp, and the hart may
 * translate in between. */
static int owner_switched(void)
{
	/* unseen: QEMU forgets translations with each satp */
	fence_glue_domain_changed();
	pmu_glue_switched();
	fence_glue_look();
	return 0;
}

/* These return if the new domain has run before. */
int __wrap_sbi_domain_context_enter(struct sbi_domain *dom)
{
	int rc = __real_sbi_domain_context_enter(dom);

	return rc ? rc : owner_switched();
}

int __wrap_sbi_domain_context_exit(void)
{
	int rc = __real_sbi_domain_context_exit();

	return rc ? rc : owner_switched();
}

/*
 * A domain switch copies two trap contexts, and the stock function copies
 * bytes: half of the cost of a switch. A property of a device tree can have
 * this size, too, but begins at any word of four bytes. The barrier keeps the
 * compiler from making a call of memcpy() of the loop.
 */
void *__wrap_sbi_memcpy(void *dest, const void *src, size_t count)
{
	typedef unsigned long __attribute__((may_alias)) word;
	const word *from = src, *end;
	word *to = dest;

	if (count != sizeof(struct sbi_trap_context) ||
	    ((unsigned long)dest | (unsigned long)src) % sizeof(word))
		/* unseen: no caller looks at it */
		return __real_sbi_memcpy(dest, src, count);
	end = (const word *)((const char *)src + count);
	for (; from != end; from++, to++) {
		*to = *from;
		__asm__ volatile("" ::: "memory");
	}
	return dest; /* unseen: no caller looks at it */
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

/* Before the domains change the tree, whose text has no CTR. */
void __wrap_fdt_cpu_fixup(void *fdt)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	ctr_glue_fdt(fdt, !(scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS));
	trace_glue_fdt(fdt);
	__real_fdt_cpu_fixup(fdt);
}

int __wrap_sbi_ecall_init(void)
{
	int rc = __real_sbi_ecall_init();

	if (!rc)
		rc = fence_glue_init();
	if (rc)
		return rc; /* unseen: it does not fail on QEMU */
	ctr_glue_fwft();
	if (pmu_glue_predicts())
		predict_glue_fwft();
	dbcn_glue_register();
	dbtr_glue_register();
	sse_glue_register();
	return trace_glue_register();
}

/*
 * OpenSBI ends M-mode if S-mode wants double traps of its handlers reported
 * (FWFT), but has not enabled an event for them. Such a trap is S-mode's own:
 * its handler gets a trap with this cause. A trap of M-mode is one in the trap
 * entry (fast/fault.inc), and fatal: the report shows its own cause.
 */
int __wrap_sbi_double_trap_handler(struct sbi_trap_context *tcntx)
{
	int rc;

	if (sbi_mstatus_prev_mode(tcntx->regs.mstatus) == PRV_M) {
		tcntx->trap.cause = tcntx->trap.tval2;
		tcntx->trap.tval2 = 0;
		return SBI_EFAIL;
	}
	rc = __real_sbi_double_trap_handler(tcntx);
	return rc ? sbi_trap_redirect(&tcntx->regs, &tcntx->trap) : 0;
}

/* The report may itself trap, and come here once more. */
static bool died[SBI_HARTMASK_MAX_BITS];

/*
 * Harts also hang on purpose, while they wait for a reset that S-mode
 * requested. Only then the present trap is an ecall, because no ecall is fatal.
 */
static bool hart_dies(void)
{
	const struct sbi_trap_context *tcntx =
		sbi_trap_get_context(sbi_scratch_thishart_ptr());
	u32 hartindex = current_hartindex();

	if (!tcntx || tcntx->trap.cause == CAUSE_SUPERVISOR_ECALL ||
	    hartindex >= SBI_HARTMASK_MAX_BITS || died[hartindex])
		return false;
	died[hartindex] = true;
	return true;
}

void __noreturn __wrap_sbi_hart_hang(void)
{
	if (hart_dies()) {
		/* unseen: the report of a death has ended the trace before */
		trace_glue_crash();
		ctr_glue_dump();
	}
	fence_glue_hart_dies();
	__real_sbi_hart_hang(); /* unseen: it does not return */
}

/* --- the FP registers of a domain ------------------------------------------- */

/*
 * OpenSBI 1.9 saves them for a domain that leaves a hart, but enables the
 * vector unit to do so: with mstatus.FS off M-mode would take an exception. It
 * saves and restores those of D, also on harts without D. Before 1.9 there are no
 * calls of these, and no such functions.
 */
void __real_sbi_fp_save(void *context) __attribute__((weak));
void __real_sbi_fp_restore(const void *context) __attribute__((weak));
void __wrap_sbi_fp_save(void *context);
void __wrap_sbi_fp_restore(const void *context);

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
