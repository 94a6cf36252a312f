// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace info: a program as program info, for the reference code. */
#include "io.h"
#include "options.h"
#include "program.h"
#include "text.h"

struct info {
	struct nt_program program;
	const char *output;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ 0 },
};

static const char doc[] =
	"List the instructions of a program as program info, one per line, in "
	"the format of the reference code: 0xADDR,T[D|I]S[,0xDEST].\v"
	"For example:\n"
	"  hartscope ntrace info -i prog.elf -o prog.pcinfo";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct info *info = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &info->program;
		break;
	case 'o':
		info->output = text;
		break;
	case ARGP_KEY_END:
		if (!info->program.num_images)
			option_usage(state,
				     "which program? Name it with --image");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static bool is_direct(enum ntrace_end end)
{
	return end == NTRACE_END_BRANCH || end == NTRACE_END_JUMP ||
	       end == NTRACE_END_CALL;
}

/* The format has no longer instructions: write several, of up to 4 bytes. */
static void write_insn(struct output *out, u64 address,
		       const struct ntrace_step *step)
{
	enum ntrace_end end = ntrace_step_insn(step);
	u32 bytes = 2 * ntrace_step_size(step);

	for (; bytes > 4; bytes -= 4, address += 4)
		output_format(out, "%#llx,L4\n", (unsigned long long)address);
	output_format(out, "%#llx,%s%s%u", (unsigned long long)address,
		      nt_text_type(end), is_direct(end) ? "D" : "", bytes);
	if (is_direct(end))
		output_format(out, ",%#llx",
			      (unsigned long long)address + bytes +
				      2 * (s64)step->jump);
	output_char(out, '\n');
}

static void write_region(struct output *out, const struct ntrace_region *region)
{
	u32 at, size;

	for (at = 0; at < region->count; at += size ? size : 1) {
		size = ntrace_step_size(&region->step[at]);
		if (size && at + size <= region->count)
			write_insn(out, region->base + 2ULL * at,
				   &region->step[at]);
	}
}

int nt_info(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &nt_program_argp, 0, "The program:", 1 },
		{ 0 },
	};
	static const struct argp argp = { options,  parse, "",	doc,
					  children, NULL,  NULL };
	struct info info = { 0 };
	struct output out;
	size_t i;
	u8 xlen = 0;

	argp_parse(&argp, argc, argv, 0, NULL, &info);
	nt_program_load(&info.program, &xlen);
	output_open(&out, info.output, info.program.image->path);
	/* Regions are in reverse order: later images, mostly with higher
	 * addresses, come first */
	for (i = info.program.num_regions; i; i--)
		write_region(&out, &info.program.region[i - 1]);
	output_close(&out);
	nt_program_free(&info.program);
	return STATUS_OK;
}
