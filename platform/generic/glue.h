/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of platform/generic call in each other. */
#ifndef PLATFORM_GLUE_H
#define PLATFORM_GLUE_H

#include <sbi/sbi_types.h>

struct sbi_scratch;
struct sbi_tlb_info;

/** Learn which memory exists. @param fdt device tree, as the board gave it */
void shmem_glue_init(const void *fdt);

/** The hart is about to enter a suspend that may lose its registers. */
void pmu_glue_suspend(struct sbi_scratch *scratch);

/** The suspend did not happen after all. */
void pmu_glue_suspend_cancel(struct sbi_scratch *scratch);

/** The hart's registers are back at what stock OpenSBI sets. */
void pmu_glue_resume(struct sbi_scratch *scratch);

/**
 * A remote fence is requested: count it as the specification says.
 * @param request the stock function that carries it out
 */
int pmu_glue_fence(ulong hmask, ulong hbase, struct sbi_tlb_info *tinfo,
		   int (*request)(ulong hmask, ulong hbase,
				  struct sbi_tlb_info *tinfo));

/** Say on the console who we are, unless the boot is to be silent. */
void hartscope_banner(struct sbi_scratch *scratch);

#endif
