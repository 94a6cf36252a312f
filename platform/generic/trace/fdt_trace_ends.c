// SPDX-License-Identifier: BSD-2-Clause
/*
 * Connections of trace components in the device tree: each has two ends, which
 * name each other. Parts of CoreSight without registers, static funnels and
 * replicators, are no components: ways through them are followed to the next
 * component.
 */
#include "trace_glue.h"

static struct fdt_trace_end ends[FDT_TRACE_ENDS_MAX];
static u32 count;

void fdt_trace_ends_begin(void)
{
	count = 0;
}

bool fdt_trace_ends_add(const struct fdt_trace_end *end)
{
	if (count == FDT_TRACE_ENDS_MAX)
		return false;
	ends[count++] = *end;
	return true;
}

/* A way from an output of a component to the next component. */
struct trace_way {
	struct trace *t;
	u32 component;
	u8 outlet;
	u32 passed; /* parts without registers, a bit for each */
};

static const struct fdt_trace_end *
trace_end_in(const struct fdt_trace_end *end, const struct fdt_trace_end *last,
	     u32 phandle)
{
	for (; end < last; end++)
		if (end->phandle == phandle)
			return end;
	return NULL;
}

/* Find the end with a phandle. Most trees list components in the order of their
 * ways, so the search starts after the end that names the phandle. */
static const struct fdt_trace_end *
trace_end_of(const struct fdt_trace_end *from)
{
	const struct fdt_trace_end *end;

	if (!from->remote)
		return NULL;
	end = trace_end_in(from + 1, ends + count, from->remote);
	return end ? end : trace_end_in(ends, from, from->remote);
}

static void trace_follow(struct trace_way *way,
			 const struct fdt_trace_end *from);

/* Each part counts once, so a way has an end. */
static void trace_follow_passive(struct trace_way *way, u32 passive)
{
	u32 bit = 1u << (passive - FDT_TRACE_PASSIVE), n;

	if (way->passed & bit)
		return;
	way->passed |= bit;
	for (n = 0; n < count; n++)
		if (ends[n].component == passive && ends[n].out)
			trace_follow(way, &ends[n]);
}

static void trace_arrive(const struct trace_way *way,
			 const struct fdt_trace_end *from,
			 const struct fdt_trace_end *to)
{
	struct trace_link link = {
		.to = to->component,
		.wire = (u16)(from - ends + 1),
		.input = to->port,
		.outlet = way->outlet,
	};

	trace_join(way->t, way->component, &link);
}

/* For trees whose nodes name components: the input that names `from`. */
static const struct fdt_trace_end *
trace_input_of(const struct fdt_trace_end *to, const struct fdt_trace_end *from)
{
	u32 n;

	for (n = 0; n < count; n++)
		if (ends[n].component == to->component && !ends[n].out &&
		    ends[n].remote == from->phandle)
			return &ends[n];
	return NULL;
}

static bool trace_is_component(u32 n)
{
	return n < TRACE_COMPONENTS_MAX;
}

static void trace_follow(struct trace_way *way,
			 const struct fdt_trace_end *from)
{
	const struct fdt_trace_end *to = trace_end_of(from);
	struct trace_node *n = &trace_nodes[way->component];

	if (to && to->port == FDT_TRACE_BY_REMOTE)
		to = trace_input_of(to, from);
	if (!to || to->out) {
		n->leads = "remote-endpoint is no input of a trace component";
		return;
	}
	if (to->remote && to->remote != from->phandle) {
		n->wrong = "remote-endpoint is not that of the other end";
		n->with = trace_is_component(to->component) ?
				  trace_nodes[to->component].name :
				  NULL;
		return;
	}
	if (trace_is_component(to->component))
		trace_arrive(way, from, to);
	else if (to->component == FDT_TRACE_FOREIGN)
		trace_connect_foreign(way->t, way->component);
	else
		trace_follow_passive(way, to->component);
}

void fdt_trace_ends_connect(struct trace *t)
{
	struct trace_way way;
	u32 n;

	for (n = 0; n < count; n++) {
		if (!ends[n].out || !trace_is_component(ends[n].component))
			continue;
		way = (struct trace_way){
			.t = t,
			.component = ends[n].component,
			.outlet = ends[n].port,
		};
		trace_follow(&way, &ends[n]);
	}
}
