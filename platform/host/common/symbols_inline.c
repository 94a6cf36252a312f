// SPDX-License-Identifier: BSD-2-Clause
/* Functions that the compiler inlined into others. */
#include <elfutils/libdw.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "symbols_internal.h"

static u32 number(Dwarf_Die *die, unsigned int what)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	if (dwarf_formudata(dwarf_attr(die, what, &attr), &value))
		return 0;
	return (u32)value;
}

/* Add an inlined function, once for each of its ranges. */
static void add_inlined(struct symbols *symbols, Dwarf_Die *die,
			Dwarf_Files *files, u64 offset, u32 depth)
{
	struct symbols_inlined new = { .depth = depth };
	const char *file = NULL;
	Dwarf_Addr base, low, high;
	char *name = symbols_die_name(die);
	ptrdiff_t at = 0;

	if (!name)
		return;
	if (files)
		file = dwarf_filesrc(files, number(die, DW_AT_call_file), NULL,
				     NULL);
	new.name = symbols_keep(symbols, name);
	new.file = file ? symbols_keep(symbols, file) : NULL;
	new.line = number(die, DW_AT_call_line);
	free(name);
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		new.start = low + offset;
		new.end = high + offset;
		symbols->inlined = grow(symbols->inlined, symbols->num_inlined,
					sizeof(new));
		symbols->inlined[symbols->num_inlined++] = new;
	}
}

static void add_children(struct symbols *symbols, Dwarf_Die *parent,
			 Dwarf_Files *files, u64 offset, u32 depth)
{
	Dwarf_Die die;
	int more, tag;

	for (more = dwarf_child(parent, &die); !more;
	     more = dwarf_siblingof(&die, &die)) {
		tag = dwarf_tag(&die);
		if (tag == DW_TAG_inlined_subroutine)
			add_inlined(symbols, &die, files, offset, depth);
		if (depth < SYMBOLS_DEPTH && dwarf_haschildren(&die) > 0)
			add_children(symbols, &die, files, offset, depth + 1);
	}
}

void symbols_add_inlined(struct symbols *symbols, Dwarf_Die *unit, u64 offset)
{
	Dwarf_Files *files;
	size_t count;

	if (dwarf_getsrcfiles(unit, &files, &count))
		files = NULL;
	add_children(symbols, unit, files, offset, 0);
}

static int compare_inlined(const void *a, const void *b)
{
	const struct symbols_inlined *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->depth < y->depth ? -1 : x->depth > y->depth;
}

void symbols_sort_inlined(struct symbols *symbols)
{
	struct symbols_inlined *inlined = symbols->inlined;
	size_t i, around;

	if (symbols->num_inlined)
		qsort(inlined, symbols->num_inlined, sizeof(*inlined),
		      compare_inlined);
	for (i = 0; i < symbols->num_inlined; i++) {
		/* Numbers count from 1: 0 is none */
		for (around = i;
		     around && inlined[around - 1].end <= inlined[i].start;)
			around = inlined[around - 1].around;
		inlined[i].around = around;
	}
}

const struct symbols_inlined *symbols_innermost(const struct symbols *symbols,
						u64 address)
{
	const struct symbols_inlined *inlined = symbols->inlined;
	size_t low = 0, high = symbols->num_inlined, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (inlined[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	while (low && inlined[low - 1].end <= address)
		low = inlined[low - 1].around;
	return low ? &inlined[low - 1] : NULL;
}

void symbols_inlined(const struct symbols *symbols, u64 address, char *text,
		     size_t size)
{
	const struct symbols_inlined *in = symbols_innermost(symbols, address);
	const char *file;
	size_t used = 0;

	text[0] = '\0';
	while (in && used < size) {
		file = in->file ? strrchr(in->file, '/') : NULL;
		file = file ? file + 1 : in->file;
		used += (size_t)snprintf(text + used, size - used,
					 "%s%s, %s:%u", used ? "; " : " in ",
					 in->name, file ? file : "?", in->line);
		in = symbols_around(symbols, in);
	}
}
