/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of lib/pmu share, and nobody else. */
#ifndef PMU_INTERNAL_H
#define PMU_INTERNAL_H

#include <pmu/pmu.h>

static inline u64 pmu_hw_mask(const struct pmu_hart *h)
{
	return bits_low64(h->machine->num_hw);
}

/* pmu_event.c: which events exist */

/**
 * Counters that could count an event if all were free.
 * @return set by counter_idx, 0 when the event is undefined or unmapped
 */
u64 pmu_event_counters(const struct pmu_hart *h, unsigned long event_idx,
		       u64 event_data);

/**
 * event_data as the hardware may see it: what the type of event allows and
 * the register holds. 0 for types that have none.
 */
u64 pmu_event_data(const struct pmu_hart *h, unsigned long event_idx,
		   u64 event_data);

/** Answer sbi_pmu_event_get_info (FID #8). */
struct sbiret pmu_event_get_info(struct pmu_hart *h,
				 const struct sbi_args *args);

/* pmu_counter.c: the life of counters */

u64 pmu_counter_read(const struct pmu_hart *h, unsigned int counter_idx);
void pmu_counter_write(struct pmu_hart *h, unsigned int counter_idx, u64 value);

/** Give a stopped counter its event. @param flags config_flags */
void pmu_counter_configure(struct pmu_hart *h, unsigned int counter_idx,
			   unsigned long event_idx, u64 event_data,
			   unsigned long flags);

/**
 * Start counters that are stopped, hardware ones at the same moment.
 * @return those that a platform refused to start
 */
u64 pmu_counters_start(struct pmu_hart *h, u64 set);

/**
 * Stop counters, hardware ones at the same moment, free-running ones as well.
 * @return those that a platform refused to stop
 */
u64 pmu_counters_stop(struct pmu_hart *h, u64 set);

/** Take the event away from stopped counters. */
void pmu_counters_reset(struct pmu_hart *h, u64 set);

/** Counters of set that have overflown since their start. */
u64 pmu_counters_overflown(const struct pmu_hart *h, u64 set);

/* pmu_snapshot.c: the shared memory area */

struct sbiret pmu_snapshot_set_shmem(struct pmu_hart *h,
				     const struct sbi_args *args);

/** Whether an area is set and may still be used. */
bool pmu_snapshot_usable(const struct pmu_hart *h);

/**
 * counter_idx_base to use for a START with INIT_SNAPSHOT. Linux up to 7.2
 * restarts counters after an overflow with base XLEN * XLEN where it means 0
 * (pmu_sbi_start_ovf_ctrs_snapshot()); with machine->linux_restart that one
 * value, out of range otherwise, is taken as 0.
 */
unsigned long pmu_snapshot_base(const struct pmu_hart *h, unsigned long base);

/** Write value and overflow bit of each counter; false: not reachable. */
bool pmu_snapshot_take(struct pmu_hart *h, unsigned int base, u64 set);

/**
 * Read the values of the counters of set.
 * @param values out: by slot, that is counter_idx - base
 */
bool pmu_snapshot_load(const struct pmu_hart *h, unsigned int base, u64 set,
		       u64 values[PMU_COUNTERS_MAX]);

/* pmu_overflow.c */

/**
 * After counters stopped: with SSE, drop a pending interrupt that no running
 * counter stands behind any more.
 */
void pmu_overflow_settle(struct pmu_hart *h);

#endif
