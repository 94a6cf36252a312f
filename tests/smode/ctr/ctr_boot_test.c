// SPDX-License-Identifier: BSD-2-Clause
/*
 * State that the first owner finds after an earlier boot stage that enabled
 * everything ("poison" in smode.cfg), and after a reboot ("reboot").
 */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "test_firmware.h"

/* RAM that nothing else in the test uses, and that a reboot keeps. */
#define MARK (*(volatile u32 *)0x88000000ul)
#define REBOOTED 0x0b007edu

static void leave_everything_on(void)
{
	ctr_fill(4, 0x80212340);
	HART_TRY(csr_write(VSCTRCTL, CTR_S | CTR_U));
	HART_TRY(csr_set(HSTATEEN0_CTR, HSTATEEN0_GATE));
	sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FWFT_CTR_MTE, 1);
	csr_write(SCTRSTATUS, 200ul);
	csr_write(SCTRCTL, CTR_S | CTR_U | CTR_STE);
}

static void check_new(void *arg)
{
	unsigned long value = 0;

	(void)arg;
	ctr_check_new();
	HART_TRY(value = csr_read(HSTATEEN0_CTR));
	CHECK_EQ(value & HSTATEEN0_GATE, 0);
}

static void boot(void)
{
	if (!ctr_here())
		return;
	check_new(NULL);
	/* The firmware disables the recording of M-mode early. */
	if (option_given("test"))
		CHECK_VALUE(test_firmware(TEST_CSR, TEST_FIRST_MCTRCTL), 0);
	if (!option_given("reboot") || MARK == REBOOTED)
		return;
	MARK = REBOOTED;
	leave_everything_on();
	sbi(SBI_EXT_SRST, SBI_EXT_SRST_RESET, SBI_SRST_RESET_TYPE_COLD_REBOOT,
	    SBI_SRST_RESET_REASON_NONE);
	CHECK(!"still running");
}

static void other_harts(void)
{
	unsigned int n;

	if (!ctr_here())
		return;
	CHECK(!option_given("reboot") || MARK == REBOOTED);
	for (n = 1; n < hart_count(); n++) {
		check_row("hart", n);
		CHECK(hart_start(n));
		CHECK(hart_call(n, check_new, NULL));
		CHECK(hart_stop(n));
	}
}

const struct check_case check_cases[] = {
	{ "the hart that boots", boot },
	{ "harts that are started", other_harts },
	{ NULL, NULL },
};
