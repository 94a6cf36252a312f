/* SPDX-License-Identifier: BSD-2-Clause */
/* The seams of include/hart on the fake hart of fake_hart.h. */
#ifndef HART_PORT_H
#define HART_PORT_H

#include <base/types.h>

/* include/hart/csr.h, in fake_hart.c */
unsigned int hart_xlen(void);
unsigned long hart_csr_read(unsigned int csr);
void hart_csr_write(unsigned int csr, unsigned long value);
void hart_csr_set(unsigned int csr, unsigned long bits);
void hart_csr_clear(unsigned int csr, unsigned long bits);
unsigned long hart_csr_read_num(unsigned int csr);
void hart_csr_write_num(unsigned int csr, unsigned long value);

/* include/hart/shmem.h, in fake_memory.c */
bool hart_shmem_check(u64 address, u64 size);
bool hart_shmem_read(u64 address, void *to, unsigned long size);
bool hart_shmem_write(u64 address, const void *from, unsigned long size);

/* include/hart/pmudev.h, in fake_pmudev.c */
u64 hart_pmu_selector(u32 event_idx, u64 event_data);
bool hart_pmu_has_filter(void);
void hart_pmu_filter(unsigned int counter_idx, unsigned long config_flags);
void hart_pmu_irq_enable(unsigned int counter_idx);
void hart_pmu_irq_disable(unsigned int counter_idx);
unsigned int hart_pmu_fw_width(void);
bool hart_pmu_fw_valid(u64 event_data);
bool hart_pmu_fw_match(unsigned int fw, u64 event_data);
bool hart_pmu_fw_start(unsigned int fw, u64 event_data);
bool hart_pmu_fw_stop(unsigned int fw);
u64 hart_pmu_fw_read(unsigned int fw);
void hart_pmu_fw_write(unsigned int fw, u64 value);

#endif
