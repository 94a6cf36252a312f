// SPDX-License-Identifier: BSD-2-Clause
/* The machine's counters, the birth of a hart's state, firmware events. */
#include "pmu_internal.h"

/* --- machine -------------------------------------------------------------- */

void pmu_machine_init(struct pmu_machine *m, u32 hpm_mask)
{
	u32 limit = hart_xlen() == 32 ? 32 : PMU_COUNTERS_MAX;

	m->map_count = 0;
	m->num_hw = hpm_mask ? bits_fls64(hpm_mask) + 1 : 3;
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
	h->fw_overflowed = 0;
	h->fence_self = 0;
	h->fence_muted = 0;
	h->sse = false;
	h->saved = false;
	for (n = 0; n < PMU_HW_MAX; n++) {
		h->hw_event[n] = 0;
		h->hw_saved[n] = 0;
		h->hw_flags[n] = 0;
	}
	for (n = 0; n < PMU_FW_MAX; n++) {
		h->fw_value[n] = 0;
		h->fw_code[n] = PMU_FW_CODE_NONE;
	}
	for (n = 0; n < SBI_PMU_FW_MAX; n++)
		h->fw_active[n] = 0;
}

void pmu_hart_init(struct pmu_hart *h, const struct pmu_machine *m,
		   const struct pmu_hart_features *has)
{
	u64 hpm = has->hpm_mask & ~(u64)7 & bits_low64(m->num_hw);
	unsigned int n;

	pmu_hart_forget(h);
	h->machine = m;
	h->has = *has;
	h->present = hpm | BIT64(0) | BIT64(2) |
		     (bits_low64(m->num_fw) << m->num_hw);
	/* mcycle and minstret run from boot, as rdcycle users expect. */
	h->inhibit = ~(u32)7;
	pmu_hart_resume(h);
	/* What an earlier owner of the hart counted is not for the next. */
	bits_for_each(n, hpm)
		pmu_counter_write(h, n, 0);
}

void pmu_hart_exit(struct pmu_hart *h)
{
	struct pmu_hart_features has = h->has;

	pmu_counters_stop(h, h->started);
	pmu_hart_init(h, h->machine, &has);
}

/* --- firmware events ------------------------------------------------------ */

static void pmu_fw_count(struct pmu_hart *h, u32 code)
{
	unsigned int fw;

	bits_for_each(fw, h->fw_active[code])
		if (!++h->fw_value[fw])
			h->fw_overflowed |= (u32)BIT64(fw);
}

void pmu_fw_event(struct pmu_hart *h, u32 code)
{
	if (code >= SBI_PMU_FW_MAX)
		return;
	if (h->fence_muted & BIT64(code))
		return;
	if (h->fence_self & BIT64(code)) {
		h->fence_self = 0;
		return;
	}
	pmu_fw_count(h, code);
}

/*
 * While a fence call waits for its targets, the hart also serves fences that
 * other harts sent to it, and the hook cannot tell these from its own: but one
 * of all that are counted meanwhile is its own, and the counts come out right
 * whichever is left out.
 */
void pmu_fence_begin(struct pmu_hart *h, u32 sent, u32 received, bool to_self)
{
	h->fence_muted = (u32)BIT64(sent);
	h->fence_self = to_self ? (u32)BIT64(received) : 0;
}

void pmu_fence_end(struct pmu_hart *h, u32 sent, bool reached)
{
	h->fence_muted = 0;
	h->fence_self = 0;
	if (reached)
		pmu_fw_count(h, sent);
}
