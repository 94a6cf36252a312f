// SPDX-License-Identifier: BSD-2-Clause
/* The tree of all stacks of functions that a trace shows. */
#include <stdlib.h>
#include <string.h>
#include "stacks.h"

enum {
	NODES = 1024, /* of a piece */
	/* Recursion makes more and more stacks; from here on they are cut off */
	PIECES_MAX = 1024,
};

struct nt_nodes {
	struct nt_nodes *next;
	struct profile_node node[NODES];
};

void nt_stacks_enter(void *user, unsigned int src, struct profile_stack *stack)
{
	struct nt_stacks *stacks = user;
	struct nt_nodes *nodes;

	(void)src;
	if (!stacks->tree.spare && stacks->num < PIECES_MAX) {
		nodes = must_alloc(sizeof(*nodes));
		nodes->next = stacks->nodes;
		stacks->nodes = nodes;
		stacks->num++;
		profile_tree_give(&stacks->tree, nodes->node, NODES);
	}
	profile_tree_enter(&stacks->tree, stack);
}

static void run(void *user, unsigned int src, struct profile_stack *stack,
		u64 insns)
{
	(void)user;
	(void)src;
	profile_tree_run(stack, insns);
}

void nt_stacks_start(struct nt_stacks *stacks, struct nt_decode *decode,
		     struct output *out, const struct profile_sink *sink)
{
	nt_calls_begin(&stacks->calls, decode, sink, stacks);
	nt_calls_follow_tasks(&stacks->calls);
	profile_tree_init(&stacks->tree);
	stacks->out = out;
}

void *nt_stacks_begin(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { nt_stacks_enter, NULL, run };
	struct nt_stacks *stacks = must_alloc(sizeof(*stacks));

	memset(stacks, 0, sizeof(*stacks));
	nt_stacks_start(stacks, decode, out, &sink);
	return stacks;
}

void nt_stacks_free(struct nt_stacks *stacks)
{
	struct nt_nodes *nodes, *next;

	for (nodes = stacks->nodes; nodes; nodes = next) {
		next = nodes->next;
		free(nodes);
	}
	nt_calls_free(&stacks->calls);
	free(stacks);
}
