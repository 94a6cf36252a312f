/* SPDX-License-Identifier: BSD-2-Clause */
/* The seams of include/hart on real harts, over OpenSBI. */
#ifndef HART_PORT_H
#define HART_PORT_H

#include <sbi/riscv_asm.h>
#include <sbi/sbi_types.h>

/* include/hart/csr.h */

static inline unsigned int hart_xlen(void)
{
	return __riscv_xlen;
}

#define hart_csr_read(csr) csr_read(csr)
#define hart_csr_write(csr, value) csr_write(csr, value)
#define hart_csr_set(csr, bits) csr_set(csr, bits)
#define hart_csr_clear(csr, bits) csr_clear(csr, bits)

static inline unsigned long hart_csr_read_num(unsigned int csr)
{
	return csr_read_num((int)csr);
}

static inline void hart_csr_write_num(unsigned int csr, unsigned long value)
{
	csr_write_num((int)csr, value);
}

/* include/hart/shmem.h, in shmem_glue.c */
bool hart_shmem_check(u64 address, u64 size);
bool hart_shmem_read(u64 address, void *to, unsigned long size);
bool hart_shmem_write(u64 address, const void *from, unsigned long size);

/* include/hart/pmudev.h, in pmudev_glue.c */
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
