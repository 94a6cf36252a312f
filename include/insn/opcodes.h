/* SPDX-License-Identifier: BSD-2-Clause */
/* Major opcodes with their two lowest bits, and whole encodings of SYSTEM. */
#ifndef INSN_OPCODES_H
#define INSN_OPCODES_H

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

/** SYSTEM instructions that change the flow. */
enum insn_code {
	CODE_ECALL = 0x00000073,
	CODE_EBREAK = 0x00100073,
	CODE_SRET = 0x10200073,
	CODE_MRET = 0x30200073,
	CODE_MNRET = 0x70200073,
};

#endif
