// SPDX-License-Identifier: BSD-2-Clause
/*
 * Buses of the device tree, in both directions: from loads of harts to registers
 * (ranges), and from a trace sink to memory (dma-ranges, on the way that Linux
 * takes: a parent is the node above, or the interconnect called "dma-mem").
 */
#include <libfdt.h>

#include <sbi_utils/fdt/fdt_helper.h>

#include "../fast/boot_alloc.h"
#include "fdt_trace_walk.h"
#include "trace_glue.h"

#define CELL ((int)sizeof(fdt32_t))

/* A row of ranges or dma-ranges: addresses below and above the bus. */
struct bus_row {
	u64 below, above, size;
};

/* All rows of one bus, and numbers of cells. */
struct bus_map {
	const fdt32_t *cell;
	u32 rows, below, above, size;
};

/* @return false: the number has more than 64 bits */
static bool trace_bus_number(const fdt32_t **cell, u32 cells, u64 *value)
{
	bool fits = true;
	u32 n;

	for (n = 0; n + 2 < cells; n++)
		fits &= !(*cell)[n];
	*value = fdt_walk_number(*cell, cells);
	*cell += cells;
	return fits;
}

static u32 trace_bus_cells(const struct bus_map *m)
{
	return m->below + m->above + m->size;
}

static bool trace_bus_row(const struct bus_map *m, u32 n, struct bus_row *r)
{
	const fdt32_t *cell = m->cell + n * trace_bus_cells(m);

	return trace_bus_number(&cell, m->below, &r->below) &&
	       trace_bus_number(&cell, m->above, &r->above) &&
	       trace_bus_number(&cell, m->size, &r->size) && r->size &&
	       r->below + r->size - 1 >= r->below &&
	       r->above + r->size - 1 >= r->above;
}

/* --- registers ------------------------------------------------------------ */

/* A bus without ranges is passed, as OpenSBI's drivers pass it. */
static bool trace_bus_up(const struct fdt_walk_level *bus, u32 above,
			 u64 *address)
{
	struct bus_map m = { .cell = bus->ranges.data,
			     .below = bus->cells.address,
			     .above = above,
			     .size = bus->cells.size };
	struct bus_row r;
	u32 n;

	if (!bus->ranges.size)
		return true;
	if (!m.below || !above)
		return false;
	m.rows = bus->ranges.size / (trace_bus_cells(&m) * (u32)CELL);
	for (n = 0; n < m.rows; n++) {
		if (!trace_bus_row(&m, n, &r) || *address - r.below >= r.size)
			continue;
		*address += r.above - r.below;
		return true;
	}
	return false;
}

static bool trace_bus_all_up(const struct fdt_walk_level *path, int depth,
			     u64 *address)
{
	int level;

	for (level = depth - 1; level > 0; level--)
		if (!trace_bus_up(&path[level], path[level - 1].cells.address,
				  address))
			return false;
	return true;
}

bool fdt_trace_reg(const struct fdt_walk_level *path, int depth,
		   const struct fdt_walk_value *reg, u32 n, u64 *base,
		   u64 *size)
{
	const struct fdt_walk_cells *c = &path[depth - 1].cells;
	u32 cells = c->address + c->size;
	const fdt32_t *cell = reg->data + n * cells;

	return c->address && reg->size / (u32)CELL >= (n + 1) * cells &&
	       trace_bus_number(&cell, c->address, base) &&
	       trace_bus_number(&cell, c->size, size) &&
	       trace_bus_all_up(path, depth, base);
}

static u32 trace_bus_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (u32)(c - '0');
	return c >= 'a' && c <= 'f' ? (u32)(c - 'a' + 10) : 16;
}

bool fdt_trace_unit(const struct fdt_walk_level *path, int depth,
		    const char *name, u64 *base)
{
	while (*name && *name != '@')
		name++;
	if (!*name || trace_bus_digit(*++name) > 15)
		return false;
	for (*base = 0; trace_bus_digit(*name) < 16; name++)
		*base = *base << 4 | trace_bus_digit(*name);
	/* An address that no bus translates is taken as it is. */
	trace_bus_all_up(path, depth, base);
	return !*name;
}

/* --- memory --------------------------------------------------------------- */

#define OTHER "writes to memory on a way that cannot be followed"

/* On the longest way; more are a loop. */
enum { BUSES_MAX = 32, CELLS_MAX = 4, WINDOWS_MAX = 1024 };

static const struct trace_memory all_of_it = {
	.count = 1,
	.window = { { .last = ~0ull } },
};

/* The next node on the way to memory. @param path, depth as in
 * fdt_trace_memory(), which saves a search from a node to its parent */
static int trace_bus_next(const void *fdt, int node,
			  const struct fdt_walk_level *path, int depth)
{
	int n = fdt_stringlist_search(fdt, node, "interconnect-names",
				      "dma-mem");
	struct fdt_phandle_args to;

	if (n >= 0)
		return fdt_parse_phandle_with_args(fdt, node, "interconnects",
						   "#interconnect-cells", n,
						   &to) ?
			       -1 :
			       to.node_offset;
	if (n != -FDT_ERR_NOTFOUND)
		return -1;
	for (n = depth; n > 0; n--)
		if (path[n].node == node)
			return path[n - 1].node;
	return fdt_parent_offset(fdt, node);
}

/* @return false: a row is not valid, or there is no whole one */
static bool trace_bus_map(const void *fdt, int bus, int above,
			  struct bus_map *m)
{
	struct bus_row r;
	int len;
	u32 n;

	*m = (struct bus_map){ .cell = fdt_getprop(fdt, bus, "dma-ranges",
						   &len) };
	if (!m->cell || !len)
		return true;
	m->below = (u32)fdt_address_cells(fdt, bus);
	m->above = (u32)fdt_address_cells(fdt, above);
	m->size = (u32)fdt_size_cells(fdt, bus);
	if (m->below - 1 >= CELLS_MAX || m->above - 1 >= CELLS_MAX ||
	    m->size - 1 >= CELLS_MAX ||
	    (u32)len % (trace_bus_cells(m) * (u32)CELL))
		return false;
	m->rows = (u32)len / (trace_bus_cells(m) * (u32)CELL);
	for (n = 0; n < m->rows; n++)
		if (!trace_bus_row(m, n, &r))
			return false;
	return true;
}

/* Windows of a bus below, through the rows of one bus. @param to room for all
 * of them, or NULL @return their number */
static u32 trace_bus_through(const struct trace_memory *below,
			     const struct bus_map *m, struct trace_window *to)
{
	const struct trace_window *w = below->window;
	u32 n, count = 0;
	struct bus_row r;
	u64 low, high;

	for (; w < below->window + below->count; w++)
		for (n = 0; n < m->rows; n++) {
			if (!trace_bus_row(m, n, &r))
				continue;
			low = r.below > w->hart ? r.below : w->hart;
			high = r.below + r.size - 1;
			if (w->hart + w->last < high)
				high = w->hart + w->last;
			if (low > high)
				continue;
			if (to)
				to[count] = (struct trace_window){
					.bus = low - w->hart + w->bus,
					.hart = low - r.below + r.above,
					.last = high - low,
				};
			count++;
		}
	return count;
}

/* @return the memory through one more bus; NULL: there is no room */
static const struct trace_memory *
trace_bus_pass(const struct trace_memory *below, const struct bus_map *m)
{
	u32 count = trace_bus_through(below, m, NULL);
	struct trace_memory *all;

	if (count > WINDOWS_MAX)
		return NULL;
	all = boot_alloc_raw(sizeof(*all) + count * sizeof(all->window[0]));
	if (!all)
		return NULL;
	all->count = trace_bus_through(below, m, all->window);
	return all;
}

const char *fdt_trace_memory(const void *fdt, int node,
			     const struct fdt_walk_level *path, int depth,
			     const struct trace_memory **memory)
{
	const struct trace_memory *all = &all_of_it;
	int bus = trace_bus_next(fdt, node, path, depth), above, n;
	struct bus_map m;

	for (n = 0; all && bus > 0 && n < BUSES_MAX; n++, bus = above) {
		above = trace_bus_next(fdt, bus, path, depth);
		if (above < 0 || fdt_getprop(fdt, bus, "iommu-map", NULL) ||
		    !trace_bus_map(fdt, bus, above, &m))
			return OTHER;
		if (m.rows)
			all = trace_bus_pass(all, &m);
	}
	*memory = all == &all_of_it ? NULL : all;
	return all && !bus ? NULL : OTHER;
}
