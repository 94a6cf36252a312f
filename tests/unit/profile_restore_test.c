// SPDX-License-Identifier: BSD-2-Clause
/*
 * profile_stack_restore(): a stack of functions continues in its former state.
 */
#include <stdio.h>
#include <string.h>

#include <profile/stack.h>

#include "unit.h"

static char name_a[] = "a", name_b[] = "b";
static const struct profile_function function[] = {
	{ .start = 0x1000, .end = 0x1100, .name = name_a },
	{ .start = 0x1100, .end = 0x1200, .name = name_b },
};
static const struct profile_functions functions = { function, 2 };
static const struct profile_frame frame[] = {
	{ .function = &function[0], .back = 0 },
	{ .function = NULL, .back = 0x1008 },
	{ .function = &function[1], .back = 0x1260, .trap = true },
};
static struct profile_stack stack;
static char said[256];

static void say(const char *what, struct profile_stack *of)
{
	const struct profile_frame *top = profile_stack_top(of);
	size_t used = strlen(said);

	snprintf(said + used, sizeof(said) - used, "%s%s%s ", what,
		 top->trap ? "!" : "", top->function->name);
}

static void on_enter(void *user, unsigned int src, struct profile_stack *of)
{
	(void)user;
	(void)src;
	say("+", of);
}

static void on_leave(void *user, unsigned int src, struct profile_stack *of)
{
	(void)user;
	(void)src;
	say("-", of);
}

static void on_run(void *user, unsigned int src, struct profile_stack *of,
		   u64 insns)
{
	char number[24];

	(void)user;
	(void)src;
	snprintf(number, sizeof(number), "%llu", (unsigned long long)insns);
	say(number, of);
}

static void begin(void)
{
	static const struct profile_sink sink = { on_enter, on_leave, on_run };

	said[0] = '\0';
	profile_stack_init(&stack, &functions, &sink, NULL, 0);
}

static void ran(u64 start, u32 insns, enum ntrace_end end)
{
	static const struct ntrace_source source = { .src = 0 };
	const struct ntrace_range range = { .start = start,
					    .halfwords = 2 * insns,
					    .insns = insns,
					    .end = (u8)end };

	profile_stack_ranges(&stack, &source, &range, 1, 1);
}

static void check_said(const char *row, const char *want)
{
	profile_stack_end(&stack);
	if (strcmp(said, want) != 0)
		printf("# %s: '%s', not '%s'\n", row, said, want);
	CHECK_EQ(row, strcmp(said, want), 0);
}

/* A trap returns to code outside all functions, and this code returns to a. */
static void restore_trap(void)
{
	begin();
	profile_stack_restore(&stack, 40, frame, 3, NTRACE_END_TRAP_RETURN, 0,
			      false);
	ran(0x1260, 2, NTRACE_END_RETURN);
	CHECK_EQ("instructions", stack.insns, 42);
	ran(0x1008, 1, NTRACE_END_LINEAR);
	check_said("restored", "+a +unknown +!b -!b -unknown +unknown 2unknown "
			       "-unknown 1a -a ");
}

static void restore_call(void)
{
	begin();
	profile_stack_restore(&stack, 0, frame, 1, NTRACE_END_CALL, 0x1010,
			      false);
	ran(0x1100, 1, NTRACE_END_RETURN);
	ran(0x1010, 1, NTRACE_END_LINEAR);
	check_said("in a call", "+a +b 1b -b 1a -a ");
}

/* Old frames are left, and no frame returns over a gap. */
static void restore_gap(void)
{
	begin();
	ran(0x1100, 1, NTRACE_END_CALL);
	profile_stack_restore(&stack, 1, frame, 1, NTRACE_END_CALL, 0x1010,
			      true);
	ran(0x1100, 1, NTRACE_END_LINEAR);
	check_said("behind a gap", "+b 1b -b +a -a +b 1b -b ");
}

int main(void)
{
	static const struct unit_test tests[] = {
		UNIT_TEST(restore_trap, UNIT_ONE),
		UNIT_TEST(restore_call, UNIT_ONE),
		UNIT_TEST(restore_gap, UNIT_ONE),
	};

	return unit_main("profile_restore", tests, array_size(tests));
}
