// SPDX-License-Identifier: BSD-2-Clause
/* Line tables and functions from DWARF, through libdw of elfutils. */
#include <elfutils/libdw.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "symbols_internal.h"

/* Argument of add_function(), passed on by dwarf_getfuncs(). */
struct context {
	struct symbols *symbols;
	u64 offset;
};

static void add_row(struct symbols *symbols, Dwarf_Line *line, u64 offset)
{
	const char *file = dwarf_linesrc(line, NULL, NULL);
	struct line_row row = { 0 };
	Dwarf_Addr address;
	bool end = false;
	int number = 0;

	if (dwarf_lineaddr(line, &address) || dwarf_lineno(line, &number) ||
	    dwarf_lineendsequence(line, &end))
		return;
	row.address = address + offset;
	row.order = symbols->num_rows;
	if (!end && file && number > 0) {
		row.file = symbols_keep(symbols, file);
		row.line = number;
	}
	symbols->row = grow(symbols->row, symbols->num_rows, sizeof(row));
	symbols->row[symbols->num_rows++] = row;
}

static int add_function(Dwarf_Die *die, void *argument)
{
	struct context *context = argument;
	struct profile_function *symbol;
	Dwarf_Addr low, high;
	char *name;

	if (dwarf_lowpc(die, &low) || dwarf_highpc(die, &high))
		return DWARF_CB_OK;
	name = symbols_die_name(die);
	if (!name)
		return DWARF_CB_OK;
	symbol = symbols_new(context->symbols);
	symbol->start = low + context->offset;
	symbol->end = high + context->offset;
	symbol->sized = true;
	symbol->name = name;
	return DWARF_CB_OK;
}

static void add_unit(struct symbols *symbols, Dwarf_Die *unit, u64 offset,
		     bool functions)
{
	struct context context = { symbols, offset };
	Dwarf_Lines *lines;
	size_t count, i;

	if (functions)
		dwarf_getfuncs(unit, add_function, &context, 0);
	symbols_add_inlined(symbols, unit, offset);
	if (dwarf_getsrclines(unit, &lines, &count))
		return;
	for (i = 0; i < count; i++)
		add_row(symbols, dwarf_onesrcline(lines, i), offset);
}

void symbols_add_dwarf(struct symbols *symbols, Elf *elf, u64 offset,
		       bool functions)
{
	Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	Dwarf_Off at = 0, next;
	size_t header;
	Dwarf_Die unit;

	if (!dwarf)
		return;
	while (!dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL)) {
		if (dwarf_offdie(dwarf, at + header, &unit))
			add_unit(symbols, &unit, offset, functions);
		at = next;
	}
	dwarf_end(dwarf);
}

static int compare_rows(const void *a, const void *b)
{
	const struct line_row *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	/* The end of one sequence comes before the start of the next */
	if (!x->file != !y->file)
		return x->file ? 1 : -1;
	return x->order < y->order ? -1 : 1;
}

void symbols_sort_lines(struct symbols *symbols)
{
	const struct line_row *row;
	size_t i;

	if (symbols->num_rows)
		qsort(symbols->row, symbols->num_rows, sizeof(*symbols->row),
		      compare_rows);
	for (i = 0; i < symbols->num_functions; i++) {
		row = symbols_line(symbols, symbols->function[i].start);
		if (!row)
			continue;
		symbols->function[i].file = row->file;
		symbols->function[i].line = row->line;
	}
}

const struct line_row *symbols_line(const struct symbols *symbols, u64 address)
{
	size_t low = 0, high = symbols->num_rows, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (symbols->row[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || !symbols->row[low - 1].file)
		return NULL;
	return &symbols->row[low - 1];
}
