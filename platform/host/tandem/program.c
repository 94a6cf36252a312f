// SPDX-License-Identifier: BSD-2-Clause
/* The programs of a tandem trace. */
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "io.h"
#include "options.h"
#include "program.h"

static const struct argp_option program_options[] = {
	{ "image", 'i', "FILE[,offset=N]", 0,
	  "An ELF file of the program, for the names of functions and lines "
	  "of sources; offset=N moves it. May be given several times",
	  0 },
	{ 0 },
};

static void add(struct tandem_program *program, const struct argp_state *state,
		char *text)
{
	char *key = strchr(text, ',');
	u64 offset = 0;

	if (key)
		*key++ = '\0';
	if (key && strncmp(key, "offset=", 7) != 0)
		option_usage(state, "--image knows the key offset=, not '%s'",
			     key);
	if (key)
		offset = option_number(state, "--image ...,offset=", key + 7, 0,
				       UINT64_MAX);
	program->path =
		grow(program->path, program->num, sizeof(*program->path));
	program->offset =
		grow(program->offset, program->num, sizeof(*program->offset));
	program->path[program->num] = text;
	files_named(text);
	program->offset[program->num++] = offset;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct tandem_program *program = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		memset(program, 0, sizeof(*program));
		break;
	case 'i':
		add(program, state, text);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp tandem_program_argp = {
	program_options, parse, NULL, NULL, NULL, NULL, NULL
};

void tandem_program_load(struct tandem_program *program)
{
	struct image image;
	unsigned int xlen;
	size_t i;

	for (i = 0; i < program->num; i++) {
		if (image_guess(program->path[i], &xlen) != IMAGE_ELF)
			die("'%s' is no ELF file", program->path[i]);
		image_read_elf(&image, program->path[i], program->offset[i],
			       &program->symbols);
		if (program->xlen && image.xlen != program->xlen)
			die("'%s' is for RV%u, the program before it for RV%u",
			    program->path[i], image.xlen, program->xlen);
		program->xlen = image.xlen;
		image_free(&image);
	}
	symbols_sort(&program->symbols);
}

void tandem_program_free(struct tandem_program *program)
{
	symbols_free(&program->symbols);
	free(program->path);
	free(program->offset);
	memset(program, 0, sizeof(*program));
}
