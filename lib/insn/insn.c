// SPDX-License-Identifier: BSD-2-Clause
/* Lengths of instructions, and facts that follow from a class. */
#include <insn/insn.h>

#include "insn_internal.h"

unsigned int insn_bytes(u16 parcel)
{
	unsigned int extra;

	if ((parcel & 0x3) != 0x3)
		return 2;
	if ((parcel & 0x1f) != 0x1f)
		return 4;
	if ((parcel & 0x3f) != 0x3f)
		return 6;
	if ((parcel & 0x7f) != 0x7f)
		return 8;
	extra = insn_bits(parcel, 14, 12);
	return extra == 7 ? 2 : 10 + 2 * extra;
}

bool insn_decode(const u8 *code, size_t avail, const struct insn_isa *isa,
		 struct insn *insn)
{
	u32 low;

	if (avail < 2)
		return false;
	low = code[0] | (u32)code[1] << 8;
	*insn = (struct insn){ .bytes = (u8)insn_bytes((u16)low) };
	if (insn->bytes > avail)
		return false;
	if (insn->bytes == 2)
		insn_decode_rvc((u16)low, isa, insn);
	else if (insn->bytes == 4)
		insn_decode_word(low | (u32)code[2] << 16 | (u32)code[3] << 24,
				 insn);
	else
		insn->flow = INSN_CUSTOM;
	return true;
}

static u64 truncate(u64 addr, unsigned int xlen)
{
	return xlen == 32 ? (u32)addr : addr;
}

u64 insn_target(const struct insn *insn, u64 pc, unsigned int xlen)
{
	return truncate(pc + (u64)insn->imm, xlen);
}

bool insn_sequential_target(const struct insn *before, u64 before_pc,
			    const struct insn *jump, unsigned int xlen,
			    u64 *target)
{
	u64 base = (u64)before->imm;

	if (!before->constant || jump->flow != INSN_JUMP_INDIRECT ||
	    jump->rs1 != before->rd)
		return false;
	if (before->pc_relative)
		base += before_pc;
	*target = truncate((base + (u64)jump->imm) & ~1ULL, xlen);
	return true;
}

static enum insn_itype jump_itype(const struct insn *insn)
{
	if (insn->link == INSN_LINK_CALL)
		return INSN_ITYPE_CALL;
	return insn->rd ? INSN_ITYPE_OTHER_JUMP : INSN_ITYPE_JUMP;
}

static enum insn_itype indirect_itype(const struct insn *insn)
{
	switch (insn->link) {
	case INSN_LINK_CALL:
		return INSN_ITYPE_CALL_INDIRECT;
	case INSN_LINK_RETURN:
		return INSN_ITYPE_RETURN;
	case INSN_LINK_SWAP:
		return INSN_ITYPE_SWAP;
	default:
		return insn->rd ? INSN_ITYPE_OTHER_INDIRECT :
				  INSN_ITYPE_JUMP_INDIRECT;
	}
}

enum insn_itype insn_itype(const struct insn *insn, bool taken)
{
	switch (insn->flow) {
	case INSN_BRANCH:
		return taken ? INSN_ITYPE_BRANCH_TAKEN :
			       INSN_ITYPE_BRANCH_NOT_TAKEN;
	case INSN_JUMP:
		return jump_itype(insn);
	case INSN_JUMP_INDIRECT:
		return indirect_itype(insn);
	case INSN_TRAP_RETURN:
		return INSN_ITYPE_TRAP_RETURN;
	default:
		return INSN_ITYPE_NONE;
	}
}
