// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts that count cycles, or instructions, in one programmable counter at a
 * time, like those of QEMU: the first counter with the event counts, and all
 * others do not. On such harts the firmware offers S-mode one counter for each
 * of the two events, so each offered counter counts.
 */
#include <hart/csr.h>
#include <hart/pmudev.h>
#include <pmu/pmu.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>

#include "pmu_glue.h"

static bool events_is_counting(unsigned int csr)
{
	u64 before = hart_counter_read(csr);

	return hart_counter_read(csr) != before;
}

/* The old values of the registers need no restore: pmu_hart_init() writes all
 * of them. */
static bool events_counts_once(u64 select, unsigned int first,
			       unsigned int last)
{
	unsigned long both = BIT(first) | BIT(last);
	bool once;

	hart_event_write(first, false, select);
	hart_event_write(last, false, select);
	hart_csr_clear(CSR_MCOUNTINHIBIT, both);
	once = events_is_counting(first) && !events_is_counting(last);
	hart_csr_set(CSR_MCOUNTINHIBIT, both);
	hart_event_write(first, false, 0);
	hart_event_write(last, false, 0);
	return once;
}

/*
 * Cycles and instructions each get a counter of their own if two are left:
 * counters that other events have come last.
 */
static void events_leave_one(const struct pmu_machine *m,
			     struct pmu_map_entry *row, u32 *others)
{
	u64 select = hart_pmu_selector(row->first, 0);
	u32 set = row->counters & m->hpm_mask & ~(u32)7, one;

	if (!select || !(set & (set - 1)) ||
	    !events_counts_once(select, bits_ffs64(set), bits_fls64(set)))
		return;
	one = set & ~*others ? set & ~*others : set;
	one &= -one;
	row->counters = (row->counters & 7) | one;
	*others |= one;
}

void events_once_init(struct pmu_machine *m, struct sbi_scratch *scratch)
{
	struct pmu_map_entry *row;
	u32 others = 0;

	/* With Sscofpmf, sampling of cycles needs programmable counters. */
	if (sbi_hart_has_extension(scratch, SBI_HART_EXT_SSCOFPMF) ||
	    !events_glue_inhibits(scratch))
		return;
	for (row = m->map; row < m->map + m->map_count; row++)
		if (row->first == row->last &&
		    row->first <= SBI_PMU_HW_INSTRUCTIONS)
			events_leave_one(m, row, &others);
}
