// SPDX-License-Identifier: BSD-2-Clause
/* base/range.h */
#include <base/range.h>

#include "unit.h"

#define TOP (~0ull - 0xfff) /* the last page */

static const struct row {
	u64 a, a_size, b, b_size;
	bool meets, has;
} rows[] = {
	{ 0x1000, 0x1000, 0x1fff, 1, true, true },
	{ 0x1000, 0x1000, 0x2000, 1, false, false },
	{ 0x1000, 0x1000, 0xfff, 2, true, false },
	{ 0x1000, 0x1000, 0xfff, 1, false, false },
	{ 0x1000, 0x1000, 0x1800, 0x801, true, false },
	{ 0x1000, 0x1000, 0x1000, 0x1000, true, true },
	{ 0x1000, 0x1000, 0x1800, 0, false, false },
	{ 0x1000, 0, 0x1000, 1, false, false },
	{ 0, 0, 0, 1, false, false },
	/* ends with the addresses, or claims more */
	{ TOP, 0x1000, TOP, 1, true, true },
	{ TOP, 0x1000, ~0ull, 1, true, true },
	{ TOP, 0x1001, ~0ull, 1, true, true },
	{ TOP, ~0ull, ~0ull, 1, true, true },
	{ TOP, ~0ull, 0, 0x1000, false, false },
	{ TOP, 0x1000, TOP, 0x2000, true, true },
	{ 1, ~0ull, ~0ull, 1, true, true },
	{ 1, ~0ull, 0, 1, false, false },
	{ 0, ~0ull, ~0ull, 1, false, false },
};

static void range_rows(void)
{
	const struct row *r;

	for (r = rows; r < rows + array_size(rows); r++) {
		CHECK_EQ("meets", range_meets(r->a, r->a_size, r->b, r->b_size),
			 r->meets);
		CHECK_EQ("is met",
			 range_meets(r->b, r->b_size, r->a, r->a_size),
			 r->meets);
		CHECK_EQ("has", range_has(r->a, r->a_size, r->b, r->b_size),
			 r->has);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(range_rows, UNIT_ONE),
};

UNIT_MAIN("range", tests)
