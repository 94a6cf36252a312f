// SPDX-License-Identifier: BSD-2-Clause
/* Symbols from lists, which the Linux kernel has of itself. */
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "symbols_internal.h"

/* "ffffffff80001000 T name"; more text follows for a symbol of a module. */
static bool add_line(struct symbols *symbols, char *line)
{
	struct profile_function *symbol;
	char *kind, *name;
	u64 address;

	address = strtoull(line, &kind, 16);
	if (kind == line || kind[0] != ' ' || !kind[1] || kind[2] != ' ')
		return false;
	name = kind + 3;
	name[strcspn(name, " \t")] = '\0';
	if (!strchr("tTwW", kind[1]) || !*name || *name == '$' ||
	    !strncmp(name, ".L", 2))
		return true;
	symbol = symbols_new(symbols);
	symbol->start = address;
	symbol->end = UINT64_MAX;
	symbol->name = symbols_name(name);
	return true;
}

void symbols_add_list(struct symbols *symbols, const char *path)
{
	struct lines lines;
	char *line;

	lines_open(&lines, path);
	while ((line = lines_next(&lines)))
		if (*line && !add_line(symbols, line))
			die("'%s', line %llu: this is no symbol, as in "
			    "\"ffffffff80000000 T _start\"",
			    path, (unsigned long long)lines.number);
	lines_close(&lines);
}

void symbols_add_named(struct symbols *symbols, u64 start, u64 end,
		       const char *name)
{
	struct profile_function *symbol = symbols_new(symbols);

	symbol->start = start;
	symbol->end = end;
	symbol->sized = true;
	symbol->name = symbols_name(name);
}

static bool add_range(struct symbols *symbols, const char *line)
{
	char *after, *name;
	u64 address, size;

	address = strtoull(line, &after, 16);
	if (after == line || *after != ' ')
		return false;
	size = strtoull(after, &name, 16);
	if (name == after || name[0] != ' ' || !name[1] || !size ||
	    address + size < address)
		return false;
	symbols_add_named(symbols, address, address + size, name + 1);
	return true;
}

void symbols_add_ranges(struct symbols *symbols, const char *path)
{
	bool told = false;
	struct lines lines;
	char *line;

	lines_open(&lines, path);
	while ((line = lines_next(&lines))) {
		if (add_range(symbols, line) || told)
			continue;
		complain("'%s', line %llu: this is no range with a name, as in "
			 "\"3f80001000 40 loop\"; it and others like it are "
			 "left out",
			 path, (unsigned long long)lines.number);
		told = true;
	}
	lines_close(&lines);
}
