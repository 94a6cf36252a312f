/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Major opcodes with their two lowest bits, whole encodings of SYSTEM, and the
 * fields of an encoding of 32 bits.
 */
#ifndef INSN_OPCODES_H
#define INSN_OPCODES_H

#include <base/types.h>

/** Unprivileged ISA, "RISC-V base opcode map". */
enum insn_opcode {
	OPCODE_LOAD = 0x03,
	OPCODE_LOAD_FP = 0x07,
	OPCODE_CUSTOM_0 = 0x0b,
	OPCODE_MISC_MEM = 0x0f,
	OPCODE_OP_IMM = 0x13,
	OPCODE_AUIPC = 0x17,
	OPCODE_OP_IMM_32 = 0x1b,
	OPCODE_STORE = 0x23,
	OPCODE_STORE_FP = 0x27,
	OPCODE_CUSTOM_1 = 0x2b,
	OPCODE_AMO = 0x2f,
	OPCODE_OP = 0x33,
	OPCODE_LUI = 0x37,
	OPCODE_OP_32 = 0x3b,
	OPCODE_MADD = 0x43,
	OPCODE_MSUB = 0x47,
	OPCODE_NMSUB = 0x4b,
	OPCODE_NMADD = 0x4f,
	OPCODE_OP_FP = 0x53,
	OPCODE_OP_V = 0x57,
	OPCODE_CUSTOM_2 = 0x5b,
	OPCODE_BRANCH = 0x63,
	OPCODE_JALR = 0x67,
	OPCODE_RESERVED = 0x6b,
	OPCODE_JAL = 0x6f,
	OPCODE_SYSTEM = 0x73,
	OPCODE_CUSTOM_3 = 0x7b,
};

/** SYSTEM instructions that change the flow, and the one that waits. */
enum insn_code {
	CODE_ECALL = 0x00000073,
	CODE_EBREAK = 0x00100073,
	CODE_SRET = 0x10200073,
	CODE_WFI = 0x10500073,
	CODE_MRET = 0x30200073,
	CODE_MNRET = 0x70200073,
};

/** funct3 of LOAD, STORE and AMO for 32 bits, and of LWU. */
enum insn_width {
	INSN_WIDTH_W = 2,
	INSN_WIDTH_WU = 6,
};

/** @return the major opcode, see enum insn_opcode */
static inline u32 insn_opcode(u32 word)
{
	return word & 0x7f;
}

static inline u32 insn_funct3(u32 word)
{
	return word >> 12 & 7;
}

/** Numbers of registers, where the encoding has them. */
static inline u32 insn_rd(u32 word)
{
	return word >> 7 & 31;
}

static inline u32 insn_rs1(u32 word)
{
	return word >> 15 & 31;
}

static inline u32 insn_rs2(u32 word)
{
	return word >> 20 & 31;
}

/** True for an instruction that accesses a CSR, of the number insn_csr(). */
static inline bool insn_is_csr(u32 word)
{
	return insn_opcode(word) == OPCODE_SYSTEM && (insn_funct3(word) & 3);
}

static inline u16 insn_csr(u32 word)
{
	return (u16)(word >> 20);
}

/** True for SFENCE.VMA and SINVAL.VMA. */
static inline bool insn_is_fence_vma(u32 word)
{
	return (word & 0xfa007fff) == 0x12000073;
}

/** True for SC of any width. */
static inline bool insn_is_sc(u32 word)
{
	return insn_opcode(word) == OPCODE_AMO && word >> 27 == 3;
}

#endif
