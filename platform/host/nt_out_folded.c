// SPDX-License-Identifier: BSD-2-Clause
/* decode --format=folded: instructions by stack of functions, summed up. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "nt_calls.h"

/* A function called by its parent: a tree of all stacks that were seen. */
struct node {
	const struct symbol *function;
	struct node *parent, *child, *sibling;
	struct node *older; /* made before it, anywhere */
	bool trap;
	u64 insns;
};

/* Recursion makes more and more stacks; from here on they are cut off. */
enum { NODES_MAX = 1 << 20 };

struct stacks {
	struct nt_calls calls;
	struct output *out;
	struct node root;
	struct node *last; /* made */
	size_t nodes;
};

static struct node *find_child(struct stacks *stacks, struct node *parent,
			       const struct nt_frame *frame)
{
	struct node **at, *node;

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
		*node = (struct node){ .function = frame->function,
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

static void enter_folded(void *user, unsigned int src, struct nt_stack *stack)
{
	struct stacks *stacks = user;
	struct nt_frame *frame = nt_calls_top(stack);

	(void)src;
	frame->user = find_child(
		stacks, stack->depth > 1 ? frame[-1].user : &stacks->root,
		frame);
}

static void run_folded(void *user, unsigned int src, struct nt_stack *stack,
		       u64 insns)
{
	struct node *node = nt_calls_top(stack)->user;

	(void)user;
	(void)src;
	node->insns += insns;
}

static void *begin_folded(struct nt_decode *decode, struct output *out)
{
	static const struct nt_calls_sink sink = { enter_folded, NULL,
						   run_folded };
	struct stacks *stacks = must_alloc(sizeof(*stacks));

	memset(stacks, 0, sizeof(*stacks));
	nt_calls_begin(&stacks->calls, decode, &sink, stacks);
	stacks->out = out;
	return stacks;
}

/* Names separated by semicolons, the outermost first. */
static void write_path(struct output *out, const struct node *node)
{
	const struct node *path[NT_FRAMES_MAX];
	size_t n = 0;

	for (; node->function; node = node->parent)
		path[n++] = node;
	while (n--) {
		output_string(out, path[n]->function->name);
		if (path[n]->trap)
			output_string(out, "_[trap]");
		if (n)
			output_char(out, ';');
	}
}

/* The next node in depth-first order; NULL after the last. */
static struct node *next_node(struct node *node)
{
	if (node->child)
		return node->child;
	while (node && !node->sibling)
		node = node->parent;
	return node ? node->sibling : NULL;
}

static void free_nodes(struct node *last)
{
	struct node *older;

	for (; last; last = older) {
		older = last->older;
		free(last);
	}
}

static void end_folded(void *state)
{
	struct stacks *stacks = state;
	struct node *node = &stacks->root;

	nt_calls_end(&stacks->calls);
	do {
		if (!node->insns)
			continue;
		write_path(stacks->out, node);
		output_format(stacks->out, " %" PRIu64 "\n", node->insns);
	} while ((node = next_node(node)));
	free_nodes(stacks->last);
	free(stacks);
}

const struct nt_format nt_format_folded = {
	.name = "folded",
	.help = "instructions by stack of functions, for flamegraph.pl",
	.symbols = true,
	.begin = begin_folded,
	.ranges = nt_calls_ranges,
	.event = nt_calls_event,
	.end = end_folded,
};
