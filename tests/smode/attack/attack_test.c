// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hostile calls of every extension on all harts at once, while harts stop,
 * start and suspend. Every call returns, registers and memory that no call
 * names stay the same, and every hart works afterwards. run.py compares the
 * firmware's own memory ("intact").
 */
#include "attack.h"
#include "check.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"

#define GUARD 0xa5a5a5a5a5a5a5a5ull
/* The storm counts as stuck after this number of checks without progress. */
#define PATIENCE 2000000ul

/* --- the storm ------------------------------------------------------------ */

static void prepare(unsigned int n)
{
	struct attacker *a = &attackers[n];
	unsigned int i;

	memset(a, 0, sizeof(*a));
	a->number = n;
	a->goal = (unsigned long)option_number("calls", 2000);
	a->random =
		(option_number("seed", 1) * 64 + n + 1) * 0x9e3779b97f4a7c15ull;
	for (i = 0; i < ATTACK_PAGE; i++) {
		attack_arenas[n].before[i] = GUARD;
		attack_arenas[n].after[i] = GUARD;
	}
}

static unsigned long all_calls(void)
{
	unsigned long calls = 0;
	unsigned int n;

	for (n = 0; n < attack_harts; n++)
		calls += attackers[n].calls;
	return calls;
}

/* Start stopped harts: no attacker may be left that could start them. */
static void start_stopped(void)
{
	unsigned int n;

	for (n = 0; n < attack_harts; n++)
		if (attackers[n].calls < attackers[n].goal)
			sbi_ecall(SBI_EXT_HSM, SBI_EXT_HSM_HART_START,
				  hart_at(n)->hartid,
				  (unsigned long)hart_resume,
				  (unsigned long)hart_at(n), 0, 0, 0);
}

static bool all_done(void)
{
	unsigned int n;

	for (n = 0; n < attack_harts; n++)
		if (attackers[n].calls < attackers[n].goal)
			return false;
	return true;
}

/* The storm goes on as long as one hart makes progress. */
static void wait_for_all(void)
{
	unsigned long seen = 0, patience = PATIENCE;

	while (!all_done() && patience--) {
		start_stopped();
		if (all_calls() != seen)
			patience = PATIENCE;
		seen = all_calls();
	}
}

static void attack(void *arg)
{
	struct attacker *a = arg;

	while (a->calls < a->goal)
		attack_once(a, true);
	wait_for_all();
}

static void all_get_through(void)
{
	unsigned int n;

	attack_harts = hart_count();
	attack_open();
	attack_awake = (int)attack_harts;
	for (n = 0; n < attack_harts; n++)
		prepare(n);
	for (n = 1; n < attack_harts; n++)
		if (!CHECK(hart_start(n)))
			return;
	for (n = 1; n < attack_harts; n++)
		hart_give(n, attack, &attackers[n]);
	attack(&attackers[0]);
	print("\n");
	for (n = 1; n < attack_harts; n++)
		CHECK(hart_call_end(n));
	for (n = 0; n < attack_harts; n++) {
		check_row("hart", n);
		CHECK_RANGE(attackers[n].calls, attackers[n].goal, ~0ull);
		CHECK_EQ(attackers[n].lost, 0);
		CHECK_EQ(attackers[n].wrong, 0);
		/*
		 * If the firmware refused nearly all calls, the test would
		 * prove little.
		 */
		CHECK_RANGE(attackers[n].errors, 1,
			    attackers[n].calls / 16 * 15);
		print("# hart %u: %lu calls, %lu refused\n", n,
		      attackers[n].calls, attackers[n].errors);
	}
	check_row(NULL, 0);
	if (option_given("domains=2"))
		CHECK(attack_switches >= attackers[0].goal / 100);
}

/* --- afterwards ----------------------------------------------------------- */

static void nobody_else_was_written(void)
{
	unsigned int n, i;

	for (n = 0; n < attack_harts; n++) {
		check_row("hart", n);
		for (i = 0; i < ATTACK_PAGE; i++)
			if (!CHECK_EQ(attack_arenas[n].before[i], GUARD) ||
			    !CHECK_EQ(attack_arenas[n].after[i], GUARD))
				break;
	}
}

static void count_timers(void *arg)
{
	unsigned long *result = arg;
	struct sbiret ret;

	pmu_stop(0, pmu_all(), RESET);
	ret = pmu_config(0, pmu_all(), CLEAR | AUTO, EVENT_SET_TIMER, 0);
	if (ret.error)
		return;
	sbi_set_timer(~0ull);
	*result = (unsigned long)pmu_value(ret.value);
	pmu_stop(ret.value, 1, RESET);
}

static void every_hart_works(void)
{
	unsigned long result;
	unsigned int n;

	for (n = 0; n < attack_harts; n++) {
		check_row("hart", n);
		result = 0;
		if (n)
			CHECK(hart_call(n, count_timers, &result));
		else
			count_timers(&result);
		CHECK_EQ(result, 1);
	}
}

const struct check_case check_cases[] = {
	{ "every hart gets through a storm", all_get_through },
	{ "what nobody named was not written", nobody_else_was_written },
	{ "every hart works afterwards", every_hart_works },
	{ NULL, NULL },
};
