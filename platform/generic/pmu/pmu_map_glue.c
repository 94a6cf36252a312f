// SPDX-License-Identifier: BSD-2-Clause
/* Functions of OpenSBI's PMU with which boards add rows of the event map. */
#include <sbi/sbi_console.h>
#include <sbi/sbi_pmu.h>

#include "pmu_map_glue.h"

struct pmu_machine pmu_glue_machine;

/*
 * An unusable row is reported and skipped: an error would make the callers in
 * OpenSBI drop all rows after it.
 */
int sbi_pmu_add_hw_event_counter_map(u32 eidx_start, u32 eidx_end, u32 cmap)
{
	if (!pmu_map_add(&pmu_glue_machine, eidx_start, eidx_end, cmap))
		sbi_printf("hartscope: PMU: events 0x%x to 0x%x on counters "
			   "0x%x are out of range, mapped twice or too many; "
			   "not used\n",
			   eidx_start, eidx_end, cmap);
	return 0;
}

int sbi_pmu_add_raw_event_counter_map(uint64_t select, uint64_t select_mask,
				      u32 cmap)
{
	/* unseen: a line of the console */
	if (!pmu_map_add_raw(&pmu_glue_machine, select, select_mask, cmap))
		sbi_printf("hartscope: PMU: raw events 0x%lx mask 0x%lx on "
			   "counters 0x%x are mapped twice, on fixed counters "
			   "or too many; not used\n",
			   (ulong)select, (ulong)select_mask, cmap);
	return 0;
}
