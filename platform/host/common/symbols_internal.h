/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the readers of symbols. */
#ifndef HOST_SYMBOLS_INTERNAL_H
#define HOST_SYMBOLS_INTERNAL_H

#include <string.h>
#include "io.h"
#include "symbols.h"

/** An empty function at the end of the list. */
static inline struct profile_function *symbols_new(struct symbols *symbols)
{
	struct profile_function *symbol;

	symbols->function = grow(symbols->function, symbols->num_functions,
				 sizeof(*symbols->function));
	symbol = &symbols->function[symbols->num_functions++];
	memset(symbol, 0, sizeof(*symbol));
	return symbol;
}

/** Add line tables, and functions too if the symbol table has none. */
void symbols_add_dwarf(struct symbols *symbols, Elf *elf, u64 offset,
		       bool functions);

/** Bring the rows into order and give functions the line they start at. */
void symbols_sort_lines(struct symbols *symbols);

#endif
