/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * IEEE 754 arithmetic in integers, for halves, singles and doubles, with RISC-V's
 * choices: one NaN for all results, tininess is detected after rounding
 * (unprivileged ISA, chapter "F").
 */
#ifndef MODEL_FLOAT_H
#define MODEL_FLOAT_H

#include <base/bits.h>

/** The layout of numbers of one width. */
struct float_format {
	u8 bits, fraction_bits;
	u64 canonical; /* the NaN of all results */
};

extern const struct float_format model_float_single, model_float_double,
	model_float_half;

/** Rounding modes, with the values of frm. */
enum float_rounding {
	FLOAT_RNE,
	FLOAT_RTZ,
	FLOAT_RDN,
	FLOAT_RUP,
	FLOAT_RMM,
};

/** Exceptions, with the bits of fflags. */
enum float_flags {
	FLOAT_NX = 1,
	FLOAT_UF = 2,
	FLOAT_OF = 4,
	FLOAT_DZ = 8,
	FLOAT_NV = 16,
};

/** Settings of an operation, and the flags that it sets. */
struct float_context {
	const struct float_format *format; /* of the result, and of operands */
	u8 rounding;			   /* enum float_rounding */
	u8 flags; /* out: enum float_flags; earlier ones stay */
};

static inline u64 float_sign_bit(const struct float_format *f)
{
	return BIT64(f->bits - 1);
}

bool model_float_is_nan(const struct float_format *f, u64 a);
bool model_float_is_signaling(const struct float_format *f, u64 a);

/** The class of FCLASS, as the number of its bit, 0 to 9. */
unsigned int model_float_class(const struct float_format *f, u64 a);

u64 model_float_add(struct float_context *c, u64 a, u64 b);
u64 model_float_mul(struct float_context *c, u64 a, u64 b);
u64 model_float_div(struct float_context *c, u64 a, u64 b);
u64 model_float_sqrt(struct float_context *c, u64 a);

/** a * b + addend, with one rounding. */
u64 model_float_fma(struct float_context *c, u64 a, u64 b, u64 addend);

/** Convert a from format `from` to c's. */
u64 model_float_convert(struct float_context *c,
			const struct float_format *from, u64 a);

/** Convert an integer of 64 bits, signed or unsigned. */
u64 model_float_from_int(struct float_context *c, u64 a, bool is_signed);

/**
 * Convert a to an integer; a value out of range becomes the nearest one (NV).
 * @param width of the integer, 32 or 64; 32 bits are sign-extended
 */
u64 model_float_to_int(struct float_context *c, u64 a, unsigned int width,
		       bool is_signed);

/** Round a to an integral number of the same format. */
u64 model_float_round(struct float_context *c, u64 a);

/** The lowest 32 bits of a, rounded towards zero, sign-extended. */
u64 model_float_modulo(struct float_context *c, u64 a);

/** Number n of the constants of FLI, up to 31. */
u64 model_float_constant(const struct float_format *f, unsigned int n);

#endif
