// SPDX-License-Identifier: BSD-2-Clause
/*
 * 16-bit instructions as the 32-bit ones that they stand for: unprivileged ISA,
 * "C" and "Zcb".
 */
#include <insn/insn.h>

#include "insn_internal.h"

/* Quadrant (bits 1 and 0) and funct3 (bits 15 to 13) as one number. */
#define RVC(quadrant, funct3) ((quadrant) << 3 | (funct3))

enum { WORD = 2, DOUBLE = 3 }; /* funct3 of loads and stores */

static const struct insn_part offset_word[] = { { 5, 1, 6 },
						{ 10, 3, 3 },
						{ 6, 1, 2 } };
static const struct insn_part offset_double[] = { { 5, 2, 6 }, { 10, 3, 3 } };
static const struct insn_part sp_load_word[] = { { 2, 2, 6 },
						 { 12, 1, 5 },
						 { 4, 3, 2 } };
static const struct insn_part sp_load_double[] = { { 2, 3, 6 },
						   { 12, 1, 5 },
						   { 5, 2, 3 } };
static const struct insn_part sp_store_word[] = { { 7, 2, 6 }, { 9, 4, 2 } };
static const struct insn_part sp_store_double[] = { { 7, 3, 6 }, { 10, 3, 3 } };

/* --- encodings of 32 bits --------------------------------------------------- */

static u32 r_type(u32 opcode, u32 funct3, u32 funct7, u32 rd, u32 rs1, u32 rs2)
{
	return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 |
	       opcode;
}

static u32 i_type(u32 opcode, u32 funct3, u32 rd, u32 rs1, s64 imm)
{
	return (u32)imm << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}

static u32 s_type(u32 opcode, u32 funct3, u32 rs1, u32 rs2, u32 imm)
{
	return r_type(opcode, funct3, imm >> 5 & 0x7f, imm & 0x1f, rs1, rs2);
}

static u32 jal(u32 code, u32 rd)
{
	static const struct insn_part parts[] = {
		{ 12, 1, 11 }, { 8, 1, 10 }, { 9, 2, 8 },  { 6, 1, 7 },
		{ 7, 1, 6 },   { 2, 1, 5 },  { 11, 1, 4 }, { 3, 3, 1 },
	};
	u32 imm = (u32)insn_offset(code, parts, array_size(parts));

	return insn_bits(imm, 20, 20) << 31 | insn_bits(imm, 10, 1) << 21 |
	       insn_bits(imm, 11, 11) << 20 | insn_bits(imm, 19, 12) << 12 |
	       rd << 7 | OPCODE_JAL;
}

static u32 branch(u32 code, u32 funct3)
{
	static const struct insn_part parts[] = { { 12, 1, 8 },
						  { 5, 2, 6 },
						  { 2, 1, 5 },
						  { 10, 2, 3 },
						  { 3, 2, 1 } };
	u32 imm = (u32)insn_offset(code, parts, array_size(parts));

	return insn_bits(imm, 12, 12) << 31 | insn_bits(imm, 10, 5) << 25 |
	       (8 + insn_bits(code, 9, 7)) << 15 | funct3 << 12 |
	       insn_bits(imm, 4, 1) << 8 | insn_bits(imm, 11, 11) << 7 |
	       OPCODE_BRANCH;
}

/* --- registers and immediates ----------------------------------------------- */

static u32 rd_of(u32 code)
{
	return insn_bits(code, 11, 7);
}

/* The register field at bits 4 to 2, from x8 on; high_of() has bits 9 to 7. */
static u32 low_of(u32 code)
{
	return 8 + insn_bits(code, 4, 2);
}

static u32 high_of(u32 code)
{
	return 8 + insn_bits(code, 9, 7);
}

static u32 shamt_of(u32 code)
{
	return insn_bits(code, 12, 12) << 5 | insn_bits(code, 6, 2);
}

static s64 imm_of(u32 code)
{
	return insn_signed(shamt_of(code), 6);
}

/* --- loads and stores ------------------------------------------------------- */

static u32 load(u32 opcode, u32 funct3, u32 code)
{
	u32 offset = funct3 == WORD ? insn_unsigned(code, offset_word, 3) :
				      insn_unsigned(code, offset_double, 2);

	return i_type(opcode, funct3, low_of(code), high_of(code), offset);
}

static u32 store(u32 opcode, u32 funct3, u32 code)
{
	u32 offset = funct3 == WORD ? insn_unsigned(code, offset_word, 3) :
				      insn_unsigned(code, offset_double, 2);

	return s_type(opcode, funct3, high_of(code), low_of(code), offset);
}

/* Integer loads into x0 are reserved. */
static u32 load_sp(u32 opcode, u32 funct3, u32 code)
{
	u32 offset = funct3 == WORD ? insn_unsigned(code, sp_load_word, 3) :
				      insn_unsigned(code, sp_load_double, 3);

	if (opcode == OPCODE_LOAD && !rd_of(code))
		return 0;
	return i_type(opcode, funct3, rd_of(code), 2, offset);
}

static u32 store_sp(u32 opcode, u32 funct3, u32 code)
{
	u32 offset = funct3 == WORD ? insn_unsigned(code, sp_store_word, 2) :
				      insn_unsigned(code, sp_store_double, 2);

	return s_type(opcode, funct3, 2, insn_bits(code, 6, 2), offset);
}

/* C.LBU, C.LHU, C.LH, C.SB, C.SH */
static u32 zcb_access(u32 code)
{
	u32 byte = insn_bits(code, 5, 5) << 1 | insn_bits(code, 6, 6);
	u32 half = insn_bits(code, 5, 5) << 1, bit_6 = insn_bits(code, 6, 6);

	switch (insn_bits(code, 12, 10)) {
	case 0:
		return i_type(OPCODE_LOAD, 4, low_of(code), high_of(code),
			      byte);
	case 1:
		return i_type(OPCODE_LOAD, bit_6 ? 1 : 5, low_of(code),
			      high_of(code), half);
	case 2:
		return s_type(OPCODE_STORE, 0, high_of(code), low_of(code),
			      byte);
	case 3:
		return bit_6 ? 0 :
			       s_type(OPCODE_STORE, 1, high_of(code),
				      low_of(code), half);
	default:
		return 0;
	}
}

/* --- arithmetic ------------------------------------------------------------- */

static u32 addi4spn(u32 code)
{
	static const struct insn_part parts[] = {
		{ 7, 4, 6 }, { 11, 2, 4 }, { 5, 1, 3 }, { 6, 1, 2 }
	};
	u32 imm = insn_unsigned(code, parts, array_size(parts));

	return imm ? i_type(OPCODE_OP_IMM, 0, low_of(code), 2, imm) : 0;
}

/* C.LUI, and C.ADDI16SP if rd is sp. Immediates of 0 are C.MOP. */
static u32 lui(u32 code)
{
	static const struct insn_part parts[] = {
		{ 12, 1, 9 }, { 3, 2, 7 }, { 5, 1, 6 }, { 2, 1, 5 }, { 6, 1, 4 }
	};

	if (!shamt_of(code))
		return 0;
	if (rd_of(code) == 2)
		return i_type(OPCODE_OP_IMM, 0, 2, 2,
			      insn_offset(code, parts, array_size(parts)));
	return (u32)imm_of(code) << 12 | rd_of(code) << 7 | OPCODE_LUI;
}

/* C.SRLI, C.SRAI, C.SLLI: RV32 has no shifts by 32 or more. */
static u32 shift(u32 code, u32 funct3, u32 rd, u32 arithmetic,
		 unsigned int xlen)
{
	if (xlen == 32 && shamt_of(code) > 31)
		return 0;
	return i_type(OPCODE_OP_IMM, funct3, rd, rd,
		      shamt_of(code) | arithmetic << 10);
}

/* C.ZEXT.B and similar */
static u32 zcb_unary(u32 code, unsigned int xlen)
{
	u32 rd = high_of(code);

	switch (insn_bits(code, 4, 2)) {
	case 0:
		return i_type(OPCODE_OP_IMM, 7, rd, rd, 0xff);
	case 1: /* SEXT.B */
		return i_type(OPCODE_OP_IMM, 1, rd, rd, 0x604);
	case 2: /* ZEXT.H */
		return r_type(xlen == 32 ? OPCODE_OP : OPCODE_OP_32, 4, 4, rd,
			      rd, 0);
	case 3: /* SEXT.H */
		return i_type(OPCODE_OP_IMM, 1, rd, rd, 0x605);
	case 4: /* ADD.UW */
		return xlen == 32 ? 0 : r_type(OPCODE_OP_32, 0, 4, rd, rd, 0);
	case 5:
		return i_type(OPCODE_OP_IMM, 4, rd, rd, -1);
	default:
		return 0;
	}
}

static u32 arithmetic(u32 code, const struct insn_isa *isa)
{
	static const u8 funct3[] = { 0, 4, 6, 7 }; /* SUB, XOR, OR, AND */
	u32 rd = high_of(code), op = insn_bits(code, 6, 5);

	if (!insn_bits(code, 12, 12))
		return r_type(OPCODE_OP, funct3[op], op ? 0 : 0x20, rd, rd,
			      low_of(code));
	if (op < 2 ? isa->xlen == 32 : !isa->zcb)
		return 0;
	if (op < 2) /* SUBW, ADDW */
		return r_type(OPCODE_OP_32, 0, op ? 0 : 0x20, rd, rd,
			      low_of(code));
	if (op == 2) /* MUL */
		return r_type(OPCODE_OP, 0, 1, rd, rd, low_of(code));
	return zcb_unary(code, isa->xlen);
}

static u32 misc_alu(u32 code, const struct insn_isa *isa)
{
	u32 rd = high_of(code);

	switch (insn_bits(code, 11, 10)) {
	case 0:
	case 1:
		return shift(code, 5, rd, insn_bits(code, 10, 10), isa->xlen);
	case 2:
		return i_type(OPCODE_OP_IMM, 7, rd, rd, imm_of(code));
	default:
		return arithmetic(code, isa);
	}
}

/* C.JR, C.JALR, C.EBREAK, C.MV, C.ADD */
static u32 jump_or_move(u32 code)
{
	u32 rd = rd_of(code), rs2 = insn_bits(code, 6, 2);
	u32 bit_12 = insn_bits(code, 12, 12);

	if (rs2)
		return r_type(OPCODE_OP, 0, 0, rd, bit_12 ? rd : 0, rs2);
	if (rd)
		return i_type(OPCODE_JALR, 0, bit_12, rd, 0);
	return bit_12 ? CODE_EBREAK : 0;
}

/* --- quadrants -------------------------------------------------------------- */

static u32 quadrant_0(u32 code, const struct insn_isa *isa)
{
	bool narrow = isa->xlen == 32;

	switch (insn_bits(code, 15, 13)) {
	case 0:
		return addi4spn(code);
	case 1:
		return load(OPCODE_LOAD_FP, DOUBLE, code);
	case 2:
		return load(OPCODE_LOAD, WORD, code);
	case 3:
		return narrow ? load(OPCODE_LOAD_FP, WORD, code) :
				load(OPCODE_LOAD, DOUBLE, code);
	case 4:
		return isa->zcb ? zcb_access(code) : 0;
	case 5:
		return store(OPCODE_STORE_FP, DOUBLE, code);
	case 6:
		return store(OPCODE_STORE, WORD, code);
	default:
		return narrow ? store(OPCODE_STORE_FP, WORD, code) :
				store(OPCODE_STORE, DOUBLE, code);
	}
}

static u32 quadrant_1(u32 code, const struct insn_isa *isa)
{
	u32 rd = rd_of(code);

	switch (insn_bits(code, 15, 13)) {
	case 0:
		return i_type(OPCODE_OP_IMM, 0, rd, rd, imm_of(code));
	case 1:
		if (isa->xlen == 32)
			return jal(code, 1);
		return rd ? i_type(OPCODE_OP_IMM_32, 0, rd, rd, imm_of(code)) :
			    0;
	case 2:
		return i_type(OPCODE_OP_IMM, 0, rd, 0, imm_of(code));
	case 3:
		return lui(code);
	case 4:
		return misc_alu(code, isa);
	case 5:
		return jal(code, 0);
	default:
		return branch(code, insn_bits(code, 13, 13));
	}
}

static u32 quadrant_2(u32 code, const struct insn_isa *isa)
{
	bool narrow = isa->xlen == 32;

	switch (insn_bits(code, 15, 13)) {
	case 0:
		return shift(code, 1, rd_of(code), 0, isa->xlen);
	case 1:
		return load_sp(OPCODE_LOAD_FP, DOUBLE, code);
	case 2:
		return load_sp(OPCODE_LOAD, WORD, code);
	case 3:
		return narrow ? load_sp(OPCODE_LOAD_FP, WORD, code) :
				load_sp(OPCODE_LOAD, DOUBLE, code);
	case 4:
		return jump_or_move(code);
	case 5:
		return store_sp(OPCODE_STORE_FP, DOUBLE, code);
	case 6:
		return store_sp(OPCODE_STORE, WORD, code);
	default:
		return narrow ? store_sp(OPCODE_STORE_FP, WORD, code) :
				store_sp(OPCODE_STORE, DOUBLE, code);
	}
}

u32 insn_expand(u16 code, const struct insn_isa *isa)
{
	switch (code & 3) {
	case 0:
		return quadrant_0(code, isa);
	case 1:
		return quadrant_1(code, isa);
	case 2:
		return quadrant_2(code, isa);
	default:
		return 0;
	}
}
