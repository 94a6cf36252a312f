/* SPDX-License-Identifier: BSD-2-Clause */
/* Integers of 128 bits, which not every compiler has. */
#ifndef MODEL_WIDE_H
#define MODEL_WIDE_H

#include <base/bits.h>

struct wide {
	u64 high, low;
};

static inline bool wide_is_zero(struct wide a)
{
	return !(a.high | a.low);
}

/** @param a not 0 */
static inline unsigned int wide_leading_zeros(struct wide a)
{
	return a.high ? 63 - bits_fls64(a.high) : 127 - bits_fls64(a.low);
}

/** @param n 0 to 127 */
static inline struct wide wide_left(struct wide a, unsigned int n)
{
	if (n >= 64)
		return (struct wide){ a.low << (n - 64), 0 };
	if (!n)
		return a;
	return (struct wide){ a.high << n | a.low >> (64 - n), a.low << n };
}

/** @param n 0 to 127 */
static inline struct wide wide_right(struct wide a, unsigned int n)
{
	if (n >= 64)
		return (struct wide){ 0, a.high >> (n - 64) };
	if (!n)
		return a;
	return (struct wide){ a.high >> n, a.low >> n | a.high << (64 - n) };
}

/** @return true if any of the n lowest bits is set. @param n 0 to 128 */
static inline bool wide_any_below(struct wide a, unsigned int n)
{
	if (n <= 64)
		return a.low & bits_low64(n);
	return a.low || a.high & bits_low64(n - 64);
}

/** @return true if bit n and all bits above it, up to bit 126, are set */
static inline bool wide_ones_above(struct wide a, unsigned int n)
{
	struct wide top = wide_right(a, n);

	return n >= 64 ? top.low == bits_low64(127 - n) :
			 top.high == bits_low64(63 - n) && !~top.low;
}

/** Shift right by any number; the lowest bit is set if a set bit is lost. */
static inline struct wide wide_right_jam(struct wide a, unsigned int n)
{
	struct wide result = { 0, !wide_is_zero(a) };

	if (n > 127)
		return result;
	result = wide_right(a, n);
	result.low |= wide_any_below(a, n);
	return result;
}

/** @param n 0 to 127 */
static inline bool wide_bit(struct wide a, unsigned int n)
{
	return (n < 64 ? a.low >> n : a.high >> (n - 64)) & 1;
}

static inline bool wide_less(struct wide a, struct wide b)
{
	return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static inline struct wide wide_add(struct wide a, struct wide b)
{
	struct wide sum = { a.high + b.high, a.low + b.low };

	sum.high += sum.low < a.low;
	return sum;
}

static inline struct wide wide_sub(struct wide a, struct wide b)
{
	return (struct wide){ a.high - b.high - (a.low < b.low),
			      a.low - b.low };
}

/** All 128 bits of a product. */
static inline struct wide wide_multiply(u64 a, u64 b)
{
	u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
	u64 middle = ah * bl + (al * bl >> 32);
	u64 other = al * bh + (u32)middle;

	return (struct wide){ ah * bh + (middle >> 32) + (other >> 32), a * b };
}

/** a
 * b * 2^63, with the lowest bit set if there is a remainder. @param a less than
 * 2b */
u64 model_wide_quotient(struct wide a, struct wide b);

/** The square root of a, with the lowest bit set if there is a remainder. */
u64 model_wide_root(struct wide a);

#endif
