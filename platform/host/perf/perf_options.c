// SPDX-License-Identifier: BSD-2-Clause
/* Options that all subcommands of "hartscope perf" have. */
#include <string.h>
#include "files.h"
#include "options.h"
#include "perf.h"

enum {
	KEY_KCORE = 0x180,
	KEY_KALLSYMS,
	KEY_VDSO,
	KEY_SYMFS,
	KEY_FIRMWARE,
	KEY_SRC_BITS,
};

static const struct argp_option options[] = {
	{ "kcore", KEY_KCORE, "FILE", 0,
	  "Code of the kernel and its modules, as hartscope-record --kcore "
	  "copies it (RECORDING.kcore)",
	  0 },
	{ "kallsyms", KEY_KALLSYMS, "FILE", 0,
	  "Symbols of the kernel, a copy of /proc/kallsyms "
	  "(RECORDING.kallsyms)",
	  0 },
	{ "vdso", KEY_VDSO, "FILE", 0,
	  "Code that the kernel maps into each process (RECORDING.vdso)", 0 },
	{ "symfs", KEY_SYMFS, "DIR", 0,
	  "Look for programs and libraries below DIR instead of /", 0 },
	{ "firmware", KEY_FIRMWARE, "FILE[,offset=N]", 0,
	  "Code of M-mode, if the recording has M-mode: an ELF file; add N to "
	  "its addresses",
	  0 },
	{ "image", 'i', "FILE", 0,
	  "A program or library, for all files of this name; may be repeated",
	  0 },
	{ "src-bits", KEY_SRC_BITS, "N", 0,
	  "Width of SRC, if the recording does not have it", 0 },
	{ 0 },
};

static char *named(char *text)
{
	files_named(text);
	return text;
}

static void take_firmware(struct perf_options *perf, char *text,
			  const struct argp_state *state)
{
	static const char key[] = ",offset=";
	char *offset = strstr(text, key);

	perf->firmware = text;
	perf->firmware_offset = 0;
	if (!offset) {
		named(text);
		return;
	}
	perf->firmware_offset = option_number(state, "--firmware's offset",
					      offset + strlen(key), 0,
					      UINT64_MAX);
	*offset = '\0';
	named(text);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct perf_options *perf = state->input;

	switch (key) {
	case KEY_KCORE:
		perf->kcore = named(text);
		break;
	case KEY_KALLSYMS:
		perf->kallsyms = named(text);
		break;
	case KEY_VDSO:
		perf->vdso = named(text);
		break;
	case KEY_SYMFS:
		perf->symfs = text;
		break;
	case KEY_FIRMWARE:
		take_firmware(perf, text, state);
		break;
	case 'i':
		perf->image = grow(perf->image, perf->num_images,
				   sizeof(*perf->image));
		perf->image[perf->num_images++] = named(text);
		break;
	case KEY_SRC_BITS:
		perf->src_bits =
			option_number(state, "--src-bits", text, 0, 12);
		break;
	case ARGP_KEY_ARG:
		if (perf->path)
			option_usage(state,
				     "one recording at a time: '%s' or "
				     "'%s'?",
				     perf->path, text);
		perf->path = named(text);
		break;
	case ARGP_KEY_END:
		if (!perf->path)
			perf->path = "perf.data";
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp perf_argp = { options, parse, "[RECORDING]", NULL,
				NULL,	 NULL,	NULL };

void perf_options_begin(struct perf_options *perf)
{
	memset(perf, 0, sizeof(*perf));
	perf->src_bits = UINT64_MAX;
}
