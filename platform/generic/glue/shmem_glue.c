// SPDX-License-Identifier: BSD-2-Clause
/*
 * The supervisor-memory seam over OpenSBI. A range is good when the memory
 * nodes of the device tree contain it (the default domain claims the whole
 * address space, so the domain alone would let S-mode fault M-mode) and when
 * every part of it is readable and writable for S-mode of this domain.
 */
#include <hart/shmem.h>
#include <libfdt.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart_protection.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "glue.h"

#define MEMORY_MAX 64
#define PAGE 4096ul

static struct memory_range {
	u64 base, last;
} memory[MEMORY_MAX];
static unsigned int memory_count;

static void memory_add(const void *fdt, int node)
{
	u64 base, size;
	int i;

	for (i = 0; memory_count < MEMORY_MAX; i++) {
		if (fdt_get_node_addr_size(fdt, node, i, &base, &size))
			return;
		if (!size)
			continue;
		memory[memory_count].base = base;
		memory[memory_count++].last = base + size - 1;
	}
}

void shmem_glue_init(const void *fdt)
{
	static const char type[] = "memory";
	int node = -1;

	memory_count = 0;
	for (;;) {
		node = fdt_node_offset_by_prop_value(fdt, node, "device_type",
						     type, sizeof(type));
		if (node < 0)
			return;
		if (fdt_node_is_enabled(fdt, node))
			memory_add(fdt, node);
	}
}

bool shmem_glue_is_memory(u64 base, u64 size)
{
	unsigned int n;

	for (n = 0; n < memory_count; n++)
		if (base <= memory[n].last && base + size - 1 >= memory[n].base)
			return true;
	return false;
}

/* Last address of the memory around this one; false: there is none. */
static bool memory_around(u64 address, u64 *last)
{
	unsigned int n;

	for (n = 0; n < memory_count; n++) {
		if (address < memory[n].base || address > memory[n].last)
			continue;
		*last = memory[n].last;
		return true;
	}
	return false;
}

/* The range may span memory nodes that follow each other. */
static bool memory_contains(u64 address, u64 last)
{
	unsigned int n;
	u64 end;

	for (n = 0; n < memory_count; n++) {
		if (!memory_around(address, &end))
			return false;
		if (end >= last)
			return true;
		address = end + 1;
	}
	return false;
}

/* Lowest address above this one where another region begins or ends. */
static unsigned long domain_edge(const struct sbi_domain *dom,
				 unsigned long address)
{
	unsigned long edge = -1ul, end;
	struct sbi_domain_memregion *reg;

	sbi_domain_for_each_memregion(dom, reg) {
		end = reg->order < __riscv_xlen ?
			      reg->base + (1ul << reg->order) :
			      0;
		if (reg->base > address && reg->base < edge)
			edge = reg->base;
		if (end > address && end < edge)
			edge = end;
	}
	return edge;
}

/*
 * Our own walk: sbi_domain_check_addr_range() sees nothing in a range that
 * ends with the address space, and goes round for ever when a region does.
 * Each step passes one of the finitely many edges.
 */
static bool domain_allows(const struct sbi_domain *dom, unsigned long address,
			  unsigned long last)
{
	while (address <= last) {
		if (!sbi_domain_check_addr(dom, address, PRV_S,
					   SBI_DOMAIN_READ | SBI_DOMAIN_WRITE))
			return false;
		address = domain_edge(dom, address);
		if (address == -1ul)
			break;
	}
	return true;
}

bool hart_shmem_check(u64 address, u64 size)
{
	const struct sbi_domain *dom = sbi_domain_thishart_ptr();
	u64 last = address + size - 1;

	if (!dom || !size || last < address || last > -1ul)
		return false;
	return memory_contains(address, last) &&
	       domain_allows(dom, (unsigned long)address, (unsigned long)last);
}

static unsigned long page_of(unsigned long address)
{
	return address & ~(PAGE - 1);
}

/*
 * Under Smepmp M-mode must map supervisor memory before it touches it, and
 * OpenSBI maps the one naturally aligned region around the whole range. For a
 * range across, say, 0x88000000 that region covers the firmware's own code,
 * which then may not execute: the hart hangs. A page never does.
 */
bool hart_shmem_open(unsigned long address, unsigned long size)
{
	(void)size;
	return !sbi_hart_protection_map_range(page_of(address), PAGE);
}

void hart_shmem_close(unsigned long address, unsigned long size)
{
	(void)size;
	sbi_hart_protection_unmap_range(page_of(address), PAGE);
}
