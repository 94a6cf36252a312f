// SPDX-License-Identifier: GPL-2.0-or-later
/* Device tree to designs. */
#include <stdio.h>
#include <string.h>

#include <libfdt.h>

#include "hw_dtb.h"

#define COMPATIBLE "riscv,trace-component"
#define MODEL "hartscope,model-"
#define PROPERTY_MAX 48

/* State of a walk through the nodes. */
struct reader {
	const void *fdt;
	unsigned int xlen, num;
	int node[HW_COMPS_MAX]; /* of each design */
	struct hw_design *design;
	const char *error; /* the first one */
	int where;
};

static void fail(struct reader *r, int node, const char *error)
{
	if (r->error)
		return;
	r->error = error;
	r->where = node;
}

/* --- properties ------------------------------------------------------------- */

static const void *property(const struct reader *r, int node, const char *name,
			    int *size)
{
	char full[PROPERTY_MAX];

	snprintf(full, sizeof(full), MODEL "%s", name);
	return fdt_getprop(r->fdt, node, full, size);
}

static bool flag(const struct reader *r, int node, const char *name)
{
	return property(r, node, name, NULL);
}

static u32 cell(const void *data, unsigned int n)
{
	fdt32_t value;

	memcpy(&value, (const u8 *)data + sizeof(value) * n, sizeof(value));
	return fdt32_to_cpu(value);
}

static u64 two_cells(const void *data, unsigned int n)
{
	return (u64)cell(data, n) << 32 | cell(data, n + 1);
}

/* The n-th number of a property, or the default if it does not exist. */
static u32 number(struct reader *r, int node, const char *name, unsigned int n,
		  u32 usual)
{
	int size;
	const void *data = property(r, node, name, &size);

	if (!data)
		return usual;
	if (size < (int)(sizeof(fdt32_t) * (n + 1))) {
		fail(r, node, "a property has too few numbers");
		return usual;
	}
	return cell(data, n);
}

static void read_fixed(struct reader *r, int node, struct hw_design *d)
{
	int size;
	const void *data = property(r, node, "fixed", &size);
	unsigned int i;

	d->num_fixed = data ? (unsigned int)size / 12 : 0;
	if (d->num_fixed > HW_FIXED_MAX) {
		fail(r, node, "too many registers are wired");
		return;
	}
	for (i = 0; i < d->num_fixed; i++)
		d->fixed[i] = (struct hw_fixed){
			.offset = cell(data, 3 * i),
			.mask = cell(data, 3 * i + 1),
			.value = cell(data, 3 * i + 2),
		};
}

static u8 read_stuck(const struct reader *r, int node)
{
	char name[] = MODEL "stuck";
	u8 stuck = 0;

	if (fdt_stringlist_search(r->fdt, node, name, "active") >= 0)
		stuck |= HW_STUCK_ACTIVE;
	if (fdt_stringlist_search(r->fdt, node, name, "enable") >= 0)
		stuck |= HW_STUCK_ENABLE;
	if (fdt_stringlist_search(r->fdt, node, name, "empty") >= 0)
		stuck |= HW_STUCK_EMPTY;
	return stuck;
}

/* --- one component ---------------------------------------------------------- */

static u8 read_type(struct reader *r, int node)
{
	static const struct {
		const char *name;
		u8 type;
	} types[] = {
		{ "encoder", TR_COMP_ENCODER },
		{ "funnel", TR_COMP_FUNNEL },
		{ "ram-sink", TR_COMP_RAM_SINK },
		{ "pib-sink", TR_COMP_PIB_SINK },
		{ "atb-bridge", TR_COMP_ATB_BRIDGE },
		{ "cs-funnel", TR_COMP_FUNNEL },
		{ "etf", TR_COMP_FUNNEL },
		{ "etr", TR_COMP_RAM_SINK },
		{ "replicator", TR_COMP_FUNNEL },
	};
	const char *name = property(r, node, "type", NULL);
	unsigned int i;

	for (i = 0; name && i < array_size(types); i++)
		if (!strcmp(types[i].name, name))
			return types[i].type;
	fail(r, node,
	     "hartscope,model-type is none of encoder, funnel, ram-sink, "
	     "pib-sink, atb-bridge, cs-funnel, etf, etr and replicator");
	return 0;
}

static u8 read_coresight(struct reader *r, int node)
{
	static const char *const names[] = {
		[HW_CS_FUNNEL] = "cs-funnel",
		[HW_CS_ETF] = "etf",
		[HW_CS_ETR] = "etr",
		[HW_CS_REPLICATOR] = "replicator",
	};
	const char *name = property(r, node, "type", NULL);
	u8 i;

	for (i = 1; name && i < array_size(names); i++)
		if (!strcmp(names[i], name))
			return i;
	return HW_CS_NONE;
}

static unsigned int read_hart(struct reader *r, int node)
{
	const void *data = fdt_getprop(r->fdt, node, "cpus", NULL);
	int cpu = data ? fdt_node_offset_by_phandle(r->fdt, cell(data, 0)) : -1;
	const void *reg = cpu < 0 ? NULL :
				    fdt_getprop(r->fdt, cpu, "reg", NULL);

	if (!reg) {
		fail(r, node, "an encoder's cpus is no hart");
		return 0;
	}
	return cell(reg, 0);
}

static void read_encoder(struct reader *r, int node, struct hw_design *d)
{
	const struct ntrace_emit_design emit = NTRACE_EMIT_DESIGN(64);

	d->hart = read_hart(r, node);
	d->protocol_major = (u8)number(r, node, "protocol", 0, 1);
	d->protocol_minor = (u8)number(r, node, "protocol", 1, 0);
	d->modes = number(r, node, "modes", 0, 1u << 3 | 1u << 6);
	d->filters = (u8)number(r, node, "filters", 0, 4);
	d->comps = (u8)number(r, node, "comps", 0, 4);
	d->ext_in = (u8)number(r, node, "ext-in", 0, 2);
	d->ext_out = (u8)number(r, node, "ext-out", 0, 2);
	d->fifo = number(r, node, "fifo", 0, 8192);
	d->emit = emit;
	d->emit.xlen = (u8)r->xlen;
	d->emit.i_cnt_bits =
		(u8)number(r, node, "i-cnt-bits", 0, emit.i_cnt_bits);
	d->emit.hist_bits = (u8)number(r, node, "hist-bits", 0, emit.hist_bits);
	d->emit.stack_depth =
		(u8)number(r, node, "stack-depth", 0, emit.stack_depth);
	d->emit.repeat_branch = flag(r, node, "repeat-branch");
	d->emit.trap_kinds = flag(r, node, "trap-kinds");
	d->emit.report_disabled = flag(r, node, "report-disabled");
}

static void read_time(struct reader *r, int node, struct hw_design *d)
{
	u32 usual = 1u << TR_TS_INTERNAL_SYSTEM;

	if (d->type == TR_COMP_ENCODER)
		usual |= 1u << TR_TS_INTERNAL_CORE | 1u << TR_TS_SHARED;
	d->ts_modes = number(r, node, "ts-modes", 0, usual);
	d->ts_width = (u8)number(r, node, "ts-width", 0, 48);
	d->ts_own_reset = !flag(r, node, "ts-no-reset");
}

static void read_windows(struct reader *r, int node, struct hw_design *d)
{
	int size;
	const void *data = property(r, node, "windows", &size);
	unsigned int i;

	d->num_windows = data ? (unsigned int)size / 24 : 0;
	if (d->num_windows > HW_WINDOWS_MAX) {
		fail(r, node, "a bus has too many windows");
		return;
	}
	for (i = 0; i < d->num_windows; i++)
		d->window[i] = (struct hw_window){
			.bus = two_cells(data, 6 * i),
			.hart = two_cells(data, 6 * i + 2),
			.size = two_cells(data, 6 * i + 4),
		};
}

static void read_ram(struct reader *r, int node, struct hw_design *d)
{
	int size;
	const void *range = property(r, node, "smem-range", &size);

	d->has_smem = d->coresight || flag(r, node, "smem");
	d->sram_size = number(r, node, "sram", 0, 0);
	d->has_sram = d->sram_size;
	d->width = number(r, node, "width", 0, 4);
	d->smem_end = 1ull << 40;
	d->smem_fixed = flag(r, node, "smem-fixed");
	d->unlocked = flag(r, node, "unlocked");
	d->limit_follows = flag(r, node, "limit-follows");
	read_windows(r, node, d);
	if (!range)
		return;
	if (size != 4 * sizeof(fdt32_t)) {
		fail(r, node,
		     "hartscope,model-smem-range is not two cells of "
		     "address and two of size");
		return;
	}
	d->smem_low = two_cells(range, 0);
	d->smem_end = d->smem_low + two_cells(range, 2);
}

static void read_component(struct reader *r, int node, struct hw_design *d)
{
	int size;
	const void *reg = fdt_getprop(r->fdt, node, "reg", &size);

	if (!reg || size < (int)(4 * sizeof(fdt32_t))) {
		fail(r, node,
		     "reg is not two cells of address and two of size");
		return;
	}
	memset(d, 0, sizeof(*d));
	d->base = two_cells(reg, 0);
	d->type = read_type(r, node);
	d->coresight = read_coresight(r, node);
	d->says_type = (u8)number(r, node, "comp-type", 0, d->type);
	d->ver_major = (u8)number(r, node, "version", 0, 1);
	d->ver_minor = (u8)number(r, node, "version", 1, 0);
	d->stuck = read_stuck(r, node);
	d->old = flag(r, node, "old");
	d->quiet = flag(r, node, "quiet");
	d->slow = number(r, node, "slow", 0, 2);
	d->drain = number(r, node, "drain", 0, 2);
	d->late = number(r, node, "late", 0, 0);
	d->land = number(r, node, "land", 0, 0);
	d->noise = number(r, node, "noise", 0, 0);
	d->spurious = number(r, node, "spurious", 0, 0);
	d->rate = number(r, node, "rate", 0, 0);
	read_fixed(r, node, d);
	if (d->type == TR_COMP_ENCODER)
		read_encoder(r, node, d);
	if (d->type == TR_COMP_FUNNEL) {
		d->fifo = number(r, node, "fifo", 0, 1024);
		d->inputs = (u8)number(r, node, "inputs", 0, HW_INPUTS_MAX);
	}
	if (d->type == TR_COMP_ENCODER ||
	    (d->type == TR_COMP_FUNNEL && !d->coresight))
		read_time(r, node, d);
	if (d->type == TR_COMP_RAM_SINK) {
		read_ram(r, node, d);
		d->inputs = (u8)number(r, node, "inputs", 0, 1);
	}
	if (d->type == TR_COMP_PIB_SINK)
		d->pib_modes = number(r, node, "pib-modes", 0, 0x1f30);
}

/* --- the graph -------------------------------------------------------------- */

static int find(const struct reader *r, int node)
{
	unsigned int i;

	for (i = 0; i < r->num; i++)
		if (r->node[i] == node)
			return (int)i;
	return -1;
}

/* "port" is the only port; "port@3" is the fourth. */
static u32 port_number(const struct reader *r, int port)
{
	int size;
	const void *reg = fdt_getprop(r->fdt, port, "reg", &size);

	return reg && size >= (int)sizeof(fdt32_t) ? cell(reg, 0) : 0;
}

static void read_endpoint(struct reader *r, int endpoint, struct hw_design *d)
{
	const void *data =
		fdt_getprop(r->fdt, endpoint, "remote-endpoint", NULL);
	int remote, port, comp;

	remote = data ? fdt_node_offset_by_phandle(r->fdt, cell(data, 0)) : -1;
	port = remote < 0 ? -1 : fdt_parent_offset(r->fdt, remote);
	comp = port < 0 ? -1 :
			  fdt_supernode_atdepth_offset(
				  r->fdt, port,
				  fdt_node_depth(r->fdt, port) - 2, NULL);
	comp = comp < 0 ? -1 : find(r, comp);
	if (comp < 0 || d->num_outputs == HW_OUTPUTS_MAX) {
		fail(r, endpoint,
		     "remote-endpoint is no component's input, or "
		     "one too many");
		return;
	}
	d->output[d->num_outputs].comp = (u8)comp;
	d->output[d->num_outputs++].input = (u8)port_number(r, port);
}

static void read_port(struct reader *r, int port, struct hw_design *d)
{
	int endpoint = fdt_first_subnode(r->fdt, port);

	for (; endpoint >= 0; endpoint = fdt_next_subnode(r->fdt, endpoint))
		read_endpoint(r, endpoint, d);
}

static void read_outputs(struct reader *r, unsigned int n)
{
	int ports = fdt_subnode_offset(r->fdt, r->node[n], "out-ports");
	int port = ports < 0 ? ports : fdt_first_subnode(r->fdt, ports);

	for (; port >= 0; port = fdt_next_subnode(r->fdt, port))
		read_port(r, port, &r->design[n]);
}

bool hw_dtb_read(const void *fdt, unsigned int xlen, struct hw_design *design,
		 unsigned int *num, const char **error, int *where)
{
	struct reader r = { .fdt = fdt, .xlen = xlen, .design = design };
	unsigned int i;
	int node = -1;

	for (;;) {
		node = fdt_node_offset_by_compatible(fdt, node, COMPATIBLE);
		if (node < 0)
			break;
		if (r.num == HW_COMPS_MAX) {
			fail(&r, node, "there are too many components");
			break;
		}
		r.node[r.num] = node;
		read_component(&r, node, &design[r.num++]);
	}
	for (i = 0; i < r.num; i++)
		read_outputs(&r, i);
	*num = r.num;
	*error = r.error;
	*where = r.where;
	return !r.error;
}
