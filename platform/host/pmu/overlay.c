// SPDX-License-Identifier: BSD-2-Clause
/* hartscope pmu overlay: the facts of a core as a .dtbo. */
#include <stdlib.h>
#include "pmu.h"

enum { KEY_CPU = 0x200, KEY_DTS };

struct overlay {
	const char *path, *cpu, *output;
	bool text;
};

static const struct argp_option options[] = {
	{ "cpu", KEY_CPU, "NAME", 0, "Take this core, not that of BOARD.dtb",
	  0 },
	{ "dts", KEY_DTS, NULL, 0, "Write source text, not an overlay", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ 0 },
};

static const char doc[] =
	"Write a device tree overlay with the node riscv,pmu that maps the "
	"events of a board's core, for firmware that has no facts of its own."
	"\v"
	"For example:\n"
	"  hartscope pmu overlay -o pmu.dtbo jh7110-milkv-mars.dtb\n"
	"  fdtoverlay -i jh7110-milkv-mars.dtb -o new.dtb pmu.dtbo\n"
	"  hartscope pmu overlay --cpu=u74 --dts";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct overlay *o = state->input;

	switch (key) {
	case KEY_CPU:
		o->cpu = text;
		break;
	case KEY_DTS:
		o->text = true;
		break;
	case 'o':
		o->output = text;
		break;
	case ARGP_KEY_ARG:
		if (o->path)
			option_usage(state, "one tree at a time: '%s' or '%s'?",
				     o->path, text);
		o->path = text;
		break;
	case ARGP_KEY_END:
		if (!o->path == !o->cpu)
			option_usage(state, "name a device tree, or a core "
					    "with --cpu");
		if (!o->text && !o->output)
			option_usage(state, "an overlay is no text: name its "
					    "file with --output");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct events_core *core_of_board(const char *path)
{
	const struct events_core *core;
	struct pmu_board board;

	pmu_board_read(&board, path);
	if (pmu_board_maps(&board))
		die("%s maps events already; hartscope pmu lint judges them",
		    path);
	if (board.mixed)
		die("%s: its harts are of different cores; use --cpu", path);
	core = board.core;
	if (!core)
		die("%s: no facts on %s", path,
		    board.cpu ? board.cpu : "its harts");
	pmu_board_free(&board);
	return core;
}

int pmu_overlay(int argc, char **argv)
{
	static const struct argp argp = { options, parse, "[BOARD.dtb]", doc,
					  NULL,	   NULL,  NULL };
	struct overlay o = { 0 };
	const struct events_core *core;
	struct output out;
	size_t size;
	void *fdt;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	core = o.cpu ? pmu_core_named(o.cpu) : core_of_board(o.path);
	output_open(&out, o.output, o.path);
	if (o.text) {
		output_string(&out, "/ {\n");
		pmu_node_write(core, &out);
		output_string(&out, "};\n");
	} else {
		fdt = pmu_node_overlay(core, &size);
		output_bytes(&out, fdt, size);
		free(fdt);
	}
	output_close(&out);
	return STATUS_OK;
}
