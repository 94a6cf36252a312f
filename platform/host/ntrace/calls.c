// SPDX-License-Identifier: BSD-2-Clause
/* The stacks of functions of all sources of a trace. */
#include <stdlib.h>
#include <string.h>
#include "calls.h"
#include "events.h"

void nt_calls_begin(struct nt_calls *calls, struct nt_decode *decode,
		    const struct profile_sink *sink, void *user)
{
	const struct symbols *symbols = &decode->program.symbols;

	memset(calls, 0, sizeof(*calls));
	calls->decode = decode;
	calls->functions.function = symbols->function;
	calls->functions.num = symbols->num_functions;
	calls->sink = sink;
	calls->user = user;
}

static struct profile_stack *get_stack(struct nt_calls *calls, unsigned int src)
{
	struct profile_stack **stack = &calls->stack[src];

	if (!*stack) {
		*stack = must_alloc(sizeof(**stack));
		profile_stack_init(*stack, &calls->functions, calls->sink,
				   calls->user, src);
		(*stack)->freq = calls->decode->freq;
	}
	return *stack;
}

void nt_calls_ranges(void *state, const struct ntrace_source *source,
		     const struct ntrace_range *range, size_t num, u64 times)
{
	profile_stack_ranges(get_stack(state, source->src), source, range, num,
			     times);
}

void nt_calls_event(void *state, const struct ntrace_source *source,
		    const struct ntrace_event *event)
{
	static const struct ntrace_event lost = { .kind = NTRACE_EVENT_LOST };

	/* These frames end: the next range does not go on with them */
	if (event->kind == NT_EVENT_OMITTED)
		event = &lost;
	profile_stack_event(get_stack(state, source->src), source, event);
}

void nt_calls_end(struct nt_calls *calls)
{
	unsigned int src;

	for (src = 0; src < NT_SOURCES_MAX; src++) {
		if (calls->stack[src])
			profile_stack_end(calls->stack[src]);
		free(calls->stack[src]);
	}
}
