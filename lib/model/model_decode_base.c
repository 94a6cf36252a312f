// SPDX-License-Identifier: BSD-2-Clause
/* Rows of loads, stores, branches and jumps, and all rows by opcode. */
#include "model_decode.h"

/* clang-format off */
static const struct model_row load_rows[] = {
	{ 0x0000707f, 0x00000003, FORMAT_I, RUN_lb, RUN_lb, 0, 0 },
	{ 0x0000707f, 0x00001003, FORMAT_I, RUN_lh, RUN_lh, 0, 0 },
	{ 0x0000707f, 0x00002003, FORMAT_I, RUN_lw, RUN_lw, 0, 0 },
	{ 0x0000707f, 0x00004003, FORMAT_I, RUN_lbu, RUN_lbu, 0, 0 },
	{ 0x0000707f, 0x00005003, FORMAT_I, RUN_lhu, RUN_lhu, 0, 0 },
	{ 0x0000707f, 0x00003003, FORMAT_I, RUN_ld, 0, 0, 0 },
	{ 0x0000707f, 0x00006003, FORMAT_I, RUN_lwu, 0, 0, 0 },
};

static const struct model_row store_rows[] = {
	{ 0x0000707f, 0x00000023, FORMAT_S, RUN_sb, RUN_sb, 0, 0 },
	{ 0x0000707f, 0x00001023, FORMAT_S, RUN_sh, RUN_sh, 0, 0 },
	{ 0x0000707f, 0x00002023, FORMAT_S, RUN_sw, RUN_sw, 0, 0 },
	{ 0x0000707f, 0x00003023, FORMAT_S, RUN_sd, 0, 0, 0 },
};

static const struct model_row branch_rows[] = {
	{ 0x0000707f, 0x00000063, FORMAT_B, RUN_beq, RUN_beq, 0, 0 },
	{ 0x0000707f, 0x00001063, FORMAT_B, RUN_bne, RUN_bne, 0, 0 },
	{ 0x0000707f, 0x00004063, FORMAT_B, RUN_blt, RUN_blt, 0, 0 },
	{ 0x0000707f, 0x00005063, FORMAT_B, RUN_bge, RUN_bge, 0, 0 },
	{ 0x0000707f, 0x00006063, FORMAT_B, RUN_bltu, RUN_bltu, 0, 0 },
	{ 0x0000707f, 0x00007063, FORMAT_B, RUN_bgeu, RUN_bgeu, 0, 0 },
};

static const struct model_row load_fp_rows[] = {
	{ 0x0000707f, 0x00002007, FORMAT_F_LOAD, RUN_flw, RUN_flw, MODEL_MISA('F'), 0 },
	{ 0x0000707f, 0x00001007, FORMAT_F_LOAD, RUN_flh, RUN_flh, MODEL_MISA('F'), MODEL_ZFHMIN },
	{ 0x0000707f, 0x00003007, FORMAT_F_LOAD, RUN_fld, RUN_fld, MODEL_MISA('D'), 0 },
};

static const struct model_row store_fp_rows[] = {
	{ 0x0000707f, 0x00002027, FORMAT_S, RUN_fsw, RUN_fsw, MODEL_MISA('F'), 0 },
	{ 0x0000707f, 0x00001027, FORMAT_S, RUN_fsh, RUN_fsh, MODEL_MISA('F'), MODEL_ZFHMIN },
	{ 0x0000707f, 0x00003027, FORMAT_S, RUN_fsd, RUN_fsd, MODEL_MISA('D'), 0 },
};

static const struct model_row lui_rows[] = {
	{ 0x0000007f, 0x00000037, FORMAT_U, RUN_lui, RUN_lui, 0, 0 },
};

static const struct model_row auipc_rows[] = {
	{ 0x0000007f, 0x00000017, FORMAT_U, RUN_auipc, RUN_auipc, 0, 0 },
};

static const struct model_row jal_rows[] = {
	{ 0x0000007f, 0x0000006f, FORMAT_J, RUN_jal, RUN_jal, 0, 0 },
};

static const struct model_row jalr_rows[] = {
	{ 0x0000707f, 0x00000067, FORMAT_I, RUN_jalr, RUN_jalr, 0, 0 },
};

/* clang-format on */

static const struct model_rows load = MODEL_ROWS(load_rows);
static const struct model_rows store = MODEL_ROWS(store_rows);
static const struct model_rows branch = MODEL_ROWS(branch_rows);
static const struct model_rows load_fp = MODEL_ROWS(load_fp_rows);
static const struct model_rows store_fp = MODEL_ROWS(store_fp_rows);
static const struct model_rows lui = MODEL_ROWS(lui_rows);
static const struct model_rows auipc = MODEL_ROWS(auipc_rows);
static const struct model_rows jal = MODEL_ROWS(jal_rows);
static const struct model_rows jalr = MODEL_ROWS(jalr_rows);

const struct model_rows *const model_rows[32] = {
	[0x00] = &load,
	[0x01] = &load_fp,
	[0x03] = &model_rows_misc_mem,
	[0x04] = &model_rows_op_imm,
	[0x05] = &auipc,
	[0x06] = &model_rows_op_imm_32,
	[0x08] = &store,
	[0x09] = &store_fp,
	[0x0b] = &model_rows_amo,
	[0x0c] = &model_rows_op,
	[0x0d] = &lui,
	[0x0e] = &model_rows_op_32,
	[0x10] = &model_rows_float_fused,
	[0x11] = &model_rows_float_fused,
	[0x12] = &model_rows_float_fused,
	[0x13] = &model_rows_float_fused,
	[0x14] = &model_rows_float,
	[0x18] = &branch,
	[0x19] = &jalr,
	[0x1b] = &jal,
	[0x1c] = &model_rows_system,
};
