/* SPDX-License-Identifier: BSD-2-Clause */
/* Options that say how the encoder of a trace was set. */
#ifndef HOST_NT_SETTINGS_H
#define HOST_NT_SETTINGS_H

#include <argp.h>
#include <ntrace/flow.h>

struct nt_settings {
	struct ntrace_settings flow;
	/*
	 * Bit per enum ntrace_finding_kind: rules that depend on settings which
	 * the user did not give.
	 */
	u64 ignored;
};

/** The options, and their defaults; its input is a struct nt_settings. */
extern const struct argp nt_settings_argp;

#endif
