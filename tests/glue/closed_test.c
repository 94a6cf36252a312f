// SPDX-License-Identifier: BSD-2-Clause
/*
 * Boots of trees that are made at random and damaged: windows of any number,
 * size and place, disabled and unknown nodes, neighbours, buses, few PMP
 * entries, large granules, few bits of addresses. After each boot, rules that
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

#include "../../platform/generic/glue/glue.h"
#include "../unit/fake/fake_hart.h"
#include "../unit/fake/fake_trace.h"
#include "pmp_rig.h"
#include "tree_rig.h"

#define BASE 0x10000000ul
#define PAGE 0x1000ul
enum { SLOTS = 64, OTHERS = 6, REGIONS = 14, PARTS = 6, MORE = 140 };

/* --- chance ------------------------------------------------------------------- */

static u64 state;

static u32 below(u32 most)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(state >> 33) % most;
}

static bool one_in(u32 n)
{
	return !below(n);
}

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
static bool stops;
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

/* --- the machine ------------------------------------------------------------------ */

/* A component: where it is, what it is, to which it leads, where the tree has
 * it. */
struct part {
	u64 base;
	u8 type, to;
	char path[64];
	bool named; /* a window in the tree has its registers */
	bool moved; /* the tree has none, or others */
};
static struct part part[PARTS];
static u32 parts;

struct other {
	u64 base, size;
	char name[32];
};
static struct other other[OTHERS];
static u32 others;
static bool trusted, domains;
static u64 ranges_offset; /* of the bus of all nodes */

/* Windows of memory on the bus of sinks; the truth */
static struct trace_window bus[4];
static u32 windows;

static u64 slot(void)
{
	u64 base;
	u32 n;

	do {
		base = BASE + below(SLOTS) * PAGE * (one_in(4) ? 16 : 1);
		for (n = 0; n < parts; n++)
			if (part[n].base == base)
				break;
	} while (n < parts);
	return base;
}

static void part_add(u8 type, u8 to)
{
	static const char *const names[] = { [TR_COMP_ENCODER] = "encoder",
					     [TR_COMP_FUNNEL] = "funnel",
					     [TR_COMP_RAM_SINK] = "sink" };
	struct part *p = &part[parts];

	p->base = slot();
	p->type = type;
	p->to = to;
	snprintf(p->path, sizeof(p->path), SOC "/%s%u@%llx", names[type], parts,
		 (unsigned long long)p->base);
	parts++;
}

/* Two encoders with sinks of their own, with one sink, or with a funnel. */
static void hardware(void)
{
	const struct fake_trace_design encoder = fake_trace_encoder();
	const struct fake_trace_design ram = fake_trace_ram();
	struct fake_trace_design funnel = fake_trace_funnel();
	u32 kind = below(2), n;

	part_add(TR_COMP_ENCODER, 2);
	part_add(TR_COMP_ENCODER, kind ? 2 : 3);
	if (kind)
		part_add(TR_COMP_FUNNEL, 3);
	else
		part_add(TR_COMP_RAM_SINK, FAKE_NOWHERE);
	part_add(TR_COMP_RAM_SINK, FAKE_NOWHERE);
	funnel.dis_input = 7;
	fake_trace_init();
	for (n = 0; n < parts; n++)
		fake_trace_add(part[n].base, part[n].to,
			       part[n].type == TR_COMP_ENCODER ? &encoder :
			       part[n].type == TR_COMP_FUNNEL  ? &funnel :
								 &ram);
}

/* --- the tree -------------------------------------------------------------------- */

static void cells(const char *path, const char *name, const u64 *value,
		  u32 count)
{
	fdt64_t be[16];
	u32 n;

	for (n = 0; n < count; n++)
		be[n] = cpu_to_fdt64(value[n]);
	assert_int_equal(fdt_setprop(tree, tree_at(path), name, be,
				     (int)(count * sizeof(be[0]))),
			 0);
}

/* Windows of a component as the tree may have them. */
static void part_reg(struct part *p)
{
	u64 reg[6] = { p->base - ranges_offset, PAGE }, far = slot();
	u32 count = 2;

	p->named = true;
	switch (below(12)) {
	case 0:
		reg[1] = (u64)below(0x200);
		break;
	case 1:
		reg[0] += below(PAGE);
		break;
	case 2:
		reg[1] = PAGE * (1 + below(20));
		break;
	case 3:
		reg[2] = far - ranges_offset;
		reg[3] = PAGE;
		count = 4;
		break;
	case 4:
		reg[2] = reg[0];
		reg[3] = below(PAGE);
		reg[0] = one_in(2) ? BOARD_MEMORY : far - ranges_offset;
		count = 4;
		break;
	case 5:
		reg[0] = far - ranges_offset;
		p->named = far == p->base;
		p->moved = true;
		break;
	case 6:
		p->named = false;
		return;
	}
	cells(p->path, "reg", reg, count);
}

static void text(const char *path, const char *name, const char *value)
{
	assert_int_equal(fdt_setprop_string(tree, tree_at(path), name, value),
			 0);
}

static void cell(const char *path, const char *name, u32 value)
{
	assert_int_equal(fdt_setprop_u32(tree, tree_at(path), name, value), 0);
}

static void part_ports(const struct part *p, u32 n)
{
	char path[128];

	if (p->to != FAKE_NOWHERE) {
		snprintf(path, sizeof(path), "%s/out-ports/port/endpoint",
			 p->path);
		cell(path, "phandle", 100 + n);
		cell(path, "remote-endpoint", 200 + n);
	}
	for (n = 0; n < parts; n++) {
		if (part[n].to != p - part)
			continue;
		snprintf(path, sizeof(path), "%s/in-ports/port@%u", p->path, n);
		cell(path, "reg", n);
		strcat(path, "/endpoint");
		cell(path, "phandle", 200 + n);
	}
	if (p->type == TR_COMP_ENCODER)
		cell(p->path, "cpus", (u32)(p - part) + 1);
}

static void part_node(struct part *p)
{
	static const char *const names[] = { "riscv,trace-component",
					     "riscv,trace-ram-sink",
					     "acme,trace-thing",
					     "arm,coresight-catu",
					     "xuantie_ntrace,converter" };

	u32 name = one_in(8) ? below(5) : 0;
	bool off = one_in(10);

	text(p->path, "compatible", names[name]);
	part_ports(p, (u32)(p - part));
	part_reg(p);
	if (off)
		text(p->path, "status", "disabled");
	p->moved |= !p->named && (off || name > 1);
}

static void neighbour(void)
{
	struct other *o = &other[others];
	const struct part *near = &part[below(parts)];
	char path[64];
	u64 reg[2];

	o->base = one_in(2) ? near->base + 0xf00 : slot() + 0x800;
	o->size = one_in(3) ? 2 * PAGE : 0x100;
	snprintf(o->name, sizeof(o->name), "device%u", others);
	snprintf(path, sizeof(path), SOC "/%s", o->name);
	reg[0] = o->base - ranges_offset;
	reg[1] = o->size;
	cells(path, "reg", reg, 2);
	others++;
}

/* More nodes than the firmware has room for, before or after the others */
static void crowd(void)
{
	u64 reg[2] = { 0x18000000 - ranges_offset, PAGE };
	u32 n, count = 50 + below(MORE - 50);
	char path[64];

	for (n = 0; n < count; n++, reg[0] += PAGE) {
		snprintf(path, sizeof(path), SOC "/more@%x", n);
		text(path, "compatible", "riscv,trace-component");
		cells(path, "reg", reg, 2);
	}
}

/* The bus of sinks, directly, or by an interconnect */
static void way(void)
{
	const char *path = one_in(2) ? "/dram" : SOC;
	u64 row[12];
	u32 n;

	if (one_in(2))
		return;
	windows = 1 + below(3);
	for (n = 0; n < windows; n++) {
		bus[n].bus = (u64)n << 32 | below(16) << 28;
		bus[n].hart = (u64)below(2) << 32 | below(16) << 28;
		bus[n].last = (1ull << (20 + below(12))) - 1;
		row[3 * n] = bus[n].bus;
		row[3 * n + 1] = bus[n].hart;
		row[3 * n + 2] = bus[n].last + 1;
	}
	cells(path, "dma-ranges", row, 3 * windows);
	if (!strcmp(path, SOC))
		return;
	cell(path, "#address-cells", 2);
	cell(path, "#size-cells", 2);
	cell(path, "phandle", 71);
	cell(path, "#interconnect-cells", 0);
	for (n = 0; n < parts; n++)
		if (part[n].type == TR_COMP_RAM_SINK) {
			cell(part[n].path, "interconnects", 71);
			text(part[n].path, "interconnect-names", "dma-mem");
		}
}

static void soc(void)
{
	u64 row[6] = { 0,	   ranges_offset,
		       0x8000000,  0x10000000 - ranges_offset,
		       0x10000000, 0x40000000 };

	cell(SOC, "#address-cells", 2);
	cell(SOC, "#size-cells", 2);
	if (ranges_offset)
		cells(SOC, "ranges", row, 6);
	else
		fdt_setprop_empty(tree, tree_at(SOC), "ranges");
}

static void make_tree(void)
{
	u32 n, at;

	tree_board();
	assert_int_equal(fdt_del_node(tree, tree_at(SOC)), 0);
	assert_int_equal(fdt_open_into(tree, tree, TREE_SIZE), 0);
	ranges_offset = one_in(3) ? 0x10000000 : 0;
	if (one_in(8))
		crowd();
	/* each node is the first one in its parent */
	for (n = at = below(parts); n < at + parts; n++)
		part_node(&part[n % parts]);
	while (others < OTHERS && !one_in(3))
		neighbour();
	if (one_in(8))
		crowd();
	way();
	soc();
	trusted = one_in(8);
	if (trusted) {
		text(CHOSEN, "hartscope,trace-policy", "handover");
		text(CHOSEN, "hartscope,trace-trusted", "");
	} else if (one_in(3)) {
		text(CHOSEN, "hartscope,trace-policy",
		     one_in(2) ? "handover" : "mediated");
	}
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

static void harts(void)
{
	static const struct fake_has has = { .xlen = 64 };
	u32 count = 2 + below(4);

	fake_hart_init(&has);
	pmp_has.smepmp = one_in(4);
	pmp_has.entries =
		count + 2 + pmp_has.smepmp + (one_in(2) ? below(4) : below(40));
	pmp_has.log2gran = one_in(2) ? 2 : 10 + below(6);
	pmp_has.addrbits = one_in(6) ? 24 + below(8) : 54;
	domain(&root, count);
	domains = one_in(3);
	if (domains)
		domain(&second, count + below(2));
}

/* --- rules -------------------------------------------------------------------------- */

static bool reaches(const struct part *p)
{
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
	u8 of[PARTS];

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
	return pmp_has.entries < 30 || pmp_has.addrbits < 54;
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

	state = seed;
	harts();
	hardware();
	make_tree();
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
