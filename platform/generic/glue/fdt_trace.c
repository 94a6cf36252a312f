// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace components of the device tree (Linux' binding, not merged yet): nodes
 * compatible with "riscv,trace-component" that have one window of registers
 * each, the hart of an encoder in "cpus", and the ends of their connections in
 * "in-ports" and "out-ports", as OF graphs have them. Type and version are in
 * the hardware.
 *
 * A node that makes no sense is described all the same, so that what leads to
 * it is refused as well; see struct trace_node.
 */
#include <libfdt.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "glue.h"
#include "shmem_glue.h"
#include "trace_glue.h"

#define COMPATIBLE "riscv,trace-component"
#define CELL ((int)sizeof(fdt32_t))

/* Where the nodes are, as long as nobody edits the tree. */
static int offsets[TRACE_COMPONENTS_MAX];

static int trace_next(const void *fdt, int node)
{
	do
		node = fdt_node_offset_by_compatible(fdt, node, COMPATIBLE);
	while (node >= 0 && !fdt_node_is_enabled(fdt, node));
	return node;
}

/* The node that the phandle in a property names. */
static int trace_phandle(const void *fdt, int node, const char *property)
{
	int len;
	const fdt32_t *cell = fdt_getprop(fdt, node, property, &len);

	if (!cell || len != CELL)
		return -FDT_ERR_BADPHANDLE;
	return fdt_node_offset_by_phandle(fdt, fdt32_to_cpu(*cell));
}

/* --- one node ------------------------------------------------------------- */

/* The core refuses a window that starts here. */
#define NO_WINDOW 1

static bool ranges_meet(u64 a, u64 a_size, u64 b, u64 b_size)
{
	return a < b + b_size && b < a + a_size;
}

/* OpenSBI's helper does not look at the length. */
static const char *trace_reg_wrong(const void *fdt, int node)
{
	int parent = fdt_parent_offset(fdt, node), len;
	int cells =
		fdt_address_cells(fdt, parent) + fdt_size_cells(fdt, parent);

	if (!fdt_getprop(fdt, node, "reg", &len))
		return "has no reg";
	if (cells <= 0 || len != cells * CELL)
		return "reg is not one window";
	return NULL;
}

static const char *trace_window_wrong(u64 base, u64 size)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	if (base % TR_WINDOW_SIZE)
		return "reg is not aligned to 4 KiB";
	if (size != TR_WINDOW_SIZE)
		return "reg is not one window of 4 KiB";
	if (base + size - 1 > -1ul)
		return "reg is out of reach";
	if (ranges_meet(base, size, scratch->fw_start, scratch->fw_size))
		return "reg is in the firmware";
	if (shmem_glue_is_memory(base, size))
		return "reg is in memory";
	return NULL;
}

static u64 trace_window(const void *fdt, int node, struct trace_node *n)
{
	u64 base = 0, size = 0;

	n->wrong = trace_reg_wrong(fdt, node);
	if (!n->wrong && fdt_get_node_addr_size(fdt, node, 0, &base, &size))
		n->wrong = "reg cannot be read";
	if (!n->wrong)
		n->wrong = trace_window_wrong(base, size);
	return n->wrong ? NO_WINDOW : base;
}

static u32 trace_hart(const void *fdt, int node, struct trace_node *n,
		      u32 *hartid)
{
	u32 hartindex;

	*hartid = 0;
	if (!fdt_getprop(fdt, node, "cpus", NULL))
		return TRACE_NO_HART;
	node = trace_phandle(fdt, node, "cpus");
	if (node < 0 || fdt_parse_hart_id(fdt, node, hartid)) {
		n->wrong = "cpus is not the phandle of one hart";
		return TRACE_NO_HART;
	}
	hartindex = sbi_hartid_to_hartindex(*hartid);
	if (!sbi_hartindex_valid(hartindex)) {
		n->wrong = "its hart is disabled";
		return TRACE_NO_HART;
	}
	return hartindex;
}

static void trace_add_node(const void *fdt, int node, struct trace *t)
{
	const char *name = fdt_get_name(fdt, node, NULL);
	struct trace_node *n = &trace_nodes[t->count];
	u32 hartindex, hartid;
	u64 base;

	n->with = NULL;
	sbi_strncpy(n->name, name ? name : "", TRACE_NAME_MAX - 1);
	offsets[t->count] = node;
	base = trace_window(fdt, node, n);
	hartindex = trace_hart(fdt, node, n, &hartid);
	trace_add(t, base, hartindex, hartid);
}

/* --- connections ---------------------------------------------------------- */

/* The component that an endpoint belongs to: it is below a port, and that
 * either below the node or below its "ports" of one direction. */
static u32 trace_owner_node(const void *fdt, const struct trace *t,
			    int endpoint, const char *direction, int *port)
{
	int group, node;
	const char *name;
	u32 n;

	*port = fdt_parent_offset(fdt, endpoint);
	group = *port < 0 ? *port : fdt_parent_offset(fdt, *port);
	name = group < 0 ? NULL : fdt_get_name(fdt, group, NULL);
	if (!name || sbi_strcmp(name, direction))
		return TRACE_NONE;
	node = fdt_parent_offset(fdt, group);
	for (n = 0; n < t->count; n++)
		if (offsets[n] == node)
			return n;
	return TRACE_NONE;
}

/* Number of a port; without one it is the only one. */
static u32 trace_port_number(const void *fdt, int port)
{
	int len;
	const fdt32_t *reg = fdt_getprop(fdt, port, "reg", &len);

	return reg && len == CELL ? fdt32_to_cpu(*reg) : 0;
}

static void trace_connect_endpoint(const void *fdt, struct trace *t, u32 from,
				   int endpoint)
{
	int remote = trace_phandle(fdt, endpoint, "remote-endpoint"), port,
	    back;
	u32 to = TRACE_NONE;

	if (remote >= 0)
		to = trace_owner_node(fdt, t, remote, "in-ports", &port);
	if (to == TRACE_NONE) {
		trace_nodes[from].wrong =
			"remote-endpoint is no input of a trace component";
		return;
	}
	back = trace_phandle(fdt, remote, "remote-endpoint");
	if (fdt_getprop(fdt, remote, "remote-endpoint", NULL) &&
	    back != endpoint) {
		trace_nodes[from].wrong =
			"remote-endpoint is not that of the other end";
		trace_nodes[from].with = trace_nodes[to].name;
		return;
	}
	trace_connect(t, from, to, trace_port_number(fdt, port));
}

static void trace_connect_node(const void *fdt, struct trace *t, u32 from)
{
	int group = fdt_subnode_offset(fdt, offsets[from], "out-ports");
	int port, endpoint;

	if (group < 0) {
		if (fdt_subnode_offset(fdt, offsets[from], "in-ports") < 0 &&
		    !trace_nodes[from].wrong)
			trace_nodes[from].wrong = "has no ports";
		return;
	}
	for (port = fdt_first_subnode(fdt, group); port >= 0;
	     port = fdt_next_subnode(fdt, port))
		for (endpoint = fdt_first_subnode(fdt, port); endpoint >= 0;
		     endpoint = fdt_next_subnode(fdt, endpoint))
			trace_connect_endpoint(fdt, t, from, endpoint);
}

u32 fdt_trace_describe(const void *fdt, struct trace *t)
{
	u32 n, more = 0;
	int node;

	for (node = trace_next(fdt, -1); node >= 0;
	     node = trace_next(fdt, node)) {
		if (t->count < TRACE_COMPONENTS_MAX)
			trace_add_node(fdt, node, t);
		else
			more++;
	}
	for (n = 0; n < t->count; n++)
		trace_connect_node(fdt, t, n);
	for (n = 0; n < t->count; n++)
		if (trace_nodes[n].wrong && !t->component[n].reason)
			trace_refuse(t, n, TRACE_FORBIDDEN);
	return more;
}

/* --- /chosen and the next stage's tree ------------------------------------ */

enum trace_policy fdt_trace_policy(const void *fdt)
{
	int chosen = fdt_path_offset(fdt, "/chosen"), len = 0;
	const char *value = chosen < 0 ?
				    NULL :
				    fdt_getprop(fdt, chosen,
						"hartscope,trace-policy", &len);

	if (!value || (len == 7 && !sbi_strcmp(value, "direct")))
		return TRACE_DIRECT;
	if (len == 9 && !sbi_strcmp(value, "mediated"))
		return TRACE_MEDIATED;
	sbi_printf("hartscope: /chosen: hartscope,trace-policy is neither "
		   "\"direct\" nor \"mediated\"; taken as \"mediated\"\n");
	return TRACE_MEDIATED;
}

bool fdt_trace_shows_m(const void *fdt)
{
	int chosen = fdt_path_offset(fdt, "/chosen");

	return chosen >= 0 &&
	       fdt_getprop(fdt, chosen, "hartscope,trace-m-mode", NULL);
}

/* Cells of an address or a size, as many as the root has. */
static fdt32_t *trace_cells(fdt32_t *to, int cells, u64 value)
{
	if (cells > 1)
		*to++ = cpu_to_fdt32((u32)(value >> 32));
	*to++ = cpu_to_fdt32((u32)value);
	return to;
}

static int trace_reserved(void *fdt)
{
	int node = fdt_path_offset(fdt, "/reserved-memory");

	if (node >= 0)
		return node;
	node = fdt_add_subnode(fdt, 0, "reserved-memory");
	if (node < 0 || fdt_setprop_empty(fdt, node, "ranges") ||
	    fdt_setprop_u32(fdt, node, "#size-cells",
			    (u32)fdt_size_cells(fdt, 0)) ||
	    fdt_setprop_u32(fdt, node, "#address-cells",
			    (u32)fdt_address_cells(fdt, 0)))
		return -FDT_ERR_NOSPACE;
	return node;
}

static bool trace_is_reserved(const void *fdt, int parent, u64 base, u64 size)
{
	u64 at, length;
	int node;

	for (node = fdt_first_subnode(fdt, parent); node >= 0;
	     node = fdt_next_subnode(fdt, node))
		if (!fdt_get_node_addr_size(fdt, node, 0, &at, &length) &&
		    ranges_meet(at, length, base, size))
			return true;
	return false;
}

void fdt_trace_reserve(void *fdt, u64 base, u64 size)
{
	int parent, node;
	fdt32_t reg[4], *end;
	char name[40];

	if (fdt_open_into(fdt, fdt, fdt_totalsize(fdt) + 256))
		return;
	parent = trace_reserved(fdt);
	if (parent < 0 || trace_is_reserved(fdt, parent, base, size))
		return;
	sbi_snprintf(name, sizeof(name), "trace-buffer@%lx", (ulong)base);
	node = fdt_add_subnode(fdt, parent, name);
	if (node < 0)
		return;
	end = trace_cells(reg, fdt_address_cells(fdt, 0), base);
	end = trace_cells(end, fdt_size_cells(fdt, 0), size);
	fdt_setprop(fdt, node, "reg", reg, (int)(end - reg) * CELL);
	fdt_setprop_empty(fdt, node, "no-map");
}

void fdt_trace_disable(void *fdt, const struct trace *t,
		       bool (*usable)(const struct trace *t, u32 n))
{
	int node = trace_next(fdt, -1);
	u32 n;

	for (n = 0; node >= 0; n++, node = trace_next(fdt, node)) {
		if (n >= t->count || !usable(t, n)) {
			if (fdt_open_into(fdt, fdt, fdt_totalsize(fdt) + 32))
				return;
			fdt_setprop_string(fdt, node, "status", "disabled");
		}
	}
}
