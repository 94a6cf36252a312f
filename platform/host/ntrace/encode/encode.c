// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace encode: instructions, or messages as text, to N-Trace. */
#include <hart/fields.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "encode.h"

enum {
	KEY_BTM = 0x200,
	KEY_CALL_STACK,
	KEY_REPEAT,
	KEY_NO_REPEAT_BRANCH,
	KEY_SET,
	KEY_FILTER,
	KEY_TRAP_KINDS,
	KEY_MESSAGES,
	KEY_STAT,
	KEY_QUIET,
	KEY_XLEN,
};

enum { FIFO_BYTES = 1 << 16 };

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ "messages", KEY_MESSAGES, NULL, 0,
	  "The input is messages as text, in the format of dump", 0 },
	{ "stat", KEY_STAT, NULL, 0,
	  "Print the size of the trace on standard "
	  "error",
	  0 },
	{ "quiet", KEY_QUIET, NULL, 0, "No progress bar", 0 },
	{ "xlen", KEY_XLEN, "BITS", 0,
	  "32 or 64: width of addresses (64, or that of the program)", 0 },
	{ NULL, 0, NULL, 0, "The encoder:", 2 },
	{ "btm", KEY_BTM, NULL, 0,
	  "Branch Trace Messaging (trTeInstMode 3) instead of History Trace "
	  "Messaging (6)",
	  0 },
	{ "call-stack", KEY_CALL_STACK, "N", 0,
	  "Do not report returns to the last N calls (implicit return)", 0 },
	{ "repeat", KEY_REPEAT, NULL, 0,
	  "Count repeated histories (trTeInstEnRepeatedHistory)", 0 },
	{ "no-repeat-branch", KEY_NO_REPEAT_BRANCH, NULL, 0,
	  "Repeat branch messages instead of sending RepeatBranch", 0 },
	{ "trap-kinds", KEY_TRAP_KINDS, NULL, 0,
	  "Distinguish exceptions from interrupts (B-TYPE 2 and 3)", 0 },
	{ "filter", KEY_FILTER, "KEY=VALUE[,...]", 0,
	  "Trace only blocks that pass this filter, or another one: from=, "
	  "to= (addresses, to= exclusive), mode=u+s+m+vu+vs, scontext=N, "
	  "ecause=N+N and trap=exception|interrupt (from such a trap to its "
	  "return), tval=N (of the trap itself), impdef=N/MASK; all "
	  "conditions must hold",
	  0 },
	{ "set", KEY_SET, "FIELD=VALUE", 0,
	  "Set a field of the encoder's registers, such as trTeInstSyncMode=3; "
	  "--set=help lists them",
	  0 },
	{ 0 },
};

static const char doc[] =
	"Encode executed instructions as N-Trace."
	"\v"
	"INPUT is an executed sequence, 0xADDR,T[N|I]S a line, the output of "
	"decode --format=sequence, or a list of addresses if --image names the "
	"program.\n"
	"\n"
	"The reference code's five configurations are --btm, none, --repeat, "
	"--call-stack=8, and both of these.\n"
	"\n"
	"For example:\n"
	"  hartscope ntrace encode --call-stack=8 -o trace.bin run.pcseq\n"
	"  hartscope ntrace dump t.bin | hartscope ntrace encode --messages "
	"-o u.bin -";

static void set(struct argp_state *state, struct nt_encode *encode,
		const char *text)
{
	const char *error;

	if (!strcmp(text, "help")) {
		nt_encode_list_fields();
		exit(STATUS_OK);
	}
	error = nt_encode_set(&encode->regs, text);
	encode->single |= !strncmp(text, "trTeComp", 8) ||
			  !strncmp(text, "trTeFilter", 10);
	if (error)
		option_usage(state, "--set %s: %s", text, error);
}

static void set_feature(struct nt_encode *encode, u64 bits)
{
	encode->regs.te_inst_features |= (u32)bits;
}

static void set_mode(struct nt_encode *encode, unsigned int mode)
{
	encode->regs.te_control &= (u32)~FIELD_MASK(TR_TE_CONTROL, INST_MODE);
	encode->regs.te_control |=
		(u32)FIELD_SET(TR_TE_CONTROL, INST_MODE, mode);
}

static void set_call_stack(struct argp_state *state, struct nt_encode *encode,
			   const char *text)
{
	encode->design.stack_depth =
		(u8)option_number(state, "--call-stack", text, 1, 32);
	set_feature(encode,
		    FIELD_SET(TR_TE_INST_FEATURES, EN_IMPLICIT_RETURN, 1) |
			    FIELD_SET(TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE,
				      3));
}

static void set_defaults(struct argp_state *state, struct nt_encode *encode)
{
	const struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(64);

	state->child_inputs[0] = &encode->program;
	encode->design = design;
	encode->design.xlen = 0;
	encode->design.repeat_branch = true;
	encode->design.has_scontext = true;
	encode->design.has_hcontext = true;
	encode->regs.te_control =
		(u32)(FIELD_SET(TR_TE_CONTROL, ACTIVE, 1) |
		      FIELD_SET(TR_TE_CONTROL, ENABLE, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_TRACING, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_STALL_ENA, 1));
	set_mode(encode, 6);
}

static bool parse_encoder(int key, char *text, struct argp_state *state)
{
	struct nt_encode *encode = state->input;

	switch (key) {
	case KEY_BTM:
		set_mode(encode, 3);
		break;
	case KEY_CALL_STACK:
		set_call_stack(state, encode, text);
		break;
	case KEY_REPEAT:
		set_feature(encode, FIELD_SET(TR_TE_INST_FEATURES,
					      EN_REPEATED_HISTORY, 1));
		break;
	case KEY_NO_REPEAT_BRANCH:
		encode->design.repeat_branch = false;
		break;
	case KEY_TRAP_KINDS:
		encode->design.trap_kinds = true;
		break;
	case KEY_FILTER:
		nt_encode_filter(state, encode, text);
		break;
	case KEY_SET:
		set(state, encode, text);
		break;
	default:
		return false;
	}
	return true;
}

static void check_end(struct argp_state *state, const struct nt_encode *encode)
{
	if (!encode->path)
		option_usage(state, "which instructions? Name their file, or - "
				    "for standard input");
	if (!encode->output && isatty(STDOUT_FILENO))
		option_usage(state,
			     "a trace is bytes that no terminal can show; "
			     "name a file with --output");
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct nt_encode *encode = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		set_defaults(state, encode);
		break;
	case 'o':
		encode->output = text;
		break;
	case KEY_MESSAGES:
		encode->messages = true;
		break;
	case KEY_STAT:
		encode->stat = true;
		break;
	case KEY_QUIET:
		encode->quiet = true;
		break;
	case KEY_XLEN:
		encode->design.xlen = option_xlen(state, text);
		break;
	case ARGP_KEY_ARG:
		if (encode->path)
			option_usage(state,
				     "one input at a time: '%s' or '%s'?",
				     encode->path, text);
		encode->path = text;
		break;
	case ARGP_KEY_END:
		check_end(state, encode);
		break;
	default:
		return parse_encoder(key, text, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void start_encoder(struct nt_encode *encode)
{
	encode->fifo = must_alloc(FIFO_BYTES);
	if (!ntrace_emit_init(&encode->emit, &encode->regs, &encode->design,
			      encode->fifo, FIFO_BYTES))
		die("there is no such encoder");
}

static void print_stat(const struct nt_encode *encode)
{
	fprintf(stderr, "%" PRIu64 " messages, %" PRIu64 " bytes",
		encode->count, encode->bytes);
	if (encode->insns)
		fprintf(stderr,
			", %" PRIu64 " instructions, %.4f bits/instruction",
			encode->insns,
			8.0 * (double)encode->bytes / (double)encode->insns);
	fputc('\n', stderr);
}

int nt_encode(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &nt_program_argp, 0,
		  "The program, for lists of addresses:", 3 },
		{ 0 },
	};
	static const struct argp argp = { options,  parse, "INPUT", doc,
					  children, NULL,  NULL };
	struct nt_encode encode = { 0 };

	argp_parse(&argp, argc, argv, 0, NULL, &encode);
	nt_program_load(&encode.program, &encode.design.xlen);
	output_open(&encode.out, encode.output, encode.path);
	start_encoder(&encode);
	if (encode.messages)
		nt_encode_messages(&encode);
	else
		nt_encode_insns(&encode);
	output_close(&encode.out);
	if (encode.stat)
		print_stat(&encode);
	nt_program_free(&encode.program);
	free(encode.fifo);
	return STATUS_OK;
}
