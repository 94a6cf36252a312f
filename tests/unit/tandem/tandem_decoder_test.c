// SPDX-License-Identifier: BSD-2-Clause
/*
 * tandem/tandem.h: bytes to groups. Every element and width, every error and
 * rule, with pieces of any size.
 */
#include <stdlib.h>
#include <string.h>

#include "tandem_rows.h"
#include "unit.h"

#define ROW_BYTES 256

static const struct row {
	const struct tandem_params *params;
	const char *hex, *text;
} rows[] = {
	/* each element; the widths of each kind of hart */
	{ &tandem_rv64, "01 02", "begin\nend\n" },
	{ &tandem_rv64, "", "" },
	{ &tandem_rv64, "01 03 10 01 00 02",
	  "begin\nincpc\ninsn16 0x0001\nend\n" },
	{ &tandem_rv64, "01 11 b3816200 03 02",
	  "begin\ninsn32 0x006281b3\nincpc\nend\n" },
	{ &tandem_rv64, "04 0310 3412000000000080",
	  "reg 0x1003 64 0x8000000000001234\n" },
	{ &tandem_rv32, "04 0310 34120080", "reg 0x1003 32 0x80001234\n" },
	{ &tandem_rv64, "04 4103 0100000000000000", "reg 0x0341 64 0x1\n" },
	{ &tandem_rv64, "04 3f10 f9f4fe66ffffffff",
	  "reg 0x103f 64 0xffffffff66fef4f9\n" },
	{ &tandem_sv32, "04 2010 f9f4fe66", "reg 0x1020 32 0x66fef4f9\n" },
	{ &tandem_bsv64, "04 2010 f9f4fe66ffffffff",
	  "reg 0x1020 64 0xffffffff66fef4f9\n" },
	{ &tandem_rv64, "05 000b 7f 05 000c 80 05 000d ff",
	  "regadd 0x0b00 0x7f\nregadd 0x0c00 -0x80\nregadd 0x0d00 -0x1\n" },
	{ &tandem_rv64, "06 0300 81", "regor 0x0003 0x81\n" },
	{ &tandem_rv64, "07 01 03", "state priv 3\n" },
	{ &tandem_rv64, "07 01 ff", "state priv 255\nrule PRIVRANGE\n" },
	{ &tandem_rv64, "07 02 0800000100000080",
	  "state paddr 0x8000000001000008\n" },
	{ &tandem_sv32, "07 02 0800000103", "state paddr 0x301000008\n" },
	{ &tandem_rv32, "07 02 08000001", "state paddr 0x1000008\n" },
	{ &tandem_sv32, "07 03 0800000103", "state eaddr 0x301000008\n" },
	{ &tandem_bsv32, "07 03 08000001", "state eaddr 0x1000008\n" },
	{ &tandem_bsv32, "07 09 0800000103", "state pcpaddr 0x301000008\n" },
	{ &tandem_rv64,
	  "07 04 ff 07 05 ffee 07 06 ffeeddcc "
	  "07 07 ffeeddccbbaa9988",
	  "state sdata8 0xff\nstate sdata16 0xeeff\nstate sdata32 0xccddeeff\n"
	  "state sdata64 0x8899aabbccddeeff\n" },
	{ &tandem_rv32, "07 08 0100000000000080",
	  "state mtime 0x8000000000000001\n" },
	{ &tandem_rv32, "07 0a 00000080", "state pc 0x80000000\n" },
	{ &tandem_rv64, "07 0a 0000008000000000", "state pc 0x80000000\n" },
	{ &tandem_rv64, "01 0a 02 01 0b 02",
	  "begin\nreset\nend\nbegin\nstateinit\nend\n" },

	/* memory: the place of the data, in each dialect */
	{ &tandem_rv64, "08 0010000000000080 30 09 03 8877665544332211",
	  "memreq load 64 0x8000000000001000\n"
	  "memrsp 64 0 0x1122334455667788\n" },
	{ &tandem_rv32, "08 00100000 21 01020304 09 12",
	  "memreq store 32 0x1000 0x4030201\nmemrsp 32 1\n" },
	{ &tandem_sv32, "08 0010000003 02 09 00 ff",
	  "memreq lr 8 0x300001000\nmemrsp 8 0 0xff\n" },
	{ &tandem_rv32, "08 00100000 13 0102 09 11",
	  "memreq sc 16 0x1000 0x201\nmemrsp 16 1\n" },
	{ &tandem_bsv64, "08 0010000000000000 13 0102 09 01 0304",
	  "memreq sc 16 0x1000 0x201\nmemrsp 16 0 0x403\n" },
	{ &tandem_rv32, "08 00100000 0c 01 09 00 02",
	  "memreq amomaxu 8 0x1000 0x1\nmemrsp 8 0 0x2\n" },
	{ &tandem_rv32, "08 00100000 04 01 08 00100000 05 02",
	  "memreq amoswap 8 0x1000 0x1\nmemreq amoadd 8 0x1000 0x2\n" },
	{ &tandem_rv32, "08 00100000 1d 09 01 0102",
	  "memreq fetch 16 0x1000\nmemrsp 16 0 0x201\n" },
	{ &tandem_bsv64, "08 0010000000000000 1d 0102 09 01 0304",
	  "memreq fetch 16 0x1000 0x201\nmemrsp 16 0 0x403\n" },

	/* groups and the bytes between them */
	{ &tandem_rv64, "01 01 02", "begin\nend implied\nbegin\nend\n" },
	{ &tandem_rv64, "07 01 00 07 01 01 01 07 01 03 02 07 01 03",
	  "state priv 0\nstate priv 1\nbegin\nstate priv 3\nend\n"
	  "state priv 3\n" },

	/* errors: nothing after them is decoded */
	{ &tandem_rv64, "01 00 02", "begin\nerror OPCODE 1\n" },
	{ &tandem_rv64, "01 02 0c", "begin\nend\nerror OPCODE 2\n" },
	{ &tandem_rv64, "0f", "error OPCODE 0\n" },
	{ &tandem_rv64, "12", "error OPCODE 0\n" },
	{ &tandem_rv64, "ff", "error OPCODE 0\n" },
	{ &tandem_rv64, "07 01 03 07 00", "state priv 3\nerror STATEID 3\n" },
	{ &tandem_rv64, "07 0b 00", "error STATEID 0\n" },
	{ &tandem_rv64, "07 10 00", "error STATEID 0\n" },
	{ &tandem_rv32, "08 00000000 0e", "error MEMOP 0\n" },
	{ &tandem_rv32, "08 00000000 ff", "error MEMOP 0\n" },
	{ &tandem_rv32, "08 00000000 41", "error MEMSIZE 0\n" },
	{ &tandem_rv32, "08 00000000 f0", "error MEMSIZE 0\n" },
	{ &tandem_rv32, "08 00000000 20 09 04",
	  "memreq load 32 0x0\nerror MEMSIZE 6\n" },
	{ &tandem_rv64, "04 4010", "error REGADDR 0\n" },
	{ &tandem_rv64, "04 00c0", "error REGADDR 0\n" },
	{ &tandem_rv64, "05 4010 01", "error REGADDR 0\n" },
	{ &tandem_rv32, "04 2010", "error REGADDR 0\n" },
	{ &tandem_rv32, "06 3f10 01", "error REGADDR 0\n" },
	{ &tandem_rv32, "09", "error RSPORPHAN 0\n" },
	{ &tandem_rv32, "08 00000000 20 01 09 02",
	  "memreq load 32 0x0\nbegin\nerror RSPORPHAN 7\n" },
	{ &tandem_rv32, "08 00000000 01 ff 07 01 03 09 02",
	  "memreq store 8 0x0 0xff\nstate priv 3\nerror RSPORPHAN 10\n" },
	{ &tandem_rv32, "08 00000000 01 ff 09 00 09 00",
	  "memreq store 8 0x0 0xff\nmemrsp 8 0\nerror RSPORPHAN 9\n" },
	{ &tandem_rv32, "01 08 00000000 01 ff 02 09 00",
	  "begin\nmemreq store 8 0x0 0xff\nend\nerror RSPORPHAN 9\n" },

	/* rules: the bytes after them are decoded */
	{ &tandem_rv64, "02 01 02", "end\nrule STRAY-END\nbegin\nend\n" },
	{ &tandem_rv64, "01 03", "begin\nincpc\nrule EOF-IN-GROUP\n" },
	{ &tandem_rv64, "03", "incpc\nrule INCPC-OUTSIDE\n" },
	{ &tandem_rv64, "01 03 02", "begin\nincpc\nend\nrule INCPC-NOINSN\n" },
	{ &tandem_rv64, "01 10 0100 0b 02",
	  "begin\ninsn16 0x0001\nstateinit\nend\nrule INIT-WITH-INSN\n" },
	{ &tandem_rv64, "01 0b 0a 01",
	  "begin\nstateinit\nreset\nend implied\nrule INIT-WITH-RESET\n"
	  "begin\nrule EOF-IN-GROUP\n" },
	{ &tandem_rv64, "0b", "stateinit\nrule INIT-OUTSIDE\n" },
	{ &tandem_rv64, "01 11 13000000 0a 02",
	  "begin\ninsn32 0x00000013\nreset\nend\nrule RESET-WITH-INSN\n" },
	{ &tandem_rv64, "0a", "reset\nrule RESET-OUTSIDE\n" },
	{ &tandem_rv64, "10 0100", "insn16 0x0001\nrule INSN-OUTSIDE\n" },
	{ &tandem_rv64, "07 01 02", "state priv 2\nrule PRIVRANGE\n" },
	{ &tandem_rv64, "07 01 04", "state priv 4\nrule PRIVRANGE\n" },
	{ &tandem_sv32, "07 02 0000000004",
	  "state paddr 0x400000000\nrule ADDRRANGE\n" },
	{ &tandem_sv32, "07 03 0000000080",
	  "state eaddr 0x8000000000\nrule ADDRRANGE\n" },
	{ &tandem_sv32, "07 09 0000000008",
	  "state pcpaddr 0x800000000\nrule ADDRRANGE\n" },
	{ &tandem_sv32, "08 0000000004 00",
	  "memreq load 8 0x400000000\nrule ADDRRANGE\n" },
	{ &tandem_rv32, "08 00000000 01 ff 09 20",
	  "memreq store 8 0x0 0xff\nmemrsp 8 2\nrule MEMRESULT\n" },
	{ &tandem_rv32, "08 00000000 20 09 01 ffff",
	  "memreq load 32 0x0\nmemrsp 16 0 0xffff\nrule RSPSIZE\n" },
};

/* Several changes of an element, or the same one twice, in a group */
static const struct conflict {
	const struct tandem_params *params;
	const char *hex;
	bool wrong;
} conflicts[] = {
	{ &tandem_rv32, "04 0110 01000000 04 0110 01000000", false },
	{ &tandem_rv32, "04 0110 01000000 04 0110 02000000", true },
	{ &tandem_rv32, "04 0110 01000000 04 0210 02000000", false },
	{ &tandem_rv32, "04 0110 01000000 05 0110 01", true },
	{ &tandem_rv32, "06 0110 01 04 0110 01000000", true },
	{ &tandem_rv32, "06 0110 01 06 0110 01", true },
	{ &tandem_rv32, "06 0110 01 06 0210 01", false },
	{ &tandem_rv32, "07 0a 00000000 03 10 0100", true },
	{ &tandem_rv32, "03 10 0100 03", true },
	{ &tandem_rv32, "07 0a 00000000 07 0a 00000000", false },
	{ &tandem_rv32, "07 0a 00000000 07 0a 02000000", true },
	{ &tandem_rv32, "10 0100 10 0100", false },
	{ &tandem_rv32, "10 0100 10 0200", true },
	{ &tandem_rv32, "10 0100 11 01000000", true },
	{ &tandem_rv32, "07 04 01 07 04 01", false },
	{ &tandem_rv32, "07 04 01 07 04 02", true },
	{ &tandem_rv32, "07 04 01 07 05 0100", true },
	{ &tandem_rv32, "07 01 03 07 01 03", false },
	{ &tandem_rv32, "07 01 03 07 01 01", true },
	{ &tandem_rv32, "07 02 00000000 07 02 01000000", true },
	{ &tandem_rv32, "07 02 00000000 07 03 01000000", false },
	{ &tandem_rv32, "07 08 0000000000000000 07 08 0100000000000000", true },
	{ &tandem_rv32, "08 00000000 01 01 08 00000000 01 02", false },
};

static void check_row(const struct tandem_params *params, const u8 *bytes,
		      size_t len, const char *text, const char *hex)
{
	size_t piece;

	for (piece = 1; piece <= len + 1; piece++) {
		const char *got =
			tandem_rows_decode(params, bytes, len, piece, 64);

		CHECK(hex, !strcmp(got, text));
	}
}

static void decoder_rows(void)
{
	u8 bytes[ROW_BYTES];
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		check_row(rows[i].params, bytes,
			  tandem_rows_bytes(rows[i].hex, bytes), rows[i].text,
			  rows[i].hex);
	}
}

static void decoder_conflicts(void)
{
	u8 bytes[ROW_BYTES] = { TANDEM_BEGIN };
	unsigned int i;
	size_t len;

	for (i = 0; i < array_size(conflicts); i++) {
		const struct conflict *row = &conflicts[i];
		const char *got;

		len = 1 + tandem_rows_bytes(row->hex, bytes + 1);
		bytes[len++] = TANDEM_END;
		/*
		 * the group before has the same elements: this is not a
		 * conflict
		 */
		memcpy(bytes + len, bytes, len);
		got = tandem_rows_decode(row->params, bytes, 2 * len, 2 * len,
					 64);
		CHECK_EQ(row->hex, !!strstr(got, "CONFLICT"), row->wrong);
		got = tandem_rows_decode(row->params, bytes + 1, len - 2, len,
					 64);
		CHECK(row->hex, !strstr(got, "CONFLICT"));
	}
}

/* With room for few elements groups are still complete. */
static void decoder_room(void)
{
	u8 bytes[ROW_BYTES];
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		size_t len = tandem_rows_bytes(rows[i].hex, bytes);
		const char *got =
			tandem_rows_decode(rows[i].params, bytes, len, 5, 1);

		/*
		 * elements between groups come in parts, and so do their rules
		 */
		if (bytes[0] == TANDEM_BEGIN || !strstr(rows[i].text, "rule"))
			CHECK(rows[i].hex, !strcmp(got, rows[i].text));
	}
}

/* The summary of a group; most users need no elements */
static void decoder_summary(void)
{
	static struct tandem_decoder decoder;
	struct tandem_group *group = &decoder.group;
	struct tandem_element elements[8];
	u8 bytes[ROW_BYTES];
	size_t len = tandem_rows_bytes("07 01 03 01 07 0a 00000080 11 13000000"
				       "04 0110 05000000 07 06 07000000 02",
				       bytes);

	tandem_decoder_init(&decoder, &tandem_rv32, elements, 8);
	tandem_decoder_feed(&decoder, bytes, len);
	CHECK_EQ("first", tandem_decoder_next(&decoder), TANDEM_OK);
	CHECK_EQ("first", group->close, TANDEM_OUTSIDE);
	CHECK_EQ("first", group->bytes, 3);
	CHECK_EQ("second", tandem_decoder_next(&decoder), TANDEM_OK);
	CHECK_EQ("second", group->offset, 3);
	CHECK_EQ("second", group->bytes, len - 3);
	CHECK_EQ("second", group->num, 4);
	CHECK_EQ("second", group->insn_bits, 32);
	CHECK_EQ("second", group->insn, 0x13);
	CHECK_EQ("second", group->state[TANDEM_PC], 0x80000000);
	CHECK_EQ("second", group->state[TANDEM_SDATA32], 7);
	CHECK("second", tandem_group_has_state(group, TANDEM_PC));
	CHECK("second", !tandem_group_has_state(group, TANDEM_PRIV));
	CHECK("second", tandem_group_has(group, TANDEM_REG));
	CHECK("second", !tandem_group_has(group, TANDEM_MEMREQ));
	CHECK_EQ("second", elements[2].offset, 12);
	CHECK_EQ("end", tandem_decoder_next(&decoder), TANDEM_MORE);
	CHECK_EQ("end", tandem_decoder_finish(&decoder), TANDEM_OK);
	CHECK_EQ("end", group->num, 0);
}

/* An error is permanent. */
static void decoder_error_stays(void)
{
	static struct tandem_decoder decoder;
	struct tandem_element elements[8];
	static const u8 bad[] = { 0x01, 0x03, 0x0c }, good[] = { 0x01, 0x02 };

	tandem_decoder_init(&decoder, &tandem_rv64, elements, 8);
	tandem_decoder_feed(&decoder, bad, sizeof(bad));
	CHECK_EQ("bad", tandem_decoder_next(&decoder), TANDEM_BAD_OP);
	CHECK_EQ("bad", decoder.group.close, TANDEM_CUT);
	CHECK_EQ("bad", decoder.group.num, 1);
	tandem_decoder_feed(&decoder, good, sizeof(good));
	CHECK_EQ("later", tandem_decoder_next(&decoder), TANDEM_BAD_OP);
	CHECK_EQ("later", tandem_decoder_finish(&decoder), TANDEM_BAD_OP);
	CHECK_EQ("later", decoder.error_offset, 2);
}

/* An element in two pieces, with a second piece of any length */
static void decoder_carry(void)
{
	static struct {
		struct tandem_decoder decoder;
		u8 behind[64];
	} guarded;
	static u8 piece[sizeof(guarded)];
	struct tandem_decoder *decoder = &guarded.decoder;
	struct tandem_element element[4];
	static const u8 begin[] = { 3, 0x10, 7, 0, 0, 0 };
	const u8 reg[] = { TANDEM_REG };
	unsigned int n;

	/* Opcode 255 is an error, at which the decoder stops */
	memset(piece, 0xff, sizeof(piece));
	memcpy(piece, begin, sizeof(begin));
	tandem_decoder_init(decoder, &tandem_rv32, element, 4);
	CHECK_EQ("before", decoder->group.close, TANDEM_OUTSIDE);
	CHECK_EQ("before", decoder->group.num, 0);
	tandem_decoder_feed(decoder, reg, 1);
	CHECK_EQ("first", tandem_decoder_next(decoder), TANDEM_MORE);
	CHECK("first", decoder->next == decoder->end);
	tandem_decoder_feed(decoder, piece, sizeof(piece));
	CHECK_EQ("second", tandem_decoder_next(decoder), TANDEM_BAD_OP);
	CHECK_EQ("second", decoder->error_offset, 7);
	CHECK_EQ("second", decoder->group.num, 1);
	CHECK_EQ("second", element[0].value, 7);
	for (n = 0; n < sizeof(guarded.behind); n++)
		CHECK_EQ("behind", guarded.behind[n], 0);
}

/* An end outside a group is an element. */
static void decoder_stray_end(void)
{
	static struct tandem_decoder decoder;
	struct tandem_element element[4];
	const u8 end[] = { TANDEM_END };

	tandem_decoder_init(&decoder, &tandem_rv32, element, 4);
	tandem_decoder_feed(&decoder, end, 1);
	CHECK_EQ("end", tandem_decoder_next(&decoder), TANDEM_MORE);
	CHECK_EQ("end", tandem_decoder_finish(&decoder), TANDEM_OK);
	CHECK("end", tandem_group_has(&decoder.group, TANDEM_END));
}

static void decoder_params(void)
{
	static const struct {
		struct tandem_params params;
		bool valid;
	} all[] = {
		{ { 64, 64, 64, TANDEM_SPEC }, true },
		{ { 64, 0, 64, TANDEM_BLUESPEC }, true },
		{ { 64, 32, 64, TANDEM_SPEC }, true },
		{ { 32, 64, 34, TANDEM_SPEC }, true },
		{ { 32, 0, 32, TANDEM_SPEC }, true },
		{ { 64, 64, 34, TANDEM_SPEC }, false },
		{ { 32, 0, 64, TANDEM_SPEC }, false },
		{ { 128, 0, 64, TANDEM_SPEC }, false },
		{ { 64, 128, 64, TANDEM_SPEC }, false },
		{ { 64, 64, 64, 2 }, false },
	};
	unsigned int i;

	for (i = 0; i < array_size(all); i++)
		CHECK_EQ("params", tandem_params_valid(&all[i].params),
			 all[i].valid);
}

static void decoder_names(void)
{
	unsigned int i, j;

	for (i = 0; i < TANDEM_STATUSES; i++)
		CHECK("text", tandem_status_text((enum tandem_status)i)[0]);
	for (i = 0; i < TANDEM_RULES; i++) {
		CHECK("text", tandem_rule_text((enum tandem_rule)i)[0]);
		for (j = 0; j < i; j++)
			CHECK("name",
			      strcmp(tandem_rule_name((enum tandem_rule)i),
				     tandem_rule_name((enum tandem_rule)j)));
	}
	CHECK("reserved", !tandem_op_name((enum tandem_op)12));
	CHECK("reserved", !tandem_state_name((enum tandem_state)11));
	CHECK("reserved", !tandem_mem_name((enum tandem_mem)14));
}

/* Lines and their lengths; elements without a line */
static void decoder_text(void)
{
	struct tandem_element el = tandem_plain(TANDEM_INCPC), none = { 0 };
	char text[TANDEM_TEXT_MAX];

	CHECK_EQ("length", tandem_text_print(&el, text), strlen("incpc"));
	CHECK("text", !strcmp(text, "incpc"));
	CHECK_EQ("bytes", tandem_element_bytes(&tandem_rv64, &el), 1);
	CHECK_EQ("bytes", tandem_element_bytes(&tandem_rv64, &none), 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(decoder_rows, UNIT_ONE),
	UNIT_TEST(decoder_conflicts, UNIT_ONE),
	UNIT_TEST(decoder_room, UNIT_ONE),
	UNIT_TEST(decoder_summary, UNIT_ONE),
	UNIT_TEST(decoder_error_stays, UNIT_ONE),
	UNIT_TEST(decoder_carry, UNIT_ONE),
	UNIT_TEST(decoder_stray_end, UNIT_ONE),
	UNIT_TEST(decoder_params, UNIT_ONE),
	UNIT_TEST(decoder_names, UNIT_ONE),
	UNIT_TEST(decoder_text, UNIT_ONE),
};

UNIT_MAIN("tandem_decoder", tests)
