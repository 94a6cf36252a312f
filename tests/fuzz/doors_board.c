// SPDX-License-Identifier: BSD-2-Clause
/*
 * The world below OpenSBI's own functions: registers, memory of their own, a
 * device tree, a console; no more of each than those functions and our judges
 * ask for.
 */
#include <libfdt.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_dbtr.h>
#include <sbi/sbi_bitops.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "doors.h"
#include "doors_sbi.h"

struct doors_registers doors_registers[DOORS_HARTS];

struct sbi_heap_control {
	int unused;
} global_hpctrl;

/* --- registers -------------------------------------------------------------- */

static unsigned long *trigger_register(struct doors_registers *r,
				       unsigned int csr)
{
	struct doors_trigger *t = &r->trigger[r->tselect];

	switch (csr) {
	case CSR_TDATA1:
		return &t->tdata1;
	case CSR_TDATA2:
		return &t->tdata2;
	case CSR_TDATA3:
		return &t->tdata3;
	}
	return NULL;
}

static unsigned long *csr_word(unsigned int csr)
{
	struct doors_registers *r = &doors_registers[doors_this()];

	switch (csr) {
	case CSR_TSELECT:
		return &r->tselect;
	case CSR_SEPC:
		return &r->sepc;
	case CSR_MEDELEG:
		return &r->medeleg;
	case CSR_MENVCFG:
		return &r->menvcfg;
	case CSR_MIE:
		return &r->mie;
	case CSR_MIP:
		return &r->mip;
	}
	return trigger_register(r, csr);
}

unsigned long doors_csr_read(unsigned int csr)
{
	const unsigned long *word;

	switch (csr) {
	case CSR_MSCRATCH:
		return doors_scratch();
	case CSR_MHARTID:
		return DOORS_HARTID + doors_this();
	case CSR_MSTATUS:
		return (unsigned long)PRV_S << MSTATUS_MPP_SHIFT;
	case CSR_STVEC:
		return FAKE_RAM;
	case CSR_TINFO: /* what follows the last trigger says 1 */
		return 1ul << RISCV_DBTR_TRIG_MCONTROL |
		       1ul << RISCV_DBTR_TRIG_MCONTROL6;
	}
	word = csr_word(csr);
	if (!word)
		doors_hold(false, "a register that there is");
	return *word;
}

void doors_csr_write(unsigned int csr, unsigned long value)
{
	unsigned long *word = csr_word(csr);

	if (!word)
		doors_hold(false, "a register that may be written");
	if (csr != CSR_TSELECT || value < DOORS_TRIGGERS)
		*word = value;
}

/* --- memory and bits ---------------------------------------------------------- */

void *sbi_zalloc_from(struct sbi_heap_control *hpctrl, size_t size)
{
	(void)hpctrl;
	return doors_alloc(16, size);
}

void *sbi_aligned_alloc_from(struct sbi_heap_control *hpctrl, size_t alignment,
			     size_t size)
{
	(void)hpctrl;
	return doors_alloc(alignment, size);
}

void *sbi_malloc_from(struct sbi_heap_control *hpctrl, size_t size)
{
	return sbi_zalloc_from(hpctrl, size);
}

void sbi_free_from(struct sbi_heap_control *hpctrl, void *ptr)
{
	(void)hpctrl;
	(void)ptr;
}

void *sbi_memset(void *s, int c, size_t count)
{
	return __builtin_memset(s, c, count);
}

void *sbi_memcpy(void *dest, const void *src, size_t count)
{
	return __builtin_memcpy(dest, src, count);
}

int sbi_strcmp(const char *a, const char *b)
{
	return __builtin_strcmp(a, b);
}

unsigned long find_next_bit(const unsigned long *addr, unsigned long size,
			    unsigned long offset)
{
	for (; offset < size; offset++)
		if (addr[offset / BITS_PER_LONG] >> offset % BITS_PER_LONG & 1)
			break;
	return offset;
}

unsigned long find_first_bit(const unsigned long *addr, unsigned long size)
{
	return find_next_bit(addr, size, 0);
}

/* --- the device tree: nodes of memory are 1 and so on, reserved ones 65 ---------- */

enum { RESERVED = 64 };

static const struct doors_node *node_of(int node)
{
	return node > RESERVED ? &doors_tree.reserve[node - RESERVED - 1] :
				 &doors_tree.memory[node - 1];
}

static int node_before(unsigned int n, unsigned int count, int base)
{
	return n < count ? base + (int)n + 1 : -FDT_ERR_NOTFOUND;
}

/* Below the root are those of memory, and then the one of reserved memory. */
static int node_of_root(int node)
{
	return node < (int)doors_tree.memories ? node + 1 : RESERVED;
}

int fdt_first_subnode(const void *fdt, int offset)
{
	(void)fdt;
	return offset ? node_before(0, doors_tree.reserved, RESERVED) :
			node_of_root(0);
}

int fdt_next_subnode(const void *fdt, int offset)
{
	(void)fdt;
	if (offset < RESERVED)
		return node_of_root(offset);
	return offset == RESERVED ?
		       -FDT_ERR_NOTFOUND :
		       node_before((unsigned int)(offset - RESERVED),
				   doors_tree.reserved, RESERVED);
}

const char *fdt_get_name(const void *fdt, int nodeoffset, int *lenp)
{
	(void)fdt;
	(void)lenp;
	return nodeoffset == RESERVED ? "reserved-memory" : "memory";
}

const void *fdt_getprop(const void *fdt, int nodeoffset, const char *name,
			int *lenp)
{
	(void)fdt;
	(void)lenp;
	if (!__builtin_strcmp(name, "device_type"))
		return nodeoffset < RESERVED ? "memory" : NULL;
	return nodeoffset > RESERVED && node_of(nodeoffset)->no_map ? name :
								      NULL;
}

bool fdt_node_is_enabled(const void *fdt, int nodeoff)
{
	(void)fdt;
	(void)nodeoff;
	return true;
}

int fdt_get_node_addr_size(const void *fdt, int node, int index, uint64_t *addr,
			   uint64_t *size)
{
	(void)fdt;
	if (index)
		return SBI_EINVAL;
	*addr = node_of(node)->base;
	*size = node_of(node)->size;
	return 0;
}

/* --- the console ------------------------------------------------------------------ */

unsigned long sbi_nputs(const char *str, unsigned long len)
{
	return doors_print(str, len);
}

unsigned long sbi_ngets(char *str, unsigned long len)
{
	return doors_type(str, len);
}

int sbi_dprintf(const char *format, ...)
{
	(void)format;
	return 0;
}
