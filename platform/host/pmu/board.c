// SPDX-License-Identifier: BSD-2-Clause
/* Counters in the description of a device tree. */
#include <stdlib.h>
#include <string.h>
#include <libfdt.h>
#include "pmu.h"

/* Larger than any tree: a disk image in its place gets an error message. */
#define FILE_MOST (16u << 20)

static void *read_file(const char *path, size_t *size)
{
	struct input in;
	const u8 *piece;
	u8 *data = NULL;
	size_t got;

	input_open(&in, path);
	*size = 0;
	while ((got = input_read(&in, &piece)) != 0) {
		if (*size + got > FILE_MOST)
			die("%s: too large for a device tree", in.name);
		data = must_realloc(data, *size + got);
		memcpy(data + *size, piece, got);
		*size += got;
	}
	input_close(&in);
	return data;
}

/* A property that is a terminated text, or NULL. */
static const char *text_of(const void *fdt, int node, const char *name)
{
	int len = 0;
	const char *text = fdt_getprop(fdt, node, name, &len);

	return text && len > 0 && memchr(text, 0, (size_t)len) ? text : NULL;
}

/* --- harts ---------------------------------------------------------------- */

static bool lists_sscofpmf(const void *fdt, int node)
{
	const char *isa = text_of(fdt, node, "riscv,isa");

	return (isa && strstr(isa, "sscofpmf")) ||
	       fdt_stringlist_search(fdt, node, "riscv,isa-extensions",
				     "sscofpmf") >= 0;
}

static const struct events_core *core_of(const void *fdt, int node,
					 enum events_found *found)
{
	struct events_hart hart = { 0 };
	int len = 0;

	hart.compatible = fdt_getprop(fdt, node, "compatible", &len);
	hart.compatible_len = hart.compatible && len > 0 ? (u32)len : 0;
	hart.board = fdt_getprop(fdt, 0, "compatible", &len);
	hart.board_len = hart.board && len > 0 ? (u32)len : 0;
	return events_find(&hart, found);
}

static bool runs_s_mode(const void *fdt, int node)
{
	const char *status = text_of(fdt, node, "status");
	const char *mmu = text_of(fdt, node, "mmu-type");
	const char *isa = text_of(fdt, node, "riscv,isa");

	if (events_isa_lacks_s(isa, isa ? (u32)strlen(isa) + 1 : 0))
		return false;
	if (status && strcmp(status, "okay") != 0 && strcmp(status, "ok") != 0)
		return false;
	return mmu && strcmp(mmu, "riscv,none") != 0;
}

static void read_cpu(struct pmu_board *board, int node)
{
	const char *type = text_of(board->fdt, node, "device_type");
	const struct events_core *core;
	enum events_found found;

	if (!type || strcmp(type, "cpu") != 0)
		return;
	if (!runs_s_mode(board->fdt, node)) {
		board->others++;
		return;
	}
	core = core_of(board->fdt, node, &found);
	if (!board->cpus++) {
		board->cpu = text_of(board->fdt, node, "compatible");
		board->core = core;
		board->found = found;
	}
	board->mixed |= core != board->core;
	board->overflow |= lists_sscofpmf(board->fdt, node);
}

/* --- the map -------------------------------------------------------------- */

static u64 cells(const fdt32_t *cell, u32 n)
{
	u64 value = fdt32_to_cpu(cell[0]);

	return n == 1 ? value : value << 32 | fdt32_to_cpu(cell[1]);
}

static void read_row(struct pmu_row *row, const fdt32_t *cell, char kind)
{
	memset(row, 0, sizeof(*row));
	row->first = (u32)cells(cell, 1);
	switch (kind) {
	case 'c':
		row->last = (u32)cells(cell + 1, 1);
		row->counters = (u32)cells(cell + 2, 1);
		break;
	case 's':
		row->last = row->first;
		row->select = cells(cell + 1, 2);
		break;
	default:
		row->first = 0;
		row->select = cells(cell, 2);
		row->mask = cells(cell + 2, 2);
		row->counters = (u32)cells(cell + 4, 1);
		break;
	}
}

static void read_rows(struct pmu_rows *rows, const void *fdt, int node,
		      const char *name, char kind)
{
	u32 width = kind == 'r' ? 5 : 3, num, i;
	const fdt32_t *cell;
	int len = 0;

	cell = fdt_getprop(fdt, node, name, &len);
	if (!cell)
		return;
	rows->there = true;
	num = (u32)len / sizeof(*cell);
	rows->odd = num % width + (len % (int)sizeof(*cell) != 0);
	rows->num = num / width;
	if (rows->num > PMU_BOARD_ROWS)
		die("%s has %u rows; %u are the most", name, rows->num,
		    PMU_BOARD_ROWS);
	rows->row = must_alloc((rows->num + 1) * sizeof(*rows->row));
	for (i = 0; i < rows->num; i++)
		read_row(rows->row + i, cell + (size_t)i * width, kind);
}

static void read_map(struct pmu_board *board)
{
	const void *fdt = board->fdt;
	int node = fdt_node_offset_by_compatible(fdt, -1, "riscv,pmu");

	if (node < 0)
		return;
	board->node = true;
	read_rows(&board->counters, fdt, node, "riscv,event-to-mhpmcounters",
		  'c');
	read_rows(&board->selects, fdt, node, "riscv,event-to-mhpmevent", 's');
	read_rows(&board->raws, fdt, node, "riscv,raw-event-to-mhpmcounters",
		  'r');
}

/* --- the whole tree ------------------------------------------------------- */

void pmu_board_read(struct pmu_board *board, const char *path)
{
	int cpus, node, error;
	size_t size;

	memset(board, 0, sizeof(*board));
	board->name = path;
	board->fdt = read_file(path, &size);
	/* Checks all offsets and all tags, so later code need not */
	error = fdt_check_full(board->fdt, size);
	if (error)
		die("%s: not a device tree: %s", path, fdt_strerror(error));
	board->model = text_of(board->fdt, 0, "model");
	board->compatible = text_of(board->fdt, 0, "compatible");
	cpus = fdt_path_offset(board->fdt, "/cpus");
	if (cpus < 0)
		die("%s: no node /cpus", path);
	board->found = EVENTS_UNKNOWN;
	for (node = fdt_first_subnode(board->fdt, cpus); node >= 0;
	     node = fdt_next_subnode(board->fdt, node))
		read_cpu(board, node);
	read_map(board);
}

void pmu_board_free(struct pmu_board *board)
{
	free(board->counters.row);
	free(board->selects.row);
	free(board->raws.row);
	free(board->fdt);
}

bool pmu_board_maps(const struct pmu_board *board)
{
	return board->counters.there || board->selects.there ||
	       board->raws.there;
}
