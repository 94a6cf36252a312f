// SPDX-License-Identifier: BSD-2-Clause
/*
 * M-mode's devices in all domains, on harts with Smepmp: rows are domains. After the
 * boot M-mode loads and stores each device of the root domain, S-mode has the same
 * rights everywhere, and without an entry of PMP the console is shut. A reset opens
 * all but the firmware.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_scratch.h>

#include "../../platform/generic/harts/harts.h"

/* Rights in OpenSBI's form: R W X of M-mode, then of S-mode */
enum { M_RW = 3, M_RX = 5, S_R = 8, S_W = 16, S_RW = 24, S_RWX = 56 };
enum { FW = 1 << 30, REGIONS = 6, ENTRIES = 64, FIRMWARE_ENTRIES = 3 };
#define MMIO ((unsigned long)SBI_DOMAIN_MEMREGION_MMIO)
#define UART 0x10000000ul
#define TIMER 0x2000000ul
#define FIRMWARE 0x80000000ul

static const struct row {
	const char *name;
	struct sbi_domain_memregion region[REGIONS];
	u32 entries; /* of PMP */
	bool shut;
} rows[] = {
	{ "S-mode has all of it", { { 64, 0, S_RWX } }, 16, false },
	{ "nobody has it", { { 28, FIRMWARE, S_RWX } }, 16, false },
	{ "S-mode only loads it",
	  { { 8, UART, S_R }, { 64, 0, S_RWX } },
	  16,
	  false },
	{ "it is S-mode's in part of a larger one",
	  { { 12, UART, S_RW }, { 64, 0, S_RWX } },
	  16,
	  false },
	{ "M-mode has it",
	  { { 12, UART, MMIO | M_RW }, { 64, 0, S_RWX } },
	  16,
	  false },
	{ "M-mode has another one of this size",
	  { { 8, UART + 0x100, M_RW }, { 64, 0, S_RWX } },
	  16,
	  false },
	{ "smaller regions",
	  { { 4, UART, S_R }, { 4, TIMER, S_R }, { 64, 0, S_RWX } },
	  16,
	  false },
	{ "the last entries", { { 64, 0, S_RWX } }, 5, false },
	{ "an entry too few", { { 64, 0, S_RWX } }, 4, true },
};

struct sbi_domain root = { .index = 0 };
static struct sbi_domain other = { .index = 1, .name = "other" };
SBI_LIST_HEAD(domain_list);
struct sbi_heap_control {
	char nothing;
} global_hpctrl;
static struct sbi_scratch scratch;
static bool smepmp, shut;
static u32 entries;
static struct {
	bool on;
	unsigned long prot, base, order;
} entry[ENTRIES];

/* The firmware, and the devices of OpenSBI's drivers, of which S-mode shares one */
static struct sbi_domain_memregion root_regions[] = {
	{ 17, FIRMWARE, M_RX | SBI_DOMAIN_MEMREGION_FW },
	{ 8, UART, MMIO | M_RW | S_RW },
	{ 16, TIMER, MMIO | M_RW },
	{ 64, 0, S_RWX },
	{ .order = 0 },
};

/* --- OpenSBI ------------------------------------------------------------------- */

unsigned long doors_csr_read(unsigned int csr)
{
	assert_int_equal(csr, CSR_MSCRATCH);
	return (unsigned long)&scratch;
}

bool sbi_hart_has_extension(struct sbi_scratch *s, enum sbi_hart_extensions ext)
{
	assert_ptr_equal(s, &scratch);
	return ext == SBI_HART_EXT_SMEPMP && smepmp;
}

unsigned int sbi_hart_pmp_count(struct sbi_scratch *s)
{
	(void)s;
	return entries;
}

bool sbi_hart_smepmp_is_fw_region(unsigned int n)
{
	return n < FIRMWARE_ENTRIES;
}

int sbi_hart_pmp_disable(unsigned int n)
{
	entry[n].on = false;
	return 0;
}

int sbi_hart_pmp_set(unsigned int n, unsigned long prot, unsigned long base,
		     unsigned long order)
{
	entry[n].on = true;
	entry[n].prot = prot;
	entry[n].base = base;
	entry[n].order = order;
	return 0;
}

void *sbi_malloc_from(struct sbi_heap_control *heap, size_t size)
{
	static u64 memory[0x1000];
	static size_t used;
	void *block = memory + used;

	(void)heap;
	used += (size + 7) / 8;
	assert_true(used <= array_size(memory));
	return memset(block, 0xa5, size);
}

void *sbi_zalloc_from(struct sbi_heap_control *heap, size_t size)
{
	return memset(sbi_malloc_from(heap, size), 0, size);
}

int sbi_printf(const char *format, ...)
{
	(void)format;
	return 0;
}

void fast_console_shut(void);
void fast_console_shut(void)
{
	shut = true;
}

/* --- rules ------------------------------------------------------------------------ */

/* Of a byte: the first region that has it decides. */
static unsigned long rights(const struct sbi_domain_memregion *r,
			    unsigned long at)
{
	for (; r->order; r++)
		if (r->order > 63 || !((at ^ r->base) >> r->order))
			return r->flags & (M_RW | 4 | S_RWX);
	return 0;
}

/* S-mode fetches nothing from registers of M-mode's. */
static unsigned long of_s_mode(unsigned long rights)
{
	return rights & S_RW;
}

static void check_device(const struct sbi_domain_memregion *before,
			 const struct sbi_domain_memregion *device)
{
	unsigned long size = 1ul << device->order, n;
	const unsigned long at[] = { device->base - 1, device->base,
				     device->base + size / 2,
				     device->base + size - 1,
				     device->base + size };

	for (n = 0; n < array_size(at); n++)
		assert_int_equal(of_s_mode(rights(other.regions, at[n])),
				 of_s_mode(rights(before, at[n])));
	assert_int_equal(rights(other.regions, at[2]) & M_RW, M_RW);
	assert_int_equal(rights(other.regions, at[3]) & M_RW, M_RW);
}

static u32 count_of(const struct sbi_domain *dom)
{
	u32 n = 0;

	while (dom->regions[n].order)
		n++;
	return n;
}

static void begin(const struct row *r, struct sbi_domain_memregion *own)
{
	SBI_INIT_LIST_HEAD(&domain_list);
	own[0] = root_regions[0];
	memcpy(own + 1, r->region, sizeof(r->region));
	root.regions = root_regions;
	other.regions = own;
	sbi_list_add_tail(&root.node, &domain_list);
	sbi_list_add_tail(&other.node, &domain_list);
	entries = r->entries;
	shut = false;
}

static void test_domains(void **s)
{
	struct sbi_domain_memregion own[REGIONS + 2];
	const struct row *r;

	(void)s;
	for (r = rows; r < rows + array_size(rows); r++) {
		print_message("%s\n", r->name);
		memset(own, 0, sizeof(own));
		begin(r, own);
		smepmp = false;
		reach_glue_domains();
		assert_ptr_equal(other.regions, own);
		smepmp = true;
		reach_glue_domains();
		assert_ptr_equal(root.regions, root_regions);
		assert_int_equal(shut, r->shut);
		/* One more is OpenSBI's own. */
		assert_true(count_of(&other) < r->entries);
		assert_int_equal(other.regions[0].base, FIRMWARE);
		if (r->shut)
			continue;
		check_device(own, &root_regions[1]);
		check_device(own, &root_regions[2]);
	}
}

static void test_reset(void **s)
{
	u32 n;

	(void)s;
	entries = 16;
	for (n = 0; n < entries; n++)
		sbi_hart_pmp_set(n, PMP_R, n << 20, 12);
	smepmp = false;
	reach_glue_reset();
	for (n = 0; n < entries; n++)
		assert_true(entry[n].on && entry[n].order == 12);
	smepmp = true;
	reach_glue_reset();
	for (n = 0; n + 1 < entries; n++)
		assert_int_equal(entry[n].on, n < FIRMWARE_ENTRIES);
	/* Smepmp: without R and L, loads and stores of all modes */
	assert_true(entry[n].on);
	assert_int_equal(entry[n].prot, PMP_W | PMP_X);
	assert_int_equal(entry[n].order, 64);
	entries = 0;
	reach_glue_reset();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_domains),
		cmocka_unit_test(test_reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
