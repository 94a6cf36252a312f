/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CSR seam of include/hart/csr.h, the loads and stores of
 * include/hart/shmem.h, the accesses of include/hart/mmio.h and the locks of
 * include/hart/lock.h on the fake hart of fake_hart.h and fake_trace.h; the
 * words of include/hart/harts.h on the harts of fake_harts.h.
 */
#ifndef HART_PORT_H
#define HART_PORT_H

#include <base/types.h>

unsigned int hart_xlen(void);
unsigned long hart_csr_read(unsigned int csr);
void hart_csr_write(unsigned int csr, unsigned long value);
void hart_csr_set(unsigned int csr, unsigned long bits);
void hart_csr_clear(unsigned int csr, unsigned long bits);
bool hart_csr_try_read(unsigned int csr, unsigned long *value);
bool hart_csr_try_write(unsigned int csr, unsigned long value);
void hart_ctr_clear(void);
bool hart_ctr_try_clear(void);
unsigned long hart_csr_read_num(unsigned int csr);
void hart_csr_write_num(unsigned int csr, unsigned long value);
bool hart_csr_try_read_num(unsigned int csr, unsigned long *value);

struct hart_shmem_guard {
	unsigned int missed;
};

void hart_shmem_guard(struct hart_shmem_guard *g);
bool hart_shmem_answered(const struct hart_shmem_guard *g);
bool hart_shmem_unguard(const struct hart_shmem_guard *g);
u32 hart_shmem_load32(unsigned long address);
void hart_shmem_store32(unsigned long address, u32 value);

bool hart_mmio_load32(unsigned long address, u32 *value);
bool hart_mmio_store32(unsigned long address, u32 value);
bool hart_mmio_poll(void);

#include "hart_mmio_parts.h"

unsigned long hart_atomic_read(const unsigned long *word);
void hart_atomic_write(unsigned long *word, unsigned long value);
unsigned long hart_atomic_or(unsigned long *word, unsigned long bits);
unsigned long hart_atomic_and(unsigned long *word, unsigned long bits);
unsigned long hart_atomic_add(unsigned long *word, unsigned long addend);
unsigned long hart_atomic_swap(unsigned long *word, unsigned long value);
void hart_wait_hint(void);

bool hart_lock_try(u32 *lock);
void hart_lock_free(u32 *lock);

#endif
