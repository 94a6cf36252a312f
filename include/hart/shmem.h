/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The supervisor-memory seam. No core ever sees a pointer into memory that
 * S-mode named: it asks whether a range may be used, then copies in or out.
 *
 * hart_port.h provides:
 *
 *   bool hart_shmem_check(u64 address, u64 size)
 *	true when all of the range is existing memory which S-mode of the
 *	calling hart's domain may read and write, and M-mode can reach. The
 *	range may not wrap around; size is not 0. Changes nothing.
 *
 *   bool hart_shmem_read(u64 address, void *to, unsigned long size)
 *   bool hart_shmem_write(u64 address, const void *from, unsigned long size)
 *	copy a range that hart_shmem_check() accepted earlier in the same
 *	call; false when the platform refuses to map it.
 *
 * Contents are little-endian (SBI specification, shared memory), like every
 * RISC-V M-mode OpenSBI runs on, so there is nothing to swap.
 */
#ifndef HART_SHMEM_H
#define HART_SHMEM_H

#include <base/types.h>
#include <hart_port.h>

#endif
