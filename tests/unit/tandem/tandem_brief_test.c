// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/tandem/tandem_brief.c: brief groups, other groups, and records of the
 * changes by the elements of groups.
 */
#include <string.h>

#include <tandem/brief.h>

#include "tandem_rows.h"
#include "unit.h"

enum { BYTES = 1024, ELEMENTS = 64, ROOM = 80 };

/* One group in each row */
static const struct row {
	const struct tandem_params *params;
	const char *hex;
	bool brief;
} rows[] = {
	/* pc and instruction */
	{ &tandem_rv64, "01 03 11 b3816200 02", true },
	{ &tandem_rv64, "01 03 10 0100 02", true },
	{ &tandem_rv64, "01 11 b3816200 02", true },
	{ &tandem_rv64, "01 10 0100 02", true },
	{ &tandem_rv64, "01 07 0a 0400008000000090 11 b3816200 02", true },
	{ &tandem_rv64, "01 07 0a 0400008000000090 10 0100 02", true },
	{ &tandem_rv32, "01 07 0a 04000080 11 13000000 02", true },

	/* a register */
	{ &tandem_rv64, "01 03 11 b3816200 04 0310 3412000000000080 02", true },
	{ &tandem_rv64, "01 03 10 0100 04 1f10 3412000000000080 02", true },
	{ &tandem_rv64, "01 03 10 0100 04 3f10 3412000000000080 02", true },
	{ &tandem_rv32, "01 03 10 0100 04 0110 34120080 02", true },
	{ &tandem_sv32, "01 03 10 0100 04 2010 f9f4fe66 02", true },

	/* an access */
	{ &tandem_rv64,
	  "01 03 10 0100 07 02 0800000100000080 07 03 0900000100000080 "
	  "07 07 ffeeddccbbaa9988 02",
	  true },
	{ &tandem_rv64, "01 03 10 0100 07 02 0800000100000080 02", true },
	{ &tandem_rv64, "01 03 10 0100 07 03 0800000100000080 02", true },
	{ &tandem_sv32, "01 03 10 0100 07 02 0800000103 07 03 0900000101 02",
	  true },
	{ &tandem_rv64, "01 03 10 0100 07 04 80 02", true },
	{ &tandem_rv64, "01 03 10 0100 07 05 ffee 02", true },
	{ &tandem_rv64, "01 03 10 0100 07 06 ffeeddcc 02", true },
	{ &tandem_rv64, "01 03 10 0100 08 0010000000000080 30 02", true },
	{ &tandem_rv64,
	  "01 03 10 0100 04 0310 3412000000000080 07 02 0010000000000080 "
	  "08 0010000000000080 30 09 03 8877665544332211 02",
	  true },
	{ &tandem_rv64,
	  "01 07 0a 0400008000000090 11 b3816200 04 0310 3412000000000080 "
	  "07 02 0010000000000080 07 03 0010000000000080 "
	  "07 07 8877665544332211 08 0010000000000080 31 8877665544332211 "
	  "09 03 02",
	  true },
	{ &tandem_rv32, "01 03 10 0100 08 00100000 01 ff 09 00 02", true },
	{ &tandem_rv32, "01 03 10 0100 08 00100000 11 ff80 09 01 02", true },
	{ &tandem_sv32, "01 03 10 0100 08 0010000003 20 09 02 ffeeddcc 02",
	  true },

	/* groups that are left to the decoder of elements */
	{ &tandem_rv64, "01 02", false },
	{ &tandem_rv64, "01 03 02", false },
	{ &tandem_rv64, "03", false },
	{ &tandem_rv64, "02", false },
	{ &tandem_rv64, "04 0310 3412000000000080 02", false },
	{ &tandem_rv64, "01 03 03 10 0100 02", false },
	{ &tandem_rv64, "01 03 10 0100 03 02", false },
	{ &tandem_rv64, "01 03 10 0100 10 0100 02", false },
	{ &tandem_rv64, "01 10 0100 07 0a 0400008000000090 02", false },
	{ &tandem_rv64, "01 03 07 0a 0400008000000090 10 0100 02", false },
	{ &tandem_rv64, "01 03 12 02", false },
	{ &tandem_rv64, "01 03 10 0100 04 0010 0000000000000000 02", false },
	{ &tandem_rv64, "01 03 10 0100 04 0003 0000000000000000 02", false },
	{ &tandem_rv64, "01 03 10 0100 04 4010 0000000000000000 02", false },
	{ &tandem_rv32, "01 03 10 0100 04 2010 02", false },
	{ &tandem_rv64,
	  "01 03 10 0100 04 0310 3412000000000080 04 0410 3412000000000080 02",
	  false },
	{ &tandem_rv64, "01 03 10 0100 05 0310 01 02", false },
	{ &tandem_rv64, "01 03 10 0100 07 01 03 02", false },
	{ &tandem_rv64, "01 03 10 0100 07 08 0100000000000080 02", false },
	{ &tandem_rv64, "01 03 10 0100 07 09 0100000000000080 02", false },
	{ &tandem_rv64, "01 03 10 0100 07 04 80 07 05 8000 02", false },
	{ &tandem_sv32, "01 03 10 0100 07 02 0800000104 02", false },
	{ &tandem_sv32, "01 03 10 0100 07 03 0800000104 02", false },
	{ &tandem_sv32, "01 03 10 0100 08 0800000104 00 02", false },
	{ &tandem_rv32, "01 03 10 0100 08 00100000 02 02", false },
	{ &tandem_rv32, "01 03 10 0100 08 00100000 40 02", false },
	{ &tandem_rv32, "01 03 10 0100 08 00100000 01 ff 09 10 02", false },
	{ &tandem_rv32, "01 03 10 0100 08 00100000 01 ff 09 01 02", false },
	{ &tandem_rv32, "01 03 10 0100 09 00 02", false },
	{ &tandem_rv32, "01 03 10 0100 0a 02", false },
	{ &tandem_rv32, "01 03 10 0100 01 10 0100 02", false },
};

static struct tandem_decoder decoder;
static struct tandem_element element[ELEMENTS];
static struct tandem_brief brief[ROOM];
static u8 bytes[BYTES];

/* The group, then empty ones: the decoder must see if a group is complete. */
static size_t start(const struct row *row, u32 room)
{
	size_t len = tandem_rows_bytes(row->hex, bytes), n;

	for (n = len; n < BYTES; n++)
		bytes[n] = (n - len) % 2 ? TANDEM_END : TANDEM_BEGIN;
	tandem_decoder_init(&decoder, row->params, element, room);
	tandem_decoder_feed(&decoder, bytes, BYTES);
	return len;
}

static u64 state(const struct tandem_group *g, unsigned int id, bool has,
		 const char *row)
{
	CHECK_EQ(row, has, g->states >> id & 1);
	return has ? g->state[id] : 0;
}

static void check_state(const struct row *row, const struct tandem_brief *b)
{
	const struct tandem_group *g = &decoder.group;
	unsigned int id = TANDEM_SDATA8;

	CHECK_EQ(row->hex, b->has & TANDEM_BRIEF_PC ? b->pc : 0,
		 state(g, TANDEM_PC, b->has & TANDEM_BRIEF_PC, row->hex));
	CHECK_EQ(row->hex, b->has & TANDEM_BRIEF_PADDR ? b->paddr : 0,
		 state(g, TANDEM_PADDR, b->has & TANDEM_BRIEF_PADDR, row->hex));
	CHECK_EQ(row->hex, b->has & TANDEM_BRIEF_EADDR ? b->eaddr : 0,
		 state(g, TANDEM_EADDR, b->has & TANDEM_BRIEF_EADDR, row->hex));
	CHECK_EQ(row->hex, !!(b->has & TANDEM_BRIEF_SDATA),
		 !!(g->states & 0xf0));
	if (!(b->has & TANDEM_BRIEF_SDATA))
		return;
	while (1u << (id - TANDEM_SDATA8) < b->sdata_bytes)
		id++;
	CHECK_EQ(row->hex, g->states & 0xf0, 1u << id);
	CHECK_EQ(row->hex, b->sdata, g->state[id]);
}

static void check_element(const struct row *row, const struct tandem_brief *b,
			  const struct tandem_element *e)
{
	switch (e->op) {
	case TANDEM_REG:
		CHECK(row->hex, b->has & TANDEM_BRIEF_REG);
		CHECK_EQ(row->hex, b->reg, e->reg);
		CHECK_EQ(row->hex, b->value, e->value);
		break;
	case TANDEM_MEMREQ:
		CHECK(row->hex, b->has & TANDEM_BRIEF_MEMREQ);
		CHECK_EQ(row->hex, b->access, e->id);
		CHECK_EQ(row->hex, b->access_bytes, e->bits / 8);
		CHECK_EQ(row->hex, b->address, e->address);
		if (e->data)
			CHECK_EQ(row->hex, b->stored, e->value);
		break;
	case TANDEM_MEMRSP:
		CHECK(row->hex, b->has & TANDEM_BRIEF_MEMRSP);
		CHECK_EQ(row->hex, e->result, 0);
		CHECK_EQ(row->hex, b->access_bytes, e->bits / 8);
		if (e->data)
			CHECK_EQ(row->hex, b->loaded, e->value);
		break;
	default:
		break;
	}
}

/* decoder.group describes the group, whichever path decoded it. */
static void check_group(const struct row *row, size_t len)
{
	const struct tandem_brief *b = &brief[0];
	const struct tandem_group *g = &decoder.group;
	const u32 ops[] = { TANDEM_REG, TANDEM_INCPC, TANDEM_MEMREQ,
			    TANDEM_MEMRSP };
	const u32 has[] = { TANDEM_BRIEF_REG, TANDEM_BRIEF_INCPC,
			    TANDEM_BRIEF_MEMREQ, TANDEM_BRIEF_MEMRSP };
	u32 i;

	CHECK_EQ(row->hex, g->offset, b->offset);
	CHECK_EQ(row->hex, g->bytes, len);
	CHECK_EQ(row->hex, g->rules, 0);
	CHECK_EQ(row->hex, g->insn, b->insn);
	CHECK_EQ(row->hex, g->insn_bits, b->insn_bytes * 8);
	for (i = 0; i < array_size(ops); i++)
		CHECK_EQ(row->hex, !!(b->has & has[i]), g->ops >> ops[i] & 1);
	check_state(row, b);
	for (i = 0; i < g->num; i++)
		check_element(row, b, &g->element[i]);
}

static void each_row(void)
{
	const struct row *row;
	size_t len;

	for (row = rows; row < rows + array_size(rows); row++) {
		len = start(row, ELEMENTS);
		memset(brief, 0x55, sizeof(brief));
		CHECK_EQ(row->hex, tandem_decoder_briefs(&decoder, brief, ROOM),
			 row->brief);
		CHECK_EQ(row->hex, decoder.next - bytes, row->brief ? len : 0);
		CHECK_EQ(row->hex, decoder.offset, row->brief ? len : 0);
		if (!row->brief)
			continue;
		tandem_decoder_whole(&decoder, &brief[0]);
		CHECK_EQ(row->hex, decoder.next - bytes, len);
		CHECK_EQ(row->hex, decoder.offset, len);
		check_group(row, len);
		start(row, ELEMENTS);
		CHECK_EQ(row->hex, tandem_decoder_next(&decoder), TANDEM_OK);
		check_group(row, len);
	}
}

/*
 * The number of records is limited by the room, and by the complete groups in
 * the piece.
 */
static void many(void)
{
	const struct row *row = &rows[0];
	size_t len = tandem_rows_bytes(row->hex, bytes), n;
	u32 all = (u32)(BYTES / len), num;

	for (n = len; n + len <= BYTES; n += len)
		memcpy(bytes + n, bytes, len);
	tandem_decoder_init(&decoder, row->params, element, ELEMENTS);
	tandem_decoder_feed(&decoder, bytes, all * len);
	CHECK_EQ("room", tandem_decoder_briefs(&decoder, brief, 3), 3);
	CHECK_EQ("the third", brief[2].offset, 2 * len);
	/* read one of them again, and go on after the last one */
	tandem_decoder_whole(&decoder, &brief[0]);
	CHECK_EQ("the first", decoder.group.offset, 0);
	num = tandem_decoder_briefs(&decoder, brief, ROOM);
	CHECK_EQ("the fourth", brief[0].offset, 3 * len);
	CHECK("some", num > 40);
	CHECK("not those near the end", num + 3 < all);
	for (num += 3; num < all; num++)
		CHECK_EQ("rest", tandem_decoder_next(&decoder), TANDEM_OK);
	CHECK_EQ("over", tandem_decoder_next(&decoder), TANDEM_MORE);
}

/* No records inside a group, after an error, or with room for few elements. */
static void not_now(void)
{
	const struct row *row = &rows[0];

	start(row, TANDEM_BRIEF_ELEMENTS - 1);
	CHECK_EQ("room", tandem_decoder_briefs(&decoder, brief, ROOM), 0);
	start(row, TANDEM_BRIEF_ELEMENTS);
	CHECK_EQ("room", tandem_decoder_briefs(&decoder, brief, ROOM), 1);

	start(row, ELEMENTS);
	tandem_decoder_feed(&decoder, bytes, 2);
	CHECK_EQ("group", tandem_decoder_next(&decoder), TANDEM_MORE);
	tandem_decoder_feed(&decoder, bytes, BYTES);
	CHECK_EQ("group", tandem_decoder_briefs(&decoder, brief, ROOM), 0);

	start(row, ELEMENTS);
	bytes[0] = 0;
	CHECK_EQ("error", tandem_decoder_next(&decoder), TANDEM_BAD_OP);
	bytes[0] = TANDEM_BEGIN;
	CHECK_EQ("error", tandem_decoder_briefs(&decoder, brief, ROOM), 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(each_row, UNIT_ONE),
	UNIT_TEST(many, UNIT_ONE),
	UNIT_TEST(not_now, UNIT_ONE),
};

UNIT_MAIN("tandem_brief", tests)
