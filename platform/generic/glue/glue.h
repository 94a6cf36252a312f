/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that files of platform/generic call in each other. */
#ifndef PLATFORM_GLUE_H
#define PLATFORM_GLUE_H

#include <sbi/sbi_scratch.h>
#include <sbi/sbi_types.h>

#include "../fast/fast.h"

struct aclint_mswi_data;
struct fence_request;
struct pmu_machine;
struct sbi_args;
struct sbi_domain;
struct sbi_tlb_info;
struct sbi_trap_context;
struct sbiret;

/** Extensions can be called from now on: replace the PMU's of OpenSBI. */
void dbcn_glue_register(void);
void dbtr_glue_register(void);
void sse_glue_register(void);

/** This hart goes from its domain to another one: exchange all state that is
 * kept. */
void owner_glue_switch(u32 hartindex, struct sbi_domain *next);

/** Exchange only its triggers. */
void dbtr_glue_switch(u32 hartindex, const struct sbi_domain *next);

/**
 * At cold boot, after the platform has added its events: if neither it nor the
 * device tree has any, add the events of the boot hart's core.
 * @param mapped the platform has added some
 */
void events_glue_init(const void *fdt, bool mapped);

/**
 * For each hart after events_glue_init(), with events from any source. If
 * mcountinhibit is not reliable, all counters run from now on.
 * @return true if counters stand still while mcountinhibit stops them
 */
bool events_glue_inhibits(struct sbi_scratch *scratch);

/**
 * At cold boot, after events_glue_init(): if a hart without overflow interrupts
 * counts cycles or instructions in only one programmable counter at a time, the
 * map keeps one. The function tests this; the boot hart's counters must stand
 * still.
 */
void events_once_init(struct pmu_machine *m, struct sbi_scratch *scratch);

/** Print a line with the source of the events. */
void events_glue_report(void);

/** Extensions can be called from now on: offer predicted overflows in FWFT, if
 * pmu_glue_predicts(). */
void predict_glue_fwft(void);

/*
 * For harts that predict; all others do nothing.
 */
/** Registers of the hart are about to be lost: look a last time. */
void predict_glue_leave(void);
/**
 * Look at counters that were saved after the last look, in h.
 * @return counters that have overflown since, for predict_glue_back()
 */
u32 predict_glue_saved(const struct pmu_hart *h);
/** The registers are back. */
void predict_glue_enter(void);
/** The owner of S-mode leaves this hart: the same, and the timer is for S-mode
 * alone. The hart still has the owner's branch records. */
void predict_glue_away(void);
/** An owner is back with its counters: look as before. over is the owner's. */
void predict_glue_back(u32 over);
/** The hart stops. */
void predict_glue_stop(struct sbi_scratch *scratch);

/** Drop overflows that were not delivered yet. */
void predict_glue_drop(void);

/** @param all false: the PMU extension and delegated counters are not offered,
 *	since owners that share a hart could lose their counters. Before
 *	extensions are registered. */
void pmu_glue_keeps(bool all);

/**
 * @return true if M-mode has to predict overflows: counters cannot interrupt
 */
bool pmu_glue_predicts(void);

/** @return true if S-mode of this hart has enabled SSE's event of overflows */
bool pmu_glue_has_overflows(void);

/** The hart has changed its domain, and S-mode's registers are the new
 * domain's. */
void pmu_glue_switched(void);

/** This hart belongs to another domain now. */
void pmu_glue_domain_changed(struct sbi_scratch *scratch);

/** The hart is about to enter a suspend that may lose its registers. */
void pmu_glue_suspend(struct sbi_scratch *scratch);

/** The suspend did not happen after all. */
void pmu_glue_suspend_cancel(struct sbi_scratch *scratch);

/** The hart's registers are back at what stock OpenSBI sets. */
void pmu_glue_resume(struct sbi_scratch *scratch);

/** The board has a device for doorbells; before fence_glue_init(). */
void fence_glue_mswi(const struct aclint_mswi_data *mswi);

/** The register that rings a hart's doorbell. @return NULL: no device has one */
volatile u32 *fence_glue_doorbell(ulong hartid);

/** Memory for requests between harts. @return 0, or SBI_ENOMEM */
int fence_glue_init(void);

/**
 * A remote fence of the SBI. When this returns, each running hart of the mask
 * has made it.
 * @return 0; SBI_EINVAL: a hart of the mask is not in this domain, or an
 *	unknown type
 */
int fence_glue_request(ulong hmask, ulong hbase,
		       const struct sbi_tlb_info *tinfo);

/** Make the fence on this hart. */
void fence_local(const struct fence_request *request);

/** An IPI of the SBI. @return as fence_glue_request() */
int fence_glue_ipi(ulong hmask, ulong hbase);

enum fence_foreign {
	FENCE_FOREIGN_SENDS,  /* OpenSBI sends an IPI by itself next */
	FENCE_FOREIGN_SENT,   /* the IPI is sent */
	FENCE_FOREIGN_FAILED, /* nothing was sent */
};

/** Count an IPI that OpenSBI sends by itself; call it before and after. */
void fence_glue_foreign(ulong hmask, ulong hbase, enum fence_foreign step);

/** IPIs that this hart has sent. */
u64 fence_glue_sent(void);

/** This hart takes an interrupt of OpenSBI right after the present trap, and so
 * does what OpenSBI does at the end of a trap. */
void fence_glue_again(void);

/** True if one is on its way to this hart. */
bool fence_glue_has_foreign(void);

/** The doorbell rang. @param process OpenSBI's handler of it */
void fence_glue_process(void (*process)(void));

/** This hart enters S-mode anew; leaves it; leaves it for ever. */
void fence_glue_hart_start(void);
void fence_glue_hart_stop(void);
void fence_glue_hart_dies(void);

/**
 * This hart goes from its domain to another one; OpenSBI has recorded this; and
 * S-mode's registers are the new domain's.
 */
void fence_glue_switch(const struct sbi_domain *next);
void fence_glue_domain_changed(void);
void fence_glue_look(void);

/** A hart arrives to be started, for the first time or again. @param may_trap false:
 *  no register can be probed, and S-mode gets neither CTR nor counters */
void ctr_glue_arrive(struct sbi_scratch *scratch, bool may_trap);

/**
 * A hart starts; OpenSBI has found its features and set its registers.
 * @return 0, or SBI_ENOMEM
 */
int ctr_glue_hart_init(struct sbi_scratch *scratch, bool cold_boot);

/** A hart starts; OpenSBI has delegated traps, too. */
void ctr_glue_delegate(struct sbi_scratch *scratch);

/** No hart delegates counters to S-mode; on the boot hart, before others start. */
void ctr_glue_undelegate(struct sbi_scratch *scratch);

/**
 * Save records before a suspend, and put them back after it. A cancelled suspend
 * leaves no state.
 */
void ctr_glue_suspend(struct sbi_scratch *scratch);
void ctr_glue_resume(struct sbi_scratch *scratch);

/**
 * M-mode takes a counter overflow interrupt for S-mode. Call this before S-mode
 * can learn of it.
 */
void ctr_glue_overflow(void);

/**
 * The boot hart makes the device tree for the next stage.
 * @param boot_prints print S-mode's extensions on the console
 */
void ctr_glue_fdt(void *fdt, bool boot_prints);

/** OpenSBI's handler of traps, and the records of those that it redirects. */
struct sbi_trap_context *ctr_glue_handler(struct sbi_trap_context *tcntx);

/** Extensions can be called from now on: take over this feature of FWFT. */
void ctr_glue_fwft(void);

/** The hart has died; print the branches that led to it. */
void ctr_glue_dump(void);

/**
 * Domains are known, and no code below M-mode has run yet: find the trace
 * components, and give access only to their owners.
 * @return 0; SBI_ENOMEM; or SBI_EFAIL: registers that can write memory stay
 *	open, and S-mode must not run
 */
int trace_glue_cold_boot(void);

/** A hart enters S-mode, with its PMP set: it does not return if S-mode would
 * reach registers that can write memory. */
void trace_glue_enter(void);

/** A hart comes out of reset: make the settings that its board needs for
 * trace. */
void trace_glue_reset_vector(const struct sbi_scratch *scratch);

/** Remove trace components from the tree that the next stage must not use. */
void trace_glue_fdt(void *fdt);

/** Extensions can be called from now on: add the trace extension, if there are
 * components. */
int trace_glue_register(void);

/** Answer one call of it. */
struct sbiret trace_glue_call(unsigned long fid, const struct sbi_args *args);

/** This hart starts anew, or stops. */
void trace_glue_hart_start(void);
void trace_glue_hart_stop(void);

/**
 * This hart, or the whole machine with it, is about to enter a suspend that may
 * lose registers; and it is back, or has never been away.
 */
void trace_glue_suspend(void);
void trace_glue_machine_suspend(void);
void trace_glue_resume(void);

/** This hart goes from its domain to another one. */
void trace_glue_switch(u32 hartindex, struct sbi_domain *next);

/**
 * Stop the traces of this hart's domain, whose harts halt.
 * @param machine stop all traces: the whole machine will be reset
 */
void trace_glue_reset(bool machine);

/** Domains are known: with Smepmp, let M-mode reach its devices in each of them.
 * A line names a device for which there is no PMP entry. */
void reach_glue_domains(void);

/** This hart resets the machine and does not return to S-mode: with Smepmp, let
 * M-mode reach all devices. */
void reach_glue_reset(void);

/** This hart has died; print the place of its trace. */
void trace_glue_crash(void);

/** True if this domain's reset resets the machine, and not only its harts. */
bool system_glue_resets(u32 reset_type, u32 reset_reason);

/** True if SBI HSM suspend will reach a state that may lose registers. */
bool system_glue_loses(u32 suspend_type, unsigned long raddr,
		       unsigned long rmode);

/** True if the machine will sleep. @return 0, or the error of SBI SUSP */
int system_glue_sleeps(u32 sleep_type, unsigned long resume_addr);

/**
 * Let OpenSBI emulate a load or store that trapped, with the present
 * instruction: another hart may change it meanwhile. An instruction that cannot
 * have trapped so is S-mode's fault.
 * @param stock OpenSBI's handler. @return its result
 */
int misaligned_once(struct sbi_trap_context *tcntx, bool store,
		    int (*stock)(struct sbi_trap_context *tcntx));

/** Print a banner on the console, unless the boot is silent. */
void hartscope_banner(struct sbi_scratch *scratch);

#endif
