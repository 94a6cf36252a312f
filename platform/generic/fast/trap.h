/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What platform/generic/fast/trap.S knows of C: where struct pmu_hart is and what
 * stands where in it. platform/generic/fast_glue.c asserts every number.
 */
#ifndef FAST_TRAP_H
#define FAST_TRAP_H

#include <sbi/sbi_scratch.h>

/*
 * The first thing allocated in the scratch space: a pointer to struct
 * pmu_hart, and behind it the struct itself, in cache lines of its own. Where
 * these are larger than FAST_LINE the struct is elsewhere, and no fast path.
 */
#define FAST_LINE 64
#define FAST_POINTER SBI_SCRATCH_EXTRA_SPACE_OFFSET
#define FAST_STATE ((FAST_POINTER + 8 + FAST_LINE - 1) / FAST_LINE * FAST_LINE)

/* struct pmu_hart */
#define FAST_EID 0
#define FAST_NUM_FAST 4
#define FAST_NUM_HW 8
#define FAST_NUM 12
#define FAST_NOT_HW 16
#define FAST_STARTED 24
#define FAST_PRESENT 32
#define FAST_CONFIGURED 40
#define FAST_INHIBIT 48
#define FAST_SSCOFPMF 58
#define FAST_SMCNTRPMF 59
#define FAST_PREFER_HPM 60
#define FAST_SNAPSHOT 72
#define FAST_MACHINE 80
#define FAST_EVENTS 88
#define FAST_VALUE (FAST_EVENTS + 23 * 8)
#define FAST_HW_EVENT (FAST_VALUE + 54 * 8)
#define FAST_INFO (FAST_HW_EVENT + 32 * 8)

/* bits of pmu_hart.info */
#define FAST_INFO_STOPPED 1
#define FAST_INFO_HIGH 2
#define FAST_INFO_CODE -8 /* event code times 8 */
#define FAST_INFO_SHIFT 3
#define FAST_INFO_EMPTY (22 << FAST_INFO_SHIFT | FAST_INFO_STOPPED)

/* struct pmu_known_event, an array at the start of struct pmu_machine */
#define FAST_KNOWN_SHIFT 4
#define FAST_KNOWN_SELECT 0
#define FAST_KNOWN_COUNTERS 8
#define FAST_CACHE_FIRST 16
#define FAST_CACHE_CODES 56
#define FAST_FW_CODES 22

/* first event_idx of cache and firmware events, shifted for lui */
#define FAST_CACHE_EVENT_LUI (0x10000 >> 12)
#define FAST_FW_EVENT_LUI (0xf0000 >> 12)

/* functions in pmu_calls, and one more for all others */
#define FAST_CALLS 9

/* function IDs, flags and errors of the PMU extension */
#define FAST_FID_CONFIG 2
#define FAST_FID_START 3
#define FAST_FID_STOP 4
#define FAST_FID_FW_READ 5
#define FAST_CONFIG_FLAGS 0xfa /* but SKIP_MATCH and AUTO_START */
#define FAST_CONFIG_CLEAR 0x02
#define FAST_CONFIG_INHIBIT 0x78
#define FAST_START_SET_INIT 1
#define FAST_START_SNAPSHOT 2
#define FAST_STOP_RESET 1
#define FAST_STOP_SNAPSHOT 2
#define FAST_ALREADY_STOPPED_SHIFT 3 /* the error is -(1 << 3) */

/* upper half of mhpmevent: config_flags[6:3] go to bits 29 to 26, and MINH */
#define FAST_EVENT_FLAGS_SHIFT 23
#define FAST_EVENT_MINH_LUI 0x40000
#define FAST_EVENT_SELECT_HIGH_BITS 24

/* layout of the snapshot area */
#define FAST_SNAPSHOT_JUDGE 1
#define FAST_SNAPSHOT_VALUES 8

#ifndef __ASSEMBLER__
extern char fast_trap[], fast_trap_hyp[];
extern char _trap_handler[], _trap_handler_hyp[];
#endif

#endif
