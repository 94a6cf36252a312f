// SPDX-License-Identifier: BSD-2-Clause
/* 16-bit instructions: those that expand, and Zcmp and Zcmt. */
#include <insn/insn.h>

#include "insn_internal.h"

/* Quadrant (bits 1 and 0) and funct3 (bits 15 to 13) as one number. */
#define RVC(quadrant, funct3) ((quadrant) << 3 | (funct3))

/* Bits 12 to 8 of the two Zcmp instructions that jump. */
enum {
	CM_POPRETZ = 0x1c,
	CM_POPRET = 0x1e,
};
/* Reserved: a jump to x0 */
#define C_JR_X0 0x8002
/* Register lists of Zcmp below this one are reserved. */
#define CM_RLIST_MIN 4
/* Entries of the jump table below this one are CM.JT's. */
#define CM_JALT_FIRST 32

static void cm_table(u32 code, struct insn *insn)
{
	insn->flow = INSN_JUMP;
	insn->table = true;
	insn->imm = insn_bits(code, 9, 2);
	if (insn->imm < CM_JALT_FIRST)
		return;
	insn->rd = 1;
	insn->link = INSN_LINK_CALL;
}

/* The stack has the target, so rs1 stays 0. */
static void cm_pop(u32 code, struct insn *insn)
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

static void cm(u32 code, const struct insn_isa *isa, struct insn *insn)
{
	if (insn_bits(code, 12, 10) == 0 && isa->zcmt)
		cm_table(code, insn);
	else if (isa->zcmp)
		cm_pop(code, insn);
}

void insn_decode_rvc(u16 code, const struct insn_isa *isa, struct insn *insn)
{
	u32 word = insn_expand(code, isa);

	if ((isa->zcmp || isa->zcmt) &&
	    RVC(code & 3, insn_bits(code, 15, 13)) == RVC(2, 5))
		cm(code, isa, insn);
	else if (word)
		insn_decode_word(word, insn);
	else if (!code || code == C_JR_X0 || (code & 3) == 3)
		insn->flow = INSN_CUSTOM;
}
