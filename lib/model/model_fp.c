// SPDX-License-Identifier: BSD-2-Clause
/*
 * F and D (unprivileged ISA, chapters of these names): registers, what is done
 * with bits alone, and which arithmetic an instruction asks for.
 */
#include "model_float.h"
#include "model_runs.h"

enum {
	FRM_DYN = 7,
};

#define NAN_BOX 0xffffffff00000000ULL

/* --- registers ------------------------------------------------------------ */

/* Singles that are no singles are taken for NaNs. */
static u64 get(const struct model *m, unsigned int reg,
	       const struct float_format *f)
{
	u64 value = m->f[reg];

	if (f->bits == 64 || m->config.flen == 32)
		return value;
	return (value & NAN_BOX) == NAN_BOX ? (u32)value : f->canonical;
}

static void set(struct model *m, struct model_step *s, unsigned int rd,
		u64 value, const struct float_format *f)
{
	struct model_write *write = &s->write[s->writes++];

	if (f->bits == 32 && m->config.flen == 64)
		value |= NAN_BOX;
	m->f[rd] = value;
	write->reg = (u16)(MODEL_F0 + rd);
	write->flags = 0;
	write->value = value;
	model_fs_dirty(m, s);
}

static void raise(struct model *m, struct model_step *s, u32 flags)
{
	if (!flags)
		return;
	m->fcsr |= flags;
	model_note(m, s, CSR_FCSR, m->fcsr, MODEL_IMPLICIT);
	model_fs_dirty(m, s);
}

/* rd of an integer register is as decoded for these: 32 for x0. */
static bool is_off(struct model *m, struct model_step *s)
{
	if (model_fs_on(m))
		return false;
	model_illegal(m, s);
	return true;
}

/* --- loads, stores, moves ------------------------------------------------- */

static void load(struct model *m, const struct model_op *op,
		 struct model_step *s, const struct float_format *f)
{
	u64 value, vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask;

	if (!is_off(m, s) && model_load(m, s, vaddr, f->bits / 8u, &value))
		set(m, s, op->rd, value, f);
}

static void store(struct model *m, const struct model_op *op,
		  struct model_step *s, const struct float_format *f)
{
	u64 vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask;

	if (!is_off(m, s))
		model_store(m, s, vaddr, f->bits / 8u,
			    m->f[op->rs2] & bits_low64(f->bits));
}

static void move_to_x(struct model *m, const struct model_op *op,
		      struct model_step *s, const struct float_format *f)
{
	u64 value = m->f[op->rs1];

	if (!is_off(m, s))
		model_set_rd(m, op, s,
			     f->bits == 32 ? (u64)(s64)(s32)value : value, 0);
}

static void move_to_f(struct model *m, const struct model_op *op,
		      struct model_step *s, const struct float_format *f)
{
	if (!is_off(m, s))
		set(m, s, op->rd, m->x[op->rs1] & bits_low64(f->bits), f);
}

/* --- what is done with bits ----------------------------------------------- */

/* funct3 is in imm: FSGNJ, FSGNJN, FSGNJX. */
static void sign(struct model *m, const struct model_op *op,
		 struct model_step *s, const struct float_format *f)
{
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f);

	if (is_off(m, s))
		return;
	if (op->imm == 1)
		b = ~b;
	else if (op->imm == 2)
		b ^= a;
	set(m, s, op->rd, (a & ~float_sign_bit(f)) | (b & float_sign_bit(f)),
	    f);
}

static void classify(struct model *m, const struct model_op *op,
		     struct model_step *s, const struct float_format *f)
{
	if (!is_off(m, s))
		model_set_rd(m, op, s,
			     BIT64(float_class(f, get(m, op->rs1, f))), 0);
}

/* Numbers by size: as two's complement, both zeros alike. */
static s64 order(u64 a, const struct float_format *f)
{
	s64 size = (s64)(a & ~float_sign_bit(f));

	return a & float_sign_bit(f) ? -size : size;
}

/* funct3 is in imm: FLE, FLT, FEQ. Only FEQ is quiet. */
static void compare(struct model *m, const struct model_op *op,
		    struct model_step *s, const struct float_format *f)
{
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f);
	bool nan = float_is_nan(f, a) || float_is_nan(f, b);
	bool signaling = float_is_signaling(f, a) || float_is_signaling(f, b);
	u64 result = 0;

	if (is_off(m, s))
		return;
	if (op->imm == 0)
		result = order(a, f) <= order(b, f);
	else if (op->imm == 1)
		result = order(a, f) < order(b, f);
	else
		result = order(a, f) == order(b, f);
	model_set_rd(m, op, s, nan ? 0 : result, 0);
	raise(m, s, signaling || (nan && op->imm != 2) ? FLOAT_NV : 0);
}

/* funct3 is in imm: FMIN, FMAX. -0 is less than +0. */
static void extreme(struct model *m, const struct model_op *op,
		    struct model_step *s, const struct float_format *f)
{
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f), result;
	bool less;

	if (is_off(m, s))
		return;
	less = order(a, f) < order(b, f) ||
	       (order(a, f) == order(b, f) && a & float_sign_bit(f));
	if (float_is_nan(f, a))
		result = float_is_nan(f, b) ? f->canonical : b;
	else if (float_is_nan(f, b))
		result = a;
	else
		result = less == !op->imm ? a : b;
	set(m, s, op->rd, result, f);
	raise(m, s,
	      float_is_signaling(f, a) || float_is_signaling(f, b) ? FLOAT_NV :
								     0);
}

#define BOTH(name_s, name_d, function)             \
	MODEL_RUN(name_s)                          \
	{                                          \
		function(m, op, s, &float_single); \
	}                                          \
	MODEL_RUN(name_d)                          \
	{                                          \
		function(m, op, s, &float_double); \
	}

BOTH(flw, fld, load)
BOTH(fsw, fsd, store)
BOTH(fmv_x_w, fmv_x_d, move_to_x)
BOTH(fmv_w_x, fmv_d_x, move_to_f)
BOTH(fsgnj_s, fsgnj_d, sign)
BOTH(fclass_s, fclass_d, classify)
BOTH(fcmp_s, fcmp_d, compare)
BOTH(fminmax_s, fminmax_d, extreme)

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

/* The rounding mode is in imm; 5 and 6 are reserved, in frm 7 is too. */
static bool begin(struct model *m, const struct model_op *op,
		  struct model_step *s, struct float_context *c)
{
	u64 mode = (u64)op->imm;

	if (mode == FRM_DYN)
		mode = FIELD_GET(FCSR, FRM, m->fcsr);
	c->format = op->word >> 25 & 1 ? &float_double : &float_single;
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
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f);
	u64 addend = get(m, op->word >> 27, f);

	if (op->word & FUSED_PRODUCT)
		a ^= float_sign_bit(f);
	if (op->word & FUSED_ADDEND)
		addend ^= float_sign_bit(f);
	return float_fma(c, a, b, addend);
}

/* Bit 0 of rs2: unsigned; bit 1: 64 bits. */
static u64 from_int(const struct model *m, const struct model_op *op,
		    struct float_context *c)
{
	u64 a = m->x[op->rs1];
	bool is_signed = !(op->rs2 & 1);

	if (!(op->rs2 & 2))
		a = is_signed ? (u64)(s64)(s32)a : (u32)a;
	return float_from_int(c, a, is_signed);
}

static u64 result_of(struct model *m, const struct model_op *op,
		     struct float_context *c)
{
	const struct float_format *f = c->format;
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f);

	if ((op->word & 0x7f) != OP_FP)
		return fused(m, op, c);
	switch (op->word >> 27) {
	case FADD:
		return float_add(c, a, b);
	case FSUB:
		return float_add(c, a, b ^ float_sign_bit(f));
	case FMUL:
		return float_mul(c, a, b);
	case FDIV:
		return float_div(c, a, b);
	case FSQRT:
		return float_sqrt(c, a);
	case FCVT_F_F:
		f = f == &float_single ? &float_double : &float_single;
		return float_convert(c, f, get(m, op->rs1, f));
	default: /* FCVT_F_X */
		return from_int(m, op, c);
	}
}

MODEL_RUN(fp_to_f)
{
	struct float_context c;
	u64 value;

	if (!begin(m, op, s, &c))
		return;
	value = result_of(m, op, &c);
	set(m, s, op->rd, value, c.format);
	raise(m, s, c.flags);
}

MODEL_RUN(fp_to_x)
{
	struct float_context c;
	u64 value;

	if (!begin(m, op, s, &c))
		return;
	value = float_to_int(&c, get(m, op->rs1, c.format),
			     op->rs2 & 2 ? 64 : 32, !(op->rs2 & 1));
	model_set_rd(m, op, s, value, 0);
	raise(m, s, c.flags);
}
