// SPDX-License-Identifier: BSD-2-Clause
/* The options that name the files of a traced program. */
#include <string.h>
#include "files.h"
#include "io.h"
#include "options.h"
#include "program.h"

enum {
	KEY_ISA = 0x180,
	KEY_JVT,
	KEY_SEQUENTIAL,
	KEY_CODE,
	KEY_SYMBOLS,
	KEY_TASKS
};

static const struct argp_option program_options[] = {
	{ "image", 'i', "FILE[,KEY=VALUE...]", 0,
	  "Code that ran: an ELF file, program info, or with at=ADDRESS the "
	  "contents of memory there. May be given several times; if two have "
	  "an address, the later one counts, so give a patch last. Other keys: "
	  "offset=N moves the file; from=ADDRESS, to=ADDRESS take a part; "
	  "mode=u+s+m+vu+vs, scontext=N, hcontext=N: only there; since=OFFSET: "
	  "only from this byte of the trace on",
	  0 },
	{ "code", KEY_CODE, "FILE", 0,
	  "A code log of plugin_ntrace, with the code that the harts found; "
	  "images then give symbols only",
	  0 },
	{ "isa", KEY_ISA, "NAME", 0,
	  "The hart's ISA, if no ELF file has it: rv32 or rv64, letters "
	  "and extensions; zcmp and zcmt change the meaning of instructions",
	  0 },
	{ "jvt", KEY_JVT, "ADDRESS", 0,
	  "Address of CM.JT's table (Zcmt), if no symbol has it", 0 },
	{ "symbols", KEY_SYMBOLS, "FILE", 0,
	  "More symbols, as lines of address, kind and name: System.map, "
	  "/proc/kallsyms, output of nm",
	  0 },
	{ "tasks", KEY_TASKS, "FILE", 0,
	  "Names of tasks by scontext, written by plugin_ntrace: each task "
	  "then has a stack under its name",
	  0 },
	{ "sequential-jump", KEY_SEQUENTIAL, NULL, 0,
	  "Traced with trTeInstEnSequentialJump", 0 },
	{ 0 },
};

static const char *const modes[] = {
	[0] = "u", [1] = "s", [3] = "m", [5] = "vu", [6] = "vs",
};

u8 nt_parse_modes(struct argp_state *state, char *text)
{
	char *name, *rest = NULL;
	size_t i;
	u8 found = 0;

	for (name = strtok_r(text, "+", &rest); name;
	     name = strtok_r(NULL, "+", &rest)) {
		for (i = 0; i < array_size(modes); i++) {
			if (modes[i] && !strcmp(modes[i], name))
				break;
		}
		if (i == array_size(modes))
			option_usage(state,
				     "mode= knows u, s, m, vu and vs, not '%s'",
				     name);
		found |= (u8)(1u << i);
	}
	return found;
}

static u64 key_number(struct argp_state *state, const char *key,
		      const char *text)
{
	char name[32];

	snprintf(name, sizeof(name), "--image ...,%s=", key);
	return option_number(state, name, text, 0, UINT64_MAX);
}

static bool parse_number_key(struct argp_state *state, struct nt_image *image,
			     const char *key, const char *value)
{
	struct {
		const char *key;
		u64 *value;
		bool *given;
	} const keys[] = {
		{ "offset", &image->offset, NULL },
		{ "at", &image->at, &image->has_at },
		{ "from", &image->from, NULL },
		{ "to", &image->to, NULL },
		{ "since", &image->since, NULL },
		{ "scontext", &image->scontext, &image->match_scontext },
		{ "hcontext", &image->hcontext, &image->match_hcontext },
	};
	size_t i;

	for (i = 0; i < array_size(keys); i++) {
		if (strcmp(key, keys[i].key) != 0)
			continue;
		*keys[i].value = key_number(state, key, value);
		if (keys[i].given)
			*keys[i].given = true;
		return true;
	}
	return false;
}

static void parse_image(struct nt_program *program, struct argp_state *state,
			char *text)
{
	struct nt_image image = { .to = UINT64_MAX };
	char *key, *value, *rest = NULL;

	image.path = strtok_r(text, ",", &rest);
	if (!image.path)
		option_usage(state, "--image needs the name of a file");
	files_named(image.path);
	while ((key = strtok_r(NULL, ",", &rest))) {
		value = strchr(key, '=');
		if (!value)
			option_usage(state, "--image %s: '%s' has no value",
				     image.path, key);
		*value++ = '\0';
		if (!strcmp(key, "mode"))
			image.modes = nt_parse_modes(state, value);
		else if (!parse_number_key(state, &image, key, value))
			option_usage(state, "--image %s: unknown key '%s'",
				     image.path, key);
	}
	if (image.from >= image.to)
		option_usage(state,
			     "--image %s: from= must be below to=", image.path);
	program->image =
		grow(program->image, program->num_images, sizeof(image));
	program->image[program->num_images++] = image;
}

static void parse_isa(struct nt_program *program, struct argp_state *state,
		      const char *text)
{
	if (strncmp(text, "rv32", 4) != 0 && strncmp(text, "rv64", 4) != 0)
		option_usage(state, "--isa starts with rv32 or rv64, not '%s'",
			     text);
	program->scan.isa.xlen = text[2] == '3' ? 32 : 64;
	program->scan.isa.zcmp = strstr(text, "zcmp") != NULL;
	program->scan.isa.zcmt = strstr(text, "zcmt") != NULL;
}

static error_t parse_program(int key, char *text, struct argp_state *state)
{
	struct nt_program *program = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		memset(program, 0, sizeof(*program));
		break;
	case 'i':
		parse_image(program, state, text);
		break;
	case KEY_ISA:
		parse_isa(program, state, text);
		break;
	case KEY_JVT:
		program->jvt =
			option_number(state, "--jvt", text, 0, UINT64_MAX);
		program->has_jvt = true;
		break;
	case KEY_CODE:
		program->code_path = text;
		files_named(text);
		break;
	case KEY_TASKS:
		program->tasks_path = text;
		files_named(text);
		break;
	case KEY_SYMBOLS:
		program->symbols_path = text;
		files_named(text);
		break;
	case KEY_SEQUENTIAL:
		program->scan.sequential_jump = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp nt_program_argp = {
	.options = program_options,
	.parser = parse_program,
};
