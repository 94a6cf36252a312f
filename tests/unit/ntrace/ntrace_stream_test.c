// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/flow.h: properties of the stream: several sources, no program, parts,
 * and the count of bytes.
 */
#include <stdio.h>
#include <string.h>

#include <ntrace/flow.h>

#include "unit.h"

#define RANGES 64

static struct ntrace_source sources[3];
static struct ntrace_range batch[RANGES];
static struct ntrace_flow flow;
static unsigned int found[NTRACE_FINDING_KINDS];
static unsigned int events[NTRACE_EVENT_OPAQUE + 1];
static u64 insns[16];	     /* by SRC */
static unsigned int calls;   /* number of calls of on_ranges() */
static u64 first_time, told; /* time of the first call; number of messages */
static u8 first_priv;
static u8 stream[256];
static size_t len;

/* Two instructions; if the second one is taken, it jumps back. */
static struct ntrace_step steps[2];
static const struct ntrace_region region = { .base = 0x100,
					     .count = 2,
					     .step = steps };
static const struct ntrace_image image = { .region = &region,
					   .num_regions = 1 };
static const struct ntrace_settings settings = { .format = { 64, 4, false } };

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	size_t i;

	(void)user;
	if (!calls++) {
		first_time = source->time;
		first_priv = source->priv;
	}
	for (i = 0; i < num; i++)
		insns[source->src] += range[i].insns * times;
}

static void on_event(void *user, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	(void)user;
	(void)source;
	events[event->kind]++;
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	(void)user;
	(void)source;
	found[finding->kind]++;
}

static void on_message(void *user, const struct ntrace_source *source,
		       const struct ntrace_msg *msg, u64 offset)
{
	(void)user;
	(void)source;
	(void)msg;
	(void)offset;
	told++;
}

static const struct ntrace_sink sink = {
	.ranges = on_ranges,
	.event = on_event,
	.finding = on_finding,
	.message = on_message,
};

static void reset(void)
{
	CHECK("step", ntrace_step_set(&steps[0], 1, NTRACE_END_LINEAR, 0));
	CHECK("step", ntrace_step_set(&steps[1], 1, NTRACE_END_BRANCH, -2));
	ntrace_steps_link(steps, 2);
	memset(found, 0, sizeof(found));
	memset(events, 0, sizeof(events));
	memset(insns, 0, sizeof(insns));
	calls = 0;
	told = 0;
	len = 0;
}

static void add(u8 src, const char *text)
{
	u8 raw[NTRACE_OPAQUE_BYTES_MAX];
	struct ntrace_msg msg;
	size_t column, used;

	CHECK_EQ(text,
		 ntrace_text_parse(text, strlen(text), &msg, raw, &column),
		 NTRACE_OK);
	msg.present |= NTRACE_HAS(NTRACE_SRC);
	msg.field[NTRACE_SRC] = src;
	CHECK_EQ(text,
		 ntrace_msg_encode(&settings.format, &msg, stream + len,
				   sizeof(stream) - len, &used),
		 NTRACE_OK);
	len += used;
}

/* Words like "start3": a message of source 3. */
static void messages(const char *words)
{
	static const struct {
		const char *word, *text;
	} rows[] = {
		{ "start", "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80" },
		{ "again", "ProgTraceSync SYNC=2 I-CNT=0 F-ADDR=0x80" },
		{ "loop", "DirectBranch I-CNT=2" },
		{ "stop", "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0" },
	};
	char word[16];
	unsigned int src, i;
	int used;

	for (; sscanf(words, " %15[a-z]%u%n", word, &src, &used) == 2;
	     words += used)
		for (i = 0; i < array_size(rows); i++)
			if (!strcmp(word, rows[i].word))
				add((u8)src, rows[i].text);
}

static void init(const struct ntrace_image *program)
{
	ntrace_flow_init(&flow, &settings, program, &sink, sources,
			 array_size(sources), batch, RANGES);
}

static bool decode(const struct ntrace_image *program)
{
	init(program);
	ntrace_flow_feed(&flow, stream, len);
	return ntrace_flow_finish(&flow);
}

static void stream_sources(void)
{
	reset();
	messages("start3 start7 loop3 loop7 loop7 stop3 loop7 stop7");
	CHECK("clean", decode(&image));
	CHECK_EQ("two", flow.num_sources, 2);
	CHECK_EQ("first", insns[3], 2);
	CHECK_EQ("second", insns[7], 6);
	CHECK_EQ("messages", sources[1].totals.messages, 5);
}

/* Damaged bytes can belong to any running source. */
static void stream_damage(void)
{
	reset();
	messages("start3 start7 start8 stop8");
	stream[len++] = 0x07;
	messages("loop3 loop7 again3 loop3 stop3 again7 stop7");
	CHECK("not clean", !decode(&image));
	CHECK_EQ("reported once", found[NTRACE_FOUND_BAD_START], 1);
	CHECK_EQ("bytes", flow.bad_bytes, 1);
	CHECK_EQ("lost", events[NTRACE_EVENT_LOST], 2);
	CHECK_EQ("found", events[NTRACE_EVENT_FOUND], 2);
	CHECK_EQ("nothing else is said", found[NTRACE_FOUND_NOT_SYNCED], 0);
	CHECK_EQ("behind the gap", insns[3], 2);
	CHECK_EQ("gap", sources[0].totals.gap_messages, 1);
	CHECK_EQ("gap", sources[1].totals.gap_messages, 1);
}

static void stream_room(void)
{
	unsigned int src;

	reset();
	for (src = 1; src <= 5; src++) {
		add((u8)src, "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80");
		add((u8)src, "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0");
	}
	CHECK("not clean", !decode(&image));
	CHECK_EQ("each message", found[NTRACE_FOUND_TOO_MANY_SOURCES], 4);
	CHECK_EQ("the others", events[NTRACE_EVENT_STOP], 3);
}

/* Without a program messages are checked, but no flow is followed. */
static void stream_no_program(void)
{
	reset();
	messages("start1 loop1");
	add(1, "IndirectBranch B-TYPE=3 I-CNT=1 U-ADDR=4");
	add(1, "ResourceFull RCODE=0 RDATA=9");
	add(1, "RepeatBranch B-CNT=3");
	messages("stop1");
	CHECK("clean", decode(NULL));
	CHECK_EQ("no instructions", sources[0].totals.insns, 0);
	messages("loop1");
	CHECK("not clean", !decode(NULL));
	CHECK_EQ("order", found[NTRACE_FOUND_STOPPED], 1);
}

/* The program may be given, and changed, later. */
static void stream_new_program(void)
{
	struct ntrace_step other[2];
	const struct ntrace_region other_region = { .base = 0x100,
						    .count = 2,
						    .step = other };
	const struct ntrace_image other_image = { .region = &other_region,
						  .num_regions = 1 };

	reset();
	messages("start1 loop1");
	init(&image);
	ntrace_flow_feed(&flow, stream, len);
	CHECK("step", ntrace_step_set(&other[0], 2, NTRACE_END_BRANCH, -2));
	CHECK("step", ntrace_step_set(&other[1], 1, NTRACE_END_LINEAR, 0));
	ntrace_steps_link(other, 2);
	ntrace_flow_image(&flow, &other_image);
	len = 0;
	messages("loop1 stop1");
	ntrace_flow_feed(&flow, stream, len);
	CHECK("clean", ntrace_flow_finish(&flow));
	CHECK_EQ("instructions of both", insns[1], 3);
}

static void stream_accounts(void)
{
	reset();
	memset(stream, NTRACE_IDLE, 5);
	len = 5;
	messages("start1");
	memset(stream + len, NTRACE_IDLE, 3);
	len += 3;
	messages("stop1");
	CHECK("clean", decode(&image));
	CHECK_EQ("idle", flow.idle_bytes, 8);
	CHECK_EQ("messages", flow.message, 2);
	CHECK_EQ("bytes", flow.offset, len);
	CHECK_EQ("where", sources[0].offset, len - 3);
}

static void stream_cut(void)
{
	static const u8 bytes[] = { 0x0c, 0x0f, 0x0c, 0x0d, 0x03, 0xff };

	CHECK_EQ("start", ntrace_flow_cut(bytes, 6, 0), 0);
	CHECK_EQ("inside", ntrace_flow_cut(bytes, 6, 1), 2);
	CHECK_EQ("boundary", ntrace_flow_cut(bytes, 6, 2), 2);
	CHECK_EQ("inside the next", ntrace_flow_cut(bytes, 6, 3), 5);
	CHECK_EQ("idle", ntrace_flow_cut(bytes, 6, 5), 5);
	CHECK_EQ("behind", ntrace_flow_cut(bytes, 6, 9), 6);
	CHECK_EQ("none", ntrace_flow_cut(bytes, 4, 3), 4);
}

/* A source that is not in the first part, and whose start is missing. */
static void stream_unclaimed(void)
{
	static struct ntrace_flow later;
	static struct ntrace_source later_sources[2];
	static struct ntrace_range later_batch[RANGES];
	struct ntrace_flow *parts[] = { &flow, &later };
	size_t cut;

	reset();
	messages("start1 loop1");
	cut = len;
	messages("again1 loop2 stop1 again2 stop2");
	init(&image);
	ntrace_flow_part(&flow, NTRACE_PART_FIRST, 0);
	ntrace_flow_feed(&flow, stream, cut);
	ntrace_flow_end_part(&flow);
	CHECK("one is open", !ntrace_flow_part_done(&flow));
	ntrace_flow_feed(&flow, stream + cut, 5);
	CHECK("its start is taken over", ntrace_flow_part_done(&flow));
	ntrace_flow_init(&later, &settings, &image, &sink, later_sources, 2,
			 later_batch, RANGES);
	ntrace_flow_part(&later, NTRACE_PART_LATER, cut);
	ntrace_flow_feed(&later, stream + cut, len - cut);
	CHECK("first", ntrace_flow_finish(&flow));
	CHECK("later", ntrace_flow_finish(&later));
	CHECK_EQ("each instruction once", insns[1], 2);
	CHECK_EQ("nobody's", ntrace_flow_unclaimed(parts, 2), 1);
	CHECK_EQ("reported", found[NTRACE_FOUND_NOT_SYNCED], 1);
}

/* Sources of the part before are known; each other source is reported, with the
 * kind of message that comes before its flow. */
static void stream_unclaimed_of_whom(void)
{
	static struct ntrace_flow later;
	static struct ntrace_source later_sources[3];
	static struct ntrace_range later_batch[RANGES];
	struct ntrace_flow *parts[] = { &flow, &later };
	size_t cut;

	reset();
	messages("start1");
	cut = len;
	messages("loop1 again1");
	add(2, "ProgTraceSync SYNC=2 I-CNT=3 F-ADDR=0x80");
	messages("again3");
	init(&image);
	ntrace_flow_part(&flow, NTRACE_PART_FIRST, 0);
	ntrace_flow_feed(&flow, stream, cut);
	ntrace_flow_init(&later, &settings, &image, &sink, later_sources, 3,
			 later_batch, RANGES);
	ntrace_flow_part(&later, NTRACE_PART_LATER, cut);
	ntrace_flow_feed(&later, stream + cut, len - cut);
	CHECK_EQ("source 1 has some", later_sources[0].unclaimed, 1);
	CHECK_EQ("only source 2", ntrace_flow_unclaimed(parts, 2), 1);
	CHECK_EQ("reported", found[NTRACE_FOUND_NOT_SYNCED], 1);
	CHECK_EQ("its part's", later_sources[1].totals.findings[0], 1);
}

/* A message that began before a part's end belongs to that part. */
static void stream_end_inside(void)
{
	reset();
	messages("start1 loop1 again1");
	init(&image);
	ntrace_flow_part(&flow, NTRACE_PART_FIRST, 0);
	ntrace_flow_feed(&flow, stream, len - 6);
	ntrace_flow_end_part(&flow);
	CHECK_EQ("one is whole", told, 1);
	ntrace_flow_feed(&flow, stream + len - 6, 6);
	CHECK("ended", ntrace_flow_part_done(&flow));
	CHECK_EQ("and one that was begun", told, 2);
	CHECK("clean", ntrace_flow_finish(&flow));
	CHECK_EQ("executed", insns[1], 2);
}

/* Ranges come many at a time, and before a change of their source's state. */
static void stream_batches(void)
{
	unsigned int i;

	reset();
	messages("start1");
	for (i = 0; i < 20; i++)
		messages("loop1");
	messages("stop1");
	CHECK("clean", decode(&image));
	CHECK_EQ("one call", calls, 1);
	CHECK_EQ("of all", insns[1], 40);
	reset();
	add(1, "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=100");
	add(1, "DirectBranch I-CNT=2 TSTAMP=5");
	add(1, "DirectBranch I-CNT=2 TSTAMP=7");
	messages("stop1");
	CHECK("clean", decode(&image));
	CHECK_EQ("two times", calls, 2);
	CHECK_EQ("its time", first_time, 105);
}

/* An address can have other code in another mode. */
static void stream_modes(void)
{
	struct ntrace_step other[2];
	struct ntrace_region regions[] = { region, region };
	const struct ntrace_image both = { .region = regions,
					   .num_regions = 2 };

	regions[0].modes = NTRACE_PRIV_M;
	regions[1].modes = NTRACE_PRIV_U;
	regions[1].step = other;
	memset(other, 0, sizeof(other));
	CHECK("step", ntrace_step_set(&other[0], 2, NTRACE_END_BRANCH, -2));
	reset();
	messages("start1 loop1");
	add(1, "Ownership PROCESS=0");
	messages("loop1 stop1");
	CHECK("clean", decode(&both));
	CHECK_EQ("two of one, one of the other", insns[1], 3);
	CHECK_EQ("unknown at first", first_priv, NTRACE_PRIV_UNKNOWN);
}

static const struct ntrace_region *find_of_one(void *user, u16 src, u64 addr)
{
	CHECK("user", user == &sources);
	return src == 1 && addr - region.base < 2 * (u64)region.count ?
		       &region :
		       NULL;
}

/* An address can have other code on another hart. */
static void stream_find(void)
{
	const struct ntrace_image finds = { .find = find_of_one,
					    .user = &sources };

	reset();
	messages("start1 start2 loop1 loop2 stop1");
	CHECK("not clean", !decode(&finds));
	CHECK_EQ("of one", insns[1], 2);
	CHECK_EQ("of another", insns[2], 0);
}

/* A part begins in the state of a decoder after all bytes before the part. */
static void stream_resume(void)
{
	static const struct ntrace_region of_user = {
		.base = 0x100, .count = 2, .modes = NTRACE_PRIV_U, .step = steps
	};
	static const struct ntrace_image user_code = { .region = &of_user,
						       .num_regions = 1 };
	static const struct ntrace_resume resume = {
		.src = 1,
		.mode = NTRACE_MODE_BTM,
		.priv = 1, /* S-mode */
		.has_time = true,
		.time = 1000,
		.scontext = 5,
		.hcontext = 6,
	};
	const struct ntrace_source *source = sources;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		reset();
		messages("again1");
		add(1, "DirectBranch I-CNT=2 TSTAMP=7");
		init(&user_code);
		ntrace_flow_part(&flow, NTRACE_PART_LATER, 100);
		if (i)
			CHECK("resumes", ntrace_flow_resume(&flow, &resume));
		if (i)
			CHECK_EQ("mode", source->mode, NTRACE_MODE_BTM);
		ntrace_flow_feed(&flow, stream, len);
		ntrace_flow_finish(&flow);
		CHECK_EQ("code of another mode", insns[1], i ? 0 : 2);
	}
	CHECK_EQ("mode", source->mode, NTRACE_MODE_BTM);
	CHECK_EQ("privilege", source->priv, 1);
	CHECK_EQ("time", source->time, 1007);
	CHECK_EQ("has one", source->has_time, true);
	CHECK_EQ("scontext", source->scontext, 5);
	CHECK_EQ("hcontext", source->hcontext, 6);
	for (i = 1; i < array_size(sources); i++)
		ntrace_flow_resume(&flow, &resume);
	CHECK("no room", !ntrace_flow_resume(&flow, &resume));
}

static const struct unit_test tests[] = {
	UNIT_TEST(stream_sources, UNIT_ONE),
	UNIT_TEST(stream_damage, UNIT_ONE),
	UNIT_TEST(stream_room, UNIT_ONE),
	UNIT_TEST(stream_no_program, UNIT_ONE),
	UNIT_TEST(stream_new_program, UNIT_ONE),
	UNIT_TEST(stream_accounts, UNIT_ONE),
	UNIT_TEST(stream_cut, UNIT_ONE),
	UNIT_TEST(stream_unclaimed, UNIT_ONE),
	UNIT_TEST(stream_unclaimed_of_whom, UNIT_ONE),
	UNIT_TEST(stream_end_inside, UNIT_ONE),
	UNIT_TEST(stream_batches, UNIT_ONE),
	UNIT_TEST(stream_modes, UNIT_ONE),
	UNIT_TEST(stream_find, UNIT_ONE),
	UNIT_TEST(stream_resume, UNIT_ONE),
};

UNIT_MAIN("ntrace_stream", tests)
