/* SPDX-License-Identifier: BSD-2-Clause */
/* Files with contents of memory: ELF, raw bytes, Verilog's hexadecimal. */
#ifndef HOST_MEMORY_FILE_H
#define HOST_MEMORY_FILE_H

#include "base/types.h"

struct symbols;

/** Takes bytes for consecutive addresses. */
typedef void memory_file_put(void *user, u64 address, const u8 *bytes,
			     u64 size);

/**
 * Read a file; exits with a message if it cannot be used. An ELF file is one
 * that starts like one, whose bytes go to their physical addresses, Verilog's hexadecimal (words as $readmemh() takes them,
 * addresses behind "@" being those of bytes) one that starts with "@". Words of
 * the latter are little endian; those at the highest addresses, which tools
 * add to fix the size of the memory, are left out.
 * @param at	where raw bytes are; NULL: the file is not raw
 * @param symbols	gets the functions and lines of an ELF file
 * @return XLEN of an ELF file, 0 of others
 */
unsigned int memory_file_read(const char *path, const u64 *at,
			      struct symbols *symbols, memory_file_put *put,
			      void *user);

#endif
