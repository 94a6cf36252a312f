// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/image.h: conversion of instructions to runs, and the search for
 * regions.
 */
#include <string.h>

#include <ntrace/image.h>

#include "unit.h"

#define BASE 0x80000000ull

struct want {
	u8 at, size, halfwords, insns, end;
	s32 jump;
};

static void check_step(const char *name, const struct ntrace_step *step,
		       const struct want *want)
{
	CHECK_EQ(name, ntrace_step_size(step), want->size);
	CHECK_EQ(name, ntrace_step_halfwords(step), want->halfwords);
	CHECK_EQ(name, ntrace_step_insns(step), want->insns);
	CHECK_EQ(name, ntrace_step_end(step), want->end);
	CHECK_EQ(name, (s64)step->jump, (s64)want->jump);
}

static void put(u8 *code, unsigned int at, u32 insn)
{
	unsigned int i;

	for (i = 0; i < ((insn & 3) == 3 ? 4 : 2); i++)
		code[2 * at + i] = (u8)(insn >> (8 * i));
}

/* Runs from each half-word, also from those inside an instruction. */
static void image_runs(void)
{
	static const struct want rows[] = {
		{ 0, 1, 3, 2, NTRACE_END_BRANCH, -3 },
		{ 1, 2, 2, 1, NTRACE_END_BRANCH, -3 },
		{ 3, 2, 4, 2, NTRACE_END_CALL, 3 },
		{ 5, 2, 2, 1, NTRACE_END_CALL, 3 },
		{ 7, 1, 1, 1, NTRACE_END_RETURN, 0 },
		{ 8, 1, 1, 1, NTRACE_END_TRAP, 0 },
		{ 9, 2, 2, 1, NTRACE_END_TRAP_RETURN, 0 },
		{ 11, 1, 1, 1, NTRACE_END_JUMP, -1 },
		{ 12, 2, 2, 1, NTRACE_END_CUSTOM, 0 },
		{ 14, 1, 1, 1, NTRACE_END_CALL_INDIRECT, 0 },
		{ 15, 1, 1, 1, NTRACE_END_SWAP, 0 },
		{ 16, 1, 1, 1, NTRACE_END_JUMP_INDIRECT, 0 },
		{ 17, 1, 1, 1, NTRACE_END_LINEAR, 0 },
		/* the first half of an instruction that is cut off */
		{ 18, 0, 0, 0, NTRACE_END_NONE, 0 },
	};
	static const struct ntrace_scan scan = { .isa = { .xlen = 64 } };
	u8 code[2 * 19 + 1] = { 0 };
	struct ntrace_step steps[19];
	size_t i;

	put(code, 0, 0x0001);	   /* c.nop */
	put(code, 1, 0xfe000fe3);  /* beq zero,zero,-2 */
	put(code, 3, 0x00000013);  /* nop */
	put(code, 5, 0x00a000ef);  /* jal ra,+10 */
	put(code, 7, 0x8082);	   /* c.jr ra */
	put(code, 8, 0x9002);	   /* c.ebreak */
	put(code, 9, 0x30200073);  /* mret */
	put(code, 11, 0xa001);	   /* c.j 0 */
	put(code, 12, 0x0000000b); /* custom-0 */
	put(code, 14, 0x9502);	   /* c.jalr a0 */
	put(code, 15, 0x9282);	   /* c.jalr t0 */
	put(code, 16, 0x8502);	   /* c.jr a0 */
	put(code, 17, 0x0001);
	code[2 * 18] = 0x13;
	memset(steps, 0xa5, sizeof(steps));
	ntrace_steps_scan(steps, BASE, code, sizeof(code), &scan);
	for (i = 0; i < array_size(rows); i++)
		check_step("run", &steps[rows[i].at], &rows[i]);
}

/* A run has a maximum length; another run follows it. */
static void image_long_run(void)
{
	static struct ntrace_step steps[NTRACE_RUN_MAX + 10];
	size_t i, count = array_size(steps);

	memset(steps, 0, sizeof(steps));
	for (i = 0; i < count; i++)
		CHECK("set", ntrace_step_set(&steps[i], 1,
					     i + 1 < count ? NTRACE_END_LINEAR :
							     NTRACE_END_RETURN,
					     0));
	ntrace_steps_link(steps, count);
	CHECK_EQ("longest", ntrace_step_halfwords(&steps[10]), NTRACE_RUN_MAX);
	CHECK_EQ("longest", ntrace_step_end(&steps[10]), NTRACE_END_RETURN);
	CHECK_EQ("too long", ntrace_step_halfwords(&steps[9]), 1);
	CHECK_EQ("too long", ntrace_step_end(&steps[9]), NTRACE_END_LINEAR);
	CHECK_EQ("before", ntrace_step_halfwords(&steps[0]), 10);
	CHECK_EQ("alone", ntrace_step_insn(&steps[0]), NTRACE_END_LINEAR);
	CHECK_EQ("alone", ntrace_step_insn(&steps[count - 1]),
		 NTRACE_END_RETURN);
}

/* Addresses that are missing in a list of instructions are not code. */
static void image_holes(void)
{
	struct ntrace_step steps[4] = { 0 };

	CHECK("set", ntrace_step_set(&steps[0], 2, NTRACE_END_LINEAR, 0));
	ntrace_steps_link(steps, 4);
	CHECK_EQ("before a hole", ntrace_step_halfwords(&steps[0]), 2);
	CHECK_EQ("hole", ntrace_step_size(&steps[2]), 0);
	CHECK("last one too long",
	      ntrace_step_set(&steps[3], 2, NTRACE_END_LINEAR, 0));
	ntrace_steps_link(steps, 4);
	CHECK_EQ("at the end", ntrace_step_halfwords(&steps[3]), 2);
}

static void image_refuses(void)
{
	struct ntrace_step step;

	CHECK("no size", !ntrace_step_set(&step, 0, NTRACE_END_LINEAR, 0));
	CHECK("size", !ntrace_step_set(&step, 13, NTRACE_END_LINEAR, 0));
	CHECK("nothing", !ntrace_step_set(&step, 1, NTRACE_END_NONE, 0));
	CHECK("kind",
	      !ntrace_step_set(&step, 1,
			       (enum ntrace_end)(NTRACE_END_CUSTOM + 1), 0));
	CHECK("far", !ntrace_step_set(&step, 1, NTRACE_END_JUMP, 1 << 30));
	CHECK("far back",
	      !ntrace_step_set(&step, 1, NTRACE_END_JUMP, -(1 << 30)));
	CHECK("not too far",
	      ntrace_step_set(&step, 12, NTRACE_END_CUSTOM, (1 << 30) - 1));
}

/* LUI and AUIPC with the jump after them, with and without the optimization. */
static void image_sequential(void)
{
	static const struct {
		const char *name;
		u32 first, second;
		struct want want;
		bool on;
	} rows[] = {
		{ "auipc, jr",
		  0x00001517,
		  0x8502,
		  { 0, 2, 3, 2, NTRACE_END_JUMP_SEQUENTIAL, 0x800 - 3 },
		  true },
		{ "auipc, jalr",
		  0x00001517,
		  0x9502,
		  { 0, 2, 3, 2, NTRACE_END_CALL_SEQUENTIAL, 0x800 - 3 },
		  true },
		{ "auipc, jalr with offset",
		  0xfffff517,
		  0xff8500e7,
		  { 0, 2, 4, 2, NTRACE_END_CALL_SEQUENTIAL, -0x800 - 4 - 4 },
		  true },
		{ "lui, jr",
		  0x80001537,
		  0x8502,
		  { 0, 2, 3, 2, NTRACE_END_JUMP_INDIRECT, 0 },
		  true },
		{ "another register",
		  0x00001517,
		  0x8582,
		  { 0, 2, 3, 2, NTRACE_END_JUMP_INDIRECT, 0 },
		  true },
		{ "returns are left to the stack",
		  0x00001097,
		  0x8082,
		  { 0, 2, 3, 2, NTRACE_END_RETURN, 0 },
		  true },
		{ "not enabled",
		  0x00001517,
		  0x8502,
		  { 0, 2, 3, 2, NTRACE_END_JUMP_INDIRECT, 0 },
		  false },
	};
	struct ntrace_scan scan = { .isa = { .xlen = 64 } };
	struct ntrace_step steps[4];
	u8 code[8];
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		memset(code, 0, sizeof(code));
		put(code, 0, rows[i].first);
		put(code, 2, rows[i].second);
		scan.sequential_jump = rows[i].on;
		ntrace_steps_scan(steps, BASE, code, sizeof(code), &scan);
		check_step(rows[i].name, &steps[0], &rows[i].want);
		CHECK(rows[i].name,
		      ntrace_step_end(&steps[2]) == NTRACE_END_JUMP_INDIRECT ||
			      ntrace_step_end(&steps[2]) ==
				      NTRACE_END_CALL_INDIRECT ||
			      ntrace_step_end(&steps[2]) == NTRACE_END_RETURN);
	}
	scan.sequential_jump = true;
	scan.isa.xlen = 32;
	put(code, 0, 0x80001537);
	put(code, 2, 0x8502);
	ntrace_steps_scan(steps, BASE, code, sizeof(code), &scan);
	CHECK_EQ("lui, jr on RV32", (s64)steps[0].jump, (s64)(0x800 - 3));
}

/* CM.JT and CM.JALT jump to addresses of the table. */
static void image_jump_table(void)
{
	static const u8 table[] = { 0x10, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0 };
	struct ntrace_scan scan = { .isa = { .xlen = 64, .zcmt = true } };
	struct ntrace_step steps[3];
	u8 code[6];

	put(code, 0, 0xa002); /* cm.jt 0 */
	put(code, 1, 0xa006); /* cm.jt 1 */
	put(code, 2, 0xa082); /* cm.jalt 32 */
	ntrace_steps_scan(steps, BASE, code, sizeof(code), &scan);
	CHECK_EQ("no table", ntrace_step_end(&steps[0]),
		 NTRACE_END_JUMP_INDIRECT);
	CHECK_EQ("no table", ntrace_step_end(&steps[2]),
		 NTRACE_END_CALL_INDIRECT);
	scan.jump_table = table;
	scan.jump_table_bytes = sizeof(table);
	ntrace_steps_scan(steps, BASE, code, sizeof(code), &scan);
	CHECK_EQ("in the table", ntrace_step_end(&steps[0]), NTRACE_END_JUMP);
	CHECK_EQ("in the table", steps[0].jump, 8 - 1);
	CHECK_EQ("behind the table", ntrace_step_end(&steps[1]),
		 NTRACE_END_JUMP_INDIRECT);
	scan.isa.xlen = 32;
	ntrace_steps_scan(steps, BASE, code, sizeof(code), &scan);
	CHECK_EQ("RV32", steps[0].jump, 8 - 1);
	CHECK_EQ("RV32", ntrace_step_end(&steps[1]), NTRACE_END_JUMP);
}

static void image_find(void)
{
	static const struct ntrace_step steps[4];
	static const struct ntrace_region regions[] = {
		{ .base = 0x1000,
		  .count = 4,
		  .modes = NTRACE_PRIV_M,
		  .step = steps },
		{ .base = 0x1000,
		  .count = 4,
		  .modes = NTRACE_PRIV_U,
		  .match_scontext = true,
		  .scontext = 7,
		  .step = steps },
		{ .base = 0x1000,
		  .count = 4,
		  .modes = NTRACE_PRIV_VU | NTRACE_PRIV_VS,
		  .match_hcontext = true,
		  .hcontext = 3,
		  .step = steps },
		{ .base = 0x1000, .count = 2, .step = steps },
	};
	static const struct ntrace_image image = { .region = regions,
						   .num_regions = 4 };
	static const struct {
		u64 addr;
		u8 mode, scontext, hcontext;
		int want;
	} rows[] = {
		{ 0x1000, NTRACE_PRIV_UNKNOWN, 0, 0, 0 },
		{ 0x1007, NTRACE_PRIV_UNKNOWN, 0, 0, 0 },
		{ 0x1008, NTRACE_PRIV_UNKNOWN, 0, 0, -1 },
		{ 0xffe, NTRACE_PRIV_UNKNOWN, 0, 0, -1 },
		{ 0x1000, 3, 0, 0, 0 },
		{ 0x1000, 0, 7, 0, 1 },
		{ 0x1000, 0, 8, 0, 3 },
		{ 0x1004, 0, 8, 0, -1 },
		{ 0x1000, 5, 0, 3, 2 },
		{ 0x1000, 6, 0, 3, 2 },
		{ 0x1000, 6, 0, 4, 3 },
		{ 0x1000, 1, 7, 3, 3 },
	};
	const struct ntrace_region *region;
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		region = ntrace_image_find(&image, rows[i].addr, rows[i].mode,
					   rows[i].scontext, rows[i].hcontext);
		CHECK_EQ("region", region ? region - regions : -1,
			 rows[i].want);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(image_runs, UNIT_ONE),
	UNIT_TEST(image_long_run, UNIT_ONE),
	UNIT_TEST(image_holes, UNIT_ONE),
	UNIT_TEST(image_refuses, UNIT_ONE),
	UNIT_TEST(image_sequential, UNIT_ONE),
	UNIT_TEST(image_jump_table, UNIT_ONE),
	UNIT_TEST(image_find, UNIT_ONE),
};

UNIT_MAIN("ntrace_image", tests)
