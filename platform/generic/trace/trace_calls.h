/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of trace hardware that other parts of platform/generic call. */
#ifndef PLATFORM_TRACE_CALLS_H
#define PLATFORM_TRACE_CALLS_H

#include <sbi/sbi_scratch.h>
#include <sbi/sbi_types.h>

struct sbi_args;
struct sbi_domain;
struct sbiret;

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

/** This hart has died; print the place of its trace. */
void trace_glue_crash(void);

#endif
