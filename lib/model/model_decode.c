// SPDX-License-Identifier: BSD-2-Clause
/*
 * Decoding: rows of mask and match by major opcode (unprivileged ISA, "RV32/64G
 * Instruction Set Listings"), then the operands of the row's format.
 */
#include "model_decode.h"

static u32 bits(u32 word, unsigned int high, unsigned int low)
{
	return word >> low & (u32)bits_low64(high - low + 1);
}

static s32 imm_b(u32 word)
{
	return (s32)(-bits(word, 31, 31) << 12 | bits(word, 7, 7) << 11 |
		     bits(word, 30, 25) << 5 | bits(word, 11, 8) << 1);
}

static s32 imm_j(u32 word)
{
	return (s32)(-bits(word, 31, 31) << 20 | bits(word, 19, 12) << 12 |
		     bits(word, 20, 20) << 11 | bits(word, 30, 21) << 1);
}

/* The codes of tandem traces for AMOs, by funct5. */
static s32 imm_amo(u32 word)
{
	static const u8 kinds[32] = {
		[0] = MODEL_AMO_ADD,   [1] = MODEL_AMO_SWAP,
		[2] = MODEL_LR,	       [3] = MODEL_SC,
		[4] = MODEL_AMO_XOR,   [8] = MODEL_AMO_OR,
		[12] = MODEL_AMO_AND,  [16] = MODEL_AMO_MIN,
		[20] = MODEL_AMO_MAX,  [24] = MODEL_AMO_MINU,
		[28] = MODEL_AMO_MAXU,
	};
	unsigned int bytes = 1u << bits(word, 14, 12);

	return (s32)(kinds[bits(word, 31, 27)] | bytes << 8);
}

static s32 immediate(unsigned int format, u32 word)
{
	switch (format) {
	case FORMAT_I:
	case FORMAT_F_LOAD:
		return (s32)word >> 20;
	case FORMAT_SHIFT:
		return (s32)bits(word, 25, 20);
	case FORMAT_S:
		return ((s32)word >> 25) * 32 | (s32)bits(word, 11, 7);
	case FORMAT_B:
		return imm_b(word);
	case FORMAT_U:
		return (s32)(word & 0xfffff000);
	case FORMAT_J:
		return imm_j(word);
	case FORMAT_CSR:
	case FORMAT_CBO:
		return (s32)bits(word, 31, 20);
	case FORMAT_AMO:
		return imm_amo(word);
	case FORMAT_F:
	case FORMAT_F_TO_X:
		return (s32)bits(word, 14, 12);
	default:
		/* unseen: formats without an immediate: nobody reads it */
		return 0;
	}
}

static bool is_there(const struct model *m, const struct model_row *row,
		     u32 word)
{
	const struct model_config *config = &m->config;
	unsigned int run = config->xlen == 32 ? row->run32 : row->run64;

	if ((word & row->mask) != row->match || !run ||
	    !model_has_misa(m, row->misa) ||
	    (config->extensions & row->extensions) != row->extensions)
		return false;
	return row->format != FORMAT_SHIFT || config->xlen == 64 ||
	       !bits(word, 25, 25);
}

static const struct model_row *find(const struct model *m, u32 word)
{
	const struct model_rows *rows = model_rows[bits(word, 6, 2)];
	unsigned int i;

	if ((word & 3) != 3 || !rows)
		return NULL;
	for (i = 0; i < rows->count; i++)
		if (is_there(m, &rows->row[i], word))
			return &rows->row[i];
	return NULL;
}

static void operands(const struct model_row *row, u32 word, struct model_op *op)
{
	op->imm = immediate(row->format, word);
	op->rd = (u8)bits(word, 11, 7);
	op->rs1 = (u8)bits(word, 19, 15);
	op->rs2 = (u8)bits(word, 24, 20);
	if (row->format == FORMAT_CSR)
		op->rs2 = (u8)bits(word, 14, 12);
	if (!op->rd && row->format != FORMAT_F && row->format != FORMAT_F_LOAD)
		op->rd = MODEL_RD_NONE;
}

/* True for control transfers that a hart with CTR records. */
static bool is_transfer(unsigned int run)
{
	switch (run) {
	case RUN_jal:
	case RUN_jalr:
	case RUN_beq:
	case RUN_bne:
	case RUN_blt:
	case RUN_bge:
	case RUN_bltu:
	case RUN_bgeu:
	case RUN_mret:
	case RUN_sret:
		return true;
	default:
		return false;
	}
}

void model_decode(const struct model *m, u32 word, struct model_op *op)
{
	bool is_short = (word & 3) != 3;
	u32 full = is_short ? model_expand(m, word) : word;
	const struct model_row *row = find(m, full);

	*op = (struct model_op){ .word = word,
				 .run = RUN_illegal,
				 .rd = MODEL_RD_NONE,
				 .bytes = is_short ? 2 : 4 };
	if (!row)
		return;
	op->run = m->config.xlen == 32 ? row->run32 : row->run64;
	operands(row, full, op);
	if (model_has(m, MODEL_SSCTR) && is_transfer(op->run)) {
		op->recorded = (u8)op->run;
		op->run = RUN_recorded;
	}
}

void model_forget_decoded(struct model *m)
{
	unsigned int i;

	model_decode(m, 0, &m->decoded[0]);
	for (i = 1; i < MODEL_DECODED_ENTRIES; i++)
		m->decoded[i] = m->decoded[0];
}

static bool is_legal(struct model *m, u64 extensions, u32 insn)
{
	struct model_op op;

	m->config.extensions = extensions;
	model_decode(m, insn, &op);
	return op.run != RUN_illegal;
}

u64 model_missing(struct model *m, u32 insn)
{
	const u64 has = m->config.extensions;
	u64 needed = has, bit;

	if (!is_legal(m, has, insn) && is_legal(m, ~0ULL, insn)) {
		needed = ~0ULL;
		for (bit = BIT64(63); bit; bit >>= 1)
			if (!(has & bit) && is_legal(m, needed & ~bit, insn))
				needed &= ~bit;
	}
	m->config.extensions = has;
	return needed & ~has;
}
