// SPDX-License-Identifier: BSD-2-Clause
/* The facts of a core as the device tree node for OpenSBI. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <libfdt.h>
#include "pmu.h"

static const char counters_name[] = "riscv,event-to-mhpmcounters";
static const char selects_name[] = "riscv,event-to-mhpmevent";
static const char raws_name[] = "riscv,raw-event-to-mhpmcounters";

/* --- cells ---------------------------------------------------------------- */

/* The three properties: cells of a row, and number of rows. */
static u32 row_cells(const struct events_core *core, char kind, u32 n,
		     u32 cell[5])
{
	const struct events_row *row = events_rows + core->first + n;
	const struct events_raw *raw = events_raws + core->first_raw + n;

	if (kind == 'r') {
		cell[0] = 0;
		cell[1] = raw->select;
		cell[2] = ~0u;
		cell[3] = ~raw->variant;
		cell[4] = events_counters(raw);
		return 5;
	}
	cell[0] = row->event_idx;
	cell[1] = kind == 'c' ? row->event_idx : 0;
	cell[2] = kind == 'c' ? events_counters(row) : row->select;
	return 3;
}

static u32 rows_of(const struct events_core *core, char kind)
{
	return kind == 'r' ? core->num_raw : core->num;
}

/* --- text ----------------------------------------------------------------- */

static void write_property(const struct events_core *core, const char *name,
			   char kind, struct output *out)
{
	u32 n, i, width, cell[5], num = rows_of(core, kind);

	if (!num)
		return;
	output_format(out, "\t\t%s =", name);
	for (n = 0; n < num; n++) {
		width = row_cells(core, kind, n, cell);
		output_string(out, n ? ",\n\t\t\t<" : "\n\t\t\t<");
		for (i = 0; i < width; i++)
			output_format(out, i ? " 0x%x" : "0x%x", cell[i]);
		output_char(out, '>');
	}
	output_string(out, ";\n");
}

void pmu_node_write(const struct events_core *core, struct output *out)
{
	output_string(out, "\tpmu {\n\t\tcompatible = \"riscv,pmu\";\n");
	write_property(core, selects_name, 's', out);
	write_property(core, counters_name, 'c', out);
	write_property(core, raws_name, 'r', out);
	output_string(out, "\t};\n");
}

/* --- overlay -------------------------------------------------------------- */

static int put_property(void *fdt, const struct events_core *core,
			const char *name, char kind)
{
	u32 n, i, width, cell[5], num = rows_of(core, kind);
	fdt32_t *value, *at;
	int error;

	if (!num)
		return 0;
	value = must_alloc(num * sizeof(cell));
	for (n = 0, at = value; n < num; n++) {
		width = row_cells(core, kind, n, cell);
		for (i = 0; i < width; i++)
			*at++ = cpu_to_fdt32(cell[i]);
	}
	error = fdt_property(fdt, name, value,
			     (int)((at - value) * (long)sizeof(*at)));
	free(value);
	return error;
}

static int put_node(void *fdt, const struct events_core *core)
{
	int error = fdt_begin_node(fdt, "pmu");

	if (!error)
		error = fdt_property_string(fdt, "compatible", "riscv,pmu");
	if (!error)
		error = put_property(fdt, core, selects_name, 's');
	if (!error)
		error = put_property(fdt, core, counters_name, 'c');
	if (!error)
		error = put_property(fdt, core, raws_name, 'r');
	return error ? error : fdt_end_node(fdt);
}

static int put_fragment(void *fdt, const struct events_core *core)
{
	int error = fdt_begin_node(fdt, "");

	if (!error)
		error = fdt_begin_node(fdt, "fragment@0");
	if (!error)
		error = fdt_property_string(fdt, "target-path", "/");
	if (!error)
		error = fdt_begin_node(fdt, "__overlay__");
	if (!error)
		error = put_node(fdt, core);
	if (!error)
		error = fdt_end_node(fdt);
	if (!error)
		error = fdt_end_node(fdt);
	return error ? error : fdt_end_node(fdt);
}

void *pmu_node_overlay(const struct events_core *core, size_t *size)
{
	/* Rows of 20 bytes, and names */
	int most = 4096 + 20 * (2 * core->num + core->num_raw), error;
	void *fdt = must_alloc((size_t)most);

	error = fdt_create(fdt, most);
	if (!error)
		error = fdt_finish_reservemap(fdt);
	if (!error)
		error = put_fragment(fdt, core);
	if (!error)
		error = fdt_finish(fdt);
	if (error)
		die("the overlay cannot be made: %s", fdt_strerror(error));
	*size = fdt_totalsize(fdt);
	return fdt;
}
