// SPDX-License-Identifier: BSD-2-Clause
/*
 * The existing events, and their counters. config_matching and event_get_info
 * call the same function, so they cannot disagree.
 */
#include <hart/pmudev.h>

#include "pmu_internal.h"

/* mhpmevent is 32 bits wide on RV32 unless Sscofpmf adds mhpmeventh. */
static u64 pmu_raw_data(const struct pmu_hart *h, unsigned long event_idx,
			u64 event_data)
{
	unsigned int bits = event_idx == SBI_PMU_EVENT_RAW_IDX ? 48 : 56;

	if (hart_xlen() == 32 && !h->has.sscofpmf)
		bits = 32;
	return event_data & bits_low64(bits);
}

static struct pmu_event pmu_raw_find(const struct pmu_hart *h,
				     unsigned long event_idx, u64 event_data)
{
	u64 data = pmu_raw_data(h, event_idx, event_data);
	u64 counters = pmu_map_raw(h->machine, data) & ~h->not_hw;
	u64 select;

	/* Selector 0 is "no event", as in pmu_known_prepare(). */
	select = counters ? hart_pmu_selector((u32)event_idx, data) : 0;
	return (struct pmu_event){ select ? counters : 0, select };
}

static u64 pmu_platform_fw_counters(const struct pmu_hart *h, u64 event_data)
{
	u64 counters = 0;
	unsigned int fw;

	if (!hart_pmu_fw_valid(event_data))
		return 0;
	for (fw = 0; fw < h->machine->num_fw; fw++)
		if (hart_pmu_fw_match(fw, event_data))
			counters |= BIT64(fw);
	return counters << h->num_hw;
}

static struct pmu_event pmu_fw_find(const struct pmu_hart *h,
				    unsigned long code, u64 event_data)
{
	u64 counters = 0;

	if (code < SBI_PMU_FW_MAX && !event_data)
		counters = h->present & h->not_hw;
	else if (code == SBI_PMU_FW_PLATFORM)
		counters = pmu_platform_fw_counters(h, event_data);
	return (struct pmu_event){ counters, event_data };
}

struct pmu_event pmu_event_find_other(const struct pmu_hart *h,
				      unsigned long event_idx, u64 event_data)
{
	if (event_idx - PMU_FW_EVENT_IDX <= SBI_PMU_EVENT_IDX_CODE_MASK)
		return pmu_fw_find(h, event_idx - PMU_FW_EVENT_IDX, event_data);
	if (event_idx == SBI_PMU_EVENT_RAW_IDX ||
	    event_idx == SBI_PMU_EVENT_RAW_V2_IDX)
		return pmu_raw_find(h, event_idx, event_data);
	return (struct pmu_event){ 0, 0 };
}
