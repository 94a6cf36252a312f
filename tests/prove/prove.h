/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the proofs: functions of the hart, arguments, and states within the
 * invariants.
 */
#ifndef PROVE_H
#define PROVE_H

#include <pmu/pmu.h>

#include <hart_port.h>

#define PROVE(truth) __CPROVER_assert(truth, #truth)
#define GIVEN(truth) __CPROVER_assume(truth)

/** RV32 or RV64, and no write yet. */
void prove_begin(void);

/** Any six registers of this XLEN. */
struct sbi_args prove_args(void);

/** A range that hart_shmem_check() has accepted in an earlier call. */
void prove_shmem_trust(u64 address, u64 size);

/** Any PMU of a hart that keeps its invariants, on such a machine. */
void prove_pmu(struct pmu_hart *h, const struct pmu_machine *m);
void prove_pmu_machine(const struct pmu_machine *m);

#endif
