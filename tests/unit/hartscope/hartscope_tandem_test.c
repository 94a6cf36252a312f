// SPDX-License-Identifier: BSD-2-Clause
/* Tandem trace in the public library, with only its own headers. */
#include <stdlib.h>
#include <string.h>

#include <hartscope/tandem.h>

#include "unit.h"

static uint64_t memory[1 << 12] __attribute__((aligned(HARTSCOPE_ALIGNMENT)));

#define ROOM 4

/* An encoder in memory with old contents. */
static struct hartscope_tandem_encoder *
dirty_encoder(const struct hartscope_tandem_params *params)
{
	memset(memory, 0xa5, sizeof(memory));
	return hartscope_tandem_encoder_init(memory, sizeof(memory), ROOM,
					     params);
}

static void tandem_there_and_back(void)
{
	static const struct hartscope_tandem_params params = { .xlen = 64,
							       .flen = 64,
							       .mlen = 64 };
	static const struct hartscope_tandem_element group[] = {
		{ .op = HARTSCOPE_TANDEM_INSN32, .bits = 32, .value = 0x13 },
		{ .op = HARTSCOPE_TANDEM_REG, .reg = 0x100a, .value = 0x1f },
	};
	struct hartscope_tandem_encoder *encoder = dirty_encoder(&params);
	struct hartscope_tandem_decoder *decoder;
	struct hartscope_tandem_group got;
	char text[HARTSCOPE_TANDEM_TEXT_MAX];
	uint8_t bytes[64];
	size_t used, again;

	assert_non_null(encoder);
	CHECK_EQ("encoded",
		 hartscope_tandem_encoder_group(encoder, group, 2, bytes,
						sizeof(bytes), &again),
		 HARTSCOPE_TANDEM_OK);
	CHECK_EQ("encoded",
		 hartscope_tandem_encoder_group(encoder, group, 2, bytes,
						sizeof(bytes), &used),
		 HARTSCOPE_TANDEM_OK);
	CHECK_EQ("from the begin of the buffer", again, used);
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
	CHECK("the elements are the end of the memory",
	      (const uint8_t *)(got.element + ROOM) ==
		      (const uint8_t *)memory +
			      hartscope_tandem_decoder_size(ROOM));
	CHECK_EQ("length", hartscope_tandem_text(&got.element[1], text), 18);
	assert_string_equal(text, "reg 0x100a 64 0x1f");
	CHECK_EQ("rest", hartscope_tandem_decoder_next(decoder, &got),
		 HARTSCOPE_TANDEM_MORE);
	CHECK_EQ("no elements", got.num | got.bytes, 0);
	CHECK_EQ("end", hartscope_tandem_decoder_finish(decoder, &got),
		 HARTSCOPE_TANDEM_OK);
	CHECK_EQ("nothing left", got.num, 0);
}

/* A group without an end remains at the end. */
static void tandem_cut(void)
{
	static const struct hartscope_tandem_params params = { .xlen = 64,
							       .flen = 64,
							       .mlen = 64 };
	const struct hartscope_tandem_element reset = {
		.op = HARTSCOPE_TANDEM_RESET
	};
	struct hartscope_tandem_encoder *encoder = dirty_encoder(&params);
	struct hartscope_tandem_decoder *decoder;
	struct hartscope_tandem_group got;
	uint8_t bytes[64];
	size_t used;

	CHECK_EQ("encoded",
		 hartscope_tandem_encoder_group(encoder, &reset, 1, bytes,
						sizeof(bytes), &used),
		 HARTSCOPE_TANDEM_OK);
	decoder = hartscope_tandem_decoder_init(memory, sizeof(memory), ROOM,
						&params);
	hartscope_tandem_decoder_feed(decoder, bytes, used - 1);
	CHECK_EQ("more", hartscope_tandem_decoder_next(decoder, &got),
		 HARTSCOPE_TANDEM_MORE);
	CHECK_EQ("no damage", hartscope_tandem_decoder_finish(decoder, &got),
		 HARTSCOPE_TANDEM_OK);
	CHECK_EQ("the rest", got.num, 1);
	CHECK_EQ("cut", got.close, HARTSCOPE_TANDEM_CUT);
	assert_non_null(hartscope_tandem_status_text(HARTSCOPE_TANDEM_TRUNC));
	assert_string_equal(
		hartscope_tandem_status_text((enum hartscope_tandem_status)99),
		"unknown status");
}

/* Each element has a text, also one that no encoder takes. */
static void tandem_text_of_all(void)
{
	struct hartscope_tandem_element all = { .address = ~0ull,
						.value = ~0ull,
						.reg = 0xffff,
						.result = 255,
						.data = true };
	char *text = malloc(HARTSCOPE_TANDEM_TEXT_MAX);
	size_t length;

	assert_non_null(text);
	for (unsigned int i = 0; i < 6 << 16; i++) {
		all.op = (uint8_t)i;
		all.id = (uint8_t)(i >> 8);
		all.bits = (uint8_t)((i >> 16) * 51);
		length = hartscope_tandem_text(&all, text);
		if (!length || length != strlen(text))
			fail_msg("op %u, id %u, bits %u", all.op, all.id,
				 all.bits);
	}
	free(text);
}

static void tandem_refused(void)
{
	struct hartscope_tandem_params params = { .xlen = 64,
						  .flen = 64,
						  .mlen = 64 };
	struct hartscope_tandem_element group[ROOM + 1] = {
		{ .op = HARTSCOPE_TANDEM_RESET }
	};
	size_t used = 7, size = hartscope_tandem_decoder_size(ROOM);
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
	CHECK_EQ("nothing written", used, 0);
	CHECK_EQ("size", hartscope_tandem_encoder_size(0), 0);
	assert_null(hartscope_tandem_encoder_init(
		memory, hartscope_tandem_encoder_size(ROOM) - 1, ROOM,
		&params));
	CHECK("elements, in two forms",
	      hartscope_tandem_decoder_size(2 * ROOM) - size >
		      ROOM * sizeof(struct hartscope_tandem_element));
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

static const struct unit_test tests[] = {
	UNIT_TEST(tandem_there_and_back, UNIT_ONE),
	UNIT_TEST(tandem_cut, UNIT_ONE),
	UNIT_TEST(tandem_text_of_all, UNIT_ONE),
	UNIT_TEST(tandem_refused, UNIT_ONE),
};

UNIT_MAIN("hartscope_tandem", tests)
