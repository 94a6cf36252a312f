/* SPDX-License-Identifier: BSD-2-Clause */
/* The stacks of functions of all sources of a trace. */
#ifndef HOST_NT_CALLS_H
#define HOST_NT_CALLS_H

#include <profile/stack.h>
#include "decode.h"

struct nt_calls {
	struct nt_decode *decode;
	struct profile_functions functions;
	const struct profile_sink *sink;
	void *user;
	struct profile_stack *stack[NT_SOURCES_MAX]; /* NULL: not seen */
};

/** @param sink and user receive the changes of all stacks; stay in use */
void nt_calls_begin(struct nt_calls *calls, struct nt_decode *decode,
		    const struct profile_sink *sink, void *user);

/**
 * Follow ranges and events, as they come from the decoder.
 * @param state	a struct nt_calls, or a struct that starts with one
 */
void nt_calls_ranges(void *state, const struct ntrace_source *source,
		     const struct ntrace_range *range, size_t num, u64 times);
void nt_calls_event(void *state, const struct ntrace_source *source,
		    const struct ntrace_event *event);

/** Leave all frames and free everything. */
void nt_calls_end(struct nt_calls *calls);

#endif
