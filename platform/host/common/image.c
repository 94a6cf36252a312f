// SPDX-License-Identifier: BSD-2-Clause
/* Program files: their contents in memory. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "files.h"
#include "image.h"
#include "io.h"

#ifndef SHT_RISCV_ATTRIBUTES
#define SHT_RISCV_ATTRIBUTES 0x70000003
#endif

enum image_kind image_guess(const char *path, unsigned int *xlen)
{
	enum image_kind kind = IMAGE_RAW;
	struct input in;
	const u8 *data;
	size_t size;

	input_open(&in, path);
	if (in.fd == STDIN_FILENO)
		die("a program cannot come from standard input");
	*xlen = 0;
	size = input_read(&in, &data);
	if (size > EI_CLASS && !memcmp(data, ELFMAG, SELFMAG)) {
		kind = IMAGE_ELF;
		*xlen = data[EI_CLASS] == ELFCLASS32 ? 32 : 64;
	}
	while (size && isspace(*data)) {
		data++;
		size--;
	}
	if (kind == IMAGE_RAW && size > 2 &&
	    (data[0] == '.' || (data[0] == '0' && data[1] == 'x')))
		kind = IMAGE_TEXT;
	input_close(&in);
	return kind;
}

static struct image_segment *new_segment(struct image *image, u64 address,
					 u64 size)
{
	struct image_segment *segment;

	image->segment = grow(image->segment, image->num_segments,
			      sizeof(*image->segment));
	segment = &image->segment[image->num_segments++];
	segment->address = address;
	segment->size = size;
	segment->bytes = must_alloc(size);
	segment->executable = true;
	return segment;
}

/* Copy bytes of the file to their place in memory. */
static void read_part(struct image *image, Elf *elf, u64 address, u64 at,
		      u64 size, bool executable)
{
	struct image_segment *segment;
	size_t file_size;
	const char *file = elf_rawfile(elf, &file_size);

	if (!file)
		die("cannot read '%s': %s", image->path, elf_errmsg(-1));
	if (at > file_size || size > file_size - at)
		die("'%s' is cut short: %llu bytes at byte %llu are missing",
		    image->path, (unsigned long long)size,
		    (unsigned long long)at);
	segment = new_segment(image, address, size);
	segment->executable = executable;
	memcpy(segment->bytes, file + at, size);
}

/* Sections tell code best; segments also have headers and data. */
static bool read_code(struct image *image, Elf *elf, u64 offset)
{
	Elf_Scn *scn = NULL;
	bool found = false;
	GElf_Shdr shdr;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || !shdr.sh_size ||
		    shdr.sh_type != SHT_PROGBITS ||
		    !(shdr.sh_flags & SHF_EXECINSTR))
			continue;
		read_part(image, elf, shdr.sh_addr + offset, shdr.sh_offset,
			  shdr.sh_size, true);
		found = true;
	}
	return found;
}

/* The part of a segment after its bytes in the file, in memory only */
static void add_zeros(struct image *image, const GElf_Phdr *phdr, u64 offset)
{
	if (phdr->p_type != PT_LOAD || phdr->p_memsz <= phdr->p_filesz)
		return;
	image->zeros =
		grow(image->zeros, image->num_zeros, sizeof(*image->zeros));
	image->zeros[image->num_zeros++] = (struct image_zeros){
		phdr->p_vaddr + offset + phdr->p_filesz,
		phdr->p_memsz - phdr->p_filesz,
	};
}

static void add_load(struct image *image, const GElf_Phdr *phdr, u64 offset)
{
	image->load = grow(image->load, image->num_loads, sizeof(*image->load));
	image->load[image->num_loads++] = (struct image_load){
		phdr->p_vaddr + offset,
		phdr->p_memsz,
		phdr->p_paddr + offset,
	};
}

/* Linkers without physical addresses set them all to 0. */
u64 image_physical(const struct image *image, u64 address)
{
	const struct image_load *found = NULL;
	bool has_any = false;
	size_t i;

	for (i = 0; i < image->num_loads; i++) {
		const struct image_load *load = &image->load[i];

		has_any |= load->physical != 0;
		if (address - load->address < load->size)
			found = load;
	}
	return found && has_any ? address - found->address + found->physical :
				  address;
}

static void read_segments(struct image *image, Elf *elf, u64 offset)
{
	bool has_code = read_code(image, elf, offset);
	size_t count, i;
	GElf_Phdr phdr;

	if (elf_getphdrnum(elf, &count))
		die("cannot read '%s': %s", image->path, elf_errmsg(-1));
	for (i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, &phdr))
			continue;
		add_zeros(image, &phdr, offset);
		if (phdr.p_type == PT_LOAD && phdr.p_memsz)
			add_load(image, &phdr, offset);
		if (phdr.p_type == PT_LOAD && phdr.p_filesz)
			read_part(image, elf, phdr.p_vaddr + offset,
				  phdr.p_offset, phdr.p_filesz,
				  !has_code && phdr.p_flags & PF_X);
	}
}

/* The architecture string names the extensions that share encodings. */
static void read_attributes(struct image *image, Elf_Scn *scn)
{
	Elf_Data *data = elf_rawdata(scn, NULL);

	if (!data || !data->d_buf)
		return;
	image->zcmp |= memmem(data->d_buf, data->d_size, "_zcmp", 5) != NULL;
	image->zcmt |= memmem(data->d_buf, data->d_size, "_zcmt", 5) != NULL;
}

static void find_jvt(struct image *image, Elf *elf, Elf_Scn *scn,
		     const GElf_Shdr *shdr, u64 offset)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	const char *name;
	GElf_Sym sym;
	int i;

	for (i = 0; data && gelf_getsym(data, i, &sym); i++) {
		name = elf_strptr(elf, shdr->sh_link, sym.st_name);
		if (!name || strcmp(name, "__jvt_base$") != 0)
			continue;
		image->has_jvt = true;
		image->jvt = sym.st_value + offset;
	}
}

static void read_sections(struct image *image, Elf *elf, u64 offset)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &shdr))
			continue;
		if (shdr.sh_type == SHT_RISCV_ATTRIBUTES)
			read_attributes(image, scn);
		else if (shdr.sh_type == SHT_SYMTAB)
			find_jvt(image, elf, scn, &shdr, offset);
	}
}

static void check_header(const struct image *image, Elf *elf)
{
	GElf_Ehdr ehdr;

	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &ehdr))
		die("cannot read '%s': %s", image->path, elf_errmsg(-1));
	if (ehdr.e_machine != EM_RISCV)
		die("'%s' is not for RISC-V", image->path);
	if (ehdr.e_type == ET_REL)
		die("'%s' is not linked; name the file it was linked into",
		    image->path);
}

void image_read_elf(struct image *image, const char *path, u64 offset,
		    struct symbols *symbols)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf;

	memset(image, 0, sizeof(*image));
	image->path = path;
	if (fd < 0)
		die("cannot open '%s': %s", path, strerror(errno));
	files_input(path, fd);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf)
		die("cannot read '%s': %s", path, elf_errmsg(-1));
	check_header(image, elf);
	image->xlen = gelf_getclass(elf) == ELFCLASS32 ? 32 : 64;
	read_segments(image, elf, offset);
	read_sections(image, elf, offset);
	if (symbols)
		symbols_add_elf(symbols, elf, offset);
	elf_end(elf);
	close(fd);
}

void image_read_raw(struct image *image, const char *path, u64 address)
{
	u8 *bytes = NULL;
	size_t size = 0, got;
	struct input in;
	const u8 *data;

	memset(image, 0, sizeof(*image));
	image->path = path;
	input_open(&in, path);
	while ((got = input_read(&in, &data))) {
		if (got > IMAGE_RAW_MAX - size)
			die("'%s' has more than %u MiB: name a file with the "
			    "code only",
			    path, IMAGE_RAW_MAX >> 20);
		bytes = must_realloc(bytes, size + got);
		memcpy(bytes + size, data, got);
		size += got;
	}
	input_close(&in);
	if (!size)
		die("'%s' is empty", path);
	memcpy(new_segment(image, address, size)->bytes, bytes, size);
	free(bytes);
}

const u8 *image_bytes(const struct image *image, u64 address, u64 *size)
{
	const struct image_segment *segment;
	size_t i;

	for (i = 0; i < image->num_segments; i++) {
		segment = &image->segment[i];
		if (address < segment->address ||
		    address - segment->address >= segment->size)
			continue;
		*size = segment->size - (address - segment->address);
		return segment->bytes + (address - segment->address);
	}
	return NULL;
}

void image_free(struct image *image)
{
	size_t i;

	for (i = 0; i < image->num_segments; i++)
		free(image->segment[i].bytes);
	free(image->segment);
	free(image->zeros);
	free(image->load);
	memset(image, 0, sizeof(*image));
}
