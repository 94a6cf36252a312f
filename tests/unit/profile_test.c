// SPDX-License-Identifier: BSD-2-Clause
/* profile/: stacks of functions, the tree of them, counts of instructions. */
#include <stdio.h>
#include <string.h>

#include <profile/counts.h>
#include <profile/tree.h>

#include "unit.h"

static char name_a[] = "a", name_b[] = "b", name_c[] = "c";
static const struct profile_function function[] = {
	{ .start = 0x1000, .end = 0x1100, .name = name_a },
	{ .start = 0x1100, .end = 0x1200, .name = name_b },
	{ .start = 0x1300, .end = 0x1400, .name = name_c },
};
static const struct profile_functions functions = { function, 3 };

static void function_find(void)
{
	static const struct {
		const char *name;
		u64 address;
		int index; /* -1: none */
	} rows[] = {
		{ "before all", 0xfff, -1 },   { "first byte", 0x1000, 0 },
		{ "last byte", 0x10ff, 0 },    { "the next one", 0x1100, 1 },
		{ "between two", 0x1200, -1 }, { "the last one", 0x13fe, 2 },
		{ "behind all", 0x1400, -1 },
	};
	const struct profile_functions none = { NULL, 0 };
	size_t i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].name,
			 (u64)(uintptr_t)profile_function_find(&functions,
							       rows[i].address),
			 (u64)(uintptr_t)(rows[i].index < 0 ?
						  NULL :
						  &function[rows[i].index]));
	CHECK_EQ("no functions", profile_function_find(&none, 0) == NULL, 1);
}

/* --- stacks ----------------------------------------------------------------- */

static struct profile_stack stack;
static struct profile_tree tree;
static char said[256];

static void say(const char *what, const struct profile_frame *frame)
{
	size_t used = strlen(said);

	snprintf(said + used, sizeof(said) - used, "%s%s%s ", what,
		 frame->trap ? "!" : "", frame->function->name);
}

static void on_enter(void *user, unsigned int src, struct profile_stack *of)
{
	CHECK_EQ("user", user == said && of == &stack, 1);
	CHECK_EQ("source", src, 7);
	say("+", profile_stack_top(of));
}

static void on_leave(void *user, unsigned int src, struct profile_stack *of)
{
	(void)user;
	(void)src;
	say("-", profile_stack_top(of));
}

static void on_run(void *user, unsigned int src, struct profile_stack *of,
		   u64 insns)
{
	size_t used = strlen(said);

	(void)user;
	(void)src;
	CHECK_EQ("nothing is not told", insns != 0, 1);
	snprintf(said + used, sizeof(said) - used, "%u%s ", (unsigned int)insns,
		 profile_stack_top(of)->function->name);
}

static void begin(void)
{
	static const struct profile_sink sink = { on_enter, on_leave, on_run };

	said[0] = '\0';
	profile_stack_init(&stack, &functions, &sink, said, 7);
}

static void ran(u64 start, u32 insns, enum ntrace_end end, u64 times)
{
	static const struct ntrace_source source = { .src = 7 };
	struct ntrace_range range = { .start = start,
				      .halfwords = 2 * insns,
				      .insns = insns,
				      .end = (u8)end };

	profile_stack_ranges(&stack, &source, &range, 1, times);
}

static void happened(enum ntrace_event_kind kind, u64 from, u64 addr)
{
	static const struct ntrace_source source = { .src = 7 };
	struct ntrace_event event = { .kind = (u8)kind,
				      .from = from,
				      .addr = addr };

	profile_stack_event(&stack, &source, &event);
}

static void check_said(const char *row, const char *want)
{
	if (strcmp(said, want) != 0)
		printf("# %s: '%s', not '%s'\n", row, said, want);
	CHECK_EQ(row, strcmp(said, want), 0);
}

static void stack_calls(void)
{
	begin();
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	ran(0x1100, 3, NTRACE_END_RETURN, 1);
	ran(0x1008, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("call and return", "+a 2a +b 3b -b 1a -a ");

	begin();
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	ran(0x1100, 3, NTRACE_END_JUMP, 1);
	ran(0x1300, 1, NTRACE_END_RETURN, 1);
	ran(0x1008, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("tail call", "+a 2a +b 3b -b +c 1c -c 1a -a ");

	begin();
	ran(0x1000, 2, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_TRAP, 0x1008, 0x1300);
	ran(0x1300, 1, NTRACE_END_TRAP_RETURN, 1);
	ran(0x1008, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("trap", "+a 2a +!c 1c -!c 1a -a ");

	begin();
	ran(0x1250, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("no function", "+unknown 1unknown -unknown ");
}

static void stack_gaps(void)
{
	begin();
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	ran(0x1100, 1, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_STOP, 0, 0);
	ran(0x1010, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("goes on in the caller", "+a 2a +b 1b -b 1a -a ");

	begin();
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	ran(0x1100, 1, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_LOST, 0, 0);
	ran(0x1010, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("lost", "+a 2a +b 1b -b -a +a 1a -a ");
}

static void stack_repeats(void)
{
	begin();
	ran(0x1000, 5, NTRACE_END_BRANCH, 1000000);
	CHECK_EQ("instructions", stack.insns, 5000000);
	profile_stack_end(&stack);
	check_said("a loop", "+a 5000000a -a ");
}

static void stack_depth(void)
{
	u64 clock = 0;
	unsigned int i;

	begin();
	for (i = 0; i < 3 * PROFILE_FRAMES_MAX; i++) {
		said[0] = '\0';
		ran(0x1000, 1, NTRACE_END_CALL, 1);
		CHECK_EQ("depth", stack.depth <= PROFILE_FRAMES_MAX, 1);
		clock = profile_stack_clock(&stack);
	}
	CHECK_EQ("instructions are the clock", clock, i);
}

static char name_task[] = "T", name_other[] = "U";
static const struct profile_function task = { .name = name_task };
static const struct profile_function other = { .name = name_other };

/* A thread's root stays, whatever its functions do. */
static void stack_root(void)
{
	begin();
	profile_stack_root(&stack, &task);
	ran(0x1000, 2, NTRACE_END_RETURN, 1);
	ran(0x1100, 3, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("returns to nobody", "+T +a 2a -a +b 3b -b -T ");

	begin();
	profile_stack_root(&stack, &task);
	ran(0x1000, 2, NTRACE_END_TRAP_RETURN, 1);
	ran(0x1100, 3, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("a trap from before", "+T +a 2a -a +b 3b -b -T ");

	begin();
	profile_stack_root(&stack, &task);
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	ran(0x1100, 1, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_LOST, 0, 0);
	ran(0x1300, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("lost", "+T +a 2a +b 1b -b -a +c 1c -c -T ");

	begin();
	profile_stack_root(&stack, &task);
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	happened(NTRACE_EVENT_STOP, 0, 0);
	ran(0x1300, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("goes on elsewhere", "+T +a 2a -a +c 1c -c -T ");
}

static void stack_renamed(void)
{
	begin();
	profile_stack_root(&stack, &task);
	ran(0x1000, 2, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_TRAP, 0x1008, 0x1100);
	ran(0x1100, 1, NTRACE_END_LINEAR, 1);
	profile_stack_root(&stack, &other);
	ran(0x1104, 1, NTRACE_END_TRAP_RETURN, 1);
	ran(0x1008, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("its frames come with it",
		   "+T +a 2a +!b 1b -!b -a -T +U +a +!b 1b -!b 1a -a -U ");
}

static void on_worth(void *user, unsigned int src,
		     const struct profile_frame *frame)
{
	CHECK_EQ("user", user == said, 1);
	CHECK_EQ("source", src, 7);
	say("*", frame);
}

static void stack_worth(void)
{
	begin();
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	ran(0x1100, 9, NTRACE_END_LINEAR, 1);
	said[0] = '\0';
	CHECK_EQ("too short", profile_stack_worth(&stack, 10, on_worth, said),
		 0);
	CHECK_EQ("long enough", profile_stack_worth(&stack, 9, on_worth, said),
		 1);
	check_said("outermost first, once", "*a *b ");
	CHECK_EQ("told", profile_stack_worth(&stack, 1000, on_worth, said), 1);
	check_said("once", "*a *b ");
}

/* --- the tree --------------------------------------------------------------- */

static void tree_enter(void *user, unsigned int src, struct profile_stack *of)
{
	(void)user;
	(void)src;
	profile_tree_enter(&tree, of);
}

static void tree_run(void *user, unsigned int src, struct profile_stack *of,
		     u64 insns)
{
	(void)user;
	(void)src;
	profile_tree_run(of, insns);
}

/* Twice: a calls b, which calls c. */
static void tree_grow(struct profile_node *node, size_t num)
{
	static const struct profile_sink sink = { tree_enter, NULL, tree_run };
	unsigned int i;

	profile_tree_init(&tree);
	profile_tree_give(&tree, node, num);
	profile_stack_init(&stack, &functions, &sink, NULL, 7);
	for (i = 0; i < 2; i++) {
		ran(0x1000, 1, NTRACE_END_CALL, 1);
		ran(0x1100, 10, NTRACE_END_CALL, 1);
		ran(0x1300, 100, NTRACE_END_RETURN, 1);
		ran(0x1128, 1000, NTRACE_END_RETURN, 1);
	}
	profile_stack_end(&stack);
	profile_tree_sum(&tree);
}

static void tree_nodes(void)
{
	static const struct {
		int function;
		u64 insns, all;
	} want[] = { { 0, 2, 2222 }, { 1, 2020, 2220 }, { 2, 200, 200 } };
	struct profile_node node[8], *at = &tree.root;
	size_t i;

	tree_grow(node, array_size(node));
	CHECK_EQ("all", tree.root.all, 2222);
	for (i = 0; i < array_size(want); i++) {
		at = profile_tree_next(at);
		CHECK_EQ("function",
			 at->function == &function[want[i].function], 1);
		CHECK_EQ("instructions", at->insns, want[i].insns);
		CHECK_EQ("with callees", at->all, want[i].all);
	}
	CHECK_EQ("no more", profile_tree_next(at) == NULL, 1);
}

/* Without memory for c its instructions are b's, and none is lost. */
static void tree_full(void)
{
	struct profile_node node[2], *b;

	tree_grow(node, array_size(node));
	b = profile_tree_next(profile_tree_next(&tree.root));
	CHECK_EQ("of b", b->insns, 2220);
	CHECK_EQ("leaf", profile_tree_next(b) == NULL, 1);
	CHECK_EQ("all", tree.root.all, 2222);
}

/* --- counts ----------------------------------------------------------------- */

/* Four instructions: 4 bytes, 2 bytes, a branch of 4 bytes, 2 bytes. */
static void counts(void)
{
	static const struct ntrace_range ranges[] = {
		{ 0x1000, 5, 3, NTRACE_END_BRANCH },
		{ 0x1004, 4, 3, NTRACE_END_LINEAR },
	};
	static const u64 want[][3] = { { 0x1000, 10, 0 },
				       { 0x1004, 13, 0 },
				       { 0x1006, 13, 10 },
				       { 0x100a, 3, 0 } };
	struct profile_count count[7] = { 0 };
	struct ntrace_step step[6] = { 0 };
	struct ntrace_region region = { .base = 0x1000,
					.count = 6,
					.step = step };
	struct profile_counts c = { &region, 6, count };
	struct profile_total total = { .function = function };
	struct profile_insn insn;
	size_t i;
	u32 at = 0;

	ntrace_step_set(&step[0], 2, NTRACE_END_LINEAR, 0);
	ntrace_step_set(&step[2], 1, NTRACE_END_LINEAR, 0);
	ntrace_step_set(&step[3], 2, NTRACE_END_BRANCH, -5);
	ntrace_step_set(&step[5], 1, NTRACE_END_LINEAR, 0);
	ntrace_steps_link(step, 6);
	profile_counts_add(&c, &ranges[0], 10);
	profile_counts_add(&c, &ranges[1], 3);
	profile_counts_settle(&c);
	for (i = 0; i < array_size(want); i++) {
		CHECK_EQ("there is one", profile_counts_next(&c, &at, &insn),
			 1);
		CHECK_EQ("address", insn.address, want[i][0]);
		CHECK_EQ("executed", insn.executed, want[i][1]);
		CHECK_EQ("taken", insn.taken, want[i][2]);
		profile_total_add(&total, &insn);
	}
	CHECK_EQ("no more", profile_counts_next(&c, &at, &insn), 0);
	CHECK_EQ("insns", total.insns, 4);
	CHECK_EQ("all ran", total.insns_executed, 4);
	CHECK_EQ("executed", total.executed, 39);
	CHECK_EQ("entered", total.entered, 10);
	CHECK_EQ("branches", total.branches, 1);
	CHECK_EQ("both ways", total.branches_both, 1);
}

int main(void)
{
	static const struct unit_test tests[] = {
		UNIT_TEST(function_find, UNIT_ONE),
		UNIT_TEST(stack_calls, UNIT_ONE),
		UNIT_TEST(stack_gaps, UNIT_ONE),
		UNIT_TEST(stack_repeats, UNIT_ONE),
		UNIT_TEST(stack_depth, UNIT_ONE),
		UNIT_TEST(stack_root, UNIT_ONE),
		UNIT_TEST(stack_renamed, UNIT_ONE),
		UNIT_TEST(stack_worth, UNIT_ONE),
		UNIT_TEST(tree_nodes, UNIT_ONE),
		UNIT_TEST(tree_full, UNIT_ONE),
		UNIT_TEST(counts, UNIT_ONE),
	};

	return unit_main("profile", tests, array_size(tests));
}
