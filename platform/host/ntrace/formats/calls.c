// SPDX-License-Identifier: BSD-2-Clause
/* The stacks of functions of all sources of a trace. */
#include <stdlib.h>
#include <string.h>
#include "calls.h"
#include "../decode/events.h"

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

void nt_calls_follow_tasks(struct nt_calls *calls)
{
	const char *path = calls->decode->program.tasks_path;

	if (path)
		calls->tasks = nt_tasks_open(path);
}

static struct profile_stack *hart_stack(struct nt_calls *calls,
					unsigned int src)
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

struct profile_stack *nt_calls_stack(struct nt_calls *calls,
				     const struct ntrace_source *source)
{
	unsigned int src = source->src;
	struct profile_stack *hart = hart_stack(calls, src);

	if (!calls->tasks)
		return hart;
	if (calls->number[src] != source->scontext) {
		calls->number[src] = source->scontext;
		calls->task[src] = nt_tasks_stack(calls->tasks,
						  source->scontext, hart, src);
	}
	return calls->task[src] ? calls->task[src] : hart;
}

void nt_calls_ranges(void *state, const struct ntrace_source *source,
		     const struct ntrace_range *range, size_t num, u64 times)
{
	profile_stack_ranges(nt_calls_stack(state, source), source, range, num,
			     times);
}

void nt_calls_event(void *state, const struct ntrace_source *source,
		    const struct ntrace_event *event)
{
	static const struct ntrace_event lost = { .kind = NTRACE_EVENT_LOST };

	/* These frames end: the next range does not continue them */
	if (event->kind == NT_EVENT_OMITTED)
		event = &lost;
	profile_stack_event(nt_calls_stack(state, source), source, event);
}

void nt_calls_end(struct nt_calls *calls)
{
	unsigned int src;

	for (src = 0; src < NT_SOURCES_MAX; src++) {
		if (calls->stack[src])
			profile_stack_end(calls->stack[src]);
		free(calls->stack[src]);
	}
	if (calls->tasks)
		nt_tasks_end(calls->tasks);
}

void nt_calls_free(struct nt_calls *calls)
{
	nt_tasks_close(calls->tasks);
}
