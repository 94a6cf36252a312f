// SPDX-License-Identifier: BSD-2-Clause
/*
 * insn/insn.h. Classes of every 16-bit and of very many 32-bit encodings are
 * compared with rows of mask and match; offsets are compared with tables of
 * their bits.
 */
#include <insn/insn.h>

#include "unit.h"

enum {
	RV32 = 1,
	RV64 = 2,
	ZCMP = 4,
	ZCMT = 8,
	ANY = 0,
};

/* Encodings with (code & mask) == match; the first matching row applies. */
static const struct row {
	const char *name;
	u32 mask, match;
	u8 on, flow, link, rd, rs1; /* 255: the number in bits 11:7 (19:15) */
} rvc_rows[] = {
	{ "all zeros", 0xffff, 0, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "c.jal", 0xe003, 0x2001, RV32, INSN_JUMP, INSN_LINK_CALL, 1, 0 },
	{ "c.j", 0xe003, 0xa001, ANY, INSN_JUMP, 0, 0, 0 },
	{ "c.beqz", 0xe003, 0xc001, ANY, INSN_BRANCH, 0, 0, 0 },
	{ "c.bnez", 0xe003, 0xe001, ANY, INSN_BRANCH, 0, 0, 0 },
	{ "c.ebreak", 0xffff, 0x9002, ANY, INSN_TRAP, 0, 0, 0 },
	{ "reserved", 0xffff, 0x8002, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "c.jr ra", 0xffff, 0x8082, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_RETURN, 0, 1 },
	{ "c.jr t0", 0xffff, 0x8282, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_RETURN, 0, 5 },
	{ "c.jr", 0xf07f, 0x8002, ANY, INSN_JUMP_INDIRECT, 0, 0, 255 },
	{ "c.jalr t0", 0xffff, 0x9282, ANY, INSN_JUMP_INDIRECT, INSN_LINK_SWAP,
	  1, 5 },
	{ "c.jalr", 0xf07f, 0x9002, ANY, INSN_JUMP_INDIRECT, INSN_LINK_CALL, 1,
	  255 },
	{ "cm.jt", 0xff83, 0xa002, ZCMT, INSN_JUMP, 0, 0, 0 },
	{ "cm.jalt", 0xfc03, 0xa002, ZCMT, INSN_JUMP, INSN_LINK_CALL, 1, 0 },
	{ "cm.popretz, reserved", 0xffc3, 0xbc02, ZCMP, INSN_CUSTOM, 0, 0, 0 },
	{ "cm.popretz", 0xff03, 0xbc02, ZCMP, INSN_JUMP_INDIRECT,
	  INSN_LINK_RETURN, 0, 0 },
	{ "cm.popret, reserved", 0xffc3, 0xbe02, ZCMP, INSN_CUSTOM, 0, 0, 0 },
	{ "cm.popret", 0xff03, 0xbe02, ZCMP, INSN_JUMP_INDIRECT,
	  INSN_LINK_RETURN, 0, 0 },
	{ "any other", 0, 0, ANY, INSN_LINEAR, 0, 0, 0 },
}, rvi_rows[] = {
	{ "beqi", 0x707f, 0x2063, ANY, INSN_BRANCH, 0, 0, 0 },
	{ "bnei", 0x707f, 0x3063, ANY, INSN_BRANCH, 0, 0, 0 },
	{ "branch", 0x7f, 0x63, ANY, INSN_BRANCH, 0, 0, 0 },
	{ "jal ra", 0xfff, 0x0ef, ANY, INSN_JUMP, INSN_LINK_CALL, 1, 0 },
	{ "jal t0", 0xfff, 0x2ef, ANY, INSN_JUMP, INSN_LINK_CALL, 5, 0 },
	{ "jal", 0x7f, 0x6f, ANY, INSN_JUMP, 0, 255, 0 },
	{ "jalr ra, ra", 0xfffff, 0x080e7, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_CALL, 1, 1 },
	{ "jalr t0, t0", 0xfffff, 0x282e7, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_CALL, 5, 5 },
	{ "jalr ra, t0", 0xfffff, 0x280e7, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_SWAP, 1, 5 },
	{ "jalr t0, ra", 0xfffff, 0x082e7, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_SWAP, 5, 1 },
	{ "jalr ra", 0x7fff, 0x00e7, ANY, INSN_JUMP_INDIRECT, INSN_LINK_CALL,
	  1, 255 },
	{ "jalr t0", 0x7fff, 0x02e7, ANY, INSN_JUMP_INDIRECT, INSN_LINK_CALL,
	  5, 255 },
	{ "jalr x, ra", 0xff07f, 0x08067, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_RETURN, 255, 1 },
	{ "jalr x, t0", 0xff07f, 0x28067, ANY, INSN_JUMP_INDIRECT,
	  INSN_LINK_RETURN, 255, 5 },
	{ "jalr", 0x707f, 0x0067, ANY, INSN_JUMP_INDIRECT, 0, 255, 255 },
	{ "jalr, reserved", 0x7f, 0x67, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "lui", 0x7f, 0x37, ANY, INSN_LINEAR, 0, 255, 0 },
	{ "auipc", 0x7f, 0x17, ANY, INSN_LINEAR, 0, 255, 0 },
	{ "ecall", ~0u, 0x00000073, ANY, INSN_TRAP, 0, 0, 0 },
	{ "ebreak", ~0u, 0x00100073, ANY, INSN_TRAP, 0, 0, 0 },
	{ "sret", ~0u, 0x10200073, ANY, INSN_TRAP_RETURN, 0, 0, 0 },
	{ "mret", ~0u, 0x30200073, ANY, INSN_TRAP_RETURN, 0, 0, 0 },
	{ "mnret", ~0u, 0x70200073, ANY, INSN_TRAP_RETURN, 0, 0, 0 },
	{ "custom-0", 0x7f, 0x0b, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "custom-1", 0x7f, 0x2b, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "custom-2", 0x7f, 0x5b, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "custom-3", 0x7f, 0x7b, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "reserved", 0x7f, 0x6b, ANY, INSN_CUSTOM, 0, 0, 0 },
	{ "any other", 0, 0, ANY, INSN_LINEAR, 0, 0, 0 },
};

static const struct {
	struct insn_isa isa;
	u8 has;
} isas[] = {
	{ { .xlen = 32, .zcmp = false, .zcmt = false }, RV32 },
	{ { .xlen = 64, .zcmp = false, .zcmt = false }, RV64 },
	{ { .xlen = 32, .zcmp = true, .zcmt = false }, RV32 | ZCMP },
	{ { .xlen = 64, .zcmp = false, .zcmt = true }, RV64 | ZCMT },
	{ { .xlen = 32, .zcmp = true, .zcmt = true }, RV32 | ZCMP | ZCMT },
	{ { .xlen = 64, .zcmp = true, .zcmt = true }, RV64 | ZCMP | ZCMT },
};

static const struct row *find_row(const struct row *row, u32 code, u8 has)
{
	while ((code & row->mask) != row->match || (row->on & has) != row->on)
		row++;
	return row;
}

static struct insn decode(u32 code, const struct insn_isa *isa)
{
	const u8 bytes[] = { (u8)code, (u8)(code >> 8), (u8)(code >> 16),
			     (u8)(code >> 24) };
	struct insn insn;

	CHECK("is there", insn_decode(bytes, sizeof(bytes), isa, &insn));
	return insn;
}

static void check_row(const struct row *row, u32 code, unsigned int rs1_lsb,
		      const struct insn *insn)
{
	CHECK_EQ(row->name, insn->flow, row->flow);
	CHECK_EQ(row->name, insn->link, row->link);
	if (row->flow != INSN_LINEAR || row->rd)
		CHECK_EQ(row->name, insn->rd,
			 row->rd == 255 ? code >> 7 & 31 : row->rd);
	CHECK_EQ(row->name, insn->rs1,
		 row->rs1 == 255 ? code >> rs1_lsb & 31 : row->rs1);
}

static void insn_classes_16_bits(void)
{
	u32 code;
	size_t i;

	for (i = 0; i < array_size(isas); i++)
		for (code = 0; code <= 0xffff; code++) {
			struct insn insn;

			if ((code & 3) == 3)
				continue;
			insn = decode(code, &isas[i].isa);
			CHECK_EQ("16 bits", insn.bytes, 2);
			check_row(find_row(rvc_rows, code, isas[i].has), code,
				  7, &insn);
		}
}

/*
 * All values of the lower 20 bits, which have the opcodes, registers and
 * funct3.
 */
static void insn_classes_32_bits(void)
{
	u32 code;

	for (code = 0; code < 1u << 20; code++) {
		struct insn insn;

		if ((code & 3) != 3 || (code & 0x1f) == 0x1f)
			continue;
		insn = decode(code, &isas[1].isa);
		CHECK_EQ("32 bits", insn.bytes, 4);
		check_row(find_row(rvi_rows, code, RV64), code, 15, &insn);
	}
}

/* All of SYSTEM with rd, funct3 and rs1 of 0, which includes xRET and ECALL. */
static void insn_classes_system(void)
{
	u32 imm;

	for (imm = 0; imm < 1u << 12; imm++) {
		u32 code = imm << 20 | 0x73;
		struct insn insn = decode(code, &isas[0].isa);

		check_row(find_row(rvi_rows, code, RV32), code, 15, &insn);
	}
}

/* Place of bit n of an offset in the encoding. */
static const struct offset_row {
	const char *name;
	u32 code;
	u8 bits; /* number of bits of the offset, with its sign */
	u8 at[21];
} offset_rows[] = {
	{ "c.j", 0xa001, 12, { 0, 3, 4, 5, 11, 2, 7, 6, 9, 10, 8, 12 } },
	{ "c.beqz", 0xc001, 9, { 0, 3, 4, 10, 11, 2, 5, 6, 12 } },
	{ "c.bnez", 0xe001, 9, { 0, 3, 4, 10, 11, 2, 5, 6, 12 } },
	{ "beq", 0x63, 13, { 0, 8, 9, 10, 11, 25, 26, 27, 28, 29, 30, 7, 31 } },
	{ "jal", 0x6f, 21, { 0,	 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
			     20, 12, 13, 14, 15, 16, 17, 18, 19, 31 } },
};

static void check_offset(const struct offset_row *row, s64 offset,
			 unsigned int xlen)
{
	const struct insn_isa isa = { .xlen = (u8)xlen };
	u64 pc = 0x80000000, target = pc + (u64)offset;
	u32 code = row->code;
	struct insn insn;
	unsigned int bit;

	for (bit = 1; bit < row->bits; bit++)
		code |= (u32)((u64)offset >> bit & 1) << row->at[bit];
	insn = decode(code, &isa);
	CHECK_EQ(row->name, insn.imm, offset);
	CHECK(row->name, insn.pc_relative);
	CHECK_EQ(row->name, insn_target(&insn, pc, xlen), target);
	if (xlen == 32)
		CHECK_EQ(row->name, insn_target(&insn, 0, 32), (u32)offset);
}

static void insn_offsets(void)
{
	size_t i;
	s64 offset;

	for (i = 0; i < array_size(offset_rows); i++) {
		s64 limit = 1LL << (offset_rows[i].bits - 1);

		for (offset = -limit; offset < limit; offset += 2) {
			check_offset(&offset_rows[i], offset, 32);
			check_offset(&offset_rows[i], offset, 64);
		}
	}
}

/* c.jal has the offset of c.j, on RV32 only. */
static void insn_c_jal_or_c_addiw(void)
{
	struct insn jal = decode(0x2001 | 0x1ff8, &isas[0].isa);
	struct insn j = decode(0xa001 | 0x1ff8, &isas[0].isa);

	CHECK_EQ("c.jal", jal.imm, j.imm);
	CHECK_EQ("c.jal", insn_itype(&jal, false), INSN_ITYPE_CALL);
	CHECK_EQ("c.addiw", decode(0x2001, &isas[1].isa).flow, INSN_LINEAR);
}

static void insn_jump_tables(void)
{
	u32 index;

	for (index = 0; index < 256; index++) {
		struct insn insn = decode(0xa002 | index << 2, &isas[3].isa);

		CHECK("cm.jt", insn.table);
		CHECK_EQ("cm.jt", insn.imm, index);
		CHECK_EQ("cm.jt", insn_itype(&insn, false),
			 index < 32 ? INSN_ITYPE_JUMP : INSN_ITYPE_CALL);
	}
}

static void insn_lengths(void)
{
	static const struct {
		u16 parcel;
		u8 bytes;
	} rows[] = {
		{ 0x0000, 2 },	{ 0x0001, 2 },	{ 0xfffe, 2 },	{ 0x0003, 4 },
		{ 0xffef, 4 },	{ 0x001f, 6 },	{ 0xffdf, 6 },	{ 0x003f, 8 },
		{ 0xffbf, 8 },	{ 0x007f, 10 }, { 0x107f, 12 }, { 0x207f, 14 },
		{ 0x307f, 16 }, { 0x407f, 18 }, { 0x507f, 20 }, { 0xef7f, 22 },
		{ 0x707f, 2 },	{ 0xffff, 2 },
	};
	u8 code[INSN_BYTES_MAX] = { 0 };
	struct insn insn;
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		CHECK_EQ("parcel", insn_bytes(rows[i].parcel), rows[i].bytes);
		code[0] = (u8)rows[i].parcel;
		code[1] = (u8)(rows[i].parcel >> 8);
		CHECK("all of it",
		      insn_decode(code, rows[i].bytes, &isas[1].isa, &insn));
		CHECK_EQ("length", insn.bytes, rows[i].bytes);
		if (rows[i].bytes > 4 || (rows[i].parcel & 0x7f) == 0x7f)
			CHECK_EQ("unknown", insn.flow, INSN_CUSTOM);
		CHECK("cut", !insn_decode(code, rows[i].bytes - 1u,
					  &isas[1].isa, &insn));
	}
}

static void insn_sequential_pairs(void)
{
	static const struct {
		const char *name;
		u32 before, jump;
		u64 pc;
		u8 xlen;
		bool is;
		u64 target;
	} rows[] = {
		{ "auipc t1, jalr 16(t1)", 0x00001317, 0x010300e7, 0x80000000,
		  64, true, 0x80001010 },
		{ "lui a5, jr -2048(a5)", 0x800007b7, 0x80078067, 0x100, 64,
		  true, 0xffffffff7ffff800 },
		{ "the same on RV32", 0x800007b7, 0x80078067, 0x100, 32, true,
		  0x7ffff800 },
		{ "auipc wraps on RV32", 0xfffff317, 0x00030067, 0x100, 32,
		  true, 0xfffff100 },
		{ "c.lui a5, c.jr a5", 0x67fd, 0x8782, 0, 64, true, 0x1f000 },
		{ "c.lui a5 negative", 0x77fd, 0x8782, 0, 32, true,
		  0xfffff000 },
		{ "odd target", 0x00001317, 0x001300e7, 0x80000000, 64, true,
		  0x80001000 },
		{ "another register", 0x000013b7, 0x000300e7, 0, 64, false, 0 },
		{ "lui x0", 0x00001037, 0x00000067, 0, 64, false, 0 },
		{ "c.addi16sp", 0x717d, 0x8102, 0, 64, false, 0 },
		{ "no constant", 0x00100313, 0x000300e7, 0, 64, false, 0 },
		{ "no indirect jump", 0x00001317, 0x0000006f, 0, 64, false, 0 },
		{ "c.lui of 0", 0x6781, 0x8782, 0, 64, false, 0 },
	};
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		const struct insn_isa isa = { .xlen = rows[i].xlen };
		struct insn before = decode(rows[i].before, &isa);
		struct insn jump = decode(rows[i].jump, &isa);
		u64 target = 0;

		CHECK_EQ(rows[i].name,
			 insn_sequential_target(&before, rows[i].pc, &jump,
						rows[i].xlen, &target),
			 rows[i].is);
		CHECK_EQ(rows[i].name, target, rows[i].target);
	}
}

static void insn_itypes(void)
{
	static const struct {
		const char *name;
		u32 code;
		bool taken;
		u8 itype;
	} rows[] = {
		{ "add", 0x00000033, false, INSN_ITYPE_NONE },
		{ "beq", 0x00000063, true, INSN_ITYPE_BRANCH_TAKEN },
		{ "beq", 0x00000063, false, INSN_ITYPE_BRANCH_NOT_TAKEN },
		{ "jal ra", 0x000000ef, false, INSN_ITYPE_CALL },
		{ "jal x0", 0x0000006f, false, INSN_ITYPE_JUMP },
		{ "jal a0", 0x0000056f, false, INSN_ITYPE_OTHER_JUMP },
		{ "jalr ra, a0", 0x000500e7, false, INSN_ITYPE_CALL_INDIRECT },
		{ "ret", 0x00008067, false, INSN_ITYPE_RETURN },
		{ "jalr ra, t0", 0x000280e7, false, INSN_ITYPE_SWAP },
		{ "jr a0", 0x00050067, false, INSN_ITYPE_JUMP_INDIRECT },
		{ "jalr a0, a0", 0x00050567, false, INSN_ITYPE_OTHER_INDIRECT },
		{ "mret", 0x30200073, false, INSN_ITYPE_TRAP_RETURN },
		{ "ecall", 0x00000073, false, INSN_ITYPE_NONE },
		{ "custom-0", 0x0000000b, false, INSN_ITYPE_NONE },
		{ "c.j", 0xa001, false, INSN_ITYPE_JUMP },
		{ "c.jalr t0", 0x9282, false, INSN_ITYPE_SWAP },
		{ "cm.popret", 0xbe42, false, INSN_ITYPE_RETURN },
	};
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		struct insn insn = decode(rows[i].code, &isas[5].isa);

		CHECK_EQ(rows[i].name, insn_itype(&insn, rows[i].taken),
			 rows[i].itype);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(insn_classes_16_bits, UNIT_ONE),
	UNIT_TEST(insn_classes_32_bits, UNIT_ONE),
	UNIT_TEST(insn_classes_system, UNIT_ONE),
	UNIT_TEST(insn_offsets, UNIT_ONE),
	UNIT_TEST(insn_c_jal_or_c_addiw, UNIT_ONE),
	UNIT_TEST(insn_jump_tables, UNIT_ONE),
	UNIT_TEST(insn_lengths, UNIT_ONE),
	UNIT_TEST(insn_sequential_pairs, UNIT_ONE),
	UNIT_TEST(insn_itypes, UNIT_ONE),
};

UNIT_MAIN("insn", tests)
