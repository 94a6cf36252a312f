/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace-register seam: how the cores reach memory-mapped registers of 32
 * bits. hart_port.h provides, for the real bus or for the fake one of the tests:
 *
 *   bool hart_mmio_load32(unsigned long address, u32 *value)
 *   bool hart_mmio_store32(unsigned long address, u32 value)
 *	address is a multiple of 4; ordered with all other accesses of the
 *	hart, to memory and to devices. false: a bus error, which the hart
 *	survives; value is 0 then
 *   bool hart_mmio_load32_twice(unsigned long address, u32 *value, u32 *again)
 *	two loads of one register, one right after the other
 *   bool hart_mmio_try(unsigned long address, u32 store, u32 *value, u32 *again)
 *	a store, and two loads of the same register
 *   bool hart_mmio_try_two(unsigned long address, u32 first, u32 second, u32 seen[2])
 *	the same of one value and then of another, the loads of each in seen; false
 *	also if the two loads of one differ
 *   bool hart_mmio_clear(unsigned long address, u32 words)
 *	stores 0 to so many registers, at least 1, from the first on; false: a bus
 *	error of any of them, the others are done
 *   bool hart_mmio_poll(void)
 *	one microsecond passes, or as near to it as the machine can tell; false:
 *	whatever is waited for, the wait is to end now (only the tests say so)
 *
 * A caller that polls counts, so that nothing ever waits without a bound.
 */
#ifndef HART_MMIO_H
#define HART_MMIO_H

#include <base/types.h>
#include <hart_port.h>

/** True if register & mask equals value, twice in a row. */
static inline bool hart_mmio_is(unsigned long address, u32 mask, u32 value)
{
	u32 now;

	return hart_mmio_load32(address, &now) && (now & mask) == value &&
	       hart_mmio_load32(address, &now) && (now & mask) == value;
}

#endif
