/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stack of functions of one hart, from the ranges and events of a trace
 * decoder. It stays correct across tail calls, traps, gaps and switches of
 * stacks.
 */
#ifndef PROFILE_STACK_H
#define PROFILE_STACK_H

#include <ntrace/flow.h>
#include <profile/function.h>

/** Most frames of one stack; a deeper call removes all of them. */
enum { PROFILE_FRAMES_MAX = 512 };

struct profile_frame {
	const struct profile_function *function; /* never NULL */
	u64 back;    /* return address; 0: not known */
	u64 entered; /* instructions of the hart when it was entered */
	u64 clock;   /* profile_stack_clock() at that time */
	bool trap;   /* a trap entered it */
	void *user;  /* the sink's; NULL in a new frame */
};

struct profile_stack;

/** Receiver of changes. Any function may be NULL. */
struct profile_sink {
	/* A new innermost frame. The stack has it already. */
	void (*enter)(void *user, unsigned int src,
		      struct profile_stack *stack);
	/* The innermost frame is about to go. */
	void (*leave)(void *user, unsigned int src,
		      struct profile_stack *stack);
	/* insns instructions, at least 1, ran in the innermost frame. */
	void (*run)(void *user, unsigned int src, struct profile_stack *stack,
		    u64 insns);
};

/**
 * The stack of a hart, or of a thread: the caller's memory. The caller may read
 * all of it, and must not write it.
 */
struct profile_stack {
	const struct profile_functions *functions;
	const struct profile_sink *sink;
	void *user;
	unsigned int src; /* of the hart; the user of a thread updates it */

	struct profile_frame frame[PROFILE_FRAMES_MAX];
	unsigned int depth; /* frames in use */
	unsigned int base;  /* of these, the thread's: profile_stack_root() */
	u64 insns;	    /* instructions executed so far */
	u64 charged;	    /* of these, given to the sink's run() */
	u8 pending;	    /* enum ntrace_end of the last range */
	u64 from;	    /* address behind it */
	u64 changes;	    /* of frames, so far */
	bool resumes;	    /* a gap: the next range may have any address */
	u64 time;	    /* of the source */
	u64 freq;	    /* of time, in Hz, up to 10^10; 0: not scaled */
	bool has_time;
};

/**
 * Make an empty stack.
 * @param functions, sink and user stay in use
 * @param src the hart's source, for the sink
 */
void profile_stack_init(struct profile_stack *stack,
			const struct profile_functions *functions,
			const struct profile_sink *sink, void *user,
			unsigned int src);

/**
 * Make it the stack of a thread. Its outermost frame is always root: neither
 * returns nor losses remove it. A later call moves all other frames to the new
 * root: the thread has another name.
 * @param stack without frames, if this is the first time
 * @param root stays in use; it holds no address
 */
void profile_stack_root(struct profile_stack *stack,
			const struct profile_function *root);

/**
 * Restore an earlier stack in an empty one: frames, instructions and the end of
 * the last range. The sink gets each frame.
 * @param insns of the hart so far
 * @param frame depth frames, the outermost first; function, back and trap are
 *		used; the function NULL is the unknown one
 * @param depth	at most PROFILE_FRAMES_MAX
 */
void profile_stack_restore(struct profile_stack *stack, u64 insns,
			   const struct profile_frame *frame,
			   unsigned int depth, u8 pending, u64 from,
			   bool resumes);

/** Follow ranges: the arguments of struct ntrace_sink's ranges(). */
void profile_stack_ranges(struct profile_stack *stack,
			  const struct ntrace_source *source,
			  const struct ntrace_range *range, size_t num,
			  u64 times);

/** Follow an event: the arguments of struct ntrace_sink's event(). */
void profile_stack_event(struct profile_stack *stack,
			 const struct ntrace_source *source,
			 const struct ntrace_event *event);

/** Leave all frames. */
void profile_stack_end(struct profile_stack *stack);

/**
 * For formats that omit short calls: judge the innermost frame before it goes.
 * Uses profile_frame.user.
 * @param min_insns instructions that a call must have executed, those of its
 *	callees included
 * @param enter called once for each frame of the stack for which it was not
 *	called before, the outermost first, if the result is true
 * @return true if the frame is long enough, or encloses a frame that was
 */
bool profile_stack_worth(struct profile_stack *stack, u64 min_insns,
			 void (*enter)(void *user, unsigned int src,
				       const struct profile_frame *frame),
			 void *user);

/** @return the innermost frame; only with depth > 0 */
static inline struct profile_frame *
profile_stack_top(struct profile_stack *stack)
{
	return &stack->frame[stack->depth - 1];
}

/**
 * @return the trace's time, in ns if its frequency is known; without timestamps,
 * the instructions so far
 */
static inline u64 profile_stack_clock(const struct profile_stack *stack)
{
	const u64 second = 1000000000;

	if (!stack->has_time)
		return stack->insns;
	if (!stack->freq)
		return stack->time;
	return stack->time / stack->freq * second +
	       stack->time % stack->freq * second / stack->freq;
}

#endif
