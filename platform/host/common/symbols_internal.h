/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the readers of symbols. */
#ifndef HOST_SYMBOLS_INTERNAL_H
#define HOST_SYMBOLS_INTERNAL_H

#include <elfutils/libdw.h>
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

/** Add line tables, and functions if the symbol table has none. */
void symbols_add_dwarf(struct symbols *symbols, Elf *elf, u64 offset,
		       bool functions);

/** Limit of nested scopes. */
enum { SYMBOLS_DEPTH = 256 };

/** Add the inlined functions of a unit. */
void symbols_add_inlined(struct symbols *symbols, Dwarf_Die *unit, u64 offset);

/** Prepare them for look-ups. */
void symbols_sort_inlined(struct symbols *symbols);

/** A name in readable form, also of C++; the caller frees it. */
char *symbols_name(const char *name);

/** The name of a function in DWARF, or NULL; the caller frees it. */
char *symbols_die_name(Dwarf_Die *die);

/** @return a copy of the text, kept as long as symbols */
const char *symbols_keep(struct symbols *symbols, const char *text);

/** Sort the rows and give functions the line of their start. */
void symbols_sort_lines(struct symbols *symbols);

#endif
