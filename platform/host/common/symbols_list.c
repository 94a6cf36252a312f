// SPDX-License-Identifier: BSD-2-Clause
/* Symbols from lists, which the Linux kernel has of itself. */
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "symbols_internal.h"

/* "ffffffff80001000 T name", with more behind it where a module has it. */
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
