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
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "fdt_trace_walk.h"
#include "glue.h"
#include "shmem_glue.h"
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
	bool full;  /* no room for another hart, end or passive part */
	int chosen; /* the node, or below 0 */
	/* Nodes from the root to the present one, and their cells */
	int path[TRACE_DEPTH_MAX + 1];
	struct fdt_walk_cells cells[TRACE_DEPTH_MAX + 1];
	bool maps[TRACE_DEPTH_MAX + 1]; /* this node, or one above, has
					 * ranges */
	u32 component;			/* that the walk is in, or TRACE_NONE */
	bool cpus_here;			/* the walk is in /cpus */
	int depth, group; /* depth of the component; 1: inputs, 2: outputs */
	u32 port,
		phandle; /* of the end; of the component, or 0: ends have their
			  * own */
	bool numbered[TRACE_COMPONENTS_MAX]; /* cpus[] is a hartid */
	u32 cpus[TRACE_COMPONENTS_MAX];	     /* phandle of a hart, or 0 */
	int node[TRACE_COMPONENTS_MAX];
	const char *bus[TRACE_COMPONENTS_MAX]; /* see fdt_trace_bus_wrong() */
	int last_parent;		       /* of the last check of a bus, */
	const char *last_bus;		       /* and its result */
	bool grouped[TRACE_COMPONENTS_MAX];
} walk;

/* --- one node ------------------------------------------------------------- */

/* The core refuses a window with this start. */
#define NO_WINDOW 1
/* A tree may describe just the part with registers; the rest of the page is
 * empty. */
#define WINDOW_LEAST 0x100u

static bool trace_ranges_meet(u64 a, u64 a_size, u64 b, u64 b_size)
{
	return a < b + b_size && b < a + a_size;
}

/* OpenSBI's helper does not check the length. */
static const char *trace_reg_wrong(const struct fdt_walk *w)
{
	const struct fdt_walk_cells *c = &walk.cells[w->depth - 1];

	if (!w->value[WALK_REG].data)
		return "has no reg";
	if (!c->address ||
	    w->value[WALK_REG].size != (c->address + c->size) * CELL)
		return "reg is not one window";
	return NULL;
}

static const char *trace_window_wrong(u64 base, u64 size)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	if (base % TR_WINDOW_SIZE)
		return "reg is not aligned to 4 KiB";
	if (size < WINDOW_LEAST || size > TR_WINDOW_SIZE)
		return "reg is not one window of 4 KiB";
	size = TR_WINDOW_SIZE;
	if (base + size - 1 > -1ul)
		return "reg is out of reach";
	if (trace_ranges_meet(base, size, scratch->fw_start, scratch->fw_size))
		return "reg is in the firmware";
	if (shmem_glue_is_memory(base, size))
		return "reg is in memory";
	return NULL;
}

/* The helper translates for buses with ranges, and leaves other addresses as
 * they are. */
static bool trace_reg(const void *fdt, const struct fdt_walk *w, u64 *base,
		      u64 *size)
{
	const fdt32_t *cell = w->value[WALK_REG].data;
	const struct fdt_walk_cells *c = &walk.cells[w->depth - 1];

	if (walk.maps[w->depth - 1])
		return !fdt_get_node_addr_size(fdt, w->node, 0, base, size) &&
		       *base != NO_WINDOW;
	*base = fdt_walk_number(cell, c->address);
	*size = fdt_walk_number(cell + c->address, c->size);
	return true;
}

/* A window that is too large has its registers at its start: out of S-mode's
 * reach. */
static u64 trace_window(const void *fdt, const struct fdt_walk *w,
			struct trace_node *n)
{
	u64 base = NO_WINDOW, size = 0;

	n->wrong = trace_reg_wrong(w);
	if (!n->wrong && !trace_reg(fdt, w, &base, &size))
		n->wrong = "reg cannot be read";
	if (n->wrong)
		return NO_WINDOW;
	n->wrong = trace_window_wrong(base, size);
	if (n->wrong && size > TR_WINDOW_SIZE &&
	    !trace_window_wrong(base, TR_WINDOW_SIZE))
		trace_domain_close((unsigned long)base);
	return n->wrong ? NO_WINDOW : base;
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
		break;
	default:
		break;
	}
}

/* Most components have the same parent as the one before. */
static const char *trace_bus_wrong(const void *fdt, int depth)
{
	int parent = walk.path[depth - 1];

	if (parent != walk.last_parent)
		walk.last_bus = fdt_trace_bus_wrong(fdt, walk.path, depth);
	walk.last_parent = parent;
	return walk.last_bus;
}

static void trace_add_node(const void *fdt, const struct fdt_walk *w,
			   struct trace *t)
{
	struct trace_node *n = &trace_nodes[t->count];
	u64 base = trace_window(fdt, w, n);

	n->with = NULL;
	sbi_strncpy(n->name, w->name, TRACE_NAME_MAX - 1);
	walk.cpus[t->count] = trace_cpus(w);
	walk.node[t->count] = w->node;
	walk.bus[t->count] = trace_bus_wrong(fdt, w->depth);
	walk.grouped[t->count] = walk.numbered[t->count] = false;
	trace_add(t, base, TRACE_NO_HART, 0);
}

/* --- the walk ------------------------------------------------------------- */

static u32 trace_phandle(const struct fdt_walk *w)
{
	u32 phandle;

	return fdt_walk_cell(w, WALK_PHANDLE, &phandle) ? phandle : 0;
}

static void trace_walk_hart(const void *fdt, const struct fdt_walk *w)
{
	struct trace_hart_node *h = &walk.hart[walk.harts];

	if (walk.harts == HARTS_MAX) {
		walk.full = true;
		return;
	}
	if (fdt_parse_hart_id(fdt, w->node, &h->hartid))
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
	return !sbi_strcmp(name, "in-ports")	? 1 :
	       !sbi_strcmp(name, "out-ports")	? 2 :
	       !walk.phandle			? 0 :
	       !sbi_strcmp(name, "input_port")	? 1 :
	       !sbi_strcmp(name, "output_port") ? 2 :
						  0;
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

/* The registers of a component without room are closed to everyone. */
static void trace_pass_over(const void *fdt, const struct fdt_walk *w)
{
	struct trace_node n;
	u64 base = trace_window(fdt, w, &n);

	walk.component = FDT_TRACE_PASSED_OVER;
	if (base != NO_WINDOW)
		trace_domain_close((unsigned long)base);
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
				 struct trace *t)
{
	enum fdt_kind kind =
		fdt_trace_kind((const char *)w->value[WALK_COMPATIBLE].data,
			       (int)w->value[WALK_COMPATIBLE].size);

	if (kind == FDT_KIND_OTHER || !fdt_walk_enabled(w))
		return false;
	if (kind == FDT_KIND_FOREIGN)
		walk.component = FDT_TRACE_FOREIGN;
	if (kind == FDT_KIND_PASSIVE)
		trace_walk_passive();
	if (kind < FDT_KIND_OURS)
		return false;
	if (t->count == TRACE_COMPONENTS_MAX) {
		trace_pass_over(fdt, w);
		return true;
	}
	walk.component = t->count;
	trace_add_node(fdt, w, t);
	trace_name_node(kind, t);
	if (kind == FDT_KIND_XUANTIE || kind == FDT_KIND_JOINED)
		trace_walk_joined(w, kind == FDT_KIND_XUANTIE);
	return false;
}

static void trace_walk_cells(const struct fdt_walk *w)
{
	walk.path[w->depth] = w->node;
	walk.maps[w->depth] = w->value[WALK_RANGES].size ||
			      (w->depth && walk.maps[w->depth - 1]);
	walk.cells[w->depth] = fdt_walk_cells(w);
}

/* @return true if it is a component for which there is no room */
static bool trace_walk_node(const void *fdt, const struct fdt_walk *w,
			    struct trace *t)
{
	if (walk.component != TRACE_NONE && w->depth > walk.depth) {
		trace_walk_inside(w);
		return false;
	}
	trace_walk_cells(w);
	walk.component = TRACE_NONE;
	if (w->depth == 1) {
		walk.cpus_here = w->name[0] == 'c' &&
				 !sbi_strcmp(w->name, "cpus");
		if (w->name[0] == 'c' && walk.chosen < 0 &&
		    !sbi_strcmp(w->name, "chosen"))
			walk.chosen = w->node;
	}
	if (w->depth == 2 && walk.cpus_here)
		trace_walk_hart(fdt, w);
	walk.depth = w->depth;
	walk.phandle = 0;
	return w->depth && trace_walk_component(fdt, w, t);
}

static u32 trace_walk(const void *fdt, struct trace *t)
{
	struct fdt_walk w;
	u32 more = 0;

	fdt_trace_ends_begin();
	walk.harts = walk.passives = 0;
	walk.full = false;
	walk.last_parent = walk.chosen = -1;
	fdt_walk_begin(&w, fdt);
	while (fdt_walk_next(&w))
		if (w.depth <= TRACE_DEPTH_MAX)
			more += trace_walk_node(fdt, &w, t);
	if (walk.full)
		sbi_printf("hartscope: trace: more than %u harts, %u ends of "
			   "connections or %u parts without registers; the "
			   "first ones are used\n",
			   (u32)HARTS_MAX, (u32)FDT_TRACE_ENDS_MAX,
			   (u32)FDT_TRACE_PASSIVES_MAX);
	if (!w.whole)
		sbi_printf("hartscope: trace: the device tree cannot be read "
			   "to its end; the rest is not protected\n");
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

u32 fdt_trace_describe(const void *fdt, struct trace *t)
{
	u32 n, more;

	for (n = 0; n < TRACE_COMPONENTS_MAX; n++)
		trace_nodes[n].hart = trace_nodes[n].leads = NULL;
	more = trace_walk(fdt, t);
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

/* A bus master needs addresses that are those of memory: the judge compares
 * these. */
static const char *trace_memory_wrong(const void *fdt, u32 n,
				      const struct trace_component *c)
{
	if (c->type != TR_COMP_RAM_SINK || !c->sink.smem)
		return NULL;
	if (fdt_getprop(fdt, walk.node[n], "iommus", NULL))
		return "writes through an IOMMU";
	return walk.bus[n];
}

void fdt_trace_judge(const void *fdt, struct trace *t)
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
		    c->type != TR_COMP_ATB_BRIDGE)
			node->wrong = node->leads;
		else if (node->hart && c->type == TR_COMP_ENCODER)
			node->wrong = node->hart;
		else
			node->wrong = trace_memory_wrong(fdt, n, c);
		if (node->wrong)
			trace_refuse(t, n, TRACE_FORBIDDEN);
	}
}
