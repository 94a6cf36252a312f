// SPDX-License-Identifier: BSD-2-Clause
/* Rows of OP-FP, and of the four opcodes with three operands. */
#include "model_decode.h"

#define SINGLE MODEL_MISA('F')
#define WIDE MODEL_MISA('D')

/* clang-format off */
static const struct model_row float_rows[] = {
	{ 0xfe00007f, 0x00000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0xfe00007f, 0x08000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0xfe00007f, 0x10000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0xfe00007f, 0x18000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0xfff0007f, 0x58000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0xfe00707f, 0x20000053, FORMAT_F, RUN_fsgnj_s, RUN_fsgnj_s, SINGLE, 0 },
	{ 0xfe00707f, 0x20001053, FORMAT_F, RUN_fsgnj_s, RUN_fsgnj_s, SINGLE, 0 },
	{ 0xfe00707f, 0x20002053, FORMAT_F, RUN_fsgnj_s, RUN_fsgnj_s, SINGLE, 0 },
	{ 0xfe00707f, 0x28000053, FORMAT_F, RUN_fminmax_s, RUN_fminmax_s, SINGLE, 0 },
	{ 0xfe00707f, 0x28001053, FORMAT_F, RUN_fminmax_s, RUN_fminmax_s, SINGLE, 0 },
	{ 0xfe00707f, 0xa0000053, FORMAT_F_TO_X, RUN_fcmp_s, RUN_fcmp_s, SINGLE, 0 },
	{ 0xfe00707f, 0xa0001053, FORMAT_F_TO_X, RUN_fcmp_s, RUN_fcmp_s, SINGLE, 0 },
	{ 0xfe00707f, 0xa0002053, FORMAT_F_TO_X, RUN_fcmp_s, RUN_fcmp_s, SINGLE, 0 },
	{ 0xfff0007f, 0xc0000053, FORMAT_F_TO_X, RUN_fp_to_x, RUN_fp_to_x, SINGLE, 0 },
	{ 0xfff0007f, 0xc0100053, FORMAT_F_TO_X, RUN_fp_to_x, RUN_fp_to_x, SINGLE, 0 },
	{ 0xfff0007f, 0xc0200053, FORMAT_F_TO_X, RUN_fp_to_x, 0, SINGLE, 0 },
	{ 0xfff0007f, 0xc0300053, FORMAT_F_TO_X, RUN_fp_to_x, 0, SINGLE, 0 },
	{ 0xfff0007f, 0xd0000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0xfff0007f, 0xd0100053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0xfff0007f, 0xd0200053, FORMAT_F, RUN_fp_to_f, 0, SINGLE, 0 },
	{ 0xfff0007f, 0xd0300053, FORMAT_F, RUN_fp_to_f, 0, SINGLE, 0 },
	{ 0xfff0707f, 0xe0000053, FORMAT_F_TO_X, RUN_fmv_x_w, RUN_fmv_x_w, SINGLE, 0 },
	{ 0xfff0707f, 0xf0000053, FORMAT_F, RUN_fmv_w_x, RUN_fmv_w_x, SINGLE, 0 },
	{ 0xfff0707f, 0xe0001053, FORMAT_F_TO_X, RUN_fclass_s, RUN_fclass_s, SINGLE, 0 },
	{ 0xfe00007f, 0x02000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfe00007f, 0x0a000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfe00007f, 0x12000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfe00007f, 0x1a000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfff0007f, 0x5a000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfe00707f, 0x22000053, FORMAT_F, RUN_fsgnj_d, RUN_fsgnj_d, WIDE, 0 },
	{ 0xfe00707f, 0x22001053, FORMAT_F, RUN_fsgnj_d, RUN_fsgnj_d, WIDE, 0 },
	{ 0xfe00707f, 0x22002053, FORMAT_F, RUN_fsgnj_d, RUN_fsgnj_d, WIDE, 0 },
	{ 0xfe00707f, 0x2a000053, FORMAT_F, RUN_fminmax_d, RUN_fminmax_d, WIDE, 0 },
	{ 0xfe00707f, 0x2a001053, FORMAT_F, RUN_fminmax_d, RUN_fminmax_d, WIDE, 0 },
	{ 0xfe00707f, 0xa2000053, FORMAT_F_TO_X, RUN_fcmp_d, RUN_fcmp_d, WIDE, 0 },
	{ 0xfe00707f, 0xa2001053, FORMAT_F_TO_X, RUN_fcmp_d, RUN_fcmp_d, WIDE, 0 },
	{ 0xfe00707f, 0xa2002053, FORMAT_F_TO_X, RUN_fcmp_d, RUN_fcmp_d, WIDE, 0 },
	{ 0xfff0007f, 0xc2000053, FORMAT_F_TO_X, RUN_fp_to_x, RUN_fp_to_x, WIDE, 0 },
	{ 0xfff0007f, 0xc2100053, FORMAT_F_TO_X, RUN_fp_to_x, RUN_fp_to_x, WIDE, 0 },
	{ 0xfff0007f, 0xc2200053, FORMAT_F_TO_X, RUN_fp_to_x, 0, WIDE, 0 },
	{ 0xfff0007f, 0xc2300053, FORMAT_F_TO_X, RUN_fp_to_x, 0, WIDE, 0 },
	{ 0xfff0007f, 0xd2000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfff0007f, 0xd2100053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfff0007f, 0xd2200053, FORMAT_F, RUN_fp_to_f, 0, WIDE, 0 },
	{ 0xfff0007f, 0xd2300053, FORMAT_F, RUN_fp_to_f, 0, WIDE, 0 },
	{ 0xfff0707f, 0xe2000053, FORMAT_F_TO_X, RUN_fmv_x_d, 0, WIDE, 0 },
	{ 0xfff0707f, 0xf2000053, FORMAT_F, RUN_fmv_d_x, 0, WIDE, 0 },
	{ 0xfff0707f, 0xe2001053, FORMAT_F_TO_X, RUN_fclass_d, RUN_fclass_d, WIDE, 0 },
	{ 0xfff0007f, 0x40100053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
	{ 0xfff0007f, 0x42000053, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
};

static const struct model_row float_fused_rows[] = {
	{ 0x06000073, 0x00000043, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, SINGLE, 0 },
	{ 0x06000073, 0x02000043, FORMAT_F, RUN_fp_to_f, RUN_fp_to_f, WIDE, 0 },
};

/* clang-format on */

const struct model_rows model_rows_float = MODEL_ROWS(float_rows);
const struct model_rows model_rows_float_fused = MODEL_ROWS(float_fused_rows);
