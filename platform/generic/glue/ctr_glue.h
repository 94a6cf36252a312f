/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the two files that join lib/ctr to OpenSBI. */
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

#endif
