// SPDX-License-Identifier: BSD-2-Clause
/*
 * F and D (unprivileged ISA, chapters of these names): registers, instructions
 * on bits alone, and the choice of the arithmetic of an instruction.
 */
#include "model_fp.h"

enum {
	FRM_DYN = 7,
};

/* --- registers ------------------------------------------------------------ */

/* Bits of a register above a narrower number, all 1 */
static u64 nan_box(const struct model *m, const struct float_format *f)
{
	return bits_low64(m->config.flen) & ~bits_low64(f->bits);
}

u64 model_fp_get(const struct model *m, unsigned int reg,
		 const struct float_format *f)
{
	u64 value = m->f[reg], box = nan_box(m, f);

	return (value & box) == box ? value & ~box : f->canonical;
}

void model_fp_set(struct model *m, struct model_step *s, unsigned int rd,
		  u64 value, const struct float_format *f)
{
	struct model_write *write = &s->write[s->writes++];

	value |= nan_box(m, f);
	m->f[rd] = value;
	write->reg = (u16)(MODEL_F0 + rd);
	write->flags = 0;
	write->value = value;
	model_fs_dirty(m, s);
}

void model_fp_raise(struct model *m, struct model_step *s, u32 flags)
{
	if (!flags)
		return;
	m->fcsr |= flags;
	model_note(m, s, CSR_FCSR, m->fcsr, MODEL_IMPLICIT);
	model_fs_dirty(m, s);
}

/* Decoding gives an integer rd of these instructions as usual: 32 for x0. */
bool model_fp_is_off(struct model *m, struct model_step *s)
{
	if (model_fs_on(m))
		return false;
	model_illegal(m, s);
	return true;
}

const struct float_format *model_fp_format(unsigned int code)
{
	switch (code) {
	case 1:
		return &model_float_double;
	case 2:
		return &model_float_half;
	default:
		return &model_float_single;
	}
}

/* --- loads, stores, moves ------------------------------------------------- */

static void load(struct model *m, const struct model_op *op,
		 struct model_step *s, const struct float_format *f)
{
	u64 value, vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask;

	if (!model_fp_is_off(m, s) &&
	    model_load(m, s, vaddr, f->bits / 8u, &value))
		model_fp_set(m, s, op->rd, value, f);
}

static void store(struct model *m, const struct model_op *op,
		  struct model_step *s, const struct float_format *f)
{
	u64 vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask;

	if (!model_fp_is_off(m, s))
		model_store(m, s, vaddr, f->bits / 8u,
			    m->f[op->rs2] & bits_low64(f->bits));
}

static void move_to_x(struct model *m, const struct model_op *op,
		      struct model_step *s, const struct float_format *f)
{
	unsigned int above = 64u - f->bits;

	if (!model_fp_is_off(m, s))
		model_set_rd(m, op, s,
			     (u64)((s64)(m->f[op->rs1] << above) >> above), 0);
}

static void move_to_f(struct model *m, const struct model_op *op,
		      struct model_step *s, const struct float_format *f)
{
	if (!model_fp_is_off(m, s))
		model_fp_set(m, s, op->rd, m->x[op->rs1] & bits_low64(f->bits),
			     f);
}

/* --- operations on bits --------------------------------------------------- */

/* funct3 is in imm: FSGNJ, FSGNJN, FSGNJX. */
static void sign(struct model *m, const struct model_op *op,
		 struct model_step *s, const struct float_format *f)
{
	u64 a = model_fp_get(m, op->rs1, f), b = model_fp_get(m, op->rs2, f);

	if (model_fp_is_off(m, s))
		return;
	if (op->imm == 1)
		b = ~b;
	else if (op->imm == 2)
		b ^= a;
	model_fp_set(m, s, op->rd,
		     (a & ~float_sign_bit(f)) | (b & float_sign_bit(f)), f);
}

static void classify(struct model *m, const struct model_op *op,
		     struct model_step *s, const struct float_format *f)
{
	if (!model_fp_is_off(m, s))
		model_set_rd(m, op, s,
			     BIT64(model_float_class(
				     f, model_fp_get(m, op->rs1, f))),
			     0);
}

/* Order of numbers as two's complement, with both zeros alike. */
static s64 order(u64 a, const struct float_format *f)
{
	s64 size = (s64)(a & ~float_sign_bit(f));

	return a & float_sign_bit(f) ? -size : size;
}

/* funct3 is in imm: FLE, FLT, FEQ, FLEQ, FLTQ. FLE and FLT raise NV for quiet
 * NaNs, too. */
static void compare(struct model *m, const struct model_op *op,
		    struct model_step *s, const struct float_format *f)
{
	u64 a = model_fp_get(m, op->rs1, f), b = model_fp_get(m, op->rs2, f);
	bool nan = model_float_is_nan(f, a) || model_float_is_nan(f, b);
	bool signaling = model_float_is_signaling(f, a) ||
			 model_float_is_signaling(f, b);
	u64 result = 0;

	if (model_fp_is_off(m, s))
		return;
	if ((op->imm & 3) == 0)
		result = order(a, f) <= order(b, f);
	else if ((op->imm & 3) == 1)
		result = order(a, f) < order(b, f);
	else
		result = order(a, f) == order(b, f);
	model_set_rd(m, op, s, nan ? 0 : result, 0);
	model_fp_raise(m, s, signaling || (nan && op->imm < 2) ? FLOAT_NV : 0);
}

/* funct3 is in imm: FMIN, FMAX, FMINM, FMAXM. -0 is less than +0. */
static void extreme(struct model *m, const struct model_op *op,
		    struct model_step *s, const struct float_format *f)
{
	u64 a = model_fp_get(m, op->rs1, f), b = model_fp_get(m, op->rs2, f),
	    result;
	bool signaling = model_float_is_signaling(f, a) ||
			 model_float_is_signaling(f, b);
	bool less;

	if (model_fp_is_off(m, s))
		return;
	less = order(a, f) < order(b, f) ||
	       (order(a, f) == order(b, f) && a & float_sign_bit(f));
	if ((op->imm & 2 &&
	     (model_float_is_nan(f, a) || model_float_is_nan(f, b))) ||
	    (m->config.minmax_2008 && signaling))
		result = f->canonical;
	else if (model_float_is_nan(f, a))
		result = model_float_is_nan(f, b) ? f->canonical : b;
	else if (model_float_is_nan(f, b))
		result = a;
	else
		result = less == !(op->imm & 1) ? a : b;
	model_fp_set(m, s, op->rd, result, f);
	model_fp_raise(m, s, signaling ? FLOAT_NV : 0);
}

#define EACH(name_s, name_d, name_h, function)           \
	MODEL_RUN(name_s)                                \
	{                                                \
		function(m, op, s, &model_float_single); \
	}                                                \
	MODEL_RUN(name_d)                                \
	{                                                \
		function(m, op, s, &model_float_double); \
	}                                                \
	MODEL_RUN(name_h)                                \
	{                                                \
		function(m, op, s, &model_float_half);   \
	}

EACH(flw, fld, flh, load)
EACH(fsw, fsd, fsh, store)
EACH(fmv_x_w, fmv_x_d, fmv_x_h, move_to_x)
EACH(fmv_w_x, fmv_d_x, fmv_h_x, move_to_f)
EACH(fsgnj_s, fsgnj_d, fsgnj_h, sign)
EACH(fclass_s, fclass_d, fclass_h, classify)
EACH(fcmp_s, fcmp_d, fcmp_h, compare)
EACH(fminmax_s, fminmax_d, fminmax_h, extreme)

/* --- arithmetic ----------------------------------------------------------- */

/* Bits 31 to 27 of the instruction, OP-FP. */
enum {
	FADD = 0x00,
	FSUB = 0x01,
	FMUL = 0x02,
	FDIV = 0x03,
	FCVT_F_F = 0x08,
	FSQRT = 0x0b,
};

enum {
	OP_FP = 0x53,
	FUSED_ADDEND = 1 << 2,	/* negated: FMSUB, FNMADD */
	FUSED_PRODUCT = 1 << 3, /* negated: FNMSUB, FNMADD */
};

/* The rounding mode is in imm. 5 and 6 are reserved; 7 selects frm, and is
 * reserved there. */
bool model_fp_begin(struct model *m, const struct model_op *op,
		    struct model_step *s, struct float_context *c)
{
	u64 mode = (u64)op->imm;

	if (mode == FRM_DYN)
		mode = FIELD_GET(FCSR, FRM, m->fcsr);
	c->format = model_fp_format(op->word >> 25 & 3);
	c->rounding = (u8)mode;
	c->flags = 0;
	if (model_fs_on(m) && mode < 5)
		return true;
	model_illegal(m, s);
	return false;
}

static u64 fused(struct model *m, const struct model_op *op,
		 struct float_context *c)
{
	const struct float_format *f = c->format;
	u64 a = model_fp_get(m, op->rs1, f), b = model_fp_get(m, op->rs2, f);
	u64 addend = model_fp_get(m, op->word >> 27, f);

	if (op->word & FUSED_PRODUCT)
		a ^= float_sign_bit(f);
	if (op->word & FUSED_ADDEND)
		addend ^= float_sign_bit(f);
	return model_float_fma(c, a, b, addend);
}

/* Bit 0 of rs2: unsigned; bit 1: 64 bits. */
static u64 from_int(const struct model *m, const struct model_op *op,
		    struct float_context *c)
{
	u64 a = m->x[op->rs1];
	bool is_signed = !(op->rs2 & 1);

	if (!(op->rs2 & 2))
		a = is_signed ? (u64)(s64)(s32)a : (u32)a;
	return model_float_from_int(c, a, is_signed);
}

static u64 result_of(struct model *m, const struct model_op *op,
		     struct float_context *c)
{
	const struct float_format *f = c->format;
	u64 a = model_fp_get(m, op->rs1, f), b = model_fp_get(m, op->rs2, f);

	if ((op->word & 0x7f) != OP_FP)
		return fused(m, op, c);
	switch (op->word >> 27) {
	case FADD:
		return model_float_add(c, a, b);
	case FSUB:
		return model_float_add(c, a, b ^ float_sign_bit(f));
	case FMUL:
		return model_float_mul(c, a, b);
	case FDIV:
		return model_float_div(c, a, b);
	case FSQRT:
		return model_float_sqrt(c, a);
	case FCVT_F_F:
		f = model_fp_format(op->rs2);
		return model_float_convert(c, f, model_fp_get(m, op->rs1, f));
	default: /* FCVT_F_X */
		return from_int(m, op, c);
	}
}

MODEL_RUN(fp_to_f)
{
	struct float_context c;
	u64 value;

	if (!model_fp_begin(m, op, s, &c))
		return;
	value = result_of(m, op, &c);
	model_fp_set(m, s, op->rd, value, c.format);
	model_fp_raise(m, s, c.flags);
}

MODEL_RUN(fp_to_x)
{
	struct float_context c;
	u64 value;

	if (!model_fp_begin(m, op, s, &c))
		return;
	value = model_float_to_int(&c, model_fp_get(m, op->rs1, c.format),
				   op->rs2 & 2 ? 64 : 32, !(op->rs2 & 1));
	model_set_rd(m, op, s, value, 0);
	model_fp_raise(m, s, c.flags);
}
