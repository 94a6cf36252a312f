// SPDX-License-Identifier: BSD-2-Clause
/* ELF files of a recording: a check of their identity, and their code. */
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "files.h"
#include "perf.h"

static void find_build_id(struct perf_object *object, Elf *elf,
			  const GElf_Phdr *phdr)
{
	Elf_Data *data = elf_getdata_rawchunk(elf, (int64_t)phdr->p_offset,
					      phdr->p_filesz, ELF_T_NHDR);
	size_t at = 0, name, text;
	GElf_Nhdr note;

	while (data && (at = gelf_getnote(data, at, &note, &name, &text))) {
		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
		    memcmp((const char *)data->d_buf + name, "GNU", 4) != 0 ||
		    note.n_descsz > PERF_BUILD_ID_MAX)
			continue;
		object->build_id_size = (u8)note.n_descsz;
		memcpy(object->build_id, (const char *)data->d_buf + text,
		       note.n_descsz);
	}
}

static void look_at_segments(struct perf_object *object, Elf *elf)
{
	struct perf_load *load;
	size_t i, count = 0;
	GElf_Phdr phdr;

	elf_getphdrnum(elf, &count);
	for (i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, &phdr))
			continue;
		if (phdr.p_type == PT_NOTE)
			find_build_id(object, elf, &phdr);
		if (phdr.p_type != PT_LOAD || !(phdr.p_flags & PF_X))
			continue;
		object->load =
			grow(object->load, object->num_loads, sizeof(*load));
		load = &object->load[object->num_loads++];
		*load = (struct perf_load){ phdr.p_offset, phdr.p_filesz,
					    phdr.p_vaddr };
	}
}

bool perf_object_probe(struct perf_object *object, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool good = false;
	GElf_Ehdr header;
	Elf *elf;

	if (fd < 0)
		return false;
	files_input(path, fd);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) &&
	    header.e_machine == EM_RISCV && header.e_type != ET_REL) {
		good = true;
		object->entry = header.e_entry;
		look_at_segments(object, elf);
	}
	elf_end(elf);
	close(fd);
	return good;
}

bool perf_object_differs(const struct perf_object *object, const u8 *build_id,
			 size_t size)
{
	return build_id && size && object->build_id_size &&
	       (size != object->build_id_size ||
		memcmp(object->build_id, build_id, size) != 0);
}

static void add_region(struct perf_object *object,
		       const struct image_segment *segment,
		       const struct ntrace_scan *scan)
{
	size_t bytes = (size_t)segment->size & ~(size_t)1;
	struct ntrace_step *step;
	struct ntrace_region *region;

	if (!segment->executable || segment->address & 1 || !bytes ||
	    bytes >> 31)
		return;
	step = must_alloc(bytes / 2 * sizeof(*step));
	ntrace_steps_scan(step, segment->address, segment->bytes, bytes, scan);
	object->region =
		grow(object->region, object->num_regions, sizeof(*region));
	region = &object->region[object->num_regions++];
	*region = (struct ntrace_region){ .base = segment->address,
					  .count = (u32)(bytes / 2),
					  .step = step };
}

void perf_object_load(struct perf_object *object, const char *path)
{
	struct ntrace_scan scan = { .isa = { .xlen = 64 } };
	size_t i;

	object->path = strdup(path);
	image_read_elf(&object->image, object->path, 0, &object->symbols);
	scan.isa.xlen = (u8)object->image.xlen;
	scan.isa.zcmp = object->image.zcmp;
	scan.isa.zcmt = object->image.zcmt;
	for (i = 0; i < object->image.num_segments; i++)
		add_region(object, &object->image.segment[i], &scan);
	symbols_sort(&object->symbols);
}

void perf_object_made(struct perf_object *object, const char *name, u64 address,
		      const u8 *bytes, u64 size)
{
	const struct ntrace_scan scan = { .isa = { .xlen = 64 } };
	const struct image_segment segment = { address, size, (u8 *)bytes,
					       true };

	add_region(object, &segment, &scan);
	symbols_add_named(&object->symbols, address, address + size, name);
	symbols_sort(&object->symbols);
}

void perf_object_free(struct perf_object *object)
{
	size_t i;

	for (i = 0; i < object->num_regions; i++)
		free((void *)object->region[i].step);
	if (object->path)
		image_free(&object->image);
	symbols_free(&object->symbols);
	free(object->region);
	free(object->load);
	free(object->path);
	free(object->name);
}
