/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The supervisor-memory seam. No core has a pointer into memory that S-mode
 * named: it asks if it may use a range, and then loads and stores words with
 * these functions. Each port implements it: platform/generic/judges/shmem_glue.c
 * over OpenSBI, tests/unit/fake/fake_memory.c for the tests.
 *
 * Contents are little-endian (SBI specification, shared memory), like every
 * RISC-V M-mode OpenSBI runs on, so there is nothing to swap.
 */
#ifndef HART_SHMEM_H
#define HART_SHMEM_H

#include <base/types.h>
#include <hart_port.h>

/**
 * True if a range may be used for the rest of this call. Changes nothing.
 * @param size in bytes, not 0
 * @return true when all of the range is existing memory that S-mode of the
 *	calling hart's domain may read and write, and that M-mode can reach;
 *	false also when the range wraps around
 */
bool hart_shmem_check(u64 address, u64 size);

/**
 * hart_shmem_check() for the domain with this number, on any hart. No load or
 * store follows.
 */
bool hart_shmem_check_of(u32 owner, u64 address, u64 size);

/**
 * True if S-mode of this domain may load and store in all of a range. The range
 * may also be memory of a device, which is no system memory.
 */
bool hart_domain_check_of(u32 owner, u64 address, u64 size);

/** True if an address belongs to the firmware. */
bool hart_firmware_has(u64 address);

/**
 * Make a range ready for loads and stores, until hart_shmem_close().
 * @param address multiple of 4 in a range that hart_shmem_check() accepted in
 *	the same call, @param size bytes, all of them in one page of 4 KiB
 * @return false: the platform refuses to map it
 *
 * Where memory needs no mapping (struct pmu_hart_features) a checked range is
 * ready as it is. hart_port.h provides, for addresses that are multiples of 4
 *
 *   u32 hart_shmem_load32(unsigned long address)
 *   void hart_shmem_store32(unsigned long address, u32 value)
 *
 * Every load asks memory again: S-mode may change it meanwhile. Memory that the
 * machine says it has may still not answer, so all loads and stores stand
 * between these, with no other call in between but those two:
 *
 *   struct hart_shmem_guard
 *   void hart_shmem_guard(struct hart_shmem_guard *g)
 *   bool hart_shmem_answered(const struct hart_shmem_guard *g)
 *	false: one was not answered so far; hart_shmem_unguard() is final
 *   bool hart_shmem_unguard(const struct hart_shmem_guard *g)
 *	false: one of them was not answered; what it loaded is any value, and
 *	the loads and stores behind it were made
 */
bool hart_shmem_open(unsigned long address, unsigned long size);

/**
 * Store words, also across pages. The hart survives if no memory answers.
 * @param address multiple of 4 in a range that hart_shmem_check() accepted in
 *	the same call
 * @return false: not all of them could be stored
 */
bool hart_shmem_put(unsigned long address, const u32 *word,
		    unsigned long count);

/** End the use of the range that hart_shmem_open() made ready. */
void hart_shmem_close(unsigned long address, unsigned long size);

/**
 * Interrupt long work, with no range open or guarded, to serve the pending
 * interrupts of this hart's M-mode, requests of other harts among them. The
 * results of the caller's checks stay true.
 */
void hart_shmem_pause(void);

#endif
