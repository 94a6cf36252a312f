/* SPDX-License-Identifier: BSD-2-Clause */
/* Settings of a verification, besides the trace. */
#ifndef HOST_TANDEM_SETTINGS_H
#define HOST_TANDEM_SETTINGS_H

#include <verify/hart.h>
#include "tandem.h"
#include "program.h"

/** A range of addresses, from an option or the parameter file. */
struct tandem_memory_range {
	u64 base, size;
	enum verify_memory_kind kind;
};

/** A file with contents of memory at the start. */
struct tandem_memory_file {
	char *path;
	u64 at;
	bool has_at;
};

struct tandem_settings {
	const char *hart; /* --hart, or the parameter file's; NULL */
	bool hart_given;  /* --hart other than auto: the trace is not probed */
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
	u64 from;  /* start of the comparison */
	bool flow; /* the trace has neither registers nor memory */
};

/** Parses the options; its input is a struct tandem_settings. */
extern const struct argp tandem_settings_argp;

/**
 * Add settings of the parameter file: keys hart-model, ram, device, absent,
 * require, outside, initial. Exits with a message about a wrong line.
 */
void tandem_settings_read(struct tandem_settings *settings,
			  const struct tandem_side *params);

/** Settings for lib/verify; exits with a message if a name is unknown. */
void tandem_settings_config(const struct tandem_settings *settings,
			    const struct tandem_params *params,
			    struct verify_config *config);

/**
 * Settle the hart, and the parts of it that cannot be verified; exits with a
 * message if it does not fit.
 */
void tandem_settings_hart(const struct tandem_settings *settings,
			  const struct tandem_params *params,
			  struct model_config *config,
			  struct verify_config *verify);

void tandem_settings_free(struct tandem_settings *settings);

#endif
