// SPDX-License-Identifier: BSD-2-Clause
/*
 * The registers of a hart that sleeps, wakes or starts. The rules for them are
 * in pmu_internal.h.
 */
#include <hart/csr.h>
#include <hart/fields.h>
#include <hart/pmudev.h>
#include <sbi/riscv_encoding.h>

#include "pmu_internal.h"

/*
 * The registers and not our copy: S-mode writes those of delegated counters,
 * and overflow bits are nowhere else.
 */
static bool pmu_hw_event_is_state(const struct pmu_hart *h, unsigned int n)
{
	if (pmu_hw_is_fixed(n))
		return h->has.smcntrpmf;
	return h->has.inhibit && (h->has.sscofpmf || h->has.delegated);
}

static void pmu_hw_save(struct pmu_hart *h, unsigned int n)
{
	bool high = pmu_hw_is_fixed(n) || h->has.sscofpmf;
	unsigned int csr = pmu_csr(h, n);

	h->value[n] = hart_counter_read(csr);
	if (pmu_hw_event_is_state(h, n))
		h->hw_event[n] =
			hart_event_read(n ? csr : HART_EVENT_MCYCLECFG, high) |
			pmu_hw_event_none(h, n);
	else if (!pmu_hw_is_fixed(n))
		h->hw_event[n] |= pmu_hw_overflow(h, n);
}

static void pmu_hw_restore(struct pmu_hart *h, unsigned int n)
{
	pmu_hw_event_apply(h, n);
	if (h->saved)
		hart_counter_write(pmu_csr(h, n), h->value[n]);
	if (h->started & BIT64(n))
		hart_pmu_irq_enable(pmu_csr(h, n));
}

/* Registers are lost without anybody having said so: what SBI knows. */
static u32 pmu_inhibit_known(const struct pmu_hart *h)
{
	return (PMU_INHIBIT_FIRST | pmu_csr_set(h, (u32)h->configured)) &
	       ~pmu_csr_set(h, (u32)h->started);
}

/*
 * Counters without an index are nobody's: no call stops or keeps them, and none
 * sees to it that they do not count M-mode. With Smcdeleg S-mode could run them.
 */
static void pmu_hide_counters(const struct pmu_hart *h)
{
	u32 hidden = h->has.hpm_mask & ~(u32)7 &
		     ~pmu_csr_set(h, (u32)(h->present & pmu_hw_mask(h)));
	unsigned long open;

	if (hidden && hart_csr_try_read(CSR_MCOUNTEREN, &open))
		hart_csr_write(CSR_MCOUNTEREN, open & ~(unsigned long)hidden);
}

void pmu_hart_resume(struct pmu_hart *h)
{
	unsigned int n;

	pmu_hide_counters(h);
	/* Shut everything before events move, as stock code left mcycle and
	 * minstret running. */
	pmu_inhibit_write(h, ~(u32)2);
	bits_for_each(n, h->present & pmu_hw_mask(h))
		pmu_hw_restore(h, n);
	/* The gate opens last: a counter that has overflown must not do so
	 * again. */
	pmu_inhibit_write(h, h->saved ? h->inhibit : pmu_inhibit_known(h));
	pmu_hart_suspend_cancel(h);
}

void pmu_hart_suspend(struct pmu_hart *h)
{
	unsigned int n;

	if (h->has.inhibit)
		h->inhibit = (u32)hart_csr_read(CSR_MCOUNTINHIBIT);
	bits_for_each(n, h->present & pmu_hw_mask(h))
		pmu_hw_save(h, n);
	h->saved = true;
}

void pmu_hart_suspend_cancel(struct pmu_hart *h)
{
	unsigned int n;

	if (!h->saved)
		return;
	h->saved = false;
	if (h->has.sscofpmf)
		bits_for_each(n, h->present & pmu_hw_mask(h))
			h->hw_event[n] &= ~FIELD_MASK(MHPMEVENT, OVERFLOW);
}
