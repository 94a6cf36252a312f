/* SPDX-License-Identifier: BSD-2-Clause */
/* Judges of calls and traps in front of OpenSBI. */
#ifndef PLATFORM_JUDGES_H
#define PLATFORM_JUDGES_H

#include <sbi/sbi_scratch.h>
#include <sbi/sbi_types.h>

struct sbi_domain;
struct sbi_trap_context;

/** Extensions can be called from now on: judge their calls in front of OpenSBI. */
void dbcn_glue_register(void);
void dbtr_glue_register(void);
void sse_glue_register(void);

/** Exchange only its triggers. */
void dbtr_glue_switch(u32 hartindex, const struct sbi_domain *next);

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

#endif
