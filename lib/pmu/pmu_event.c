// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which events exist, and on which counters. config_matching and
 * event_get_info ask the same function, so they cannot disagree.
 */
#include <hart/fields.h>
#include <hart/pmudev.h>
#include <hart/shmem.h>

#include "pmu_internal.h"

/* mcycle, time and minstret count one thing each and never take an event. */
#define PMU_FIXED 0x7u

static u32 pmu_event_type(unsigned long event_idx)
{
	return (event_idx & SBI_PMU_EVENT_IDX_TYPE_MASK) >>
	       SBI_PMU_EVENT_IDX_TYPE_OFFSET;
}

static u32 pmu_event_code(unsigned long event_idx)
{
	return event_idx & SBI_PMU_EVENT_IDX_CODE_MASK;
}

static bool pmu_cache_code_valid(u32 code)
{
	u32 op = (code & SBI_PMU_EVENT_HW_CACHE_OPS_ID_MASK) >>
		 SBI_PMU_EVENT_HW_CACHE_OPS_ID_OFFSET;
	u32 id = (code & SBI_PMU_EVENT_HW_CACHE_ID_MASK) >>
		 SBI_PMU_EVENT_HW_CACHE_ID_OFFSET;

	return op < SBI_PMU_HW_CACHE_OP_MAX && id < SBI_PMU_HW_CACHE_MAX;
}

/* mhpmevent is 32 bits wide on RV32 unless Sscofpmf adds mhpmeventh. */
static u64 pmu_select_mask(const struct pmu_hart *h)
{
	return bits_low64(hart_xlen() == 32 && !h->has.sscofpmf ? 32 : 56);
}

u64 pmu_event_data(const struct pmu_hart *h, unsigned long event_idx,
		   u64 event_data)
{
	switch (pmu_event_type(event_idx)) {
	case SBI_PMU_EVENT_TYPE_HW_RAW:
		return event_data & bits_low64(48) & pmu_select_mask(h);
	case SBI_PMU_EVENT_TYPE_HW_RAW_V2:
		return event_data & pmu_select_mask(h);
	case SBI_PMU_EVENT_TYPE_FW:
		return event_data;
	default:
		return 0;
	}
}

static bool pmu_map_matches(const struct pmu_map_entry *e, u32 event_idx,
			    u64 event_data)
{
	if (event_idx < e->first || event_idx > e->last)
		return false;
	return (event_data & e->select_mask) == e->select;
}

static u64 pmu_mapped_counters(const struct pmu_hart *h, u32 event_idx,
			       u64 event_data)
{
	const struct pmu_machine *m = h->machine;
	u32 counters = 0, n;

	for (n = 0; n < m->map_count; n++)
		if (pmu_map_matches(&m->map[n], event_idx, event_data))
			counters |= m->map[n].counters;
	counters &= h->has.hpm_mask & ~PMU_FIXED;
	/* Selector 0 is "no event": such a counter would stand still. */
	if (counters && !hart_pmu_selector(event_idx, event_data))
		return 0;
	return counters & pmu_hw_mask(h);
}

static u64 pmu_general_counters(const struct pmu_hart *h, u32 code)
{
	u64 counters;

	if (code == SBI_PMU_HW_NO_EVENT || code >= SBI_PMU_HW_GENERAL_MAX)
		return 0;
	counters = pmu_mapped_counters(h, code, 0);
	if (code == SBI_PMU_HW_CPU_CYCLES)
		counters |= BIT64(0);
	if (code == SBI_PMU_HW_INSTRUCTIONS)
		counters |= BIT64(2);
	return counters;
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
	return counters << h->machine->num_hw;
}

static u64 pmu_fw_counters(const struct pmu_hart *h, u32 code, u64 event_data)
{
	if (code == SBI_PMU_FW_PLATFORM)
		return pmu_platform_fw_counters(h, event_data);
	if (code >= SBI_PMU_FW_MAX || event_data)
		return 0;
	return bits_low64(h->machine->num_fw) << h->machine->num_hw;
}

u64 pmu_event_counters(const struct pmu_hart *h, unsigned long event_idx,
		       u64 event_data)
{
	u32 type = pmu_event_type(event_idx), code = pmu_event_code(event_idx);
	u64 data = pmu_event_data(h, event_idx, event_data);

	if (event_idx & ~(unsigned long)SBI_PMU_EVENT_IDX_MASK)
		return 0;
	switch (type) {
	case SBI_PMU_EVENT_TYPE_HW:
		return event_data ? 0 : pmu_general_counters(h, code);
	case SBI_PMU_EVENT_TYPE_HW_CACHE:
		if (event_data || !pmu_cache_code_valid(code))
			return 0;
		return pmu_mapped_counters(h, (u32)event_idx, 0);
	case SBI_PMU_EVENT_TYPE_HW_RAW:
	case SBI_PMU_EVENT_TYPE_HW_RAW_V2:
		return code ? 0 : pmu_mapped_counters(h, (u32)event_idx, data);
	case SBI_PMU_EVENT_TYPE_FW:
		return pmu_fw_counters(h, code, data);
	default:
		return 0;
	}
}

/* --- the map -------------------------------------------------------------- */

static bool pmu_map_append(struct pmu_machine *m, const struct pmu_map_entry *e)
{
	if (m->map_count >= PMU_MAP_MAX)
		return false;
	/* Only cycles and instructions have a fixed counter. */
	if (e->first > SBI_PMU_HW_INSTRUCTIONS && (e->counters & PMU_FIXED))
		return false;
	m->map[m->map_count++] = *e;
	return true;
}

bool pmu_map_add(struct pmu_machine *m, u32 first, u32 last, u32 counters)
{
	struct pmu_map_entry e = { first, last, counters, 0, 0 };
	u32 n;

	if (first > last || last >= SBI_PMU_EVENT_RAW_IDX)
		return false;
	for (n = 0; n < m->map_count; n++)
		if (first <= m->map[n].last && m->map[n].first <= last)
			return false;
	return pmu_map_append(m, &e);
}

bool pmu_map_add_raw(struct pmu_machine *m, u64 select, u64 select_mask,
		     u32 counters)
{
	struct pmu_map_entry e = { SBI_PMU_EVENT_RAW_IDX,
				   SBI_PMU_EVENT_RAW_V2_IDX, counters, select,
				   select_mask };
	u32 n;

	for (n = 0; n < m->map_count; n++)
		if (m->map[n].first == e.first && m->map[n].select == select &&
		    m->map[n].select_mask == select_mask)
			return false;
	return pmu_map_append(m, &e);
}

/* --- event_get_info (FID #8) ---------------------------------------------- */

/* Entries copied at a time: M-mode has a small stack. */
#define PMU_INFO_CHUNK 16

_Static_assert(sizeof(struct sbi_pmu_event_info) == 16 &&
		       offsetof(struct sbi_pmu_event_info, output) == 4,
	       "SBI PMU: event info entry format");

/*
 * Word 2 and 3 are valid for types 2, 3 and 15 only, so what stands there for
 * the others is not looked at.
 */
static u32 pmu_info_output(const struct pmu_hart *h,
			   const struct sbi_pmu_event_info *e)
{
	u64 data = pmu_event_data(h, e->event_idx, e->event_data);

	return pmu_event_counters(h, e->event_idx, data) ? 1 : 0;
}

/* All entries are judged before the first output is written. */
static long pmu_info_judge(u64 address, unsigned long count)
{
	struct sbi_pmu_event_info chunk[PMU_INFO_CHUNK];
	unsigned long n, i, size;

	for (n = 0; n < count; n += PMU_INFO_CHUNK) {
		size = count - n < PMU_INFO_CHUNK ? count - n : PMU_INFO_CHUNK;
		if (!hart_shmem_read(address + n * 16, chunk, size * 16))
			return SBI_ERR_FAILED;
		for (i = 0; i < size; i++)
			if (chunk[i].event_idx & ~SBI_PMU_EVENT_IDX_MASK)
				return SBI_ERR_INVALID_PARAM;
	}
	return SBI_SUCCESS;
}

static long pmu_info_answer(const struct pmu_hart *h, u64 address,
			    unsigned long count)
{
	struct sbi_pmu_event_info e;
	unsigned long n;
	u32 output;

	for (n = 0; n < count; n++, address += sizeof(e)) {
		if (!hart_shmem_read(address, &e, sizeof(e)))
			return SBI_ERR_FAILED;
		output = pmu_info_output(h, &e);
		if (!hart_shmem_write(address + offsetof(typeof(e), output),
				      &output, sizeof(output)))
			return SBI_ERR_FAILED;
	}
	return SBI_SUCCESS;
}

struct sbiret pmu_event_get_info(struct pmu_hart *h,
				 const struct sbi_args *args)
{
	unsigned long address = args->a[0], count = args->a[2];
	long error;

	if (args->a[3] || (address & 15) || !count)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	/* M-mode has no translation, so it cannot reach beyond XLEN bits; and
	 * 16 * count must not wrap. */
	if (args->a[1] || count > bits_low64(hart_xlen()) / 16 ||
	    !hart_shmem_check(address, (u64)count * 16))
		return sbiret_error(SBI_ERR_INVALID_ADDRESS);
	error = pmu_info_judge(address, count);
	if (!error)
		error = pmu_info_answer(h, address, count);
	return sbiret_error(error);
}
