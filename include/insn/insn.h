/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Length and flow class of RISC-V instructions: a trace encoder reports them,
 * and a decoder needs them to follow the program. RV32 and RV64, I, C, Zibi,
 * Zcmp and Zcmt; everything else falls through.
 */
#ifndef INSN_INSN_H
#define INSN_INSN_H

#include <base/types.h>

/** Longest encoding of the base ISA's scheme, in bytes. */
#define INSN_BYTES_MAX 24

/** Where execution goes after an instruction. */
enum insn_flow {
	INSN_LINEAR, /* to the next one */
	INSN_BRANCH, /* to the target or the next one (direct, conditional) */
	INSN_JUMP,   /* to the target: JAL, C.J, C.JAL, CM.JT, CM.JALT */
	INSN_JUMP_INDIRECT, /* to a register: JALR, C.JR, C.JALR, CM.POPRET* */
	INSN_TRAP_RETURN,   /* to an epc register: MRET, SRET, MNRET */
	INSN_TRAP,   /* to a handler, never retires: ECALL, EBREAK, C.EBREAK */
	INSN_CUSTOM, /* unknown: custom, reserved, longer than 32 bits */
};

/** Effect of a jump on a stack of return addresses. */
enum insn_link {
	INSN_LINK_NONE,
	INSN_LINK_CALL,	  /* push */
	INSN_LINK_RETURN, /* pop */
	INSN_LINK_SWAP,	  /* pop, then push: co-routine swap */
};

/**
 * The ingress port's instruction types, 4-bit codes (N-Trace 1.0, tables 2 to
 * 4). With the 3-bit codes 8, 10, 12, 13 and 14 are INSN_ITYPE_INDIRECT and 9,
 * 11 and 15 are INSN_ITYPE_NONE.
 */
enum insn_itype {
	INSN_ITYPE_NONE = 0,
	INSN_ITYPE_EXCEPTION = 1,
	INSN_ITYPE_INTERRUPT = 2,
	INSN_ITYPE_TRAP_RETURN = 3,
	INSN_ITYPE_BRANCH_NOT_TAKEN = 4,
	INSN_ITYPE_BRANCH_TAKEN = 5,
	INSN_ITYPE_INDIRECT = 6,
	INSN_ITYPE_CALL_INDIRECT = 8,
	INSN_ITYPE_CALL = 9,
	INSN_ITYPE_JUMP_INDIRECT = 10,
	INSN_ITYPE_JUMP = 11,
	INSN_ITYPE_SWAP = 12,
	INSN_ITYPE_RETURN = 13,
	INSN_ITYPE_OTHER_INDIRECT = 14,
	INSN_ITYPE_OTHER_JUMP = 15,
};

/** The hart's choices that give instruction bits their meaning. */
struct insn_isa {
	u8 xlen;   /* 32 or 64 */
	bool zcmp; /* CM.POPRET* in place of C.FSDSP */
	bool zcmt; /* CM.JT and CM.JALT in place of C.FSDSP */
	bool zcb;  /* insn_expand() knows it */
};

/** One instruction; registers and imm only where a flow class uses them. */
struct insn {
	u8 bytes;	  /* length: 2, 4, or more */
	u8 flow;	  /* enum insn_flow */
	u8 link;	  /* enum insn_link */
	u8 rd;		  /* destination of jumps, LUI, AUIPC */
	u8 rs1;		  /* base register of JALR, C.JR, C.JALR */
	bool constant;	  /* LUI, C.LUI: rd = imm; AUIPC: rd = pc + imm */
	bool pc_relative; /* the constant, or the target, is pc + imm */
	bool table; /* CM.JT, CM.JALT: imm is the index of the table entry */
	s64 imm;    /* offset, constant or index */
};

/**
 * Length of an instruction in bytes, of its lowest 16 bits
 * (unprivileged ISA, "Expanded Instruction-Length Encoding").
 * @return 2, 4, 6, 8 up to INSN_BYTES_MAX; 2 for the all-zeros and the
 *	reserved (192 bits or more) encodings, so that a reader gets past
 */
unsigned int insn_bytes(u16 parcel);

/**
 * Classify the instruction at code.
 * @param code bytes in memory order, no alignment needed
 * @param avail bytes that may be read at code
 * @param insn out: meaningful with true only
 * @return false when the instruction is longer than avail
 */
bool insn_decode(const u8 *code, size_t avail, const struct insn_isa *isa,
		 struct insn *insn);

/**
 * The 32-bit instruction that a 16-bit one stands for (unprivileged ISA, "C" and,
 * with isa->zcb, "Zcb"). Zcmp and Zcmt are ignored.
 * @return its encoding; 0: none, the encoding is reserved or of an extension
 */
u32 insn_expand(u16 code, const struct insn_isa *isa);

/**
 * Target of a direct branch or jump (not of CM.JT and CM.JALT), truncated to
 * XLEN bits.
 * @param insn flow is INSN_BRANCH or INSN_JUMP, and table is false
 */
u64 insn_target(const struct insn *insn, u64 pc, unsigned int xlen);

/**
 * Target of an indirect jump, if the instruction right before it loaded the
 * jump's register with a constant (N-Trace 1.0, Sequential Jump Optimization).
 * @param before the previous executed instruction, at before_pc
 * @param target out: meaningful with true only
 * @return false when this is no such pair
 */
bool insn_sequential_target(const struct insn *before, u64 before_pc,
			    const struct insn *jump, unsigned int xlen,
			    u64 *target);

/**
 * The ingress port's 4-bit code for a retired instruction. INSN_TRAP and
 * INSN_CUSTOM give INSN_ITYPE_NONE: only the hart knows if a trap or a jump
 * happened.
 * @param taken of a branch: true if it was taken
 */
enum insn_itype insn_itype(const struct insn *insn, bool taken);

#endif
