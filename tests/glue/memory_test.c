// SPDX-License-Identifier: BSD-2-Clause
/*
 * Memory for the owners of harts: each has its own, with room for all that it may
 * need, or the feature is off and the console names a heap that is enough for
 * all of them. Rows are machines; each boots with heaps of all sizes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <pmu/pmu.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_scratch.h>

#include "../../platform/generic/harts/owner_glue.h"

enum { HARTS = 64, DOMAINS = 4, STEP = 0x3000, USED = 0x2c00 };

static const struct {
	u32 harts, domains, depth;
} rows[] = {
	{ 2, 1, 0 },	{ 2, 1, 256 },	{ 2, 2, 64 },  { 16, 2, 256 },
	{ 16, 4, 256 }, { 64, 2, 256 }, { 64, 4, 16 }, { 64, 4, 256 },
};

SBI_LIST_HEAD(domain_list);
u32 sbi_scratch_hart_count;
struct sbi_heap_control {
	char nothing;
} global_hpctrl;
static struct sbi_scratch scratch;
static const struct sbi_hartmask all_harts = { .bits = { -1ul } };
static struct sbi_domain domain[DOMAINS];
static struct owner owner[DOMAINS][HARTS];
static char memory[64 << 20] __attribute__((aligned(64)));
static unsigned long used, named, depth;

unsigned long doors_csr_read(unsigned int csr)
{
	(void)csr;
	return (unsigned long)&scratch;
}

const char *doors_misa = "";

struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex)
{
	return &owner[dom - domain][hartindex];
}

void *sbi_malloc_from(struct sbi_heap_control *heap, size_t size)
{
	void *block = memory + used;

	(void)heap;
	size = (size + 63) & ~63ul;
	if (used + size > scratch.fw_heap_size)
		return NULL;
	used += size;
	return block;
}

void *sbi_zalloc_from(struct sbi_heap_control *heap, size_t size)
{
	return sbi_malloc_from(heap, size);
}

/* Only the last block is freed. */
void sbi_free_from(struct sbi_heap_control *heap, void *block)
{
	(void)heap;
	if (block)
		used = (unsigned long)((char *)block - memory);
}

int sbi_printf(const char *format, ...)
{
	unsigned long size;
	va_list list;

	va_start(list, format);
	va_arg(list, const char *);
	size = va_arg(list, unsigned long);
	va_end(list);
	named = size > named ? size : named;
	return 0;
}

static u32 depth_of(u32 hartindex)
{
	(void)hartindex;
	return (u32)depth;
}

/* The words of a block are the number of its owner. */
static void fill(void *block, size_t size, u32 number)
{
	if (size)
		memset(block, (int)(number & 0xff), size);
}

static bool is_filled(const void *block, size_t size, u32 number)
{
	const u8 *byte = block;
	size_t n;

	for (n = 0; n < size; n++)
		if (byte[n] != (u8)number)
			return false;
	return true;
}

static void check_owner(struct owner *o, u32 number, bool shared, bool look)
{
	if (!look) {
		if (shared)
			fill(o->pmu, sizeof(*o->pmu), number);
		assert_int_equal(o->ctr.room, depth);
		fill(o->ctr.record, depth * sizeof(*o->ctr.record), number);
		return;
	}
	assert_true(!shared || is_filled(o->pmu, sizeof(*o->pmu), number));
	assert_true(is_filled(o->ctr.record, depth * sizeof(*o->ctr.record),
			      number));
}

static void check_owners(u32 harts, u32 domains)
{
	u32 d, n, look;

	for (look = 0; look < 2; look++)
		for (d = 0; d < domains; d++)
			for (n = 0; n < harts; n++)
				check_owner(&owner[d][n], d * harts + n,
					    domains > 1, look);
}

/* A boot. @return the exit status of its process: whether all fits */
static int boot(unsigned int row, unsigned long size, bool last)
{
	bool fits;
	u32 n;

	used = USED;
	scratch.fw_heap_size = size;
	depth = rows[row].depth;
	sbi_scratch_hart_count = rows[row].harts;
	for (n = 0; n < rows[row].domains; n++) {
		domain[n].possible_harts = &all_harts;
		sbi_list_add_tail(&domain[n].node, &domain_list);
	}
	fits = owner_memory_pmu();
	fits &= owner_memory_ctr(depth_of);
	if (fits)
		check_owners(rows[row].harts, rows[row].domains);
	assert_int_equal(fits, !named);
	assert_true(fits || !last);
	return fits;
}

/* A process for each boot, as the file keeps state. @return the size it named */
static unsigned long boot_apart(unsigned int row, unsigned long size, bool last)
{
	int status, pipes[2];
	pid_t child;

	assert_int_equal(pipe(pipes), 0);
	child = fork();
	if (!child) {
		boot(row, size, last);
		_exit(write(pipes[1], &named, sizeof(named)) != sizeof(named));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(read(pipes[0], &named, sizeof(named)), sizeof(named));
	close(pipes[0]);
	close(pipes[1]);
	return named;
}

static void test_heaps(void **state)
{
	unsigned long size, enough;
	unsigned int row, boots = 0;

	(void)state;
	for (row = 0; row < array_size(rows); row++, boots = 0)
		for (size = USED; boots < 40; size += STEP << boots / 4) {
			boots++;
			named = 0;
			enough = boot_apart(row, size, false);
			named = 0;
			if (!enough)
				break;
			assert_int_equal(boot_apart(row, enough, true), 0);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_heaps) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
