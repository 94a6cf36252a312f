/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by symbols.c and symbols_dwarf.c. */
#ifndef HOST_SYMBOLS_INTERNAL_H
#define HOST_SYMBOLS_INTERNAL_H

#include "symbols.h"

/** An empty function at the end of the list. */
struct profile_function *symbols_new(struct symbols *symbols);

/** Add line tables, and functions too if the symbol table has none. */
void symbols_add_dwarf(struct symbols *symbols, Elf *elf, u64 offset,
		       bool functions);

/** Bring the rows into order and give functions the line they start at. */
void symbols_sort_lines(struct symbols *symbols);

#endif
