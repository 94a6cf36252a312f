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

static char name_task[] = "T", name_other[] = "U";
static const struct profile_function task = { .name = name_task };
static const struct profile_function other = { .name = name_other };

/*
 * A word of a flow: "1000+2C" for two instructions from 0x1000 that end in a
 * call (R a return, J a jump, X a return from a trap, . none of these);
 * "1008!1300" for a trap from 0x1008 to 0x1300; "stop" and "lost"; "T" and "U"
 * for a root of this name.
 */
static void flow_word(const char *word)
{
	static const char letters[] = ".CRJX";
	static const enum ntrace_end ends[] = {
		NTRACE_END_LINEAR, NTRACE_END_CALL, NTRACE_END_RETURN,
		NTRACE_END_JUMP, NTRACE_END_TRAP_RETURN
	};
	unsigned int start, more;
	char kind;

	if (!strcmp(word, "stop"))
		happened(NTRACE_EVENT_STOP, 0, 0);
	else if (!strcmp(word, "lost"))
		happened(NTRACE_EVENT_LOST, 0, 0);
	else if (*word == 'T' || *word == 'U')
		profile_stack_root(&stack, *word == 'T' ? &task : &other);
	else if (sscanf(word, "%x!%x", &start, &more) == 2)
		happened(NTRACE_EVENT_TRAP, start, more);
	else if (sscanf(word, "%x+%u%c", &start, &more, &kind) == 3)
		ran(start, more, ends[strchr(letters, kind) - letters], 1);
	else
		fail_msg("%s is no word of a flow", word);
}

static void flow(const char *text)
{
	char word[32];
	int used;

	for (; sscanf(text, "%31s%n", word, &used) == 1; text += used)
		flow_word(word);
}

static void check_said(const char *row, const char *want)
{
	if (strcmp(said, want) != 0)
		printf("# %s: '%s', not '%s'\n", row, said, want);
	CHECK_EQ(row, strcmp(said, want), 0);
}

static void stack_flows(void)
{
	static const struct {
		const char *name, *flow, *said;
	} rows[] = {
		{ "call and return", "1000+2C 1100+3R 1008+1.",
		  "+a 2a +b 3b -b 1a -a " },
		{ "tail call", "1000+2C 1100+3J 1300+1R 1008+1.",
		  "+a 2a +b 3b -b +c 1c -c 1a -a " },
		{ "trap", "1000+2. 1008!1300 1300+1X 1008+1.",
		  "+a 2a +!c 1c -!c 1a -a " },
		{ "no function", "1250+1.", "+unknown 1unknown -unknown " },
		{ "goes on in the caller", "1000+2C 1100+1. stop 1010+1.",
		  "+a 2a +b 1b -b 1a -a " },
		{ "lost", "1000+2C 1100+1. lost 1010+1.",
		  "+a 2a +b 1b -b -a +a 1a -a " },
		{ "back to behind the caller", "1080+32C 1300+1J 1100+1.",
		  "+a 32a +c 1c -c -a +b 1b -b " },
		{ "a trap returns from a callee",
		  "1000+2. 1008!1300 1300+1C 1100+1X 1008+1.",
		  "+a 2a +!c 1c +b 1b -b -!c 1a -a " },
		{ "a trap before the callee's first instruction",
		  "1000+2C 1100!1300 1300+1.", "+a 2a +b +!c 1c -!c -b -a " },
		{ "a trap of no function", "1250+1. 1254!1300 1300+1X 1254+1.",
		  "+unknown 1unknown -unknown +unknown +!c 1c -!c -unknown "
		  "+unknown 1unknown -unknown " },
		/* the root of a thread stays, whatever functions are called */
		{ "returns to nobody", "T 1000+2R 1100+3.",
		  "+T +a 2a -a +b 3b -b -T " },
		{ "a trap from before", "T 1000+2X 1100+3.",
		  "+T +a 2a -a +b 3b -b -T " },
		{ "lost below a root", "T 1000+2C 1100+1. lost 1300+1.",
		  "+T +a 2a +b 1b -b -a +c 1c -c -T " },
		{ "goes on elsewhere", "T 1000+2C stop 1300+1.",
		  "+T +a 2a -a +c 1c -c -T " },
		{ "another root: its frames come with it",
		  "T 1000+2. 1008!1100 1100+1. U 1104+1X 1008+1.",
		  "+T +a 2a +!b 1b -!b -a -T +U +a +!b 1b -!b 1a -a -U " },
	};
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		begin();
		flow(rows[i].flow);
		profile_stack_end(&stack);
		check_said(rows[i].name, rows[i].said);
	}
}

/* profile_stack_restore(): a stack continues in its former state. */
static void stack_restored(void)
{
	static const struct profile_frame frame[] = {
		{ .function = &function[0], .back = 0 },
		{ .function = NULL, .back = 0x1008 },
		{ .function = &function[1], .back = 0x1260, .trap = true },
	};
	static const struct {
		const char *name, *before;
		u64 insns;
		unsigned int frames;
		enum ntrace_end end;
		u64 back;
		bool gap;
		const char *flow;
		u64 all;
		const char *said;
	} rows[] = {
		{ "a trap returns to no function, and this to a", "", 40, 3,
		  NTRACE_END_TRAP_RETURN, 0, false, "1260+2R 1008+1.", 43,
		  "+a +unknown +!b -!b -unknown +unknown 2unknown -unknown "
		  "1a -a " },
		{ "in a call", "", 0, 1, NTRACE_END_CALL, 0x1010, false,
		  "1100+1R 1010+1.", 2, "+a +b 1b -b 1a -a " },
		{ "behind a gap: old frames are left, and none returns over it",
		  "1100+1C", 1, 1, NTRACE_END_CALL, 0x1010, true, "1100+1.", 2,
		  "+b 1b -b +a -a +b 1b -b " },
	};
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		begin();
		flow(rows[i].before);
		profile_stack_restore(&stack, rows[i].insns, frame,
				      rows[i].frames, rows[i].end, rows[i].back,
				      rows[i].gap);
		flow(rows[i].flow);
		CHECK_EQ(rows[i].name, stack.insns, rows[i].all);
		profile_stack_end(&stack);
		check_said(rows[i].name, rows[i].said);
	}
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
	flow("1000+2C 1100+9.");
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

static const struct profile_sink tree_sink = { tree_enter, NULL, tree_run };

/* Two times: a calls b, which calls c. */
static void tree_grow(struct profile_node *node, size_t num)
{
	profile_tree_init(&tree);
	profile_tree_give(&tree, node, num);
	profile_stack_init(&stack, &functions, &tree_sink, NULL, 7);
	flow("1000+1C 1100+10C 1300+100R 1128+1000R");
	flow("1000+1C 1100+10C 1300+100R 1128+1000R");
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
	profile_stack_init(&stack, &functions, &tree_sink, NULL, 7);
	flow("1000+1C 1100+10C 1300+5R 1128+0R 1004+1C 1300+100R 1008+1.");
	flow("100c!1100 1100+10X 100c+1C 1100+10R 1010+1C 1300+100R 1014+1.");
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

static const struct unit_test tests[] = {
	UNIT_TEST(function_find, UNIT_ONE),
	UNIT_TEST(stack_flows, UNIT_ONE),
	UNIT_TEST(stack_repeats, UNIT_ONE),
	UNIT_TEST(stack_repeats_that_differ, UNIT_ONE),
	UNIT_TEST(stack_time, UNIT_ONE),
	UNIT_TEST(stack_depth, UNIT_ONE),
	UNIT_TEST(stack_restored, UNIT_ONE),
	UNIT_TEST(stack_worth, UNIT_ONE),
	UNIT_TEST(tree_nodes, UNIT_ONE),
	UNIT_TEST(tree_full, UNIT_ONE),
	UNIT_TEST(tree_siblings, UNIT_ONE),
};

UNIT_MAIN("profile", tests)
