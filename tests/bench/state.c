// SPDX-License-Identifier: BSD-2-Clause
/* For size.py: an array as large as what the PMU keeps for a hart. */
#include <pmu/pmu.h>

char state[sizeof(struct pmu_hart)];
