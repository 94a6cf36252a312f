// SPDX-License-Identifier: BSD-2-Clause
/* M (unprivileged ISA, chapter "M"): results of division by 0 and of overflow
 * are those of its table. */
#include "model_runs.h"

static u64 word(u64 value)
{
	return (u64)(s64)(s32)value;
}

/* Upper half of a product, by halves of the factors: not all supported
 * compilers have integers of 128 bits. */
static u64 mul_high(u64 a, u64 b)
{
	u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
	u64 middle = ah * bl + (al * bl >> 32);
	u64 other = al * bh + (u32)middle;

	return ah * bh + (middle >> 32) + (other >> 32);
}

/* The unsigned product has 2^64 times the other factor too much for a negative
 * one. */
static u64 mul_high_signed(u64 a, u64 b)
{
	return mul_high(a, b) - ((s64)a < 0 ? b : 0) - ((s64)b < 0 ? a : 0);
}

static u64 mul_high_mixed(u64 a, u64 b)
{
	return mul_high(a, b) - ((s64)a < 0 ? b : 0);
}

/* True for the only quotient that does not fit. */
static bool overflows(u64 a, u64 b)
{
	return a == BIT64(63) && b == ~0ULL;
}

static u64 divide(u64 a, u64 b)
{
	if (!b)
		return ~0ULL;
	return overflows(a, b) ? a : (u64)((s64)a / (s64)b);
}

static u64 remainder_of(u64 a, u64 b)
{
	if (!b)
		return a;
	return overflows(a, b) ? 0 : (u64)((s64)a % (s64)b);
}

#define MUL(name, expression)                                   \
	MODEL_RUN(name)                                         \
	{                                                       \
		const u64 a = m->x[op->rs1], b = m->x[op->rs2]; \
                                                                \
		model_set_rd(m, op, s, (expression), 0);        \
	}

MUL(mul, a *b)
MUL(mulh, mul_high_signed(a, b))
MUL(mulhsu, mul_high_mixed(a, b))
MUL(mulhu, mul_high(a, b))
MUL(mulh32, (u64)((s64)a *(s64)b >> 32))
MUL(mulhsu32, (u64)((s64)a *(s64)(u32)b >> 32))
MUL(mulhu32, word((u64)(u32)a *(u32)b >> 32))
MUL(div, divide(a, b))
MUL(divu, b ? a / b : ~0ULL)
MUL(rem, remainder_of(a, b))
MUL(remu, b ? a % b : a)
MUL(mulw, word(a *b))
/* In 64 bits these divisions do not overflow. */
MUL(divw, (u32)b ? word((u64)((s64)(s32)a / (s32)b)) : ~0ULL)
MUL(divuw, (u32)b ? word((u32)a / (u32)b) : ~0ULL)
MUL(remw, (u32)b ? word((u64)((s64)(s32)a % (s32)b)) : word(a))
MUL(remuw, (u32)b ? word((u32)a % (u32)b) : word(a))
