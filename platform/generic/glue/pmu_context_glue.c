// SPDX-License-Identifier: BSD-2-Clause
/*
 * The PMU of domains that take turns on a hart. Memory for an owner is taken
 * when it is away for the first time, as on most machines nobody ever is.
 */
#include <pmu/pmu.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_heap.h>

#include "glue.h"

/* struct pmu_context * of every hart, for each domain */
static struct sbi_domain_data contexts;

int pmu_glue_contexts_init(void)
{
	contexts.data_size = sizeof(struct pmu_context *) * sbi_hart_count();
	return sbi_domain_register_data(&contexts);
}

static struct pmu_context **pmu_glue_context(struct sbi_domain *dom,
					     u32 hartindex)
{
	struct pmu_context **all = sbi_domain_data_ptr(dom, &contexts);

	return all + hartindex;
}

void pmu_glue_switch(u32 hartindex, struct sbi_domain *next)
{
	struct pmu_hart *h = pmu_glue_hart(sbi_scratch_thishart_ptr());
	struct pmu_context **c;

	c = pmu_glue_context(sbi_hartindex_to_domain(hartindex), hartindex);
	if (!*c)
		*c = sbi_zalloc(sizeof(**c));
	if (*c)
		pmu_context_leave(h, *c);
	else
		pmu_context_drop(h);
	pmu_context_enter(h, *pmu_glue_context(next, hartindex));
}

void pmu_glue_switched(void)
{
	struct pmu_context *c = *pmu_glue_context(sbi_domain_thishart_ptr(),
						  current_hartindex());

	if (c)
		pmu_context_settle(pmu_glue_hart(sbi_scratch_thishart_ptr()),
				   c);
}
