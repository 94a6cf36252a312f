// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/pmu/pmu_call.c: calls that the platform refuses. All other calls are
 * compared with the second implementation of tests/fuzz.
 */
#include "unit.h"

#define RESET SBI_PMU_STOP_FLAG_RESET

#define ALREADY_STARTED SBI_ERR_ALREADY_STARTED
#define ALREADY_STOPPED SBI_ERR_ALREADY_STOPPED

/* --- refusals by the platform -------------------------------------------- */

enum {
	PLATFORM_SET = 7
}; /* fw0 has SET_TIMER, fw1 and fw2 are the platform's */

static void platform_prepare(void)
{
	unit_reset();
	unit_take(FW0, 0, EV_SET_TIMER, 0);
	unit_take(FW0 + 1, 0, EV_PLATFORM, 1);
	unit_take(FW0 + 2, 0, EV_PLATFORM, 2);
}

static void start_fails_on_the_nth(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = 1;; n++) {
		platform_prepare();
		fake.log.fail_at = n;
		ret = unit_start(FW0, PLATFORM_SET, 0, 0);
		if (!fake.log.failed)
			break;
		CHECK_RET("refused", ret, SBI_ERR_FAILED, 0);
		CHECK_EQ("the others run", unit_hart.started,
			 (PLATFORM_SET & ~(1ull << n)) << FW0);
		CHECK_EQ("really", fake.state.fw[3 - n].running, true);
		CHECK_EQ("really not", fake.state.fw[n].running, false);
	}
	CHECK_OK("all", ret);
	CHECK_EQ("two fallible steps", n, 3);
}

static void stop_fails_on_the_nth(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = 1;; n++) {
		platform_prepare();
		CHECK_OK("start", unit_start(FW0, PLATFORM_SET, 0, 0));
		fake.log.fail_at = n;
		ret = unit_stop(FW0, PLATFORM_SET, RESET);
		if (!fake.log.failed)
			break;
		CHECK_RET("refused", ret, SBI_ERR_FAILED, 0);
		CHECK_EQ("it still runs", unit_hart.started, 1ull << (FW0 + n));
		CHECK_EQ("and keeps its event", unit_hart.configured,
			 1ull << (FW0 + n));
		fake.log.fail_at = 0;
		CHECK_OK("again", unit_stop(FW0 + n, 1, RESET));
	}
	CHECK_OK("all", ret);
	CHECK_EQ("two fallible steps", n, 3);
}

static void all_refused(void)
{
	platform_prepare();
	fake.log.fail_at = 1;
	fake.log.fail_on = true;
	CHECK_RET("start", unit_start(FW0, PLATFORM_SET, 0, 0), SBI_ERR_FAILED,
		  0);
	CHECK_EQ("none", unit_hart.started, 1ull << FW0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0, PLATFORM_SET, 0, 0));
	fake.log.fail_at = 1;
	fake.log.fail_on = true;
	CHECK_RET("stop", unit_stop(FW0, PLATFORM_SET, RESET), SBI_ERR_FAILED,
		  0);
	CHECK_EQ("both", unit_hart.started, 6ull << FW0);
	CHECK_EQ("both", unit_hart.configured, 6ull << FW0);
}

/*
 * The call returns the error of the first counter with one, in the order of
 * indices.
 */
static void first_error_wins(void)
{
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 2, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("refused, then started", unit_start(FW0 + 1, 3, 0, 0),
		  SBI_ERR_FAILED, 0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 1, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("started, then refused", unit_start(FW0 + 1, 3, 0, 0),
		  ALREADY_STARTED, 0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 1, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("refused, then stopped", unit_stop(FW0 + 1, 3, 0),
		  SBI_ERR_FAILED, 0);
	platform_prepare();
	CHECK_OK("start", unit_start(FW0 + 2, 1, 0, 0));
	fake.log.fail_at = 1;
	CHECK_RET("stopped, then refused", unit_stop(FW0 + 1, 3, 0),
		  ALREADY_STOPPED, 0);
	fake.log.fail_at = 0;
}

static void config_auto_start_refused(void)
{
	fake.log.fail_at = 1;
	CHECK_RET("platform says no",
		  unit_config(FW0 + 1, 1,
			      SBI_PMU_CFG_FLAG_AUTO_START |
				      SBI_PMU_CFG_FLAG_CLEAR_VALUE,
			      EV_PLATFORM, 1),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK("asked", fake.log.failed);
	fake.log.fail_at = 0;
	CHECK_EQ("not started", unit_hart.started, 0);
	CHECK_RET("free as before",
		  unit_config(FW0 + 1, 1, SBI_PMU_CFG_FLAG_AUTO_START,
			      EV_PLATFORM, 1),
		  SBI_SUCCESS, FW0 + 1);
}

static const struct unit_test tests[] = {
	UNIT_TEST(start_fails_on_the_nth, UNIT_ALL),
	UNIT_TEST(stop_fails_on_the_nth, UNIT_ALL),
	UNIT_TEST(all_refused, UNIT_ALL),
	UNIT_TEST(first_error_wins, UNIT_ALL),
	UNIT_TEST(config_auto_start_refused, UNIT_ALL),
};

UNIT_MAIN("pmu_call", tests)
