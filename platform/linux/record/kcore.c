// SPDX-License-Identifier: BSD-2-Clause
/*
 * The code of the kernel and of its modules as they are while they run, which no
 * file of a distribution has: Linux patches itself. /proc/kcore is the kernel's
 * memory as an ELF file; of its pieces only those with code are copied.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record.h"

#define MOST_RANGES 512
#define MOST_SEGMENTS 64

struct range {
	uint64_t address;
	uint64_t size;
	/** The physical address, 0 if unknown. */
	uint64_t physical;
};

static struct range ranges[MOST_RANGES];
static size_t num_ranges;
static Elf64_Phdr segments[MOST_SEGMENTS];
static size_t num_segments;

static void add_range(uint64_t address, uint64_t size, uint64_t physical)
{
	if (num_ranges < MOST_RANGES && size)
		ranges[num_ranges++] =
			(struct range){ address, size, physical };
}

/* The physical address of the kernel's code: on RISC-V kcore has it only as a
 * part of all memory. */
static uint64_t physical_code(void)
{
	FILE *file = fopen("/proc/iomem", "r");
	char line[256];
	uint64_t start = 0;

	while (file && fgets(line, sizeof(line), file)) {
		if (strstr(line, "Kernel code"))
			start = strtoull(line, NULL, 16);
	}
	if (file)
		fclose(file);
	return start;
}

static void find_ranges(void)
{
	FILE *file = fopen("/proc/modules", "r");
	char line[1024];
	uint64_t start = 0, end = 0, address, size;

	kernel_range(&start, &end);
	/* the resource begins at the page of the first code */
	add_range(start & ~(uint64_t)4095, end - (start & ~(uint64_t)4095),
		  physical_code());
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%*s %" SCNu64 " %*s %*s %*s %" SCNx64, &size,
			   &address) == 2 &&
		    address)
			add_range(address, size, 0);
	}
	if (file)
		fclose(file);
}

static bool read_segments(int kcore)
{
	Elf64_Ehdr header;
	size_t size;

	if (pread(kcore, &header, sizeof(header), 0) != sizeof(header) ||
	    memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
		return false;
	num_segments = header.e_phnum < MOST_SEGMENTS ? header.e_phnum :
							MOST_SEGMENTS;
	size = num_segments * sizeof(*segments);
	return pread(kcore, segments, size, (off_t)header.e_phoff) ==
	       (ssize_t)size;
}

static bool holds(uint64_t start, uint64_t size, const struct range *range,
		  uint64_t address)
{
	return address >= start && range->size <= size &&
	       address - start <= size - range->size;
}

/* Offset of a range in kcore, 0 if it is missing. */
static uint64_t find(const struct range *range)
{
	const Elf64_Phdr *segment;

	for (segment = segments; segment < segments + num_segments; segment++) {
		if (segment->p_type != PT_LOAD)
			continue;
		if (holds(segment->p_vaddr, segment->p_memsz, range,
			  range->address))
			return segment->p_offset + range->address -
			       segment->p_vaddr;
		if (range->physical && holds(segment->p_paddr, segment->p_memsz,
					     range, range->physical))
			return segment->p_offset + range->physical -
			       segment->p_paddr;
	}
	return 0;
}

/* Pages of a module that are gone by now become zeros. */
static void copy(int kcore, FILE *out, uint64_t offset, uint64_t size)
{
	uint8_t page[4096];
	size_t now;

	for (; size; size -= now, offset += now) {
		now = size < sizeof(page) ? size : sizeof(page);
		memset(page, 0, sizeof(page));
		if (pread(kcore, page, now, (off_t)offset) < 0 &&
		    errno != EIO && errno != EFAULT)
			die_errno("/proc/kcore");
		if (fwrite(page, now, 1, out) != 1)
			die_errno("kcore");
	}
}

static void write_headers(FILE *out)
{
	Elf64_Ehdr header = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			     ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_CORE,
		.e_machine = EM_RISCV,
		.e_version = EV_CURRENT,
		.e_phoff = sizeof(header),
		.e_ehsize = sizeof(header),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = (Elf64_Half)num_ranges,
	};
	Elf64_Phdr segment = { .p_type = PT_LOAD,
			       .p_flags = PF_R | PF_X,
			       .p_align = 1 };
	uint64_t offset = sizeof(header) + num_ranges * sizeof(segment);
	size_t i;

	if (fwrite(&header, sizeof(header), 1, out) != 1)
		die_errno("kcore");
	for (i = 0; i < num_ranges; i++) {
		segment.p_offset = offset;
		segment.p_vaddr = ranges[i].address;
		segment.p_filesz = segment.p_memsz = ranges[i].size;
		if (fwrite(&segment, sizeof(segment), 1, out) != 1)
			die_errno("kcore");
		offset += ranges[i].size;
	}
}

static void drop_missing(void)
{
	size_t i, kept = 0;

	for (i = 0; i < num_ranges; i++) {
		if (find(&ranges[i]))
			ranges[kept++] = ranges[i];
		else
			fprintf(stderr,
				"hartscope-record: /proc/kcore lacks "
				"the code at 0x%" PRIx64 "\n",
				ranges[i].address);
	}
	num_ranges = kept;
}

void copy_kernel(const char *path)
{
	int kcore = open("/proc/kcore", O_RDONLY | O_CLOEXEC);
	FILE *out;
	size_t i;

	if (kcore < 0 || !read_segments(kcore))
		die("cannot read /proc/kcore, which root can: %s",
		    strerror(errno));
	find_ranges();
	drop_missing();
	out = fopen(path, "wb");
	if (!out)
		die_errno(path);
	write_headers(out);
	for (i = 0; i < num_ranges; i++)
		copy(kcore, out, find(&ranges[i]), ranges[i].size);
	if (fclose(out))
		die_errno(path);
	close(kcore);
}

/* All processes have the same vDSO, also this one. */
void copy_vdso(const char *path)
{
	FILE *maps = fopen("/proc/self/maps", "r"), *out;
	char line[512];
	uint64_t start = 0, end = 0;

	while (maps && !end && fgets(line, sizeof(line), maps)) {
		if (strstr(line, "[vdso]") &&
		    sscanf(line, "%" SCNx64 "-%" SCNx64, &start, &end) != 2)
			end = 0;
	}
	if (maps)
		fclose(maps);
	if (!end)
		die("this process has no [vdso] in /proc/self/maps");
	out = fopen(path, "wb");
	if (!out || fwrite((const void *)start, end - start, 1, out) != 1 ||
	    fclose(out))
		die_errno(path);
}
