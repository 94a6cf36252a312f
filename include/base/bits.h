/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bits of 32-bit and 64-bit words. The compiler's own bit scans become calls
 * into libgcc on harts without Zbb, and the firmware has no libgcc.
 */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <base/types.h>

/* In a section of constants that the linker merges: the firmware has one of them,
 * and not one for each object. The compiler's own flags become a comment. */
#ifdef __riscv
#define BITS_ONCE \
	__attribute__((section(".rodata.cst32,\"aM\",@progbits,32 #")))
#else
#define BITS_ONCE
#endif

/** Bit n as a 64-bit word. @param n 0 to 63 */
#define BIT64(n) (1ULL << (n))

/** The n lowest bits set. @param n 0 to 64 */
static inline u64 bits_low64(unsigned int n)
{
	if (n >= 64)
		return ~0ULL;
	if (sizeof(void *) >= sizeof(u64))
		return BIT64(n) - 1;
	/* In halves: on RV32 the compiler may call a library to shift by n */
	return n < 32 ? ((u32)1 << n) - 1 :
			(u64)(((u32)1 << (n - 32)) - 1) << 32 | ~(u32)0;
}

/** Position of the lowest set bit, 0 to 31. @param word not 0 */
static inline unsigned int bits_ffs32(u32 word)
{
	/* Each window of five bits of the factor is different, so the one that
	 * the lowest bit moves to the top tells its position (de Bruijn). */
	static const u8 position[32] BITS_ONCE = {
		0,  1,	28, 2,	29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4,  8,
		31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6,  11, 5,  10, 9
	};

	return position[(word & -word) * 0x077cb531u >> 27];
}

#if defined(__riscv) && !defined(__riscv_zbb)
#define BITS_SCAN(builtin, any) (any)
#else
#define BITS_SCAN(builtin, any) ((unsigned int)(builtin))
#endif

/** bits_ffs64() for any processor. */
static inline unsigned int bits_ffs64_any(u64 word)
{
	if ((u32)word)
		return bits_ffs32((u32)word);
	return 32 + bits_ffs32((u32)(word >> 32));
}

/** Position of the lowest set bit, 0 to 63. @param word not 0 */
static inline unsigned int bits_ffs64(u64 word)
{
	return BITS_SCAN(__builtin_ctzll(word), bits_ffs64_any(word));
}

/** bits_fls64() for any processor. */
static inline unsigned int bits_fls64_any(u64 word)
{
	unsigned int n = 0, step;

	for (step = 32; step; step >>= 1) {
		if (!(word >> step))
			continue;
		word >>= step;
		n += step;
	}
	return n;
}

/** Position of the highest set bit, 0 to 63. @param word not 0 */
static inline unsigned int bits_fls64(u64 word)
{
	return BITS_SCAN(63 - __builtin_clzll(word), bits_fls64_any(word));
}

/** Run the body with n at each set bit of the 64-bit set, lowest first. */
#define bits_for_each(n, set)                                \
	for (u64 rest_##n = (set);                           \
	     rest_##n && ((n) = bits_ffs64(rest_##n), true); \
	     rest_##n &= rest_##n - 1)

#endif
