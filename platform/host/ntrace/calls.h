/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function calls of the executed ranges: a stack of functions for every source,
 * kept right over tail calls, traps, gaps and switches of stacks.
 */
#ifndef HOST_NT_CALLS_H
#define HOST_NT_CALLS_H

#include "decode.h"

/** Frames of one source; deeper calls push out the outermost ones. */
enum { NT_FRAMES_MAX = 512 };

struct nt_frame {
	const struct symbol *function;
	u64 back;    /* where it returns to; 0: not known */
	u64 entered; /* instructions of the source when it was entered */
	u64 clock;   /* its time then: nt_calls_clock() */
	bool trap;   /* entered by one */
	void *user;  /* for the format */
};

struct nt_stack {
	struct nt_frame frame[NT_FRAMES_MAX];
	unsigned int depth;
	u64 insns;    /* executed so far */
	u64 charged;  /* of these, told to the format's run() */
	u8 pending;   /* enum ntrace_end of the last range */
	u64 from;     /* address after it */
	u64 changes;  /* of frames, so far */
	bool resumes; /* whether the next range goes on there is not known */
	u64 time;     /* of the source */
	bool has_time;
};

/** What a format wants to know; NULL: not that. */
struct nt_calls_sink {
	/* The innermost frame is new. The stack has it already. */
	void (*enter)(void *user, unsigned int src, struct nt_stack *stack);
	/* The innermost frame is about to go. */
	void (*leave)(void *user, unsigned int src, struct nt_stack *stack);
	/* So many instructions ran in the innermost frame. */
	void (*run)(void *user, unsigned int src, struct nt_stack *stack,
		    u64 insns);
};

struct nt_calls {
	struct nt_decode *decode;
	const struct nt_calls_sink *sink;
	void *user;
	struct nt_stack *stack[NT_SOURCES_MAX]; /* NULL: not seen */
};

void nt_calls_begin(struct nt_calls *calls, struct nt_decode *decode,
		    const struct nt_calls_sink *sink, void *user);

/**
 * Follow ranges and events, as they come from the decoder.
 * @param state	a struct nt_calls, or a struct that starts with one
 */
void nt_calls_ranges(void *state, const struct ntrace_source *source,
		     const struct ntrace_range *range, size_t num, u64 times);
void nt_calls_event(void *state, const struct ntrace_source *source,
		    const struct ntrace_event *event);

/**
 * For formats that leave short calls out: is the innermost frame, which is about
 * to go, worth telling? If so enter() was called for it and all frames around it,
 * for each just once; the order of these calls is that of the clock. Uses
 * nt_frame.user.
 * @param min_insns	what a call must have executed, with what it called
 */
bool nt_calls_worth(struct nt_stack *stack, u64 min_insns,
		    void (*enter)(void *user, unsigned int src,
				  const struct nt_frame *frame),
		    void *user, unsigned int src);

/** Leave all frames and free everything. */
void nt_calls_end(struct nt_calls *calls);

/** The innermost frame. */
static inline struct nt_frame *nt_calls_top(struct nt_stack *stack)
{
	return &stack->frame[stack->depth - 1];
}

/** The trace's time; without timestamps, the instructions so far. */
static inline u64 nt_calls_clock(const struct nt_stack *stack)
{
	return stack->has_time ? stack->time : stack->insns;
}

#endif
