/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMU of this machine, for the test programs. */
#ifndef SMODE_PMU_H
#define SMODE_PMU_H

#include "hart.h"
#include "sbi.h"

/* event_idx of events that exist on QEMU's virt machine. */
#define EVENT_CYCLES 0x1ul
#define EVENT_INSTRUCTIONS 0x2ul
#define EVENT_DTLB_READ_MISS 0x10019ul
#define EVENT_DTLB_WRITE_MISS 0x1001bul
#define EVENT_ITLB_MISS 0x10021ul
#define EVENT_RAW 0x20000ul
#define EVENT_RAW_V2 0x30000ul
#define EVENT_FW(code) (0xf0000ul | (code))
#define EVENT_SET_TIMER EVENT_FW(SBI_PMU_FW_SET_TIMER)

#define CLEAR SBI_PMU_CFG_FLAG_CLEAR_VALUE
#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define SKIP SBI_PMU_CFG_FLAG_SKIP_MATCH
#define SINH SBI_PMU_CFG_FLAG_SET_SINH
#define UINH SBI_PMU_CFG_FLAG_SET_UINH
#define MINH SBI_PMU_CFG_FLAG_SET_MINH
#define SET_VALUE SBI_PMU_START_FLAG_SET_INIT_VALUE
#define FROM_SNAPSHOT 2ul /* SBI_PMU_START_FLAG_INIT_SNAPSHOT */
#define RESET SBI_PMU_STOP_FLAG_RESET
#define TAKE_SNAPSHOT SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT

/** The counters of the boot hart. */
extern struct pmu_machine {
	unsigned int num; /* number of indices, also of missing counters */
	unsigned int fw;  /* index of the first firmware counter */
	u64 present;	  /* counters that exist */
	u64 boot_cycles;  /* mcycle at the first PMU call */
	bool sscofpmf;
} pmu;

/** Find the counters. */
void pmu_find(void);

/** Stop and reset all counters of this hart, and drop its snapshot area. */
void pmu_reset(void);

/** All existing counters, and index 1, as counter_idx_mask. */
unsigned long pmu_all(void);

/** Existing counters from a base on, as a mask. @param base less than pmu.num */
unsigned long pmu_mask(unsigned int base);

/** config_matching without flags, of all counters. */
struct sbiret pmu_config_any(unsigned long event_idx);

/** Stop all counters. */
void pmu_stop_all(unsigned long flags);

/** Counters of a set, by counter_idx; 0 if the set is invalid. */
u64 pmu_set(unsigned long base, unsigned long mask);

/** Index of the last hardware counter. */
unsigned int pmu_last_hw(void);

/** Value of any counter, by its CSR or the firmware. */
u64 pmu_value(unsigned int idx);

/** A kind of event, its counter, and the work that makes events. */
struct pmu_source {
	const char *name;
	unsigned long event_idx;
	u64 event_data;
	unsigned int idx; /* its counter */
	void (*work)(void);
	u64 least; /* least events of one piece of work */
};

/** All events that this machine can count, n from 0. */
const struct pmu_source *pmu_source(unsigned int n);

/** config_matching for its event, with its counter alone. */
struct sbiret pmu_source_config(const struct pmu_source *s,
				unsigned long flags);

/** Work that misses the data TLB with 16 loads or stores. */
void pmu_work_dtlb(void);
void pmu_work_dtlb_write(void);
/** One call of set_timer. */
void pmu_work_timer(void);
/** Some thousand instructions. */
void pmu_work_spin(void);

#endif
