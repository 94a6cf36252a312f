// SPDX-License-Identifier: BSD-2-Clause
/* The machine's counters, the birth of a hart's state, firmware events. */
#include "pmu_internal.h"

/* --- machine -------------------------------------------------------------- */

/*
 * Firmware counters may have an index of 32 or more on RV32 as well. But Linux
 * there makes the mask of all counters with 1 << counter_idx, which a shift
 * takes modulo 32: with counter 32 + n it names n, which has to exist.
 */
static u32 pmu_index_limit(const struct pmu_machine *m)
{
	u32 n = 3;

	while (n < m->num_hw && m->hpm_mask >> n & 1)
		n++;
	return hart_xlen() == 64 || n == m->num_hw ? PMU_COUNTERS_MAX : 32 + n;
}

/* Indices of hardware counters. RV32 leaves a part of the first word to
 * firmware counters, which Linux could not name otherwise. */
static u32 pmu_hw_indices(u32 hpm_mask)
{
	u32 most = hart_xlen() == 32 ? 32 - PMU_FW_LEAST : PMU_HW_MAX;
	u32 num = 3;

	while (num < most && hpm_mask >> num)
		num++;
	return num;
}

void pmu_machine_init(struct pmu_machine *m, u32 hpm_mask)
{
	m->map_count = 0;
	m->hpm_mask = hpm_mask;
	m->hidden = 0;
	m->loses = false;
	m->moved = false;
	m->num_hw = pmu_hw_indices(hpm_mask);
	m->num_fw = pmu_index_limit(m) - m->num_hw;
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
	/* The fast path uses an index as the number of the CSR, and has sets of
	 * one word. */
	bool fast = h->has.plain && h->has.inhibit && !h->sse &&
		    !h->machine->moved && !h->predict;
	u32 word = hart_xlen();

	h->num_fast = h->num < word ? h->num : word;
	if (!fast)
		h->num_fast = 0;
}
