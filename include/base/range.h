/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranges of addresses, of which one may end with the address space or claim more
 * than there is. Sizes are in bytes; a range without bytes has nothing. */
#ifndef BASE_RANGE_H
#define BASE_RANGE_H

#include <base/types.h>

/** Last address of a range; of one that claims more than there is, the last of
 * all. @param size not 0 */
static inline u64 range_last(u64 base, u64 size)
{
	return size - 1 > ~base ? ~0ull : base + (size - 1);
}

/** True if two ranges have an address in common. */
static inline bool range_meets(u64 a, u64 a_size, u64 b, u64 b_size)
{
	return a_size && b_size && a <= range_last(b, b_size) &&
	       b <= range_last(a, a_size);
}

/** True if a range has all addresses of a part. */
static inline bool range_has(u64 base, u64 size, u64 part, u64 part_size)
{
	return size && part_size && part >= base &&
	       range_last(part, part_size) <= range_last(base, size);
}

#endif
