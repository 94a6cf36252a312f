// SPDX-License-Identifier: BSD-2-Clause
/*
 * A hart changes its domain. Everything that one owner of S-mode has and the
 * next must not see is found at one look, and those who keep it act only where
 * an owner has used it: most switches are between owners who have not.
 */
#include <pmu/pmu.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>

#include "ctr_glue.h"
#include "glue.h"
#include "owner_glue.h"
#include "trace_glue.h"

/* struct owner of every hart, for each domain */
static struct sbi_domain_data owners;

/* Of each hart, from its first switch on; nothing else moves a hart. */
static struct owner *now[SBI_HARTMASK_MAX_BITS];

int owner_glue_init(void)
{
	owners.data_size = sizeof(struct owner) * sbi_hart_count();
	return sbi_domain_register_data(&owners);
}

struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex)
{
	struct owner *all = sbi_domain_data_ptr(dom, &owners);

	return all ? all + hartindex : NULL;
}

static struct owner *owner_leaves(u32 hartindex, struct owner *to)
{
	struct owner *from = now[hartindex];

	now[hartindex] = to;
	return from ? from :
		      owner_glue(sbi_hartindex_to_domain(hartindex), hartindex);
}

/* As owner_glue(), when domains are complete. */
static struct owner *owner_comes(u32 hartindex, struct sbi_domain *dom)
{
	struct owner *all = dom->data_priv.idx_to_data_ptr[owners.data_idx];

	return all + hartindex;
}

void owner_glue_switch(u32 hartindex, struct sbi_domain *next)
{
	struct owner *from, *to = owner_comes(hartindex, next);
	struct ctr_hart *ctr;
	struct pmu_hart *pmu;

	from = owner_leaves(hartindex, to);
	fence_glue_look();
	fence_glue_switch(next);
	dbtr_glue_switch(hartindex, next);
	if (from->feature_set | to->feature_set)
		features_glue_switch(from, to);
	if (trace_glue.count)
		trace_glue_switch(hartindex, next);
	pmu = pmu_glue_hart(sbi_scratch_thishart_ptr());
	/* An overflow may freeze records, which have to be this owner's still */
	if (pmu_in_use(pmu))
		predict_glue_away();
	ctr = ctr_glue_hart(sbi_scratch_thishart_ptr());
	if (ctr && ctr_has_state(ctr))
		ctr_glue_switch(ctr, from, to);
	if (!pmu_context_pass(pmu, from->pmu, to->pmu))
		pmu_glue_switch(pmu, from, to);
	if (to->sse)
		sse_glue_switch(from, to);
}
