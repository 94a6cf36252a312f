/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses in an ELF file: their functions, and lines of sources. */
#ifndef HOST_SYMBOLS_H
#define HOST_SYMBOLS_H

#include <libelf.h>
#include <profile/function.h>

/** One row of a line table: valid up to the next row's address. */
struct line_row {
	u64 address;
	const char *file; /* NULL: no line from here on */
	u32 line;
	u32 order; /* of several rows for an address, the last is used */
};

/** One range of a function that the compiler has made a part of another one. */
struct symbols_inlined {
	u64 start, end;
	const char *name;
	const char *file; /* of the call; NULL: not known */
	u32 line;
	u32 depth;
	size_t around; /* number of the one around this, from 1; 0: none */
};

struct symbols {
	struct profile_function *function;
	size_t num_functions;
	struct line_row *row;
	size_t num_rows;
	struct symbols_inlined *inlined;
	size_t num_inlined;
	char **file; /* names to which all of these point */
	size_t num_files;
};

/**
 * Add the functions of an ELF file, from its symbol table, or from DWARF if it
 * was stripped, and its line tables. Files without both add nothing.
 * @param offset	added to the addresses of the file
 */
void symbols_add_elf(struct symbols *symbols, Elf *elf, u64 offset);

/**
 * Add a function, named "fn_0x..." after its address, that ends at the next
 * one.
 * @param filler	its only sign is the end of another function
 */
void symbols_add(struct symbols *symbols, u64 start, u64 end, bool filler);

/**
 * Add symbols of a list: lines of a hexadecimal address, one letter and a name,
 * in the form of nm, System.map and /proc/kallsyms. Symbols with letters other
 * than t, T, w and W are data, and ignored. A symbol ends where the next one
 * begins. Exits with a message if the file is no such list.
 */
void symbols_add_list(struct symbols *symbols, const char *path);

/** Add a function with a name, which is copied. */
void symbols_add_named(struct symbols *symbols, u64 start, u64 end,
		       const char *name);

/**
 * Add symbols of a list of a process' own code, /tmp/perf-PID.map: lines of two
 * hexadecimal numbers, address and size, and a name. Other lines are reported
 * and ignored. Exits with a message if the file cannot be read.
 */
void symbols_add_ranges(struct symbols *symbols, const char *path);

/** Call this after the last file: it prepares look-ups. */
void symbols_sort(struct symbols *symbols);

/**
 * Cover all addresses without a function by functions named "unknown"; after
 * symbols_sort().
 */
void symbols_fill(struct symbols *symbols);

/** The function at an address; NULL if none. */
const struct profile_function *symbols_function(const struct symbols *symbols,
						u64 address);

/** The row of the line table for an address; NULL if none. */
const struct line_row *symbols_line(const struct symbols *symbols, u64 address);

/**
 * An address as "main+0x10", or as a number if no function holds it.
 * @return length of the whole text, which may have been cut
 */
int symbols_place(const struct symbols *symbols, u64 address, char *text,
		  size_t size);

/** The source line of an address, as " main.c:7"; an empty text if unknown. */
void symbols_source(const struct symbols *symbols, u64 address, char *text,
		    size_t size);

/** The innermost inlined function at an address; NULL: none. */
const struct symbols_inlined *symbols_innermost(const struct symbols *symbols,
						u64 address);

/** The inlined function around an inlined one; NULL: none. */
static inline const struct symbols_inlined *
symbols_around(const struct symbols *symbols, const struct symbols_inlined *in)
{
	return in->around ? &symbols->inlined[in->around - 1] : NULL;
}

/**
 * The inlined functions at an address, from the innermost one out, each with
 * the place of its call: " in min(int, int), main.c:7; clamp(int), main.c:12".
 * An empty text if there are none.
 */
void symbols_inlined(const struct symbols *symbols, u64 address, char *text,
		     size_t size);

void symbols_free(struct symbols *symbols);

#endif
