// SPDX-License-Identifier: BSD-2-Clause
/* The tree of all stacks of functions that a trace shows. */
#include <stdlib.h>
#include <string.h>
#include "stacks.h"

/* Recursion makes more and more stacks; from here on they are cut off. */
enum { NODES_MAX = 1 << 20 };

static struct nt_node *find_child(struct nt_stacks *stacks,
				  struct nt_node *parent,
				  const struct nt_frame *frame)
{
	struct nt_node **at, *node;

	for (at = &parent->child; (node = *at); at = &node->sibling) {
		if (node->function == frame->function &&
		    node->trap == frame->trap)
			break;
	}
	if (node) {
		/* To the front: it is likely to be called again */
		*at = node->sibling;
	} else if (stacks->nodes == NODES_MAX) {
		return parent;
	} else {
		node = must_alloc(sizeof(*node));
		*node = (struct nt_node){ .function = frame->function,
					  .parent = parent,
					  .older = stacks->last,
					  .trap = frame->trap };
		stacks->last = node;
		stacks->nodes++;
	}
	node->sibling = parent->child;
	parent->child = node;
	return node;
}

static void enter(void *user, unsigned int src, struct nt_stack *stack)
{
	struct nt_stacks *stacks = user;
	struct nt_frame *frame = nt_calls_top(stack);

	(void)src;
	frame->user = find_child(
		stacks, stack->depth > 1 ? frame[-1].user : &stacks->root,
		frame);
}

static void run(void *user, unsigned int src, struct nt_stack *stack, u64 insns)
{
	struct nt_node *node = nt_calls_top(stack)->user;

	(void)user;
	(void)src;
	node->insns += insns;
}

void *nt_stacks_begin(struct nt_decode *decode, struct output *out)
{
	static const struct nt_calls_sink sink = { enter, NULL, run };
	struct nt_stacks *stacks = must_alloc(sizeof(*stacks));

	memset(stacks, 0, sizeof(*stacks));
	nt_calls_begin(&stacks->calls, decode, &sink, stacks);
	stacks->out = out;
	return stacks;
}

struct nt_node *nt_stacks_next(struct nt_node *node)
{
	if (node->child)
		return node->child;
	while (node && !node->sibling)
		node = node->parent;
	return node ? node->sibling : NULL;
}

void nt_stacks_free(struct nt_stacks *stacks)
{
	struct nt_node *node, *older;

	for (node = stacks->last; node; node = older) {
		older = node->older;
		free(node);
	}
	free(stacks);
}
