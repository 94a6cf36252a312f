// SPDX-License-Identifier: BSD-2-Clause
/*
 * Overflows that the firmware predicts, on harts whose counters cannot
 * interrupt: events come as often as they would with interrupts, other users of
 * the timer notice nothing, and only owners that asked for events get them.
 * Instructions are the clock ("icount").
 */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "sse_rig.h"
#include "test_firmware.h"

#define EVENT SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW
#define FEATURE 0x40435453ul
#define NON_RETENTIVE SBI_HSM_SUSPEND_NON_RET_DEFAULT

static struct {
	unsigned long counter;
	unsigned long period;
	volatile unsigned long samples;
	u64 counted; /* sum of the values at the samples */
} sampling;

static struct sbiret feature_set(unsigned long value, unsigned long flags)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FEATURE, value, flags);
}

static struct sbiret feature_get(void)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, FEATURE);
}

/*
 * Harts with overflow interrupts, or without a timer, do not have the feature.
 */
static bool here(void)
{
	if (!pmu.sscofpmf && hart_count() > 1)
		check_skip("instructions are not the clock of many harts");
	if (!pmu.sscofpmf && !option_given("clint=no"))
		return hart_count() == 1;
	CHECK_ERROR(feature_get(), SBI_ERR_DENIED);
	CHECK_ERROR(feature_set(1, 0), SBI_ERR_DENIED);
	check_skip("counters interrupt by themselves, or there is no timer");
	return false;
}

/* --- a sampler ------------------------------------------------------------ */

/*
 * Events since the last start. The upper halves of QEMU's counters are wrong on
 * RV32.
 */
static unsigned long sampling_progress(void)
{
	return (unsigned long)pmu_value((unsigned int)sampling.counter) +
	       sampling.period;
}

static void sample(void)
{
	sampling.counted += sampling_progress();
	sampling.samples++;
	pmu_stop(sampling.counter, 1, 0);
	pmu_start(sampling.counter, 1, SET_VALUE, -(u64)sampling.period);
}

static void sampling_on(void)
{
	hart_self()->on_event = sample;
	CHECK_OK(feature_set(1, 0));
	sse_on(EVENT);
}

static void sampling_off(void)
{
	sse_off(EVENT);
	CHECK_OK(feature_set(0, 0));
	hart_self()->on_event = NULL;
	pmu_reset();
}

static void sampling_begin(unsigned long event_idx, unsigned long period)
{
	struct sbiret ret = pmu_config(0, pmu_all(), CLEAR, event_idx, 0);

	CHECK_OK(ret);
	sampling.counter = ret.value;
	sampling.period = period;
	sampling.samples = 0;
	sampling.counted = 0;
	CHECK_OK(pmu_start(sampling.counter, 1, SET_VALUE, -(u64)period));
}

/* The number of samples is the count divided by the period, within 5 %. */
static void sampling_end(unsigned long least)
{
	u64 exact;

	CHECK_OK(pmu_stop(sampling.counter, 1, 0));
	sampling.counted += sampling_progress();
	for (exact = 0; sampling.counted >= sampling.period; exact++)
		sampling.counted -= sampling.period;
	CHECK_RANGE(exact, least, 100 * least);
	CHECK_RANGE(100 * sampling.samples, 95 * exact, 105 * exact);
}

static void work(unsigned int times)
{
	while (times--)
		pmu_work_spin();
}

/* --- cases ---------------------------------------------------------------- */

/* The number of a feature has 32 bits: the upper bits are ignored. */
static void number_of_32_bits(void)
{
	unsigned long wide = FEATURE | ~0ul << (XLEN - 16) << 1;

	if (XLEN == 32)
		return;
	CHECK_OK(sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, wide, 1));
	CHECK_VALUE(feature_get(), 1);
	CHECK_VALUE(sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, wide), 1);
	CHECK_OK(feature_set(0, 0));
}

/* Without a request there is no such event, and no sample. */
static void off_unless_asked(void)
{
	unsigned long old = hart_self()->events;

	if (!here())
		return;
	CHECK_VALUE(feature_get(), 0);
	CHECK_ERROR(sse_register(EVENT), SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(feature_set(2, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(feature_set(1, 2), SBI_ERR_INVALID_PARAM);
	CHECK_VALUE(feature_get(), 0);
	number_of_32_bits();
	sampling_begin(EVENT_INSTRUCTIONS, 10000);
	work(20);
	CHECK_EQ(hart_self()->events, old);
	pmu_reset();
	/* The event is requested, but it has no handler. */
	CHECK_OK(feature_set(1, 0));
	CHECK_VALUE(feature_get(), 1);
	sampling_begin(EVENT_INSTRUCTIONS, 10000);
	work(20);
	CHECK_EQ(hart_self()->events, old);
	CHECK_OK(feature_set(0, 0));
	CHECK_VALUE(feature_get(), 0);
	CHECK_ERROR(sse_register(EVENT), SBI_ERR_NOT_SUPPORTED);
	pmu_reset();
}

static void counts(void)
{
	static const struct {
		unsigned long event_idx;
		unsigned long period;
		unsigned int times;
	} rows[] = {
		{ EVENT_INSTRUCTIONS, 40000, 800 },
		{ EVENT_INSTRUCTIONS, 100000, 2000 },
		{ EVENT_INSTRUCTIONS, 1000000, 10000 },
		{ EVENT_CYCLES, 100000, 2000 },
		{ EVENT_CYCLES, 70001, 1000 },
	};
	unsigned int n;

	if (!here())
		return;
	for (n = 0; n < array_size(rows); n++) {
		check_row("row", n);
		sampling_on();
		sampling_begin(rows[n].event_idx, rows[n].period);
		work(rows[n].times);
		sampling_end(20);
		sampling_off();
	}
	check_row(NULL, 0);
}

/* S-mode's own timer comes neither early nor late. */
static void timer_beside(void)
{
	struct hart *h = hart_self();
	unsigned long old;
	unsigned int n;
	u64 end;

	if (!here())
		return;
	end = hart_time() + 20000;
	CHECK_OK(sbi_set_timer(end));
	sampling_on();
	sampling_begin(EVENT_INSTRUCTIONS, 30000);
	for (n = 0; n < 50; n++) {
		check_row("round", n);
		old = h->timer;
		hart_interrupts(HART_IRQ_TIMER);
		while (h->timer == old && hart_time() < end + 20000)
			;
		CHECK_EQ(h->timer, old + 1);
		CHECK_RANGE(hart_time(), end, end + 600);
		hart_interrupts(0);
		end = hart_time() + 500 + 97 * n;
		CHECK_OK(sbi_set_timer(end));
		CHECK(!(csr_read(sip) & HART_IRQ_TIMER) || hart_time() >= end);
	}
	check_row(NULL, 0);
	sampling_end(50);
	sampling_off();
	/* The timer is as exact as before when the feature is off. */
	end = hart_time() + 1000;
	CHECK_OK(sbi_set_timer(end));
	while (!(csr_read(sip) & HART_IRQ_TIMER) && hart_time() < end + 20000)
		;
	CHECK_RANGE(hart_time(), end, end + 600);
	sbi_set_timer(~0ull);
}

/* An overflow while events are masked is not lost. */
static void masked(void)
{
	if (!here())
		return;
	sampling_on();
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK));
	sampling_begin(EVENT_INSTRUCTIONS, 20000);
	work(20);
	CHECK_EQ(sampling.samples, 0);
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	work(2);
	CHECK_RANGE(sampling.samples, 1, 3);
	sampling_off();
}

/*
 * Branch records freeze on request, as at an overflow interrupt; a sample finds
 * the last transfers before it.
 */
static volatile unsigned long frozen;

static void sample_records(void)
{
	frozen += !!(csr_read(SCTRSTATUS) & CTR_FROZEN);
	sample();
	csr_write(SCTRSTATUS, 0);
}

static void freezes(void)
{
	unsigned long ask;

	if (!here() || !ctr_here())
		return;
	if (!(ctr_options()->control & CTR_LCOFIFRZ)) {
		check_skip("no LCOFIFRZ");
		return;
	}
	for (ask = 0; ask < 2; ask++) {
		check_row("asked", ask);
		sampling_on();
		hart_self()->on_event = sample_records;
		frozen = 0;
		ctr_record(CTR_S | (ask ? CTR_LCOFIFRZ : 0));
		sampling_begin(EVENT_INSTRUCTIONS, 100000);
		work(1000);
		sampling_end(20);
		csr_write(SCTRCTL, 0);
		CHECK_EQ(frozen, ask ? sampling.samples : 0);
		ctr_check_recorded();
		sampling_off();
		ctr_reset();
	}
	check_row(NULL, 0);
}

static void over_a_suspend(void)
{
	unsigned long before;

	if (!here())
		return;
	sampling_on();
	sampling_begin(EVENT_INSTRUCTIONS, 50000);
	work(200);
	before = sampling.samples;
	CHECK(before > 10);
	csr_set(sie, HART_IRQ_TIMER);
	sbi_set_timer(hart_time() + 1000);
	CHECK_EQ(hart_suspend(NON_RETENTIVE), SBI_SUCCESS);
	csr_clear(sie, HART_IRQ_TIMER);
	sbi_set_timer(~0ull);
	CHECK_VALUE(feature_get(), 1);
	work(200);
	CHECK_RANGE(sampling.samples, before + 10, 2 * before + 10);
	sampling_end(20);
	sampling_off();
}

/* True if this hart samples, and there are two domains. */
static bool domains_here(void)
{
	if (!here())
		return false;
	if (!domains_exist()) {
		check_skip("no domains");
		return false;
	}
	return true;
}

static void nothing(void)
{
}

static void spin(unsigned int times)
{
	while (times--)
		__asm__ volatile("" ::: "memory");
}

/*
 * An owner leaves and returns at many points between two overflows, and at
 * overflows.
 */
static void many_domains(void)
{
	unsigned long before;
	unsigned int n;

	if (!domains_here())
		return;
	sampling_on();
	sampling_begin(EVENT_INSTRUCTIONS, 20000);
	work(20); /* until the firmware knows the rate */
	for (n = 0; n < 200; n++) {
		check_row("round", n);
		spin(97 * n);
		CHECK_EQ(domains_run(nothing), SBI_SUCCESS);
		before = sampling.samples;
		work(4);
		CHECK_RANGE(sampling.samples, before + 1, before + 3);
	}
	check_row(NULL, 0);
	sampling_off();
}

static void on_other_hart(void *arg)
{
	(void)arg;
	CHECK_VALUE(feature_get(), 0);
	sampling_on();
	CHECK_OK(feature_set(1, 0));
}

static void after_a_stop(void *arg)
{
	(void)arg;
	CHECK_VALUE(feature_get(), 0);
	CHECK_ERROR(sse_register(EVENT), SBI_ERR_NOT_SUPPORTED);
}

/* The feature belongs to the hart, and ends when the hart stops. */
static void harts_stop(void)
{
	if (pmu.sscofpmf || hart_count() < 2)
		return;
	CHECK_OK(feature_set(0, 0));
	CHECK(hart_start(1));
	CHECK(hart_call(1, on_other_hart, NULL));
	CHECK_VALUE(feature_get(), 0);
	CHECK(hart_stop(1));
	CHECK(hart_start(1));
	CHECK(hart_call(1, after_a_stop, NULL));
	CHECK(hart_stop(1));
}

/* --- timers and memory ---------------------------------------------------- */

/* S-mode has set no timer: the firmware's own timer gives it no interrupt. */
static void no_timer(void)
{
	if (!here())
		return;
	sampling_on();
	sampling_begin(EVENT_INSTRUCTIONS, 100000);
	CHECK(!(csr_read(sip) & HART_IRQ_TIMER));
	sampling_off();
	hart_delay(20000);
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

	if (!here() || !option_given("test"))
		return;
	for (on = 0; on < 2; on++) {
		check_row("on", on);
		CHECK_OK(feature_set(1, 0));
		if (!on)
			CHECK_OK(feature_set(0, 0));
		peek_save(&look);
		peek_load(&look);
		CHECK_OK(sbi_set_timer(~0ull));
		peek_save(&look);
		CHECK_EQ(look.traps, on || option_given("entry=off") ? 2 : 1);
	}
	check_row(NULL, 0);
	CHECK_OK(feature_set(0, 0));
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

/* Another hart uses the feature: the timer of a hart that never did works as before. */
static void timers_of_others(void)
{
	if (pmu.sscofpmf || hart_count() < 2)
		return;
	CHECK_OK(feature_set(1, 0));
	CHECK(hart_start(1));
	CHECK(hart_call(1, timer_comes, NULL));
	timer_comes(NULL);
	CHECK_OK(feature_set(0, 0));
	timer_comes(NULL);
	CHECK(hart_stop(1));
}

/* --- memory ------------------------------------------------------------------------ */

/* The first request of the hart finds an empty heap: its memory is from boot. */
static void without_memory(void)
{
	if (!here() || !option_given("test"))
		return;
	CHECK_OK(test_firmware(TEST_HEAP, 1));
	CHECK_OK(feature_set(1, 0));
	CHECK_OK(feature_set(1, 0));
	CHECK_OK(feature_set(0, 0));
	CHECK_OK(test_firmware(TEST_HEAP, 0));
}

const struct check_case check_cases[] = {
	{ "timers of other harts", timers_of_others },
	{ "without memory", without_memory },
	{ "off unless asked for", off_unless_asked },
	{ "as many samples as overflows", counts },
	{ "the timer of S-mode", timer_beside },
	{ "masked", masked },
	{ "branch records freeze", freezes },
	{ "over a suspend", over_a_suspend },
	{ "over domains, again and again", many_domains },
	{ "harts that stop", harts_stop },
	{ "no timer", no_timer },
	{ "who sets the timer", who_sets_it },
	{ NULL, NULL },
};
