/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Possible changes by an instruction, found once when it is translated: the
 * registers to look at after it, and its possible successors.
 */
#ifndef TANDEM_EFFECT_H
#define TANDEM_EFFECT_H

#include <base/types.h>

#define EFFECT_NO_FRD 0xff

enum effect_next {
	EFFECT_LINEAR,	 /* continues at the next instruction */
	EFFECT_BRANCH,	 /* at the target or the next instruction */
	EFFECT_JUMP,	 /* at the target */
	EFFECT_INDIRECT, /* at rs1 + offset */
	EFFECT_RETURN,	 /* MRET, SRET */
	EFFECT_TRAP,	 /* ECALL, EBREAK: at a handler */
	EFFECT_UNKNOWN,	 /* anywhere */
};

enum effect_memory {
	EFFECT_NO_MEMORY,
	EFFECT_LOAD_STORE,
	EFFECT_LR,
	EFFECT_SC,
	EFFECT_AMO,
	EFFECT_ZERO, /* CBO.ZERO */
};

enum effect_flag {
	EFFECT_FP = 1,	/* it may raise flags and make the state dirty */
	EFFECT_CSR = 2, /* it reads or writes the CSR */
	EFFECT_ALL = 4, /* it may change any register */
	EFFECT_VECTOR = 8,
	EFFECT_ZCMP = 16, /* with Zcmp it may change any register */
};

struct effect {
	u64 pc;	    /* its address at translation, see tandem_pc_of() */
	u64 offset; /* from pc to the target; EFFECT_INDIRECT: from rs1 */
	u64 host;   /* its address in QEMU's memory, 0: not in memory */
	u32 word;
	u16 csr;
	u8 bytes;
	u8 next;   /* enum effect_next */
	u8 memory; /* enum effect_memory */
	u8 amo;	   /* enum tandem_mem of EFFECT_AMO */
	u8 flags;
	u8 rd;	    /* 0: none */
	u8 frd;	    /* EFFECT_NO_FRD: none */
	u8 rs1;	    /* EFFECT_INDIRECT */
	bool first; /* of a translation block */
};

/**
 * Decode the effect of an instruction.
 * @param effect	in: pc, word, bytes, host and first; out: the rest
 * @param xlen	32 or 64
 */
void tandem_effect_decode(struct effect *effect, unsigned int xlen);

struct qemu_plugin_insn;

/**
 * The effect of an instruction, during its translation.
 * @param first	it is the first of its block
 * @return valid for ever
 */
struct effect *tandem_effect_of(const struct qemu_plugin_insn *insn, bool first,
				unsigned int xlen);

#endif
