// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace components of the device tree (Linux' binding, not merged yet, and those
 * of boards): nodes that have one window of registers each, the hart of an
 * encoder in "cpus" or "cpu", and the ends of their connections in "in-ports" and
 * "out-ports", as OF graphs have them. Type and version are in the hardware.
 *
 * The tree is walked once: a single search from a node to its parent, or from a
 * phandle to its node, takes as long (fdt_trace_walk.c). A node with errors is
 * described as well, so that components that lead to it are refused too; see
 * struct trace_node.
 */
#include <libfdt.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "fdt_trace_walk.h"
#include "trace_glue.h"

#define CELL sizeof(fdt32_t)

/* --- results of the walk -------------------------------------------------- */

enum { HARTS_MAX = 128 };

struct trace_hart_node {
	u32 phandle, hartid;
};

static struct {
	struct trace_hart_node hart[HARTS_MAX];
	u32 harts, passives;
	bool full;	/* no room for another hart, end or passive part */
	int chosen;	/* the node, or below 0 */
	bool deep;	/* nodes beyond the last level */
	bool strangers; /* enabled nodes of hardware that is not known */
	struct fdt_walk_level path[TRACE_DEPTH_MAX + 1];
	u32 component;	/* that the walk is in, or TRACE_NONE */
	bool cpus_here; /* the walk is in /cpus */
	u64 base;	/* of the node's window; NO_WINDOW: see wrong */
	const char *wrong;
	int depth, group; /* depth of the component; 1: inputs, 2: outputs */
	u32 port,
		phandle; /* of the end; of the component, or 0: ends have their
			  * own */
	bool numbered[TRACE_COMPONENTS_MAX];   /* cpus[] is a hartid */
	u32 cpus[TRACE_COMPONENTS_MAX];	       /* phandle of a hart, or 0 */
	const char *bus[TRACE_COMPONENTS_MAX]; /* see fdt_trace_memory() */
	bool grouped[TRACE_COMPONENTS_MAX];
	/* The last way to memory: its first bus, or -1 */
	int last_parent;
	const char *last_bus;
	const struct trace_memory *last_memory;
} walk;

/* --- one node ------------------------------------------------------------- */

/* The core refuses a window with this start. */
#define NO_WINDOW 1
/* A tree may describe just the part with registers. */
#define WINDOW_LEAST 0x100u

static const char *trace_window_wrong(u64 base, u64 size)
{
	if (base % TR_WINDOW_SIZE)
		return "reg is not aligned to 4 KiB";
	if (size < WINDOW_LEAST || size > TR_WINDOW_SIZE)
		return "reg is not one window of 4 KiB";
	if (base + TR_WINDOW_SIZE - 1 > -1ul)
		/* unseen: of harts with 32 bits; `reg-far` of trace_tree shows
		 * it */
		return "reg is out of reach";
	return trace_domain_page_wrong(base);
}

/* OpenSBI's helper does not check the length. */
static void trace_window(const struct fdt_walk *w)
{
	const struct fdt_walk_cells *c = &walk.path[w->depth - 1].cells;
	const struct fdt_walk_value *reg = &w->value[WALK_REG];
	u64 size;

	if (!reg->data)
		walk.wrong = "has no reg";
	else if (!c->address || reg->size != (c->address + c->size) * CELL)
		walk.wrong = "reg is not one window";
	else if (!fdt_trace_reg(walk.path, w->depth, reg, 0, &walk.base,
				&size) ||
		 walk.base == NO_WINDOW)
		walk.wrong = "reg cannot be read";
	else
		walk.wrong = trace_window_wrong(walk.base, size);
	if (walk.wrong)
		walk.base = NO_WINDOW;
}

/* Registers of trace hardware are closed, whatever is wrong with the node; if its
 * reg is, they may be at the address in its name. */
static void trace_node_close(const struct fdt_walk *w, bool inside)
{
	u32 component = inside ? TRACE_NONE : walk.component, n;
	bool all = true;
	u64 base, size;

	for (n = 0; fdt_trace_reg(walk.path, w->depth, &w->value[WALK_REG], n,
				  &base, &size);
	     n++)
		all &= trace_domain_close(w->name, base, size, component);
	if (walk.wrong && fdt_trace_unit(walk.path, w->depth, w->name, &base))
		all = trace_domain_close(w->name, base, 1, TRACE_NONE);
	else if (!n)
		all = false;
	if (!all)
		sbi_printf(
			"hartscope: trace: registers of %s are not found, and stay open\n",
			w->name);
}

/* The phandle of the hart in the node; ~0: not a phandle. */
static u32 trace_cpus(const struct fdt_walk *w)
{
	enum fdt_walk_property name = w->value[WALK_CPUS].data ? WALK_CPUS :
								 WALK_CPU;
	u32 phandle;

	if (!w->value[name].data)
		return 0;
	return fdt_walk_cell(w, name, &phandle) ? phandle : ~0u;
}

/* Registers of version 0, and of CoreSight, do not tell their type. */
static void trace_name_node(enum fdt_kind kind, struct trace *t)
{
	u32 last = t->count - 1;

	switch (kind) {
	case FDT_KIND_OLD_ENCODER:
		trace_name(t, last, TR_COMP_ENCODER);
		break;
	case FDT_KIND_OLD_FUNNEL:
		trace_name(t, last, TR_COMP_FUNNEL);
		break;
	case FDT_KIND_CS_FUNNEL:
		trace_name_coresight(t, last, TRACE_CS_FUNNEL);
		break;
	case FDT_KIND_CS_REPLICATOR:
		trace_name_coresight(t, last, TRACE_CS_REPLICATOR);
		break;
	case FDT_KIND_CS_TMC:
		trace_name_coresight(t, last, TRACE_CS_TMC);
		/* unseen: the next case does nothing */
		break;
	default:
		break;
	}
}

/* Most components have the same parent as the one before. */
static void trace_find_memory(const void *fdt, const struct fdt_walk *w,
			      struct trace_component *c, u32 n)
{
	bool own = w->value[WALK_INTERCONNECTS].data;
	int parent = own ? -1 : walk.path[w->depth - 1].node;

	if (own || parent != walk.last_parent)
		walk.last_bus = fdt_trace_memory(fdt, w->node, walk.path,
						 w->depth, &walk.last_memory);
	/* unseen: only slower: fdt_trace_memory() finds the same again */
	walk.last_parent = parent;
	walk.bus[n] = w->value[WALK_IOMMUS].data ? "writes through an IOMMU" :
						   walk.last_bus;
	c->memory = walk.last_memory;
}

static void trace_add_node(const void *fdt, const struct fdt_walk *w,
			   struct trace *t)
{
	struct trace_node *n = &trace_nodes[t->count];

	n->wrong = walk.wrong;
	n->with = NULL;
	sbi_strncpy(n->name, w->name, TRACE_NAME_MAX - 1);
	walk.cpus[t->count] = trace_cpus(w);
	walk.grouped[t->count] = walk.numbered[t->count] = false;
	trace_add(t, walk.base, TRACE_NO_HART, 0);
	trace_find_memory(fdt, w, &t->component[t->count - 1], t->count - 1);
}

/* --- the walk ------------------------------------------------------------- */

static u32 trace_phandle(const struct fdt_walk *w)
{
	u32 phandle;

	return fdt_walk_cell(w, WALK_PHANDLE, &phandle) ? phandle : 0;
}

static void trace_walk_hart(const struct fdt_walk *w)
{
	struct trace_hart_node *h = &walk.hart[walk.harts];

	if (walk.harts == HARTS_MAX) {
		walk.full = true;
		return;
	}
	if (!fdt_walk_hartid(w, &h->hartid))
		return;
	h->phandle = trace_phandle(w);
	walk.harts++;
}

static void trace_walk_end(const struct fdt_walk *w)
{
	struct fdt_trace_end end;
	u32 remote;

	if (!fdt_walk_cell(w, walk.phandle ? WALK_ENDPOINT : WALK_REMOTE,
			   &remote))
		remote = 0;
	end = (struct fdt_trace_end){
		.phandle = walk.phandle ? walk.phandle : trace_phandle(w),
		.remote = remote,
		.component = (u16)walk.component,
		.port = (u8)walk.port,
		.out = walk.group == 2,
	};
	if (!fdt_trace_ends_add(&end))
		walk.full = true;
}

static int trace_group(const char *name)
{
	if (name[0] != 'i' && name[0] != 'o')
		return 0;
	if (!sbi_strcmp(name, "in-ports"))
		return 1;
	if (!sbi_strcmp(name, "out-ports"))
		return 2;
	if (!walk.phandle)
		return 0;
	if (!sbi_strcmp(name, "input_port"))
		return 1;
	return !sbi_strcmp(name, "output_port") ? 2 : 0;
}

/* XuanTie's ports have no ends, and are numbered from 0. */
static void trace_walk_port(const struct fdt_walk *w)
{
	if (!walk.phandle) {
		if (!fdt_walk_cell(w, WALK_REG, &walk.port))
			walk.port = 0;
		return;
	}
	trace_walk_end(w);
	walk.port++;
}

/* Inside a component: groups, their ports, and the ports' ends. */
static void trace_walk_inside(const struct fdt_walk *w)
{
	if (walk.component == FDT_TRACE_PASSED_OVER)
		return;
	switch (w->depth - walk.depth) {
	case 1:
		walk.group = trace_group(w->name);
		walk.port = 0;
		if (walk.component < TRACE_COMPONENTS_MAX)
			walk.grouped[walk.component] |= walk.group;
		break;
	case 2:
		if (walk.group)
			trace_walk_port(w);
		break;
	case 3:
		if (walk.group && !walk.phandle)
			trace_walk_end(w);
		break;
	}
}

/* The component that leads to an input names it. */
static void trace_walk_joined(const struct fdt_walk *w, bool numbered)
{
	struct fdt_trace_end end = { .phandle = trace_phandle(w),
				     .component = (u16)walk.component,
				     .port = FDT_TRACE_BY_REMOTE };

	walk.numbered[walk.component] = numbered && w->value[WALK_CPU].data;
	walk.phandle = end.phandle;
	if (!fdt_trace_ends_add(&end))
		walk.full = true;
}

static void trace_walk_passive(void)
{
	walk.component = FDT_TRACE_FOREIGN;
	if (walk.passives == FDT_TRACE_PASSIVES_MAX)
		walk.full = true;
	else
		walk.component = FDT_TRACE_PASSIVE + walk.passives++;
}

/* @return true if it is a component for which there is no room */
static bool trace_walk_component(const void *fdt, const struct fdt_walk *w,
				 struct trace *t, enum fdt_kind kind)
{
	if (kind == FDT_KIND_FOREIGN || kind == FDT_KIND_LENT)
		walk.component = FDT_TRACE_FOREIGN;
	if (kind == FDT_KIND_PASSIVE)
		trace_walk_passive();
	if (kind < FDT_KIND_OURS)
		return false;
	if (t->count == TRACE_COMPONENTS_MAX) {
		walk.component = FDT_TRACE_PASSED_OVER;
		return true;
	}
	walk.component = t->count;
	trace_add_node(fdt, w, t);
	trace_name_node(kind, t);
	if (kind == FDT_KIND_XUANTIE || kind == FDT_KIND_JOINED)
		trace_walk_joined(w, kind == FDT_KIND_XUANTIE);
	return false;
}

/* A node that is not inside a component. */
static void trace_walk_outside(const struct fdt_walk *w)
{
	walk.component = TRACE_NONE;
	if (w->depth == 1) {
		walk.cpus_here = w->name[0] == 'c' &&
				 !sbi_strcmp(w->name, "cpus");
		if (w->name[0] == 'c' && walk.chosen < 0 &&
		    !sbi_strcmp(w->name, "chosen"))
			walk.chosen = w->node;
	}
	if (w->depth == 2 && walk.cpus_here)
		trace_walk_hart(w);
	walk.depth = w->depth;
	walk.phandle = 0;
}

/* @return true if it is a component for which there is no room */
static bool trace_fdt_node(const void *fdt, const struct fdt_walk *w,
			   struct trace *t)
{
	enum fdt_kind kind =
		fdt_trace_kind((const char *)w->value[WALK_COMPATIBLE].data,
			       (int)w->value[WALK_COMPATIBLE].size);
	bool inside = walk.component != TRACE_NONE && w->depth > walk.depth;
	bool more = false;

	fdt_walk_level(w, &walk.path[w->depth]);
	if (inside)
		trace_walk_inside(w);
	else
		trace_walk_outside(w);
	if (!w->depth || kind == FDT_KIND_OTHER)
		return false;
	trace_window(w);
	if (!inside && fdt_walk_enabled(w)) {
		more = trace_walk_component(fdt, w, t, kind);
		walk.strangers |= w->value[WALK_REG].data &&
				  FDT_KIND_IS_STRANGE(kind);
	}
	if (kind != FDT_KIND_LENT &&
	    (w->value[WALK_REG].data || kind >= FDT_KIND_OURS))
		trace_node_close(w, inside);
	return more;
}

static u32 trace_fdt_nodes(const void *fdt, struct trace *t)
{
	struct fdt_walk w;
	u32 more = 0;

	fdt_trace_ends_begin();
	walk.harts = walk.passives = 0;
	walk.full = walk.deep = walk.strangers = false;
	walk.component = TRACE_NONE;
	walk.last_parent = walk.chosen = -1;
	fdt_walk_begin(&w, fdt);
	while (fdt_walk_next(&w))
		if (w.depth <= TRACE_DEPTH_MAX)
			more += trace_fdt_node(fdt, &w, t);
		else
			walk.deep = true;
	if (walk.full)
		sbi_printf("hartscope: trace: more than %u harts, %u ends of "
			   "connections or %u parts without registers; the "
			   "first ones are used\n",
			   (u32)HARTS_MAX, (u32)FDT_TRACE_ENDS_MAX,
			   (u32)FDT_TRACE_PASSIVES_MAX);
	if (w.whole && !walk.deep)
		return more;
	trace_domain_lose();
	sbi_printf("hartscope: trace: the device tree cannot be read to its "
		   "end; nothing is used\n");
	return more;
}

/* --- harts and connections ------------------------------------------------ */

static void trace_hart(struct trace *t, u32 component)
{
	struct trace_component *c = &t->component[component];
	u32 n, hartindex;

	if (!walk.cpus[component] && !walk.numbered[component])
		return;
	for (n = 0; n < walk.harts; n++)
		if ((walk.numbered[component] ?
			     walk.hart[n].hartid :
			     walk.hart[n].phandle) == walk.cpus[component])
			break;
	if (n == walk.harts) {
		trace_nodes[component].hart =
			"cpus is not the phandle of one hart";
		return;
	}
	hartindex = sbi_hartid_to_hartindex(walk.hart[n].hartid);
	if (!sbi_hartindex_valid(hartindex)) {
		trace_nodes[component].hart = "its hart is disabled";
		return;
	}
	c->hartindex = hartindex;
	c->hartid = walk.hart[n].hartid;
}

int fdt_trace_chosen(void)
{
	return walk.chosen;
}

bool fdt_trace_has_strangers(void)
{
	return walk.strangers;
}

u32 fdt_trace_describe(const void *fdt, struct trace *t)
{
	u32 n, more;

	for (n = 0; n < TRACE_COMPONENTS_MAX; n++)
		trace_nodes[n].hart = trace_nodes[n].leads = NULL;
	more = trace_fdt_nodes(fdt, t);
	for (n = 0; n < t->count; n++) {
		trace_hart(t, n);
		if (!walk.grouped[n] && !trace_nodes[n].wrong)
			trace_nodes[n].wrong = "has no ports";
	}
	fdt_trace_ends_connect(t);
	for (n = 0; n < t->count; n++)
		if (trace_nodes[n].wrong && !t->component[n].reason)
			trace_refuse(t, n, TRACE_FORBIDDEN);
	return more;
}

/* Only stores to memory leave a sink. */
static const char *trace_memory_wrong(u32 n, const struct trace_component *c)
{
	return trace_is_memory(c) && c->sink.smem ? walk.bus[n] : NULL;
}

void fdt_trace_judge(struct trace *t)
{
	struct trace_component *c;
	u32 n;

	for (n = 0; n < t->count; n++) {
		struct trace_node *node = &trace_nodes[n];

		c = &t->component[n];
		if (c->reason)
			continue;
		/* Components after a bridge are foreign; with two outputs, the
		 * other one may lead on. */
		if (node->leads && c->output == TRACE_NONE &&
		    !tr_comp_is(c->type, TR_BRIDGE))
			node->wrong = node->leads;
		else if (node->hart && tr_comp_is(c->type, TR_SOURCE))
			node->wrong = node->hart;
		else
			node->wrong = trace_memory_wrong(n, c);
		if (node->wrong)
			trace_refuse(t, n, TRACE_FORBIDDEN);
	}
}
