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

/** Extensions can be called from now on: take the place of OpenSBI's own. */
void dbcn_glue_register(void);
void dbtr_glue_register(void);
void sse_glue_register(void);

/** This hart goes from its domain to another one: all that has to be kept. */
void owner_glue_switch(u32 hartindex, struct sbi_domain *next);

/** Its triggers alone. */
void dbtr_glue_switch(u32 hartindex, const struct sbi_domain *next);

/**
 * At cold boot, when the platform has added its events: where neither it nor
 * the device tree has any, those of the core that the boot hart is.
 * @param mapped the platform has added some
 */
void events_glue_init(const void *fdt, bool mapped);

/**
 * For each hart after events_glue_init(), from wherever its events are. Where
 * mcountinhibit cannot be relied upon, all counters run from now on.
 * @return true if counters keep still while mcountinhibit says so
 */
bool events_glue_inhibits(struct sbi_scratch *scratch);

/**
 * At cold boot, behind events_glue_init(): where a hart without overflow interrupts
 * counts cycles or instructions in one programmable counter at a time, one is left in
 * the map. It tries, for which the boot hart's counters have to stand.
 */
void events_once_init(struct pmu_machine *m, struct sbi_scratch *scratch);

/** A line on the console about whose events they are. */
void events_glue_report(void);

/** Extensions can be called from now on: offer predicted overflows in FWFT, where
 * pmu_glue_predicts(). */
void predict_glue_fwft(void);

/*
 * For harts that predict; all others do nothing.
 */
/** Registers of the hart are about to be lost: a last look before. */
void predict_glue_leave(void);
/**
 * Its counters were saved after that look, in h.
 * @return those that have overflown since, for predict_glue_back()
 */
u32 predict_glue_saved(const struct pmu_hart *h);
/** They are back. */
void predict_glue_enter(void);
/** The owner of S-mode leaves this hart: the same, and the timer is S-mode's
 *  alone. Its branch records are still there. */
void predict_glue_away(void);
/** An owner is back with its counters: it looks as it did. over is of it. */
void predict_glue_back(u32 over);
/** The hart stops for good. */
void predict_glue_stop(struct sbi_scratch *scratch);

/** Overflows that were not delivered yet are void. */
void predict_glue_drop(void);

/**
 * @return true if M-mode has to predict overflows: counters cannot interrupt
 */
bool pmu_glue_predicts(void);

/** @return true if S-mode of this hart has SSE's event of overflows */
bool pmu_glue_has_overflows(void);

/** It is there, and the supervisor's registers are the new domain's. */
void pmu_glue_switched(void);

/** This hart belongs to another domain now. */
void pmu_glue_domain_changed(struct sbi_scratch *scratch);

/** The hart is about to enter a suspend that may lose its registers. */
void pmu_glue_suspend(struct sbi_scratch *scratch);

/** The suspend did not happen after all. */
void pmu_glue_suspend_cancel(struct sbi_scratch *scratch);

/** The hart's registers are back at what stock OpenSBI sets. */
void pmu_glue_resume(struct sbi_scratch *scratch);

/** The board has a device that rings doorbells; before fence_glue_init(). */
void fence_glue_mswi(const struct aclint_mswi_data *mswi);

/** The register that rings a hart's doorbell. @return NULL: no device has one */
volatile u32 *fence_glue_doorbell(ulong hartid);

/** Memory for requests between harts. @return 0, or SBI_ENOMEM */
int fence_glue_init(void);

/**
 * A remote fence of the SBI: it is made when this returns, by each hart named
 * that runs.
 * @return 0; SBI_EINVAL: a hart named is not of this domain, or an unknown type
 */
int fence_glue_request(ulong hmask, ulong hbase,
		       const struct sbi_tlb_info *tinfo);

/** The fence itself, on this hart. */
void fence_local(const struct fence_request *request);

/** An IPI of the SBI. @return as fence_glue_request() */
int fence_glue_ipi(ulong hmask, ulong hbase);

/** OpenSBI sends an IPI of its own; with -1 it has failed to. */
void fence_glue_foreign(ulong hmask, ulong hbase, long times);

/** True if one is on its way to this hart. */
bool fence_glue_has_foreign(void);

/** The doorbell rang. @param process what OpenSBI does then */
void fence_glue_process(void (*process)(void));

/** This hart enters S-mode anew, does not any more, or never will again. */
void fence_glue_hart_start(void);
void fence_glue_hart_stop(void);
void fence_glue_hart_dies(void);

/**
 * This hart goes from its domain to another one; OpenSBI's record of it says
 * so; and the supervisor's registers are the new domain's.
 */
void fence_glue_switch(const struct sbi_domain *next);
void fence_glue_domain_changed(void);
void fence_glue_look(void);

/** A hart comes to be started, for the first time or again. */
void ctr_glue_arrive(struct sbi_scratch *scratch);

/**
 * A hart starts; OpenSBI has found its features and set its registers.
 * @return 0, or SBI_ENOMEM
 */
int ctr_glue_hart_init(struct sbi_scratch *scratch, bool cold_boot);

/** The same hart, when OpenSBI has delegated traps too. */
void ctr_glue_delegate(struct sbi_scratch *scratch);

/**
 * As pmu_glue_suspend() and pmu_glue_resume(). A suspend that does not happen
 * leaves nothing to cancel.
 */
void ctr_glue_suspend(struct sbi_scratch *scratch);
void ctr_glue_resume(struct sbi_scratch *scratch);

/**
 * M-mode takes a counter overflow interrupt for S-mode. Before S-mode hears of
 * it in whatever way.
 */
void ctr_glue_overflow(void);

/**
 * The device tree for the next stage is being made, by the boot hart.
 * @param boot_prints say on the console what S-mode gets
 */
void ctr_glue_fdt(void *fdt, bool boot_prints);

/** Extensions can be called from now on: take our part of FWFT. */
void ctr_glue_fwft(void);

/** The hart will never do anything again; say what led to it. */
void ctr_glue_dump(void);

/**
 * Domains are known, and nobody below M-mode has run yet: find the trace
 * components, and see to it that only their owners reach them.
 * @return 0, or SBI_ENOMEM
 */
int trace_glue_cold_boot(void);

/** A hart comes out of its reset: what its board needs for its trace. */
void trace_glue_reset_vector(const struct sbi_scratch *scratch);

/** Trace components that the next stage is not to use leave its tree. */
void trace_glue_fdt(void *fdt);

/** Extensions can be called from now on: add ours, if there is what to trace. */
int trace_glue_register(void);

/** One call of it. */
struct sbiret trace_glue_call(unsigned long fid, const struct sbi_args *args);

/** This hart starts anew, or stops for good. */
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
 * Nothing is traced any more of the domain of this hart, whose harts halt.
 * @param machine and nothing at all: all of it will be reset
 */
void trace_glue_reset(bool machine);

/** This hart will never go on; say where its trace is. */
void trace_glue_crash(void);

/** True if this domain's reset is one of the machine, and not of its harts. */
bool system_glue_resets(u32 reset_type, u32 reset_reason);

/** True if SBI HSM suspend will come to where registers may be lost. */
bool system_glue_loses(u32 suspend_type, unsigned long raddr,
		       unsigned long rmode);

/** True if the machine will sleep. @return 0, or the error of SBI SUSP */
int system_glue_sleeps(u32 sleep_type, unsigned long resume_addr);

/**
 * Let OpenSBI emulate a load or store that trapped, as it reads now: another hart
 * may change it meanwhile. One that cannot have trapped so is S-mode's fault.
 * @param stock OpenSBI's handler. @return as it does
 */
int misaligned_once(struct sbi_trap_context *tcntx, bool store,
		    int (*stock)(struct sbi_trap_context *tcntx));

/** Say on the console who we are, unless the boot is to be silent. */
void hartscope_banner(struct sbi_scratch *scratch);

#endif
