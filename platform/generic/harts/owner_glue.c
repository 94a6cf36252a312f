// SPDX-License-Identifier: BSD-2-Clause
/*
 * A hart changes its domain. One look finds all state of an owner of S-mode
 * that the next owner must not see. The parts that keep this state act only if
 * an owner has used it: most switches are between owners without such state.
 */
#include <pmu/pmu.h>
#include <sbi/riscv_barrier.h>
#include <sbi/riscv_locks.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_ipi.h>

#include "../ctr/ctr_glue.h"
#include "../fast/fast.h"
#include "../judges/judges.h"
#include "../pmu/pmu_glue.h"
#include "../trace/trace_calls.h"
#include "../trace/trace_glue.h"
#include "harts.h"
#include "owner_glue.h"

/* For each hart, from its first switch on; only a switch changes a hart's
 * owner. */
static struct owner *now[SBI_HARTMASK_MAX_BITS];

/* --- effects of a domain's harts on each other ---------------------------- */

static spinlock_t act_lock = SPIN_LOCK_INITIALIZER;

void owner_glue_act(void)
{
	spin_lock(&act_lock);
}

void owner_glue_acted(void)
{
	spin_unlock(&act_lock);
}

/*
 * Harts that hold the lock now, or wait for it, may have found this hart in its
 * domain. Harts that come later see that it has left. A holder may start a hart
 * with a slow device, so this hart serves fences meanwhile. A halt on the way
 * would stop the next domain's hart.
 */
void owner_glue_leaves(void)
{
	spinlock_t seen, lock;

	mb(); /* unseen: a barrier */
	__atomic_load(&act_lock, &seen, __ATOMIC_RELAXED);
	for (lock = seen; (s16)(lock.owner - seen.next) < 0;
	     __atomic_load(&act_lock, &lock, __ATOMIC_RELAXED))
		fence_glue_look(); /* unseen: a race of two harts */
	smp_rmb();		   /* unseen: a barrier */
	if (fence_glue_has_foreign())
		sbi_ipi_process();
}

void owner_glue_stops(void)
{
	struct sbi_domain *dom = sbi_domain_thishart_ptr();

	spin_lock(&dom->assigned_harts_lock);
	sbi_hartmask_set_hartindex(current_hartindex(), &dom->assigned_harts);
	spin_unlock(&dom->assigned_harts_lock);
}

/* --- a switch ------------------------------------------------------------------ */

static struct owner *owner_leaves(u32 hartindex, struct owner *to)
{
	struct owner *from = now[hartindex];

	now[hartindex] = to; /* unseen: OpenSBI's table has the same */
	return from ? from :
		      owner_glue(sbi_hartindex_to_domain(hartindex), hartindex);
}

/* owner_glue() for complete domains. */
static struct owner *owner_comes(u32 hartindex, struct sbi_domain *dom)
{
	struct owner *all =
		dom->data_priv.idx_to_data_ptr[owner_states.data_idx];

	return all + hartindex;
}

void owner_glue_switch(u32 hartindex, struct sbi_domain *next)
{
	struct owner *from, *to = owner_comes(hartindex, next);
	struct ctr_hart *ctr;
	struct pmu_hart *pmu;

	from = owner_leaves(hartindex, to);
	fence_glue_look(); /* unseen: a race of two harts */
	fence_glue_switch(next);
	dbtr_glue_switch(hartindex, next);
	if (from->feature_set | to->feature_set)
		features_glue_switch(from, to);
	if (trace_glue.count)
		trace_glue_switch(hartindex, next);
	pmu = pmu_glue_hart(sbi_scratch_thishart_ptr());
	/* An overflow may freeze records, which must still be this owner's */
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
