// SPDX-License-Identifier: BSD-2-Clause
/*
 * Shifts of 64-bit words on RV32. Code that is compiled for size calls the
 * compiler's library for them, and the firmware has none.
 */
#include <base/types.h>

#if __riscv_xlen == 32

/* Names and types of the compiler's; n is 0 to 63. */
u64 __ashldi3(u64 word, int n);
u64 __lshrdi3(u64 word, int n);

static u64 shift_join(u32 high, u32 low)
{
	return (u64)high << 32 | low;
}

u64 __ashldi3(u64 word, int n)
{
	u32 high = (u32)(word >> 32), low = (u32)word;

	if (n >= 32)
		return shift_join(low << (n - 32), 0);
	if (!n)
		return word;
	return shift_join(high << n | low >> (32 - n), low << n);
}

u64 __lshrdi3(u64 word, int n)
{
	u32 high = (u32)(word >> 32), low = (u32)word;

	if (n >= 32)
		return high >> (n - 32);
	if (!n)
		return word;
	return shift_join(high >> n, low >> n | high << (32 - n));
}

#endif
