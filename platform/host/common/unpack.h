/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that gzip or zstd has packed; the reader gets the unpacked bytes. */
#ifndef HOST_UNPACK_H
#define HOST_UNPACK_H

#include "base/types.h"

struct unpack;

/**
 * Start to unpack, if this file is packed.
 * @param name	of the file, for messages; stays in use
 * @param start	its first bytes, size of them; four are enough
 * @return NULL: it is not packed
 */
struct unpack *unpack_begin(const char *name, const u8 *start, size_t size);

/**
 * The next bytes. Exits with a message if packed data are damaged, or end too
 * early.
 * @param read	reads more of the file: at most size bytes to buffer, 0 at its
 *	end
 * @param out	room for size bytes
 * @return number of bytes; 0 at the end
 */
size_t unpack_next(struct unpack *unpack,
		   size_t (*read)(void *user, u8 *buffer, size_t size),
		   void *user, u8 *out, size_t size);

void unpack_end(struct unpack *unpack);

#endif
