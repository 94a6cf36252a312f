// SPDX-License-Identifier: BSD-2-Clause
/*
 * C (unprivileged ISA, chapter "C"): each 16-bit instruction stands for a
 * 32-bit one, which this file composes. Hints are ordinary expansions.
 */
#include "model_internal.h"

enum {
	OP_LOAD = 0x03,
	OP_LOAD_FP = 0x07,
	OP_IMM = 0x13,
	OP_IMM_32 = 0x1b,
	OP_STORE = 0x23,
	OP_STORE_FP = 0x27,
	OP_OP = 0x33,
	OP_LUI = 0x37,
	OP_OP_32 = 0x3b,
	OP_BRANCH = 0x63,
	OP_JALR = 0x67,
	OP_JAL = 0x6f,
	EBREAK = 0x00100073,
	NOP = OP_IMM,
};

/* --- encoding ------------------------------------------------------------- */

static u32 r_type(u32 opcode, u32 funct3, u32 funct7, u32 rd, u32 rs1, u32 rs2)
{
	return opcode | rd << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20 |
	       funct7 << 25;
}

static u32 i_type(u32 opcode, u32 funct3, u32 rd, u32 rs1, u32 imm)
{
	return opcode | rd << 7 | funct3 << 12 | rs1 << 15 | imm << 20;
}

static u32 s_type(u32 opcode, u32 funct3, u32 rs1, u32 rs2, u32 imm)
{
	return r_type(opcode, funct3, imm >> 5 & 0x7f, imm & 0x1f, rs1, rs2);
}

static u32 b_type(u32 funct3, u32 rs1, u32 imm)
{
	return OP_BRANCH | (imm >> 11 & 1) << 7 | (imm >> 1 & 0xf) << 8 |
	       funct3 << 12 | rs1 << 15 | (imm >> 5 & 0x3f) << 25 |
	       (imm >> 12 & 1) << 31;
}

static u32 j_type(u32 rd, u32 imm)
{
	return OP_JAL | rd << 7 | (imm & 0xff000) | (imm >> 11 & 1) << 20 |
	       (imm >> 1 & 0x3ff) << 21 | (imm >> 20 & 1) << 31;
}

/* --- fields --------------------------------------------------------------- */

/* Bits high to low of c, shifted to position `to`. */
static u32 at(u32 c, unsigned int high, unsigned int low, unsigned int to)
{
	return (c >> low & (u32)bits_low64(high - low + 1)) << to;
}

static u32 full(u32 c, unsigned int low)
{
	return at(c, low + 4, low, 0);
}

/* One of the eight registers with a 3-bit number. */
static u32 popular(u32 c, unsigned int low)
{
	return 8 + at(c, low + 2, low, 0);
}

static u32 imm6(u32 c)
{
	return at(c, 6, 2, 0) | (c & 0x1000 ? ~0x1fu : 0);
}

static u32 imm_w(u32 c)
{
	return at(c, 12, 10, 3) | at(c, 6, 6, 2) | at(c, 5, 5, 6);
}

static u32 imm_d(u32 c)
{
	return at(c, 12, 10, 3) | at(c, 6, 5, 6);
}

static u32 imm_lwsp(u32 c)
{
	return at(c, 12, 12, 5) | at(c, 6, 4, 2) | at(c, 3, 2, 6);
}

static u32 imm_ldsp(u32 c)
{
	return at(c, 12, 12, 5) | at(c, 6, 5, 3) | at(c, 4, 2, 6);
}

static u32 imm_swsp(u32 c)
{
	return at(c, 12, 9, 2) | at(c, 8, 7, 6);
}

static u32 imm_sdsp(u32 c)
{
	return at(c, 12, 10, 3) | at(c, 9, 7, 6);
}

static u32 imm_j(u32 c)
{
	return at(c, 8, 8, 10) | at(c, 10, 9, 8) | at(c, 6, 6, 7) |
	       at(c, 7, 7, 6) | at(c, 2, 2, 5) | at(c, 11, 11, 4) |
	       at(c, 5, 3, 1) | (c & 0x1000 ? ~0x7ffu : 0);
}

static u32 imm_b(u32 c)
{
	return at(c, 6, 5, 6) | at(c, 2, 2, 5) | at(c, 11, 10, 3) |
	       at(c, 4, 3, 1) | (c & 0x1000 ? ~0xffu : 0);
}

/* --- Zcb ------------------------------------------------------------------- */

/* Bytes and half-words; bit 6 is part of a byte's offset, but of a half-word's
 * opcode. */
static u32 narrow_access(const struct model *m, u32 c)
{
	u32 rs1 = popular(c, 7), reg = popular(c, 2);
	u32 half = at(c, 5, 5, 1), byte = half | at(c, 6, 6, 0);

	if (!model_has(m, MODEL_ZCB))
		/* unseen: 1 is no 32-bit instruction, and as illegal as 0 */
		return 0;
	switch (at(c, 12, 10, 0)) {
	case 0:
		return i_type(OP_LOAD, 4, reg, rs1, byte);
	case 1:
		return i_type(OP_LOAD, c & 0x40 ? 1 : 5, reg, rs1, half);
	case 2:
		return s_type(OP_STORE, 0, rs1, reg, byte);
	case 3:
		return c & 0x40 ? 0 : s_type(OP_STORE, 1, rs1, reg, half);
	default:
		/* unseen: 1 is no 32-bit instruction, and as illegal as 0 */
		return 0;
	}
}

/* One register, extended or inverted. */
static u32 unary(u32 c, u32 rd, bool rv64)
{
	switch (at(c, 4, 2, 0)) {
	case 0:
		return i_type(OP_IMM, 7, rd, rd, 0xff);
	case 1:
		return i_type(OP_IMM, 1, rd, rd, 0x604);
	case 2:
		return r_type(rv64 ? OP_OP_32 : OP_OP, 4, 4, rd, rd, 0);
	case 3:
		return i_type(OP_IMM, 1, rd, rd, 0x605);
	case 4:
		return rv64 ? r_type(OP_OP_32, 0, 4, rd, rd, 0) : 0;
	case 5:
		return i_type(OP_IMM, 4, rd, rd, 0xfff);
	default:
		/* unseen: 1 is no 32-bit instruction, and as illegal as 0 */
		return 0;
	}
}

/* --- quadrants ------------------------------------------------------------ */

static u32 quadrant_0(const struct model *m, u32 c, bool rv64)
{
	u32 rd = popular(c, 2), rs1 = popular(c, 7);
	u32 imm = at(c, 12, 11, 4) | at(c, 10, 7, 6) | at(c, 6, 6, 2) |
		  at(c, 5, 5, 3);

	switch (c >> 13) {
	case 0:
		return imm ? i_type(OP_IMM, 0, rd, 2, imm) : 0;
	case 1:
		return i_type(OP_LOAD_FP, 3, rd, rs1, imm_d(c));
	case 2:
		return i_type(OP_LOAD, 2, rd, rs1, imm_w(c));
	case 3:
		return rv64 ? i_type(OP_LOAD, 3, rd, rs1, imm_d(c)) :
			      i_type(OP_LOAD_FP, 2, rd, rs1, imm_w(c));
	case 4:
		return narrow_access(m, c);
	case 5:
		return s_type(OP_STORE_FP, 3, rs1, rd, imm_d(c));
	case 6:
		return s_type(OP_STORE, 2, rs1, rd, imm_w(c));
	case 7:
		return rv64 ? s_type(OP_STORE, 3, rs1, rd, imm_d(c)) :
			      s_type(OP_STORE_FP, 2, rs1, rd, imm_w(c));
	default:
		/* unseen: 1 is no 32-bit instruction, and as illegal as 0 */
		return 0;
	}
}

/* C.ADDI16SP and C.LUI */
static u32 upper(const struct model *m, u32 c)
{
	u32 rd = full(c, 7);
	u32 imm = at(c, 6, 6, 4) | at(c, 2, 2, 5) | at(c, 5, 5, 6) |
		  at(c, 4, 3, 7) | (c & 0x1000 ? ~0x1ffu : 0);

	if (!imm6(c)) /* C.MOP.n, with n below 16 and odd */
		return model_has(m, MODEL_ZCMOP) && (rd & 0x11) == 1 ? NOP : 0;
	if (rd == 2)
		return i_type(OP_IMM, 0, 2, 2, imm);
	return OP_LUI | rd << 7 | imm6(c) << 12;
}

/* C.SUB to C.ADDW, C.MUL; the case is bits 12, 6 and 5. */
static u32 arithmetic(const struct model *m, u32 c, u32 rd, bool rv64)
{
	u32 rs2 = popular(c, 2);

	switch (at(c, 12, 12, 2) | at(c, 6, 5, 0)) {
	case 0:
		return r_type(OP_OP, 0, 0x20, rd, rd, rs2);
	case 1:
		return r_type(OP_OP, 4, 0, rd, rd, rs2);
	case 2:
		return r_type(OP_OP, 6, 0, rd, rd, rs2);
	case 3:
		return r_type(OP_OP, 7, 0, rd, rd, rs2);
	case 4:
		return rv64 ? r_type(OP_OP_32, 0, 0x20, rd, rd, rs2) : 0;
	case 5:
		return rv64 ? r_type(OP_OP_32, 0, 0, rd, rd, rs2) : 0;
	case 6:
		return model_has(m, MODEL_ZCB) ?
			       r_type(OP_OP, 0, 1, rd, rd, rs2) :
			       0;
	default:
		return model_has(m, MODEL_ZCB) ? unary(c, rd, rv64) : 0;
	}
}

/* On RV32 the decoder refuses shift amounts above 31, as for 32-bit
 * instructions. */
static u32 misc_alu(const struct model *m, u32 c, bool rv64)
{
	u32 rd = popular(c, 7), amount = imm6(c) & 0x3f;

	switch (at(c, 11, 10, 0)) {
	case 0:
		return i_type(OP_IMM, 5, rd, rd, amount);
	case 1:
		return i_type(OP_IMM, 5, rd, rd, 0x400 | amount);
	case 2:
		return i_type(OP_IMM, 7, rd, rd, imm6(c));
	default:
		return arithmetic(m, c, rd, rv64);
	}
}

static u32 quadrant_1(const struct model *m, u32 c, bool rv64)
{
	u32 rd = full(c, 7);

	switch (c >> 13) {
	case 0:
		return i_type(OP_IMM, 0, rd, rd, imm6(c));
	case 1:
		if (!rv64)
			return j_type(1, imm_j(c));
		return rd ? i_type(OP_IMM_32, 0, rd, rd, imm6(c)) : 0;
	case 2:
		return i_type(OP_IMM, 0, rd, 0, imm6(c));
	case 3:
		return upper(m, c);
	case 4:
		return misc_alu(m, c, rv64);
	case 5:
		return j_type(0, imm_j(c));
	case 6:
		return b_type(0, popular(c, 7), imm_b(c));
	default:
		return b_type(1, popular(c, 7), imm_b(c));
	}
}

/* C.JR, C.MV, C.EBREAK, C.JALR, C.ADD */
static u32 register_only(u32 c, u32 rd)
{
	u32 rs2 = full(c, 2);
	bool second = c & 0x1000;

	if (rs2)
		return r_type(OP_OP, 0, 0, rd, second ? rd : 0, rs2);
	if (!rd)
		return second ? EBREAK : 0;
	return i_type(OP_JALR, 0, second, rd, 0);
}

static u32 quadrant_2(u32 c, bool rv64)
{
	u32 rd = full(c, 7), rs2 = full(c, 2);

	switch (c >> 13) {
	case 0:
		return i_type(OP_IMM, 1, rd, rd, imm6(c) & 0x3f);
	case 1:
		return i_type(OP_LOAD_FP, 3, rd, 2, imm_ldsp(c));
	case 2:
		return rd ? i_type(OP_LOAD, 2, rd, 2, imm_lwsp(c)) : 0;
	case 3:
		if (!rv64)
			return i_type(OP_LOAD_FP, 2, rd, 2, imm_lwsp(c));
		return rd ? i_type(OP_LOAD, 3, rd, 2, imm_ldsp(c)) : 0;
	case 4:
		return register_only(c, rd);
	case 5:
		return s_type(OP_STORE_FP, 3, 2, rs2, imm_sdsp(c));
	case 6:
		return s_type(OP_STORE, 2, 2, rs2, imm_swsp(c));
	default:
		return rv64 ? s_type(OP_STORE, 3, 2, rs2, imm_sdsp(c)) :
			      s_type(OP_STORE_FP, 2, 2, rs2, imm_swsp(c));
	}
}

u32 model_expand(const struct model *m, u32 word)
{
	bool rv64 = m->config.xlen == 64;

	word &= 0xffff;
	if (!model_has_misa(m, MODEL_MISA('C')))
		/* unseen: 1 is no 32-bit instruction, and as illegal as 0 */
		return 0;
	switch (word & 3) {
	case 0:
		return quadrant_0(m, word, rv64);
	case 1:
		return quadrant_1(m, word, rv64);
	default:
		return quadrant_2(word, rv64);
	}
}
