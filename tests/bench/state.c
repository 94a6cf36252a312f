// SPDX-License-Identifier: BSD-2-Clause
/* For size.py: an array of the size of the PMU's state of a hart. */
#include <pmu/pmu.h>

char state[sizeof(struct pmu_hart)];
