// SPDX-License-Identifier: BSD-2-Clause
/* Doorbells of a board with two devices for them, of which the second is for the harts
 * 4 to 6. QEMU's machines have a register for each of their harts. */
#include <sbi_utils/ipi/aclint_mswi.h>

#include "../../../platform/generic/glue/glue.h"
#include "rig.h"

static u32 low[3], high[3];

static const struct aclint_mswi_data devices[] = {
	{ .addr = (unsigned long)low, .first_hartid = 0, .hart_count = 3 },
	{ .addr = (unsigned long)high, .first_hartid = 4, .hart_count = 3 },
};

static void run_registers(void **state)
{
	(void)state;
	assert_null(fence_glue_doorbell(0));
	fence_glue_mswi(&devices[0]);
	fence_glue_mswi(&devices[1]);
	assert_ptr_equal(fence_glue_doorbell(0), &low[0]);
	assert_ptr_equal(fence_glue_doorbell(2), &low[2]);
	assert_ptr_equal(fence_glue_doorbell(4), &high[0]);
	assert_ptr_equal(fence_glue_doorbell(6), &high[2]);
}

static void run_harts_without(void **state)
{
	(void)state;
	assert_null(fence_glue_doorbell(3));
	assert_null(fence_glue_doorbell(7));
	assert_null(fence_glue_doorbell(-1ul));
}

/* There is room for four devices. The others are OpenSBI's. */
static void run_many_devices(void **state)
{
	static const struct aclint_mswi_data more[] = {
		{ .first_hartid = 10, .hart_count = 1, .addr = 0x1000 },
		{ .first_hartid = 11, .hart_count = 1, .addr = 0x2000 },
		{ .first_hartid = 12, .hart_count = 1, .addr = 0x3000 },
	};
	u32 i;

	(void)state;
	for (i = 0; i < 3; i++)
		fence_glue_mswi(&more[i]);
	assert_int_equal((unsigned long)fence_glue_doorbell(10), 0x1000);
	assert_int_equal((unsigned long)fence_glue_doorbell(11), 0x2000);
	assert_null(fence_glue_doorbell(12));
	assert_ptr_equal(fence_glue_doorbell(4), &high[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_registers),
		cmocka_unit_test(run_harts_without),
		cmocka_unit_test(run_many_devices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
