// SPDX-License-Identifier: BSD-2-Clause
/*
 * Regions of OpenSBI's domains that let only M-mode access registers of trace
 * components.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_heap.h>

#include "tree_rig.h"

enum { PARTS = 6, REGIONS = 4, FEW = 5 };
#define A 0x10000000ul
#define FIRMWARE_END (BOARD_FIRMWARE + BOARD_SIZE)
#define MEMORY_END (BOARD_MEMORY + BOARD_SIZE)
#define LEFT(n) (FEW + (n))

/* --- a machine ----------------------------------------------------------------- */

/*
 * The last domain has two more regions than the root domain, which has three.
 */
static struct sbi_domain other;
static struct sbi_domain_memregion
	root_regions[] = { { 12, 0, SBI_DOMAIN_MEMREGION_FW },
			   { 13, 0x2000, SBI_DOMAIN_MEMREGION_FW },
			   { 64, 0, SBI_DOMAIN_MEMREGION_SU_RWX },
			   { .order = 0 } },
	other_regions[] = { { 12, 0, SBI_DOMAIN_MEMREGION_FW },
			    { 14, 0x4000, 0 },
			    { 15, 0x8000, 0 },
			    { 16, 0x10000, 0 },
			    { 64, 0, SBI_DOMAIN_MEMREGION_SU_RWX },
			    { .order = 0 } };
SBI_LIST_HEAD(domain_list);
struct trace trace_glue;
struct sbi_heap_control {
	char nothing;
} global_hpctrl;
static u32 entries, memory_left;
static bool smepmp;

unsigned int sbi_hart_pmp_count(struct sbi_scratch *scratch)
{
	(void)scratch;
	return entries;
}

bool sbi_hart_has_extension(struct sbi_scratch *scratch,
			    enum sbi_hart_extensions ext)
{
	(void)scratch;
	return ext == SBI_HART_EXT_SMEPMP && smepmp;
}

void *sbi_zalloc_from(struct sbi_heap_control *heap, size_t size)
{
	(void)heap;
	return memory_left-- ? calloc(1, size) : NULL;
}

/* --- rows ------------------------------------------------------------------------ */

struct part {
	unsigned long base; /* 0: end of the parts */
	u8 type, reason;
	bool handed;
};

struct want {
	unsigned long base, order;
};

/* clang-format off */
#define PART(at) { .base = (at) }
#define SINK(at) { .base = (at), .type = TR_COMP_RAM_SINK }
/* clang-format on */

static const struct row {
	const char *name;
	struct part parts[PARTS];
	u32 entries; /* number of PMP entries */
	bool refused;
	struct want want[REGIONS];
	struct tree_edit edits[3];
	unsigned long closed[2];
	bool smepmp;
	u32 no_memory; /* domain without memory, from 1 on; or 0 */
} rows[] = {
	{ "nothing", { { 0 } }, 0, .refused = false },
	{ "in order",
	  { PART(A + 0x4000), PART(A), PART(A + 0x8000), PART(A + 0x2000) },
	  LEFT(4),
	  .want = { { A, 12 },
		    { A + 0x2000, 12 },
		    { A + 0x4000, 12 },
		    { A + 0x8000, 12 } } },
	{ "two halves",
	  { PART(A + 0x1000), PART(A) },
	  LEFT(2),
	  .want = { { A, 13 } } },
	{ "a half of a half",
	  { PART(A), PART(A + 0x1000), PART(A + 0x2000), PART(A + 0x3000) },
	  LEFT(1),
	  .want = { { A, 14 } } },
	{ "no halves of the same",
	  { PART(A + 0x1000), PART(A + 0x2000) },
	  LEFT(2),
	  .want = { { A + 0x1000, 12 }, { A + 0x2000, 12 } } },
	{ "sizes that differ",
	  { PART(A), PART(A + 0x1000), PART(A + 0x2000) },
	  LEFT(2),
	  .want = { { A, 13 }, { A + 0x2000, 12 } } },
	{ "those that are not ours",
	  { { .base = A, .handed = true },
	    { .base = A + 0x2000, .reason = TRACE_UNKNOWN_TYPE },
	    { .base = A + 0x4000, .reason = TRACE_SAME_ADDRESS },
	    { .base = A + 0x6000, .reason = TRACE_FORBIDDEN },
	    { .base = 1, .reason = TRACE_BAD_ADDRESS } },
	  LEFT(5),
	  .want = { { A + 0x6000, 12 } } },
	{ "pages that nobody uses",
	  { PART(A) },
	  LEFT(3),
	  .closed = { A + 0x6000, A - 0x2000 },
	  .want = { { A - 0x2000, 12 }, { A, 12 }, { A + 0x6000, 12 } } },
	{ "no entry is left", { SINK(A) }, FEW, .refused = true },
	{ "fewer than none is left", { SINK(A) }, FEW - 1, .refused = true },
	{ "Smepmp has the last one",
	  { SINK(A) },
	  LEFT(1),
	  .refused = true,
	  .smepmp = true },
	{ "Smepmp leaves one",
	  { PART(A) },
	  LEFT(2),
	  .smepmp = true,
	  .want = { { A, 12 } } },
	{ "the smallest cover is first",
	  { PART(A), PART(A + 0x3000), PART(A + 0x100000) },
	  LEFT(2),
	  .want = { { A, 14 }, { A + 0x100000, 12 } } },
	{ "the smallest cover is last",
	  { PART(A), PART(A + 0x101000), PART(A + 0x102000) },
	  LEFT(2),
	  .want = { { A, 12 }, { A + 0x100000, 14 } } },
	{ "covers of covers",
	  { PART(A + 0x1000), PART(A + 0x4000), PART(A + 0x6000) },
	  LEFT(1),
	  .want = { { A, 15 } } },
	{ "another device is there",
	  { PART(A), PART(A + 0x3000), PART(A + 0x100000), PART(A + 0x105000) },
	  LEFT(3),
	  .edits = { TREE_WINDOW(SOC "/device", A + 0x2000) },
	  .want = { { A, 12 }, { A + 0x3000, 12 }, { A + 0x100000, 15 } } },
	{ "another device, and nothing else to cover",
	  { PART(A), SINK(A + 0x3000) },
	  LEFT(1),
	  .refused = true,
	  .edits = { TREE_WINDOW(SOC "/device", A + 0x2000) },
	  .want = { { A + 0x3000, 12 } } },
	{ "another device next to it",
	  { PART(A), PART(A + 0x3000) },
	  LEFT(1),
	  .edits = { TREE_WINDOW(SOC "/device", A + 0x4000),
		     TREE_WINDOW(SOC "/below", A - 0x1000) },
	  .want = { { A, 14 } } },
	{ "one that was handed over is there",
	  { PART(A), { .base = A + 0x2000, .handed = true }, PART(A + 0x3000) },
	  LEFT(1),
	  .refused = true },
	{ "one that was handed over is next to it",
	  { PART(A), { .base = A + 0x4000, .handed = true }, PART(A + 0x3000) },
	  LEFT(1),
	  .want = { { A, 14 } } },
	{ "the firmware is there",
	  { PART(FIRMWARE_END), PART(FIRMWARE_END + 0x10000) },
	  LEFT(1),
	  .refused = true },
	{ "the firmware is behind it",
	  { PART(BOARD_FIRMWARE - 0x4000), PART(BOARD_FIRMWARE - 0x1000) },
	  LEFT(1),
	  .want = { { BOARD_FIRMWARE - 0x4000, 14 } } },
	{ "the firmware is before it",
	  { PART(FIRMWARE_END), PART(FIRMWARE_END + 0x3000) },
	  LEFT(1),
	  .want = { { FIRMWARE_END, 14 } } },
	{ "memory is there",
	  { PART(MEMORY_END), PART(MEMORY_END + 0x10000) },
	  LEFT(1),
	  .refused = true },
	{ "memory is before it",
	  { PART(MEMORY_END), PART(MEMORY_END + 0x3000) },
	  LEFT(1),
	  .want = { { MEMORY_END, 14 } } },
	{ "the largest cover",
	  { PART(A), PART(A + 0xfff000) },
	  LEFT(1),
	  .want = { { A, 24 } } },
	{ "a cover that is too large",
	  { SINK(A), PART(A + 0x1000000) },
	  LEFT(1),
	  .refused = true,
	  .want = { { A, 12 } } },
	{ "no memory", { PART(A) }, LEFT(1), .refused = true, .no_memory = 1 },
};

static void machine(const struct row *r)
{
	const struct part *p;
	u32 n;

	root.regions = root_regions;
	other.regions = other_regions;
	sbi_list_add_tail(&root.node, &domain_list);
	sbi_list_add_tail(&other.node, &domain_list);
	entries = r->entries;
	smepmp = r->smepmp;
	memory_left = r->no_memory ? r->no_memory - 1 : 100;
	trace_init(&trace_glue, TRACE_DIRECT);
	for (p = r->parts; p < r->parts + PARTS && p->base; p++) {
		n = trace_add(&trace_glue, p->base, TRACE_NO_HART, 0);
		trace_glue.component[n].type = p->type;
		trace_glue.component[n].reason = p->reason;
		trace_glue.component[n].handed = p->handed;
	}
	for (n = 0; n < array_size(r->closed) && r->closed[n]; n++)
		trace_domain_close(r->closed[n]);
	tree_begin();
	tree_edit((struct tree_edit[]){ TREE_SET(SOC, "#address-cells", 2),
					TREE_SET(SOC, "#size-cells", 2) },
		  2);
	tree_edit(r->edits, array_size(r->edits));
}

/*
 * The new regions follow the firmware's regions, and all others stay the same.
 */
static void check_domain(const struct sbi_domain *dom,
			 const struct sbi_domain_memregion *before,
			 const struct want *want, u32 count)
{
	const struct sbi_domain_memregion *now = dom->regions;
	u32 n;

	for (; before->flags & SBI_DOMAIN_MEMREGION_FW; before++)
		assert_memory_equal(now++, before, sizeof(*now));
	for (n = 0; n < count; n++, now++) {
		assert_int_equal(now->base, want[n].base);
		assert_int_equal(now->order, want[n].order);
		assert_int_equal(now->flags,
				 SBI_DOMAIN_MEMREGION_M_READABLE |
					 SBI_DOMAIN_MEMREGION_M_WRITABLE |
					 SBI_DOMAIN_MEMREGION_MMIO);
	}
	for (; before->order; before++)
		assert_memory_equal(now++, before, sizeof(*now));
	assert_int_equal(now->order, 0);
}

static void run_row(const void *row)
{
	const struct row *r = row;
	u32 count = 0;

	machine(r);
	assert_int_equal(trace_domain_smepmp(), r->smepmp);
	assert_int_equal(trace_domain_protect(&trace_glue), !r->refused);
	while (count < REGIONS && r->want[count].order)
		count++;
	check_domain(&root, root_regions, r->want, count);
	check_domain(&other, other_regions, r->want, count);
	/* Without registers to protect, the firmware adds no region. */
	assert_int_equal(root.regions == root_regions, !count);
}

static void test_rows(void **state)
{
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		print_message("%s\n", rows[n].name);
		tree_apart(run_row, &rows[n]);
	}
}

/* --- more than the firmware has room for --------------------------------- */

static void close_many(u32 count)
{
	u32 n;

	for (n = 0; n < count; n++)
		trace_domain_close(A + n * 0x10000);
}

/* Pages that are closed first are protected in any case. */
static void run_closed(const void *count)
{
	static const struct row none = {
		.parts = { SINK(A - 0x10000), PART(A - 0x20000) }, .entries = 90
	};
	struct want want[66] = { { A - 0x20000, 12 }, { A - 0x10000, 12 } };
	u32 many = *(const u32 *)count, n;

	machine(&none);
	close_many(many);
	for (n = 0; n < 64; n++)
		want[n + 2] = (struct want){ A + n * 0x10000, 12 };
	assert_int_equal(trace_domain_protect(&trace_glue), many <= 64);
	if (many <= 64)
		check_domain(&root, root_regions, want, 66);
	else
		check_domain(&root, root_regions, want + 1, 65);
}

/* More devices than the firmware checks: no cover is known to be free. */
static void run_others(const void *count)
{
	static const struct row two = { .parts = { PART(A), SINK(A + 0x3000) },
					.entries = LEFT(1) };
	static const struct want all[] = { { A, 14 } },
				 sink[] = { { A + 0x3000, 12 } };
	u32 many = *(const u32 *)count, n;
	char path[32];

	machine(&two);
	for (n = 0; n < many; n++) {
		snprintf(path, sizeof(path), SOC "/device@%u", n);
		tree_edit((struct tree_edit[]){ TREE_SET(
				  path, "reg", 0, A + 0x4000 + n * 0x1000, 0,
				  0x1000) },
			  1);
	}
	assert_int_equal(trace_domain_protect(&trace_glue), many <= 32);
	check_domain(&root, root_regions, many <= 32 ? all : sink, 1);
}

static void test_many(void **state)
{
	static const u32 counts[] = { 64, 65, 70, 32, 33 };

	(void)state;
	tree_apart(run_closed, &counts[0]);
	tree_apart(run_closed, &counts[1]);
	tree_apart(run_closed, &counts[2]);
	tree_apart(run_others, &counts[3]);
	tree_apart(run_others, &counts[4]);
}

/*
 * There is no memory for the second domain: the caller then uses no component.
 */
static void run_half(const void *row)
{
	static const struct row half = { .parts = { PART(A) },
					 .entries = LEFT(1),
					 .no_memory = 2 };

	(void)row;
	machine(&half);
	assert_false(trace_domain_protect(&trace_glue));
}

static void test_half(void **state)
{
	(void)state;
	tree_apart(run_half, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_half),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
