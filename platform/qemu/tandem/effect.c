// SPDX-License-Identifier: GPL-2.0-or-later
/* Destinations of instructions: unprivileged ISA, chapters of I, M, A, F, C. */
#include <insn/insn.h>
#include <insn/opcodes.h>
#include <tandem/tandem.h>

#include "effect.h"

static unsigned int bits(u32 word, unsigned int high, unsigned int low)
{
	return word >> low & ((1u << (high - low + 1)) - 1);
}

/* Values of bits 31 to 27 of OP-FP whose result is an integer. */
static bool fp_to_integer(unsigned int funct5)
{
	return funct5 == 0x14 || funct5 == 0x18 || funct5 == 0x1c;
}

static void decode_amo(struct effect *effect, u32 word)
{
	static const u8 amos[32] = {
		[0x00] = TANDEM_AMOADD,	 [0x01] = TANDEM_AMOSWAP,
		[0x04] = TANDEM_AMOXOR,	 [0x08] = TANDEM_AMOOR,
		[0x0c] = TANDEM_AMOAND,	 [0x10] = TANDEM_AMOMIN,
		[0x14] = TANDEM_AMOMAX,	 [0x18] = TANDEM_AMOMINU,
		[0x1c] = TANDEM_AMOMAXU,
	};
	unsigned int funct5 = bits(word, 31, 27);

	effect->rd = (u8)bits(word, 11, 7);
	effect->amo = amos[funct5];
	effect->memory = EFFECT_AMO;
	if (funct5 == 2)
		effect->memory = EFFECT_LR;
	else if (funct5 == 3)
		effect->memory = EFFECT_SC;
	if (effect->memory != EFFECT_AMO || effect->amo)
		return;
	/* The format has no code for compare-and-swap, which may have two
	 * results. */
	effect->flags |= EFFECT_ALL;
	effect->memory = EFFECT_LOAD_STORE;
}

static void decode_system(struct effect *effect, u32 word)
{
	unsigned int funct3 = bits(word, 14, 12);

	if (funct3)
		effect->rd = (u8)bits(word, 11, 7);
	if (funct3 & 3) {
		effect->flags |= EFFECT_CSR;
		effect->csr = (u16)bits(word, 31, 20);
		effect->rs1 = (u8)bits(word, 19, 15);
	} else if (funct3) {
		effect->memory = EFFECT_LOAD_STORE; /* HLV, HSV */
	}
}

static void decode_fp(struct effect *effect, u32 word)
{
	effect->flags |= EFFECT_FP;
	if (bits(word, 6, 0) == OPCODE_OP_FP &&
	    fp_to_integer(bits(word, 31, 27)))
		effect->rd = (u8)bits(word, 11, 7);
	else
		effect->frd = (u8)bits(word, 11, 7);
}

/* Widths of 1, 2, 4, 8 and 16 bytes are scalar, the others vector. */
static void decode_memory_fp(struct effect *effect, u32 word)
{
	unsigned int width = bits(word, 14, 12);

	effect->memory = EFFECT_LOAD_STORE;
	if (width < 1 || width > 4)
		effect->flags |= EFFECT_VECTOR;
	else if (bits(word, 6, 0) == OPCODE_LOAD_FP)
		decode_fp(effect, word);
}

static void decode_vector(struct effect *effect, u32 word)
{
	effect->flags |= EFFECT_VECTOR | EFFECT_FP;
	effect->rd = (u8)bits(word, 11, 7);
	effect->frd = effect->rd;
}

static void decode_word(struct effect *effect, u32 word)
{
	switch (bits(word, 6, 0)) {
	case OPCODE_LOAD:
		effect->memory = EFFECT_LOAD_STORE;
		effect->rd = (u8)bits(word, 11, 7);
		break;
	case OPCODE_OP_IMM:
	case OPCODE_AUIPC:
	case OPCODE_OP_IMM_32:
	case OPCODE_OP:
	case OPCODE_LUI:
	case OPCODE_OP_32:
	case OPCODE_JALR:
	case OPCODE_JAL:
		effect->rd = (u8)bits(word, 11, 7);
		break;
	case OPCODE_STORE:
		effect->memory = EFFECT_LOAD_STORE;
		break;
	case OPCODE_MISC_MEM:
		if (word >> 20 == 4 && bits(word, 14, 12) == 2)
			effect->memory = EFFECT_ZERO;
		break;
	case OPCODE_LOAD_FP:
	case OPCODE_STORE_FP:
		decode_memory_fp(effect, word);
		break;
	case OPCODE_AMO:
		decode_amo(effect, word);
		break;
	case OPCODE_MADD:
	case OPCODE_MSUB:
	case OPCODE_NMSUB:
	case OPCODE_NMADD:
	case OPCODE_OP_FP:
		decode_fp(effect, word);
		break;
	case OPCODE_OP_V:
		decode_vector(effect, word);
		break;
	case OPCODE_BRANCH:
		break;
	case OPCODE_SYSTEM:
		decode_system(effect, word);
		break;
	default:
		effect->flags |= EFFECT_ALL;
	}
}

/* C.FSDSP's code, which means another instruction with Zcmp or Zcmt */
static bool is_zcm(u32 word)
{
	return (word & 0xe003) == 0xa002;
}

static void decode_compressed(struct effect *effect, unsigned int xlen)
{
	const struct insn_isa isa = { .xlen = (u8)xlen, .zcb = true };
	u32 word = insn_expand((u16)effect->word, &isa);

	if (word)
		decode_word(effect, word);
	if (is_zcm(effect->word))
		effect->flags |= EFFECT_ZCMP;
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

void tandem_effect_decode(struct effect *effect, unsigned int xlen)
{
	effect->frd = EFFECT_NO_FRD;
	if (effect->bytes == 2)
		decode_compressed(effect, xlen);
	else
		decode_word(effect, effect->word);
	decode_next(effect, xlen);
}
