// SPDX-License-Identifier: BSD-2-Clause
/* The public library except tandem trace, with only its own headers. */
#include <string.h>

#include <hartscope/insn.h>
#include <hartscope/ntrace.h>

#include "unit.h"

#define BASE 0x80000000ull
#define TE_CONTROL 0x67u /* active, enabled, tracing, HTM */
#define TE_STOPPED 0x63u

/* addi; beq over an addi; addi; ret */
static const uint8_t program[] = {
	0x13, 0x05, 0x15, 0x00, 0x63, 0x04, 0xa0, 0x00, 0x13,
	0x05, 0x15, 0x00, 0x13, 0x05, 0x15, 0x00, 0x82, 0x80,
};

static const struct hartscope_ntrace_room least = { .sources = 1,
						    .ranges = 64 };
static const struct hartscope_ntrace_settings settings = { .xlen = 64 };
static uint64_t memory[1 << 15] __attribute__((aligned(HARTSCOPE_ALIGNMENT)));
static uint64_t image_memory[64] __attribute__((aligned(HARTSCOPE_ALIGNMENT)));
static uint64_t steps[64] __attribute__((aligned(HARTSCOPE_ALIGNMENT)));

static struct seen {
	struct hartscope_range range[8];
	unsigned int ranges, events, findings;
	uint8_t kind[2];
	uint64_t insns;
	const char *finding;
} seen;

static void on_ranges(void *user, const struct hartscope_hart *hart,
		      const struct hartscope_range *range, size_t num,
		      uint64_t times)
{
	struct seen *to = user;
	size_t i;

	CHECK_EQ("source", hart->src, 0);
	for (i = 0; i < num; i++) {
		to->insns += range[i].insns * times;
		if (to->ranges < 8)
			to->range[to->ranges++] = range[i];
	}
}

static void on_event(void *user, const struct hartscope_hart *hart,
		     const struct hartscope_event *event)
{
	struct seen *to = user;

	CHECK_EQ("source", hart->src, 0);
	to->kind[to->events % 2] = event->kind;
	to->events++;
}

static void on_finding(void *user, const struct hartscope_hart *hart,
		       const struct hartscope_finding *finding)
{
	struct seen *to = user;

	if (hart)
		CHECK("mode, or unknown",
		      hart->priv == 3 || hart->priv == 0xff);
	to->findings++;
	to->finding = finding->name;
}

static const struct hartscope_ntrace_sink sink = {
	.user = &seen,
	.ranges = on_ranges,
	.event = on_event,
	.finding = on_finding,
};

static size_t encode(uint8_t *trace, size_t room)
{
	static const struct hartscope_ntrace_encoder_settings how = {
		.xlen = 64,
		.te_control = TE_CONTROL,
		.fifo_bytes = 1024,
	};
	static const struct hartscope_block blocks[] = {
		{ .iaddr = BASE,
		  .iretire = 4,
		  .itype = HARTSCOPE_ITYPE_BRANCH_TAKEN,
		  .ilastsize = 2,
		  .priv = 3 },
		{ .iaddr = BASE + 12,
		  .iretire = 3,
		  .itype = HARTSCOPE_ITYPE_RETURN,
		  .ilastsize = 1,
		  .priv = 3 },
		{ .iaddr = BASE, .iretire = 2, .ilastsize = 2, .priv = 3 },
	};
	struct hartscope_ntrace_encoder *encoder =
		hartscope_ntrace_encoder_init(memory, sizeof(memory), &how);
	size_t len;

	assert_non_null(encoder);
	CHECK_EQ("blocks", hartscope_ntrace_encoder_blocks(encoder, blocks, 3),
		 3);
	assert_true(hartscope_ntrace_encoder_control(encoder, TE_STOPPED, 0));
	CHECK_EQ("one", hartscope_ntrace_encoder_take(encoder, trace, 1), 1);
	len = 1 + hartscope_ntrace_encoder_take(encoder, trace + 1, room - 1);
	CHECK_EQ("none", hartscope_ntrace_encoder_take(encoder, trace, room),
		 0);
	return len;
}

static const struct hartscope_image *make_image(void)
{
	const struct hartscope_code code = { .base = BASE,
					     .bytes = program,
					     .size = sizeof(program),
					     .isa = { .xlen = 64 } };
	struct hartscope_image *image =
		hartscope_image_init(image_memory, sizeof(image_memory), 1);

	assert_non_null(image);
	assert_true(hartscope_image_add(image, &code, steps, sizeof(steps)));
	assert_false(hartscope_image_add(image, &code, steps, sizeof(steps)));
	return image;
}

static struct hartscope_ntrace_decoder *make_decoder(void)
{
	memset(&seen, 0, sizeof(seen));
	return hartscope_ntrace_decoder_init(memory, sizeof(memory), &least,
					     &settings, make_image(), &sink);
}

static void ntrace_there_and_back(void)
{
	uint8_t trace[256];
	size_t len = encode(trace, sizeof(trace));
	struct hartscope_ntrace_decoder *decoder = make_decoder();

	assert_non_null(decoder);
	hartscope_ntrace_decoder_feed(decoder, trace, len);
	assert_true(hartscope_ntrace_decoder_finish(decoder));
	CHECK_EQ("events", seen.events, 2);
	CHECK_EQ("first", seen.kind[0], HARTSCOPE_EVENT_SYNC);
	CHECK_EQ("second", seen.kind[1], HARTSCOPE_EVENT_STOP);
	CHECK_EQ("findings", seen.findings, 0);
	CHECK_EQ("instructions", seen.insns, 5);
	CHECK_EQ("ranges", seen.ranges, 3);
	CHECK_EQ("start", seen.range[0].start, BASE);
	CHECK_EQ("half-words", seen.range[0].halfwords, 4);
	CHECK_EQ("end", seen.range[0].end, HARTSCOPE_END_BRANCH);
	CHECK_EQ("start", seen.range[1].start, BASE + 12);
	CHECK_EQ("end", seen.range[1].end, HARTSCOPE_END_RETURN);
	CHECK_EQ("end", seen.range[2].end, HARTSCOPE_END_LINEAR);
}

static void ntrace_damage(void)
{
	uint8_t trace[256];
	size_t len = encode(trace, sizeof(trace));
	struct hartscope_ntrace_decoder *decoder = make_decoder();

	hartscope_ntrace_decoder_feed(decoder, trace, len - 1);
	assert_false(hartscope_ntrace_decoder_finish(decoder));
	assert_true(seen.findings > 0);
	assert_non_null(seen.finding);
}

/*
 * A beq to itself, else j back: these branches have no message of their own, so
 * their HIST waits for I-CNT.
 * @return number of bytes of the trace
 */
static size_t encode_branches(uint8_t *trace, size_t room, unsigned int num)
{
	static const struct hartscope_ntrace_encoder_settings how = {
		.xlen = 64,
		.te_control = TE_CONTROL,
		.hist_bits = 4,
		.fifo_bytes = 4096,
	};
	static const struct hartscope_block jump = {
		.iaddr = BASE + 4,
		.iretire = 2,
		.itype = HARTSCOPE_ITYPE_OTHER_JUMP,
		.ilastsize = 2,
		.priv = 3,
	};
	struct hartscope_block branch = {
		.iaddr = BASE, .iretire = 2, .ilastsize = 2, .priv = 3
	};
	struct hartscope_ntrace_encoder *encoder =
		hartscope_ntrace_encoder_init(memory, sizeof(memory), &how);
	unsigned int i;

	for (i = 0; i < num; i++) {
		branch.itype = i * i % 7 < 3 ? HARTSCOPE_ITYPE_BRANCH_TAKEN :
					       HARTSCOPE_ITYPE_BRANCH_NOT_TAKEN;
		hartscope_ntrace_encoder_blocks(encoder, &branch, 1);
		if (branch.itype == HARTSCOPE_ITYPE_BRANCH_NOT_TAKEN)
			hartscope_ntrace_encoder_blocks(encoder, &jump, 1);
	}
	hartscope_ntrace_encoder_control(encoder, TE_STOPPED, 0);
	return hartscope_ntrace_encoder_take(encoder, trace, room);
}

static void ntrace_histories(void)
{
	static const uint8_t loop[] = { 0x63, 0x00, 0xb5, 0x00,
					0x6f, 0xf0, 0xdf, 0xff };
	const struct hartscope_code code = { .base = BASE,
					     .bytes = loop,
					     .size = sizeof(loop),
					     .isa = { .xlen = 64 } };
	struct hartscope_ntrace_room room = least;
	struct hartscope_ntrace_decoder *decoder;
	struct hartscope_image *image;
	uint8_t trace[4096];
	size_t len = encode_branches(trace, sizeof(trace), 400);
	unsigned int i;

	for (i = 0; i < 2; i++) {
		memset(&seen, 0, sizeof(seen));
		room.histories = i ? 1000 : 0;
		image = hartscope_image_init(image_memory, sizeof(image_memory),
					     1);
		assert_true(hartscope_image_add(image, &code, steps,
						sizeof(steps)));
		decoder = hartscope_ntrace_decoder_init(
			memory, sizeof(memory), &room, &settings, image, &sink);
		hartscope_ntrace_decoder_feed(decoder, trace, len);
		CHECK_EQ("there is room",
			 hartscope_ntrace_decoder_finish(decoder), i);
		CHECK_EQ("findings", !seen.findings, i);
	}
	CHECK("instructions", seen.insns > 400);
}

/* One more of each takes at least some more memory. */
static void ntrace_sizes(void)
{
	struct hartscope_ntrace_room room = least;
	size_t size = hartscope_ntrace_decoder_size(&room);

	room.ranges = 2 * least.ranges;
	CHECK("ranges, in two forms",
	      hartscope_ntrace_decoder_size(&room) >=
		      size + 2 * least.ranges * sizeof(struct hartscope_range));
	room.ranges = least.ranges;
	room.histories = 1000;
	CHECK("histories", hartscope_ntrace_decoder_size(&room) >= size + 1000);
}

static void ntrace_encoder_refused(void)
{
	const struct hartscope_ntrace_encoder_settings good = {
		.xlen = 64, .te_control = TE_CONTROL, .fifo_bytes = 1024
	};
	struct hartscope_ntrace_encoder_settings bad[5];
	size_t size = hartscope_ntrace_encoder_size(&good), i;

	assert_null(hartscope_ntrace_encoder_init(memory, size - 1, &good));
	assert_non_null(hartscope_ntrace_encoder_init(memory, size, &good));
	for (i = 0; i < array_size(bad); i++)
		bad[i] = good;
	bad[0].i_cnt_bits = 23;
	bad[1].hist_bits = 33;
	bad[2].stack_depth = 255;
	bad[3].xlen = 63;
	bad[4].fifo_bytes = 1023;
	for (i = 0; i < array_size(bad); i++)
		assert_null(hartscope_ntrace_encoder_init(
			memory, sizeof(memory), &bad[i]));
	CHECK_EQ("size", hartscope_ntrace_encoder_size(&bad[4]), 0);
}

/* Each of these settings must be refused. */
static void ntrace_refused(void)
{
	struct hartscope_ntrace_room room = least;
	struct hartscope_ntrace_settings set = settings;
	size_t size = hartscope_ntrace_decoder_size(&room);
	struct hartscope_ntrace_sink more = sink;

#define INIT(at, bytes) \
	hartscope_ntrace_decoder_init((at), (bytes), &room, &set, NULL, &more)
	assert_true(size > 0 && size <= sizeof(memory));
	assert_non_null(INIT(memory, size));
	assert_null(INIT(memory, size - 1));
	assert_null(INIT(NULL, size));
	assert_null(INIT((uint8_t *)memory + 8, size));
	set.xlen = 63;
	assert_null(INIT(memory, size));
	set.xlen = 32;
	set.src_bits = 13;
	assert_null(INIT(memory, size));
	set.src_bits = 0;
	set.reserved[23] = 1;
	assert_null(INIT(memory, size));
	set.reserved[23] = 0;
	more.reserved[3] = &more;
	assert_null(INIT(memory, size));
	more.reserved[3] = NULL;
	room.ranges = 63;
	CHECK_EQ("size", hartscope_ntrace_decoder_size(&room), 0);
	assert_null(INIT(memory, sizeof(memory)));
#undef INIT
}

static void image_refused(void)
{
	struct hartscope_code code = { .base = BASE + 1,
				       .bytes = program,
				       .size = sizeof(program),
				       .isa = { .xlen = 64 } };
	struct hartscope_image *image =
		hartscope_image_init(image_memory, sizeof(image_memory), 1);

	assert_null(hartscope_image_init(image_memory, 8, 1));
	CHECK_EQ("no regions", hartscope_image_size(0), 0);
	assert_false(hartscope_image_add(image, &code, steps, sizeof(steps)));
	code.base = BASE;
	code.isa.xlen = 0;
	assert_false(hartscope_image_add(image, &code, steps, sizeof(steps)));
	code.isa.xlen = 64;
	code.size = 1;
	assert_false(hartscope_image_add(image, &code, steps, sizeof(steps)));
	code.size = sizeof(program);
	assert_false(hartscope_image_add(
		image, &code, steps,
		hartscope_image_code_size(sizeof(program)) - 1));
	assert_true(hartscope_image_add(
		image, &code, steps,
		hartscope_image_code_size(sizeof(program))));
}

static void insn_classes(void)
{
	static const struct hartscope_isa isa = { .xlen = 64, .zcb = true };
	struct hartscope_insn insn;

	CHECK_EQ("c.ret", hartscope_insn_bytes(0x8082), 2);
	CHECK_EQ("c.nop", hartscope_insn_expand(0x0001, &isa), 0x13);
	assert_true(hartscope_insn_decode(program + 4, 4, &isa, &insn));
	CHECK_EQ("branch", insn.flow, HARTSCOPE_FLOW_BRANCH);
	CHECK_EQ("to", insn.offset, 8);
	assert_true(insn.direct);
	assert_false(hartscope_insn_decode(program + 4, 3, &isa, &insn));
	assert_true(hartscope_insn_decode(program + 16, 2, &isa, &insn));
	CHECK_EQ("return", insn.link, HARTSCOPE_LINK_RETURN);
	assert_false(insn.direct);
	assert_string_equal(hartscope_version(), HARTSCOPE_LIBRARY_VERSION);
}

static const struct unit_test tests[] = {
	UNIT_TEST(insn_classes, UNIT_ONE),
	UNIT_TEST(image_refused, UNIT_ONE),
	UNIT_TEST(ntrace_there_and_back, UNIT_ONE),
	UNIT_TEST(ntrace_damage, UNIT_ONE),
	UNIT_TEST(ntrace_histories, UNIT_ONE),
	UNIT_TEST(ntrace_sizes, UNIT_ONE),
	UNIT_TEST(ntrace_refused, UNIT_ONE),
	UNIT_TEST(ntrace_encoder_refused, UNIT_ONE),
};

UNIT_MAIN("hartscope", tests)
