// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of OP, OP-IMM and their 32-bit forms: I, M, B, Zicond, and the bit
 * manipulation of cryptography (Zbkb, Zbkc, Zbkx).
 */
#include "model_decode.h"

#define MUL MODEL_MISA('M')

/* clang-format off */
static const struct model_row op_rows[] = {
	{ 0xfe00707f, 0x00000033, FORMAT_R, RUN_add, RUN_addw, 0, 0 },
	{ 0xfe00707f, 0x40000033, FORMAT_R, RUN_sub, RUN_subw, 0, 0 },
	{ 0xfe00707f, 0x00001033, FORMAT_R, RUN_sll, RUN_sllw, 0, 0 },
	{ 0xfe00707f, 0x00002033, FORMAT_R, RUN_slt, RUN_slt, 0, 0 },
	{ 0xfe00707f, 0x00003033, FORMAT_R, RUN_sltu, RUN_sltu, 0, 0 },
	{ 0xfe00707f, 0x00004033, FORMAT_R, RUN_xor, RUN_xor, 0, 0 },
	{ 0xfe00707f, 0x00005033, FORMAT_R, RUN_srl, RUN_srlw, 0, 0 },
	{ 0xfe00707f, 0x40005033, FORMAT_R, RUN_sra, RUN_sraw, 0, 0 },
	{ 0xfe00707f, 0x00006033, FORMAT_R, RUN_or, RUN_or, 0, 0 },
	{ 0xfe00707f, 0x00007033, FORMAT_R, RUN_and, RUN_and, 0, 0 },
	{ 0xfe00707f, 0x02000033, FORMAT_R, RUN_mul, RUN_mulw, MUL, 0 },
	{ 0xfe00707f, 0x02001033, FORMAT_R, RUN_mulh, RUN_mulh32, MUL, 0 },
	{ 0xfe00707f, 0x02002033, FORMAT_R, RUN_mulhsu, RUN_mulhsu32, MUL, 0 },
	{ 0xfe00707f, 0x02003033, FORMAT_R, RUN_mulhu, RUN_mulhu32, MUL, 0 },
	{ 0xfe00707f, 0x02004033, FORMAT_R, RUN_div, RUN_divw, MUL, 0 },
	{ 0xfe00707f, 0x02005033, FORMAT_R, RUN_divu, RUN_divuw, MUL, 0 },
	{ 0xfe00707f, 0x02006033, FORMAT_R, RUN_rem, RUN_remw, MUL, 0 },
	{ 0xfe00707f, 0x02007033, FORMAT_R, RUN_remu, RUN_remuw, MUL, 0 },
	{ 0xfe00707f, 0x20002033, FORMAT_R, RUN_sh1add, RUN_sh1add, 0, MODEL_ZBA },
	{ 0xfe00707f, 0x20004033, FORMAT_R, RUN_sh2add, RUN_sh2add, 0, MODEL_ZBA },
	{ 0xfe00707f, 0x20006033, FORMAT_R, RUN_sh3add, RUN_sh3add, 0, MODEL_ZBA },
	{ 0xfe00707f, 0x40007033, FORMAT_R, RUN_andn, RUN_andn, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x40006033, FORMAT_R, RUN_orn, RUN_orn, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x40004033, FORMAT_R, RUN_xnor, RUN_xnor, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x0a004033, FORMAT_R, RUN_min, RUN_min, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x0a005033, FORMAT_R, RUN_minu, RUN_minu, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x0a006033, FORMAT_R, RUN_max, RUN_max, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x0a007033, FORMAT_R, RUN_maxu, RUN_maxu, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x60001033, FORMAT_R, RUN_rol, RUN_rol, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x60005033, FORMAT_R, RUN_ror, RUN_ror, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x08004033, FORMAT_R, 0, RUN_zext_h, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x0a001033, FORMAT_R, RUN_clmul, RUN_clmul, 0, MODEL_ZBC },
	{ 0xfe00707f, 0x0a002033, FORMAT_R, RUN_clmulr, RUN_clmulr, 0, MODEL_ZBC },
	{ 0xfe00707f, 0x0a003033, FORMAT_R, RUN_clmulh, RUN_clmulh, 0, MODEL_ZBC },
	{ 0xfe00707f, 0x48001033, FORMAT_R, RUN_bclr, RUN_bclr, 0, MODEL_ZBS },
	{ 0xfe00707f, 0x48005033, FORMAT_R, RUN_bext, RUN_bext, 0, MODEL_ZBS },
	{ 0xfe00707f, 0x68001033, FORMAT_R, RUN_binv, RUN_binv, 0, MODEL_ZBS },
	{ 0xfe00707f, 0x28001033, FORMAT_R, RUN_bset, RUN_bset, 0, MODEL_ZBS },
	{ 0xfe00707f, 0x0e005033, FORMAT_R, RUN_czero_eqz, RUN_czero_eqz, 0, MODEL_ZICOND },
	{ 0xfe00707f, 0x0e007033, FORMAT_R, RUN_czero_nez, RUN_czero_nez, 0, MODEL_ZICOND },
	{ 0xfe00707f, 0x40007033, FORMAT_R, RUN_andn, RUN_andn, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x40006033, FORMAT_R, RUN_orn, RUN_orn, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x40004033, FORMAT_R, RUN_xnor, RUN_xnor, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x60001033, FORMAT_R, RUN_rol, RUN_rol, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x60005033, FORMAT_R, RUN_ror, RUN_ror, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x0a001033, FORMAT_R, RUN_clmul, RUN_clmul, 0, MODEL_ZBKC },
	{ 0xfe00707f, 0x0a003033, FORMAT_R, RUN_clmulh, RUN_clmulh, 0, MODEL_ZBKC },
	{ 0xfe00707f, 0x08004033, FORMAT_R, RUN_pack, RUN_pack, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x08007033, FORMAT_R, RUN_packh, RUN_packh, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x28002033, FORMAT_R, RUN_xperm4, RUN_xperm4, 0, MODEL_ZBKX },
	{ 0xfe00707f, 0x28004033, FORMAT_R, RUN_xperm8, RUN_xperm8, 0, MODEL_ZBKX },
};

static const struct model_row op_imm_rows[] = {
	{ 0x0000707f, 0x00000013, FORMAT_I, RUN_addi, RUN_addiw, 0, 0 },
	{ 0x0000707f, 0x00002013, FORMAT_I, RUN_slti, RUN_slti, 0, 0 },
	{ 0x0000707f, 0x00003013, FORMAT_I, RUN_sltiu, RUN_sltiu, 0, 0 },
	{ 0x0000707f, 0x00004013, FORMAT_I, RUN_xori, RUN_xori, 0, 0 },
	{ 0x0000707f, 0x00006013, FORMAT_I, RUN_ori, RUN_ori, 0, 0 },
	{ 0x0000707f, 0x00007013, FORMAT_I, RUN_andi, RUN_andi, 0, 0 },
	{ 0xfc00707f, 0x00001013, FORMAT_SHIFT, RUN_slli, RUN_slliw, 0, 0 },
	{ 0xfc00707f, 0x00005013, FORMAT_SHIFT, RUN_srli, RUN_srliw, 0, 0 },
	{ 0xfc00707f, 0x40005013, FORMAT_SHIFT, RUN_srai, RUN_sraiw, 0, 0 },
	{ 0xfff0707f, 0x60001013, FORMAT_I, RUN_clz, RUN_clz, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x60101013, FORMAT_I, RUN_ctz, RUN_ctz, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x60201013, FORMAT_I, RUN_cpop, RUN_cpop, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x60401013, FORMAT_I, RUN_sext_b, RUN_sext_b, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x60501013, FORMAT_I, RUN_sext_h, RUN_sext_h, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x28705013, FORMAT_I, RUN_orc_b, RUN_orc_b, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x6b805013, FORMAT_I, RUN_rev8, 0, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x69805013, FORMAT_I, 0, RUN_rev8, 0, MODEL_ZBB },
	{ 0xfc00707f, 0x60005013, FORMAT_SHIFT, RUN_rori, RUN_rori, 0, MODEL_ZBB },
	{ 0xfc00707f, 0x48001013, FORMAT_SHIFT, RUN_bclri, RUN_bclri, 0, MODEL_ZBS },
	{ 0xfc00707f, 0x48005013, FORMAT_SHIFT, RUN_bexti, RUN_bexti, 0, MODEL_ZBS },
	{ 0xfc00707f, 0x68001013, FORMAT_SHIFT, RUN_binvi, RUN_binvi, 0, MODEL_ZBS },
	{ 0xfc00707f, 0x28001013, FORMAT_SHIFT, RUN_bseti, RUN_bseti, 0, MODEL_ZBS },
	{ 0xfff0707f, 0x6b805013, FORMAT_I, RUN_rev8, 0, 0, MODEL_ZBKB },
	{ 0xfff0707f, 0x69805013, FORMAT_I, 0, RUN_rev8, 0, MODEL_ZBKB },
	{ 0xfc00707f, 0x60005013, FORMAT_SHIFT, RUN_rori, RUN_rori, 0, MODEL_ZBKB },
	{ 0xfff0707f, 0x68705013, FORMAT_I, RUN_brev8, RUN_brev8, 0, MODEL_ZBKB },
	{ 0xfff0707f, 0x08f01013, FORMAT_I, 0, RUN_zip, 0, MODEL_ZBKB },
	{ 0xfff0707f, 0x08f05013, FORMAT_I, 0, RUN_unzip, 0, MODEL_ZBKB },
};

static const struct model_row op_32_rows[] = {
	{ 0xfe00707f, 0x0000003b, FORMAT_R, RUN_addw, 0, 0, 0 },
	{ 0xfe00707f, 0x4000003b, FORMAT_R, RUN_subw, 0, 0, 0 },
	{ 0xfe00707f, 0x0000103b, FORMAT_R, RUN_sllw, 0, 0, 0 },
	{ 0xfe00707f, 0x0000503b, FORMAT_R, RUN_srlw, 0, 0, 0 },
	{ 0xfe00707f, 0x4000503b, FORMAT_R, RUN_sraw, 0, 0, 0 },
	{ 0xfe00707f, 0x0200003b, FORMAT_R, RUN_mulw, 0, MUL, 0 },
	{ 0xfe00707f, 0x0200403b, FORMAT_R, RUN_divw, 0, MUL, 0 },
	{ 0xfe00707f, 0x0200503b, FORMAT_R, RUN_divuw, 0, MUL, 0 },
	{ 0xfe00707f, 0x0200603b, FORMAT_R, RUN_remw, 0, MUL, 0 },
	{ 0xfe00707f, 0x0200703b, FORMAT_R, RUN_remuw, 0, MUL, 0 },
	{ 0xfe00707f, 0x0800003b, FORMAT_R, RUN_add_uw, 0, 0, MODEL_ZBA },
	{ 0xfe00707f, 0x2000203b, FORMAT_R, RUN_sh1add_uw, 0, 0, MODEL_ZBA },
	{ 0xfe00707f, 0x2000403b, FORMAT_R, RUN_sh2add_uw, 0, 0, MODEL_ZBA },
	{ 0xfe00707f, 0x2000603b, FORMAT_R, RUN_sh3add_uw, 0, 0, MODEL_ZBA },
	{ 0xfe00707f, 0x6000103b, FORMAT_R, RUN_rolw, 0, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x6000503b, FORMAT_R, RUN_rorw, 0, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x0800403b, FORMAT_R, RUN_zext_h, 0, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x6000103b, FORMAT_R, RUN_rolw, 0, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x6000503b, FORMAT_R, RUN_rorw, 0, 0, MODEL_ZBKB },
	{ 0xfe00707f, 0x0800403b, FORMAT_R, RUN_packw, 0, 0, MODEL_ZBKB },
};

static const struct model_row op_imm_32_rows[] = {
	{ 0x0000707f, 0x0000001b, FORMAT_I, RUN_addiw, 0, 0, 0 },
	{ 0xfe00707f, 0x0000101b, FORMAT_SHIFT, RUN_slliw, 0, 0, 0 },
	{ 0xfe00707f, 0x0000501b, FORMAT_SHIFT, RUN_srliw, 0, 0, 0 },
	{ 0xfe00707f, 0x4000501b, FORMAT_SHIFT, RUN_sraiw, 0, 0, 0 },
	{ 0xfc00707f, 0x0800101b, FORMAT_SHIFT, RUN_slli_uw, 0, 0, MODEL_ZBA },
	{ 0xfff0707f, 0x6000101b, FORMAT_I, RUN_clzw, 0, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x6010101b, FORMAT_I, RUN_ctzw, 0, 0, MODEL_ZBB },
	{ 0xfff0707f, 0x6020101b, FORMAT_I, RUN_cpopw, 0, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x6000501b, FORMAT_SHIFT, RUN_roriw, 0, 0, MODEL_ZBB },
	{ 0xfe00707f, 0x6000501b, FORMAT_SHIFT, RUN_roriw, 0, 0, MODEL_ZBKB },
};

/* clang-format on */

const struct model_rows model_rows_op = MODEL_ROWS(op_rows);
const struct model_rows model_rows_op_imm = MODEL_ROWS(op_imm_rows);
const struct model_rows model_rows_op_32 = MODEL_ROWS(op_32_rows);
const struct model_rows model_rows_op_imm_32 = MODEL_ROWS(op_imm_32_rows);
