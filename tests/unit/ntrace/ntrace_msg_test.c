// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/msg.h: bytes to messages and back. The specification's examples, every
 * type with all its fields, and errors in bytes and in fields.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ntrace/msg.h>

#include "unit.h"

static const struct ntrace_format rv64 = { .xlen = 64 };
static const struct ntrace_format rv32 = { .xlen = 32 };
static const struct ntrace_format rv64_msb = { .xlen = 64,
					       .extend_addr_msb = true };
static const struct ntrace_format rv32_msb = { .xlen = 32,
					       .extend_addr_msb = true };
static const struct ntrace_format with_src_2 = { .xlen = 64, .src_bits = 2 };
static const struct ntrace_format with_src = { .xlen = 64, .src_bits = 5 };

static size_t from_hex(const char *hex, u8 *buf)
{
	unsigned int byte;
	size_t len = 0;

	for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
		buf[len++] = (u8)byte;
	return len;
}

static struct ntrace_msg parse(const char *text)
{
	static u8 raw[NTRACE_OPAQUE_BYTES_MAX];
	struct ntrace_msg msg;
	size_t column;

	CHECK_EQ(text,
		 ntrace_text_parse(text, strlen(text), &msg, raw, &column),
		 NTRACE_OK);
	return msg;
}

/*
 * Decode hex, with this number of bytes after it. They are all ones, so a
 * message that does not end where it should includes them.
 */
static enum ntrace_status decode(const struct ntrace_format *format,
				 const char *hex, size_t behind, size_t *used,
				 char *text)
{
	struct ntrace_msg msg;
	enum ntrace_status status;
	size_t len;
	u8 *buf;

	buf = malloc(strlen(hex) / 2 + behind + 1);
	len = from_hex(hex, buf);
	memset(buf + len, 0xff, behind);
	status = ntrace_msg_decode(format, buf, len + behind, used, &msg);
	if (status == NTRACE_OK)
		ntrace_text_print(&msg, text, NTRACE_TEXT_MAX);
	free(buf);
	return status;
}

/* Bytes and their meaning, both ways. */
static const struct both {
	const struct ntrace_format *format;
	const char *hex, *text;
} both[] = {
	/* chapter 3.5 */
	{ &rv64, "70d01d1df8ff",
	  "IndirectBranchHist B-TYPE=0x0 I-CNT=0x7d U-ADDR=0x7 HIST=0xffe" },
	/* all types, without and with TSTAMP */
	{ &rv64, "08c83b", "Ownership PROCESS=0x3b2" },
	{ &rv64, "08c83907", "Ownership PROCESS=0x3b2 TSTAMP=0x1" },
	{ &rv64, "0c0f", "DirectBranch I-CNT=0x3" },
	{ &rv64, "0c0d03", "DirectBranch I-CNT=0x3 TSTAMP=0x0" },
	{ &rv64, "0c000007", "DirectBranch I-CNT=0x1000" },
	{ &rv64, "10190b", "IndirectBranch B-TYPE=0x2 I-CNT=0x1 U-ADDR=0x2" },
	{ &rv64, "10190907",
	  "IndirectBranch B-TYPE=0x2 I-CNT=0x1 U-ADDR=0x2 TSTAMP=0x1" },
	{ &rv64, "200007", "Error ETYPE=0x0 ECODE=0x4" },
	{ &rv64, "20000507", "Error ETYPE=0x0 ECODE=0x4 TSTAMP=0x1" },
	{ &rv64, "2415000b", "ProgTraceSync SYNC=0x5 I-CNT=0x0 F-ADDR=0x80" },
	{ &rv64, "24150009fcff",
	  "ProgTraceSync SYNC=0x5 I-CNT=0x0 F-ADDR=0x80 TSTAMP=0xfff" },
	{ &rv64, "2c89000b",
	  "DirectBranchSync SYNC=0x2 I-CNT=0x2 F-ADDR=0x80" },
	{ &rv64, "30c8090b",
	  "IndirectBranchSync SYNC=0x2 B-TYPE=0x3 I-CNT=0x2 F-ADDR=0x2" },
	{ &rv64, "6c03", "ResourceFull RCODE=0x0 RDATA=0x0" },
	{ &rv64, "6c84fcfcfcfcff", "ResourceFull RCODE=0x1 RDATA=0xfffffffe" },
	{ &rv64, "6c84fcfcfcfcfd07",
	  "ResourceFull RCODE=0x1 RDATA=0xfffffffe TSTAMP=0x1" },
	{ &rv64, "6cc92b", "ResourceFull RCODE=0x2 RDATA=0x3 HREPEAT=0xa" },
	{ &rv64, "6cc92907",
	  "ResourceFull RCODE=0x2 RDATA=0x3 HREPEAT=0xa TSTAMP=0x1" },
	{ &rv64, "74c809090b",
	  "IndirectBranchHistSync SYNC=0x2 B-TYPE=0x3 I-CNT=0x2 F-ADDR=0x2 "
	  "HIST=0x2" },
	{ &rv64, "780f", "RepeatBranch B-CNT=0x3" },
	{ &rv64, "84100b",
	  "ProgTraceCorrelation EVCODE=0x4 CDF=0x0 I-CNT=0x2" },
	{ &rv64, "84100907",
	  "ProgTraceCorrelation EVCODE=0x4 CDF=0x0 I-CNT=0x2 TSTAMP=0x1" },
	{ &rv64, "84500907",
	  "ProgTraceCorrelation EVCODE=0x4 CDF=0x1 I-CNT=0x2 HIST=0x1" },
	{ &rv64, "8450090507",
	  "ProgTraceCorrelation EVCODE=0x4 CDF=0x1 I-CNT=0x2 HIST=0x1 "
	  "TSTAMP=0x1" },
	/* fields with values that no specification defines */
	{ &rv64, "e00407", "Vendor bytes e0 04 07" },
	{ &rv64, "1407", "Reserved bytes 14 07" },
	{ &rv64, "6c0c07", "ResourceFull bytes 6c 0c 07" },
	{ &rv64, "84810507", "ProgTraceCorrelation bytes 84 81 05 07" },
	/* SRC */
	{ &with_src, "0cff", "DirectBranch SRC=0x1f I-CNT=0x1" },
	{ &with_src, "6c8c6017", "ResourceFull SRC=0x3 RCODE=0x1 RDATA=0x2b" },
	/*
	 * addresses: examples of chapter 9.4, and the least number of bytes for
	 * each
	 */
	{ &rv64, "2405e88c040000fcfcfcfcfc1f",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x7fffffffc00018fa" },
	{ &rv64_msb, "2405e88c040000ff",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x7fffffffc00018fa" },
	{ &rv64, "2405fcfcfcfc7cf3",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0xf1fffffff" },
	{ &rv64_msb, "2405fcfcfcfc7cf3",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x7fffffff1fffffff" },
	{ &rv64_msb, "2405fcfcfcfc7cf003",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0xf1fffffff" },
	{ &rv64_msb, "2405fcfcfcfcfcfcfcfcfcfc17",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x5fffffffffffffff" },
	{ &rv64_msb, "2405ff",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x7fffffffffffffff" },
	{ &rv32_msb, "2405ff",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x7fffffff" },
	{ &rv64_msb, "24058003",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x20" },
	{ &rv32, "2405fcfcfcfcfc07",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x7fffffff" },
	{ &rv64, "2405fcfcfcfcfcfcfcfcfcfc1f",
	  "ProgTraceSync SYNC=0x1 I-CNT=0x0 F-ADDR=0x7fffffffffffffff" },
};

static void msg_both_ways(void)
{
	char text[NTRACE_TEXT_MAX];
	u8 want[64], got[64];
	struct ntrace_msg msg;
	size_t i, len, used, behind;

	for (i = 0; i < array_size(both); i++) {
		const struct both *b = &both[i];

		for (behind = 0; behind <= 8; behind += 8) {
			CHECK_EQ(b->hex,
				 decode(b->format, b->hex, behind, &used, text),
				 NTRACE_OK);
			CHECK_EQ(b->hex, used, strlen(b->hex) / 2);
			assert_string_equal(text, b->text);
		}
		msg = parse(b->text);
		len = from_hex(b->hex, want);
		CHECK_EQ(b->text,
			 ntrace_msg_encode(b->format, &msg, got, sizeof(got),
					   &used),
			 NTRACE_OK);
		CHECK_EQ(b->text, used, len);
		assert_memory_equal(got, want, len);
	}
}

/*
 * A message needs all its bytes; for each shorter part the decoder asks for
 * more.
 */
static void msg_needs_all_bytes(void)
{
	char text[NTRACE_TEXT_MAX], hex[64];
	size_t i, n, used;

	for (i = 0; i < array_size(both); i++) {
		for (n = 2; n < strlen(both[i].hex); n += 2) {
			memcpy(hex, both[i].hex, n);
			hex[n] = '\0';
			CHECK_EQ(both[i].hex,
				 decode(both[i].format, hex, 0, &used, text),
				 NTRACE_MORE);
			CHECK_EQ(both[i].hex, used, 0);
		}
	}
}

/* Errors in bytes, and the number of bytes that are skipped. */
static void msg_wrong_bytes(void)
{
	static const struct {
		const char *name;
		const struct ntrace_format *format;
		const char *hex;
		u8 status, used;
	} rows[] = {
		{ "end of a field first", &rv64, "0503", NTRACE_BAD_START, 2 },
		{ "end of a message first", &rv64, "0b", NTRACE_BAD_START, 1 },
		{ "idle first", &rv64, "ff", NTRACE_BAD_START, 1 },
		{ "reserved MSEO first", &rv64, "0e0f", NTRACE_BAD_MSEO, 2 },
		{ "reserved MSEO", &rv64, "0c020f", NTRACE_BAD_MSEO, 3 },
		{ "field ends in a fixed one", &with_src, "24010b",
		  NTRACE_BAD_MSEO, 3 },
		{ "field ends with a fixed one", &with_src_2, "24010507",
		  NTRACE_BAD_MSEO, 4 },
		{ "no address", &rv64, "1013", NTRACE_SHORT, 2 },
		{ "no HIST", &rv64, "70110b", NTRACE_SHORT, 3 },
		{ "no HREPEAT", &rv64, "6ccb", NTRACE_SHORT, 2 },
		{ "no HIST with CDF 1", &rv64, "84500b", NTRACE_SHORT, 3 },
		{ "field too many", &rv64, "0c050507", NTRACE_EXTRA, 4 },
		{ "HREPEAT with RCODE 1 and TSTAMP", &rv64, "6c85050507",
		  NTRACE_EXTRA, 5 },
		{ "address of 64 bits", &rv64, "2405fcfcfcfcfcfcfcfcfcfc3f",
		  NTRACE_FIELD_TOO_LONG, 13 },
		{ "address of 32 bits on RV32", &rv32, "2405fcfcfcfcfc0f",
		  NTRACE_FIELD_TOO_LONG, 8 },
		{ "address of 32 bits on RV32 with extension", &rv32_msb,
		  "2405fcfcfcfcfc0f", NTRACE_FIELD_TOO_LONG, 8 },
		{ "I-CNT of 65 bits", &rv64, "0c0000000000000000000043",
		  NTRACE_FIELD_TOO_LONG, 12 },
		{ "I-CNT of over 128 bits", &rv64,
		  "0c00000000000000000000000000000000000000000000000003",
		  NTRACE_FIELD_TOO_LONG, 26 },
		{ "38 bytes, many of them needless", &rv64,
		  "70000000000000000000000000000000000000000100000000000000"
		  "00000104000000000003",
		  NTRACE_OK, 38 },
		{ "39 bytes", &rv64,
		  "70000000000000000000000000000000000000000100000000000000"
		  "0000010400000000000003",
		  NTRACE_MSG_TOO_LONG, 39 },
		{ "no end in 38 bytes", &rv64,
		  "70000000000000000000000000000000000000000100000000000000"
		  "00000104000000000000",
		  NTRACE_MSG_TOO_LONG, 38 },
	};
	char text[NTRACE_TEXT_MAX];
	size_t i, used, behind;

	for (i = 0; i < array_size(rows); i++) {
		for (behind = 0; behind <= 8; behind += 8) {
			CHECK_EQ(rows[i].name,
				 decode(rows[i].format, rows[i].hex, behind,
					&used, text),
				 rows[i].status);
			if (!behind)
				CHECK_EQ(rows[i].name, used, rows[i].used);
		}
	}
}

/* Messages of vendors may have any bytes, up to a maximum length. */
static void msg_opaque_length(void)
{
	u8 buf[NTRACE_OPAQUE_BYTES_MAX + 2] = { 56 << 2 };
	struct ntrace_msg msg;
	size_t used;

	CHECK_EQ("no end yet",
		 ntrace_msg_decode(&rv64, buf, NTRACE_OPAQUE_BYTES_MAX - 1,
				   &used, &msg),
		 NTRACE_MORE);
	CHECK_EQ("no end at all",
		 ntrace_msg_decode(&rv64, buf, NTRACE_OPAQUE_BYTES_MAX, &used,
				   &msg),
		 NTRACE_MSG_TOO_LONG);
	buf[NTRACE_OPAQUE_BYTES_MAX - 1] = 3;
	CHECK_EQ("the longest",
		 ntrace_msg_decode(&rv64, buf, sizeof(buf), &used, &msg),
		 NTRACE_OK);
	CHECK_EQ("the longest", used, NTRACE_OPAQUE_BYTES_MAX);
	buf[9] = 2;
	CHECK_EQ("reserved MSEO",
		 ntrace_msg_decode(&rv64, buf, sizeof(buf), &used, &msg),
		 NTRACE_BAD_MSEO);
}

/* Fields that a message cannot have. */
static void msg_wrong_fields(void)
{
	static const struct {
		const struct ntrace_format *format;
		const char *text;
		u8 status;
	} rows[] = {
		{ &rv64, "DirectBranch I-CNT=0x3fffff", NTRACE_OK },
		{ &rv64, "DirectBranch I-CNT=0x400000", NTRACE_BAD_VALUE },
		{ &rv64, "DirectBranch", NTRACE_MISSING },
		{ &with_src, "DirectBranch I-CNT=1", NTRACE_MISSING },
		{ &with_src, "DirectBranch SRC=0x20 I-CNT=1",
		  NTRACE_BAD_VALUE },
		{ &rv64, "ResourceFull RCODE=0 RDATA=0x400000",
		  NTRACE_BAD_VALUE },
		{ &rv64, "ResourceFull RCODE=1 RDATA=0xffffffff", NTRACE_OK },
		{ &rv64, "ResourceFull RCODE=1 RDATA=0x100000000",
		  NTRACE_BAD_VALUE },
		{ &rv64, "ResourceFull RCODE=1 RDATA=0", NTRACE_BAD_VALUE },
		{ &rv64, "ResourceFull RCODE=3 RDATA=1", NTRACE_BAD_VALUE },
		{ &rv64, "ResourceFull RCODE=2 RDATA=1", NTRACE_MISSING },
		{ &rv64, "ResourceFull RCODE=2 RDATA=1 HREPEAT=0x40000",
		  NTRACE_BAD_VALUE },
		{ &rv64, "RepeatBranch B-CNT=0x40000", NTRACE_BAD_VALUE },
		{ &rv64, "Error ETYPE=16 ECODE=0", NTRACE_BAD_VALUE },
		{ &rv64, "Error ETYPE=0 ECODE=0x100", NTRACE_BAD_VALUE },
		{ &rv64, "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=0 HIST=0",
		  NTRACE_BAD_VALUE },
		{ &rv64, "ProgTraceCorrelation EVCODE=0 CDF=2 I-CNT=0",
		  NTRACE_BAD_VALUE },
		{ &rv32, "ProgTraceSync SYNC=1 I-CNT=0 F-ADDR=0x80000000",
		  NTRACE_BAD_VALUE },
		{ &rv64,
		  "ProgTraceSync SYNC=1 I-CNT=0 "
		  "F-ADDR=0x8000000000000000",
		  NTRACE_BAD_VALUE },
		{ &rv64, "Vendor bytes e0 02 03", NTRACE_BAD_VALUE },
		{ &rv64, "Vendor bytes e0 00", NTRACE_BAD_VALUE },
		{ &rv64, "Vendor bytes e3", NTRACE_BAD_VALUE },
		{ &rv64, "Vendor", NTRACE_MISSING },
	};
	struct ntrace_msg msg;
	u8 buf[NTRACE_MSG_BYTES_MAX];
	size_t i, used;

	for (i = 0; i < array_size(rows); i++) {
		msg = parse(rows[i].text);
		CHECK_EQ(rows[i].text,
			 ntrace_msg_encode(rows[i].format, &msg, buf,
					   sizeof(buf), &used),
			 rows[i].status);
		CHECK_EQ(rows[i].text, used > 0, rows[i].status == NTRACE_OK);
	}
}

/* The longest message of the specification, and every buffer too small for it. */
static void msg_room(void)
{
	static const struct ntrace_format format = { .xlen = 64,
						     .src_bits = 12 };
	struct ntrace_msg msg = parse(
		"IndirectBranchHistSync SRC=0xfff SYNC=15 B-TYPE=3 "
		"I-CNT=0x3fffff F-ADDR=0x7fffffffffffffff HIST=0xffffffff "
		"TSTAMP=0xffffffffffffffff");
	u8 buf[NTRACE_MSG_BYTES_MAX + 1];
	size_t room, used;

	for (room = 0; room <= NTRACE_MSG_BYTES_MAX; room++) {
		enum ntrace_status status;

		memset(buf, 0xa5, sizeof(buf));
		status = ntrace_msg_encode(&format, &msg, buf, room, &used);
		CHECK_EQ("nothing behind", buf[room], 0xa5);
		if (status == NTRACE_OK)
			break;
		CHECK_EQ("too small", status, NTRACE_NO_SPACE);
		CHECK_EQ("too small", used, 0);
	}
	/*
	 * A message can have 38 bytes, but I-CNT of 30 bits would need two more
	 */
	CHECK_EQ("longest", room, 36);
}

static void msg_no_room_or_type(void)
{
	struct ntrace_msg msg = parse("Vendor bytes e0 04 07");
	u8 buf[3] = { 0xa5, 0xa5, 0xa5 };
	size_t used;

	CHECK_EQ("a byte is missing",
		 ntrace_msg_encode(&rv64, &msg, buf, 2, &used),
		 NTRACE_NO_SPACE);
	CHECK_EQ("nothing written", buf[0], 0xa5);
	CHECK_EQ("room", ntrace_msg_encode(&rv64, &msg, buf, 3, &used),
		 NTRACE_OK);
	CHECK_EQ("all of it", used, 3);
	msg = parse("DirectBranch I-CNT=1");
	msg.tcode = NTRACE_TCODES;
	CHECK_EQ("no type", ntrace_msg_encode(&rv64, &msg, buf, 3, &used),
		 NTRACE_BAD_VALUE);
}

/*
 * Rows of the schema are in the order of fields in a message; all types have
 * TSTAMP.
 */
static void msg_schema(void)
{
	unsigned int tcode, i, types = 0;

	for (tcode = 0; tcode < NTRACE_TCODES; tcode++) {
		const struct ntrace_schema *schema = &ntrace_schema[tcode];
		bool variable = false;

		if (!schema->num_fields)
			continue;
		types++;
		for (i = 0; i < schema->num_fields; i++) {
			bool fixed = schema->field[i].kind == NTRACE_FIXED;

			CHECK(schema->name, !fixed || !variable);
			variable |= !fixed;
			CHECK(schema->name, schema->field[i].bits);
		}
		CHECK_EQ(schema->name, schema->field[i - 1].field,
			 NTRACE_TSTAMP);
	}
	CHECK_EQ("types with fields", types, 15);
}

static void msg_skip_and_idle(void)
{
	static const u8 bytes[] = { 0xff, 0xff, 0x0c, 0x0d, 0x03, 0xff };

	CHECK_EQ("idle", ntrace_idle_count(bytes, 6), 2);
	CHECK_EQ("idle to the end", ntrace_idle_count(bytes, 2), 2);
	CHECK_EQ("no idle", ntrace_idle_count(bytes + 2, 4), 0);
	CHECK_EQ("skip", ntrace_msg_skip(bytes + 2, 4), 3);
	CHECK_EQ("skip to the end", ntrace_msg_skip(bytes + 2, 2), 2);
	CHECK_EQ("skip nothing", ntrace_msg_skip(bytes, 0), 0);
}

static void msg_words(void)
{
	unsigned int i;

	for (i = 0; i < NTRACE_STATUSES; i++)
		CHECK("text", ntrace_status_text((enum ntrace_status)i)[0]);
	assert_string_equal(
		ntrace_field_name(NTRACE_PROG_TRACE_SYNC, NTRACE_ADDR),
		"F-ADDR");
	assert_string_equal(
		ntrace_field_name(NTRACE_INDIRECT_BRANCH, NTRACE_ADDR),
		"U-ADDR");
}

static const struct unit_test tests[] = {
	UNIT_TEST(msg_both_ways, UNIT_ONE),
	UNIT_TEST(msg_needs_all_bytes, UNIT_ONE),
	UNIT_TEST(msg_wrong_bytes, UNIT_ONE),
	UNIT_TEST(msg_opaque_length, UNIT_ONE),
	UNIT_TEST(msg_wrong_fields, UNIT_ONE),
	UNIT_TEST(msg_room, UNIT_ONE),
	UNIT_TEST(msg_no_room_or_type, UNIT_ONE),
	UNIT_TEST(msg_schema, UNIT_ONE),
	UNIT_TEST(msg_skip_and_idle, UNIT_ONE),
	UNIT_TEST(msg_words, UNIT_ONE),
};

UNIT_MAIN("ntrace_msg", tests)
