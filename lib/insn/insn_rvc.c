// SPDX-License-Identifier: BSD-2-Clause
/* 16-bit instructions: C, and Zcmp and Zcmt in place of C.FSDSP. */
#include <insn/insn.h>

#include "insn_internal.h"

/* Quadrant (bits 1 and 0) and funct3 (bits 15 to 13) as one number. */
#define RVC(quadrant, funct3) ((quadrant) << 3 | (funct3))

/* Bits 12 to 8 of the two Zcmp instructions that jump. */
enum {
	CM_POPRETZ = 0x1c,
	CM_POPRET = 0x1e,
};
/* Register lists of Zcmp below this one are reserved. */
#define CM_RLIST_MIN 4
/* Entries of the jump table below this one are CM.JT's. */
#define CM_JALT_FIRST 32

static void insn_cj(u32 code, unsigned int rd, struct insn *insn)
{
	static const struct insn_part parts[] = {
		{ 12, 1, 11 }, { 8, 1, 10 }, { 9, 2, 8 },  { 6, 1, 7 },
		{ 7, 1, 6 },   { 2, 1, 5 },  { 11, 1, 4 }, { 3, 3, 1 },
	};

	insn->flow = INSN_JUMP;
	insn->rd = (u8)rd;
	insn->link = rd ? INSN_LINK_CALL : INSN_LINK_NONE;
	insn->pc_relative = true;
	insn->imm = insn_offset(code, parts, array_size(parts));
}

static void insn_cb(u32 code, struct insn *insn)
{
	static const struct insn_part parts[] = { { 12, 1, 8 },
						  { 5, 2, 6 },
						  { 2, 1, 5 },
						  { 10, 2, 3 },
						  { 3, 2, 1 } };

	insn->flow = INSN_BRANCH;
	insn->pc_relative = true;
	insn->imm = insn_offset(code, parts, array_size(parts));
}

/* C.LUI, unless rd makes it C.ADDI16SP or a hint, or imm a C.MOP. */
static void insn_clui(u32 code, struct insn *insn)
{
	unsigned int rd = insn_bits(code, 11, 7);
	u32 imm = insn_bits(code, 12, 12) << 17 | insn_bits(code, 6, 2) << 12;

	if (rd == 0 || rd == 2 || imm == 0)
		return;
	insn->rd = (u8)rd;
	insn->constant = true;
	insn->imm = insn_signed(imm, 18);
}

/* C.JR, C.JALR, C.EBREAK, C.MV, C.ADD */
static void insn_cr(u32 code, struct insn *insn)
{
	unsigned int rs1 = insn_bits(code, 11, 7);
	bool links = insn_bits(code, 12, 12);

	if (insn_bits(code, 6, 2))
		return;
	if (!rs1) {
		insn->flow = links ? INSN_TRAP : INSN_CUSTOM;
		return;
	}
	insn->flow = INSN_JUMP_INDIRECT;
	insn->rd = links;
	insn->rs1 = (u8)rs1;
	insn->link = (u8)insn_jalr_link(insn->rd, rs1);
}

static void insn_cm_table(u32 code, struct insn *insn)
{
	insn->flow = INSN_JUMP;
	insn->table = true;
	insn->imm = insn_bits(code, 9, 2);
	if (insn->imm < CM_JALT_FIRST)
		return;
	insn->rd = 1;
	insn->link = INSN_LINK_CALL;
}

/* The jump goes to what was loaded from the stack, so rs1 stays 0. */
static void insn_cm_pop(u32 code, struct insn *insn)
{
	unsigned int funct5 = insn_bits(code, 12, 8);

	if (funct5 != CM_POPRET && funct5 != CM_POPRETZ)
		return;
	if (insn_bits(code, 7, 4) < CM_RLIST_MIN) {
		insn->flow = INSN_CUSTOM;
		return;
	}
	insn->flow = INSN_JUMP_INDIRECT;
	insn->link = INSN_LINK_RETURN;
}

static void insn_cm(u32 code, const struct insn_isa *isa, struct insn *insn)
{
	if (insn_bits(code, 12, 10) == 0 && isa->zcmt)
		insn_cm_table(code, insn);
	else if (isa->zcmp)
		insn_cm_pop(code, insn);
}

void insn_decode_rvc(u16 code, const struct insn_isa *isa, struct insn *insn)
{
	switch (RVC(insn_bits(code, 1, 0), insn_bits(code, 15, 13))) {
	case RVC(0, 0):
		if (!code)
			insn->flow = INSN_CUSTOM;
		break;
	case RVC(3, 3): /* 192 bits or more */
	case RVC(3, 7):
		insn->flow = INSN_CUSTOM;
		break;
	case RVC(1, 1): /* C.ADDIW on RV64 */
		if (isa->xlen == 32)
			insn_cj(code, 1, insn);
		break;
	case RVC(1, 3):
		insn_clui(code, insn);
		break;
	case RVC(1, 5):
		insn_cj(code, 0, insn);
		break;
	case RVC(1, 6):
	case RVC(1, 7):
		insn_cb(code, insn);
		break;
	case RVC(2, 4):
		insn_cr(code, insn);
		break;
	case RVC(2, 5):
		insn_cm(code, isa, insn);
		break;
	default:
		break;
	}
}
