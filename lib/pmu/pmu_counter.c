// SPDX-License-Identifier: BSD-2-Clause
/*
 * The life of counters. This file alone writes mhpmevent, mcyclecfg,
 * minstretcfg and mcountinhibit; arguments were judged before.
 *
 * Two rules:
 * - mcountinhibit is the gate. The overflow bit never means "disabled": it is
 *   cleared on every start and nowhere else, so scountovf shows only counters
 *   that did overflow, and a restarted counter always interrupts again.
 * - mhpmevent of a running counter is not touched.
 */
#include <hart/csr.h>
#include <hart/fields.h>
#include <hart/pmudev.h>
#include <sbi/riscv_encoding.h>

#include "pmu_internal.h"

/* Smcntrpmf gives the two fixed counters inhibit bits, nothing else. */
static bool pmu_hw_is_fixed(unsigned int n)
{
	return n < 3;
}

static void pmu_hw_event_write(const struct pmu_hart *h, unsigned int n,
			       u64 value)
{
	if (!pmu_hw_is_fixed(n))
		hart_event_write(HART_MHPMEVENT_BASE + n,
				 HART_MHPMEVENTH_BASE + n, h->has.sscofpmf,
				 value);
	else if (h->has.smcntrpmf && n == 0)
		hart_event_write(HART_MCYCLECFG, HART_MCYCLECFGH, true, value);
	else if (h->has.smcntrpmf)
		hart_event_write(HART_MINSTRETCFG, HART_MINSTRETCFGH, true,
				 value);
}

static void pmu_inhibit_write(struct pmu_hart *h, u32 inhibit)
{
	h->inhibit = inhibit;
	if (h->has.inhibit)
		hart_csr_write(CSR_MCOUNTINHIBIT, inhibit);
}

/* --- values --------------------------------------------------------------- */

u64 pmu_counter_read(const struct pmu_hart *h, unsigned int counter_idx)
{
	unsigned int fw = counter_idx - h->machine->num_hw;

	if (counter_idx < h->machine->num_hw)
		return hart_counter_read(counter_idx);
	if (h->fw_code[fw] == SBI_PMU_FW_PLATFORM)
		return hart_pmu_fw_read(fw);
	return h->fw_value[fw];
}

void pmu_counter_write(struct pmu_hart *h, unsigned int counter_idx, u64 value)
{
	unsigned int fw = counter_idx - h->machine->num_hw;

	if (counter_idx < h->machine->num_hw)
		hart_counter_write(counter_idx, value);
	else if (h->fw_code[fw] == SBI_PMU_FW_PLATFORM)
		hart_pmu_fw_write(fw, value);
	else
		h->fw_value[fw] = value;
}

/* --- events --------------------------------------------------------------- */

/* config_flags[7:3] as bits of mhpmevent. */
static u64 pmu_inhibit_bits(unsigned long flags)
{
	/* What M-mode does is nobody's business: MINH whatever was asked. */
	u64 bits = FIELD_MASK(MHPMEVENT, MINHIBIT);

	if (flags & SBI_PMU_CFG_FLAG_SET_VUINH)
		bits |= FIELD_MASK(MHPMEVENT, VUINHIBIT);
	if (flags & SBI_PMU_CFG_FLAG_SET_VSINH)
		bits |= FIELD_MASK(MHPMEVENT, VSINHIBIT);
	if (flags & SBI_PMU_CFG_FLAG_SET_UINH)
		bits |= FIELD_MASK(MHPMEVENT, UINHIBIT);
	if (flags & SBI_PMU_CFG_FLAG_SET_SINH)
		bits |= FIELD_MASK(MHPMEVENT, SINHIBIT);
	return bits;
}

static u64 pmu_hw_event_value(const struct pmu_hart *h, unsigned int n,
			      unsigned long event_idx, u64 event_data,
			      unsigned long flags)
{
	u64 select;

	if (pmu_hw_is_fixed(n))
		return h->has.smcntrpmf ? pmu_inhibit_bits(flags) : 0;
	select = hart_pmu_selector((u32)event_idx, event_data);
	if (!h->has.sscofpmf)
		return select;
	return (select & FIELD_MASK(MHPMEVENT, SELECT)) |
	       pmu_inhibit_bits(flags);
}

/* What the event register holds; without mcountinhibit it is also the gate,
 * except for the fixed counters, which have filters there and no event. */
static u64 pmu_hw_event_now(const struct pmu_hart *h, unsigned int n)
{
	if (h->has.inhibit || pmu_hw_is_fixed(n) || (h->started & BIT64(n)))
		return h->hw_event[n];
	return 0;
}

/* Bring the registers in line with what the state says of the event. */
static void pmu_hw_event_apply(const struct pmu_hart *h, unsigned int n)
{
	pmu_hw_event_write(h, n, pmu_hw_event_now(h, n));
	if (hart_pmu_has_filter())
		hart_pmu_filter(n, h->hw_flags[n]);
}

static void pmu_hw_configure(struct pmu_hart *h, unsigned int n,
			     unsigned long event_idx, u64 event_data,
			     unsigned long flags)
{
	u64 data = pmu_event_data(h, event_idx, event_data);

	/* A fixed counter has run freely so far: from now on it is somebody's,
	 * and stands until it is started. */
	if (!(h->inhibit & BIT64(n)))
		pmu_inhibit_write(h, h->inhibit | (u32)BIT64(n));
	hart_pmu_irq_disable(n);
	h->hw_flags[n] = (u8)flags;
	h->hw_event[n] = pmu_hw_event_value(h, n, event_idx, data, flags);
	pmu_hw_event_apply(h, n);
}

/* A value outlives its event, but event_data of a platform is no value. */
static void pmu_fw_forget(struct pmu_hart *h, unsigned int fw)
{
	if (h->fw_code[fw] == SBI_PMU_FW_PLATFORM)
		h->fw_value[fw] = 0;
	h->fw_code[fw] = PMU_FW_CODE_NONE;
	h->fw_overflowed &= ~(u32)BIT64(fw);
}

static void pmu_fw_configure(struct pmu_hart *h, unsigned int fw,
			     unsigned long event_idx, u64 event_data)
{
	pmu_fw_forget(h, fw);
	h->fw_code[fw] = event_idx & SBI_PMU_EVENT_IDX_CODE_MASK;
	if (h->fw_code[fw] == SBI_PMU_FW_PLATFORM)
		h->fw_value[fw] = event_data;
}

void pmu_counter_configure(struct pmu_hart *h, unsigned int counter_idx,
			   unsigned long event_idx, u64 event_data,
			   unsigned long flags)
{
	h->configured |= BIT64(counter_idx);
	if (counter_idx < h->machine->num_hw)
		pmu_hw_configure(h, counter_idx, event_idx, event_data, flags);
	else
		pmu_fw_configure(h, counter_idx - h->machine->num_hw, event_idx,
				 event_data);
}

static void pmu_hw_reset(struct pmu_hart *h, unsigned int n)
{
	/* Also tells QEMU, which counts an event in one counter at a time,
	 * that this one no longer has it. */
	h->hw_event[n] = 0;
	h->hw_flags[n] = 0;
	pmu_hw_event_apply(h, n);
}

void pmu_counters_reset(struct pmu_hart *h, u64 set)
{
	unsigned int n;

	bits_for_each(n, set & pmu_hw_mask(h))
		pmu_hw_reset(h, n);
	bits_for_each(n, set >> h->machine->num_hw)
		pmu_fw_forget(h, n);
	h->configured &= ~set;
}

/* --- start and stop ------------------------------------------------------- */

static void pmu_hw_start(struct pmu_hart *h, u32 set)
{
	unsigned int n;

	bits_for_each(n, set) {
		if (!pmu_hw_is_fixed(n) && (h->has.sscofpmf || !h->has.inhibit))
			pmu_hw_event_write(h, n, h->hw_event[n]);
		hart_pmu_irq_enable(n);
	}
	if (set)
		pmu_inhibit_write(h, h->inhibit & ~set);
}

static bool pmu_fw_start(struct pmu_hart *h, unsigned int fw)
{
	u32 code = h->fw_code[fw];

	h->fw_overflowed &= ~(u32)BIT64(fw);
	if (code == SBI_PMU_FW_PLATFORM)
		return hart_pmu_fw_start(fw, h->fw_value[fw]);
	if (code < SBI_PMU_FW_MAX)
		h->fw_active[code] |= (u32)BIT64(fw);
	return true;
}

u64 pmu_counters_start(struct pmu_hart *h, u64 set)
{
	unsigned int num_hw = h->machine->num_hw, fw;
	u64 refused = 0;

	bits_for_each(fw, set >> num_hw)
		if (!pmu_fw_start(h, fw))
			refused |= BIT64(fw) << num_hw;
	pmu_hw_start(h, (u32)(set & pmu_hw_mask(h)));
	h->started |= set & ~refused;
	return refused;
}

/* The overflow bit alone, in place. */
static u64 pmu_hw_overflow(const struct pmu_hart *h, unsigned int n)
{
	if (!h->has.sscofpmf)
		return 0;
	return hart_event_read(HART_MHPMEVENT_BASE + n,
			       HART_MHPMEVENTH_BASE + n, true) &
	       FIELD_MASK(MHPMEVENT, OVERFLOW);
}

static void pmu_hw_stop(struct pmu_hart *h, u32 set)
{
	unsigned int n;

	if (set & ~h->inhibit)
		pmu_inhibit_write(h, h->inhibit | set);
	bits_for_each(n, set & h->started) {
		hart_pmu_irq_disable(n);
		if (!h->has.inhibit && !pmu_hw_is_fixed(n))
			pmu_hw_event_write(h, n, pmu_hw_overflow(h, n));
	}
}

static bool pmu_fw_stop(struct pmu_hart *h, unsigned int fw)
{
	u32 code = h->fw_code[fw];

	if (code == SBI_PMU_FW_PLATFORM)
		return hart_pmu_fw_stop(fw);
	if (code < SBI_PMU_FW_MAX)
		h->fw_active[code] &= ~(u32)BIT64(fw);
	return true;
}

u64 pmu_counters_stop(struct pmu_hart *h, u64 set)
{
	unsigned int num_hw = h->machine->num_hw, fw;
	u64 refused = 0;

	pmu_hw_stop(h, (u32)(set & pmu_hw_mask(h)));
	bits_for_each(fw, (set & h->started) >> num_hw)
		if (!pmu_fw_stop(h, fw))
			refused |= BIT64(fw) << num_hw;
	h->started &= ~(set & ~refused);
	return refused;
}

u64 pmu_counters_overflown(const struct pmu_hart *h, u64 set)
{
	u64 found = (u64)h->fw_overflowed << h->machine->num_hw & set;
	unsigned int n;

	/* The bitmap is defined with Sscofpmf only, and else zero. */
	if (!h->has.sscofpmf)
		return 0;
	bits_for_each(n, set & pmu_hw_mask(h) & ~(u64)7)
		if (pmu_hw_overflow(h, n))
			found |= BIT64(n);
	return found;
}

/* --- the whole hart ------------------------------------------------------- */

static void pmu_hw_restore(struct pmu_hart *h)
{
	unsigned int n;

	bits_for_each(n, h->present & pmu_hw_mask(h)) {
		pmu_hw_event_apply(h, n);
		if (h->saved)
			hart_counter_write(n, h->hw_saved[n]);
		if (h->started & BIT64(n))
			hart_pmu_irq_enable(n);
	}
}

void pmu_hart_resume(struct pmu_hart *h)
{
	/* Shut everything before events move, as stock code left mcycle and
	 * minstret running. */
	u32 inhibit = h->inhibit;

	pmu_inhibit_write(h, ~(u32)2);
	pmu_hw_restore(h);
	h->saved = false;
	pmu_inhibit_write(h, inhibit);
}

void pmu_hart_suspend(struct pmu_hart *h)
{
	unsigned int n;

	bits_for_each(n, h->present & pmu_hw_mask(h))
		h->hw_saved[n] = hart_counter_read(n);
	h->saved = true;
}

void pmu_hart_suspend_cancel(struct pmu_hart *h)
{
	h->saved = false;
}
