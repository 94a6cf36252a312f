// SPDX-License-Identifier: BSD-2-Clause
/* Zfa (unprivileged ISA, chapter "Zfa"). */
#include "model_fp.h"

/* --- numbers -------------------------------------------------------------- */

/* As singles; numbers 1 and 31 depend on the format. */
static const u32 constants[32] = {
	0xbf800000, 0,		0x37800000, 0x38000000, 0x3b800000, 0x3c000000,
	0x3d800000, 0x3e000000, 0x3e800000, 0x3ea00000, 0x3ec00000, 0x3ee00000,
	0x3f000000, 0x3f200000, 0x3f400000, 0x3f600000, 0x3f800000, 0x3fa00000,
	0x3fc00000, 0x3fe00000, 0x40000000, 0x40200000, 0x40400000, 0x40800000,
	0x41000000, 0x41800000, 0x43000000, 0x43800000, 0x47000000, 0x47800000,
	0x7f800000, 0,
};

u64 model_float_constant(const struct float_format *f, unsigned int n)
{
	struct float_context c = { .format = f, .rounding = FLOAT_RNE };

	if (n == 1)
		return BIT64(f->fraction_bits);
	return n == 31 ? f->canonical :
			 model_float_convert(&c, &model_float_single,
					     constants[n]);
}

/* The exponent without its bias; 0 and subnormal numbers have the smallest
 * one. */
static s32 exponent(const struct float_format *f, u64 a)
{
	u64 biased = (a & ~float_sign_bit(f)) >> f->fraction_bits;

	return (s32)biased - (s32)bits_low64(f->bits - 2u - f->fraction_bits);
}

u64 model_float_round(struct float_context *c, u64 a)
{
	const struct float_format *f = c->format;
	u64 sign = a & float_sign_bit(f), integer;

	if (model_float_is_nan(f, a)) {
		c->flags |= model_float_is_signaling(f, a) ? FLOAT_NV : 0;
		return f->canonical;
	}
	if (exponent(f, a) >= f->fraction_bits)
		return a;
	integer = model_float_to_int(c, a, 64, true);
	return model_float_from_int(c, sign ? -integer : integer, true) | sign;
}

u64 model_float_modulo(struct float_context *c, u64 a)
{
	const struct float_format *f = c->format;
	s32 shift = exponent(f, a) - f->fraction_bits;
	u64 bits = (a & bits_low64(f->fraction_bits)) | BIT64(f->fraction_bits);

	model_float_to_int(c, a, 32, true);
	if (shift < -(s32)f->fraction_bits || shift >= 32)
		return 0;
	bits = shift < 0 ? bits >> -shift : bits << shift;
	return (u64)(s64)(s32)(a & float_sign_bit(f) ? -bits : bits);
}

/* --- instructions --------------------------------------------------------- */

MODEL_RUN(fli)
{
	const struct float_format *f = model_fp_format(op->word >> 25 & 3);

	if (!model_fp_is_off(m, s))
		model_fp_set(m, s, op->rd, model_float_constant(f, op->rs1), f);
}

/* rs2 is 4: FROUND, 5: FROUNDNX; only FROUNDNX raises NX. */
MODEL_RUN(fround)
{
	struct float_context c;
	u64 value;

	if (!model_fp_begin(m, op, s, &c))
		return;
	value = model_float_round(&c, model_fp_get(m, op->rs1, c.format));
	model_fp_set(m, s, op->rd, value, c.format);
	model_fp_raise(m, s, op->rs2 == 4 ? c.flags & ~(u32)FLOAT_NX : c.flags);
}

/* The rounding mode is always RTZ. */
MODEL_RUN(fcvtmod)
{
	struct float_context c;
	u64 value;

	if (!model_fp_begin(m, op, s, &c))
		return;
	value = model_float_modulo(&c, model_fp_get(m, op->rs1, c.format));
	model_set_rd(m, op, s, value, 0);
	model_fp_raise(m, s, c.flags);
}

MODEL_RUN(fmvh)
{
	if (!model_fp_is_off(m, s))
		model_set_rd(m, op, s, (u64)((s64)m->f[op->rs1] >> 32), 0);
}

MODEL_RUN(fmvp)
{
	u64 value = (u32)m->x[op->rs1] | m->x[op->rs2] << 32;

	if (!model_fp_is_off(m, s))
		model_fp_set(m, s, op->rd, value, &model_float_double);
}
