// SPDX-License-Identifier: BSD-2-Clause
/*
 * RV32I and RV64I but for loads, stores and SYSTEM (unprivileged ISA, chapters
 * "RV32I" and "RV64I"), and Zicond.
 */
#include "model_runs.h"

/* Low 32 bits, in the form of x[]. */
static u64 word(u64 value)
{
	return (u64)(s64)(s32)value;
}

/* An operation with two registers. */
#define ALU(name, expression)                                   \
	MODEL_RUN(name)                                         \
	{                                                       \
		const u64 a = m->x[op->rs1], b = m->x[op->rs2]; \
                                                                \
		model_set_rd(m, op, s, (expression), 0);        \
	}

/* The same, and with an immediate. */
#define ALU_AND_IMM(name, name_imm, expression)                     \
	ALU(name, expression)                                       \
	MODEL_RUN(name_imm)                                         \
	{                                                           \
		const u64 a = m->x[op->rs1], b = (u64)(s64)op->imm; \
                                                                    \
		model_set_rd(m, op, s, (expression), 0);            \
	}

ALU_AND_IMM(add, addi, a + b)
ALU_AND_IMM(slt, slti, (s64)a < (s64)b)
ALU_AND_IMM(sltu, sltiu, a < b)
ALU_AND_IMM(xor, xori, a ^ b)
ALU_AND_IMM(or, ori, a | b)
ALU_AND_IMM(and, andi, a &b)
ALU_AND_IMM(sll, slli, a << (b & 63))
ALU_AND_IMM(srl, srli, a >> (b & 63))
ALU_AND_IMM(sra, srai, (u64)((s64)a >> (b & 63)))
ALU(sub, a - b)
ALU_AND_IMM(addw, addiw, word(a + b))
ALU_AND_IMM(sllw, slliw, word(a << (b & 31)))
ALU_AND_IMM(srlw, srliw, word((u32)a >> (b & 31)))
ALU_AND_IMM(sraw, sraiw, (u64)(s64)((s32)a >> (b & 31)))
ALU(subw, word(a - b))
ALU(czero_eqz, b ? a : 0)
ALU(czero_nez, b ? 0 : a)

/* May-be-operations without effect (Zimop) */
MODEL_RUN(mop)
{
	model_set_rd(m, op, s, 0, 0);
}

MODEL_RUN(lui)
{
	model_set_rd(m, op, s, (u64)(s64)op->imm, 0);
}

MODEL_RUN(auipc)
{
	model_set_rd(m, op, s, model_extend(m, m->pc + (u64)(s64)op->imm), 0);
}

/* Without C, an address that is no multiple of four is a misaligned target. */
static bool jump(struct model *m, struct model_step *s, u64 target)
{
	target &= m->mask;
	if (unlikely(target & 2) && !model_has_misa(m, MODEL_MISA('C'))) {
		model_trap(m, s, CAUSE_FETCH_MISALIGNED, target);
		return false;
	}
	s->next_pc = target;
	return true;
}

MODEL_RUN(jal)
{
	if (jump(m, s, m->pc + (u64)(s64)op->imm))
		model_set_rd(m, op, s, model_extend(m, m->pc + op->bytes), 0);
}

MODEL_RUN(jalr)
{
	if (jump(m, s, (m->x[op->rs1] + (u64)(s64)op->imm) & ~1ULL))
		model_set_rd(m, op, s, model_extend(m, m->pc + op->bytes), 0);
}

#define BRANCH(name, condition)                                 \
	MODEL_RUN(name)                                         \
	{                                                       \
		const u64 a = m->x[op->rs1], b = m->x[op->rs2]; \
                                                                \
		if (condition)                                  \
			jump(m, s, m->pc + (u64)(s64)op->imm);  \
	}

BRANCH(beq, a == b)
BRANCH(bne, a != b)
BRANCH(blt, (s64)a < (s64)b)
BRANCH(bge, (s64)a >= (s64)b)
BRANCH(bltu, a < b)
BRANCH(bgeu, a >= b)
