// SPDX-License-Identifier: BSD-2-Clause
/*
 * The supervisor-memory seam over OpenSBI. A range is valid if the memory nodes
 * of the device tree contain it (the default domain claims the whole address
 * space), no reserved node with no-map has a part of it, and all of it belongs
 * to S-mode in this domain. A device tree may be wrong nevertheless, so
 * shmem_copy.S makes the accesses.
 */
#include <base/range.h>
#include <hart/shmem.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart_protection.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>

#include <hooks.h>

#include "../harts/harts.h"
#include "../trace/fdt_trace_walk.h"
#include "shmem_glue.h"

#define RANGES_MAX 64
#define PAGE 4096ul

struct ranges {
	unsigned int count;
	struct memory_range {
		u64 base, last;
	} range[RANGES_MAX];
};

static struct ranges memory, reserved;

bool shmem_copy(void *to, const void *from, unsigned long size);

/* An incomplete range at the end is ignored. @return false: no room for all
 * ranges, or an invalid one */
static bool shmem_ranges_add(struct ranges *r, const struct fdt_walk *w,
			     const struct fdt_walk_cells *c)
{
	const struct fdt_walk_value *reg = &w->value[WALK_REG];
	u32 tuple = c->address + c->size, left = reg->size / sizeof(*reg->data);
	const fdt32_t *cell = reg->data;
	u64 base, size;

	if (!c->address)
		return !reg->data;
	for (; left >= tuple; left -= tuple, cell += tuple) {
		base = fdt_walk_number(cell, c->address);
		size = fdt_walk_number(cell + c->address, c->size);
		if (!size)
			continue;
		if (r->count == RANGES_MAX || base + size - 1 < base)
			return false;
		r->range[r->count].base = base;
		r->range[r->count++].last = base + size - 1;
	}
	return true;
}

static bool shmem_ranges_touch(const struct ranges *r, u64 base, u64 last)
{
	unsigned int n;

	for (n = 0; n < r->count; n++)
		if (base <= r->range[n].last && last >= r->range[n].base)
			return true;
	return false;
}

/* A child of the node of reserved memory, with the root's addresses (Devicetree
 * Specification). @return as shmem_ranges_add() */
static bool shmem_reserved(const struct fdt_walk *w,
			   const struct fdt_walk_cells *c)
{
	return w->depth != 2 || !w->value[WALK_NO_MAP].data ||
	       !fdt_walk_enabled(w) || shmem_ranges_add(&reserved, w, c);
}

static void shmem_memory(const struct fdt_walk *w,
			 const struct fdt_walk_cells *c)
{
	if (fdt_walk_says(w, WALK_DEVICE_TYPE, "memory") && fdt_walk_enabled(w))
		shmem_ranges_add(&memory, w, c);
}

/*
 * Nodes of memory are children of the root, where Linux looks for them, too:
 * deeper nodes are ignored. If there is no room for all reserved ranges, or the
 * tree ends early, no memory counts as S-mode's.
 */
int shmem_glue_init(const void *fdt)
{
	struct fdt_walk_cells root = { 0, 0 }, inside = { 0, 0 };
	bool kept = true, within = false;
	struct fdt_walk w;
	int chosen = -1;

	/* unseen: the firmware boots once, with 0 in both */
	memory.count = reserved.count = 0;
	fdt_walk_begin(&w, fdt);
	while (fdt_walk_next(&w)) {
		if (!w.depth)
			root = fdt_walk_cells(&w);
		within = w.depth == 1 ? !sbi_strcmp(w.name, "reserved-memory") :
					w.depth && within;
		if (w.depth == 1 && chosen < 0 && !sbi_strcmp(w.name, "chosen"))
			chosen = w.node;
		if (w.depth == 1 && within)
			inside = fdt_walk_cells(&w);
		else if (w.depth == 1)
			shmem_memory(&w, &root);
		else if (within)
			kept &= shmem_reserved(&w, &inside);
		if (w.depth && !(within && w.depth == 1))
			/* unseen: only slower: deeper nodes are no memory */
			fdt_walk_skip(&w);
	}
	if (!kept || !w.whole)
		memory.count = 0;
	return chosen;
}

bool shmem_glue_is_memory(u64 base, u64 size)
{
	return shmem_ranges_touch(&memory, base, range_last(base, size));
}

/* Last address of the memory around this one; false: no memory. */
static bool shmem_memory_around(u64 address, u64 *last)
{
	unsigned int n;

	for (n = 0; n < memory.count; n++) {
		if (address < memory.range[n].base ||
		    address > memory.range[n].last)
			continue;
		*last = memory.range[n].last;
		return true;
	}
	return false;
}

/*
 * The range may span several adjacent memory nodes; on most machines the first
 * one has it.
 */
static bool shmem_memory_contains(u64 address, u64 last)
{
	const struct memory_range *first = &memory.range[0];
	unsigned int n;
	u64 end;

	if (memory.count && address >= first->base && last <= first->last)
		return true;
	for (n = 0; n < memory.count; n++) {
		if (!shmem_memory_around(address, &end))
			return false;
		if (end >= last)
			return true;
		address = end + 1;
	}
	return false;
}

/* Lowest address above this one where another region begins or ends. */
static unsigned long shmem_domain_edge(const struct sbi_domain *dom,
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
 * This replaces a walk of sbi_domain_check_addr_range(), which sees nothing in
 * a range that ends with the address space, and never ends if a region does.
 * Each step here passes one of the finitely many edges.
 */
static bool shmem_domain_allows(const struct sbi_domain *dom,
				unsigned long address, unsigned long last,
				unsigned long mode, unsigned long access)
{
	while (address <= last) {
		if (!sbi_domain_check_addr(dom, address, mode, access))
			return false;
		address = shmem_domain_edge(dom, address);
		if (address == -1ul)
			break;
	}
	return true;
}

static bool shmem_domain_has(const struct sbi_domain *dom, u64 address,
			     u64 size, unsigned long access)
{
	u64 last = address + size - 1;

	if (!dom || !size || last < address || last > -1ul)
		return false;
	return shmem_domain_allows(dom, (unsigned long)address,
				   (unsigned long)last, PRV_S, access);
}

static bool shmem_memory_has(u64 address, u64 size)
{
	u64 last = address + size - 1;

	return shmem_memory_contains(address, last) &&
	       !shmem_ranges_touch(&reserved, address, last);
}

bool shmem_glue_allowed(u64 address, u64 size, unsigned long access)
{
	return shmem_domain_has(sbi_domain_thishart_ptr(), address, size,
				access) &&
	       shmem_memory_has(address, size);
}

/* --- in place of OpenSBI's own -------------------------------------------- */

static const void *lent[SBI_HARTMASK_MAX_BITS];

void shmem_glue_lend(const void *own)
{
	lent[current_hartindex()] = own;
}

/* OpenSBI's other objects call this, not only for memory: also for the entry of
 * a handler of events. */
bool __wrap_sbi_domain_check_addr_range(const struct sbi_domain *dom,
					unsigned long addr, unsigned long size,
					unsigned long mode,
					unsigned long access_flags)
{
	const void *own = lent[current_hartindex()];
	unsigned long last = addr + size - 1;

	if (own && addr == (unsigned long)own)
		return true;
	if (!dom || mode != PRV_S)
		return false;
	return !size ||
	       (last >= addr &&
		shmem_domain_allows(dom, addr, last, mode, access_flags));
}

/* --- the seam ------------------------------------------------------------- */

bool hart_shmem_check(u64 address, u64 size)
{
	return shmem_glue_allowed(address, size,
				  SBI_DOMAIN_READ | SBI_DOMAIN_WRITE);
}

static const struct sbi_domain *shmem_domain_of(u32 owner)
{
	const struct sbi_domain *dom;

	sbi_domain_for_each(dom)
	{
		if (dom->index == owner)
			return dom;
	}
	return NULL;
}

bool hart_domain_check_of(u32 owner, u64 address, u64 size)
{
	return shmem_domain_has(shmem_domain_of(owner), address, size,
				SBI_DOMAIN_READ | SBI_DOMAIN_WRITE);
}

bool hart_shmem_check_of(u32 owner, u64 address, u64 size)
{
	return hart_domain_check_of(owner, address, size) &&
	       shmem_memory_has(address, size);
}

bool hart_firmware_has(u64 address)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	return address - scratch->fw_start < scratch->fw_size;
}

bool hart_shmem_put(unsigned long address, const u32 *word, unsigned long count)
{
	return shmem_glue_write(address, word, 4 * count);
}

static unsigned long shmem_page_of(unsigned long address)
{
	return address & ~(PAGE - 1);
}

/*
 * Under Smepmp M-mode must map S-mode's memory before it uses it, and OpenSBI
 * maps the one naturally aligned region around the whole range. For a range
 * across, say, 0x88000000 that region covers the firmware's own code, which
 * then may not execute: the hart hangs. A single page never does.
 */
bool hart_shmem_open(unsigned long address, unsigned long size)
{
	(void)size;
	return !sbi_hart_protection_map_range(shmem_page_of(address), PAGE);
}

void hart_shmem_close(unsigned long address, unsigned long size)
{
	(void)size;
	sbi_hart_protection_unmap_range(shmem_page_of(address), PAGE);
}

/*
 * OpenSBI's own trap entry serves interrupts of M-mode here. It overwrites
 * registers of traps, and the ecall's values are still needed. A software event
 * that became pending then is due when the ecall ends, which is not OpenSBI's exit
 * for each call.
 */
void hart_shmem_pause(void)
{
	unsigned long mepc = csr_read(CSR_MEPC), mcause = csr_read(CSR_MCAUSE);
	unsigned long mstatus = csr_read(CSR_MSTATUS);

	csr_set(CSR_MSTATUS, MSTATUS_MIE);
	/* unseen: mstatus gets its old value below, without MIE */
	csr_clear(CSR_MSTATUS, MSTATUS_MIE);
	if (csr_read(CSR_MCAUSE) != mcause)
		fence_glue_again();
	csr_write(CSR_MSTATUS, mstatus);
	csr_write(CSR_MCAUSE, mcause);
	csr_write(CSR_MEPC, mepc);
}

/* --- access to S-mode's memory -------------------------------------------- */

/* Bytes of a range in the page of its start. */
static unsigned long shmem_part_of(unsigned long address, unsigned long size)
{
	unsigned long rest = PAGE - (address & (PAGE - 1));

	return size < rest ? size : rest;
}

/* Copy bytes of one page; one of both sides may be S-mode's. */
static bool shmem_page_copy(unsigned long page, void *to, const void *from,
			    unsigned long size)
{
	bool good;

	if (!hart_shmem_open(page, size))
		return false;
	good = shmem_copy(to, from, size);
	hart_shmem_close(page, size);
	return good;
}

bool shmem_glue_read(void *to, u64 address, unsigned long size)
{
	unsigned long at = (unsigned long)address, part;
	char *own = to;

	if (!shmem_glue_allowed(address, size, SBI_DOMAIN_READ))
		return false;
	for (; size; at += part, own += part, size -= part) {
		part = shmem_part_of(at, size);
		if (!shmem_page_copy(at, own, (const void *)at, part))
			return false;
	}
	return true;
}

bool shmem_glue_write(u64 address, const void *from, unsigned long size)
{
	unsigned long at = (unsigned long)address, part;
	const char *own = from;

	if (!shmem_glue_allowed(address, size, SBI_DOMAIN_WRITE))
		return false;
	for (; size; at += part, own += part, size -= part) {
		part = shmem_part_of(at, size);
		if (!shmem_page_copy(at, (void *)at, own, part))
			return false;
	}
	return true;
}

bool shmem_glue_answers(u64 address, unsigned long size, unsigned long access)
{
	unsigned long at = (unsigned long)address, part;
	char byte;

	if (!shmem_glue_allowed(address, size, access))
		return false;
	for (; size; at += part, size -= part) {
		part = shmem_part_of(at, size);
		if (!shmem_page_copy(at, &byte, (const void *)at, 1))
			return false;
	}
	return true;
}
