// SPDX-License-Identifier: BSD-2-Clause
/*
 * Numbers are taken apart into sign, exponent and 128 bits, of which bit 126 is
 * the one before the point; bits that fall out below set the lowest bit. One
 * function composes and rounds all results.
 */
#include "model_float.h"
#include "model_wide.h"

const struct float_format model_float_single = { 32, 23, 0x7fc00000 };
const struct float_format model_float_double = { 64, 52, 0x7ff8000000000000 };
const struct float_format model_float_half = { 16, 10, 0x7e00 };

enum kind {
	ZERO,
	FINITE,
	INFINITE,
	NAN_QUIET,
	NAN_SIGNALING,
};

struct number {
	bool negative;
	u8 kind;
	s32 exponent;
	struct wide bits; /* value: bits * 2^(exponent - 126) */
};

/* --- unpacking ------------------------------------------------------------ */

static s32 bias(const struct float_format *f)
{
	return (s32)bits_low64(f->bits - 2u - f->fraction_bits);
}

static u64 exponent_max(const struct float_format *f)
{
	return bits_low64(f->bits - 1u - f->fraction_bits);
}

static u64 fraction_of(const struct float_format *f, u64 a)
{
	return a & bits_low64(f->fraction_bits);
}

static u64 exponent_of(const struct float_format *f, u64 a)
{
	return (a & ~float_sign_bit(f)) >> f->fraction_bits;
}

bool model_float_is_nan(const struct float_format *f, u64 a)
{
	return exponent_of(f, a) == exponent_max(f) && fraction_of(f, a);
}

bool model_float_is_signaling(const struct float_format *f, u64 a)
{
	return model_float_is_nan(f, a) && !(a >> (f->fraction_bits - 1) & 1);
}

unsigned int model_float_class(const struct float_format *f, u64 a)
{
	bool negative = a & float_sign_bit(f);

	if (model_float_is_nan(f, a))
		return model_float_is_signaling(f, a) ? 8 : 9;
	if (exponent_of(f, a) == exponent_max(f))
		return negative ? 0 : 7;
	if (exponent_of(f, a))
		return negative ? 1 : 6;
	if (fraction_of(f, a))
		return negative ? 2 : 5;
	return negative ? 3 : 4;
}

/* Shift the highest set bit to bit 126. */
static void normalize(struct number *n)
{
	unsigned int zeros = wide_leading_zeros(n->bits);

	if (zeros)
		n->bits = wide_left(n->bits, zeros - 1);
	else
		n->bits = wide_right_jam(n->bits, 1);
	n->exponent -= (s32)zeros - 1;
}

static struct number number_of(const struct float_format *f, u64 a)
{
	struct number n = { .negative = a & float_sign_bit(f) };
	u64 fraction = fraction_of(f, a), exponent = exponent_of(f, a);

	if (exponent == exponent_max(f)) {
		n.kind = model_float_is_signaling(f, a) ? NAN_SIGNALING :
							  NAN_QUIET;
		if (!fraction)
			n.kind = INFINITE;
		return n;
	}
	if (!exponent && !fraction)
		return n;
	n.kind = FINITE;
	n.exponent = (s32)(exponent ? exponent : 1) - bias(f);
	if (exponent)
		fraction |= BIT64(f->fraction_bits);
	n.bits = wide_left((struct wide){ 0, fraction },
			   126u - f->fraction_bits);
	normalize(&n);
	return n;
}

/* --- packing -------------------------------------------------------------- */

static u64 invalid(struct float_context *c)
{
	c->flags |= FLOAT_NV;
	return c->format->canonical;
}

static u64 signed_as(const struct float_context *c, bool negative, u64 value)
{
	return negative ? value | float_sign_bit(c->format) : value;
}

static u64 infinity(const struct float_context *c, bool negative)
{
	return signed_as(c, negative,
			 exponent_max(c->format) << c->format->fraction_bits);
}

/* True if rounding by the lowest `drop` bits goes away from 0. */
static bool rounds_up(const struct float_context *c, bool negative,
		      struct wide bits, unsigned int drop)
{
	bool half = wide_bit(bits, drop - 1);
	bool less = wide_any_below(bits, drop - 1);

	switch (c->rounding) {
	case FLOAT_RNE:
		return half && (less || wide_bit(bits, drop));
	case FLOAT_RDN:
		return negative && (half || less);
	case FLOAT_RUP:
		return !negative && (half || less);
	case FLOAT_RMM:
		return half;
	default:
		return false;
	}
}

static u64 overflow(struct float_context *c, bool negative)
{
	bool to_infinity = c->rounding == FLOAT_RNE ||
			   c->rounding == FLOAT_RMM ||
			   (c->rounding == FLOAT_RDN && negative) ||
			   (c->rounding == FLOAT_RUP && !negative);

	c->flags |= FLOAT_OF | FLOAT_NX;
	return infinity(c, negative) - !to_infinity;
}

/* True if the number is below the smallest normal number even if rounded with
 * all bits. */
static bool is_tiny(const struct float_context *c, const struct number *n,
		    unsigned int drop)
{
	s32 least = 1 - bias(c->format);

	if (n->exponent != least - 1)
		return n->exponent < least;
	return !(wide_ones_above(n->bits, drop) &&
		 rounds_up(c, n->negative, n->bits, drop));
}

/* Round a finite n; its highest bit may be at any place. */
static u64 rounded(struct float_context *c, struct number n)
{
	const struct float_format *f = c->format;
	unsigned int drop = 126u - f->fraction_bits;
	s32 least = 1 - bias(f);
	bool tiny;
	u64 result;

	normalize(&n);
	tiny = is_tiny(c, &n, drop);
	if (n.exponent < least) {
		n.bits = wide_right_jam(n.bits,
					(unsigned int)(least - n.exponent));
		n.exponent = least;
	}
	result = wide_right(n.bits, drop).low;
	if (wide_any_below(n.bits, drop)) {
		c->flags |= tiny ? FLOAT_NX | FLOAT_UF : FLOAT_NX;
		result += rounds_up(c, n.negative, n.bits, drop);
	}
	/* a carry increments the exponent */
	if (result >= BIT64(f->fraction_bits))
		result += (u64)(n.exponent + bias(f) - 1) << f->fraction_bits;
	if (result >> f->fraction_bits >= exponent_max(f))
		return overflow(c, n.negative);
	return signed_as(c, n.negative, result);
}

/* --- operations ----------------------------------------------------------- */

static bool is_nan(const struct number *n)
{
	return n->kind >= NAN_QUIET;
}

static u64 nan_of(struct float_context *c, const struct number *a,
		  const struct number *b)
{
	if (a->kind == NAN_SIGNALING || b->kind == NAN_SIGNALING)
		return invalid(c);
	return c->format->canonical;
}

/* Both are finite and not 0. */
static u64 sum(struct float_context *c, struct number a, struct number b)
{
	if (a.exponent < b.exponent ||
	    (a.exponent == b.exponent && wide_less(a.bits, b.bits)))
		return sum(c, b, a);
	b.bits =
		wide_right_jam(b.bits, (unsigned int)(a.exponent - b.exponent));
	if (a.negative == b.negative)
		a.bits = wide_add(a.bits, b.bits);
	else
		a.bits = wide_sub(a.bits, b.bits);
	if (wide_is_zero(a.bits))
		return signed_as(c, c->rounding == FLOAT_RDN, 0);
	return rounded(c, a);
}

static u64 add_numbers(struct float_context *c, struct number a,
		       struct number b)
{
	if (is_nan(&a) || is_nan(&b))
		return nan_of(c, &a, &b);
	if (a.kind == INFINITE && b.kind == INFINITE &&
	    a.negative != b.negative)
		return invalid(c);
	if (a.kind == INFINITE || b.kind == INFINITE)
		return infinity(c,
				a.kind == INFINITE ? a.negative : b.negative);
	if (a.kind == ZERO && b.kind == ZERO)
		return signed_as(c,
				 a.negative == b.negative ?
					 a.negative :
					 c->rounding == FLOAT_RDN,
				 0);
	if (a.kind == ZERO || b.kind == ZERO)
		return rounded(c, a.kind == ZERO ? b : a);
	return sum(c, a, b);
}

u64 model_float_add(struct float_context *c, u64 a, u64 b)
{
	return add_numbers(c, number_of(c->format, a), number_of(c->format, b));
}

/* Neither is a NaN, and not 0 times infinity; the result is not rounded. */
static struct number product(struct number a, struct number b)
{
	a.negative ^= b.negative;
	if (a.kind == FINITE && b.kind == FINITE) {
		a.exponent += b.exponent;
		a.bits = wide_multiply(wide_right(a.bits, 63).low,
				       wide_right(b.bits, 63).low);
		normalize(&a);
	} else {
		a.kind = a.kind == INFINITE || b.kind == INFINITE ? INFINITE :
								    ZERO;
	}
	return a;
}

static bool is_zero_by_infinity(const struct number *a, const struct number *b)
{
	return (a->kind == ZERO && b->kind == INFINITE) ||
	       (a->kind == INFINITE && b->kind == ZERO);
}

u64 model_float_mul(struct float_context *c, u64 a, u64 b)
{
	struct number x = number_of(c->format, a), y = number_of(c->format, b);

	if (is_nan(&x) || is_nan(&y))
		return nan_of(c, &x, &y);
	if (is_zero_by_infinity(&x, &y))
		return invalid(c);
	x = product(x, y);
	if (x.kind == INFINITE)
		return infinity(c, x.negative);
	return x.kind == ZERO ? signed_as(c, x.negative, 0) : rounded(c, x);
}

u64 model_float_fma(struct float_context *c, u64 a, u64 b, u64 addend)
{
	struct number x = number_of(c->format, a), y = number_of(c->format, b);
	struct number z = number_of(c->format, addend);

	if (is_zero_by_infinity(&x, &y)) /* also if the third operand is a quiet
					  * NaN */
		return invalid(c);
	if (is_nan(&x) || is_nan(&y)) {
		nan_of(c, &x, &y);
		return nan_of(c, &z, &z);
	}
	return add_numbers(c, product(x, y), z);
}

u64 model_float_div(struct float_context *c, u64 a, u64 b)
{
	struct number x = number_of(c->format, a), y = number_of(c->format, b);
	bool negative = x.negative ^ y.negative;

	if (is_nan(&x) || is_nan(&y))
		return nan_of(c, &x, &y);
	if (x.kind == y.kind && x.kind != FINITE)
		return invalid(c);
	if (x.kind == INFINITE)
		return infinity(c, negative);
	if (x.kind == ZERO || y.kind == INFINITE)
		return signed_as(c, negative, 0);
	if (y.kind == ZERO) {
		c->flags |= FLOAT_DZ;
		return infinity(c, negative);
	}
	x.negative = negative;
	x.exponent -= y.exponent;
	x.bits = wide_left(
		(struct wide){ 0, model_wide_quotient(x.bits, y.bits) }, 63);
	return rounded(c, x);
}

u64 model_float_sqrt(struct float_context *c, u64 a)
{
	struct number x = number_of(c->format, a);

	if (is_nan(&x))
		return nan_of(c, &x, &x);
	if (x.kind == ZERO)
		return a;
	if (x.negative)
		return invalid(c);
	if (x.kind == INFINITE)
		return a;
	if (x.exponent & 1)
		x.bits = wide_left(x.bits, 1);
	x.exponent = (x.exponent & 1 ? x.exponent - 1 : x.exponent) / 2;
	x.bits = wide_left((struct wide){ 0, model_wide_root(x.bits) }, 63);
	return rounded(c, x);
}

/* --- conversions ---------------------------------------------------------- */

u64 model_float_convert(struct float_context *c,
			const struct float_format *from, u64 a)
{
	struct number x = number_of(from, a);

	if (is_nan(&x))
		return nan_of(c, &x, &x);
	if (x.kind == INFINITE)
		return infinity(c, x.negative);
	return x.kind == ZERO ? signed_as(c, x.negative, 0) : rounded(c, x);
}

u64 model_float_from_int(struct float_context *c, u64 a, bool is_signed)
{
	struct number n = { .kind = FINITE, .exponent = 126 };

	if (!a)
		return 0;
	n.negative = is_signed && a >> 63;
	n.bits.low = n.negative ? -a : a;
	return rounded(c, n);
}

/* Replace a value out of range by the nearest; NaNs are like +infinity. */
static u64 out_of_range(struct float_context *c, bool negative,
			unsigned int width, bool is_signed)
{
	u64 least = is_signed ? ~bits_low64(width - 1) : 0;
	u64 most = bits_low64(is_signed ? width - 1 : width);
	u64 value = negative ? least : most;

	c->flags |= FLOAT_NV;
	return width == 32 ? (u64)(s64)(s32)value : value;
}

u64 model_float_to_int(struct float_context *c, u64 a, unsigned int width,
		       bool is_signed)
{
	struct number n = number_of(c->format, a);
	struct wide value;
	bool inexact, fits;
	u64 limit;

	if (n.kind == ZERO)
		return 0;
	if (n.kind != FINITE || n.exponent > 63)
		return out_of_range(c, n.negative && !is_nan(&n), width,
				    is_signed);
	/* bits 127 to 64 become the integer */
	value = n.exponent == 63 ?
			wide_left(n.bits, 1) :
			wide_right_jam(n.bits, (unsigned int)(62 - n.exponent));
	inexact = wide_any_below(value, 64);
	limit = value.high + (inexact && rounds_up(c, n.negative, value, 64));
	fits = limit || !value.high;
	if (is_signed)
		fits = fits && limit <= bits_low64(width - 1) + n.negative;
	else
		fits = fits && limit <= bits_low64(width) &&
		       !(n.negative && limit);
	if (!fits)
		return out_of_range(c, n.negative, width, is_signed);
	if (inexact)
		c->flags |= FLOAT_NX;
	limit = n.negative ? -limit : limit;
	return width == 32 ? (u64)(s64)(s32)limit : limit;
}
