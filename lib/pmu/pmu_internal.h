/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of lib/pmu only. */
#ifndef PMU_INTERNAL_H
#define PMU_INTERNAL_H

#include <hart/csr.h>
#include <hart/fields.h>
#include <pmu/pmu.h>
#include <sbi/riscv_encoding.h>

/** The first cache event, and the first firmware event. */
#define PMU_CACHE_EVENT_IDX                         \
	((unsigned long)SBI_PMU_EVENT_TYPE_HW_CACHE \
	 << SBI_PMU_EVENT_IDX_TYPE_OFFSET)
#define PMU_FW_EVENT_IDX \
	((unsigned long)SBI_PMU_EVENT_TYPE_FW << SBI_PMU_EVENT_IDX_TYPE_OFFSET)

/** Value of `touched`; platform/generic/fast/trap.S has this number in a
 * register. */
#define PMU_TOUCHED (SBI_EXT_PMU & 0xff)

/** info of a firmware counter without event. */
#define PMU_FW_EMPTY ((PMU_FW_NONE << PMU_FW_CODE_SHIFT) | PMU_FW_STOPPED)

static inline u64 pmu_hw_mask(const struct pmu_hart *h)
{
	return bits_low64(h->num_hw);
}

/**
 * Counters named by counter_idx_base and counter_idx_mask.
 * @return set by counter_idx; 0: at least one of them does not exist, or the
 *	mask is empty
 *
 * Index 1, the time CSR, is ignored in a larger set: Linux up to 5.19 names all
 * existing indices.
 */
static inline u64 pmu_counter_set(const struct pmu_hart *h, unsigned long base,
				  unsigned long mask)
{
	u64 set;

	if (base >= h->num)
		return 0;
	set = (u64)mask << base;
	if (set >> base != mask)
		return 0;
	set &= ~BIT64(1);
	return set & ~h->present ? 0 : set;
}

/**
 * Number of the CSR of a hardware counter. On most machines, and always on
 * RV64, it equals the index.
 */
static inline unsigned int pmu_csr(const struct pmu_hart *h, unsigned long n)
{
	if (hart_xlen() == 64 || !h->machine->moved)
		return (unsigned int)n;
	return h->machine->csr[n];
}

/** Convert a set of hardware counters from indices to CSRs. */
u32 pmu_csr_set_moved(const struct pmu_machine *m, u32 set);
static inline u32 pmu_csr_set(const struct pmu_hart *h, u32 set)
{
	if (hart_xlen() == 64 || !h->machine->moved)
		return set;
	return pmu_csr_set_moved(h->machine, set);
}

/* --- registers ------------------------------------------------------------
 *
 * mhpmevent, mcyclecfg, minstretcfg and mcountinhibit are written by these
 * functions alone, and only from pmu_counter.c and pmu_config.c (and, for the
 * simplest calls, from platform/generic/fast/trap.S). Three rules:
 * - S-mode may write the same registers where counters are delegated. Only bits
 *   of counters that a call acts upon are set or cleared, never the whole of
 *   mcountinhibit but where a hart or an owner comes or goes.
 * - mcountinhibit is the gate. The overflow bit never means "disabled": it is
 *   cleared on every start and nowhere else, so scountovf shows only counters
 *   that did overflow, and a restarted counter always interrupts again.
 * - mhpmevent of a running counter is not touched.
 */

/* Smcntrpmf gives the two fixed counters only inhibit bits. */
static inline bool pmu_hw_is_fixed(unsigned long n)
{
	return n < 3;
}

static inline void pmu_hw_event_write(const struct pmu_hart *h, unsigned long n,
				      u64 value)
{
	if (!pmu_hw_is_fixed(n))
		hart_event_write(pmu_csr(h, n), h->has.sscofpmf, value);
	else if (h->has.smcntrpmf)
		hart_event_write(n ? n : HART_EVENT_MCYCLECFG, true, value);
}

static inline void pmu_hold(const struct pmu_hart *h, u32 set)
{
	if (h->has.inhibit && set)
		hart_csr_set(CSR_MCOUNTINHIBIT, pmu_csr_set(h, set));
}

static inline void pmu_let_run(const struct pmu_hart *h, u32 set)
{
	if (h->has.inhibit && set)
		hart_csr_clear(CSR_MCOUNTINHIBIT, pmu_csr_set(h, set));
}

/** Write all gates, while no counter is in use. */
static inline void pmu_inhibit_write(const struct pmu_hart *h, u32 inhibit)
{
	if (h->has.inhibit)
		hart_csr_write(CSR_MCOUNTINHIBIT, inhibit);
}

/** Gates of a hart at its start: mcycle and minstret run, as for rdcycle. */
#define PMU_INHIBIT_FIRST (~(u32)7)

/** The event register's value for a counter without an event. */
static inline u64 pmu_hw_event_none(const struct pmu_hart *h, unsigned long n)
{
	bool filters = pmu_hw_is_fixed(n) ? h->has.smcntrpmf : h->has.sscofpmf;

	/* S-mode cannot write MINH, but may select an event by itself. */
	return filters ? FIELD_MASK(MHPMEVENT, MINHIBIT) : 0;
}

/**
 * Remove the event from the register. @param overflow the overflow bit, or 0
 *
 * The register becomes 0 first, which QEMU needs: it counts an event in one
 * counter at a time, and only a 0 tells it that this counter has no event now.
 */
static inline void pmu_hw_event_clear(const struct pmu_hart *h, unsigned long n,
				      u64 overflow)
{
	pmu_hw_event_write(h, n, 0);
	if (pmu_hw_event_none(h, n) | overflow)
		pmu_hw_event_write(h, n, pmu_hw_event_none(h, n) | overflow);
}

/* pmu_hart.c */

/** Judge again if the fast path may serve this hart. */
void pmu_fast_settle(struct pmu_hart *h);

/* pmu_map.c: the map as prepared at boot */

/** Convert a set of hardware counters from CSRs to indices, without hidden
 * ones. */
u32 pmu_index_set(const struct pmu_machine *m, u32 csrs);

/**
 * Index of a general or cache event in pmu_machine.known; PMU_KNOWN_MAX or
 * more: no such event.
 */
static inline unsigned long pmu_known_index(unsigned long event_idx)
{
	unsigned long code = event_idx - PMU_CACHE_EVENT_IDX;

	if (event_idx < PMU_CACHE_FIRST)
		return event_idx;
	return code < PMU_CACHE_CODES ? PMU_CACHE_FIRST + code : PMU_KNOWN_MAX;
}

/** Hardware counters that the map has for raw events with this event_data. */
u32 pmu_map_raw(const struct pmu_machine *m, u64 event_data);

/* pmu_event.c: lookup of events */

/** The counters that can count an event, and its encoding. */
struct pmu_event {
	u64 counters; /* set by counter_idx, 0: undefined or unmapped */
	u64 data;     /* hardware: for mhpmevent; firmware: event_data */
};

/** Look up an event that is neither general nor cache. */
struct pmu_event pmu_event_find_other(const struct pmu_hart *h,
				      unsigned long event_idx, u64 event_data);

/** Look up an event, as if all counters were free. */
static inline struct pmu_event pmu_event_find(const struct pmu_hart *h,
					      unsigned long event_idx,
					      u64 event_data)
{
	unsigned long known = pmu_known_index(event_idx);
	const struct pmu_known_event *e;

	if (known >= PMU_KNOWN_MAX)
		return pmu_event_find_other(h, event_idx, event_data);
	e = &h->machine->known[known];
	return (struct pmu_event){ event_data ? 0 : e->counters & ~h->not_hw,
				   e->select };
}

/* pmu_info.c */

/** Checks and answers for this number of bytes take less than 50,000
 * instructions. */
#define PMU_INFO_SLICE (1024ul * sizeof(struct sbi_pmu_event_info))

/** Answer sbi_pmu_event_get_info (FID #8). */
struct sbiret pmu_event_get_info(struct pmu_hart *h,
				 const struct sbi_args *args);

/* pmu_counter.c: the life of counters */

u64 pmu_counter_read(const struct pmu_hart *h, unsigned int counter_idx);
void pmu_counter_write(struct pmu_hart *h, unsigned int counter_idx, u64 value);

/**
 * Start stopped counters, hardware counters at the same moment.
 * @return counters that a platform refused to start
 */
u64 pmu_counters_start(struct pmu_hart *h, u64 set);

/**
 * Stop counters, hardware counters at the same moment, also free-running ones,
 * except those that may be S-mode's.
 * @return counters that a platform refused to stop
 */
u64 pmu_counters_stop(struct pmu_hart *h, u64 set);

/** Counters of set that have overflown since their start. */
u64 pmu_counters_overflown(const struct pmu_hart *h, u64 set);

/* pmu_config.c: counters get and lose events */

struct sbiret pmu_config_matching(struct pmu_hart *h,
				  const struct sbi_args *args);

/** Remove the event from stopped counters; those of S-mode keep it. */
void pmu_counters_reset(struct pmu_hart *h, u64 set);

/** Write the registers of a hardware counter to match its event. */
void pmu_hw_event_apply(const struct pmu_hart *h, unsigned long n);

/** Event code of a firmware counter; PMU_FW_NONE, PMU_FW_PLATFORM or real. */
static inline u32 pmu_fw_code(const struct pmu_hart *h,
			      unsigned long counter_idx)
{
	return h->info[counter_idx] >> PMU_FW_CODE_SHIFT;
}

static inline bool pmu_fw_is_platform(const struct pmu_hart *h,
				      unsigned long counter_idx)
{
	return pmu_fw_code(h, counter_idx) == PMU_FW_PLATFORM;
}

/* pmu_snapshot.c: the shared memory area */

struct sbiret pmu_snapshot_set_shmem(struct pmu_hart *h,
				     const struct sbi_args *args);

/**
 * Open the area, until pmu_snapshot_close().
 * @return false: none is set, or it may not be used
 */
bool pmu_snapshot_open(const struct pmu_hart *h);
void pmu_snapshot_close(const struct pmu_hart *h);

/**
 * counter_idx_base of a START with INIT_SNAPSHOT. Linux up to 7.2 restarts
 * counters after an overflow with base XLEN * XLEN instead of 0
 * (pmu_sbi_start_ovf_ctrs_snapshot()); with machine->linux_restart this one
 * value, out of range otherwise, means 0.
 */
unsigned long pmu_snapshot_base(const struct pmu_hart *h, unsigned long base);

/**
 * Read values from the slots of the open area.
 * @param values by counter_idx, for members of set
 * @return false: the memory does not answer
 */
bool pmu_snapshot_read(const struct pmu_hart *h, unsigned int base, u64 set,
		       u64 *values);

/** True if all words that pmu_snapshot_take() writes can be written. */
bool pmu_snapshot_answers(const struct pmu_hart *h, unsigned int base, u64 set);

/** Write value and overflow bit of each counter into the open area. */
void pmu_snapshot_take(struct pmu_hart *h, unsigned int base, u64 set);

/* pmu_overflow.c */

/**
 * After a stop of counters: with SSE, drop a pending interrupt if no running
 * counter has caused it.
 */
void pmu_overflow_settle(struct pmu_hart *h);

#endif
