/* SPDX-License-Identifier: BSD-2-Clause */
/* The two files that join lib/ctr to OpenSBI: what they share, and what others call. */
#ifndef CTR_GLUE_H
#define CTR_GLUE_H

#include <ctr/ctr.h>
#include <sbi/sbi_scratch.h>

/** Offset of struct ctr_hart in a hart's scratch; 0: too early at boot. */
extern unsigned long ctr_glue_offset;

/** True if the device tree for the next stage lists CTR for any hart. */
extern bool ctr_glue_for_s_mode;

/** The hart's CTR. @return NULL: too early at boot */
static inline struct ctr_hart *ctr_glue_hart(struct sbi_scratch *scratch)
{
	if (!ctr_glue_offset)
		return NULL;
	return sbi_scratch_offset_ptr(scratch, ctr_glue_offset);
}

/** From now on redirected traps leave records, on harts that have CTR. */
void ctr_glue_record_traps(void);

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

#endif
