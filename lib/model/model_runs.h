/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that execute instructions, model_run_NAME each. Names are the
 * instructions'; RV32 uses those of RV64 that work on words, because x[] is
 * kept sign-extended. Names that end in 32 are for RV32 only.
 */
#ifndef MODEL_RUNS_H
#define MODEL_RUNS_H

#include "model_internal.h"

/* clang-format off */
#define MODEL_RUNS(RUN) \
	RUN(illegal) RUN(lui) RUN(auipc) RUN(jal) RUN(jalr) \
	RUN(beq) RUN(bne) RUN(blt) RUN(bge) RUN(bltu) RUN(bgeu) \
	RUN(lb) RUN(lh) RUN(lw) RUN(ld) RUN(lbu) RUN(lhu) RUN(lwu) \
	RUN(sb) RUN(sh) RUN(sw) RUN(sd) \
	RUN(addi) RUN(slti) RUN(sltiu) RUN(xori) RUN(ori) RUN(andi) \
	RUN(slli) RUN(srli) RUN(srai) \
	RUN(add) RUN(sub) RUN(sll) RUN(slt) RUN(sltu) RUN(xor) RUN(srl) \
	RUN(sra) RUN(or) RUN(and) \
	RUN(addiw) RUN(slliw) RUN(srliw) RUN(sraiw) \
	RUN(addw) RUN(subw) RUN(sllw) RUN(srlw) RUN(sraw) \
	RUN(mul) RUN(mulh) RUN(mulhsu) RUN(mulhu) \
	RUN(mulh32) RUN(mulhsu32) RUN(mulhu32) \
	RUN(div) RUN(divu) RUN(rem) RUN(remu) \
	RUN(mulw) RUN(divw) RUN(divuw) RUN(remw) RUN(remuw) \
	RUN(sh1add) RUN(sh2add) RUN(sh3add) \
	RUN(add_uw) RUN(sh1add_uw) RUN(sh2add_uw) RUN(sh3add_uw) RUN(slli_uw) \
	RUN(andn) RUN(orn) RUN(xnor) RUN(min) RUN(max) RUN(minu) RUN(maxu) \
	RUN(clz) RUN(ctz) RUN(cpop) RUN(clzw) RUN(ctzw) RUN(cpopw) \
	RUN(sext_b) RUN(sext_h) RUN(zext_h) RUN(orc_b) RUN(rev8) \
	RUN(rol) RUN(ror) RUN(rori) RUN(rolw) RUN(rorw) RUN(roriw) \
	RUN(pack) RUN(packh) RUN(packw) RUN(brev8) RUN(zip) RUN(unzip) \
	RUN(xperm4) RUN(xperm8) \
	RUN(clmul) RUN(clmulh) RUN(clmulr) \
	RUN(bclr) RUN(bext) RUN(binv) RUN(bset) \
	RUN(bclri) RUN(bexti) RUN(binvi) RUN(bseti) \
	RUN(czero_eqz) RUN(czero_nez) \
	RUN(lr) RUN(sc) RUN(amo) \
	RUN(nop) RUN(ecall) RUN(ebreak) RUN(mret) RUN(sret) RUN(wfi) RUN(wrs) \
	RUN(sfence_vma) RUN(sfence_inval) RUN(csr) RUN(cbo) \
	RUN(recorded) RUN(sctrclr) \
	RUN(flw) RUN(fld) RUN(fsw) RUN(fsd) \
	RUN(fmv_x_w) RUN(fmv_x_d) RUN(fmv_w_x) RUN(fmv_d_x) \
	RUN(fsgnj_s) RUN(fsgnj_d) RUN(fclass_s) RUN(fclass_d) \
	RUN(fcmp_s) RUN(fcmp_d) RUN(fminmax_s) RUN(fminmax_d) \
	RUN(fp_to_f) RUN(fp_to_x) \
	RUN(flh) RUN(fsh) RUN(fmv_x_h) RUN(fmv_h_x) RUN(fsgnj_h) RUN(fclass_h) \
	RUN(fcmp_h) RUN(fminmax_h) \
	RUN(fli) RUN(fround) RUN(fcvtmod) RUN(fmvh) RUN(fmvp) RUN(mop)
/* clang-format on */

#define MODEL_RUN_ENUM(name) RUN_##name,
enum model_run { MODEL_RUNS(MODEL_RUN_ENUM) RUN_COUNT };

#define MODEL_RUN(name)                                                   \
	void model_run_##name(struct model *m, const struct model_op *op, \
			      struct model_step *s)
#define MODEL_RUN_DECLARE(name) MODEL_RUN(name);
MODEL_RUNS(MODEL_RUN_DECLARE)

#endif
