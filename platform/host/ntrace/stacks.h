/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions by stack of functions: the tree of all stacks that were seen. */
#ifndef HOST_NT_STACKS_H
#define HOST_NT_STACKS_H

#include "calls.h"

/** A function called by its parent. */
struct nt_node {
	const struct symbol *function; /* NULL: the root */
	struct nt_node *parent, *child, *sibling;
	struct nt_node *older; /* made before it, anywhere */
	bool trap;	       /* entered by one */
	u64 insns;	       /* executed in it, without what it called */
	u64 all, from;	       /* for the format */
};

struct nt_stacks {
	struct nt_calls calls; /* first: see nt_calls_ranges() */
	struct output *out;
	struct nt_node root;
	struct nt_node *last; /* made: its older ones lead to all */
	size_t nodes;
};

/** begin() of a format whose ranges and events nt_calls_*() follow. */
void *nt_stacks_begin(struct nt_decode *decode, struct output *out);

/** The next node in depth-first order; NULL after the last. */
struct nt_node *nt_stacks_next(struct nt_node *node);

void nt_stacks_free(struct nt_stacks *stacks);

#endif
