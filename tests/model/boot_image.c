// SPDX-License-Identifier: BSD-2-Clause
/* Images of memory, from files. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boot.h"

static u8 *read_file(const char *path, size_t *bytes)
{
	FILE *file = fopen(path, "rb");
	u8 *content = NULL;
	long size = -1;

	if (file && !fseek(file, 0, SEEK_END))
		size = ftell(file);
	if (size < 0)
		boot_die("cannot read %s", path);
	rewind(file);
	*bytes = (size_t)size;
	content = malloc(*bytes + 1);
	if (!content || fread(content, 1, *bytes, file) != *bytes)
		boot_die("cannot read %s", path);
	fclose(file);
	return content;
}

u64 boot_load(const struct machine *m, const char *path, u64 paddr)
{
	size_t bytes;
	u8 *content = read_file(path, &bytes), *to;

	to = machine_ram(m, paddr, bytes);
	if (!to)
		boot_die("%s does not fit into RAM", path);
	memcpy(to, content, bytes);
	free(content);
	return bytes;
}

struct segment {
	u64 offset, paddr, bytes, room;
};

static void load_segment(const struct machine *m, const char *path,
			 const u8 *content, size_t bytes,
			 const struct segment *s)
{
	u8 *to = machine_ram(m, s->paddr, s->room);

	if (!to || s->offset > bytes || s->bytes > bytes - s->offset ||
	    s->bytes > s->room)
		boot_die("%s does not fit into RAM", path);
	memset(to, 0, s->room);
	memcpy(to, content + s->offset, s->bytes);
}

#define LOAD(class)                                                            \
	static u64 load_elf##class(const struct machine *m, const char *path,  \
				   const u8 *content, size_t bytes)            \
	{                                                                      \
		Elf##class##_Ehdr head;                                        \
		Elf##class##_Phdr p;                                           \
		u64 at, i;                                                     \
                                                                               \
		memcpy(&head, content, sizeof(head));                          \
		for (i = 0; i < head.e_phnum; i++) {                           \
			at = head.e_phoff + i * sizeof(p);                     \
			if (at + sizeof(p) > bytes)                            \
				boot_die("%s is cut off", path);               \
			memcpy(&p, content + at, sizeof(p));                   \
			if (p.p_type == PT_LOAD && p.p_memsz)                  \
				load_segment(m, path, content, bytes,          \
					     &(struct segment){                \
						     p.p_offset, p.p_paddr,    \
						     p.p_filesz, p.p_memsz }); \
		}                                                              \
		return head.e_entry;                                           \
	}

LOAD(32)
LOAD(64)

u64 boot_load_elf(const struct machine *m, const char *path)
{
	size_t bytes;
	u8 *content = read_file(path, &bytes);
	u64 entry;

	if (bytes < sizeof(Elf64_Ehdr) || memcmp(content, ELFMAG, SELFMAG))
		boot_die("%s is no ELF file", path);
	if (content[EI_CLASS] == ELFCLASS32)
		entry = load_elf32(m, path, content, bytes);
	else
		entry = load_elf64(m, path, content, bytes);
	free(content);
	return entry;
}
