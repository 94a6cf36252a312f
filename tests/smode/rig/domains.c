// SPDX-License-Identifier: BSD-2-Clause
/* Two domains on one hart. */
#include "domains.h"
#include "hart.h"
#include "test_firmware.h"

static void (*volatile domain_work)(void);

void hart_second(void);

struct sbiret test_firmware(unsigned long fid, unsigned long a0)
{
	return sbi(TEST_EID, fid, a0);
}

/*
 * A time limit alone is not enough: on a busy host time passes while no hart
 * runs.
 */
#define MINUTE 600000000ull
#define LOOKS_ENOUGH 1000000ul

bool test_firmware_dead(unsigned int n)
{
	u64 end = hart_time() + MINUTE;
	unsigned long looks = LOOKS_ENOUGH;

	while (!test_firmware(TEST_DEAD, hart_at(n)->hartid).value) {
		if (looks)
			looks--;
		else if (hart_time() > end)
			return false;
	}
	return true;
}

/*
 * start.S calls this function when the second domain runs for the first time.
 */
void hart_second(void)
{
	for (;;) {
		while (!domain_work)
			;
		domain_work();
		test_firmware(TEST_EXIT, 0);
	}
}

void domains_give(void (*work)(void))
{
	domain_work = work;
}

bool domains_exist(void)
{
	struct sbiret answer = test_firmware(TEST_OTHER, 0);

	return !answer.error && answer.value;
}

long domains_run(void (*work)(void))
{
	domain_work = work;
	return test_firmware(TEST_ENTER, 0).error;
}

static void restart_first(void *arg)
{
	struct hart *first = arg;

	while (sbi_hart_status(first->hartid).value != SBI_HSM_STATE_STOPPED)
		;
	sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_START, first->hartid,
	    (unsigned long)hart_resume, (unsigned long)first);
}

bool domains_restart(void)
{
	if (!hart_start(1))
		return false;
	hart_give(1, restart_first, hart_self());
	return !hart_pause() && hart_call_end(1) && hart_stop(1);
}
