/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses in an ELF file: their functions, and lines of sources. */
#ifndef HOST_SYMBOLS_H
#define HOST_SYMBOLS_H

#include <libelf.h>
#include <profile/function.h>

/** One row of a line table: holds up to the next row's address. */
struct line_row {
	u64 address;
	const char *file; /* NULL: no line from here on */
	u32 line;
	u32 order; /* of several for an address the last counts */
};

/** A function that the compiler has made a part of another, in one range. */
struct symbols_inlined {
	u64 start, end;
	const char *name;
	const char *file; /* of the call; NULL: not known */
	u32 line;
	u32 depth;
	size_t around; /* number of the one that this is in, from 1; 0: none */
};

struct symbols {
	struct profile_function *function;
	size_t num_functions;
	struct line_row *row;
	size_t num_rows;
	struct symbols_inlined *inlined;
	size_t num_inlined;
	char **file; /* names that all of these point to */
	size_t num_files;
};

/**
 * Add the functions of an ELF file, from its symbol table, or from DWARF if it
 * has been stripped of that, and its line tables. Files without either add
 * nothing.
 * @param offset	what to add to the addresses of the file
 */
void symbols_add_elf(struct symbols *symbols, Elf *elf, u64 offset);

/**
 * Add a function, named "fn_0x..." after its address, that ends at the next.
 * @param filler	there is no sign of a function but the end of another
 */
void symbols_add(struct symbols *symbols, u64 start, u64 end, bool filler);

/**
 * Add what a list has: lines of a hexadecimal address, one letter and a name, as
 * nm, System.map and /proc/kallsyms have them. Letters other than t, T, w and W
 * are data, and nothing of this. A symbol ends where the next one begins. Exits
 * with a message when the file is none.
 */
void symbols_add_list(struct symbols *symbols, const char *path);

/** Add a function of a name of its own, which is copied. */
void symbols_add_named(struct symbols *symbols, u64 start, u64 end,
		       const char *name);

/**
 * Add what a list of a process' own code has, /tmp/perf-PID.map: lines of two
 * hexadecimal numbers, address and size, and a name. Says so where a line is none,
 * and leaves it out. Exits with a message when the file cannot be read.
 */
void symbols_add_ranges(struct symbols *symbols, const char *path);

/** After the last file was added: makes look-ups possible. */
void symbols_sort(struct symbols *symbols);

/**
 * Make all addresses that no function holds functions named "unknown"; after
 * symbols_sort().
 */
void symbols_fill(struct symbols *symbols);

/** The function that an address is in; NULL if none. */
const struct profile_function *symbols_function(const struct symbols *symbols,
						u64 address);

/** The row of the line table for an address; NULL if there is none. */
const struct line_row *symbols_line(const struct symbols *symbols, u64 address);

/**
 * An address as "main+0x10", or as a number if no function holds it.
 * @return length of the whole text, which may have been cut
 */
int symbols_place(const struct symbols *symbols, u64 address, char *text,
		  size_t size);

/** Where it comes from, as " main.c:7"; an empty text if nobody knows. */
void symbols_source(const struct symbols *symbols, u64 address, char *text,
		    size_t size);

/** The innermost inlined function at an address; NULL: there is none. */
const struct symbols_inlined *symbols_innermost(const struct symbols *symbols,
						u64 address);

/** The inlined function that one is in; NULL: it is in none. */
static inline const struct symbols_inlined *
symbols_around(const struct symbols *symbols, const struct symbols_inlined *in)
{
	return in->around ? &symbols->inlined[in->around - 1] : NULL;
}

/**
 * The functions that the compiler has made a part of the one at an address, from
 * the innermost one out, each with the place of its call: " in min(int, int),
 * main.c:7; clamp(int), main.c:12". An empty text if there are none.
 */
void symbols_inlined(const struct symbols *symbols, u64 address, char *text,
		     size_t size);

void symbols_free(struct symbols *symbols);

#endif
