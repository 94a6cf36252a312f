/* SPDX-License-Identifier: BSD-2-Clause */
/* The stacks of functions of all sources of a trace. */
#ifndef HOST_NT_CALLS_H
#define HOST_NT_CALLS_H

#include <profile/stack.h>
#include "../decode/decode.h"
#include "tasks.h"

struct nt_calls {
	struct nt_decode *decode;
	struct profile_functions functions;
	const struct profile_sink *sink;
	void *user;
	struct profile_stack *stack[NT_SOURCES_MAX]; /* NULL: not seen */
	struct nt_tasks *tasks;	    /* NULL: stacks are of harts */
	u64 number[NT_SOURCES_MAX]; /* of the task that a source executes now */
	struct profile_stack *task[NT_SOURCES_MAX]; /* its stack; NULL: not
						     * known */
};

/** @param sink and user receive the changes of all stacks; stay in use */
void nt_calls_begin(struct nt_calls *calls, struct nt_decode *decode,
		    const struct profile_sink *sink, void *user);

/**
 * Keep stacks of the tasks in the program's list, if it has one: for sinks that
 * can handle the change of a source from one stack to another.
 */
void nt_calls_follow_tasks(struct nt_calls *calls);

/** The stack of the hart, or of the task that it executes. */
struct profile_stack *nt_calls_stack(struct nt_calls *calls,
				     const struct ntrace_source *source);

/**
 * Follow ranges and events, as they come from the decoder.
 * @param state	a struct nt_calls, or a struct that starts with one
 */
void nt_calls_ranges(void *state, const struct ntrace_source *source,
		     const struct ntrace_range *range, size_t num, u64 times);
void nt_calls_event(void *state, const struct ntrace_source *source,
		    const struct ntrace_event *event);

/** Leave all frames and free the stacks; nt_calls_free() frees the rest. */
void nt_calls_end(struct nt_calls *calls);

/** Free the names of tasks, after the last use of them. */
void nt_calls_free(struct nt_calls *calls);

#endif
