/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One hart for pmu_glue_test.c. lib/pmu and the other files of platform/generic are
 * fakes: each call is a line of the journal that says in words what it is for.
 */
#ifndef PMU_RIG_H
#define PMU_RIG_H

#include <pmu/pmu.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_sse.h>

#include "../../../platform/generic/glue/pmu_map_glue.h"
#include "rig.h"

enum { PMU_RIG_HPM_MASK = 0x78 };

/** The hart and its board, as pmu_rig_setup() has them: RV64, privileged architecture
 * 1.12, a reliable mcountinhibit, no extension, /chosen without properties. */
struct pmu_rig {
	unsigned int xlen;
	unsigned long extensions; /* bit n: enum sbi_hart_extensions */
	int priv_version, platform_error;
	bool inhibits, double_traps, heap_full;
	int chosen;			/* offset of /chosen, or an error */
	const char *snapshot, *restart; /* its properties, or NULL */
	u32 hidden;			/* counters that lib/pmu hides */
	bool loses;
	const struct sbi_sse_cb_ops *sse; /* of the event of overflows */
};
extern struct pmu_rig rig;

extern struct pmu_hart pmu; /* the hart's */

/** Of the hart. */
struct sbi_scratch *pmu_rig_scratch(void);

/** Setup of a test: the hart has not started. */
int pmu_rig_setup(void **state);

#endif
