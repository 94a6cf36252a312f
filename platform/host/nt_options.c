// SPDX-License-Identifier: BSD-2-Clause
/* Options that several subcommands of "hartscope ntrace" have. */
#include <stdlib.h>
#include <string.h>
#include "nt.h"

enum {
	KEY_XLEN = 0x100,
	KEY_SRC_BITS,
	KEY_EXTEND,
	KEY_SRC,
	KEY_QUIET,
};

static const struct argp_option trace_options[] = {
	{ "xlen", KEY_XLEN, "BITS", 0,
	  "32 or 64: width of addresses (64, or that of the program)", 0 },
	{ "src-bits", KEY_SRC_BITS, "N", 0,
	  "Width of the SRC field, as trTeSrcBits (0: no SRC)", 0 },
	{ "extend-addr-msb", KEY_EXTEND, NULL, 0,
	  "Addresses were sent with trTeInstExtendAddrMSB", 0 },
	{ "src", KEY_SRC, "N", 0, "Only messages of source N", 0 },
	{ "quiet", KEY_QUIET, NULL, 0, "No progress bar", 0 },
	{ 0 },
};

void nt_usage(const struct argp_state *state, const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	argp_error(state, "%s", text ? text : format);
	exit(STATUS_USAGE);
}

u64 nt_number(const struct argp_state *state, const char *option,
	      const char *text, u64 low, u64 high)
{
	u64 value;

	if (!parse_number(text, &value))
		nt_usage(state, "%s needs a number, not '%s'", option, text);
	if (value < low || value > high)
		nt_usage(state, "%s must be %llu to %llu, not %s", option,
			 (unsigned long long)low, (unsigned long long)high,
			 text);
	return value;
}

static void set_xlen(struct nt_trace *trace, const struct argp_state *state,
		     const char *text)
{
	trace->format.xlen = (u8)nt_number(state, "--xlen", text, 32, 64);
	if (trace->format.xlen != 32 && trace->format.xlen != 64)
		nt_usage(state, "--xlen must be 32 or 64, not %s", text);
}

static void set_path(struct nt_trace *trace, const struct argp_state *state,
		     const char *path)
{
	if (trace->path)
		nt_usage(state, "one trace at a time: '%s' or '%s'?",
			 trace->path, path);
	trace->path = path;
}

static error_t parse_trace(int key, char *text, struct argp_state *state)
{
	struct nt_trace *trace = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		memset(trace, 0, sizeof(*trace));
		trace->src = -1;
		break;
	case KEY_XLEN:
		set_xlen(trace, state, text);
		break;
	case KEY_SRC_BITS:
		trace->format.src_bits =
			(u8)nt_number(state, "--src-bits", text, 0, 12);
		break;
	case KEY_EXTEND:
		trace->format.extend_addr_msb = true;
		break;
	case KEY_SRC:
		trace->src = (int)nt_number(state, "--src", text, 0, 4095);
		break;
	case KEY_QUIET:
		trace->quiet = true;
		break;
	case ARGP_KEY_ARG:
		set_path(trace, state, text);
		break;
	case ARGP_KEY_END:
		if (!trace->path)
			nt_usage(state, "which trace? Name its file, or - "
					"for standard input");
		if (trace->src >= 0 && !trace->format.src_bits)
			nt_usage(state, "--src needs --src-bits");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp nt_trace_argp = { trace_options, parse_trace, NULL, NULL,
				    NULL,	   NULL,	NULL };
