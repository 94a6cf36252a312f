/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Length and flow class of RISC-V instructions, as trace encoders and decoders
 * see them: RV32 and RV64, I, C, Zcmp and Zcmt.
 */
#ifndef HARTSCOPE_INSN_H
#define HARTSCOPE_INSN_H

#include <hartscope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where execution goes after an instruction. */
enum hartscope_flow {
	HARTSCOPE_FLOW_LINEAR = 0,	  /* to the next instruction */
	HARTSCOPE_FLOW_BRANCH = 1,	  /* to the target or the next one */
	HARTSCOPE_FLOW_JUMP = 2,	  /* to the target */
	HARTSCOPE_FLOW_JUMP_INDIRECT = 3, /* to a register's value */
	HARTSCOPE_FLOW_TRAP_RETURN = 4,	  /* MRET, SRET, MNRET */
	HARTSCOPE_FLOW_TRAP = 5,	  /* ECALL, EBREAK, C.EBREAK */
	HARTSCOPE_FLOW_CUSTOM = 6,	  /* unknown: custom or reserved */
};

/** Effect of a jump on a stack of return addresses. */
enum hartscope_link {
	HARTSCOPE_LINK_NONE = 0,
	HARTSCOPE_LINK_CALL = 1,   /* push */
	HARTSCOPE_LINK_RETURN = 2, /* pop */
	HARTSCOPE_LINK_SWAP = 3,   /* pop, then push */
};

/** One instruction. */
struct hartscope_insn {
	uint8_t bytes; /* length: 2, 4 or more */
	uint8_t flow;  /* enum hartscope_flow */
	uint8_t link;  /* enum hartscope_link */
	bool direct;   /* branch or jump with offset; else offset is 0 */
	uint8_t reserved[4];
	int64_t offset; /* bytes from this instruction to its target */
};

/**
 * Length of the instruction whose lowest 16 bits are given (unprivileged ISA,
 * "Expanded Instruction-Length Encoding").
 * @return 2, 4, 6, 8, up to 24 bytes; 2 for reserved encodings
 */
unsigned int hartscope_insn_bytes(uint16_t parcel);

/**
 * Classify the instruction at code.
 * @param code bytes in memory order, of any alignment
 * @param avail number of bytes that may be read at code
 * @param insn out: undefined where false is returned
 * @return false if the instruction has more than avail bytes
 */
bool hartscope_insn_decode(const uint8_t *code, size_t avail,
			   const struct hartscope_isa *isa,
			   struct hartscope_insn *insn);

/**
 * The 32-bit instruction that a compressed one stands for (unprivileged ISA,
 * "C" and, with isa->zcb, "Zcb").
 * @return its encoding; 0 if the compressed encoding is reserved
 */
uint32_t hartscope_insn_expand(uint16_t code, const struct hartscope_isa *isa);

#ifdef __cplusplus
}
#endif

#endif
