// SPDX-License-Identifier: BSD-2-Clause
/* 32-bit instructions. */
#include "insn_internal.h"

static bool is_link(unsigned int reg)
{
	return reg == 1 || reg == 5;
}

static enum insn_link jalr_link(unsigned int rd, unsigned int rs1)
{
	if (!is_link(rd))
		return is_link(rs1) ? INSN_LINK_RETURN : INSN_LINK_NONE;
	return is_link(rs1) && rd != rs1 ? INSN_LINK_SWAP : INSN_LINK_CALL;
}

static void branch(u32 code, struct insn *insn)
{
	static const struct insn_part parts[] = {
		{ 31, 1, 12 }, { 7, 1, 11 }, { 25, 6, 5 }, { 8, 4, 1 }
	};

	/* All values of funct3: 2 and 3 are BEQI and BNEI (Zibi), with a
	 * constant for rs2 */
	insn->flow = INSN_BRANCH;
	insn->pc_relative = true;
	insn->imm = insn_offset(code, parts, array_size(parts));
}

static void jal(u32 code, struct insn *insn)
{
	static const struct insn_part parts[] = {
		{ 31, 1, 20 }, { 12, 8, 12 }, { 20, 1, 11 }, { 21, 10, 1 }
	};

	insn->flow = INSN_JUMP;
	insn->rd = (u8)insn_bits(code, 11, 7);
	insn->link = is_link(insn->rd) ? INSN_LINK_CALL : INSN_LINK_NONE;
	insn->pc_relative = true;
	insn->imm = insn_offset(code, parts, array_size(parts));
}

static void jalr(u32 code, struct insn *insn)
{
	if (insn_bits(code, 14, 12)) {
		insn->flow = INSN_CUSTOM;
		return;
	}
	insn->flow = INSN_JUMP_INDIRECT;
	insn->rd = (u8)insn_bits(code, 11, 7);
	insn->rs1 = (u8)insn_bits(code, 19, 15);
	insn->link = (u8)jalr_link(insn->rd, insn->rs1);
	insn->imm = insn_signed(insn_bits(code, 31, 20), 12);
}

static void upper(u32 code, bool pc_relative, struct insn *insn)
{
	insn->rd = (u8)insn_bits(code, 11, 7);
	insn->constant = insn->rd;
	insn->pc_relative = pc_relative;
	insn->imm = insn_signed(code & 0xfffff000, 32);
}

static void system_flow(u32 code, struct insn *insn)
{
	if (code == CODE_ECALL || code == CODE_EBREAK)
		insn->flow = INSN_TRAP;
	else if (code == CODE_MRET || code == CODE_SRET || code == CODE_MNRET)
		insn->flow = INSN_TRAP_RETURN;
}

void insn_decode_word(u32 code, struct insn *insn)
{
	switch (code & 0x7f) {
	case OPCODE_BRANCH:
		branch(code, insn);
		break;
	case OPCODE_JAL:
		jal(code, insn);
		break;
	case OPCODE_JALR:
		jalr(code, insn);
		break;
	case OPCODE_LUI:
		upper(code, false, insn);
		break;
	case OPCODE_AUIPC:
		upper(code, true, insn);
		/* unseen: behind AUIPC: system_flow() takes no instruction of
		 * this opcode */
		break;
	case OPCODE_SYSTEM:
		system_flow(code, insn);
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
