// SPDX-License-Identifier: BSD-2-Clause
/*
 * Counters start, stop, have values and overflow. Arguments were judged
 * before. The rules for registers are in pmu_internal.h.
 */
#include <hart/csr.h>
#include <hart/fields.h>
#include <hart/pmudev.h>
#include <sbi/riscv_encoding.h>

#include "pmu_internal.h"

/* --- values --------------------------------------------------------------- */

/* The addend that turns value[] of a firmware counter into its value. */
static u64 pmu_fw_base(const struct pmu_hart *h, unsigned int counter_idx)
{
	if (h->info[counter_idx] & PMU_FW_STOPPED)
		return 0;
	return h->events[pmu_fw_code(h, counter_idx)];
}

u64 pmu_counter_read(const struct pmu_hart *h, unsigned int counter_idx)
{
	if (counter_idx < h->num_hw)
		return hart_counter_read(pmu_csr(h, counter_idx));
	if (pmu_fw_is_platform(h, counter_idx))
		return hart_pmu_fw_read(counter_idx - h->num_hw);
	return h->value[counter_idx] + pmu_fw_base(h, counter_idx);
}

void pmu_counter_write(struct pmu_hart *h, unsigned int counter_idx, u64 value)
{
	if (counter_idx < h->num_hw)
		hart_counter_write(pmu_csr(h, counter_idx), value);
	else if (pmu_fw_is_platform(h, counter_idx))
		hart_pmu_fw_write(counter_idx - h->num_hw, value);
	else
		h->value[counter_idx] = value;
}

/* --- start and stop ------------------------------------------------------- */

static void pmu_hw_start(struct pmu_hart *h, u32 set)
{
	unsigned int n;

	bits_for_each(n, set) {
		if (!pmu_hw_is_fixed(n) && (h->has.sscofpmf || !h->has.inhibit))
			pmu_hw_event_write(h, n, h->hw_event[n]);
		if (!h->has.plain)
			hart_pmu_irq_enable(pmu_csr(h, n));
	}
	pmu_let_run(h, set);
}

static bool pmu_fw_start(struct pmu_hart *h, unsigned int counter_idx)
{
	u64 value = h->value[counter_idx];
	u32 code = pmu_fw_code(h, counter_idx);

	if (code == PMU_FW_PLATFORM)
		return hart_pmu_fw_start(counter_idx - h->num_hw, value);
	h->info[counter_idx] = (u8)(code << PMU_FW_CODE_SHIFT |
				    (value >> 63 ? PMU_FW_HIGH : 0));
	h->value[counter_idx] = value - h->events[code];
	return true;
}

u64 pmu_counters_start(struct pmu_hart *h, u64 set)
{
	u64 refused = 0;
	unsigned int n;

	bits_for_each(n, set & ~pmu_hw_mask(h))
		if (!pmu_fw_start(h, n))
			refused |= BIT64(n);
	h->started |= set & ~refused;
	/* Before the counters run: one may overflow before this hart is back in
	 * S-mode. */
	if (h->predict)
		hart_pmu_started(set);
	pmu_hw_start(h, (u32)(set & pmu_hw_mask(h)));
	return refused;
}

/* The overflow bit alone, at its place. */
static u64 pmu_hw_overflow(const struct pmu_hart *h, unsigned int n)
{
	if (!h->has.sscofpmf)
		return 0;
	return hart_event_read(pmu_csr(h, n), true) &
	       FIELD_MASK(MHPMEVENT, OVERFLOW);
}

static void pmu_hw_stop(struct pmu_hart *h, u32 set)
{
	unsigned int n;

	pmu_hold(h, set & (h->all_ours | (u32)h->started));
	if (h->has.plain && h->has.inhibit)
		return;
	bits_for_each(n, set & h->started) {
		hart_pmu_irq_disable(pmu_csr(h, n));
		if (!h->has.inhibit && !pmu_hw_is_fixed(n))
			pmu_hw_event_clear(h, n, pmu_hw_overflow(h, n));
	}
}

static bool pmu_fw_stop(struct pmu_hart *h, unsigned int counter_idx)
{
	if (pmu_fw_is_platform(h, counter_idx))
		return hart_pmu_fw_stop(counter_idx - h->num_hw);
	h->value[counter_idx] = pmu_counter_read(h, counter_idx);
	h->info[counter_idx] |= PMU_FW_STOPPED;
	return true;
}

u64 pmu_counters_stop(struct pmu_hart *h, u64 set)
{
	u64 refused = 0;
	unsigned int n;

	pmu_hw_stop(h, (u32)(set & pmu_hw_mask(h)));
	bits_for_each(n, set & h->started & ~pmu_hw_mask(h))
		if (!pmu_fw_stop(h, n))
			refused |= BIT64(n);
	h->started &= ~(set & ~refused);
	return refused;
}

/*
 * True if the counter wrapped since its start: it began in the upper half and
 * is in the lower half. No hart reaches 2^63 firmware events.
 */
static bool pmu_fw_overflown(const struct pmu_hart *h, unsigned int counter_idx)
{
	return (h->info[counter_idx] & PMU_FW_HIGH) &&
	       !(pmu_counter_read(h, counter_idx) >> 63);
}

u64 pmu_counters_overflown(const struct pmu_hart *h, u64 set)
{
	u64 found = 0;
	unsigned int n;

	/* The bitmap is defined with Sscofpmf only, and else zero. */
	if (!h->has.sscofpmf)
		return 0;
	bits_for_each(n, set & pmu_hw_mask(h) & ~(u64)7)
		if (pmu_hw_overflow(h, n))
			found |= BIT64(n);
	bits_for_each(n, set & ~pmu_hw_mask(h))
		if (pmu_fw_overflown(h, n))
			found |= BIT64(n);
	return found;
}

/* --- the whole hart ------------------------------------------------------- */

/*
 * Registers are read, not the copy in memory: S-mode writes those of delegated
 * counters, and only they have the overflow bits.
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

/* Gates by the state of SBI, after a loss of the registers without a
 * suspend. */
static u32 pmu_inhibit_known(const struct pmu_hart *h)
{
	return (PMU_INHIBIT_FIRST | pmu_csr_set(h, (u32)h->configured)) &
	       ~pmu_csr_set(h, (u32)h->started);
}

/*
 * Counters without an index have no user: no call stops or saves them, or keeps
 * them from counting M-mode. With Smcdeleg S-mode could run them.
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
	/* Shut all gates before events move, as stock code left mcycle and
	 * minstret running. */
	pmu_inhibit_write(h, ~(u32)2);
	bits_for_each(n, h->present & pmu_hw_mask(h))
		pmu_hw_restore(h, n);
	/* The gates open last: a counter that has overflown must not overflow
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
		/* unseen: without a suspend hw_event[] has no overflow bit */
		return;
	h->saved = false;
	if (h->has.sscofpmf)
		bits_for_each(n, h->present & pmu_hw_mask(h))
			h->hw_event[n] &= ~FIELD_MASK(MHPMEVENT, OVERFLOW);
}
