// SPDX-License-Identifier: BSD-2-Clause
/* hart/sbiret.h */
#include <hart/sbiret.h>

#include "unit.h"

static void sbiret_makers(void)
{
	CHECK_RET("value", sbiret_value(42), SBI_SUCCESS, 42);
	CHECK_RET("error", sbiret_error(SBI_ERR_NO_SHMEM), SBI_ERR_NO_SHMEM, 0);
}

static void sbi_args_u64_pairs(void)
{
	struct sbi_args args = { { 0x11111111, 0x22222222, 0x33333333,
				   0x44444444, 0x55555555, 0x66666666 } };
	u64 high;
	unsigned int n;

	for (n = 0; n < 5; n++) {
		high = fake.has.xlen == 32 ? (u64)args.a[n + 1] << 32 : 0;
		CHECK_EQ("argument", sbi_args_u64(&args, n), high | args.a[n]);
	}
}

static void sbi_args_u64_whole_register(void)
{
	struct sbi_args args = { { 0xfedcba9876543210ul, 1 } };

	CHECK_EQ("argument", sbi_args_u64(&args, 0), 0xfedcba9876543210ul);
}

static void sbi_arg_all_ones_of_xlen(void)
{
	CHECK("all ones", sbi_arg_all_ones(unit_xlen(~0ull)));
	CHECK("one clear", !sbi_arg_all_ones(unit_xlen(~1ull)));
	CHECK("top clear", !sbi_arg_all_ones(unit_xlen(~0ull) >> 1));
	CHECK("32 of 64",
	      sbi_arg_all_ones(0xffffffff) == (fake.has.xlen == 32));
}

static const struct unit_test tests[] = {
	UNIT_TEST(sbiret_makers, UNIT_ONE),
	UNIT_TEST(sbi_args_u64_pairs, UNIT_ALL),
	UNIT_TEST(sbi_args_u64_whole_register, UNIT_RV64),
	UNIT_TEST(sbi_arg_all_ones_of_xlen, UNIT_ALL),
};

UNIT_MAIN("sbiret", tests)
