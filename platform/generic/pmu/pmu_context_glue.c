// SPDX-License-Identifier: BSD-2-Clause
/*
 * The PMU of domains that take turns on a hart. Without memory for their state
 * (owner_memory.c) there are no calls of the PMU, and nothing to keep.
 */
#include <pmu/pmu.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>

#include "../fast/fast.h"
#include "../harts/owner_glue.h"
#include "pmu_glue.h"

void pmu_glue_switch(struct pmu_hart *h, struct owner *from, struct owner *to)
{
	if (from->pmu) {
		pmu_context_leave(h, from->pmu);
		from->pmu->over = predict_glue_saved(&from->pmu->hart);
	} else {
		pmu_context_drop(h);
	}
	pmu_context_enter(h, to->pmu);
	predict_glue_back(to->pmu ? to->pmu->over : 0);
}

static void __attribute__((noinline)) pmu_glue_settle(struct pmu_hart *h)
{
	struct owner *o =
		owner_glue(sbi_domain_thishart_ptr(), current_hartindex());

	if (o->pmu)
		pmu_context_settle(h, o->pmu);
}

void pmu_glue_switched(void)
{
	struct pmu_hart *h = pmu_glue_hart(sbi_scratch_thishart_ptr());

	if (pmu_in_use(h))
		pmu_glue_settle(h);
}
