// SPDX-License-Identifier: BSD-2-Clause
/*
 * Remote fences and IPIs to all harts, while half of the harts stop and start
 * all the time. No call fails, no call waits for ever, and a hart that stays up
 * counts each fence exactly once. The same is checked while the target hart
 * changes its domain.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "sse_rig.h"
#include "test_firmware.h"

#define SENT SBI_PMU_FW_SFENCE_VMA_SENT
#define RECEIVED SBI_PMU_FW_SFENCE_VMA_RCVD

static unsigned int count; /* harts; the upper half stops and starts */
static unsigned long everybody;
static volatile unsigned long over, failures[HARTS_MAX], calls[HARTS_MAX];
static volatile unsigned long bad_ipis[HARTS_MAX];

static unsigned int number(void)
{
	return (unsigned int)((union hart_memory *)hart_self() - harts);
}

static unsigned long all_harts(void)
{
	unsigned long mask = 0;
	unsigned int n;

	for (n = 0; n < hart_count(); n++)
		mask |= 1ul << hart_at(n)->hartid;
	return mask;
}

static void fence_everybody(void)
{
	unsigned int n = number();

	if (sbi(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_SFENCE_VMA, everybody, 0,
		0, 4096)
		    .error)
		failures[n]++;
	else
		calls[n]++;
	if (n % 2 && sbi_send_ipi(everybody, 0).error)
		bad_ipis[n]++;
}

static void arm(void *arg)
{
	(void)arg;
	pmu_reset();
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO, EVENT_FW(RECEIVED), 0),
		    pmu.fw);
	CHECK_VALUE(pmu_config(pmu.fw + 1, 1, CLEAR | AUTO, EVENT_FW(SENT), 0),
		    pmu.fw + 1);
}

/* Runs on a hart that stays up. */
static void stay(void *arg)
{
	(void)arg;
	while (!over)
		fence_everybody();
}

/* Runs on a hart that stops while the others send fences. */
static void hop(void *arg)
{
	unsigned long n = (unsigned long)arg;

	while (n--)
		fence_everybody();
	sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_STOP);
}

static bool is_stopped(unsigned int n)
{
	return sbi_hart_status(hart_at(n)->hartid).value ==
	       SBI_HSM_STATE_STOPPED;
}

/*
 * A hart that has stopped is started again. run.py limits the processor time:
 * the host may run only this hart for a long time.
 */
static bool rounds(unsigned int many)
{
	unsigned int n, round = 0;

	while (round < many * (count - count / 2)) {
		for (n = count / 2; n < count; n++) {
			if (!is_stopped(n))
				continue;
			if (!hart_start(n))
				return false;
			hart_give(n, hop, (void *)(unsigned long)(round % 4));
			round++;
		}
		fence_everybody();
	}
	return true;
}

struct seen {
	u64 received, sent;
};

static void collect(void *arg)
{
	struct seen *seen = arg;

	seen->received = pmu_value(pmu.fw);
	seen->sent = pmu_value(pmu.fw + 1);
}

static void judge(unsigned int n, unsigned long all)
{
	struct seen seen;

	check_row("hart", n);
	CHECK_EQ(failures[n], 0);
	CHECK_EQ(bad_ipis[n], 0);
	if (n >= count / 2)
		return;
	if (n)
		CHECK(hart_call(n, collect, &seen));
	else
		collect(&seen);
	CHECK_EQ(seen.received, all - calls[n]);
	CHECK_EQ(seen.sent, calls[n]);
}

static void hotplug(void)
{
	unsigned long all = 0;
	unsigned int n;

	count = hart_count();
	CHECK_EQ(count, option_number("smp", 1));
	if (count < 4) {
		check_skip("one hart alone has nobody to send to");
		return;
	}
	everybody = all_harts();
	over = 0;
	for (n = 0; n < count; n++)
		failures[n] = calls[n] = bad_ipis[n] = 0;
	arm(NULL);
	for (n = 1; n < count / 2; n++) {
		CHECK(hart_start(n));
		CHECK(hart_call(n, arm, NULL));
	}
	for (n = 1; n < count / 2; n++)
		hart_give(n, stay, NULL);
	CHECK(rounds((unsigned int)option_number("rounds", 20)));
	for (n = count / 2; n < count; n++)
		while (!is_stopped(n))
			;
	over = 1;
	for (n = 1; n < count / 2; n++)
		CHECK(hart_call_end(n));
	for (n = 0; n < count; n++)
		all += calls[n];
	for (n = 0; n < count; n++)
		judge(n, all);
	check_row("calls", all);
	CHECK(all > count);
}

/* --- events ---------------------------------------------------------------- */

#define EVENTS 20
#define EVENT SBI_SSE_EVENT_LOCAL_SOFTWARE

static volatile unsigned long armed;

/*
 * OpenSBI signals these events by the doorbell, which the waiting hart clears.
 */
static void wait_for_fences(void *arg)
{
	unsigned long mask = (unsigned long)arg;

	sse_on(EVENT);
	csr_write(sie, HART_IRQ_TIMER);
	armed = 1;
	while (!over)
		CHECK_OK(sbi(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_FENCE_I,
			     mask));
	/* M-mode enables other interrupts while it waits */
	CHECK_EQ(csr_read(sie), HART_IRQ_TIMER);
	csr_write(sie, 0ul);
	sse_off(EVENT);
}

static void events_meanwhile(void)
{
	struct hart *waits = hart_at(1);
	unsigned int n;

	if (hart_count() < 4) {
		check_skip("needs another hart to wait for");
		return;
	}
	CHECK(hart_start(1));
	CHECK(hart_start(2));
	over = armed = 0;
	hart_give(1, wait_for_fences, (void *)(1ul << hart_at(2)->hartid));
	CHECK(hart_wait(&armed, 0));
	for (n = 0; n < EVENTS; n++) {
		unsigned long old = waits->events;

		CHECK_OK(sse(SBI_EXT_SSE_INJECT, EVENT, waits->hartid));
		if (!CHECK(hart_wait(&waits->events, old)))
			break;
	}
	over = 1;
	CHECK(hart_call_end(1));
	CHECK(hart_stop(1));
	CHECK(hart_stop(2));
}

/* The hart takes an interrupt at the end of a turn, or of the next one. */
#define TURNS_ENOUGH 10000000ul

static volatile unsigned long turns;

static void turn(void *arg)
{
	(void)arg;
	sse_on(EVENT);
	armed = 1;
	while (!over)
		turns++;
	sse_off(EVENT);
}

/*
 * Another IPI makes the hart read OpenSBI's queues before the event is there.
 */
static void event_after_an_ipi(void)
{
	struct hart *h = hart_at(1);
	unsigned long old = h->events, begin;

	if (!option_given("domains=2")) {
		check_skip("needs the firmware of the tests");
		return;
	}
	CHECK(hart_start(1));
	over = armed = 0;
	hart_give(1, turn, NULL);
	CHECK(hart_wait(&armed, 0));
	CHECK_OK(sbi(TEST_EID, TEST_MEET, h->hartid, (unsigned long)&turns));
	CHECK_OK(sse(SBI_EXT_SSE_INJECT, EVENT, h->hartid));
	for (begin = turns; h->events == old && turns - begin < TURNS_ENOUGH;)
		;
	CHECK_EQ(h->events, old + 1);
	over = 1;
	CHECK(hart_call_end(1));
	CHECK(hart_stop(1));
}

/* --- events during a long call ------------------------------------------------ */

#define LIST 0x85000000ul /* all zero: no code writes to this area */
#define LIST_COUNT 0x40000ul
#define LOOKS 1000000ul /* without a trap */

enum { LIST_BEFORE, LIST_ASKED, LIST_ANSWERED };

static void list_with_an_event(void *arg)
{
	struct hart *h = hart_self();
	unsigned long old = h->events, n;

	(void)arg;
	sse_on(EVENT);
	armed = LIST_ASKED;
	CHECK_OK(pmu_event_info(LIST, 0, LIST_COUNT, 0));
	armed = LIST_ANSWERED;
	while (!over)
		;
	for (n = 0; n < LOOKS && h->events == old; n++)
		;
	CHECK_EQ(h->events, old + 1);
	sse_off(EVENT);
}

/* @return true if the event came while M-mode worked on the list */
static bool event_in_a_list(void)
{
	bool meanwhile;

	armed = LIST_BEFORE;
	over = 0;
	hart_give(1, list_with_an_event, NULL);
	CHECK(hart_wait(&armed, LIST_BEFORE));
	hart_delay(1000);
	CHECK_OK(sse(SBI_EXT_SSE_INJECT, EVENT, hart_at(1)->hartid));
	meanwhile = armed == LIST_ASKED;
	over = 1;
	CHECK(hart_call_end(1));
	return meanwhile;
}

/*
 * A long list is answered in parts, and M-mode takes interrupts between them.
 * An event that comes by one is due when the call ends.
 */
static void events_in_lists(void)
{
	unsigned long n, meanwhile = 0;

	CHECK(hart_start(1));
	/* On a busy host both harts may long share one of its processors. */
	for (n = 0; n < 100 * EVENTS && meanwhile < 3; n++)
		meanwhile += event_in_a_list();
	CHECK(meanwhile);
	CHECK(hart_stop(1));
}

/* --- domains --------------------------------------------------------------- */

static volatile unsigned long second_fences;

/* The second domain fences its only hart, which runs this. */
static void fence_second(void)
{
	if (!sbi(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_SFENCE_VMA, 1,
		 hart_at(0)->hartid, 0, 4096)
		     .error)
		second_fences++;
}

/*
 * Hart 1's masks name hart 0 all the time, but hart 0 is not always in the
 * domain.
 */
static void changes_of_domain(void)
{
	unsigned long rounds = option_number("rounds", 20), n;
	struct seen seen;

	if (!option_given("domains=2")) {
		check_skip("there is one domain");
		return;
	}
	everybody = all_harts();
	CHECK(hart_start(1));
	CHECK(hart_call(1, arm, NULL));
	hart_give(1, stay, NULL);
	for (n = 0; n < rounds; n++) {
		CHECK_EQ(domains_run(fence_second), SBI_SUCCESS);
		fence_everybody();
	}
	while (!calls[1])
		;
	over = 1;
	CHECK(hart_call_end(1));
	CHECK_EQ(second_fences, rounds);
	CHECK_EQ(failures[0] + bad_ipis[0], 0);
	CHECK_EQ(failures[1] + bad_ipis[1], 0);
	CHECK(hart_call(1, collect, &seen));
	/* Fences that were sent while hart 0 was away had no target. */
	CHECK_RANGE(seen.sent, 1, calls[1]);
	CHECK_EQ(seen.received, rounds);
	CHECK(hart_stop(1));
}

const struct check_case check_cases[] = {
	{ "fences while a hart changes its domain", changes_of_domain },
	{ "events while a hart waits for fences", events_meanwhile },
	{ "events during a long call", events_in_lists },
	{ "an event right after an IPI", event_after_an_ipi },
	{ "fences while harts stop and start", hotplug },
	{ NULL, NULL },
};
