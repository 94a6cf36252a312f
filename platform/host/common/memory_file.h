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
 * Read a file; exits with a message if it cannot be used. Its first bytes tell
 * an ELF file, whose bytes go to their physical addresses. "@" is the start of
 * Verilog's hexadecimal form: words as $readmemh() takes them, but with
 * addresses of bytes after "@". Such words are little endian; words at the
 * highest addresses, which tools add to fix the size of the memory, are
 * ignored.
 * @param at	address of raw bytes; NULL: the file is not raw
 * @param symbols	gets the functions and lines of an ELF file
 * @return XLEN of an ELF file, 0 of others
 */
unsigned int memory_file_read(const char *path, const u64 *at,
			      struct symbols *symbols, memory_file_put *put,
			      void *user);

#endif
