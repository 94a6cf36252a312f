// SPDX-License-Identifier: BSD-2-Clause
/* Function calls of the executed ranges. */
#include <stdlib.h>
#include <string.h>
#include "calls.h"

/* One source's stack, and whom to tell about it. */
struct who {
	struct nt_calls *calls;
	struct nt_stack *stack;
	unsigned int src;
};

void nt_calls_begin(struct nt_calls *calls, struct nt_decode *decode,
		    const struct nt_calls_sink *sink, void *user)
{
	memset(calls, 0, sizeof(*calls));
	calls->decode = decode;
	calls->sink = sink;
	calls->user = user;
}

static struct nt_stack *get_stack(struct nt_calls *calls, unsigned int src)
{
	struct nt_stack *stack = calls->stack[src];

	if (!stack) {
		stack = must_alloc(sizeof(*stack));
		memset(stack, 0, sizeof(*stack));
		stack->pending = NTRACE_END_LINEAR;
		stack->resumes = true;
		calls->stack[src] = stack;
	}
	return stack;
}

/* Charge what ran since the last change to the innermost frame. */
static void charge(const struct who *who)
{
	struct nt_stack *stack = who->stack;
	u64 insns = stack->insns - stack->charged;

	stack->charged = stack->insns;
	if (insns && stack->depth && who->calls->sink->run)
		who->calls->sink->run(who->calls->user, who->src, stack, insns);
}

static void leave(const struct who *who)
{
	charge(who);
	if (who->calls->sink->leave)
		who->calls->sink->leave(who->calls->user, who->src, who->stack);
	who->stack->depth--;
	who->stack->changes++;
}

static void leave_to(const struct who *who, unsigned int depth)
{
	while (who->stack->depth > depth)
		leave(who);
}

static void enter(const struct who *who, u64 address, u64 back, bool trap)
{
	static char name[] = "unknown";
	static const struct symbol unknown = { .name = name };
	const struct symbols *symbols = &who->calls->decode->program.symbols;
	const struct symbol *function = symbols_function(symbols, address);
	struct nt_stack *stack = who->stack;

	charge(who);
	/* A stack of this depth is a program out of control, or wrong */
	if (stack->depth == NT_FRAMES_MAX)
		leave_to(who, 0);
	stack->frame[stack->depth++] = (struct nt_frame){
		.function = function ? function : &unknown,
		.back = back,
		.entered = stack->insns,
		.clock = nt_calls_clock(stack),
		.trap = trap,
	};
	stack->changes++;
	if (who->calls->sink->enter)
		who->calls->sink->enter(who->calls->user, who->src, stack);
}

/* Execution is at an address that neither call nor return explains. */
static void go_to(const struct who *who, u64 address)
{
	struct nt_stack *stack = who->stack;
	struct nt_frame top;

	if (!stack->depth) {
		enter(who, address, 0, false);
		return;
	}
	top = *nt_calls_top(stack);
	if (symbol_holds(top.function, address))
		return;
	leave(who);
	/* A return through another register than ra, else a tail call */
	if (top.back == address)
		go_to(who, address);
	else
		enter(who, address, top.back, top.trap);
}

static void returned(const struct who *who, u64 address)
{
	struct nt_stack *stack = who->stack;
	unsigned int depth = stack->depth;

	while (depth && stack->frame[depth - 1].back != address)
		depth--;
	/* None: to a caller from before the trace, or on another stack */
	leave_to(who, depth ? depth - 1 : 0);
	go_to(who, address);
}

static void trap_returned(const struct who *who, u64 address)
{
	struct nt_stack *stack = who->stack;
	unsigned int depth = stack->depth;

	while (depth && !stack->frame[depth - 1].trap)
		depth--;
	leave_to(who, depth ? depth - 1 : 0);
	go_to(who, address);
}

/* Tracing was off, or lost: find the frame that goes on, if any does. */
static void resume(const struct who *who, u64 address)
{
	struct nt_stack *stack = who->stack;
	unsigned int depth = stack->depth;

	while (depth &&
	       !symbol_holds(stack->frame[depth - 1].function, address))
		depth--;
	leave_to(who, depth);
	go_to(who, address);
}

/* The last range's end leads to an address. */
static void transfer(const struct who *who, u64 address)
{
	struct nt_stack *stack = who->stack;
	u8 pending = stack->pending;

	stack->pending = NTRACE_END_LINEAR;
	if (stack->resumes) {
		stack->resumes = false;
		resume(who, address);
		return;
	}
	switch (pending) {
	case NTRACE_END_CALL:
	case NTRACE_END_CALL_INDIRECT:
	case NTRACE_END_CALL_SEQUENTIAL:
		enter(who, address, stack->from, false);
		break;
	case NTRACE_END_RETURN:
		returned(who, address);
		break;
	case NTRACE_END_TRAP_RETURN:
		trap_returned(who, address);
		break;
	default:
		go_to(who, address);
	}
}

/* Most ranges stay in the function that runs already. */
static inline bool stays(const struct nt_stack *stack, u64 address)
{
	if (stack->resumes || !stack->depth ||
	    (stack->pending != NTRACE_END_LINEAR &&
	     stack->pending != NTRACE_END_BRANCH &&
	     stack->pending != NTRACE_END_JUMP))
		return false;
	return symbol_holds(stack->frame[stack->depth - 1].function, address);
}

static void follow(const struct who *who, const struct ntrace_range *range,
		   size_t num)
{
	struct nt_stack *stack = who->stack;
	size_t i;

	for (i = 0; i < num; i++) {
		if (!stays(stack, range[i].start))
			transfer(who, range[i].start);
		stack->insns += range[i].insns;
		stack->pending = range[i].end;
		stack->from = range[i].start + 2ULL * range[i].halfwords;
	}
}

void nt_calls_ranges(void *state, const struct ntrace_source *source,
		     const struct ntrace_range *range, size_t num, u64 times)
{
	struct nt_calls *calls = state;
	struct nt_stack *stack = get_stack(calls, source->src);
	struct who who = { calls, stack, source->src };
	bool again = false;
	u64 insns, changes;

	stack->time = source->time;
	stack->has_time = source->has_time;
	for (; times; times--) {
		insns = stack->insns;
		changes = stack->changes;
		follow(&who, range, num);
		/* Passes after the first start alike, and so end alike */
		if (again && stack->changes == changes) {
			stack->insns += (stack->insns - insns) * (times - 1);
			break;
		}
		again = true;
	}
}

void nt_calls_event(void *state, const struct ntrace_source *source,
		    const struct ntrace_event *event)
{
	struct nt_calls *calls = state;
	struct nt_stack *stack = get_stack(calls, source->src);
	struct who who = { calls, stack, source->src };

	stack->time = source->time;
	stack->has_time = source->has_time;
	switch (event->kind) {
	case NTRACE_EVENT_TRAP:
		if (!stays(stack, event->from))
			transfer(&who, event->from);
		enter(&who, event->addr, event->from, true);
		break;
	case NTRACE_EVENT_LOST:
		leave_to(&who, 0);
		stack->resumes = true;
		break;
	case NTRACE_EVENT_STOP:
		stack->resumes = true;
		break;
	default:
		break;
	}
}

bool nt_calls_worth(struct nt_stack *stack, u64 min_insns,
		    void (*enter)(void *user, unsigned int src,
				  const struct nt_frame *frame),
		    void *user, unsigned int src)
{
	struct nt_frame *top = nt_calls_top(stack), *frame;

	if (!top->user && stack->insns - top->entered < min_insns)
		return false;
	for (frame = stack->frame; frame <= top; frame++) {
		if (frame->user)
			continue;
		frame->user = frame;
		enter(user, src, frame);
	}
	return true;
}

void nt_calls_end(struct nt_calls *calls)
{
	struct who who = { calls, NULL, 0 };

	for (who.src = 0; who.src < NT_SOURCES_MAX; who.src++) {
		who.stack = calls->stack[who.src];
		if (!who.stack)
			continue;
		leave_to(&who, 0);
		free(who.stack);
	}
}
