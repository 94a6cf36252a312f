// SPDX-License-Identifier: BSD-2-Clause
/* The tree of all stacks of functions that a trace shows. */
#include <profile/tree.h>

void profile_tree_init(struct profile_tree *tree)
{
	*tree = (struct profile_tree){ .last = NULL };
}

void profile_tree_give(struct profile_tree *tree, struct profile_node *node,
		       size_t num)
{
	for (; num--; node++) {
		node->older = tree->spare;
		tree->spare = node;
	}
}

static struct profile_node *make_child(struct profile_tree *tree,
				       struct profile_node *parent,
				       const struct profile_function *function,
				       bool trap)
{
	struct profile_node *node = tree->spare;

	if (!node)
		return NULL;
	tree->spare = node->older;
	*node = (struct profile_node){ .function = function,
				       .parent = parent,
				       .older = tree->last,
				       .trap = trap };
	tree->last = node;
	return node;
}

struct profile_node *profile_tree_child(struct profile_tree *tree,
					struct profile_node *parent,
					const struct profile_function *function,
					bool trap)
{
	struct profile_node **at, *node;

	for (at = &parent->child; (node = *at); at = &node->sibling) {
		if (node->function == function && node->trap == trap)
			break;
	}
	if (node)
		*at = node->sibling;
	else
		node = make_child(tree, parent, function, trap);
	if (!node)
		return parent;
	/* Move to the front: another call of it is likely */
	node->sibling = parent->child;
	parent->child = node;
	return node;
}

void profile_tree_enter(struct profile_tree *tree, struct profile_stack *stack)
{
	struct profile_frame *frame = profile_stack_top(stack);

	frame->user = profile_tree_child(
		tree, stack->depth > 1 ? frame[-1].user : &tree->root,
		frame->function, frame->trap);
}

void profile_tree_run(struct profile_stack *stack, u64 insns)
{
	struct profile_node *node = profile_stack_top(stack)->user;

	node->insns += insns;
}

/* A node is made after its parent, so this loop meets children first. */
void profile_tree_sum(struct profile_tree *tree)
{
	struct profile_node *node;

	for (node = tree->last; node; node = node->older) {
		node->all += node->insns;
		node->parent->all += node->all;
	}
}

struct profile_node *profile_tree_next(struct profile_node *node)
{
	if (node->child)
		return node->child;
	while (node && !node->sibling)
		node = node->parent;
	return node ? node->sibling : NULL;
}
