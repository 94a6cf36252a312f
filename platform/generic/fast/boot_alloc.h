/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The only way to OpenSBI's heap. It is open until the boot hart enters S-mode:
 * what S-mode does can then exhaust no memory, and no call fails for want of it.
 */
#ifndef BOOT_ALLOC_H
#define BOOT_ALLOC_H

#include <sbi/sbi_heap.h>

/** True from the first entry of S-mode on. Weak, so that each link has one. */
__attribute__((weak)) bool fast_boot_over;

/**
 * Allocate memory for ever.
 * @param size bytes, above 0
 * @return zeroed memory, aligned to 64 bytes; NULL: there is not enough, or S-mode
 *	runs already
 */
static inline void *boot_alloc(unsigned long size)
{
	return fast_boot_over ? NULL : sbi_zalloc(size);
}

/** boot_alloc() of memory with any content. */
static inline void *boot_alloc_raw(unsigned long size)
{
	return fast_boot_over ? NULL : sbi_malloc(size);
}

/** @return true if there is room for one block of this size */
static inline bool boot_alloc_fits(unsigned long size)
{
	void *room = boot_alloc_raw(size);

	sbi_free(room);
	return room;
}

/** Memory aligned to its size, a power of 2 from 64 on. */
static inline void *boot_alloc_aligned(unsigned long size)
{
	return fast_boot_over ? NULL : sbi_aligned_alloc(size, size);
}

#endif
