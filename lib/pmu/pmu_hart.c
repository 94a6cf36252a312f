// SPDX-License-Identifier: BSD-2-Clause
/* The machine's counters, the birth of a hart's state, firmware events. */
#include "pmu_internal.h"

/* --- machine -------------------------------------------------------------- */

void pmu_machine_init(struct pmu_machine *m, u32 hpm_mask)
{
	u32 limit = hart_xlen() == 32 ? 32 : PMU_COUNTERS_MAX;

	m->map_count = 0;
	m->hpm_mask = hpm_mask;
	m->hidden = 0;
	m->loses = false;
	m->moved = false;
	m->num_hw = hpm_mask ? bits_fls64(hpm_mask) + 1 : 3;
	if (m->num_hw > limit - PMU_FW_LEAST)
		m->num_hw = limit - PMU_FW_LEAST;
	m->num_fw = limit - m->num_hw;
	if (m->num_fw > PMU_FW_MAX)
		m->num_fw = PMU_FW_MAX;
	m->irq_mask = 0;
	m->snapshot = false;
	m->linux_restart = false;
}

/* --- hart ----------------------------------------------------------------- */

static void pmu_hart_forget(struct pmu_hart *h)
{
	unsigned int n;

	h->configured = 0;
	h->started = 0;
	h->snapshot = PMU_NO_SNAPSHOT;
	h->sse = false;
	h->saved = false;
	h->touched = 0;
	h->predict = false;
	h->inhibit = 0;
	for (n = 0; n < array_size(h->events); n++)
		h->events[n] = 0;
	for (n = 0; n < PMU_HW_MAX; n++)
		h->hw_event[n] = pmu_hw_event_none(h, n);
	for (n = 0; n < PMU_COUNTERS_MAX; n++) {
		h->value[n] = 0;
		h->info[n] = n < h->num_hw ? 0 : PMU_FW_EMPTY;
	}
}

/* Some harts have mcountinhibit, and no bit in it. */
static bool pmu_gates_shut(const struct pmu_hart_features *has)
{
	if (!has->inhibit)
		return false;
	hart_csr_write(CSR_MCOUNTINHIBIT, ~(u32)2);
	return !(has->hpm_mask & ~hart_csr_read(CSR_MCOUNTINHIBIT));
}

void pmu_hart_init(struct pmu_hart *h, const struct pmu_machine *m,
		   const struct pmu_hart_features *has)
{
	u64 hpm = pmu_index_set(m, has->hpm_mask & ~(u32)7);
	unsigned int n;

	h->eid = SBI_EXT_PMU;
	h->machine = m;
	h->num_hw = m->num_hw;
	h->num = m->num_hw + m->num_fw;
	h->has = *has;
	h->has.inhibit = pmu_gates_shut(has);
	h->has.delegated &= h->has.inhibit;
	pmu_hart_forget(h);
	h->not_hw = ~(hpm | BIT64(0) | BIT64(2));
	h->present = ~h->not_hw | bits_low64(m->num_fw) << m->num_hw;
	pmu_fast_settle(h);
	h->info_short = has->direct ? PMU_INFO_SLICE : 0;
	h->all_ours = h->has.delegated ? 0 : ~(u32)0;
	pmu_hart_resume(h);
	/* The next owner of the hart must not see the counts of an earlier
	 * one. */
	bits_for_each(n, hpm)
		pmu_counter_write(h, n, 0);
}

void pmu_hart_exit(struct pmu_hart *h)
{
	struct pmu_hart_features has = h->has;

	pmu_counters_stop(h, h->started);
	pmu_hart_init(h, h->machine, &has);
}

void pmu_fast_settle(struct pmu_hart *h)
{
	/* The fast path uses an index as the number of the CSR. */
	bool fast = h->has.plain && h->has.inhibit && !h->sse &&
		    !h->machine->moved && !h->predict;

	h->num_fast = fast ? h->num : 0;
}
