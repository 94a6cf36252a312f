// SPDX-License-Identifier: BSD-2-Clause
/*
 * profile/counts.h: the number of executions of each instruction of a region.
 */
#include <profile/counts.h>

#include "unit.h"

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
	const struct profile_function function = { .start = 0x1000,
						   .end = 0x1100 };
	struct profile_total total = { .function = &function };
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

static void count_range(struct profile_counts *c, u64 start, u32 halfwords,
			u64 times)
{
	const struct ntrace_range range = { .start = start,
					    .halfwords = halfwords };

	profile_counts_add(c, &range, times);
}

static void check_next(const struct profile_counts *c, u32 *at, u64 address,
		       u64 executed)
{
	struct profile_insn insn;

	CHECK_EQ("there is one", profile_counts_next(c, at, &insn), 1);
	CHECK_EQ("address", insn.address, address);
	CHECK_EQ("executed", insn.executed, executed);
}

/* After the region's last half-word there is exactly one count. */
static void counts_end(void)
{
	struct profile_count count[9] = { 0 };
	struct ntrace_step step[4] = { 0 };
	struct ntrace_region region = { .base = 0x1000,
					.count = 4,
					.step = step };
	struct profile_counts c = { &region, 4, count };
	struct profile_insn insn;
	u32 at = 0, i;

	ntrace_step_set(&step[0], 2, NTRACE_END_LINEAR, 0);
	/* There is no instruction at 2; the one at 3 is cut off */
	ntrace_step_set(&step[3], 2, NTRACE_END_LINEAR, 0);
	count_range(&c, 0x1000, 8, 1);
	CHECK_EQ("ends with the region", count[4].ended, 1);
	count_range(&c, 0x1004, 1, 5);
	count_range(&c, 0x1006, 2, 3);
	profile_counts_settle(&c);
	check_next(&c, &at, 0x1000, 1);
	CHECK_EQ("no more", profile_counts_next(&c, &at, &insn), 0);
	CHECK_EQ("no instruction, as counted", count[2].executed, 6);
	CHECK_EQ("cut off, as counted", count[3].executed, 3);
	for (i = 5; i < array_size(count); i++)
		CHECK_EQ("behind", count[i].executed | count[i].ended, 0);
}

/*
 * Two instructions end at the same address: counts of ends there belong to the
 * first one.
 */
static void counts_overlap(void)
{
	struct profile_count count[5] = { 0 };
	struct ntrace_step step[4] = { 0 };
	struct ntrace_region region = { .base = 0x1000,
					.count = 4,
					.step = step };
	struct profile_counts c = { &region, 4, count };
	struct profile_insn insn;
	u32 at = 0;

	ntrace_step_set(&step[0], 2, NTRACE_END_LINEAR, 0);
	ntrace_step_set(&step[1], 1, NTRACE_END_LINEAR, 0);
	ntrace_step_set(&step[2], 2, NTRACE_END_LINEAR, 0);
	count_range(&c, 0x1000, 2, 10);
	count_range(&c, 0x1002, 3, 3);
	profile_counts_settle(&c);
	check_next(&c, &at, 0x1000, 10);
	check_next(&c, &at, 0x1004, 3);
	CHECK_EQ("no more", profile_counts_next(&c, &at, &insn), 0);
	count[0].executed = 0;
	at = 0;
	check_next(&c, &at, 0x1000, 0);
	check_next(&c, &at, 0x1002, 3);
	check_next(&c, &at, 0x1004, 3);
	c.count = NULL;
	at = 0;
	check_next(&c, &at, 0x1000, 0);
	check_next(&c, &at, 0x1004, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(counts, UNIT_ONE),
	UNIT_TEST(counts_end, UNIT_ONE),
	UNIT_TEST(counts_overlap, UNIT_ONE),
};

UNIT_MAIN("profile_counts", tests)
