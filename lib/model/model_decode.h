/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of instructions, by major opcode. */
#ifndef MODEL_DECODE_H
#define MODEL_DECODE_H

#include "model_runs.h"

/** Places of operands (unprivileged ISA, "Base Instruction Formats"). */
enum model_format {
	FORMAT_NONE,
	FORMAT_R,
	FORMAT_I,
	FORMAT_SHIFT, /* the amount is in imm, below XLEN */
	FORMAT_S,
	FORMAT_B,
	FORMAT_U,
	FORMAT_J,
	FORMAT_CSR,    /* imm: number, rs2: funct3 */
	FORMAT_AMO,    /* imm: kind and bytes */
	FORMAT_CBO,    /* imm: which */
	FORMAT_F,      /* rd is in f[], imm: funct3 */
	FORMAT_F_TO_X, /* imm: funct3 */
	FORMAT_F_LOAD,
};

struct model_row {
	u32 mask, match;
	u8 format; /* enum model_format */
	u8 run64;  /* enum model_run; 0: not with this XLEN */
	u8 run32;
	u32 misa;	/* letters, all needed */
	u64 extensions; /* enum model_extension, all needed */
};

struct model_rows {
	const struct model_row *row;
	unsigned int count;
};

/** By bits 6 to 2 of the instruction; several files define the rows. */
extern const struct model_rows *const model_rows[32];
extern const struct model_rows model_rows_op, model_rows_op_imm;
extern const struct model_rows model_rows_op_32, model_rows_op_imm_32;
extern const struct model_rows model_rows_amo, model_rows_system;
extern const struct model_rows model_rows_misc_mem, model_rows_float;
extern const struct model_rows model_rows_float_fused;

#define MODEL_ROWS(rows)               \
	{                              \
		rows, array_size(rows) \
	}

#endif
