// SPDX-License-Identifier: BSD-2-Clause
/* Options that say how the encoder of a trace was set. */
#include <string.h>
#include "trace.h"
#include "settings.h"

enum {
	KEY_BTM = 0x1c0,
	KEY_HTM,
	KEY_ALL_JUMPS,
	KEY_IMPLICIT,
	KEY_TIMESTAMPS,
	KEY_OWNERSHIP,
	KEY_REPEAT,
	KEY_SYNC_MODE,
	KEY_SYNC_MAX,
	KEY_LENIENT,
};

#define IGNORE(name) (1ULL << NTRACE_FOUND_##name)

_Static_assert(NTRACE_FINDING_KINDS <= 64, "a bit for each kind of finding");

static const struct argp_option settings_options[] = {
	{ "btm", KEY_BTM, NULL, 0,
	  "Branch Trace Messaging (detected if not given)", 0 },
	{ "htm", KEY_HTM, NULL, 0,
	  "History Trace Messaging (detected if not given)", 0 },
	{ "all-jumps", KEY_ALL_JUMPS, NULL, 0, "trTeInstEnAllJumps was set",
	  0 },
	{ "implicit-return", KEY_IMPLICIT, "on|off", 0,
	  "trTeInstEnImplicitReturn (on, correct for all traces except those "
	  "of --all-jumps)",
	  0 },
	{ "lenient", KEY_LENIENT, NULL, 0,
	  "Accept I-CNT, HIST, B-CNT and HREPEAT beyond the limits of the "
	  "specification, such as NexRv's I-CNT of 26 bits",
	  0 },
	{ "timestamps", KEY_TIMESTAMPS, "on|off", 0,
	  "trTsEnable, for the rules of strict decoding", 0 },
	{ "ownership", KEY_OWNERSHIP, "on|off", 0,
	  "trTeContext, for the rules of strict decoding", 0 },
	{ "repeated-history", KEY_REPEAT, "on|off", 0,
	  "trTeInstEnRepeatedHistory, for the rules of strict decoding", 0 },
	{ "sync-mode", KEY_SYNC_MODE, "N", 0,
	  "trTeInstSyncMode, for the rules of strict decoding", 0 },
	{ "sync-max", KEY_SYNC_MAX, "N", 0,
	  "trTeInstSyncMax, for the rules of strict decoding", 0 },
	{ 0 },
};

/* A setting that the user gave is not ignored. */
static bool parse_switch(struct argp_state *state, struct nt_settings *settings,
			 const char *option, const char *text, u64 rules)
{
	static const char *const names[] = { "on", "off" };
	bool on = !option_named(state, option, text, names, array_size(names));

	settings->ignored &= ~rules;
	return on;
}

static void set_defaults(struct nt_settings *settings)
{
	memset(settings, 0, sizeof(*settings));
	/*
	 * Following of returns does no harm if the trace reports them. It
	 * changes one case: with trTeInstEnAllJumps, direct calls are not
	 * reported.
	 */
	settings->flow.implicit_return = 3;
	settings->ignored = IGNORE(TIME_DISABLED) | IGNORE(OWNERSHIP_DISABLED) |
			    IGNORE(NO_REPEATED_HISTORY);
}

static error_t parse_settings(int key, char *text, struct argp_state *state)
{
	struct nt_settings *settings = state->input;
	struct ntrace_settings *flow = &settings->flow;

	switch (key) {
	case ARGP_KEY_INIT:
		set_defaults(settings);
		break;
	case KEY_LENIENT:
		flow->lenient = true;
		break;
	case KEY_BTM:
		flow->mode = NTRACE_MODE_BTM;
		break;
	case KEY_HTM:
		flow->mode = NTRACE_MODE_HTM;
		break;
	case KEY_ALL_JUMPS:
		flow->all_jumps = true;
		break;
	case KEY_IMPLICIT:
		if (!parse_switch(state, settings, "--implicit-return", text,
				  0))
			flow->implicit_return = 0;
		break;
	case KEY_TIMESTAMPS:
		flow->timestamps = parse_switch(state, settings, "--timestamps",
						text, IGNORE(TIME_DISABLED));
		break;
	case KEY_OWNERSHIP:
		flow->ownership = parse_switch(state, settings, "--ownership",
					       text,
					       IGNORE(OWNERSHIP_DISABLED));
		break;
	case KEY_REPEAT:
		flow->repeated_history =
			parse_switch(state, settings, "--repeated-history",
				     text, IGNORE(NO_REPEATED_HISTORY));
		break;
	case KEY_SYNC_MODE:
		flow->sync_mode =
			(u8)option_number(state, "--sync-mode", text, 0, 3);
		break;
	case KEY_SYNC_MAX:
		flow->sync_max =
			(u8)option_number(state, "--sync-max", text, 0, 15);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp nt_settings_argp = { .options = settings_options,
				       .parser = parse_settings };
