// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of a hart that goes to another domain and comes back, and of one that
 * sleeps: only the benchmark's own firmware has calls for this.
 */
#include "bench.h"
#include "bench_firmware.h"
#include "pmu.h"
#include "switch.h"

void hart_second(void);

static struct sbiret firmware(unsigned long fid)
{
	return sbi_ecall(BENCH_EID, fid, 0, 0, 0, 0, 0, 0);
}

/* start.S calls this when the second domain runs for the first time. */
void hart_second(void)
{
	for (;;)
		firmware(BENCH_EXIT);
}

enum bench_answer switch_domains(void)
{
	return bench_ok(firmware(BENCH_ENTER));
}

/* The firmware allocates memory for an owner when the owner first leaves. */
enum bench_answer switch_before(void)
{
	enum bench_answer answer = switch_domains();

	return answer == BENCH_RIGHT ? switch_domains() : answer;
}

enum bench_answer switch_before_pmu(void)
{
	enum bench_answer answer = switch_before();

	if (answer == BENCH_RIGHT)
		answer = bench_ok(pmu_config(0, pmu_all(), CLEAR | AUTO,
					     EVENT_CYCLES, 0));
	return answer;
}

enum bench_answer switch_before_sleep(void)
{
	return bench_ok(firmware(BENCH_LOSE));
}

enum bench_answer switch_sleep(void)
{
	return hart_suspend(SBI_HSM_SUSPEND_NON_RET_DEFAULT) ? BENCH_WRONG :
							       BENCH_RIGHT;
}
