// SPDX-License-Identifier: BSD-2-Clause
/*
 * A hart leaves a domain while another hart of that domain starts it, or halts
 * it by a shutdown that the domain may not request. Neither the start nor the
 * halt reaches the next domain. The firmware delays one of the two harts, so
 * that the two actions overlap every time.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "test_firmware.h"

enum { LEAVER = 1, ACTOR = 2 };

static volatile unsigned long home; /* hart 0 is in the first domain */

/* The hart is in the wrong domain: later cases would never see it return. */
static bool lost;

static unsigned long leaver(void)
{
	return hart_at(LEAVER)->hartid;
}

static bool is_stopped(unsigned int n)
{
	return test_firmware(TEST_STATE, hart_at(n)->hartid).value ==
	       SBI_HSM_STATE_STOPPED;
}

static void wait_until_stopped(unsigned int n)
{
	while (!is_stopped(n))
		;
}

/* Find the harts while the first domain has all of them. */
static bool there_are_domains(void)
{
	static unsigned int count;

	if (!option_given("domains=2")) {
		check_skip("needs a second domain");
		return false;
	}
	if (!count)
		count = hart_count();
	return CHECK(count > ACTOR) && CHECK(!lost);
}

/* Check that hart n is not in the first domain. */
static void is_the_seconds(unsigned int n)
{
	if (!CHECK_ERROR(sbi_hart_status(hart_at(n)->hartid),
			 SBI_ERR_INVALID_PARAM))
		lost = true;
}

/* --- start ------------------------------------------------------------------ */

static void leaves_at_a_start(void *arg)
{
	(void)arg;
	test_firmware(TEST_LEAVE, 0);
}

/* The hart stops in the second domain, which it enters for the first time. */
static void start(void)
{
	if (!there_are_domains() || !CHECK(hart_start(LEAVER)))
		return;
	hart_give(LEAVER, leaves_at_a_start, NULL);
	test_firmware(TEST_HOLD, leaver());
	if (!CHECK_ERROR(sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_START, leaver(),
			     (unsigned long)hart_start_entry,
			     (unsigned long)hart_at(LEAVER)),
			 SBI_ERR_ALREADY_AVAILABLE)) {
		lost = true;
		return;
	}
	wait_until_stopped(LEAVER);
	is_the_seconds(LEAVER);
}

/* --- halt ------------------------------------------------------------------- */

static void goes(void *arg)
{
	(void)arg;
	test_firmware(TEST_ENTER, 0);
}

/* @return false: the hart has not stopped in the second domain */
static bool moved(unsigned int n)
{
	if (sbi_hart_status(hart_at(n)->hartid).error)
		return true;
	if (!CHECK(hart_start(n)))
		return false;
	hart_give(n, goes, NULL);
	wait_until_stopped(n);
	return true;
}

static void leaves(void *interrupt)
{
	test_firmware(TEST_LEAVE, (unsigned long)interrupt);
}

static void shuts_down(void *arg)
{
	(void)arg;
	while (!home)
		;
	test_firmware(TEST_HOLD, leaver());
	sbi(SBI_EXT_SRST, SBI_EXT_SRST_RESET, SBI_SRST_RESET_TYPE_SHUTDOWN,
	    SBI_SRST_RESET_REASON_NONE);
}

static volatile bool started;

/* The second domain must start the harts that were halted before. */
static void second_starts(void)
{
	started = CHECK(hart_start(LEAVER)) && CHECK(hart_start(ACTOR));
}

static void halt(unsigned long interrupt)
{
	home = 0;
	if (!there_are_domains() || !moved(LEAVER) || !moved(ACTOR))
		return;
	CHECK_EQ(domains_run(second_starts), SBI_SUCCESS);
	if (!started)
		return;
	hart_give(LEAVER, leaves, (void *)interrupt);
	hart_give(ACTOR, shuts_down, NULL);
	home = 1;
	wait_until_stopped(ACTOR);
	while (sbi_hart_status(leaver()).error && !is_stopped(LEAVER))
		;
	is_the_seconds(LEAVER);
	is_the_seconds(ACTOR);
}

/* The halt has been sent when the hart leaves. */
static void halt_before(void)
{
	halt(1);
}

/*
 * The caller has read the domain's harts; it sends the halt after the hart
 * left.
 */
static void halt_meanwhile(void)
{
	halt(0);
}

static void halted(void)
{
	if (!there_are_domains())
		return;
	CHECK_EQ(domains_run(second_starts), SBI_SUCCESS);
}

const struct check_case check_cases[] = {
	{ "start of a hart that leaves", start },
	{ "halt on its way to a hart that leaves", halt_before },
	{ "halt of a hart that leaves meanwhile", halt_meanwhile },
	{ "halted harts start where they were", halted },
	{ NULL, NULL },
};
