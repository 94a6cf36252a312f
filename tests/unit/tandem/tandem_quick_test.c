// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/tandem/tandem_quick.c, tandem_quick_put.c: the short paths are used where
 * they are allowed, and leave the same state as the long paths.
 */
#include <string.h>

#include "../../../lib/tandem/tandem_quick.h"
#include "tandem_rows.h"
#include "unit.h"

enum { BYTES = 512, ELEMENTS = 16 };

/* One group in each row, and the short paths that accept it */
static const struct row {
	const struct tandem_params *params;
	const char *hex;
	bool get, put;
} rows[] = {
	{ &tandem_rv64, "01 02", true, true },
	{ &tandem_rv64, "01 03 11 b3816200 04 0310 3412000000000080 02", true,
	  true },
	{ &tandem_rv64, "01 03 10 0100 04 0310 3412000000000080 02", true,
	  true },
	{ &tandem_rv64, "01 11 b3816200 04 4103 3412000000000080 03 02", true,
	  true },
	{ &tandem_rv64, "01 07 0a 0400008000000000 10 0100 02", true, true },
	{ &tandem_rv32, "01 07 0a 04000080 11 b3816200 04 0310 34120080 02",
	  true, true },
	{ &tandem_rv32, "01 11 13000000 07 0a 04000080 02", true, true },
	{ &tandem_rv64, "01 04 0310 3412000000000080 10 0100 03 02", true,
	  true },
	{ &tandem_sv32, "01 04 2010 f9f4fe66 04 0310 01000000 02", true, true },
	{ &tandem_rv64, "01 07 01 03 02", true, false },
	{ &tandem_rv64,
	  "01 07 02 0800000100000080 07 03 0900000100000080 "
	  "07 07 ffeeddccbbaa9988 07 08 0100000000000080 02",
	  true, true },
	{ &tandem_sv32,
	  "01 07 02 0800000103 07 03 0900000103 07 09 0a00000102 07 04 ff 02",
	  true, true },
	{ &tandem_bsv32, "01 07 03 08000001 07 05 ffee 02", true, true },
	{ &tandem_sv32, "01 07 06 ffeeddcc 02", true, true },
	{ &tandem_rv64, "01 08 0010000000000080 30 09 03 8877665544332211 02",
	  true, true },
	{ &tandem_rv32, "01 08 00100000 21 01020304 09 12 02", true, true },
	{ &tandem_sv32, "01 08 0010000003 02 09 00 ff 02", true, true },
	{ &tandem_bsv64, "01 08 0010000000000000 13 0102 09 01 0304 02", true,
	  true },
	{ &tandem_rv32, "01 08 00100000 0c 01 09 00 02 04 0310 34120080 02",
	  true, true },
	{ &tandem_rv32, "01 08 00100000 04 01 08 00100000 25 02030405 02", true,
	  true },
	{ &tandem_rv32, "01 08 00100000 1d 02", true, true },

	/* rules that are about the whole group */
	{ &tandem_rv64, "01 03 02", true, false },
	{ &tandem_rv32, "01 07 0a 00000000 03 10 0100 02", true, false },
	{ &tandem_rv32, "01 03 10 0100 07 0a 00000000 02", true, false },

	/* groups that are left to the long paths */
	{ &tandem_rv64, "01 05 000b 7f 02", false, false },
	{ &tandem_rv64, "01 0a 02", false, false },
	{ &tandem_rv32, "01 04 0310 34120080 04 0310 34120080 02", false,
	  false },
	{ &tandem_rv32, "01 03 03 10 0100 02", false, false },
	{ &tandem_rv32, "01 10 0100 03 03 02", false, false },
	{ &tandem_rv32, "01 10 0100 10 0100 02", false, false },
	{ &tandem_rv32, "01 11 01000000 11 01000000 02", false, false },
	{ &tandem_rv32, "01 07 01 02 02", false, false },
	{ &tandem_rv32, "01 07 0a 00000000 07 0a 00000000 02", false, false },
	{ &tandem_rv32, "01 07 04 01 07 05 0100 02", false, false },
	{ &tandem_sv32, "01 07 02 0000000004 02", false, false },
	{ &tandem_sv32, "01 07 03 0000000080 02", false, false },
	{ &tandem_sv32, "01 08 0000000004 00 02", false, false },
	{ &tandem_rv32, "01 08 00100000 21 01020304 09 22 02", false, false },
	{ &tandem_rv32, "01 08 00100000 21 01020304 09 11 02", false, false },
	{ &tandem_rv32, "01 04 2010 02", false, false },
	{ &tandem_rv32, "01 07 0b 00 02", false, false },
	{ &tandem_rv32, "01 07 1a 00000000 02", false, false },
	{ &tandem_rv32, "01 08 00100000 0e 02", false, false },
	{ &tandem_rv32, "01 08 00100000 40 02", false, false },
};

struct side {
	struct tandem_decoder decoder;
	struct tandem_element element[ELEMENTS];
};

static struct side quick, slow;
static struct tandem_encoder encoder;
static u8 bytes[BYTES];
static size_t fed;

static size_t group_bytes(const struct row *row)
{
	return tandem_rows_bytes(row->hex, bytes);
}

/* The group, then empty ones: the short path needs bytes far ahead. */
static size_t stream(const struct row *row)
{
	size_t len = group_bytes(row), n;

	for (n = len; n < BYTES; n++)
		bytes[n] = (n - len) % 2 ? TANDEM_END : TANDEM_BEGIN;
	return len;
}

static void init(struct side *side, const struct row *row)
{
	tandem_decoder_init(&side->decoder, row->params, side->element,
			    ELEMENTS);
}

/* Feed single bytes, which takes the long path */
static enum tandem_status next_slow(void)
{
	enum tandem_status status;

	while ((status = tandem_decoder_next(&slow.decoder)) == TANDEM_MORE &&
	       fed < BYTES)
		tandem_decoder_feed(&slow.decoder, &bytes[fed++], 1);
	return status;
}

static void check_element(const char *row, const struct tandem_element *a,
			  const struct tandem_element *b)
{
	CHECK_EQ(row, a->op, b->op);
	CHECK_EQ(row, a->id, b->id);
	CHECK_EQ(row, a->bits, b->bits);
	CHECK_EQ(row, a->result, b->result);
	CHECK_EQ(row, a->reg, b->reg);
	CHECK_EQ(row, a->data, b->data);
	CHECK_EQ(row, a->offset, b->offset);
	CHECK_EQ(row, a->address, b->address);
	CHECK_EQ(row, a->value, b->value);
}

static void check_group(const char *row)
{
	const struct tandem_group *a = &quick.decoder.group;
	const struct tandem_group *b = &slow.decoder.group;
	u32 n;

	CHECK_EQ(row, a->offset, b->offset);
	CHECK_EQ(row, a->bytes, b->bytes);
	CHECK_EQ(row, a->rules, b->rules);
	CHECK_EQ(row, a->close, b->close);
	CHECK_EQ(row, a->insn_bits, b->insn_bits);
	CHECK_EQ(row, a->states, b->states);
	CHECK_EQ(row, a->ops, b->ops);
	if (b->insn_bits)
		CHECK_EQ(row, a->insn, b->insn);
	CHECK_EQ(row, a->num, b->num);
	for (n = 0; n < TANDEM_STATES; n++)
		if (b->states >> n & 1)
			CHECK_EQ(row, a->state[n], b->state[n]);
	for (n = 0; n < b->num; n++)
		check_element(row, &a->element[n], &b->element[n]);
}

static void check_get(const struct row *row)
{
	enum tandem_status status;
	unsigned int n;

	stream(row);
	init(&quick, row);
	init(&slow, row);
	tandem_decoder_feed(&quick.decoder, bytes, BYTES);
	fed = 0;
	/* The group, and the one after it */
	for (n = 0; n < 2; n++) {
		status = tandem_decoder_next(&quick.decoder);
		CHECK_EQ(row->hex, status, next_slow());
		check_group(row->hex);
		if (status != TANDEM_OK)
			return;
	}
}

static void quick_gets(void)
{
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		check_get(&rows[i]);
		init(&quick, &rows[i]);
		CHECK(rows[i].hex, quick.decoder.done);
		tandem_decoder_feed(&quick.decoder, bytes, BYTES);
		CHECK_EQ(rows[i].hex, tandem_quick_group(&quick.decoder),
			 rows[i].get);
		CHECK_EQ(rows[i].hex, quick.decoder.next - bytes,
			 rows[i].get ? group_bytes(&rows[i]) : 0);
	}
}

/*
 * The output is the same for each size of the buffer; the short path is used if
 * allowed
 */
static void check_put(const struct row *row)
{
	static u8 out[BYTES];
	size_t len = stream(row), room;
	const struct tandem_group *group = &slow.decoder.group;

	init(&slow, row);
	fed = 0;
	if (next_slow() != TANDEM_OK)
		return;
	memcpy(out, bytes, BYTES);
	tandem_encoder_init(&encoder, row->params, out, BYTES);
	encoder.rules = 1;
	CHECK_EQ(row->hex,
		 tandem_quick_put(&encoder, group->element, group->num),
		 row->put);
	CHECK_EQ(row->hex, encoder.rules, !row->put);
	if (row->put)
		CHECK_EQ(row->hex, encoder.used, len);
	if (group->rules)
		return;
	for (room = len; room < BYTES; room++) {
		memset(out, 0, sizeof(out));
		tandem_encoder_init(&encoder, row->params, out, room);
		CHECK_EQ(row->hex,
			 tandem_encoder_group(&encoder, group->element,
					      group->num),
			 TANDEM_OK);
		CHECK_EQ(row->hex, encoder.used, len);
		CHECK(row->hex, !memcmp(out, bytes, len));
	}
}

static void quick_puts(void)
{
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		check_put(&rows[i]);
}

/* Elements that no decoder returns */
static void quick_refuses(void)
{
	static const struct tandem_element wrong[] = {
		{ .op = TANDEM_REG, .reg = 0x1001, .value = 1ULL << 32 },
		{ .op = TANDEM_REG, .reg = 0x1040 },
		{ .op = TANDEM_STATE, .id = TANDEM_PC, .value = 1ULL << 32 },
		{ .op = TANDEM_STATE, .id = TANDEM_PADDR, .value = 1ULL << 34 },
		{ .op = TANDEM_INSN16, .value = 0x10000 },
		{ .op = TANDEM_MEMREQ, .id = TANDEM_MEMS, .bits = 8 },
		{ .op = TANDEM_MEMREQ, .bits = 24 },
		{ .op = TANDEM_MEMREQ, .bits = 8, .data = true },
		{ .op = TANDEM_MEMREQ, .bits = 8, .address = 1ULL << 34 },
		{ .op = TANDEM_MEMRSP, .bits = 8 },
		{ .op = TANDEM_BEGIN },
	};
	unsigned int i;

	for (i = 0; i < array_size(wrong); i++) {
		tandem_encoder_init(&encoder, &tandem_sv32, bytes, BYTES);
		CHECK("wrong", !tandem_quick_put(&encoder, &wrong[i], 1));
		CHECK_EQ("wrong", encoder.used, 0);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(quick_gets, UNIT_ONE),
	UNIT_TEST(quick_puts, UNIT_ONE),
	UNIT_TEST(quick_refuses, UNIT_ONE),
};

UNIT_MAIN("tandem_quick", tests)
