// SPDX-License-Identifier: BSD-2-Clause
/*
 * A trap in M-mode without a handler ends its hart, and the firmware reports
 * this.
 */
#include "check.h"
#include "domains.h"
#include "hart.h"
#include "print.h"
#include "test_firmware.h"

static const struct {
	unsigned long how;
	unsigned int cause;
} deaths[] = {
	{ TEST_BY_ILLEGAL, HART_ILLEGAL },
	{ TEST_BY_LOAD, HART_LOAD_FAULT },
	{ TEST_BY_STORE, HART_STORE_FAULT },
};

#define DEATHS (sizeof(deaths) / sizeof(deaths[0]))

static void die(void *arg)
{
	test_firmware(TEST_DIE, *(const unsigned long *)arg);
}

static void each_cause(void)
{
	unsigned int n;

	CHECK_EQ(hart_count(), DEATHS + 1);
	for (n = 0; n < DEATHS; n++) {
		check_row("cause", deaths[n].cause);
		CHECK(hart_start(n + 1));
		hart_give(n + 1, die, (void *)&deaths[n].how);
		CHECK(test_firmware_dead(n + 1));
		print("# once: sbi_trap_error: hart%lu: trap1: mcause=0x%s%u\n",
		      hart_at(n + 1)->hartid,
		      XLEN == 64 ? "000000000000000" : "0000000",
		      deaths[n].cause);
	}
}

const struct check_case check_cases[] = {
	{ "of each cause", each_cause },
	{ NULL, NULL },
};
