/* SPDX-License-Identifier: BSD-2-Clause */
/* A damage that moves bytes. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <string.h>

#include <base/types.h>

/**
 * Remove bytes, or insert others of the same stream.
 * @param most     most bytes to remove, or to insert
 * @param growth   most bytes to insert, too
 * @param any      returns a random number below its argument
 * @return the new length
 */
static inline size_t damage_splice(u8 *bytes, size_t len, size_t most,
				   size_t growth, size_t (*any)(size_t limit))
{
	size_t at = any(len), num = 1 + any(most), from = any(len);

	if (at + num > len)
		num = len - at;
	if (any(2)) {
		memmove(bytes + at, bytes + at + num, len - at - num);
		return len - num;
	}
	if (num > growth)
		num = growth;
	memmove(bytes + at + num, bytes + at, len - at);
	if (from + num <= at)
		memcpy(bytes + at, bytes + from, num);
	return len + num;
}

#endif
