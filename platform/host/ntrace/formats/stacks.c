// SPDX-License-Identifier: BSD-2-Clause
/* The tree of all stacks of functions that a trace shows. */
#include <stdlib.h>
#include <string.h>
#include "stacks.h"

enum {
	NODES = 1024, /* of a piece */
	/* Recursion makes more and more stacks; above this number they are
	 * cut */
	PIECES_MAX = 1024,
};

/* Instructions of a range with the same inlined functions. */
struct nt_stacks_piece {
	u64 start; /* of the range; the next members are, too */
	u32 halfwords, all;
	u32 insns; /* of the piece */
	/* The innermost inlined function; NULL: none */
	const struct symbols_inlined *in;
	bool more; /* the next piece is part of the same range */
};

enum { PIECES = 1 << 14, PIECES_OF_RANGE = 16 };

struct nt_nodes {
	struct nt_nodes *next;
	struct profile_node node[NODES];
};

static void make_nodes(struct nt_stacks *stacks)
{
	struct nt_nodes *nodes;

	if (stacks->tree.spare || stacks->num == PIECES_MAX)
		return;
	nodes = must_alloc(sizeof(*nodes));
	nodes->next = stacks->nodes;
	stacks->nodes = nodes;
	stacks->num++;
	profile_tree_give(&stacks->tree, nodes->node, NODES);
}

/* The node of an inlined function, below that of the function around it. */
static struct profile_node *inlined_node(struct nt_stacks *stacks,
					 struct profile_node *node,
					 const struct symbols_inlined *in)
{
	const struct symbols *symbols = stacks->inlines.symbols;
	const struct symbols_inlined *around;

	if (!in)
		return node;
	around = symbols_around(symbols, in);
	node = inlined_node(stacks, node, around);
	make_nodes(stacks);
	return profile_tree_child(&stacks->tree, node,
				  nt_inlines_function(&stacks->inlines, in),
				  false);
}

/* The node that calls a new frame: of the function inlined there. */
static struct profile_node *caller_node(struct nt_stacks *stacks,
					const struct profile_frame *frame,
					unsigned int depth)
{
	u64 site = frame->trap ? frame->back : frame->back - 1;

	if (depth < 2)
		return &stacks->tree.root;
	if (!profile_function_holds(frame[-1].function, site))
		return frame[-1].user;
	return inlined_node(stacks, frame[-1].user,
			    symbols_innermost(stacks->inlines.symbols, site));
}

void nt_stacks_enter(void *user, unsigned int src, struct profile_stack *stack)
{
	struct nt_stacks *stacks = user;
	struct profile_frame *frame = profile_stack_top(stack);
	struct profile_node *caller;

	(void)src;
	if (!stacks->piece) {
		make_nodes(stacks);
		profile_tree_enter(&stacks->tree, stack);
		return;
	}
	caller = caller_node(stacks, frame, stack->depth);
	make_nodes(stacks);
	frame->user = profile_tree_child(&stacks->tree, caller, frame->function,
					 frame->trap);
}

/* --- ranges in pieces ------------------------------------------------------ */

/* The pieces of a range, which are computed once. */
static const struct nt_stacks_piece *
find_pieces(struct nt_stacks *stacks, const struct ntrace_source *source,
	    const struct ntrace_range *range)
{
	u64 hash = range->start >> 1 ^ (u64)range->halfwords << 7;
	struct nt_stacks_piece *piece =
		&stacks->piece[hash % PIECES * PIECES_OF_RANGE];
	const struct symbols *symbols = stacks->inlines.symbols;
	const struct ntrace_region *region;
	const struct symbols_inlined *in;
	size_t n = 0;
	u32 at;

	if (piece->start == range->start && piece->all == range->insns &&
	    piece->halfwords == range->halfwords && range->halfwords)
		return piece;
	region = nt_decode_region(stacks->calls.decode, source, range->start);
	piece[0] = (struct nt_stacks_piece){
		.start = range->start,
		.halfwords = range->halfwords,
		.all = range->insns,
		.insns = region ? 0 : range->insns,
		.in = symbols_innermost(symbols, range->start),
	};
	for (at = 0; region && at < range->halfwords;
	     at += ntrace_step_size(
		     &region->step[(range->start - region->base) / 2 + at])) {
		in = symbols_innermost(symbols, range->start + 2 * (u64)at);
		/* The last piece has the rest of the range */
		if (in != piece[n].in && n + 1 < PIECES_OF_RANGE) {
			piece[n++].more = true;
			piece[n] = (struct nt_stacks_piece){ .in = in };
		}
		piece[n].insns++;
	}
	return piece;
}

/* A range ran in the innermost frame. */
static void charge(struct nt_stacks *stacks, struct profile_stack *stack,
		   const struct ntrace_source *source,
		   const struct ntrace_range *range, u64 times)
{
	struct profile_node *node = profile_stack_top(stack)->user;
	const struct nt_stacks_piece *piece =
		find_pieces(stacks, source, range);

	for (;; piece++) {
		inlined_node(stacks, node, piece->in)->insns +=
			piece->insns * times;
		if (!piece->more)
			return;
	}
}

static void follow_pass(struct nt_stacks *stacks,
			const struct ntrace_source *source,
			const struct ntrace_range *range, size_t num)
{
	struct profile_stack *stack;
	size_t i;

	for (i = 0; i < num; i++) {
		nt_calls_ranges(&stacks->calls, source, range + i, 1, 1);
		stack = nt_calls_stack(&stacks->calls, source);
		charge(stacks, stack, source, range + i, 1);
	}
}

void nt_stacks_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct nt_stacks *stacks = state;
	struct profile_stack *stack;
	bool again = false;
	u64 changes;
	size_t i;

	if (!stacks->piece) {
		nt_calls_ranges(&stacks->calls, source, range, num, times);
		return;
	}
	stack = nt_calls_stack(&stacks->calls, source);
	for (; times; times--) {
		changes = stack->changes;
		follow_pass(stacks, source, range, num);
		/* Passes after the first have the same start, and so the same
		 * effect */
		if (again && stack->changes == changes)
			break;
		again = true;
	}
	for (i = 0; times > 1 && i < num; i++)
		charge(stacks, stack, source, range + i, times - 1);
}

/* --- begin and end --------------------------------------------------------- */

static void run(void *user, unsigned int src, struct profile_stack *stack,
		u64 insns)
{
	const struct nt_stacks *stacks = user;

	(void)src;
	/* With inlined functions ranges are charged already */
	if (!stacks->piece)
		profile_tree_run(stack, insns);
}

void nt_stacks_start(struct nt_stacks *stacks, struct nt_decode *decode,
		     struct output *out, const struct profile_sink *sink)
{
	const size_t size = sizeof(*stacks->piece) * PIECES * PIECES_OF_RANGE;

	nt_calls_begin(&stacks->calls, decode, sink, stacks);
	nt_calls_follow_tasks(&stacks->calls);
	profile_tree_init(&stacks->tree);
	stacks->out = out;
	if (!decode->inlines)
		return;
	nt_inlines_begin(&stacks->inlines, &decode->program.symbols);
	stacks->piece = memset(must_alloc(size), 0, size);
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
	nt_inlines_end(&stacks->inlines);
	free(stacks->piece);
	free(stacks);
}
