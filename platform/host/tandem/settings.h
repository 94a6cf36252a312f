/* SPDX-License-Identifier: BSD-2-Clause */
/* Settings of a verification, besides the trace. */
#ifndef HOST_TANDEM_SETTINGS_H
#define HOST_TANDEM_SETTINGS_H

#include <verify/hart.h>
#include "tandem.h"
#include "program.h"

/** A range of addresses, as options and the parameter file have it. */
struct tandem_memory_range {
	u64 base, size;
	enum verify_memory_kind kind;
};

/** A file that memory holds at first. */
struct tandem_memory_file {
	char *path;
	u64 at;
	bool has_at;
};

struct tandem_settings {
	const char *hart; /* --hart, or what the parameter file says; NULL */
	bool hart_given;  /* --hart, other than auto: nothing is probed */
	struct tandem_memory_range *range;
	size_t num_ranges;
	struct tandem_memory_file *file;
	size_t num_files;
	struct verify_initial *initial;
	size_t num_initial;
	/* lists of names, given to tandem_settings_config() */
	char **absent, **required, **outside;
	size_t num_absent, num_required, num_outside;
	u64 latency;
	bool has_latency;
	bool every_update, mip_unknown, believe, alone;
	bool has_from;
	u64 from;  /* where a comparison begins */
	bool flow; /* neither registers nor memory are in the trace */
};

/** Parses the options; its input is a struct tandem_settings. */
extern const struct argp tandem_settings_argp;

/**
 * Add what the parameter file says: keys hart-model, ram, device, absent,
 * require, outside, initial. Exits with a message where it cannot be read.
 */
void tandem_settings_read(struct tandem_settings *settings,
			  const struct tandem_side *params);

/** Settings for lib/verify; exits with a message if a name is not known. */
void tandem_settings_config(const struct tandem_settings *settings,
			    const struct tandem_params *params,
			    struct verify_config *config);

/**
 * The hart that is meant, and what of it nobody can verify; exits with a message
 * if it does not fit.
 */
void tandem_settings_hart(const struct tandem_settings *settings,
			  const struct tandem_params *params,
			  struct model_config *config,
			  struct verify_config *verify);

void tandem_settings_free(struct tandem_settings *settings);

#endif
