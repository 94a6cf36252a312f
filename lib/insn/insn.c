// SPDX-License-Identifier: BSD-2-Clause
/* Lengths, 32-bit instructions, and what follows from a class. */
#include <insn/insn.h>

#include "insn_internal.h"

/* Major opcodes with their two lowest bits (unprivileged ISA, opcode map). */
enum {
	OPCODE_CUSTOM_0 = 0x0b,
	OPCODE_AUIPC = 0x17,
	OPCODE_CUSTOM_1 = 0x2b,
	OPCODE_LUI = 0x37,
	OPCODE_CUSTOM_2 = 0x5b,
	OPCODE_BRANCH = 0x63,
	OPCODE_JALR = 0x67,
	OPCODE_RESERVED = 0x6b,
	OPCODE_JAL = 0x6f,
	OPCODE_SYSTEM = 0x73,
	OPCODE_CUSTOM_3 = 0x7b,
};

/* Whole encodings of SYSTEM that change the flow. */
enum {
	CODE_ECALL = 0x00000073,
	CODE_EBREAK = 0x00100073,
	CODE_SRET = 0x10200073,
	CODE_MRET = 0x30200073,
	CODE_MNRET = 0x70200073,
};

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

static bool insn_is_link(unsigned int reg)
{
	return reg == 1 || reg == 5;
}

enum insn_link insn_jalr_link(unsigned int rd, unsigned int rs1)
{
	if (!insn_is_link(rd))
		return insn_is_link(rs1) ? INSN_LINK_RETURN : INSN_LINK_NONE;
	return insn_is_link(rs1) && rd != rs1 ? INSN_LINK_SWAP : INSN_LINK_CALL;
}

s64 insn_offset(u32 code, const struct insn_part *part, unsigned int parts)
{
	u32 offset = 0;
	unsigned int i;

	for (i = 0; i < parts; i++)
		offset |= insn_bits(code, part[i].code_lsb + part[i].bits - 1u,
				    part[i].code_lsb)
			  << part[i].offset_lsb;
	return insn_signed(offset, part[0].offset_lsb + part[0].bits);
}

static void insn_branch(u32 code, struct insn *insn)
{
	static const struct insn_part parts[] = {
		{ 31, 1, 12 }, { 7, 1, 11 }, { 25, 6, 5 }, { 8, 4, 1 }
	};
	unsigned int funct3 = insn_bits(code, 14, 12);

	insn->flow = INSN_BRANCH;
	if (funct3 == 2 || funct3 == 3)
		insn->flow = INSN_CUSTOM;
	insn->pc_relative = true;
	insn->imm = insn_offset(code, parts, array_size(parts));
}

static void insn_jal(u32 code, struct insn *insn)
{
	static const struct insn_part parts[] = {
		{ 31, 1, 20 }, { 12, 8, 12 }, { 20, 1, 11 }, { 21, 10, 1 }
	};

	insn->flow = INSN_JUMP;
	insn->rd = (u8)insn_bits(code, 11, 7);
	insn->link = insn_is_link(insn->rd) ? INSN_LINK_CALL : INSN_LINK_NONE;
	insn->pc_relative = true;
	insn->imm = insn_offset(code, parts, array_size(parts));
}

static void insn_jalr(u32 code, struct insn *insn)
{
	if (insn_bits(code, 14, 12)) {
		insn->flow = INSN_CUSTOM;
		return;
	}
	insn->flow = INSN_JUMP_INDIRECT;
	insn->rd = (u8)insn_bits(code, 11, 7);
	insn->rs1 = (u8)insn_bits(code, 19, 15);
	insn->link = (u8)insn_jalr_link(insn->rd, insn->rs1);
	insn->imm = insn_signed(insn_bits(code, 31, 20), 12);
}

static void insn_upper(u32 code, bool pc_relative, struct insn *insn)
{
	insn->rd = (u8)insn_bits(code, 11, 7);
	insn->constant = insn->rd;
	insn->pc_relative = pc_relative;
	insn->imm = insn_signed(code & 0xfffff000, 32);
}

static void insn_system(u32 code, struct insn *insn)
{
	if (code == CODE_ECALL || code == CODE_EBREAK)
		insn->flow = INSN_TRAP;
	else if (code == CODE_MRET || code == CODE_SRET || code == CODE_MNRET)
		insn->flow = INSN_TRAP_RETURN;
}

static void insn_decode_32(u32 code, struct insn *insn)
{
	switch (code & 0x7f) {
	case OPCODE_BRANCH:
		insn_branch(code, insn);
		break;
	case OPCODE_JAL:
		insn_jal(code, insn);
		break;
	case OPCODE_JALR:
		insn_jalr(code, insn);
		break;
	case OPCODE_LUI:
		insn_upper(code, false, insn);
		break;
	case OPCODE_AUIPC:
		insn_upper(code, true, insn);
		break;
	case OPCODE_SYSTEM:
		insn_system(code, insn);
		break;
	case OPCODE_CUSTOM_0:
	case OPCODE_CUSTOM_1:
	case OPCODE_CUSTOM_2:
	case OPCODE_CUSTOM_3:
	case OPCODE_RESERVED:
		insn->flow = INSN_CUSTOM;
		break;
	default:
		break;
	}
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
		insn_decode_32(low | (u32)code[2] << 16 | (u32)code[3] << 24,
			       insn);
	else
		insn->flow = INSN_CUSTOM;
	return true;
}

static u64 insn_truncate(u64 addr, unsigned int xlen)
{
	return xlen == 32 ? (u32)addr : addr;
}

u64 insn_target(const struct insn *insn, u64 pc, unsigned int xlen)
{
	return insn_truncate(pc + (u64)insn->imm, xlen);
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
	*target = insn_truncate((base + (u64)jump->imm) & ~1ULL, xlen);
	return true;
}

static enum insn_itype insn_jump_itype(const struct insn *insn)
{
	if (insn->link == INSN_LINK_CALL)
		return INSN_ITYPE_CALL;
	return insn->rd ? INSN_ITYPE_OTHER_JUMP : INSN_ITYPE_JUMP;
}

static enum insn_itype insn_indirect_itype(const struct insn *insn)
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
		return insn_jump_itype(insn);
	case INSN_JUMP_INDIRECT:
		return insn_indirect_itype(insn);
	case INSN_TRAP_RETURN:
		return INSN_ITYPE_TRAP_RETURN;
	default:
		return INSN_ITYPE_NONE;
	}
}
