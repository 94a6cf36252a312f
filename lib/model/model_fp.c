// SPDX-License-Identifier: BSD-2-Clause
/*
 * F and D (unprivileged ISA, chapters of these names): loads, stores, moves,
 * signs, classes, comparisons, minimum and maximum. What arithmetic gives is
 * not worked out; the notes say so.
 */
#include "model_runs.h"

enum {
	FLAG_NV = 0x10, /* invalid operation, in fflags */
	FRM_DYN = 7,
};

#define NAN_BOX 0xffffffff00000000ULL
#define CANONICAL_S 0x7fc00000u
#define CANONICAL_D 0x7ff8000000000000ULL

/* A format: how numbers of one width are put together. */
struct format {
	u8 bits, fraction_bits;
	u64 canonical;
};

static const struct format single = { 32, 23, CANONICAL_S };
static const struct format wide = { 64, 52, CANONICAL_D };

/* --- registers ------------------------------------------------------------ */

/* Singles that are no singles are taken for NaNs. */
static u64 get(const struct model *m, unsigned int reg, const struct format *f)
{
	u64 value = m->f[reg];

	if (f->bits == 64 || m->config.flen == 32)
		return value;
	return (value & NAN_BOX) == NAN_BOX ? (u32)value : CANONICAL_S;
}

static void note_f(struct model *m, struct model_step *s, unsigned int rd,
		   unsigned int flags)
{
	struct model_write *write = &s->write[s->writes++];

	write->reg = (u16)(MODEL_F0 + rd);
	write->flags = (u16)flags;
	write->value = m->f[rd];
	model_fs_dirty(m, s);
}

static void set(struct model *m, struct model_step *s, unsigned int rd,
		u64 value, const struct format *f)
{
	if (f->bits == 32 && m->config.flen == 64)
		value |= NAN_BOX;
	m->f[rd] = value;
	note_f(m, s, rd, 0);
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
		 struct model_step *s, const struct format *f)
{
	u64 value, vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask;

	if (!is_off(m, s) && model_load(m, s, vaddr, f->bits / 8u, &value))
		set(m, s, op->rd, value, f);
}

static void store(struct model *m, const struct model_op *op,
		  struct model_step *s, const struct format *f)
{
	u64 vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask;

	if (!is_off(m, s))
		model_store(m, s, vaddr, f->bits / 8u,
			    m->f[op->rs2] & bits_low64(f->bits));
}

static void move_to_x(struct model *m, const struct model_op *op,
		      struct model_step *s, const struct format *f)
{
	u64 value = m->f[op->rs1];

	if (!is_off(m, s))
		model_set_rd(m, op, s,
			     f->bits == 32 ? (u64)(s64)(s32)value : value, 0);
}

static void move_to_f(struct model *m, const struct model_op *op,
		      struct model_step *s, const struct format *f)
{
	if (!is_off(m, s))
		set(m, s, op->rd, m->x[op->rs1] & bits_low64(f->bits), f);
}

/* --- what is done with bits ----------------------------------------------- */

static u64 sign_bit(const struct format *f)
{
	return BIT64(f->bits - 1);
}

/* funct3 is in imm: FSGNJ, FSGNJN, FSGNJX. */
static void sign(struct model *m, const struct model_op *op,
		 struct model_step *s, const struct format *f)
{
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f);

	if (is_off(m, s))
		return;
	if (op->imm == 1)
		b = ~b;
	else if (op->imm == 2)
		b ^= a;
	set(m, s, op->rd, (a & ~sign_bit(f)) | (b & sign_bit(f)), f);
}

static u64 fraction(u64 a, const struct format *f)
{
	return a & bits_low64(f->fraction_bits);
}

static u64 exponent(u64 a, const struct format *f)
{
	return (a & ~sign_bit(f)) >> f->fraction_bits;
}

static u64 exponent_max(const struct format *f)
{
	return bits_low64(f->bits - 1u - f->fraction_bits);
}

static bool is_nan(u64 a, const struct format *f)
{
	return exponent(a, f) == exponent_max(f) && fraction(a, f);
}

static bool is_signaling(u64 a, const struct format *f)
{
	return is_nan(a, f) && !(a >> (f->fraction_bits - 1) & 1);
}

static unsigned int class_of(u64 a, const struct format *f)
{
	bool negative = a & sign_bit(f);

	if (is_nan(a, f))
		return is_signaling(a, f) ? 8 : 9;
	if (exponent(a, f) == exponent_max(f))
		return negative ? 0 : 7;
	if (exponent(a, f))
		return negative ? 1 : 6;
	if (fraction(a, f))
		return negative ? 2 : 5;
	return negative ? 3 : 4;
}

static void classify(struct model *m, const struct model_op *op,
		     struct model_step *s, const struct format *f)
{
	if (!is_off(m, s))
		model_set_rd(m, op, s, BIT64(class_of(get(m, op->rs1, f), f)),
			     0);
}

/* Numbers by size: as two's complement, both zeros alike. */
static s64 order(u64 a, const struct format *f)
{
	s64 size = (s64)(a & ~sign_bit(f));

	return a & sign_bit(f) ? -size : size;
}

/* funct3 is in imm: FLE, FLT, FEQ. Only FEQ is quiet. */
static void compare(struct model *m, const struct model_op *op,
		    struct model_step *s, const struct format *f)
{
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f);
	bool nan = is_nan(a, f) || is_nan(b, f);
	bool signaling = is_signaling(a, f) || is_signaling(b, f);
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
	raise(m, s, signaling || (nan && op->imm != 2) ? FLAG_NV : 0);
}

/* funct3 is in imm: FMIN, FMAX. -0 is less than +0. */
static void extreme(struct model *m, const struct model_op *op,
		    struct model_step *s, const struct format *f)
{
	u64 a = get(m, op->rs1, f), b = get(m, op->rs2, f), result;
	bool less;

	if (is_off(m, s))
		return;
	less = order(a, f) < order(b, f) ||
	       (order(a, f) == order(b, f) && a & sign_bit(f));
	if (is_nan(a, f))
		result = is_nan(b, f) ? f->canonical : b;
	else if (is_nan(b, f))
		result = a;
	else
		result = less == !op->imm ? a : b;
	set(m, s, op->rd, result, f);
	raise(m, s, is_signaling(a, f) || is_signaling(b, f) ? FLAG_NV : 0);
}

#define BOTH(name_s, name_d, function)       \
	MODEL_RUN(name_s)                    \
	{                                    \
		function(m, op, s, &single); \
	}                                    \
	MODEL_RUN(name_d)                    \
	{                                    \
		function(m, op, s, &wide);   \
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

/* The rounding mode is in imm; 5 and 6 are reserved, in frm 7 is too. */
static bool rounds(struct model *m, const struct model_op *op,
		   struct model_step *s)
{
	u64 mode = (u64)op->imm;

	if (mode == FRM_DYN)
		mode = FIELD_GET(FCSR, FRM, m->fcsr);
	if (model_fs_on(m) && mode < 5)
		return true;
	model_illegal(m, s);
	return false;
}

static void note_flags(struct model *m, struct model_step *s)
{
	model_note(m, s, CSR_FCSR, m->fcsr, MODEL_IMPLICIT | MODEL_UNMODELLED);
}

MODEL_RUN(fp_to_f)
{
	if (!rounds(m, op, s))
		return;
	note_f(m, s, op->rd, MODEL_UNMODELLED);
	note_flags(m, s);
}

MODEL_RUN(fp_to_x)
{
	if (!rounds(m, op, s))
		return;
	model_set_rd(m, op, s, m->x[op->rd], MODEL_UNMODELLED);
	note_flags(m, s);
}
