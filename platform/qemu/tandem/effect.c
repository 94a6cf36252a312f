// SPDX-License-Identifier: GPL-2.0-or-later
/* Destinations of instructions: unprivileged ISA, chapters of I, M, A, F, C. */
#include <insn/insn.h>
#include <tandem/tandem.h>

#include "effect.h"

enum {
	OPCODE_LOAD = 0x03,
	OPCODE_LOAD_FP = 0x07,
	OPCODE_MISC_MEM = 0x0f,
	OPCODE_OP_IMM = 0x13,
	OPCODE_AUIPC = 0x17,
	OPCODE_OP_IMM_32 = 0x1b,
	OPCODE_STORE = 0x23,
	OPCODE_STORE_FP = 0x27,
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
	OPCODE_BRANCH = 0x63,
	OPCODE_JALR = 0x67,
	OPCODE_JAL = 0x6f,
	OPCODE_SYSTEM = 0x73,
};

static unsigned int bits(u32 word, unsigned int high, unsigned int low)
{
	return word >> low & ((1u << (high - low + 1)) - 1);
}

/* Where bits 31 to 27 of OP-FP say that the result is an integer. */
static bool fp_to_integer(unsigned int funct5)
{
	return funct5 == 0x14 || funct5 == 0x18 || funct5 == 0x1c;
}

static void decode_amo(struct effect *effect)
{
	static const u8 amos[32] = {
		[0x00] = TANDEM_AMOADD,	 [0x01] = TANDEM_AMOSWAP,
		[0x04] = TANDEM_AMOXOR,	 [0x08] = TANDEM_AMOOR,
		[0x0c] = TANDEM_AMOAND,	 [0x10] = TANDEM_AMOMIN,
		[0x14] = TANDEM_AMOMAX,	 [0x18] = TANDEM_AMOMINU,
		[0x1c] = TANDEM_AMOMAXU,
	};
	unsigned int funct5 = bits(effect->word, 31, 27);

	effect->rd = (u8)bits(effect->word, 11, 7);
	effect->amo = amos[funct5];
	effect->memory = EFFECT_AMO;
	if (funct5 == 2)
		effect->memory = EFFECT_LR;
	else if (funct5 == 3)
		effect->memory = EFFECT_SC;
	if (effect->memory != EFFECT_AMO || effect->amo)
		return;
	/* No code for compare-and-swap; it may have two results. */
	effect->flags |= EFFECT_ALL;
	effect->memory = EFFECT_LOAD_STORE;
}

static void decode_system(struct effect *effect)
{
	unsigned int funct3 = bits(effect->word, 14, 12);

	if (funct3)
		effect->rd = (u8)bits(effect->word, 11, 7);
	if (funct3 & 3) {
		effect->flags |= EFFECT_CSR;
		effect->csr = (u16)bits(effect->word, 31, 20);
		effect->rs1 = (u8)bits(effect->word, 19, 15);
	} else if (funct3) {
		effect->memory = EFFECT_LOAD_STORE; /* HLV, HSV */
	}
}

static void decode_fp(struct effect *effect)
{
	effect->flags |= EFFECT_FP;
	if (bits(effect->word, 6, 0) == OPCODE_OP_FP &&
	    fp_to_integer(bits(effect->word, 31, 27)))
		effect->rd = (u8)bits(effect->word, 11, 7);
	else
		effect->frd = (u8)bits(effect->word, 11, 7);
}

/* Widths of 1, 2, 4, 8 and 16 bytes are scalar, the others vector. */
static void decode_memory_fp(struct effect *effect)
{
	unsigned int width = bits(effect->word, 14, 12);

	effect->memory = EFFECT_LOAD_STORE;
	if (width < 1 || width > 4)
		effect->flags |= EFFECT_VECTOR;
	else if (bits(effect->word, 6, 0) == OPCODE_LOAD_FP)
		decode_fp(effect);
}

static void decode_vector(struct effect *effect)
{
	effect->flags |= EFFECT_VECTOR | EFFECT_FP;
	effect->rd = (u8)bits(effect->word, 11, 7);
	effect->frd = effect->rd;
}

static void decode_word(struct effect *effect)
{
	switch (bits(effect->word, 6, 0)) {
	case OPCODE_LOAD:
		effect->memory = EFFECT_LOAD_STORE;
		effect->rd = (u8)bits(effect->word, 11, 7);
		break;
	case OPCODE_OP_IMM:
	case OPCODE_AUIPC:
	case OPCODE_OP_IMM_32:
	case OPCODE_OP:
	case OPCODE_LUI:
	case OPCODE_OP_32:
	case OPCODE_JALR:
	case OPCODE_JAL:
		effect->rd = (u8)bits(effect->word, 11, 7);
		break;
	case OPCODE_STORE:
		effect->memory = EFFECT_LOAD_STORE;
		break;
	case OPCODE_MISC_MEM:
		if (effect->word >> 20 == 4 && bits(effect->word, 14, 12) == 2)
			effect->memory = EFFECT_ZERO;
		break;
	case OPCODE_LOAD_FP:
	case OPCODE_STORE_FP:
		decode_memory_fp(effect);
		break;
	case OPCODE_AMO:
		decode_amo(effect);
		break;
	case OPCODE_MADD:
	case OPCODE_MSUB:
	case OPCODE_NMSUB:
	case OPCODE_NMADD:
	case OPCODE_OP_FP:
		decode_fp(effect);
		break;
	case OPCODE_OP_V:
		decode_vector(effect);
		break;
	case OPCODE_BRANCH:
		break;
	case OPCODE_SYSTEM:
		decode_system(effect);
		break;
	default:
		effect->flags |= EFFECT_ALL;
	}
}

static void compressed_load(struct effect *effect, unsigned int rd, bool fp)
{
	effect->memory = EFFECT_LOAD_STORE;
	if (fp) {
		effect->frd = (u8)rd;
		effect->flags |= EFFECT_FP;
	} else {
		effect->rd = (u8)rd;
	}
}

/* The quadrant's two bits below funct3. */
enum {
	C_ADDI4SPN = 0x0,
	C_ADDI = 0x1,
	C_SLLI = 0x2,
	C_FLD = 0x4,
	C_JAL = 0x5, /* RV32; C.ADDIW */
	C_FLDSP = 0x6,
	C_LW = 0x8,
	C_LI = 0x9,
	C_LWSP = 0xa,
	C_LD = 0xc,   /* RV32: C.FLW */
	C_LUI = 0xd,  /* and C.ADDI16SP */
	C_LDSP = 0xe, /* RV32: C.FLWSP */
	C_ZCB = 0x10, /* loads and stores of Zcb */
	C_ALU = 0x11,
	C_JR = 0x12,	/* C.MV, C.JALR, C.ADD */
	C_FSDSP = 0x16, /* or Zcmp, Zcmt */
};

static void decode_jr(struct effect *effect)
{
	bool link = bits(effect->word, 12, 12);

	if (bits(effect->word, 6, 2))
		effect->rd = (u8)bits(effect->word, 11, 7);
	else
		effect->rd = link ? 1 : 0;
}

static void decode_compressed(struct effect *effect, unsigned int xlen)
{
	unsigned int rd = bits(effect->word, 11, 7);
	unsigned int rd_low = 8 + bits(effect->word, 4, 2);

	switch (bits(effect->word, 15, 13) << 2 | bits(effect->word, 1, 0)) {
	case C_ADDI4SPN:
		effect->rd = (u8)rd_low;
		break;
	case C_JAL:
		effect->rd = xlen == 32 ? 1 : (u8)rd;
		break;
	case C_ADDI:
	case C_LI:
	case C_LUI:
	case C_SLLI:
		effect->rd = (u8)rd;
		break;
	case C_ALU:
		effect->rd = (u8)(8 + bits(effect->word, 9, 7));
		break;
	case C_FLD:
		compressed_load(effect, rd_low, true);
		break;
	case C_FLDSP:
		compressed_load(effect, rd, true);
		break;
	case C_LW:
	case C_ZCB:
		compressed_load(effect, rd_low, false);
		break;
	case C_LWSP:
		compressed_load(effect, rd, false);
		break;
	case C_LD:
		compressed_load(effect, rd_low, xlen == 32);
		break;
	case C_LDSP:
		compressed_load(effect, rd, xlen == 32);
		break;
	case C_JR:
		decode_jr(effect);
		break;
	case C_FSDSP:
		effect->memory = EFFECT_LOAD_STORE;
		effect->flags |= EFFECT_ZCMP;
		break;
	default:
		/* Stores, C.J, C.BEQZ, C.BNEZ */
		effect->memory = EFFECT_LOAD_STORE;
	}
}

static void decode_next(struct effect *effect, unsigned int xlen)
{
	const struct insn_isa isa = { .xlen = (u8)xlen };
	struct insn insn = { .flow = INSN_CUSTOM };

	insn_decode((const u8 *)&effect->word, effect->bytes, &isa, &insn);
	switch (insn.flow) {
	case INSN_BRANCH:
	case INSN_JUMP:
		effect->next = insn.flow == INSN_JUMP ? EFFECT_JUMP :
							EFFECT_BRANCH;
		effect->offset = (u64)insn.imm;
		break;
	case INSN_JUMP_INDIRECT:
		effect->next = EFFECT_INDIRECT;
		effect->rs1 = insn.rs1;
		effect->offset = (u64)insn.imm;
		break;
	case INSN_TRAP_RETURN:
		effect->next = EFFECT_RETURN;
		break;
	case INSN_TRAP:
		effect->next = EFFECT_TRAP;
		break;
	case INSN_LINEAR:
		effect->next = EFFECT_LINEAR;
		break;
	default:
		effect->next = EFFECT_UNKNOWN;
	}
}

void effect_decode(struct effect *effect, unsigned int xlen)
{
	effect->frd = EFFECT_NO_FRD;
	if (effect->bytes == 2)
		decode_compressed(effect, xlen);
	else
		decode_word(effect);
	decode_next(effect, xlen);
}
