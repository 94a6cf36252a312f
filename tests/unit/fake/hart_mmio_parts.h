/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accesses of several registers (hart/mmio.h), made of single accesses: for
 * fake harts and other harts. The single ones must be declared before this file
 * is included.
 */
#ifndef FAKE_HART_MMIO_PARTS_H
#define FAKE_HART_MMIO_PARTS_H

static inline bool hart_mmio_load32_twice(unsigned long address, u32 *value,
					  u32 *again)
{
	return hart_mmio_load32(address, value) &&
	       hart_mmio_load32(address, again);
}

static inline bool hart_mmio_try(unsigned long address, u32 store, u32 *value,
				 u32 *again)
{
	return hart_mmio_store32(address, store) &&
	       hart_mmio_load32_twice(address, value, again);
}

static inline bool hart_mmio_try_two(unsigned long address, u32 first,
				     u32 second, u32 seen[2])
{
	u32 again[2];

	return hart_mmio_try(address, first, &seen[0], &again[0]) &&
	       hart_mmio_try(address, second, &seen[1], &again[1]) &&
	       seen[0] == again[0] && seen[1] == again[1];
}

static inline bool hart_mmio_clear(unsigned long address, u32 words)
{
	bool done = true;
	u32 n;

	for (n = 0; n < words; n++)
		done &= hart_mmio_store32(address + 4 * n, 0);
	return done;
}

#endif
