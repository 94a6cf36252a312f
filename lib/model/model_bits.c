// SPDX-License-Identifier: BSD-2-Clause
/*
 * Zba, Zbb, Zbc and Zbs (unprivileged ISA, chapter "B"); Zbkb and Zbkx (chapter
 * "Scalar Cryptography").
 */
#include "model_runs.h"

/* Operands are zero-extended; results get the form of x[]. */
#define BITS(name, expression)                                            \
	MODEL_RUN(name)                                                   \
	{                                                                 \
		const u64 a = m->x[op->rs1] & m->mask;                    \
		const u64 b = m->x[op->rs2] & m->mask;                    \
		const unsigned int n = m->config.xlen;                    \
                                                                          \
		(void)b;                                                  \
		(void)n;                                                  \
		model_set_rd(m, op, s, model_extend(m, (expression)), 0); \
	}

#define BITS_AND_IMM(name, name_imm, expression)                          \
	BITS(name, expression)                                            \
	MODEL_RUN(name_imm)                                               \
	{                                                                 \
		const u64 a = m->x[op->rs1] & m->mask, b = (u64)op->imm;  \
		const unsigned int n = m->config.xlen;                    \
                                                                          \
		model_set_rd(m, op, s, model_extend(m, (expression)), 0); \
	}

static u64 word(u64 value)
{
	return (u64)(s64)(s32)value;
}

/* Rotate a number of n bits, 32 or 64, right by b. */
static u64 turn(u64 a, u64 b, unsigned int n)
{
	b %= n;
	return b ? (a >> b | a << (n - b)) & bits_low64(n) : a;
}

static u64 leading_zeros(u64 a, unsigned int n)
{
	return a ? n - 1 - bits_fls64(a) : n;
}

static u64 trailing_zeros(u64 a, unsigned int n)
{
	return a ? bits_ffs64(a) : n;
}

static u64 count(u64 a)
{
	unsigned int bits = 0;

	for (; a; a &= a - 1)
		bits++;
	return bits;
}

static u64 or_combine(u64 a)
{
	u64 result = 0;
	unsigned int i;

	for (i = 0; i < 64; i += 8)
		if (a >> i & 0xff)
			result |= 0xffULL << i;
	return result;
}

static u64 reverse_bytes(u64 a, unsigned int n)
{
	u64 result = 0;
	unsigned int i;

	for (i = 0; i < n; i += 8)
		result = result << 8 | (a >> i & 0xff);
	return result;
}

/* n bits of the 2n bits of a carry-less product, from bit `shift` on. */
static u64 carryless(u64 a, u64 b, unsigned int n, unsigned int shift)
{
	u64 result = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		if (b >> i & 1)
			result ^= i >= shift ? a << (i - shift) :
					       a >> 1 >> (shift - i - 1);
	return result;
}

static u64 reverse_bits(u64 a, unsigned int n)
{
	u64 result = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		result |= (a >> i & 1) << (i ^ 7);
	return result;
}

/* Spread the lower half of a word over its even bits, the upper half over the
 * odd ones; with `back` the reverse. */
static u64 interleave(u64 a, bool back)
{
	u64 result = 0;
	unsigned int i, to;

	for (i = 0; i < 32; i++) {
		to = i < 16 ? 2 * i : 2 * i - 31;
		result |= back ? (a >> to & 1) << i : (a >> i & 1) << to;
	}
	return result;
}

/* For each part of b, take the part of a with this number; 0 for a number that
 * is too large. */
static u64 permute(u64 a, u64 b, unsigned int n, unsigned int bits)
{
	u64 result = 0, at;
	unsigned int i;

	for (i = 0; i < n; i += bits) {
		at = (b >> i & bits_low64(bits)) * bits;
		if (at < n)
			result |= (a >> at & bits_low64(bits)) << i;
	}
	return result;
}

static u64 as_signed(u64 a, unsigned int n)
{
	return n == 32 ? word(a) : a;
}

static bool less(u64 a, u64 b, unsigned int n)
{
	return (s64)as_signed(a, n) < (s64)as_signed(b, n);
}

BITS(sh1add, (a << 1) + b)
BITS(sh2add, (a << 2) + b)
BITS(sh3add, (a << 3) + b)
BITS(add_uw, (u32)a + b)
BITS(sh1add_uw, ((u64)(u32)a << 1) + b)
BITS(sh2add_uw, ((u64)(u32)a << 2) + b)
BITS(sh3add_uw, ((u64)(u32)a << 3) + b)
BITS(andn, a & ~b)
BITS(orn, a | ~b)
BITS(xnor, ~(a ^ b))
BITS(min, less(a, b, n) ? a : b)
BITS(max, less(a, b, n) ? b : a)
BITS(minu, a < b ? a : b)
BITS(maxu, a < b ? b : a)
BITS(clz, leading_zeros(a, n))
BITS(ctz, trailing_zeros(a, n))
BITS(cpop, count(a))
BITS(clzw, leading_zeros((u32)a, 32))
BITS(ctzw, trailing_zeros((u32)a, 32))
BITS(cpopw, count((u32)a))
BITS(sext_b, (u64)(s64)(signed char)a)
BITS(sext_h, (u64)(s64)(short)a)
BITS(zext_h, a & 0xffff)
BITS(orc_b, or_combine(a))
BITS(rev8, reverse_bytes(a, n))
BITS(rol, turn(a, n - b % n, n))
BITS_AND_IMM(ror, rori, turn(a, b, n))
BITS(rolw, word(turn((u32)a, 32 - b % 32, 32)))
BITS_AND_IMM(rorw, roriw, ((void)n, word(turn((u32)a, b, 32))))
BITS(pack, (a & bits_low64(n / 2)) | (b & bits_low64(n / 2)) << n / 2)
BITS(packh, (a & 0xff) | (b & 0xff) << 8)
BITS(packw, word((a & 0xffff) | (b & 0xffff) << 16))
BITS(brev8, reverse_bits(a, n))
BITS(zip, interleave(a, false))
BITS(unzip, interleave(a, true))
BITS(xperm4, permute(a, b, n, 4))
BITS(xperm8, permute(a, b, n, 8))
BITS(clmul, carryless(a, b, n, 0))
BITS(clmulh, carryless(a, b, n, n))
BITS(clmulr, carryless(a, b, n, n - 1))
BITS_AND_IMM(bclr, bclri, a & ~BIT64(b % n))
BITS_AND_IMM(bext, bexti, a >> b % n & 1)
BITS_AND_IMM(binv, binvi, a ^ BIT64(b % n))
BITS_AND_IMM(bset, bseti, a | BIT64(b % n))

MODEL_RUN(slli_uw)
{
	model_set_rd(m, op, s, (u64)(u32)m->x[op->rs1] << op->imm, 0);
}
