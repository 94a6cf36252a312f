/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions by stack of functions, for formats that show the tree. */
#ifndef HOST_NT_STACKS_H
#define HOST_NT_STACKS_H

#include <profile/tree.h>
#include "calls.h"
#include "inlines.h"

struct nt_nodes;
struct nt_stacks_piece;

struct nt_stacks {
	struct nt_calls calls; /* first: see nt_calls_ranges() */
	struct output *out;
	struct profile_tree tree;
	struct nt_nodes *nodes; /* memory of the tree */
	size_t num;		/* pieces of it */
	struct nt_inlines inlines;
	struct nt_stacks_piece
		*piece; /* of ranges; NULL: no inlined functions */
};

/**
 * Follow ranges. With --inlines inlined functions are frames on those around
 * them.
 * @param state	a struct nt_stacks, or a struct that starts with one
 */
void nt_stacks_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times);

/**
 * begin() of a format that follows ranges with nt_stacks_ranges() and events
 * with nt_calls_event().
 */
void *nt_stacks_begin(struct nt_decode *decode, struct output *out);

/**
 * Begin stacks with a sink of the format's own.
 * @param stacks zeroed; begins the memory that begin() returns
 * @param sink	its enter() is nt_stacks_enter(), user the stacks
 */
void nt_stacks_start(struct nt_stacks *stacks, struct nt_decode *decode,
		     struct output *out, const struct profile_sink *sink);

/** struct profile_sink's enter(): the new frame's user is its node. */
void nt_stacks_enter(void *user, unsigned int src, struct profile_stack *stack);

/** Free the tree, and the memory that begins with stacks. */
void nt_stacks_free(struct nt_stacks *stacks);

#endif
