// SPDX-License-Identifier: BSD-2-Clause
/* Function calls of the executed ranges. */
#include <profile/stack.h>

static char unknown_name[] = "unknown";
static const struct profile_function unknown = { .name = unknown_name };

void profile_stack_init(struct profile_stack *stack,
			const struct profile_functions *functions,
			const struct profile_sink *sink, void *user,
			unsigned int src)
{
	*stack = (struct profile_stack){
		.functions = functions,
		.sink = sink,
		.user = user,
		.src = src,
		.pending = NTRACE_END_LINEAR,
		.resumes = true,
	};
}

/* Charge the instructions since the last change to the innermost frame. */
static void charge(struct profile_stack *stack)
{
	u64 insns = stack->insns - stack->charged;

	stack->charged = stack->insns;
	if (insns && stack->depth && stack->sink->run)
		stack->sink->run(stack->user, stack->src, stack, insns);
}

static void leave(struct profile_stack *stack)
{
	charge(stack);
	if (stack->sink->leave)
		stack->sink->leave(stack->user, stack->src, stack);
	stack->depth--;
	stack->changes++;
}

static void leave_to(struct profile_stack *stack, unsigned int depth)
{
	while (stack->depth > depth)
		leave(stack);
}

static void enter_function(struct profile_stack *stack,
			   const struct profile_function *function, u64 back,
			   bool trap)
{
	charge(stack);
	/* A stack of this depth is a program out of control, or an error */
	if (stack->depth == PROFILE_FRAMES_MAX)
		leave_to(stack, stack->base);
	stack->frame[stack->depth++] = (struct profile_frame){
		.function = function,
		.back = back,
		.entered = stack->insns,
		.clock = profile_stack_clock(stack),
		.trap = trap,
	};
	stack->changes++;
	if (stack->sink->enter)
		stack->sink->enter(stack->user, stack->src, stack);
}

static void enter(struct profile_stack *stack, u64 address, u64 back, bool trap)
{
	const struct profile_function *function =
		profile_function_find(stack->functions, address);

	enter_function(stack, function ? function : &unknown, back, trap);
}

void profile_stack_root(struct profile_stack *stack,
			const struct profile_function *root)
{
	unsigned int depth = stack->depth, i;
	struct profile_frame frame;

	leave_to(stack, 0);
	stack->base = 1;
	enter_function(stack, root, 0, false);
	/* Frames above are still in the array: push them again, one by one */
	for (i = 1; i < depth; i++) {
		frame = stack->frame[i];
		enter_function(stack, frame.function, frame.back, frame.trap);
	}
}

void profile_stack_restore(struct profile_stack *stack, u64 insns,
			   const struct profile_frame *frame,
			   unsigned int depth, u8 pending, u64 from,
			   bool resumes)
{
	unsigned int i;

	leave_to(stack, stack->base);
	stack->insns = stack->charged = insns;
	for (i = 0; i < depth; i++)
		enter_function(stack,
			       frame[i].function ? frame[i].function : &unknown,
			       frame[i].back, frame[i].trap);
	stack->pending = pending;
	stack->from = from;
	stack->resumes = resumes;
}

/* Execution is at an address without a call or return to it. */
static void go_to(struct profile_stack *stack, u64 address)
{
	struct profile_frame top;

	if (stack->depth == stack->base) {
		enter(stack, address, 0, false);
		return;
	}
	top = *profile_stack_top(stack);
	if (profile_function_holds(top.function, address))
		return;
	leave(stack);
	/* A return through another register than ra, else a tail call */
	if (top.back == address)
		go_to(stack, address);
	else
		enter(stack, address, top.back, top.trap);
}

static void returned(struct profile_stack *stack, u64 address)
{
	unsigned int depth = stack->depth;

	while (depth > stack->base && stack->frame[depth - 1].back != address)
		depth--;
	/* Not found: a caller from before the trace, or on another stack */
	leave_to(stack, depth > stack->base ? depth - 1 : depth);
	go_to(stack, address);
}

static void trap_returned(struct profile_stack *stack, u64 address)
{
	unsigned int depth = stack->depth;

	while (depth > stack->base && !stack->frame[depth - 1].trap)
		depth--;
	leave_to(stack, depth > stack->base ? depth - 1 : depth);
	go_to(stack, address);
}

/* Tracing was off, or lost messages: find the frame in which execution
 * continues, if there is one. */
static void resume(struct profile_stack *stack, u64 address)
{
	unsigned int depth = stack->depth;

	while (depth > stack->base &&
	       !profile_function_holds(stack->frame[depth - 1].function,
				       address))
		depth--;
	leave_to(stack, depth);
	go_to(stack, address);
}

/* The last range's end leads to an address. */
static void transfer(struct profile_stack *stack, u64 address)
{
	u8 pending = stack->pending;

	stack->pending = NTRACE_END_LINEAR;
	if (stack->resumes) {
		stack->resumes = false;
		resume(stack, address);
		return;
	}
	switch (pending) {
	case NTRACE_END_CALL:
	case NTRACE_END_CALL_INDIRECT:
	case NTRACE_END_CALL_SEQUENTIAL:
		enter(stack, address, stack->from, false);
		break;
	case NTRACE_END_RETURN:
		returned(stack, address);
		break;
	case NTRACE_END_TRAP_RETURN:
		trap_returned(stack, address);
		break;
	default:
		go_to(stack, address);
	}
}

/* Most ranges stay in the present function. */
static inline bool stays(const struct profile_stack *stack, u64 address)
{
	if (stack->resumes || stack->depth == stack->base ||
	    (stack->pending != NTRACE_END_LINEAR &&
	     stack->pending != NTRACE_END_BRANCH &&
	     stack->pending != NTRACE_END_JUMP))
		return false;
	return profile_function_holds(stack->frame[stack->depth - 1].function,
				      address);
}

static void follow(struct profile_stack *stack,
		   const struct ntrace_range *range, size_t num)
{
	size_t i;

	for (i = 0; i < num; i++) {
		if (!stays(stack, range[i].start))
			transfer(stack, range[i].start);
		stack->insns += range[i].insns;
		stack->pending = range[i].end;
		stack->from = range[i].start + 2ULL * range[i].halfwords;
	}
}

void profile_stack_ranges(struct profile_stack *stack,
			  const struct ntrace_source *source,
			  const struct ntrace_range *range, size_t num,
			  u64 times)
{
	bool again = false;
	u64 insns, changes;

	stack->time = source->time;
	stack->has_time = source->has_time;
	for (; times; times--) {
		insns = stack->insns;
		changes = stack->changes;
		follow(stack, range, num);
		/* Passes after the first have the same start, so they have the
		 * same end */
		if (again && stack->changes == changes) {
			stack->insns += (stack->insns - insns) * (times - 1);
			break;
		}
		again = true;
	}
}

void profile_stack_event(struct profile_stack *stack,
			 const struct ntrace_source *source,
			 const struct ntrace_event *event)
{
	stack->time = source->time;
	stack->has_time = source->has_time;
	switch (event->kind) {
	case NTRACE_EVENT_TRAP:
		if (!stays(stack, event->from))
			transfer(stack, event->from);
		enter(stack, event->addr, event->from, true);
		break;
	case NTRACE_EVENT_LOST:
		leave_to(stack, stack->base);
		/* fallthrough */
	case NTRACE_EVENT_STOP:
		stack->resumes = true;
		/* unseen: the next case does nothing */
		break;
	default:
		break;
	}
}

bool profile_stack_worth(struct profile_stack *stack, u64 min_insns,
			 void (*enter)(void *user, unsigned int src,
				       const struct profile_frame *frame),
			 void *user)
{
	struct profile_frame *top = profile_stack_top(stack), *frame;

	if (!top->user && stack->insns - top->entered < min_insns)
		return false;
	for (frame = stack->frame; frame <= top; frame++) {
		if (frame->user)
			continue;
		frame->user = frame;
		enter(user, stack->src, frame);
	}
	return true;
}

void profile_stack_end(struct profile_stack *stack)
{
	leave_to(stack, 0);
}
