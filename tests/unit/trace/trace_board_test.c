// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/trace/trace_board.c: boards, and the actions of their harts for a trace
 */
#include <trace/board.h>

#include "unit_trace.h"

#define LIST(text) text, sizeof(text)

static void names(void)
{
	static const struct {
		const char *list;
		u32 size;
		enum trace_board board;
	} rows[] = {
		{ LIST("spacemit,k3"), TRACE_BOARD_K3 },
		{ LIST("spacemit,k3-pico-itx\0spacemit,k3"), TRACE_BOARD_K3 },
		{ LIST("spacemit,k3\0else"), TRACE_BOARD_K3 },
		{ LIST("spacemit,k3-pico-itx"), TRACE_BOARD_OTHER },
		{ LIST("xspacemit,k3"), TRACE_BOARD_OTHER },
		{ LIST("spacemit,k"), TRACE_BOARD_OTHER },
		{ LIST("riscv-virtio"), TRACE_BOARD_OTHER },
		{ "spacemit,k3", 11, TRACE_BOARD_OTHER }, /* without the
							   * final 0 */
		{ "", 0, TRACE_BOARD_OTHER },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].list,
			 trace_board_find(rows[i].list, rows[i].size),
			 rows[i].board);
}

static void clock_of_k3(void)
{
	fake.has.ml2hint = true;
	fake.state.ml2hint = 0x14;
	trace_board_hart(TRACE_BOARD_OTHER);
	CHECK_EQ("not this board", fake.state.ml2hint, 0x14);
	trace_board_hart(TRACE_BOARD_K3);
	CHECK_EQ("runs, and nothing else", fake.state.ml2hint, 0x04000014);
}

/* An access to the absent register would be a fault. */
static void other_hart(void)
{
	fake.has.ml2hint = false;
	trace_board_hart(TRACE_BOARD_K3);
	CHECK_EQ("nothing", fake.state.ml2hint, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(names, UNIT_TRACE),
	UNIT_TEST(clock_of_k3, UNIT_TRACE),
	UNIT_TEST(other_hart, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_board", tests, array_size(tests));
}
