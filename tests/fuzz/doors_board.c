// SPDX-License-Identifier: BSD-2-Clause
/*
 * The hardware below OpenSBI's own functions: registers, memory of OpenSBI's, a
 * device tree, a console; only the parts that those functions and the judges of
 * platform/generic use.
 */
#include <libfdt.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_dbtr.h>
#include <sbi/sbi_bitops.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_string.h>

#include "../../platform/generic/fast/calls.h"
#include "../../platform/generic/harts/harts.h"
#include "doors.h"
#include "doors_sbi.h"

#define USUAL_MSTATUS ((unsigned long)PRV_S << MSTATUS_MPP_SHIFT)

struct doors_registers doors_registers[DOORS_HARTS];
const char *doors_misa = "S";

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
	case CSR_SSP:
		return &r->ssp;
	case CSR_MIE:
		return &r->mie;
	case CSR_MIP:
		return &r->mip;
	case CSR_MCAUSE:
		return &r->mcause;
	case CSR_MEPC:
		return &r->mepc;
	}
	return trigger_register(r, csr);
}

static int locks_held[DOORS_HARTS];
static bool completes[DOORS_HARTS];

void doors_locks(int more)
{
	locks_held[doors_this()] += more;
}

void doors_completes(const struct doors_ecall *e)
{
	completes[doors_this()] = e && e->ext == SBI_EXT_SSE &&
				  e->fid == SBI_EXT_SSE_COMPLETE;
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
		return USUAL_MSTATUS ^ doors_registers[doors_this()].mstatus;
	case CSR_STVEC:
		return FAKE_RAM;
	case CSR_TINFO: /* the value after the last trigger reads as 1 */
		return 1ul << RISCV_DBTR_TRIG_MCONTROL |
		       1ul << RISCV_DBTR_TRIG_MCONTROL6;
	}
	word = csr_word(csr);
	if (!word)
		doors_hold(false, "a register that there is");
	return *word;
}

/* M-mode takes an interrupt as soon as it is enabled. */
static void write_mstatus(struct doors_registers *r, unsigned long value)
{
	r->mstatus = value ^ USUAL_MSTATUS;
	if (!(value & MSTATUS_MIE))
		return;
	r->interrupts++;
	r->mstatus = MSTATUS_MPP | MSTATUS_MIE;
	r->mcause = r->mepc = 0;
}

void doors_csr_write(unsigned int csr, unsigned long value)
{
	unsigned long *word = csr_word(csr);

	if (csr == CSR_MSTATUS) {
		write_mstatus(&doors_registers[doors_this()], value);
		return;
	}
	if (!word)
		doors_hold(false, "a register that may be written");
	/* The list's lock does not protect an event that is off the list */
	if (csr == CSR_SEPC)
		doors_hold(!completes[doors_this()] ||
				   locks_held[doors_this()] > 1,
			   "an event waits until what it interrupted is back");
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

size_t sbi_strlen(const char *str)
{
	return __builtin_strlen(str);
}

int sbi_memcmp(const void *a, const void *b, size_t count)
{
	return __builtin_memcmp(a, b, count);
}

/* --- the device tree ---------------------------------------------------------------- */

enum { TREE_WORDS = 256, RANGE_CELLS = 4 };

static const char tree_strings[] = "#address-cells\0#size-cells\0device_type\0"
				   "no-map\0reg";
/* Offsets of these names in the strings above. */
enum {
	ADDRESS_CELLS = 0,
	SIZE_CELLS = 15,
	DEVICE_TYPE = 27,
	NO_MAP = 39,
	REG = 46
};

static struct {
	struct fdt_header header;
	fdt32_t block[TREE_WORDS];
	char strings[sizeof(tree_strings)];
} blob;
static fdt32_t *blob_at;

static void put_word(u32 word)
{
	*blob_at++ = cpu_to_fdt32(word);
}

static void put_text(const char *text)
{
	unsigned long size = __builtin_strlen(text) + 1;

	blob_at[(size - 1) / sizeof(*blob_at)] = 0;
	__builtin_memcpy(blob_at, text, size);
	blob_at += (size + sizeof(*blob_at) - 1) / sizeof(*blob_at);
}

static void put_property(u32 name, u32 size)
{
	put_word(FDT_PROP);
	put_word(size);
	put_word(name);
}

static void put_number(u64 value)
{
	put_word((u32)(value >> 32));
	put_word((u32)value);
}

static void put_cells(const char *name, u32 address_cells)
{
	put_word(FDT_BEGIN_NODE);
	put_text(name);
	put_property(ADDRESS_CELLS, sizeof(*blob_at));
	put_word(address_cells);
	put_property(SIZE_CELLS, sizeof(*blob_at));
	put_word(2);
}

static void put_node(const struct doors_node *node, bool is_memory)
{
	put_word(FDT_BEGIN_NODE);
	put_text(is_memory ? "memory" : "range");
	if (is_memory) {
		put_property(DEVICE_TYPE, sizeof("memory"));
		put_text("memory");
	} else if (node->no_map) {
		put_property(NO_MAP, 0);
	}
	put_property(REG, RANGE_CELLS * sizeof(*blob_at));
	put_number(node->base);
	put_number(node->size);
	put_word(FDT_END_NODE);
}

static void make_header(void)
{
	u32 size = (u32)(blob_at - blob.block) * sizeof(*blob_at);

	fdt_set_magic(&blob, FDT_MAGIC);
	fdt_set_version(&blob, 17);
	fdt_set_totalsize(&blob, sizeof(blob));
	fdt_set_off_dt_struct(&blob, sizeof(blob.header));
	fdt_set_size_dt_struct(&blob, size);
	fdt_set_off_dt_strings(&blob, sizeof(blob.header) + sizeof(blob.block));
	fdt_set_size_dt_strings(&blob, sizeof(tree_strings));
}

const void *doors_board_tree(void)
{
	static const struct doors_node empty = { FAKE_RAM, 0, true };
	unsigned int n;

	blob_at = blob.block;
	__builtin_memcpy(blob.strings, tree_strings, sizeof(tree_strings));
	put_cells("", 2);
	for (n = 0; n < doors_tree.memories; n++)
		put_node(&doors_tree.memory[n], true);
	put_cells("reserved-memory", doors_tree.no_cells ? 0 : 2);
	put_node(&empty, false);
	for (n = 0; n < doors_tree.reserved; n++)
		put_node(&doors_tree.reserve[n], false);
	put_word(FDT_END_NODE);
	if (!doors_tree.ends_early) {
		put_word(FDT_END_NODE);
		put_word(FDT_END);
	}
	make_header();
	return &blob;
}

void doors_wfi(void)
{
}

void __sbi_sfence_vma_all(void);
void __sbi_sfence_vma_all(void)
{
}

/* --- the console ------------------------------------------------------------------ */

unsigned long sbi_nputs(const char *str, unsigned long len)
{
	return doors_print(str, len);
}

bool console_guard_lost(void)
{
	return false;
}

void reach_glue_domains(void)
{
}

void reach_glue_reset(void)
{
}

/* Of OpenSBI from 1.9 on: no channel of MPXY sends messages. */
void *doors_irqchip(void) __asm__("sbi_irqchip_find_device_by_caps");

void *doors_irqchip(void)
{
	return NULL;
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
