// SPDX-License-Identifier: BSD-2-Clause
/*
 * Devices beside trace hardware: PMP entries that close registers may have to
 * close neighbours, too. Disabled nodes count: the next stage may enable them.
 */
#include <sbi/sbi_string.h>

#include "fdt_trace_walk.h"
#include "trace_glue.h"

static struct {
	struct fdt_walk_level path[TRACE_DEPTH_MAX + 1];
	bool mapped[TRACE_DEPTH_MAX + 1]; /* harts reach what is on this bus */
} near;

/* Nodes of memory, and of harts, have a type. */
static void trace_near_device(const struct fdt_walk *w)
{
	u64 base, size;
	u32 n;

	if (w->value[WALK_DEVICE_TYPE].data || !near.mapped[w->depth - 1])
		return;
	for (n = 0; fdt_trace_reg(near.path, w->depth, &w->value[WALK_REG], n,
				  &base, &size);
	     n++)
		if (size)
			trace_domain_neighbour(w->name, w->node, base, size);
}

/* Harts reach nothing inside trace hardware without ranges. */
static void trace_near_node(struct fdt_walk *w)
{
	enum fdt_kind kind =
		fdt_trace_kind((const char *)w->value[WALK_COMPATIBLE].data,
			       (int)w->value[WALK_COMPATIBLE].size);
	int n;

	if (kind == FDT_KIND_OTHER || kind == FDT_KIND_LENT) {
		trace_near_device(w);
		return;
	}
	for (n = w->depth - 1; n > 0; n--)
		trace_domain_enclose(near.path[n].node);
	if (!w->value[WALK_RANGES].data)
		fdt_walk_skip(w);
}

void fdt_trace_neighbours(const void *fdt)
{
	struct fdt_walk w;

	fdt_walk_begin(&w, fdt);
	while (fdt_walk_next(&w)) {
		if (w.depth > TRACE_DEPTH_MAX)
			continue;
		fdt_walk_level(&w, &near.path[w.depth]);
		near.mapped[w.depth] = !w.depth || (near.mapped[w.depth - 1] &&
						    w.value[WALK_RANGES].data);
		if (w.depth == 1 && !sbi_strcmp(w.name, "reserved-memory"))
			fdt_walk_skip(&w);
		else if (w.depth && w.value[WALK_REG].data)
			trace_near_node(&w);
	}
}
