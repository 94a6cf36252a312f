/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions by stack of functions: the tree of all stacks that were seen. */
#ifndef PROFILE_TREE_H
#define PROFILE_TREE_H

#include <profile/stack.h>

/** A function called by its parent. */
struct profile_node {
	const struct profile_function *function; /* NULL: the root */
	struct profile_node *parent, *child, *sibling;
	struct profile_node *older; /* the previous node, by creation */
	bool trap;		    /* a trap entered it */
	u64 insns; /* executed in it, without those of its callees */
	u64 all;   /* with those of its callees: profile_tree_sum() */
	u64 from;  /* the user's */
};

/** A tree. Nodes are the caller's memory. */
struct profile_tree {
	struct profile_node root;
	struct profile_node *last;  /* newest node; `older` leads to all */
	struct profile_node *spare; /* unused nodes, linked by `older` */
};

/** Make an empty tree without memory for nodes. */
void profile_tree_init(struct profile_tree *tree);

/**
 * Give the tree memory. Without spare nodes profile_tree_enter() cuts stacks
 * off: instructions of a new function count for its caller.
 * @param node num nodes, without contents; they stay in use
 */
void profile_tree_give(struct profile_tree *tree, struct profile_node *node,
		       size_t num);

/**
 * Find or make the node of a function that another function calls, or that is
 * inlined there.
 * @return parent itself if the tree has no memory left
 */
struct profile_node *profile_tree_child(struct profile_tree *tree,
					struct profile_node *parent,
					const struct profile_function *function,
					bool trap);

/** enter() of struct profile_sink: finds or makes the node of the new frame. */
void profile_tree_enter(struct profile_tree *tree, struct profile_stack *stack);

/** run() of struct profile_sink: counts instructions. */
void profile_tree_run(struct profile_stack *stack, u64 insns);

/** Set `all` of each node. Call it once, after the last instruction. */
void profile_tree_sum(struct profile_tree *tree);

/** @return the next node in depth-first order, or NULL after the last */
struct profile_node *profile_tree_next(struct profile_node *node);

#endif
