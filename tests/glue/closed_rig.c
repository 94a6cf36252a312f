// SPDX-License-Identifier: BSD-2-Clause
/* Random machines and trees for closed_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../unit/fake/fake_hart.h"
#include "../unit/fake/fake_trace.h"
#include "closed_rig.h"
#include "pmp_rig.h"

#define BASE 0x10000000ul
#define PAGE 0x1000ul
#define ASLEEP 0x70000000ul /* nothing in the tree is there */
#define BEHIND_FIRMWARE ((u64)BOARD_FIRMWARE + BOARD_SIZE)
enum { SLOTS = 64, MORE = 140 };

/* --- chance ------------------------------------------------------------------- */

static u64 state;

void closed_begin(u64 seed)
{
	state = seed;
}

u32 below(u32 most)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(state >> 33) % most;
}

bool one_in(u32 n)
{
	return !below(n);
}

/* --- the machine ------------------------------------------------------------------ */

struct part part[CLOSED_PARTS];
struct other other[CLOSED_OTHERS];
struct trace_window bus[4];
u32 parts, others, windows;
bool trusted, above;
static u64 ranges_offset; /* of the bus of all nodes */

static u64 slot(void)
{
	u64 base;
	u32 n;

	do {
		base = BASE + below(SLOTS) * PAGE * (one_in(4) ? 16 : 1);
		if (one_in(16))
			base = BEHIND_FIRMWARE;
		/* Sv32 reaches 16 GiB. */
		if (fake.has.xlen == 32 && one_in(6)) {
			base += (u64)(1 + below(5)) << 32;
			above = true;
		}
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
	/* No name has the address. */
	if (p->base == BEHIND_FIRMWARE)
		*strchr(p->path, '@') = 0;
	parts++;
}

/* Two encoders with sinks of their own, with one sink, or with a funnel. */
void closed_hardware(void)
{
	const struct fake_trace_design encoder = fake_trace_encoder();
	const struct fake_trace_design ram = fake_trace_ram();
	struct fake_trace_design funnel = fake_trace_funnel();
	const struct fake_trace_design *has;
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
	for (n = 0; n < parts; n++) {
		has = part[n].type == TR_COMP_FUNNEL ? &funnel : &ram;
		if (part[n].type == TR_COMP_ENCODER)
			has = &encoder;
		fake_trace_add(part[n].base, part[n].to, has);
		/* S-mode may switch its clock on later, but a hart with less
		 * bits of addresses has none there. */
		if (pmp_has.addrbits >= 32 && one_in(4))
			fake_trace[n].base = ASLEEP + n * PAGE;
	}
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
	if (p->base == BEHIND_FIRMWARE) {
		reg[0] -= PAGE * (1 + below(4));
		reg[1] = p->base - ranges_offset - reg[0] + 1 + below(PAGE);
		cells(p->path, "reg", reg, 2);
		return;
	}
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
	case 7: /* so only the node's name has them */
		reg[0] -= PAGE;
		reg[1] = 0x2000000;
		p->named = !ranges_offset;
		p->moved = !p->named;
		break;
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
	reg[1] = one_in(8) ? ~0ull : o->size;
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
	u64 row[9] = {
		0,	     ranges_offset,
		0x8000000,   0x10000000 - ranges_offset,
		0x10000000,  0x40000000,
		0xf0000000,  0xf0000000 + ranges_offset,
		0x600000000,
	};

	cell(SOC, "#address-cells", 2);
	cell(SOC, "#size-cells", 2);
	if (ranges_offset)
		cells(SOC, "ranges", row, 9);
	else
		fdt_setprop_empty(tree, tree_at(SOC), "ranges");
}

void closed_tree(void)
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
	while (others < CLOSED_OTHERS && !one_in(3))
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
