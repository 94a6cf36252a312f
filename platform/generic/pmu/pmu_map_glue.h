/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine of lib/pmu, which pmu_glue.c sets up for all harts. */
#ifndef PMU_MAP_GLUE_H
#define PMU_MAP_GLUE_H

#include <pmu/pmu.h>

extern struct pmu_machine pmu_glue_machine;

#endif
