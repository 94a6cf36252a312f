/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The platform-PMU seam: what a SoC decides about its counters. OpenSBI's
 * platforms say it through pmu_xlate_to_mhpmevent() and sbi_pmu_device.
 *
 * hart_port.h provides:
 *
 *   u64 hart_pmu_selector(u32 event_idx, u64 event_data)
 *	value for the SELECT field of mhpmevent; 0: no such event
 *   bool hart_pmu_has_filter(void)
 *	the platform filters modes by its own means, hart_pmu_filter() works
 *   void hart_pmu_filter(unsigned int counter_idx, unsigned long config_flags)
 *	hardware counter: inhibit counting as config_flags[7:3] say
 *   void hart_pmu_irq_enable(unsigned int counter_idx)
 *   void hart_pmu_irq_disable(unsigned int counter_idx)
 *	hardware counter is about to run / stands still: its overflow interrupt
 *
 * and for platform firmware events (event_idx 0xfffff), where fw is the number
 * of a firmware counter, 0 for the first:
 *
 *   unsigned int hart_pmu_fw_width(void)		bits, 1 to 64
 *   bool hart_pmu_fw_valid(u64 event_data)
 *   bool hart_pmu_fw_match(unsigned int fw, u64 event_data)
 *   bool hart_pmu_fw_start(unsigned int fw, u64 event_data)
 *   bool hart_pmu_fw_stop(unsigned int fw)
 *   u64 hart_pmu_fw_read(unsigned int fw)
 *   void hart_pmu_fw_write(unsigned int fw, u64 value)
 */
#ifndef HART_PMUDEV_H
#define HART_PMUDEV_H

#include <base/types.h>
#include <hart_port.h>

#endif
