/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The platform-PMU seam: the choices of a SoC about its counters. OpenSBI's
 * platforms make them by pmu_xlate_to_mhpmevent() and sbi_pmu_device. Each port
 * implements the seam: platform/generic/pmu/pmudev_glue.c over OpenSBI,
 * tests/unit/fake/fake_pmudev.c for the tests.
 */
#ifndef HART_PMUDEV_H
#define HART_PMUDEV_H

#include <base/types.h>

/**
 * Counters of this hart start, and the caller of pmu_predict_set() wants to
 * watch them. Hardware counters do not count before this function returns.
 * @param set by counter_idx, firmware counters among them
 */
void hart_pmu_started(u64 set);

/** Value for the SELECT field of mhpmevent; 0: there is no such event. */
u64 hart_pmu_selector(u32 event_idx, u64 event_data);

/** True if the platform filters modes by its own means. */
bool hart_pmu_has_filter(void);

/**
 * Inhibit a hardware counter in the modes that config_flags[7:3] name. Call it
 * only if hart_pmu_has_filter() is true.
 */
void hart_pmu_filter(unsigned int counter_idx, unsigned long config_flags);

/** A hardware counter is about to run: let it interrupt on overflow. */
void hart_pmu_irq_enable(unsigned int counter_idx);

/** A hardware counter has stopped: no interrupt on overflow. */
void hart_pmu_irq_disable(unsigned int counter_idx);

/*
 * Platform firmware events (event_idx 0xfffff). fw is the number of a firmware
 * counter, 0 for the first; functions that take one are only called for
 * counters and events that hart_pmu_fw_valid() and _match() accepted.
 */

/** Width of firmware counters in bits, 1 to 64. */
unsigned int hart_pmu_fw_width(void);

/** True if the platform knows this event. */
bool hart_pmu_fw_valid(u64 event_data);

/** True if this counter can count it. */
bool hart_pmu_fw_match(unsigned int fw, u64 event_data);

/** Start counting. @return false: the platform refuses, nothing counts */
bool hart_pmu_fw_start(unsigned int fw, u64 event_data);

/** Stop counting. @return false: the platform refuses, it still counts */
bool hart_pmu_fw_stop(unsigned int fw);

/** Value of the counter. */
u64 hart_pmu_fw_read(unsigned int fw);

/** Set the value of a stopped counter. */
void hart_pmu_fw_write(unsigned int fw, u64 value);

#endif
