// SPDX-License-Identifier: BSD-2-Clause
/* The public library, by its own headers alone. */
#include <string.h>

#include <hartscope/insn.h>
#include <hartscope/ntrace.h>
#include <hartscope/tandem.h>

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

	(void)hart;
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

	assert_non_null(encoder);
	CHECK_EQ("blocks", hartscope_ntrace_encoder_blocks(encoder, blocks, 3),
		 3);
	assert_true(hartscope_ntrace_encoder_control(encoder, TE_STOPPED, 0));
	return hartscope_ntrace_encoder_take(encoder, trace, room);
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

/* Each of these must be refused. */
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

#define ROOM 4

static void tandem_there_and_back(void)
{
	static const struct hartscope_tandem_params params = { .xlen = 64,
							       .flen = 64,
							       .mlen = 64 };
	static const struct hartscope_tandem_element group[] = {
		{ .op = HARTSCOPE_TANDEM_INSN32, .bits = 32, .value = 0x13 },
		{ .op = HARTSCOPE_TANDEM_REG, .reg = 0x100a, .value = 0x1f },
	};
	struct hartscope_tandem_encoder *encoder =
		hartscope_tandem_encoder_init(memory, sizeof(memory), ROOM,
					      &params);
	struct hartscope_tandem_decoder *decoder;
	struct hartscope_tandem_group got;
	char text[HARTSCOPE_TANDEM_TEXT_MAX];
	uint8_t bytes[64];
	size_t used;

	assert_non_null(encoder);
	CHECK_EQ("encoded",
		 hartscope_tandem_encoder_group(encoder, group, 2, bytes,
						sizeof(bytes), &used),
		 HARTSCOPE_TANDEM_OK);
	decoder = hartscope_tandem_decoder_init(memory, sizeof(memory), ROOM,
						&params);
	assert_non_null(decoder);
	hartscope_tandem_decoder_feed(decoder, bytes, used);
	CHECK_EQ("decoded", hartscope_tandem_decoder_next(decoder, &got),
		 HARTSCOPE_TANDEM_OK);
	CHECK_EQ("bytes", got.bytes, used);
	CHECK_EQ("close", got.close, HARTSCOPE_TANDEM_CLOSED);
	CHECK_EQ("instruction", got.insn, 0x13);
	CHECK_EQ("width", got.insn_bits, 32);
	CHECK_EQ("elements", got.num, 2);
	CHECK_EQ("value", got.element[1].value, 0x1f);
	hartscope_tandem_text(&got.element[1], text);
	assert_string_equal(text, "reg 0x100a 64 0x1f");
	CHECK_EQ("rest", hartscope_tandem_decoder_next(decoder, &got),
		 HARTSCOPE_TANDEM_MORE);
	CHECK_EQ("end", hartscope_tandem_decoder_finish(decoder, &got),
		 HARTSCOPE_TANDEM_OK);
	CHECK_EQ("nothing left", got.num, 0);
}

static void tandem_refused(void)
{
	struct hartscope_tandem_params params = { .xlen = 64,
						  .flen = 64,
						  .mlen = 64 };
	struct hartscope_tandem_element group[ROOM + 1] = {
		{ .op = HARTSCOPE_TANDEM_RESET }
	};
	size_t used, size = hartscope_tandem_decoder_size(ROOM);
	struct hartscope_tandem_encoder *encoder;
	uint8_t bytes[2];

	CHECK_EQ("no room", hartscope_tandem_decoder_size(0), 0);
	assert_null(
		hartscope_tandem_decoder_init(memory, size - 1, ROOM, &params));
	assert_non_null(
		hartscope_tandem_decoder_init(memory, size, ROOM, &params));
	encoder = hartscope_tandem_encoder_init(memory, sizeof(memory), ROOM,
						&params);
	CHECK_EQ("too many",
		 hartscope_tandem_encoder_group(encoder, group, ROOM + 1, bytes,
						sizeof(bytes), &used),
		 HARTSCOPE_TANDEM_FULL);
	CHECK_EQ("too long",
		 hartscope_tandem_encoder_group(encoder, group, 1, bytes,
						sizeof(bytes), &used),
		 HARTSCOPE_TANDEM_NO_SPACE);
	CHECK_EQ("nothing written", used, 0);
	params.reserved[3] = 1;
	assert_null(hartscope_tandem_decoder_init(memory, size, ROOM, &params));
	params.reserved[3] = 0;
	params.xlen = 16;
	assert_null(hartscope_tandem_decoder_init(memory, size, ROOM, &params));
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

int main(void)
{
	static const struct unit_test tests[] = {
		UNIT_TEST(insn_classes, UNIT_ONE),
		UNIT_TEST(image_refused, UNIT_ONE),
		UNIT_TEST(ntrace_there_and_back, UNIT_ONE),
		UNIT_TEST(ntrace_damage, UNIT_ONE),
		UNIT_TEST(ntrace_refused, UNIT_ONE),
		UNIT_TEST(tandem_there_and_back, UNIT_ONE),
		UNIT_TEST(tandem_refused, UNIT_ONE),
	};

	return unit_main("hartscope", tests, array_size(tests));
}
