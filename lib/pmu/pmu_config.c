// SPDX-License-Identifier: BSD-2-Clause
/*
 * config_matching (FID #2): find a counter for an event and configure it. The
 * time does not depend on the number of mapped events and busy counters.
 */
#include <hart/fields.h>
#include <hart/pmudev.h>

#include "pmu_internal.h"

#define CFG_FLAGS 0xfful

/* --- hardware counters ---------------------------------------------------- */

/* The flags have the same order as their bits in mhpmevent. */
#define INHIBIT_FLAGS                                              \
	(SBI_PMU_CFG_FLAG_SET_VUINH | SBI_PMU_CFG_FLAG_SET_VSINH | \
	 SBI_PMU_CFG_FLAG_SET_UINH | SBI_PMU_CFG_FLAG_SET_SINH)
#define INHIBIT_SHIFT (MHPMEVENT_VUINHIBIT_LSB - 3)

_Static_assert((u64)SBI_PMU_CFG_FLAG_SET_VUINH << INHIBIT_SHIFT ==
			       FIELD_MASK(MHPMEVENT, VUINHIBIT) &&
		       (u64)SBI_PMU_CFG_FLAG_SET_VSINH << INHIBIT_SHIFT ==
			       FIELD_MASK(MHPMEVENT, VSINHIBIT) &&
		       (u64)SBI_PMU_CFG_FLAG_SET_UINH << INHIBIT_SHIFT ==
			       FIELD_MASK(MHPMEVENT, UINHIBIT) &&
		       (u64)SBI_PMU_CFG_FLAG_SET_SINH << INHIBIT_SHIFT ==
			       FIELD_MASK(MHPMEVENT, SINHIBIT),
	       "config_flags and mhpmevent have the same order");

/* config_flags[7:3] as bits of mhpmevent. */
static u64 pmu_inhibit_bits(unsigned long flags)
{
	/* M-mode's own work is never counted: MINH is always set. */
	return (u64)(flags & INHIBIT_FLAGS) << INHIBIT_SHIFT |
	       FIELD_MASK(MHPMEVENT, MINHIBIT);
}

static u64 pmu_hw_event_value(const struct pmu_hart *h, unsigned long n,
			      u64 select, unsigned long flags)
{
	if (pmu_hw_is_fixed(n))
		return h->has.smcntrpmf ? pmu_inhibit_bits(flags) : 0;
	if (!h->has.sscofpmf)
		return select;
	return (select & FIELD_MASK(MHPMEVENT, SELECT)) |
	       pmu_inhibit_bits(flags);
}

/* Value of the event register. Without mcountinhibit the register is also the
 * gate, except for the fixed counters: theirs has filters and no event. */
static u64 pmu_hw_event_now(const struct pmu_hart *h, unsigned long n)
{
	if (h->has.inhibit || pmu_hw_is_fixed(n) || (h->started & BIT64(n)))
		return h->hw_event[n];
	return pmu_hw_event_none(h, n) |
	       (h->hw_event[n] & FIELD_MASK(MHPMEVENT, OVERFLOW));
}

static void pmu_hw_filter_apply(const struct pmu_hart *h, unsigned long n)
{
	if (!h->has.plain && hart_pmu_has_filter())
		hart_pmu_filter(pmu_csr(h, n), h->info[n]);
}

void pmu_hw_event_apply(const struct pmu_hart *h, unsigned long n)
{
	pmu_hw_event_write(h, n, pmu_hw_event_now(h, n));
	pmu_hw_filter_apply(h, n);
}

static void pmu_hw_configure(struct pmu_hart *h, unsigned long n, u64 select,
			     unsigned long flags)
{
	u64 value = pmu_hw_event_value(h, n, select, flags);

	h->info[n] = (u8)flags;
	h->hw_event[n] = value;
	/* A fixed counter has run freely so far. From now on it has a user, and
	 * stands until its start. */
	pmu_hold(h, (u32)BIT64(n));
	if (flags & SBI_PMU_CFG_FLAG_CLEAR_VALUE)
		hart_counter_write(pmu_csr(h, n), 0);
	if (h->has.plain && h->has.inhibit) {
		pmu_hw_event_write(h, n, value);
		return;
	}
	hart_pmu_irq_disable(pmu_csr(h, n));
	pmu_hw_event_apply(h, n);
}

static void pmu_hw_reset(struct pmu_hart *h, unsigned long n)
{
	h->hw_event[n] = pmu_hw_event_none(h, n);
	h->info[n] = 0;
	pmu_hw_event_clear(h, n, 0);
	pmu_hw_filter_apply(h, n);
}

/* --- firmware counters ---------------------------------------------------- */

/* A counter keeps its value without an event, but a platform's event_data is no
 * value. */
static void pmu_fw_forget(struct pmu_hart *h, unsigned long counter_idx)
{
	if (pmu_fw_is_platform(h, counter_idx))
		h->value[counter_idx] = 0;
	h->info[counter_idx] = PMU_FW_EMPTY;
}

static void pmu_fw_configure(struct pmu_hart *h, unsigned long counter_idx,
			     unsigned long event_idx, u64 event_data,
			     unsigned long flags)
{
	u32 code = event_idx & SBI_PMU_EVENT_IDX_CODE_MASK;

	pmu_fw_forget(h, counter_idx);
	if (code == SBI_PMU_FW_PLATFORM) {
		code = PMU_FW_PLATFORM; /* unseen: the five bits are the same */
		h->value[counter_idx] = event_data;
	}
	h->info[counter_idx] = (u8)(code << PMU_FW_CODE_SHIFT | PMU_FW_STOPPED);
	if (flags & SBI_PMU_CFG_FLAG_CLEAR_VALUE)
		pmu_counter_write(h, (unsigned int)counter_idx, 0);
}

/* --- both kinds ----------------------------------------------------------- */

void pmu_counters_reset(struct pmu_hart *h, u64 set)
{
	unsigned int n;

	bits_for_each(n, set & pmu_hw_mask(h) & (h->all_ours | h->configured))
		pmu_hw_reset(h, n);
	bits_for_each(n, set & ~pmu_hw_mask(h))
		pmu_fw_forget(h, n);
	h->configured &= ~set;
}

/*
 * True if S-mode uses a delegated counter by itself: the counter runs, or has
 * an event or a filter. The fixed counters run freely from boot, so for these
 * only a filter counts.
 */
static bool pmu_hw_is_delegated(const struct pmu_hart *h, unsigned int n)
{
	unsigned int csr = pmu_csr(h, n);
	u64 event;

	if (pmu_hw_is_fixed(n) && !h->has.smcntrpmf)
		return false;
	if (!pmu_hw_is_fixed(n) &&
	    !(hart_csr_read(CSR_MCOUNTINHIBIT) >> csr & 1))
		return true;
	event = hart_event_read(n ? csr : HART_EVENT_MCYCLECFG,
				pmu_hw_is_fixed(n) || h->has.sscofpmf);
	return event & ~(FIELD_MASK(MHPMEVENT, OVERFLOW) |
			 FIELD_MASK(MHPMEVENT, MINHIBIT));
}

static u64 pmu_delegated(const struct pmu_hart *h, u64 set)
{
	u64 found = 0;
	unsigned int n;

	if (!h->has.delegated)
		return 0;
	bits_for_each(n, set & pmu_hw_mask(h) & ~h->configured)
		if (pmu_hw_is_delegated(h, n))
			found |= BIT64(n);
	return found;
}

/*
 * Counters that config_matching may choose. A counter that is configured and
 * not started belongs to the caller that configured it: Linux passes all
 * counters every time and keeps its stopped ones. SKIP_MATCH names such a
 * counter.
 */
static u64 pmu_candidates(const struct pmu_hart *h, u64 set, u64 able,
			  unsigned long flags)
{
	able &= ~h->started;
	if (flags & SBI_PMU_CFG_FLAG_SKIP_MATCH)
		able &= set & -set;
	else
		able &= set & ~h->configured;
	return able & ~pmu_delegated(h, able);
}

static unsigned long pmu_choose(const struct pmu_hart *h, u64 candidates)
{
	if (h->has.prefer_hpm && (candidates & ~(u64)7))
		candidates &= ~(u64)7;
	return bits_ffs64(candidates);
}

/* If the platform refuses, the counter becomes free. */
static struct sbiret pmu_auto_start(struct pmu_hart *h, unsigned long idx)
{
	if (!pmu_counters_start(h, BIT64(idx)))
		return sbiret_value(idx);
	pmu_counters_reset(h, BIT64(idx));
	return sbiret_error(SBI_ERR_NOT_SUPPORTED);
}

struct sbiret pmu_config_matching(struct pmu_hart *h,
				  const struct sbi_args *args)
{
	unsigned long flags = args->a[2], event_idx = args->a[3], idx;
	u64 set = pmu_counter_set(h, args->a[0], args->a[1]), candidates;
	struct pmu_event event;

	if ((flags & ~CFG_FLAGS) || !set)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	event = pmu_event_find(h, event_idx, sbi_args_u64(args, 4));
	candidates = pmu_candidates(h, set, event.counters, flags);
	if (!candidates)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	idx = pmu_choose(h, candidates);
	h->touched = PMU_TOUCHED;
	h->configured |= BIT64(idx);
	if (idx < h->num_hw)
		pmu_hw_configure(h, idx, event.data, flags);
	else
		pmu_fw_configure(h, idx, event_idx, event.data, flags);
	if (flags & SBI_PMU_CFG_FLAG_AUTO_START)
		return pmu_auto_start(h, idx);
	return sbiret_value(idx);
}
