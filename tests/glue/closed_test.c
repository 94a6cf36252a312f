// SPDX-License-Identifier: BSD-2-Clause
/*
 * Boots of trees that are made at random and damaged: windows of any number,
 * size and place, disabled and unknown nodes, neighbours, buses, few PMP
 * entries, large granules, few bits of addresses, and on RV32 windows above 4 GiB. After each boot, rules that
 * know only the hardware, the PMP's registers and the console have to hold:
 *  - S-mode reaches no sink that the tree names;
 *  - it reaches no component that is used, nor one that is connected with it;
 *  - no other device is closed without a line;
 *  - memory that the firmware sees behind a bus is there.
 * CLOSED_TREES is the number of trees (100), CLOSED_SEED the first one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_heap.h>

#include "../../platform/generic/trace/trace_calls.h"
#include "../unit/fake/fake_hart.h"
#include "closed_rig.h"
#include "pmp_rig.h"

#define PAGE 0x1000ul
enum { REGIONS = 14 };

/* --- OpenSBI ------------------------------------------------------------------- */

struct trace trace_glue;
SBI_LIST_HEAD(domain_list);
struct sbi_heap_control {
	char nothing;
} global_hpctrl;
static const struct sbi_hartmask all_harts = { .bits = { -1ul } };
static struct sbi_domain second = { .index = 1 };
static struct sbi_domain_memregion regions[2][REGIONS + 1];
static void *data_of[2][2];
static jmp_buf stopped;
static bool stops, domains;
static u64 heap[0x20000];
static size_t used;

void *sbi_malloc_from(struct sbi_heap_control *h, size_t size)
{
	void *block = heap + used;

	(void)h;
	used += (size + 7) / 8;
	assert_true(used <= array_size(heap));
	return block;
}

void *sbi_zalloc_from(struct sbi_heap_control *h, size_t size)
{
	return sbi_malloc_from(h, size);
}

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	(void)hartindex;
	return &root;
}

int sbi_domain_register_data(struct sbi_domain_data *data)
{
	(void)data;
	return 0;
}

void *sbi_domain_data_ptr(struct sbi_domain *dom, struct sbi_domain_data *data)
{
	(void)data;
	return data_of[dom->index];
}

void trace_glue_arm(void)
{
}

void sbi_hart_hang(void)
{
	stops = true;
	longjmp(stopped, 1);
}

/* --- PMP and domains ---------------------------------------------------------------- */

/* Regions of other memory, and one of S-mode that has everything */
static void domain(struct sbi_domain *dom, u32 count)
{
	struct sbi_domain_memregion *r = regions[dom->index];
	u32 n;

	r[0] = (struct sbi_domain_memregion){ 16, BOARD_FIRMWARE,
					      SBI_DOMAIN_MEMREGION_FW };
	for (n = 1; n < count; n++)
		r[n] = (struct sbi_domain_memregion){ 20, n << 20, 1 };
	r[n] = (struct sbi_domain_memregion){ 64, 0, 0x38 };
	dom->regions = r;
	dom->possible_harts = &all_harts;
	sbi_list_add_tail(&dom->node, &domain_list);
}

static void harts(u64 seed)
{
	struct fake_has has = { .xlen = seed % 4 ? 64 : 32 };
	u32 count = 2 + below(4);

	fake_hart_init(&has);
	pmp_has.smepmp = one_in(4);
	pmp_has.entries =
		count + 2 + pmp_has.smepmp + (one_in(2) ? below(4) : below(40));
	pmp_has.log2gran = one_in(2) ? 2 : 10 + below(6);
	pmp_has.addrbits = has.xlen == 64 ? 54 : 32;
	if (one_in(6))
		pmp_has.addrbits = 24 + below(8);
	domain(&root, count);
	domains = one_in(3);
	if (domains)
		domain(&second, count + below(2));
}

/* --- rules -------------------------------------------------------------------------- */

/* On RV32 by Sv32. */
static bool reaches(const struct part *p)
{
	if (fake.has.xlen == 32 && p->base >> 34)
		return false;
	return pmp_reaches(p->base) || pmp_reaches(p->base + 0x10) ||
	       pmp_reaches(p->base + PAGE - 4);
}

static bool is_used(const struct part *p, bool *handed)
{
	u32 n;

	*handed = false;
	for (n = 0; n < trace_glue.count; n++)
		if (trace_glue.component[n].base == p->base &&
		    !trace_glue.component[n].reason) {
			*handed = trace_glue.component[n].handed;
			return true;
		}
	return false;
}

/* S-mode could drive one from the other. */
static bool connected(u32 a, u32 b)
{
	u32 n, i;
	u8 of[CLOSED_PARTS];

	for (n = 0; n < parts; n++)
		of[n] = (u8)n;
	for (i = 0; i < parts; i++)
		for (n = 0; n < parts; n++)
			if (part[n].to < parts)
				of[n] = of[part[n].to];
	return of[a] == of[b];
}

static void check_part(u32 n)
{
	bool open = reaches(&part[n]), handed, itself;
	u32 i;

	itself = is_used(&part[n], &handed) && handed;
	if (!open || itself || trusted)
		return;
	assert_false(part[n].type == TR_COMP_RAM_SINK && part[n].named);
	for (i = 0; !part[n].moved && i < parts; i++)
		if (connected(n, i))
			assert_false(is_used(&part[i], &handed));
}

static void check_others(const char *told)
{
	u32 n;

	for (n = 0; n < others; n++)
		if (!pmp_reaches(other[n].base) ||
		    !pmp_reaches(other[n].base + other[n].size - 1))
			assert_non_null(strstr(told, other[n].name));
}

/* The hart's address of a byte of the bus, by the rows of the tree. */
static bool truth(u64 at, u64 *hart)
{
	u32 n, count = 0;

	*hart = at;
	for (n = 0; n < windows; n++)
		if (at >= bus[n].bus && at - bus[n].bus <= bus[n].last) {
			*hart = bus[n].hart + (at - bus[n].bus);
			count++;
		}
	return !windows || count == 1;
}

static void check_memory(void)
{
	const struct trace_component *c = trace_glue.component;
	u64 at, size, got, first, last;
	u32 n;

	for (; c < trace_glue.component + trace_glue.count; c++)
		for (n = 0; n < 40 && !c->reason && c->type == TR_COMP_RAM_SINK;
		     n++) {
			at = (u64)below(4) << 32 | (u64)below(32) << 27;
			at += one_in(2) ? below(0x2000) : -(u64)below(0x2000);
			size = 1 + below(one_in(2) ? 0x4000 : 0x7fffffff);
			if (!trace_memory_of(c, at, size, &got))
				continue;
			assert_true(truth(at, &first));
			assert_true(truth(at + size - 1, &last));
			assert_true(got == first && last - first == size - 1);
		}
}

/* The boot may end only if entries are few, or cannot hold the addresses. */
static bool is_poor(void)
{
	return pmp_has.entries < 30 || pmp_has.addrbits < 32 || above;
}

static void check_domain(const struct sbi_domain *dom, const char *told)
{
	u32 n;

	assert_true(pmp_configure(dom));
	if (setjmp(stopped)) {
		assert_true(is_poor());
		return;
	}
	trace_glue_enter();
	for (n = 0; n < parts; n++)
		check_part(n);
	check_others(told);
}

static void run_one(u64 seed)
{
	const char *told;

	closed_begin(seed);
	harts(seed);
	closed_hardware();
	closed_tree();
	memset(&trace_glue, 0xa5, sizeof(trace_glue));
	if (trace_glue_cold_boot()) {
		assert_true(is_poor());
		_exit(2);
	}
	/* a load of what the tree has, and the machine has not */
	if (fake.log.faults && strncmp(fake.log.fault, "nothing is at", 13))
		fail_msg("%s", fake.log.fault);
	told = tree_told();
	check_domain(&root, told);
	if (domains)
		check_domain(&second, told);
	check_memory();
	_exit(stops ? 3 : 0);
}

/* --- many ----------------------------------------------------------------------------- */

static u64 number(const char *name, u64 usual)
{
	const char *value = getenv(name);

	return value ? strtoull(value, NULL, 0) : usual;
}

static void test_trees(void **s)
{
	u64 first = number("CLOSED_SEED", 1),
	    count = number("CLOSED_TREES", 100), seed;
	u32 ended[4] = { 0 };
	int status;
	pid_t child;

	(void)s;
	for (seed = first; seed < first + count; seed++) {
		child = fork();
		if (!child)
			run_one(seed);
		assert_int_equal(waitpid(child, &status, 0), child);
		if (!WIFEXITED(status) || WEXITSTATUS(status) > 3 ||
		    WEXITSTATUS(status) == 1) {
			print_error("CLOSED_SEED=%llu CLOSED_TREES=1\n",
				    (unsigned long long)seed);
			fail();
		}
		ended[WEXITSTATUS(status)]++;
	}
	print_message("%u trees, and %u whose registers PMP cannot close\n",
		      ended[0], ended[2] + ended[3]);
	assert_true(ended[0] > count / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_trees) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
