// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace merge: counts of several decodes, added up. */
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "formats.h"

struct merge {
	struct nt_decode decode;
	const struct nt_format *format;
	const char *output;
	char **path;
	size_t paths;
	void *state; /* of the format */
};

static const struct argp_option options[] = {
	{ "format", 'f', "NAME", 0,
	  "counts, coverage, hot or lcov, in the format of decode (counts)",
	  0 },
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ 0 },
};

static const char doc[] =
	"Add up the output of decode --format=counts for parts of a trace, or "
	"of several traces of a program.\v"
	"For example, with one job "
	"for each part:\n"
	"  hartscope ntrace decode -i prog.elf -f counts --shard=1/2 -o 1 trace.bin\n"
	"  hartscope ntrace decode -i prog.elf -f counts --shard=2/2 -o 2 trace.bin\n"
	"  hartscope ntrace merge -i prog.elf -f hot 1 2";

static void check_end(struct argp_state *state, struct merge *merge)
{
	if (!merge->decode.program.num_images)
		option_usage(state, "which program? Name it with --image");
	if (merge->decode.program.code_path)
		option_usage(state, "counts are of a program without --code");
	if (!merge->paths)
		option_usage(state, "which counts? Name their files");
	merge->decode.program.want_symbols = merge->format->symbols;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct merge *merge = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &merge->decode.program;
		merge->format = &nt_format_counts;
		break;
	case 'f':
		merge->format = nt_format_named(text);
		if (!merge->format || !merge->format->counts)
			option_usage(state,
				     "--format is counts, coverage, hot or "
				     "lcov, not '%s'",
				     text);
		break;
	case 'o':
		merge->output = text;
		break;
	case ARGP_KEY_ARG:
		merge->path =
			grow(merge->path, merge->paths, sizeof(*merge->path));
		merge->path[merge->paths++] = text;
		files_named(text);
		break;
	case ARGP_KEY_END:
		check_end(state, merge);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* The next number of a line. */
static bool next_number(char **rest, u64 *number)
{
	char *word = strtok_r(NULL, " ", rest);

	return word && parse_number(word, number);
}

/* Add an instruction as ranges of it alone. */
static bool add_insn(struct merge *merge, u64 address, u64 executed, u64 taken)
{
	static const struct ntrace_source source = {
		.priv = NTRACE_PRIV_UNKNOWN,
	};
	const struct ntrace_region *region =
		nt_decode_region(&merge->decode, &source, address);
	struct ntrace_range range = { .start = address, .insns = 1 };

	if (!region || address % 2 || taken > executed)
		return false;
	range.halfwords =
		ntrace_step_size(&region->step[(address - region->base) / 2]);
	if (!range.halfwords)
		return false;
	range.end = NTRACE_END_BRANCH;
	if (taken)
		merge->format->ranges(merge->state, &source, &range, 1, taken);
	range.end = NTRACE_END_LINEAR;
	if (executed > taken)
		merge->format->ranges(merge->state, &source, &range, 1,
				      executed - taken);
	return true;
}

static bool add_line(struct merge *merge, char *line)
{
	char *rest, *word = strtok_r(line, " ", &rest);
	u64 address, executed, taken;

	return word && parse_number(word, &address) &&
	       next_number(&rest, &executed) && next_number(&rest, &taken) &&
	       !strtok_r(NULL, " ", &rest) &&
	       add_insn(merge, address, executed, taken);
}

static void add_file(struct merge *merge, const char *path)
{
	struct lines lines;
	char *line;

	lines_open(&lines, path);
	line = lines_next(&lines);
	if (!line || strcmp(line, NT_COUNTS_TITLE) != 0)
		die("'%s' is no output of decode --format=counts", path);
	while ((line = lines_next(&lines)))
		if (!add_line(merge, line))
			die("'%s', line %llu: no count of an instruction of the "
			    "program",
			    path, (unsigned long long)lines.number);
	lines_close(&lines);
}

int nt_merge(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &nt_program_argp, 0, "The program:", 1 },
		{ 0 },
	};
	static const struct argp argp = { options,  parse, "COUNTS...", doc,
					  children, NULL,  NULL };
	struct merge merge = { 0 };
	struct output out;
	size_t i;
	u8 xlen = 0;

	argp_parse(&argp, argc, argv, 0, NULL, &merge);
	nt_program_load(&merge.decode.program, &xlen);
	output_open(&out, merge.output, merge.path[0]);
	merge.state = merge.format->begin(&merge.decode, &out);
	for (i = 0; i < merge.paths; i++)
		add_file(&merge, merge.path[i]);
	merge.format->end(merge.state);
	output_close(&out);
	nt_program_free(&merge.decode.program);
	free(merge.path);
	return STATUS_OK;
}
