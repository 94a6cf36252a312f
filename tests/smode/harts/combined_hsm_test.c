// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts stop, also in handlers, or suspend with all doors armed. Other harts
 * lose no state, and the hart's own state from before the stop does not come
 * back.
 */
#include "check.h"
#include "combined.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "test_firmware.h"
#include "trace.h"

#define NON_RETENTIVE SBI_HSM_SUSPEND_NON_RET_DEFAULT
#define ROUNDS 20u
#define COUNTER 8ul /* offset of the first counter's value in a snapshot */

static struct combined_arena arenas[2] __attribute__((aligned(4096)));
/* The only data in 16 bytes: QEMU's watchpoints are larger than requested */
static volatile unsigned long watched[16 / sizeof(long)]
	__attribute__((aligned(16)));

static unsigned long page(unsigned int n)
{
	return (unsigned long)arenas[n].page;
}

/* --- a hart that stops in a handler --------------------------------------- */

static void stop_here(void)
{
	sbi_ecall(SBI_EXT_HSM, SBI_EXT_HSM_HART_STOP, 0, 0, 0, 0, 0, 0);
}

/* The handler of the injected event interrupts the handler that runs this. */
static void and_again(void)
{
	hart_self()->on_event = stop_here;
	combined_sse(SBI_EXT_SSE_INJECT, COMBINED_LOCAL, hart_self()->hartid,
		     0);
	stop_here();
}

static void armed(void *arg)
{
	unsigned long lower = 1;

	(void)arg;
	CHECK_OK(pmu_set_shmem(page(0), 0, 0));
	CHECK_VALUE(pmu_config(pmu.fw, 1, AUTO, EVENT_SET_TIMER, 0), pmu.fw);
	combined_watch(watched, page(0) + COMBINED_PAGE / 2);
	combined_trace(1, &arenas[1]);
	combined_event(COMBINED_LOCAL, NULL);
	combined_event(COMBINED_GLOBAL, and_again);
	CHECK_OK(combined_sse(SBI_EXT_SSE_DISABLE, COMBINED_GLOBAL, 0, 0));
	CHECK_OK(sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_WRITE_ATTR, COMBINED_GLOBAL,
			   SBI_SSE_ATTR_PRIO, 1, (unsigned long)&lower, 0, 0));
	CHECK_OK(combined_sse(SBI_EXT_SSE_ENABLE, COMBINED_GLOBAL, 0, 0));
	combined_sse(SBI_EXT_SSE_INJECT, COMBINED_GLOBAL, hart_self()->hartid,
		     0);
}

/* No state of the hart from before the stop is left; all doors work. */
static void fresh(void *arg)
{
	(void)arg;
	CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_UNUSED);
	CHECK_ERROR(combined_sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0),
		    SBI_ERR_ALREADY_STOPPED);
	CHECK_ERROR(combined_dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1),
		    SBI_ERR_NO_SHMEM);
	CHECK(!combined_watched(watched));
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	CHECK(!combined_traced(1, &arenas[1]));
	combined_event(COMBINED_LOCAL, NULL);
	CHECK(combined_delivered(COMBINED_LOCAL));
	combined_event_end(COMBINED_LOCAL);
}

/*
 * Events of other harts are not lost, and events of this hart do not come back.
 */
static void stop_in_handler(void)
{
	unsigned int n;

	for (n = 0; n < 4; n++) {
		combined_fill(&arenas[0]);
		combined_fill(&arenas[1]);
		CHECK(hart_start(1));
		hart_give(1, armed, NULL);
		CHECK(combined_stopped(1));
		CHECK_EQ(combined_state(COMBINED_GLOBAL), SBI_SSE_STATE_UNUSED);
		combined_event(COMBINED_GLOBAL, NULL);
		CHECK(combined_delivered(COMBINED_GLOBAL));
		combined_event_end(COMBINED_GLOBAL);
		CHECK(hart_start(1));
		CHECK(hart_call(1, fresh, NULL));
		CHECK(hart_stop(1));
		combined_check(&arenas[0]);
		combined_check(&arenas[1]);
	}
}

/* --- a suspended hart with all doors armed ------------------------------- */

static volatile unsigned long asleep;

static void nap(unsigned long type)
{
	csr_clear(sip, HART_IRQ_SOFT);
	csr_write(sie, HART_IRQ_SOFT);
	asleep++;
	CHECK_EQ(hart_suspend(type), SBI_SUCCESS);
	csr_write(sie, 0);
	csr_clear(sip, HART_IRQ_SOFT);
}

static void sleeper(void *arg)
{
	unsigned int n;
	u64 *counter = (u64 *)(page(0) + COUNTER);

	(void)arg;
	CHECK_OK(pmu_set_shmem(page(0), 0, 0));
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO,
			       EVENT_FW(SBI_PMU_FW_FENCE_I_RECVD), 0),
		    pmu.fw);
	combined_watch(watched, page(0) + COMBINED_PAGE / 2);
	combined_trace(1, &arenas[1]);
	combined_event(COMBINED_LOCAL, NULL);
	for (n = 0; n < ROUNDS; n++) {
		nap(n & 1 ? NON_RETENTIVE : 0);
		CHECK(combined_watched(watched));
		CHECK(combined_traced(1, &arenas[1]));
		CHECK(combined_delivered(COMBINED_LOCAL));
	}
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	/* The end of a non-retentive suspend makes all fences */
	CHECK(*counter <= 2 * ROUNDS);
	combined_event_end(COMBINED_LOCAL);
	combined_watch_end(0);
	combined_trace_end(1, &arenas[1]);
	pmu_reset();
}

static void fence(void)
{
	CHECK_OK(sbi_ecall(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_FENCE_I,
			   1ul << hart_at(1)->hartid, 0, 0, 0, 0, 0));
}

/* Fences are sent while the hart is suspended or about to be; none is lost. */
static void fences_and_sleep(void)
{
	unsigned int n;

	combined_fill(&arenas[0]);
	combined_fill(&arenas[1]);
	CHECK_OK(test_firmware(TEST_LOSE, 1));
	CHECK(hart_start(1));
	asleep = 0;
	hart_give(1, sleeper, NULL);
	for (n = 0; n < ROUNDS; n++) {
		CHECK(hart_wait(&asleep, n));
		fence();
		combined_attrs(COMBINED_GLOBAL, 10, page(0) + 2048);
		fence();
		CHECK_OK(sbi_send_ipi(1ul << hart_at(1)->hartid, 0));
	}
	CHECK(hart_call_end(1));
	CHECK(hart_stop(1));
	combined_check(&arenas[0]);
	combined_check(&arenas[1]);
}

static void begin(void)
{
	CHECK_EQ(hart_count(), 2);
	pmu_reset();
}

const struct check_case check_cases[] = {
	{ "begin", begin },
	{ "a hart that stops in a handler", stop_in_handler },
	{ "fences to a hart that sleeps", fences_and_sleep },
	{ NULL, NULL },
};
