/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The supervisor-memory seam. No core ever sees a pointer into memory that
 * S-mode named: it asks whether a range may be used, then copies in or out.
 * Each port implements it: platform/generic/shmem_glue.c over OpenSBI,
 * tests/unit/fake/fake_memory.c for the tests.
 *
 * Contents are little-endian (SBI specification, shared memory), like every
 * RISC-V M-mode OpenSBI runs on, so there is nothing to swap.
 */
#ifndef HART_SHMEM_H
#define HART_SHMEM_H

#include <base/types.h>

/**
 * Whether a range may be used for the rest of this call. Changes nothing.
 * @param size in bytes, not 0
 * @return true when all of the range is existing memory that S-mode of the
 *	calling hart's domain may read and write, and that M-mode can reach;
 *	false also when the range wraps around
 */
bool hart_shmem_check(u64 address, u64 size);

/**
 * Copy out of a range that hart_shmem_check() accepted in the same call.
 * @return false: the platform refuses to map it; to may be partly written
 */
bool hart_shmem_read(u64 address, void *to, unsigned long size);

/**
 * Copy into a range that hart_shmem_check() accepted in the same call.
 * @return false: the platform refuses to map it
 */
bool hart_shmem_write(u64 address, const void *from, unsigned long size);

#endif
