/* SPDX-License-Identifier: BSD-2-Clause */
/* One of several parts of a trace, each decoded by a process of its own. */
#ifndef HOST_NT_SHARD_H
#define HOST_NT_SHARD_H

#include "format.h"

struct nt_shard {
	unsigned int number; /* from 1; 0: the whole trace */
	unsigned int of;
};

/** Parse "I/N"; exits with a message if it has another form. */
struct nt_shard nt_shard_parse(const struct argp_state *state,
			       const char *text);

/**
 * Decode a part: from its first synchronizing message to that of the next one.
 * Results of all parts, in their order, are those of nt_decode_run(). Numbers
 * of messages count from the part's start. Exits with a message unless the
 * trace is a file, not packed, of one source, the program stays the same, and
 * results of the format can be joined.
 * @param result	out: of the part
 */
void nt_shard_run(struct nt_decode *decode, const struct nt_shard *shard,
		  const struct nt_format *format,
		  const struct ntrace_sink *sink, struct nt_result *result);

#endif
