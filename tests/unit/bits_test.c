// SPDX-License-Identifier: BSD-2-Clause
/* base/bits.h */
#include <base/bits.h>

#include "unit.h"

static void bits_low64_widths(void)
{
	unsigned int n;
	u64 want = 0;

	for (n = 0; n <= 64; n++) {
		CHECK_EQ("low64", bits_low64(n), want);
		want = want << 1 | 1;
	}
	CHECK_EQ("more than there are", bits_low64(65), ~0ull);
}

static void bits_scans_every_position(void)
{
	unsigned int n;

	for (n = 0; n < 64; n++) {
		CHECK_EQ("ffs alone", bits_ffs64(BIT64(n)), n);
		CHECK_EQ("ffs with all above", bits_ffs64(~0ull << n), n);
		CHECK_EQ("fls alone", bits_fls64(BIT64(n)), n);
		CHECK_EQ("fls with all below", bits_fls64(~0ull >> (63 - n)),
			 n);
		CHECK_EQ("ffs below the top", bits_ffs64(BIT64(n) | BIT64(63)),
			 n);
		CHECK_EQ("fls above the bottom", bits_fls64(BIT64(n) | 1), n);
		CHECK_EQ("ffs as on a hart", bits_ffs64_any(~0ull << n), n);
		CHECK_EQ("fls as on a hart", bits_fls64_any(BIT64(n) | 1), n);
	}
}

static void bits_for_each_order(void)
{
	static const u64 sets[] = { 0,	       1,
				    BIT64(63), BIT64(63) | 1,
				    ~0ull,     0xa5a5a5a5a5a5a5a5ull };
	unsigned int i, n, last;
	u64 seen;

	for (i = 0; i < array_size(sets); i++) {
		seen = 0;
		last = 0;
		bits_for_each(n, sets[i]) {
			CHECK("lowest first", !seen || n > last);
			seen |= BIT64(n);
			last = n;
		}
		CHECK_EQ("each once", seen, sets[i]);
	}
}

static void bits_for_each_continue_and_break(void)
{
	unsigned int n, count = 0;

	bits_for_each(n, 0xffull) {
		if (n == 2)
			continue;
		if (n == 5)
			break;
		count++;
	}
	CHECK_EQ("0, 1, 3, 4", count, 4);
}

static const struct unit_test tests[] = {
	UNIT_TEST(bits_low64_widths, UNIT_ONE),
	UNIT_TEST(bits_scans_every_position, UNIT_ONE),
	UNIT_TEST(bits_for_each_order, UNIT_ONE),
	UNIT_TEST(bits_for_each_continue_and_break, UNIT_ONE),
};

UNIT_MAIN("bits", tests)
