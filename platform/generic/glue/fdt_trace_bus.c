// SPDX-License-Identifier: BSD-2-Clause
/*
 * Buses between a trace sink and memory. A sink writes to the addresses in its
 * registers, which are addresses of its bus. The comparison with the memory of
 * an owner needs addresses of the CPU.
 */
#include <libfdt.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "trace_glue.h"

#define CELL ((int)sizeof(fdt32_t))

/* Only PCI has more cells, and its addresses are not those of memory. */
enum { CELLS_MAX = 2 };

static u64 trace_number_of(const fdt32_t *cell, int cells)
{
	u64 value = 0;

	while (cells--)
		value = value << 32 | fdt32_to_cpu(*cell++);
	return value;
}

/* @param parent of the bus; addresses of the bus become addresses there */
static bool trace_bus_is_plain(const void *fdt, int bus, int parent)
{
	int here, above, size, tuple, n, len;
	const fdt32_t *cell = fdt_getprop(fdt, bus, "dma-ranges", &len);

	if (!cell || !len)
		return true;
	here = fdt_address_cells(fdt, bus);
	above = fdt_address_cells(fdt, parent);
	size = fdt_size_cells(fdt, bus);
	tuple = here + above + size;
	if (here < 1 || here > CELLS_MAX || above < 1 || above > CELLS_MAX ||
	    size < 0 || len % (tuple * CELL))
		return false;
	for (n = 0; n < len / CELL; n += tuple)
		if (trace_number_of(cell + n, here) !=
		    trace_number_of(cell + n + here, above))
			return false;
	return true;
}

const char *fdt_trace_bus_wrong(const void *fdt, const int *path, int depth)
{
	int n;

	for (n = depth - 1; n > 0; n--)
		if (!trace_bus_is_plain(fdt, path[n], path[n - 1]))
			return "writes to other addresses than its bus has "
			       "(dma-ranges)";
	return NULL;
}
