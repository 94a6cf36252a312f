// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/msg.h: the text form. Tests of messages check its contents; here texts
 * are cut off, wrong, and longer than their room.
 */
#include <string.h>

#include <ntrace/msg.h>

#include "unit.h"

static enum ntrace_status parse(const char *text, struct ntrace_msg *msg,
				size_t *column)
{
	static u8 raw[NTRACE_OPAQUE_BYTES_MAX];

	return ntrace_text_parse(text, strlen(text), msg, raw, column);
}

static void text_wrong(void)
{
	static const struct {
		const char *text;
		u8 status, column;
	} rows[] = {
		{ "", NTRACE_BAD_TEXT, 0 },
		{ "Nonsense", NTRACE_BAD_TEXT, 0 },
		{ "DirectBranc", NTRACE_BAD_TEXT, 0 },
		{ "DirectBranchs I-CNT=1", NTRACE_BAD_TEXT, 0 },
		{ " DirectBranch I-CNT=1", NTRACE_BAD_TEXT, 0 },
		{ "DirectBranch  I-CNT=1", NTRACE_BAD_TEXT, 13 },
		{ "DirectBranch I-CNT=1 ", NTRACE_BAD_TEXT, 21 },
		{ "DirectBranch I-CNT", NTRACE_BAD_TEXT, 13 },
		{ "DirectBranch =1", NTRACE_BAD_TEXT, 13 },
		{ "DirectBranch I-CNT=", NTRACE_BAD_TEXT, 19 },
		{ "DirectBranch I-CNT=x", NTRACE_BAD_TEXT, 19 },
		{ "DirectBranch I-CNT=0x", NTRACE_BAD_TEXT, 21 },
		{ "DirectBranch I-CNT=1x", NTRACE_BAD_TEXT, 20 },
		{ "DirectBranch I-CNT=-1", NTRACE_BAD_TEXT, 19 },
		{ "DirectBranch I-CNT=1a", NTRACE_BAD_TEXT, 20 },
		{ "DirectBranch HIST=1", NTRACE_BAD_TEXT, 13 },
		{ "DirectBranch I-CNT=1 I-CNT=1", NTRACE_BAD_TEXT, 21 },
		{ "DirectBranch F-ADDR=1", NTRACE_BAD_TEXT, 13 },
		{ "IndirectBranch F-ADDR=1", NTRACE_BAD_TEXT, 15 },
		{ "ProgTraceSync U-ADDR=1", NTRACE_BAD_TEXT, 14 },
		{ "DirectBranch I-CNT=0x10000000000000000",
		  NTRACE_FIELD_TOO_LONG, 37 },
		{ "DirectBranch I-CNT=18446744073709551616",
		  NTRACE_FIELD_TOO_LONG, 38 },
		{ "Vendor", NTRACE_OK, 6 },
		{ "Vendor bytes", NTRACE_BAD_TEXT, 12 },
		{ "Vendor bytes e", NTRACE_BAD_TEXT, 13 },
		{ "Vendor bytes e0 x7", NTRACE_BAD_TEXT, 16 },
		{ "Vendor bytes e007", NTRACE_BAD_TEXT, 15 },
		{ "Vendor I-CNT=1", NTRACE_BAD_TEXT, 7 },
	};
	struct ntrace_msg msg;
	size_t i, column;

	for (i = 0; i < array_size(rows); i++) {
		CHECK_EQ(rows[i].text, parse(rows[i].text, &msg, &column),
			 rows[i].status);
		CHECK_EQ(rows[i].text, column, rows[i].column);
	}
}

static void text_numbers(void)
{
	static const struct {
		const char *text;
		u64 value;
	} rows[] = {
		{ "DirectBranch I-CNT=0", 0 },
		{ "DirectBranch I-CNT=0x0", 0 },
		{ "DirectBranch I-CNT=10", 10 },
		{ "DirectBranch I-CNT=0x10", 16 },
		{ "DirectBranch I-CNT=0xAf", 0xaf },
		{ "DirectBranch I-CNT=18446744073709551615", ~0ULL },
		{ "DirectBranch I-CNT=0xffffffffffffffff", ~0ULL },
		{ "DirectBranch SRC=3 I-CNT=7", 7 },
		{ "DirectBranch TSTAMP=3 I-CNT=7", 7 },
	};
	struct ntrace_msg msg;
	size_t i, column;

	for (i = 0; i < array_size(rows); i++) {
		CHECK_EQ(rows[i].text, parse(rows[i].text, &msg, &column),
			 NTRACE_OK);
		CHECK_EQ(rows[i].text, msg.field[NTRACE_I_CNT], rows[i].value);
	}
}

/*
 * With any room the line is cut at its end, and its whole length is returned.
 */
static void text_room(void)
{
	static const char want[] = "ResourceFull RCODE=0x1 RDATA=0xffffffff";
	char buf[sizeof(want) + 1];
	struct ntrace_msg msg;
	size_t room, column;

	CHECK_EQ(want, parse(want, &msg, &column), NTRACE_OK);
	for (room = 0; room <= sizeof(buf); room++) {
		memset(buf, 'x', sizeof(buf));
		CHECK_EQ(want, ntrace_text_print(&msg, buf, room),
			 sizeof(want) - 1);
		if (room < sizeof(buf))
			CHECK_EQ("nothing behind", buf[room], 'x');
		if (!room)
			continue;
		CHECK_EQ("cut", strlen(buf),
			 room < sizeof(want) ? room - 1 : sizeof(want) - 1);
		CHECK("beginning", !strncmp(buf, want, strlen(buf)));
	}
}

/* The longest line is that of a vendor's message. */
static void text_longest(void)
{
	static u8 bytes[NTRACE_OPAQUE_BYTES_MAX];
	static char buf[NTRACE_TEXT_MAX];
	struct ntrace_msg msg = { .tcode = 56,
				  .bytes = sizeof(bytes),
				  .opaque = bytes };
	size_t len, column;

	bytes[0] = 56 << 2;
	bytes[sizeof(bytes) - 1] = 3;
	len = ntrace_text_print(&msg, buf, sizeof(buf));
	CHECK("fits", len < sizeof(buf));
	CHECK_EQ("again", parse(buf, &msg, &column), NTRACE_OK);
	CHECK_EQ("again", msg.bytes, sizeof(bytes));
	memcpy(buf + len, " 00", 4);
	CHECK_EQ("one byte more", parse(buf, &msg, &column),
		 NTRACE_MSG_TOO_LONG);
}

static const struct unit_test tests[] = {
	UNIT_TEST(text_wrong, UNIT_ONE),
	UNIT_TEST(text_numbers, UNIT_ONE),
	UNIT_TEST(text_room, UNIT_ONE),
	UNIT_TEST(text_longest, UNIT_ONE),
};

UNIT_MAIN("ntrace_text", tests)
