// SPDX-License-Identifier: BSD-2-Clause
/*
 * Overflows that the firmware predicts, in special states: a disabled event, a
 * counter set to a lower value, no memory. Instructions are the clock
 * ("icount"); a tick is 100 of them. Also timers of harts that do not use the
 * prediction.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "sse_rig.h"
#include "test_firmware.h"

#define EVENT SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW
#define FEATURE 0x40435453ul
#define FAR (-(1ull << 40)) /* no overflow during the test */
#define AGAIN 256	    /* ticks until the firmware tries an event again */

static unsigned long counter;

static struct sbiret feature_set(unsigned long value)
{
	return sbi_ecall(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FEATURE, value, 0, 0,
			 0, 0);
}

static bool alone(void)
{
	if (hart_count() == 1)
		return true;
	check_skip("instructions are not the clock of many harts");
	return false;
}

static void ticks(u64 number)
{
	u64 end = hart_time() + number;

	while (hart_time() < end)
		;
}

static void start(u64 value)
{
	CHECK_OK(pmu_start(counter, 1, SET_VALUE, value));
}

static void start_again(u64 value)
{
	CHECK_OK(pmu_stop(counter, 1, 0));
	start(value);
}

static void sampling_on(u64 value)
{
	struct sbiret ret =
		pmu_config(0, pmu_all(), CLEAR, EVENT_INSTRUCTIONS, 0);

	CHECK_OK(ret);
	counter = ret.value;
	CHECK_OK(feature_set(1));
	sse_on(EVENT);
	start(value);
}

static void sampling_off(void)
{
	hart_self()->on_event = NULL;
	sse_off(EVENT);
	CHECK_OK(feature_set(0));
	pmu_reset();
}

/* --- disabled events ----------------------------------------------------- */

/* Let the counter overflow while the event is registered and disabled */
static void overflow_before(void)
{
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, EVENT, 0, 0));
	start_again(-2000ull);
	ticks(AGAIN);
	CHECK_OK(pmu_stop(counter, 1, 0));
}

/* The same with a suspend in between. */
static void kept_over_a_sleep(void)
{
	struct hart *h = hart_self();
	unsigned long old = h->events;

	if (!alone())
		return;
	sampling_on(FAR);
	overflow_before();
	CHECK_OK(sbi_set_timer(hart_time() + 1000));
	csr_set(sie, HART_IRQ_TIMER);
	CHECK_EQ(hart_suspend(SBI_HSM_SUSPEND_NON_RET_DEFAULT), SBI_SUCCESS);
	csr_clear(sie, HART_IRQ_TIMER);
	CHECK_OK(sbi_set_timer(~0ull));
	CHECK_EQ(h->events, old);
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, EVENT, 0, 0));
	ticks(4 * AGAIN);
	CHECK_EQ(h->events, old + 1);
	sampling_off();
}

/* --- set back ------------------------------------------------------------------- */

/* A counter that S-mode sets to a lower value has not overflowed. */
static void set_back(void)
{
	struct hart *h = hart_self();
	unsigned long old = h->events;

	if (!alone())
		return;
	sampling_on(FAR);
	ticks(4 * AGAIN);
	start_again(0);
	ticks(4 * AGAIN);
	CHECK_EQ(h->events, old);
	/* An overflow while the feature was off gives no event either */
	start_again(FAR);
	ticks(4 * AGAIN);
	CHECK_OK(feature_set(0));
	start_again(0);
	CHECK_OK(feature_set(1));
	ticks(4 * AGAIN);
	CHECK_EQ(h->events, old);
	sampling_off();
}

/* --- timers ----------------------------------------------------------------------- */

/* S-mode has set no timer: the firmware's own timer gives it no interrupt. */
static void no_timer(void)
{
	if (!alone())
		return;
	sampling_on(-100000ull);
	CHECK(!(csr_read(sip) & HART_IRQ_TIMER));
	sampling_off();
	ticks(20000);
	CHECK(!(csr_read(sip) & HART_IRQ_TIMER));
}

/*
 * The firmware's own entry sets the timer, except while the hart predicts
 * overflows.
 */
static void who_sets_it(void)
{
	static struct peek look;
	unsigned int on;

	if (!alone())
		return;
	for (on = 0; on < 2; on++) {
		check_row("on", on);
		CHECK_OK(feature_set(1));
		if (!on)
			CHECK_OK(feature_set(0));
		peek_save(&look);
		peek_load(&look);
		CHECK_OK(sbi_set_timer(~0ull));
		peek_save(&look);
		CHECK_EQ(look.traps, on || option_given("entry=off") ? 2 : 1);
	}
	check_row(NULL, 0);
	CHECK_OK(feature_set(0));
}

static void timer_comes(void *arg)
{
	u64 end = hart_time() + 1000, late = end + 100000000;

	(void)arg;
	CHECK_OK(sbi_set_timer(end));
	while (!(csr_read(sip) & HART_IRQ_TIMER) && hart_time() < late)
		;
	CHECK_RANGE(hart_time(), end, late);
	CHECK_OK(sbi_set_timer(~0ull));
}

/* Another hart uses the feature: this hart's timer works as before. */
static void timers_of_others(void)
{
	if (hart_count() < 2) {
		check_skip("needs another hart");
		return;
	}
	CHECK_OK(feature_set(1));
	CHECK(hart_start(1));
	CHECK(hart_call(1, timer_comes, NULL));
	timer_comes(NULL);
	CHECK_OK(feature_set(0));
	timer_comes(NULL);
	CHECK(hart_stop(1));
}

/* --- memory ------------------------------------------------------------------------ */

/* The first request of the hart finds an empty heap: its memory is from boot. */
static void without_memory(void)
{
	CHECK_OK(test_firmware(TEST_HEAP, 1));
	CHECK_OK(feature_set(1));
	CHECK_OK(feature_set(1));
	CHECK_OK(feature_set(0));
	CHECK_OK(test_firmware(TEST_HEAP, 0));
}

const struct check_case check_cases[] = {
	{ "without memory", without_memory },
	{ "over a sleep", kept_over_a_sleep },
	{ "counters that are set back", set_back },
	{ "no timer", no_timer },
	{ "who sets the timer", who_sets_it },
	{ "timers of other harts", timers_of_others },
	{ NULL, NULL },
};
