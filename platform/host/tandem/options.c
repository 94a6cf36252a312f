// SPDX-License-Identifier: BSD-2-Clause
/* Options that several subcommands of "hartscope tandem" have. */
#include <string.h>
#include "files.h"
#include "tandem.h"

enum {
	KEY_XLEN = 0x100,
	KEY_FLEN,
	KEY_MLEN,
	KEY_DIALECT,
	KEY_PARAMS,
	KEY_QUIET,
};

static const struct argp_option trace_options[] = {
	{ "xlen", KEY_XLEN, "BITS", 0,
	  "32 or 64: width of registers (64, or that of the program)", 0 },
	{ "flen", KEY_FLEN, "BITS", 0,
	  "0, 32 or 64: width of floating-point registers (0 with RV32, else "
	  "64)",
	  0 },
	{ "mlen", KEY_MLEN, "BITS", 0,
	  "Width of addresses: 64 with RV64; 32, or 34 for Sv32, with RV32 "
	  "(the width of registers)",
	  0 },
	{ "dialect", KEY_DIALECT, "NAME", 0,
	  "spec, or bluespec for the format of Bluespec's cores and their "
	  "checker (spec)",
	  0 },
	{ "params", KEY_PARAMS, "FILE", 0,
	  "Take these parameters from FILE, not from TRACE.params; options "
	  "have precedence",
	  0 },
	{ "quiet", KEY_QUIET, NULL, 0, "No progress bar", 0 },
	{ 0 },
};

static const char *const dialects[] = {
	[TANDEM_SPEC] = "spec",
	[TANDEM_BLUESPEC] = "bluespec",
};

/* @return false: no such dialect */
static bool set_dialect(struct tandem_trace *trace, const char *name)
{
	unsigned int i;

	for (i = 0; i < array_size(dialects); i++) {
		if (strcmp(name, dialects[i]) != 0)
			continue;
		trace->params.dialect = (u8)i;
		trace->has_dialect = true;
	}
	return trace->has_dialect;
}

static error_t parse_trace(int key, char *text, struct argp_state *state)
{
	struct tandem_trace *trace = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		memset(trace, 0, sizeof(*trace));
		break;
	case KEY_XLEN:
		trace->params.xlen = option_xlen(state, text);
		break;
	case KEY_FLEN:
		trace->params.flen =
			(u8)option_number(state, "--flen", text, 0, 64);
		trace->has_flen = true;
		break;
	case KEY_MLEN:
		trace->params.mlen =
			(u8)option_number(state, "--mlen", text, 32, 64);
		break;
	case KEY_DIALECT:
		trace->params.dialect = (u8)option_named(state, "--dialect",
							 text, dialects,
							 array_size(dialects));
		trace->has_dialect = true;
		break;
	case KEY_PARAMS:
		trace->params_path = text;
		files_named(text);
		break;
	case KEY_QUIET:
		trace->quiet = true;
		break;
	case ARGP_KEY_ARG:
		option_trace(state, &trace->path, text);
		break;
	case ARGP_KEY_END:
		option_trace(state, &trace->path, NULL);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp tandem_trace_argp = { trace_options, parse_trace, NULL, NULL,
					NULL,	       NULL,	    NULL };

/* A number of the file, unless an option has set it */
static void from_file(const struct tandem_side *side, const char *key,
		      u8 *value, bool given)
{
	const struct tandem_side_line *param =
		tandem_side_next(side, key, NULL);

	if (param && !given)
		*value = (u8)tandem_side_number(side, param, 0, 64);
}

/* Read the text at the start; the next piece then has the first group. */
static bool read_front(struct tandem_trace *trace, struct input *in)
{
	struct tandem_side side;

	if (!in || !tandem_side_read_front(&side, in))
		return false;
	trace->has_front = !trace->params_path;
	if (trace->has_front)
		trace->side = side;
	else
		tandem_side_free(&side);
	return trace->has_front;
}

static void read_side(struct tandem_trace *trace, struct input *in)
{
	struct tandem_params *params = &trace->params;
	const struct tandem_side *side = &trace->side;
	const struct tandem_side_line *param;

	if (read_front(trace, in))
		;
	else if (trace->params_path)
		tandem_side_read(&trace->side, trace->params_path);
	else
		tandem_side_read_of(&trace->side, trace->path);
	from_file(side, "xlen", &params->xlen, params->xlen != 0);
	from_file(side, "mlen", &params->mlen, params->mlen != 0);
	from_file(side, "flen", &params->flen, trace->has_flen);
	trace->has_flen |= tandem_side_next(side, "flen", NULL) != NULL;
	param = tandem_side_next(side, "dialect", NULL);
	if (param && !trace->has_dialect && !set_dialect(trace, param->value))
		tandem_side_die(side, param, "spec or bluespec is wanted");
}

void tandem_trace_settle(struct tandem_trace *trace, struct input *in,
			 unsigned int xlen)
{
	struct tandem_params *params = &trace->params;

	read_side(trace, in);

	if (!params->xlen)
		params->xlen = xlen ? (u8)xlen : 64;
	if (!trace->has_flen)
		params->flen = params->xlen == 64 ? 64 : 0;
	if (!params->mlen)
		params->mlen = params->xlen;
	if (!tandem_params_valid(params))
		die("no trace has XLEN %u, FLEN %u, MLEN %u: XLEN is 32 or 64, "
		    "FLEN 0, 32 or 64, MLEN 64 with XLEN 64, else 32 or 34",
		    params->xlen, params->flen, params->mlen);
}

void tandem_trace_free(struct tandem_trace *trace)
{
	tandem_side_free(&trace->side);
}
