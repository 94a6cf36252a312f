// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The hart's ISA string, for the reader of the trace: from the device tree that
 * the boot ROM of `virt` hands to the firmware.
 */
#include <libfdt.h>
#include <stdlib.h>
#include <string.h>

#include "hart.h"

#define ROM_BASE 0x1000
#define ROM_FDT 0x1020 /* it has the tree's address there */
#define FDT_MOST (2u << 20)

/* In M-mode, before any translation. */
static const u8 *read_memory(struct tandem_hart *p, u64 address, size_t size)
{
	if (!qemu_plugin_read_memory_vaddr(address, p->bytes, size) ||
	    p->bytes->len != size)
		return NULL;
	return p->bytes->data;
}

static const void *read_tree(struct tandem_hart *p)
{
	const u8 *bytes = read_memory(p, ROM_FDT, 8);
	u64 address;
	u32 size;

	if (!bytes)
		return NULL;
	memcpy(&address, bytes, sizeof(address));
	bytes = read_memory(p, address, sizeof(struct fdt_header));
	if (!bytes || fdt_magic(bytes) != FDT_MAGIC)
		return NULL;
	size = fdt_totalsize(bytes);
	bytes = size <= FDT_MOST ? read_memory(p, address, size) : NULL;
	return bytes && !fdt_check_full(bytes, size) ? bytes : NULL;
}

static int find_cpu(const void *fdt, unsigned int hart)
{
	int cpus = fdt_path_offset(fdt, "/cpus"), cpu, size;
	const fdt32_t *reg;

	fdt_for_each_subnode(cpu, fdt, cpus)
	{
		reg = fdt_getprop(fdt, cpu, "reg", &size);
		if (reg && size >= 4 && fdt32_ld(reg + size / 4 - 1) == hart)
			return cpu;
	}
	return -1;
}

/* True for one word that can be part of a line */
static bool is_word(const char *text)
{
	return *text && !text[strcspn(text, " \t\n\r#")];
}

void tandem_isa_learn(struct tandem_hart *p, u64 pc)
{
	const char *isa, *mmu;
	const void *fdt;
	int cpu;

	if (pc != ROM_BASE || p->isa)
		return;
	fdt = read_tree(p);
	cpu = fdt ? find_cpu(fdt, p->hart) : -1;
	if (cpu < 0)
		return;
	isa = fdt_getprop(fdt, cpu, "riscv,isa", NULL);
	mmu = fdt_getprop(fdt, cpu, "mmu-type", NULL);
	if (!isa || !is_word(isa))
		return;
	/* "riscv,sv57" is also the name of an extension */
	if (!mmu || strncmp(mmu, "riscv,sv", 8) != 0 || !is_word(mmu))
		p->isa = strdup(isa);
	else if (asprintf(&p->isa, "%s_%s", isa, mmu + 6) < 0)
		p->isa = NULL;
}
