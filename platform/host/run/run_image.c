// SPDX-License-Identifier: BSD-2-Clause
/* A program from an ELF file, by physical addresses. */
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>
#include "files.h"
#include "run.h"

/* The words around the EBREAK of a semihosting call */
#define CALL_BEGIN 0x01f01013u
#define CALL_BREAK 0x00100073u
#define CALL_END 0x40705013u

static Elf *open_elf(const char *path, int *fd, GElf_Ehdr *head)
{
	Elf *elf;

	*fd = open(path, O_RDONLY);
	if (*fd < 0)
		die("cannot read '%s'", path);
	files_input(path, *fd);
	elf_version(EV_CURRENT);
	elf = elf_begin(*fd, ELF_C_READ, NULL);
	if (!elf || !gelf_getehdr(elf, head) || head->e_machine != EM_RISCV ||
	    head->e_type != ET_EXEC)
		die("'%s' is no executable for RISC-V at fixed addresses",
		    path);
	return elf;
}

static void close_elf(Elf *elf, int fd)
{
	elf_end(elf);
	close(fd);
}

unsigned int run_image_xlen(const char *path)
{
	GElf_Ehdr head;
	int fd;
	Elf *elf = open_elf(path, &fd, &head);

	close_elf(elf, fd);
	return head.e_ident[EI_CLASS] == ELFCLASS32 ? 32 : 64;
}

/* --- segments -------------------------------------------------------------- */

static bool has_calls(const u8 *bytes, u64 size)
{
	static const u32 call[] = { CALL_BEGIN, CALL_BREAK, CALL_END };
	u64 at;

	for (at = 0; at + sizeof(call) <= size; at += 2) {
		if (!memcmp(bytes + at, call, sizeof(call)))
			return true;
	}
	return false;
}

static void load_segment(struct run_image *image, const char *path, Elf *elf,
			 const GElf_Phdr *p, const struct machine *machine)
{
	u8 *to = machine_ram(machine, p->p_paddr, p->p_memsz);
	size_t size;
	const char *file = elf_rawfile(elf, &size);

	if (!to)
		die("'%s': %#llx to %#llx is no RAM; see --ram", path,
		    (unsigned long long)p->p_paddr,
		    (unsigned long long)(p->p_paddr + p->p_memsz - 1));
	if (!file || p->p_offset > size || p->p_filesz > size - p->p_offset ||
	    p->p_filesz > p->p_memsz)
		die("'%s' is cut off", path);
	memcpy(to, file + p->p_offset, p->p_filesz);
	image->has_calls |= has_calls(to, p->p_filesz);
}

static void load_segments(struct run_image *image, const char *path, Elf *elf,
			  const struct machine *machine)
{
	size_t num, i;
	GElf_Phdr p;

	if (elf_getphdrnum(elf, &num))
		die("'%s': its program headers cannot be read", path);
	for (i = 0; i < num; i++) {
		if (!gelf_getphdr(elf, (int)i, &p))
			die("'%s': its program headers cannot be read", path);
		if (p.p_type == PT_LOAD && p.p_memsz)
			load_segment(image, path, elf, &p, machine);
	}
}

/* --- symbols --------------------------------------------------------------- */

static void take_symbol(struct run_image *image, const char *name, u64 value)
{
	if (!strcmp(name, "tohost"))
		image->tohost = value;
	else if (!strcmp(name, "fromhost"))
		image->fromhost = value;
	else if (!strcmp(name, "begin_signature"))
		image->begin_signature = value;
	else if (!strcmp(name, "end_signature"))
		image->end_signature = value;
}

static void take_table(struct run_image *image, Elf *elf, Elf_Scn *section,
		       const GElf_Shdr *head)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t num, i;
	const char *name;
	GElf_Sym symbol;

	if (!data || !head->sh_entsize)
		return;
	num = head->sh_size / head->sh_entsize;
	for (i = 0; i < num; i++) {
		if (!gelf_getsym(data, (int)i, &symbol))
			return;
		name = elf_strptr(elf, head->sh_link, symbol.st_name);
		if (name && symbol.st_shndx != SHN_UNDEF)
			take_symbol(image, name, symbol.st_value);
	}
}

void run_image_load(struct run_image *image, const char *path,
		    const struct machine *machine)
{
	Elf_Scn *section = NULL;
	GElf_Shdr table;
	GElf_Ehdr head;
	int fd;
	Elf *elf = open_elf(path, &fd, &head);

	memset(image, 0, sizeof(*image));
	image->xlen = head.e_ident[EI_CLASS] == ELFCLASS32 ? 32 : 64;
	image->entry = head.e_entry;
	load_segments(image, path, elf, machine);
	while ((section = elf_nextscn(elf, section))) {
		if (gelf_getshdr(section, &table) &&
		    table.sh_type == SHT_SYMTAB)
			take_table(image, elf, section, &table);
	}
	close_elf(elf, fd);
}

/* --- signatures ------------------------------------------------------------ */

void run_signature(const struct run_image *image, const struct machine *machine,
		   const char *path, unsigned int bytes)
{
	u64 size = image->end_signature - image->begin_signature, at;
	const u8 *ram;
	struct output out;
	unsigned int i;

	if (!image->begin_signature ||
	    image->end_signature < image->begin_signature)
		die("--signature: the program has no begin_signature and "
		    "end_signature");
	/* the last word is complete */
	size = (size + bytes - 1) / bytes * bytes;
	ram = machine_ram(machine, image->begin_signature, size);
	if (!ram && size)
		die("--signature: begin_signature is not in RAM");
	output_open(&out, path, NULL);
	for (at = 0; at < size; at += bytes) {
		for (i = bytes; i--;)
			output_format(&out, "%02x", ram[at + i]);
		output_char(&out, '\n');
	}
	output_close(&out);
}
