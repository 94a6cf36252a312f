// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names of functions and files: also of C++, kept as long as they are needed.
 */
#include <elfutils/libdw.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "symbols_internal.h"

/* A function of libstdc++; its header is for C++ only. */
extern char *demangle(const char *name, char *buffer, size_t *size,
		      int *status) __asm__("__cxa_demangle");

static char *copy_text(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		die("out of memory");
	return copy;
}

char *symbols_name(const char *name)
{
	char *plain = NULL;
	int status;

	if (!strncmp(name, "_Z", 2))
		plain = demangle(name, NULL, NULL, &status);
	return plain ? plain : copy_text(name);
}

char *symbols_die_name(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_formstring(
		dwarf_attr_integrate(die, DW_AT_linkage_name, &attr));

	if (!name)
		name = dwarf_diename(die);
	return name ? symbols_name(name) : NULL;
}

/* The Dwarf owns the names and is freed; neighbours mostly have the same
 * name. */
const char *symbols_keep(struct symbols *symbols, const char *text)
{
	size_t n = symbols->num_files, i;

	for (i = n; i && i + 64 > n; i--) {
		if (!strcmp(symbols->file[i - 1], text))
			return symbols->file[i - 1];
	}
	symbols->file = grow(symbols->file, n, sizeof(*symbols->file));
	symbols->file[n] = copy_text(text);
	symbols->num_files++;
	return symbols->file[n];
}
