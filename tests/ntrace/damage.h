/* SPDX-License-Identifier: BSD-2-Clause */
/* A damage that moves bytes. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <string.h>

#include <base/types.h>

/**
 * Take bytes out, or put others of the same stream there.
 * @param most	so many bytes at most
 * @param growth	so many at most when the stream grows
 * @param any	a random number below its argument
 * @return how long the stream is then
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
