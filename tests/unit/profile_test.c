// SPDX-License-Identifier: BSD-2-Clause
/* profile/: stacks of functions, and their tree. */
#include <stdio.h>
#include <string.h>

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
		int index; /* -1: no function */
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
	snprintf(said + used, sizeof(said) - used, "%llu%s ",
		 (unsigned long long)insns,
		 profile_stack_top(of)->function->name);
}

static void begin(void)
{
	static const struct profile_sink sink = { on_enter, on_leave, on_run };

	said[0] = '\0';
	/* The caller's memory may have any contents */
	memset(&stack, NTRACE_END_CALL, sizeof(stack));
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

static void stack_exits(void)
{
	begin();
	ran(0x1080, 0x20, NTRACE_END_CALL, 1);
	ran(0x1300, 1, NTRACE_END_JUMP, 1);
	ran(0x1100, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("back to behind the caller", "+a 32a +c 1c -c -a +b 1b -b ");

	begin();
	ran(0x1000, 2, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_TRAP, 0x1008, 0x1300);
	ran(0x1300, 1, NTRACE_END_CALL, 1);
	ran(0x1100, 1, NTRACE_END_TRAP_RETURN, 1);
	ran(0x1008, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("a trap returns from a callee",
		   "+a 2a +!c 1c +b 1b -b -!c 1a -a ");

	begin();
	ran(0x1000, 2, NTRACE_END_CALL, 1);
	happened(NTRACE_EVENT_TRAP, 0x1100, 0x1300);
	ran(0x1300, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("a trap before the callee's first instruction",
		   "+a 2a +b +!c 1c -!c -b -a ");

	begin();
	ran(0x1250, 1, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_TRAP, 0x1254, 0x1300);
	ran(0x1300, 1, NTRACE_END_TRAP_RETURN, 1);
	ran(0x1254, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	check_said("a trap of no function",
		   "+unknown 1unknown -unknown +unknown +!c 1c -!c -unknown "
		   "+unknown 1unknown -unknown ");
}

/* So many passes that single ones would take days. */
static void stack_repeats(void)
{
	begin();
	ran(0x1000, 5, NTRACE_END_BRANCH, 1ull << 40);
	CHECK_EQ("instructions", stack.insns, 5ull << 40);
	profile_stack_end(&stack);
	check_said("a loop", "+a 5497558138880a -a ");
}

/* Each pass adds a frame, or removes one. */
static void stack_repeats_that_differ(void)
{
	begin();
	ran(0x1000, 2, NTRACE_END_CALL, 6);
	CHECK_EQ("calls of itself", stack.depth, 6);
	CHECK_EQ("instructions", stack.insns, 12);
	ran(0x1008, 1, NTRACE_END_RETURN, 4);
	CHECK_EQ("a last call, then returns", stack.depth, 4);
}

static void stack_time(void)
{
	struct ntrace_source source = { .src = 7, .has_time = true, .time = 5 };
	const struct ntrace_range range = { .start = 0x1000, .insns = 1 };
	const struct ntrace_event event = { .kind = NTRACE_EVENT_STOP };

	begin();
	profile_stack_ranges(&stack, &source, &range, 1, 1);
	CHECK_EQ("of a range", profile_stack_clock(&stack), 5);
	source.time = 1500000001;
	profile_stack_event(&stack, &source, &event);
	CHECK_EQ("of an event", profile_stack_clock(&stack), 1500000001);
	stack.freq = 100000000;
	CHECK_EQ("in ns", profile_stack_clock(&stack), 15000000010);
	source.has_time = false;
	profile_stack_event(&stack, &source, &event);
	CHECK_EQ("not known", profile_stack_clock(&stack), 1);
	source.has_time = true;
	profile_stack_event(&stack, &source, &event);
	CHECK_EQ("known again", profile_stack_clock(&stack), 15000000010);
	source.has_time = false;
	profile_stack_ranges(&stack, &source, &range, 1, 1);
	CHECK_EQ("instructions", profile_stack_clock(&stack), 2);
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

/* The root of a thread stays, whatever functions are called. */
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

/* Two times: a calls b, which calls c. */
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

/*
 * a calls b, c, b as a trap, b and c: three children, in the order of their
 * last call.
 */
static void tree_siblings(void)
{
	static const struct profile_sink sink = { tree_enter, NULL, tree_run };
	static const struct {
		int function;
		bool trap;
		u64 insns;
	} want[] = { { 0, false, 6 },
		     { 2, false, 200 },
		     { 1, false, 20 },
		     { 2, false, 5 },
		     { 1, true, 10 } };
	struct profile_node node[8], *at = &tree.root;
	size_t i;

	profile_tree_init(&tree);
	profile_tree_give(&tree, node, array_size(node));
	profile_stack_init(&stack, &functions, &sink, NULL, 7);
	ran(0x1000, 1, NTRACE_END_CALL, 1);
	ran(0x1100, 10, NTRACE_END_CALL, 1);
	ran(0x1300, 5, NTRACE_END_RETURN, 1);
	ran(0x1128, 0, NTRACE_END_RETURN, 1);
	ran(0x1004, 1, NTRACE_END_CALL, 1);
	ran(0x1300, 100, NTRACE_END_RETURN, 1);
	ran(0x1008, 1, NTRACE_END_LINEAR, 1);
	happened(NTRACE_EVENT_TRAP, 0x100c, 0x1100);
	ran(0x1100, 10, NTRACE_END_TRAP_RETURN, 1);
	ran(0x100c, 1, NTRACE_END_CALL, 1);
	ran(0x1100, 10, NTRACE_END_RETURN, 1);
	ran(0x1010, 1, NTRACE_END_CALL, 1);
	ran(0x1300, 100, NTRACE_END_RETURN, 1);
	ran(0x1014, 1, NTRACE_END_LINEAR, 1);
	profile_stack_end(&stack);
	for (i = 0; i < array_size(want); i++) {
		at = profile_tree_next(at);
		CHECK("there is one", at);
		if (!at)
			return;
		CHECK("function", at->function == &function[want[i].function]);
		CHECK_EQ("trap", at->trap, want[i].trap);
		CHECK_EQ("instructions", at->insns, want[i].insns);
	}
	CHECK("no more", !profile_tree_next(at));
}

/* Without memory for c its instructions count for b, and none is lost. */
static void tree_full(void)
{
	struct profile_node node[2], *b;

	tree_grow(node, array_size(node));
	b = profile_tree_next(profile_tree_next(&tree.root));
	CHECK_EQ("of b", b->insns, 2220);
	CHECK_EQ("leaf", profile_tree_next(b) == NULL, 1);
	CHECK_EQ("all", tree.root.all, 2222);
}

int main(void)
{
	static const struct unit_test tests[] = {
		UNIT_TEST(function_find, UNIT_ONE),
		UNIT_TEST(stack_calls, UNIT_ONE),
		UNIT_TEST(stack_gaps, UNIT_ONE),
		UNIT_TEST(stack_exits, UNIT_ONE),
		UNIT_TEST(stack_repeats, UNIT_ONE),
		UNIT_TEST(stack_repeats_that_differ, UNIT_ONE),
		UNIT_TEST(stack_time, UNIT_ONE),
		UNIT_TEST(stack_depth, UNIT_ONE),
		UNIT_TEST(stack_root, UNIT_ONE),
		UNIT_TEST(stack_renamed, UNIT_ONE),
		UNIT_TEST(stack_worth, UNIT_ONE),
		UNIT_TEST(tree_nodes, UNIT_ONE),
		UNIT_TEST(tree_full, UNIT_ONE),
		UNIT_TEST(tree_siblings, UNIT_ONE),
	};

	return unit_main("profile", tests, array_size(tests));
}
