// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/flow.h: the decoder delivers ranges many at a time. If the source has
 * executed the code before, messages with many half-words and few ranges do not
 * empty the batch. This holds for all simple messages, with any field that
 * tells the direction of branches. If the caller only counts, branches are
 * looked up in a table, and their counts come at the end.
 */
#include <stdio.h>
#include <string.h>

#include <ntrace/flow.h>

#include "unit.h"

enum {
	STRAIGHT = 70, /* half-words from 0x100 on, and then a branch back */
	LINE = 100,    /* branches from 0x200 on, all of them to 0x100 */
	REPEATS = 12,  /* number of times of each message */
	COUNT = 0x280,
};

static struct ntrace_step steps[COUNT];
static const struct ntrace_region region = { .base = 0x100,
					     .count = COUNT,
					     .step = steps };
static const struct ntrace_image image = { .region = &region,
					   .num_regions = 1 };
static struct ntrace_source source;
static struct ntrace_range batch[64];
static struct ntrace_flow flow;
static u8 stream[8192];
static size_t len;
static unsigned int calls;
static u64 ranges, early; /* early: those before ntrace_flow_finish() */
static bool finishing;

static void on_ranges(void *user, const struct ntrace_source *from,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	(void)user;
	(void)from;
	(void)range;
	calls++;
	ranges += num * times;
	if (!finishing)
		early += num * times;
}

static const struct ntrace_sink sink = { .ranges = on_ranges };

static void set(unsigned int at, enum ntrace_end end, int target)
{
	CHECK("step", ntrace_step_set(&steps[at], 1, end,
				      target < 0 ? 0 : target - (int)at - 1));
}

/*
 * Straight code with a branch, and an indirect jump after it; the same without
 * the branch, at 0x300; then a line of branches; a loop with a jump, and one
 * with a call.
 */
static void make_program(void)
{
	unsigned int i;

	memset(steps, 0, sizeof(steps));
	for (i = 0; i < STRAIGHT; i++) {
		set(i, NTRACE_END_LINEAR, -1);
		set(0x100 + i, NTRACE_END_LINEAR, -1);
	}
	set(STRAIGHT, NTRACE_END_BRANCH, 0);
	set(STRAIGHT + 1, NTRACE_END_JUMP_INDIRECT, -1);
	set(0x100 + STRAIGHT, NTRACE_END_JUMP_INDIRECT, -1);
	for (i = 0; i < LINE; i++)
		set(0x180 + i, NTRACE_END_BRANCH, 0);
	set(0x180 + LINE, NTRACE_END_JUMP_INDIRECT, -1);
	set(0x200, NTRACE_END_BRANCH, 0x202);
	set(0x202, NTRACE_END_JUMP, 0x200);
	set(0x201, NTRACE_END_JUMP_INDIRECT, -1);
	set(0x210, NTRACE_END_BRANCH, 0x212);
	set(0x212, NTRACE_END_CALL, 0x210);
	set(0x211, NTRACE_END_JUMP_INDIRECT, -1);
	ntrace_steps_link(steps, COUNT);
}

static void add(const char *text)
{
	const struct ntrace_format format = { .xlen = 64 };
	u8 raw[NTRACE_OPAQUE_BYTES_MAX];
	struct ntrace_msg msg;
	size_t column, used;

	CHECK_EQ(text,
		 ntrace_text_parse(text, strlen(text), &msg, raw, &column),
		 NTRACE_OK);
	CHECK_EQ(text,
		 ntrace_msg_encode(&format, &msg, stream + len,
				   sizeof(stream) - len, &used),
		 NTRACE_OK);
	len += used;
}

/* A first message, and then messages with ';' between them, REPEATS times. */
static void make_stream(const char *start, const char *text)
{
	char line[128];
	const char *at;
	size_t n;
	int i;

	len = 0;
	add(start);
	for (i = 0; i < REPEATS; i++)
		for (at = text; *at; at += n + (at[n] == ';')) {
			n = strcspn(at, ";");
			snprintf(line, sizeof(line), "%.*s", (int)n, at);
			add(line);
		}
}

static void decode(bool counting, bool lenient)
{
	static struct ntrace_stride strides[64];
	static struct ntrace_noted noted[64];
	const struct ntrace_settings settings = { .format = { .xlen = 64 },
						  .lenient = lenient };

	calls = 0;
	ranges = early = 0;
	finishing = false;
	memset(strides, 0, sizeof(strides));
	ntrace_flow_init(&flow, &settings, &image, &sink, &source, 1, batch,
			 array_size(batch));
	if (counting)
		ntrace_flow_strides(&flow, strides, array_size(strides), noted,
				    array_size(noted));
	ntrace_flow_feed(&flow, stream, len);
	finishing = true;
	ntrace_flow_finish(&flow);
	CHECK_EQ("no gap", source.totals.gaps, 0);
}

#define AT(addr) "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=" addr

static const struct {
	const char *name, *start, *messages;
	unsigned int ranges; /* in one repetition */
} rows[] = {
	{ "direct branch", AT("0x80"), "DirectBranch I-CNT=71", 1 },
	{ "indirect branch", AT("0x80"),
	  "IndirectBranch B-TYPE=0 I-CNT=72 U-ADDR=0;DirectBranch I-CNT=71",
	  2 },
	{ "with HIST", AT("0x80"),
	  "IndirectBranchHist B-TYPE=0 I-CNT=72 U-ADDR=0 HIST=2", 1 },
	{ "with more HIST", AT("0x80"),
	  "IndirectBranchHist B-TYPE=0 I-CNT=143 U-ADDR=0 HIST=6", 2 },
	{ "HIST that was full, and none", AT("0x80"),
	  "ResourceFull RCODE=1 RDATA=2;"
	  "IndirectBranch B-TYPE=0 I-CNT=72 U-ADDR=0",
	  1 },
	{ "HISTs that were full, and one", AT("0x80"),
	  "ResourceFull RCODE=1 RDATA=3;ResourceFull RCODE=1 RDATA=7;"
	  "ResourceFull RCODE=1 RDATA=3;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=356 U-ADDR=0 HIST=2",
	  5 },
	{ "HISTs longer than a word", AT("0x200"),
	  "ResourceFull RCODE=1 RDATA=0x80000000;"
	  "ResourceFull RCODE=1 RDATA=0x40000000;"
	  "ResourceFull RCODE=1 RDATA=0x20000000;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=101 U-ADDR=0 HIST=0x400",
	  1 },
	{ "HIST in front of code without branches", AT("0x200"),
	  "ResourceFull RCODE=1 RDATA=0x80000000;"
	  "ResourceFull RCODE=1 RDATA=0x40000000;"
	  "ResourceFull RCODE=1 RDATA=0x20000000;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=101 U-ADDR=0x380 HIST=0x400;"
	  "IndirectBranch B-TYPE=0 I-CNT=71 U-ADDR=0x380",
	  2 },
};

static void batch_quick(void)
{
	size_t i;

	make_program();
	for (i = 0; i < array_size(rows); i++) {
		make_stream(rows[i].start, rows[i].messages);
		decode(false, false);
		CHECK_EQ(rows[i].name, ranges, REPEATS * rows[i].ranges);
		/*
		 * the first message takes the long path; a batch has over 32
		 * ranges
		 */
		CHECK(rows[i].name, calls <= 2 + ranges / 33);
	}
}

/* Loops whose branches HIST has, with an event after each message. */
static const struct {
	const char *name, *start, *messages;
} loops[] = {
	{ "a jump on the way", AT("0x280"),
	  "IndirectBranchHist B-TYPE=0 I-CNT=62 U-ADDR=0 HIST=0xfffffffe;"
	  "Ownership PROCESS=0" },
	{ "a call on the way", AT("0x290"),
	  "IndirectBranchHist B-TYPE=0 I-CNT=62 U-ADDR=0 HIST=0xfffffffe;"
	  "Ownership PROCESS=0" },
	{ "HIST in pieces", AT("0x280"),
	  "ResourceFull RCODE=1 RDATA=0x7fff;ResourceFull RCODE=1 RDATA=0xffff;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=60 U-ADDR=0 HIST=2;"
	  "Ownership PROCESS=0" },
};

static void batch_counts(void)
{
	u64 all;
	size_t i;

	make_program();
	for (i = 0; i < array_size(loops); i++) {
		make_stream(loops[i].start, loops[i].messages);
		decode(false, false);
		all = ranges;
		CHECK_EQ(loops[i].name, early, all);
		decode(true, false);
		CHECK_EQ(loops[i].name, ranges, all);
		CHECK_EQ("only what is behind the last branch", early, REPEATS);
		CHECK("each stretch once", calls <= REPEATS + 16);
	}
}

/*
 * If there is no room for the numbers of the sources, no branch is looked up.
 */
static void batch_many_sources(void)
{
	static struct ntrace_stride strides[64];
	static struct ntrace_noted noted[64];
	static const u32 sources[] = { 0xffff, 0x10000 };
	const struct ntrace_settings settings = { .format = { .xlen = 64 } };
	size_t i;

	make_program();
	make_stream(loops[0].start, loops[0].messages);
	for (i = 0; i < array_size(sources); i++) {
		early = 0;
		finishing = false;
		/* There is room for one source, and only one comes */
		ntrace_flow_init(&flow, &settings, &image, &sink, &source,
				 sources[i], batch, array_size(batch));
		ntrace_flow_strides(&flow, strides, array_size(strides), noted,
				    array_size(noted));
		ntrace_flow_feed(&flow, stream, len);
		CHECK_EQ("looked up", early == REPEATS, !i);
		finishing = true;
		ntrace_flow_finish(&flow);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(batch_quick, UNIT_ONE),
	UNIT_TEST(batch_counts, UNIT_ONE),
	UNIT_TEST(batch_many_sources, UNIT_ONE),
};

UNIT_MAIN("ntrace_batch", tests)
