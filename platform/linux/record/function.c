// SPDX-License-Identifier: BSD-2-Clause
/* Functions of a program or library, for probes: their places in its file. */
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record.h"

struct elf {
	const uint8_t *data;
	size_t size;
};

/* @return num elements of this size at an offset; NULL: the file is shorter, or
 * the table is misaligned */
static const void *part(const struct elf *elf, uint64_t at, uint64_t num,
			uint64_t size)
{
	if (at > elf->size || num > (elf->size - at) / size ||
	    (size > 1 && at % sizeof(uint64_t)))
		return NULL;
	return elf->data + at;
}

static bool to_offset(const struct elf *elf, const Elf64_Ehdr *header,
		      uint64_t address, uint64_t *offset)
{
	const Elf64_Phdr *load =
		part(elf, header->e_phoff, header->e_phnum, sizeof(*load));
	size_t i;

	for (i = 0; load && i < header->e_phnum; i++, load++) {
		if (load->p_type != PT_LOAD ||
		    address - load->p_vaddr >= load->p_filesz)
			continue;
		*offset = address - load->p_vaddr + load->p_offset;
		return true;
	}
	return false;
}

static bool is_named(const struct elf *elf, const Elf64_Shdr *strings,
		     const Elf64_Sym *symbol, const char *name)
{
	size_t length = strlen(name) + 1;
	const char *text;

	if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || !symbol->st_value ||
	    symbol->st_name >= strings->sh_size)
		return false;
	text = part(elf, strings->sh_offset + symbol->st_name, length, 1);
	return text && !memcmp(text, name, length);
}

static bool find_in(const struct elf *elf, const Elf64_Ehdr *header,
		    const Elf64_Shdr *sections, const Elf64_Shdr *table,
		    const char *name, uint64_t *offset)
{
	size_t i, num = table->sh_size / sizeof(Elf64_Sym);
	const Elf64_Sym *symbol =
		part(elf, table->sh_offset, num, sizeof(*symbol));

	if (table->sh_link >= header->e_shnum)
		return false;
	for (i = 0; symbol && i < num; i++, symbol++)
		if (is_named(elf, &sections[table->sh_link], symbol, name))
			return to_offset(elf, header, symbol->st_value, offset);
	return false;
}

static bool find(const struct elf *elf, const char *name, uint64_t *offset)
{
	const Elf64_Ehdr *header = part(elf, 0, 1, sizeof(*header));
	const Elf64_Shdr *section;
	size_t i;

	if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_ident[EI_CLASS] != ELFCLASS64)
		return false;
	section = part(elf, header->e_shoff, header->e_shnum, sizeof(*section));
	for (i = 0; section && i < header->e_shnum; i++)
		if ((section[i].sh_type == SHT_SYMTAB ||
		     section[i].sh_type == SHT_DYNSYM) &&
		    find_in(elf, header, section, &section[i], name, offset))
			return true;
	return false;
}

bool function_offset(const char *path, const char *name, uint64_t *offset)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct elf elf = { 0 };
	struct stat about;
	bool found;

	if (file < 0 || fstat(file, &about))
		die_errno(path);
	elf.size = (size_t)about.st_size;
	elf.data = elf.size ? mmap(NULL, elf.size, PROT_READ, MAP_PRIVATE, file,
				   0) :
			      NULL;
	close(file);
	if (elf.data == MAP_FAILED)
		die_errno(path);
	found = elf.data && find(&elf, name, offset);
	if (elf.data)
		munmap((void *)elf.data, elf.size);
	return found;
}
