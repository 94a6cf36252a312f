// SPDX-License-Identifier: BSD-2-Clause
/* Functions of ELF files, by address. */
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "symbols.h"
#include "symbols_internal.h"

/* True also for labels of assembly code, but not for the assembler's marks for
 * tools. */
static bool is_function(const GElf_Sym *sym, const char *name)
{
	int type = GELF_ST_TYPE(sym->st_info);

	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE)
		return false;
	if (!name || !name[0] || name[0] == '$' || !strncmp(name, ".L", 2))
		return false;
	return type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC;
}

static bool in_text(Elf *elf, size_t section, u64 *end)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_getscn(elf, section);

	if (!scn || !gelf_getshdr(scn, &shdr) ||
	    !(shdr.sh_flags & SHF_EXECINSTR))
		return false;
	*end = shdr.sh_addr + shdr.sh_size;
	return true;
}

static void add_symbol(struct symbols *symbols, Elf *elf, const GElf_Sym *sym,
		       const char *name, u64 offset)
{
	struct profile_function *symbol;
	u64 end;

	if (!is_function(sym, name) || !in_text(elf, sym->st_shndx, &end))
		return;
	symbol = symbols_new(symbols);
	symbol->start = sym->st_value + offset;
	symbol->sized = sym->st_size != 0;
	/* Without a size it ends where the next one starts, see the sort */
	symbol->end = symbol->sized ? symbol->start + sym->st_size :
				      end + offset;
	symbol->name = symbols_name(name);
}

static void add_table(struct symbols *symbols, Elf *elf, Elf_Scn *scn,
		      u64 offset)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Shdr shdr;
	GElf_Sym sym;
	int i;

	if (!data || !gelf_getshdr(scn, &shdr))
		return;
	for (i = 0; gelf_getsym(data, i, &sym); i++)
		add_symbol(symbols, elf, &sym,
			   elf_strptr(elf, shdr.sh_link, sym.st_name), offset);
}

void symbols_add_elf(struct symbols *symbols, Elf *elf, u64 offset)
{
	size_t before = symbols->num_functions;
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;

	while ((scn = elf_nextscn(elf, scn))) {
		if (gelf_getshdr(scn, &shdr) && shdr.sh_type == SHT_SYMTAB)
			add_table(symbols, elf, scn, offset);
	}
	symbols_add_dwarf(symbols, elf, offset,
			  symbols->num_functions == before);
}

void symbols_add(struct symbols *symbols, u64 start, u64 end, bool filler)
{
	struct profile_function *symbol = symbols_new(symbols);

	symbol->start = start;
	symbol->end = end;
	symbol->filler = filler;
	if (asprintf(&symbol->name, "fn_%#llx", (unsigned long long)start) < 0)
		die("out of memory");
}

static int compare_functions(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	/* Of several names for one address, a function with a size is best */
	if (x->sized != y->sized)
		return x->sized ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* True for another name of the last function, or a label inside it */
static bool is_part(const struct profile_function *last,
		    const struct profile_function *symbol)
{
	return last->start == symbol->start ||
	       (last->sized && !symbol->sized && symbol->start < last->end);
}

/* One name for each address, and no function reaches into the next. */
static void settle_functions(struct symbols *symbols)
{
	struct profile_function *symbol = symbols->function;
	size_t i, kept = 0;

	for (i = 0; i < symbols->num_functions; i++) {
		if (kept && is_part(&symbol[kept - 1], &symbol[i])) {
			free(symbol[i].name);
			continue;
		}
		if (kept && symbol[kept - 1].end > symbol[i].start)
			symbol[kept - 1].end = symbol[i].start;
		symbol[kept++] = symbol[i];
	}
	symbols->num_functions = kept;
}

void symbols_sort(struct symbols *symbols)
{
	if (symbols->num_functions)
		qsort(symbols->function, symbols->num_functions,
		      sizeof(*symbols->function), compare_functions);
	settle_functions(symbols);
	symbols_sort_lines(symbols);
	symbols_sort_inlined(symbols);
}

static void fill(struct symbols *symbols, u64 start, u64 end)
{
	struct profile_function *symbol;

	if (start >= end)
		return;
	symbol = symbols_new(symbols);
	symbol->start = start;
	symbol->end = end;
	symbol->filler = true;
	symbol->unknown = true;
	symbol->name = strdup("unknown");
}

void symbols_fill(struct symbols *symbols)
{
	size_t i, n = symbols->num_functions;
	u64 end = 0;

	for (i = 0; i < n; i++) {
		fill(symbols, end, symbols->function[i].start);
		end = symbols->function[i].end;
	}
	fill(symbols, end, UINT64_MAX);
	symbols_sort(symbols);
}

const struct profile_function *symbols_function(const struct symbols *symbols,
						u64 address)
{
	struct profile_functions functions = { symbols->function,
					       symbols->num_functions };

	return profile_function_find(&functions, address);
}

int symbols_place(const struct symbols *symbols, u64 address, char *text,
		  size_t size)
{
	const struct profile_function *symbol =
		symbols_function(symbols, address);

	if (!symbol || symbol->unknown)
		return snprintf(text, size, "%#" PRIx64, address);
	if (symbol->start == address)
		return snprintf(text, size, "%s", symbol->name);
	return snprintf(text, size, "%s+%#" PRIx64, symbol->name,
			address - symbol->start);
}

/* The name without folders: the line is long enough. */
static const char *base_name(const char *file)
{
	const char *base = file;

	for (; *file; file++) {
		if (*file == '/' || *file == '\\')
			base = file + 1;
	}
	return base;
}

void symbols_source(const struct symbols *symbols, u64 address, char *text,
		    size_t size)
{
	const struct line_row *row = symbols_line(symbols, address);

	text[0] = '\0';
	if (row)
		snprintf(text, size, " %s:%u", base_name(row->file), row->line);
}

void symbols_free(struct symbols *symbols)
{
	size_t i;

	for (i = 0; i < symbols->num_functions; i++)
		free(symbols->function[i].name);
	for (i = 0; i < symbols->num_files; i++)
		free(symbols->file[i]);
	free(symbols->function);
	free(symbols->row);
	free(symbols->inlined);
	free(symbols->file);
	memset(symbols, 0, sizeof(*symbols));
}
