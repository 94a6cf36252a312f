/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The place of struct pmu_hart of each hart, and the times when trap.S takes
 * its traps.
 */
#ifndef FAST_FAST_H
#define FAST_FAST_H

#include "trap.h"

struct pmu_hart;

/** PMU of a hart. Before sbi_pmu_init() it can count events, but answer no
 * calls. */
static inline struct pmu_hart *pmu_glue_hart(struct sbi_scratch *scratch)
{
	return *(struct pmu_hart **)((char *)scratch + FAST_POINTER);
}

static inline void pmu_glue_hart_set(struct sbi_scratch *scratch,
				     struct pmu_hart *h)
{
	*(struct pmu_hart **)((char *)scratch + FAST_POINTER) = h;
}

/**
 * Claim this code's part of the scratch space. @return SBI_ENOMEM: another user
 * was first
 */
int pmu_glue_scratch_init(void);

/** Memory for the PMU of a hart, the same at every start. NULL: none */
struct pmu_hart *pmu_glue_hart_alloc(struct sbi_scratch *scratch);

/** From now on the PMU extension answers calls. A line on the console tells the
 * reason if calls are slow. */
void pmu_glue_registered(void);

/**
 * Let trap.S take the traps of this hart, if possible; OpenSBI's entry is in
 * mtvec.
 */
void pmu_glue_fast_arm(struct sbi_scratch *scratch);

#endif
