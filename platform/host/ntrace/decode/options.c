// SPDX-License-Identifier: BSD-2-Clause
/* Options that several subcommands of "hartscope ntrace" have. */
#include <stdlib.h>
#include <string.h>
#include "trace.h"

enum {
	KEY_XLEN = 0x100,
	KEY_SRC_BITS,
	KEY_EXTEND,
	KEY_SRC,
	KEY_QUIET,
	KEY_QUIRKS,
	KEY_ADDR_BITS,
	KEY_FRAMES,
	KEY_FRAME_ID,
	KEY_CPU,
};

static const struct argp_option trace_options[] = {
	{ "xlen", KEY_XLEN, "BITS", 0,
	  "32 or 64: width of addresses (64, or that of the program)", 0 },
	{ "src-bits", KEY_SRC_BITS, "N", 0,
	  "Width of the SRC field, as trTeSrcBits (0: no SRC)", 0 },
	{ "extend-addr-msb", KEY_EXTEND, NULL, 0,
	  "Addresses were sent with trTeInstExtendAddrMSB", 0 },
	{ "quirks", KEY_QUIRKS, "NAME", 0,
	  "Read the messages of encoders from before N-Trace 1.0: sifive", 0 },
	{ "addr-bits", KEY_ADDR_BITS, "N", 0,
	  "Bits of an address that are sent; the highest one stands for those "
	  "above (XLEN)",
	  0 },
	{ "frames", KEY_FRAMES, "NAME", 0,
	  "The trace is in the frames of a formatter: coresight", 0 },
	{ "frame-id", KEY_FRAME_ID, "N", 0,
	  "Only bytes of frames that have the ATB ID N, 1 to 111", 0 },
	{ "src", KEY_SRC, "N", 0, "Only messages of source N", 0 },
	{ "cpu", KEY_CPU, "LIST", 0,
	  "Only messages of these sources, such as 0,4-7", 0 },
	{ "settings", NT_KEY_SETTINGS, "FILE|none", 0,
	  "Read the settings of the encoder from FILE, or none "
	  "(TRACE.settings, if it exists)",
	  0 },
	{ "quiet", KEY_QUIET, NULL, 0, "No progress bar", 0 },
	{ 0 },
};

static const char *const quirks = "sifive";
static const char *const framings = "coresight";

/* One part of a list, "4" or "4-7". @return the text after it, or NULL */
static const char *add_cpus(struct nt_trace *trace, const char *text)
{
	unsigned long from, to;
	char *end;

	if (*text < '0' || *text > '9')
		return NULL;
	from = to = strtoul(text, &end, 10);
	if (*end == '-' && end[1] >= '0' && end[1] <= '9')
		to = strtoul(end + 1, &end, 10);
	if (from > to || to >= 8 * sizeof(trace->cpu))
		return NULL;
	for (; from <= to; from++)
		trace->cpu[from / 8] |= (u8)(1 << from % 8);
	return end;
}

static void set_cpus(struct nt_trace *trace, const struct argp_state *state,
		     const char *text)
{
	const char *at = text;

	trace->cpus = text;
	while ((at = add_cpus(trace, at)) && *at == ',')
		at++;
	if (!at || *at)
		option_usage(state,
			     "--cpu is a list of sources up to 4095, such as "
			     "0,4-7, not '%s'",
			     text);
}

static error_t parse_trace(int key, char *text, struct argp_state *state)
{
	struct nt_trace *trace = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		memset(trace, 0, sizeof(*trace));
		trace->src = -1;
		trace->frame_id = FRAME_ID_ANY;
		break;
	case KEY_XLEN:
		trace->format.xlen = option_xlen(state, text);
		break;
	case KEY_SRC_BITS:
		trace->format.src_bits =
			(u8)option_number(state, "--src-bits", text, 0, 12);
		break;
	case KEY_EXTEND:
		trace->format.extend_addr_msb = true;
		break;
	case KEY_ADDR_BITS:
		trace->format.addr_bits =
			(u8)option_number(state, "--addr-bits", text, 33, 63);
		break;
	case KEY_QUIRKS:
		option_named(state, "--quirks", text, &quirks, 1);
		trace->format.quirks = NTRACE_QUIRK_SIFIVE;
		break;
	case KEY_FRAMES:
		option_named(state, "--frames", text, &framings, 1);
		trace->framed = true;
		break;
	case KEY_FRAME_ID:
		trace->frame_id = (int)option_number(state, "--frame-id", text,
						     FRAME_ID_LEAST,
						     FRAME_ID_MOST);
		break;
	case KEY_SRC:
		trace->src = (int)option_number(state, "--src", text, 0, 4095);
		break;
	case KEY_CPU:
		set_cpus(trace, state, text);
		break;
	case NT_KEY_SETTINGS:
		break;
	case KEY_QUIET:
		trace->quiet = true;
		break;
	case ARGP_KEY_ARG:
		option_trace(state, &trace->path, text);
		break;
	case ARGP_KEY_END:
		option_trace(state, &trace->path, NULL);
		if (trace->src >= 0 && !trace->format.src_bits)
			option_usage(state, "--src needs --src-bits");
		if (trace->cpus && !trace->format.src_bits)
			option_usage(state, "--cpu needs --src-bits");
		if (trace->frame_id != FRAME_ID_ANY && !trace->framed)
			option_usage(state, "--frame-id needs --frames");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp nt_trace_argp = { trace_options, parse_trace, NULL, NULL,
				    NULL,	   NULL,	NULL };
