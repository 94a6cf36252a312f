// SPDX-License-Identifier: BSD-2-Clause
/*
 * The map of events to counters. Boards and the device tree add rows at cold
 * boot; then the map is prepared once, so that a call finds a general or cache
 * event with one look into a table and a raw one with one look per different
 * select_mask, however many rows there are.
 */
#include <hart/pmudev.h>

#include "pmu_internal.h"

/* mcycle, time and minstret count one event each and never take another one. */
#define PMU_FIXED 0x7u

/* --- rows ----------------------------------------------------------------- */

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

/* --- more counters than indices ------------------------------------------- */

u32 pmu_csr_set_moved(const struct pmu_machine *m, u32 set)
{
	u32 csrs = 0;
	unsigned int n;

	bits_for_each(n, set)
		csrs |= (u32)BIT64(m->csr[n]);
	return csrs;
}

u32 pmu_index_set(const struct pmu_machine *m, u32 csrs)
{
	u32 set = 0;
	unsigned int n;

	if (hart_xlen() == 64 || !m->moved)
		return csrs & (u32)bits_low64(m->num_hw);
	for (n = 0; n < m->num_hw; n++)
		if (csrs & BIT64(m->csr[n]))
			set |= (u32)BIT64(n);
	return set;
}

/* The worth of a counter for software that selects events by the map. */
enum { PMU_WORTH_NOTHING, PMU_WORTH_LITTLE, PMU_WORTH_ALONE };

static int pmu_worth(const struct pmu_machine *m, unsigned int csr, u32 others)
{
	int worth = PMU_WORTH_NOTHING;
	u32 n;

	for (n = 0; n < m->map_count; n++) {
		if (!(m->map[n].counters & BIT64(csr)))
			continue;
		if (!(m->map[n].counters & others & ~BIT64(csr)))
			return PMU_WORTH_ALONE;
		worth = PMU_WORTH_LITTLE;
	}
	return worth;
}

/* Hide counters up to this worth, the last ones first, until all fit. */
static u32 pmu_hide_some(const struct pmu_machine *m, u32 left, int worth)
{
	u32 room = m->num_hw - 3, count = 0;
	unsigned int n;

	bits_for_each(n, left)
		count++;
	for (n = PMU_HW_MAX - 1; n > 2 && count > room; n--)
		if (left & BIT64(n) && pmu_worth(m, n, left) <= worth) {
			left &= ~(u32)BIT64(n);
			count--;
		}
	return left;
}

/* Counters that stay, but have no index of their own, get the free indices. */
static void pmu_move(struct pmu_machine *m, u32 left)
{
	u32 behind = left & ~(u32)bits_low64(m->num_hw);
	unsigned int n;

	m->moved = behind;
	for (n = 0; n < m->num_hw; n++) {
		m->csr[n] = (u8)n;
		if (n > 2 && behind && !(left & BIT64(n))) {
			m->csr[n] = (u8)bits_ffs64(behind);
			behind &= behind - 1;
		}
	}
	for (n = 0; m->moved && n < m->map_count; n++)
		m->map[n].counters = pmu_index_set(m, m->map[n].counters);
}

static void pmu_hide(struct pmu_machine *m)
{
	u32 all = m->hpm_mask & ~PMU_FIXED, left;

	if (hart_xlen() == 64)
		/* unseen: on RV64 all counters fit, so that none would be left
		 * out */
		return;
	left = pmu_hide_some(m, all, PMU_WORTH_NOTHING);
	left = pmu_hide_some(m, left, PMU_WORTH_LITTLE);
	m->hidden = all & ~left;
	left = pmu_hide_some(m, left, PMU_WORTH_ALONE);
	m->loses = m->hidden != (all & ~left);
	m->hidden = all & ~left;
	pmu_move(m, left);
}

/* --- general and cache events --------------------------------------------- */

/* The event_idx at an index of pmu_machine.known; 0 if none is defined. */
static u32 pmu_known_event_idx(unsigned int known)
{
	u32 code = known - PMU_CACHE_FIRST;

	if (known < PMU_CACHE_FIRST)
		return known < SBI_PMU_HW_GENERAL_MAX ? known : 0;
	if ((code & SBI_PMU_EVENT_HW_CACHE_OPS_ID_MASK) >>
	    SBI_PMU_EVENT_HW_CACHE_OPS_ID_OFFSET >= SBI_PMU_HW_CACHE_OP_MAX)
		return 0;
	return (u32)SBI_PMU_EVENT_TYPE_HW_CACHE
		       << SBI_PMU_EVENT_IDX_TYPE_OFFSET |
	       code;
}

static u32 pmu_map_find(const struct pmu_machine *m, u32 event_idx)
{
	u32 n;

	for (n = 0; n < m->map_count; n++)
		if (event_idx >= m->map[n].first && event_idx <= m->map[n].last)
			return m->map[n].counters;
	/* unseen: 1 is mcycle alone, which pmu_known_prepare() takes out */
	return 0;
}

static void pmu_known_prepare(struct pmu_machine *m, unsigned int known)
{
	struct pmu_known_event *e = &m->known[known];
	u32 event_idx = pmu_known_event_idx(known);

	e->select = event_idx ? hart_pmu_selector(event_idx, 0) : 0;
	e->counters = 0;
	/* Selector 0 is "no event": such a counter would stand still. The fast
	 * path would take counters that no hart has for firmware counters. */
	if (e->select)
		e->counters = pmu_map_find(m, event_idx) & ~PMU_FIXED &
			      (u32)bits_low64(m->num_hw);
	if (event_idx == SBI_PMU_HW_CPU_CYCLES)
		e->counters |= (u32)BIT64(0);
	if (event_idx == SBI_PMU_HW_INSTRUCTIONS)
		e->counters |= (u32)BIT64(2);
}

/* --- raw events ----------------------------------------------------------- */

static unsigned int pmu_raw_hash(u64 select)
{
	u32 folded = (u32)select ^ (u32)(select >> 32);

	/* The golden ratio spreads selectors that differ in few bits. */
	return folded * 0x9e3779b1u >> 26;
}

_Static_assert(PMU_RAW_BUCKETS == 1 << (32 - 26), "bits of pmu_raw_hash()");

static void pmu_raw_mask_add(struct pmu_machine *m, u64 select_mask)
{
	u32 n;

	for (n = 0; n < m->raw_mask_count; n++)
		if (m->raw_mask[n] == select_mask)
			return;
	m->raw_mask[m->raw_mask_count++] = select_mask;
}

static void pmu_raw_prepare(struct pmu_machine *m)
{
	unsigned int n, hash;

	m->raw_mask_count = 0;
	for (n = 0; n < PMU_RAW_BUCKETS; n++)
		m->raw_bucket[n] = PMU_NO_ROW;
	for (n = 0; n < m->map_count; n++) {
		if (m->map[n].first != SBI_PMU_EVENT_RAW_IDX)
			continue;
		pmu_raw_mask_add(m, m->map[n].select_mask);
		hash = pmu_raw_hash(m->map[n].select);
		m->raw_next[n] = m->raw_bucket[hash];
		m->raw_bucket[hash] = (u16)n;
	}
}

static u32 pmu_raw_row(const struct pmu_machine *m, u64 select, u64 select_mask)
{
	unsigned int n = m->raw_bucket[pmu_raw_hash(select)];

	for (; n != PMU_NO_ROW; n = m->raw_next[n])
		if (m->map[n].select == select &&
		    m->map[n].select_mask == select_mask)
			return m->map[n].counters;
	/* unseen: 1 is mcycle alone, which pmu_map_raw() takes out of the
	 * set */
	return 0;
}

u32 pmu_map_raw(const struct pmu_machine *m, u64 event_data)
{
	u32 counters = 0, n;

	for (n = 0; n < m->raw_mask_count; n++)
		counters |= pmu_raw_row(m, event_data & m->raw_mask[n],
					m->raw_mask[n]);
	return counters & ~PMU_FIXED;
}

void pmu_machine_prepare(struct pmu_machine *m)
{
	unsigned int n;

	pmu_hide(m);
	for (n = 0; n < PMU_KNOWN_MAX; n++)
		pmu_known_prepare(m, n);
	pmu_raw_prepare(m);
}
