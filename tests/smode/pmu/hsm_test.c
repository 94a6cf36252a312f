// SPDX-License-Identifier: BSD-2-Clause
/* Counters across stop and start of a hart, and across its suspend. */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

#define RETENTIVE 0ul
#define NON_RETENTIVE 0x80000000ul
#define LONG_VALUE 0x123456789aull

static u64 area[512] __attribute__((aligned(4096)));

static bool offers_snapshot(void)
{
	bool offered = !pmu_set_shmem((unsigned long)area, 0, 0).error;

	pmu_set_shmem(~0ul, ~0ul, 0);
	return offered;
}

/* --- stop and start ------------------------------------------------------- */

/* On a hart that has just started, no counter is configured or started. */
static void fresh(void *arg)
{
	u64 cycles = hart_counter(0), instructions = hart_counter(2);
	unsigned int n;

	(void)arg;
	pmu_work_spin();
	CHECK(hart_counter(0) > cycles);
	CHECK(hart_counter(2) > instructions);
	if (pmu.sscofpmf)
		CHECK_EQ(csr_read(SCOUNTOVF), 0);
	CHECK_VALUE(pmu_config(0, 1, CLEAR, EVENT_CYCLES, 0), 0);
	CHECK_VALUE(pmu_config(2, 1, CLEAR, EVENT_INSTRUCTIONS, 0), 2);
	/* Now the counters have an owner, which has not started them. */
	pmu_work_spin();
	CHECK_EQ(pmu_value(0), 0);
	CHECK_EQ(pmu_value(2), 0);
	for (n = 0; n < pmu.num; n++) {
		if (!(pmu.present >> n & 1))
			continue;
		check_row("counter", n);
		if (n > 2)
			CHECK_EQ(pmu_value(n), 0);
		CHECK_ERROR(pmu_stop(n, 1, 0), SBI_ERR_ALREADY_STOPPED);
	}
	check_row(NULL, 0);
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	for (n = pmu.fw; n < pmu.num; n++)
		CHECK_VALUE(pmu_config_any(EVENT_SET_TIMER), n);
}

/* Configure and start all counters, with odd values and filters. */
static void busy(void *arg)
{
	const struct pmu_source *s;
	unsigned int n;

	(void)arg;
	pmu_reset();
	pmu_set_shmem((unsigned long)area, 0, 0);
	for (n = 0; (s = pmu_source(n)); n++)
		CHECK_VALUE(pmu_source_config(s, SINH), s->idx);
	for (n = pmu.fw + 1; n < pmu.num; n++)
		CHECK_VALUE(pmu_config(n, 1, AUTO, EVENT_SET_TIMER, 0), n);
	for (n = 0; (s = pmu_source(n)); n++)
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, LONG_VALUE));
	pmu_work_timer();
}

static void stop_and_start(void)
{
	unsigned int n, round, fw = pmu.fw;

	if (hart_count() < 2) {
		check_skip("needs another hart");
		return;
	}
	CHECK_VALUE(pmu_config(fw, 1, CLEAR | AUTO, EVENT_SET_TIMER, 0), fw);
	for (round = 1; round <= 3; round++)
		for (n = 1; n < hart_count(); n++) {
			CHECK(hart_start(n));
			CHECK(hart_call(n, fresh, NULL));
			CHECK(hart_call(n, busy, NULL));
			CHECK(hart_stop(n));
			pmu_work_timer();
		}
	/* The other harts' counters do not change. */
	CHECK_EQ(pmu_value(fw), 3 * (hart_count() - 1));
	CHECK_OK(pmu_stop(fw, 1, RESET));
}

/* --- suspend -------------------------------------------------------------- */

/* Suspend for two milliseconds, with two calls of set_timer. */
static void nap(unsigned long type)
{
	check_row("suspend type", type);
	sbi_set_timer(hart_time() + 20000);
	csr_write(sie, HART_IRQ_TIMER);
	CHECK_EQ(hart_suspend(type), SBI_SUCCESS);
	csr_write(sie, 0);
	sbi_set_timer(~0ull);
}

static void running_stays(unsigned long type)
{
	const struct pmu_source *s;
	u64 before[8];
	unsigned int n;

	pmu_reset();
	for (n = 0; (s = pmu_source(n)); n++) {
		CHECK_VALUE(pmu_source_config(s, CLEAR), s->idx);
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, LONG_VALUE));
	}
	for (n = 0; (s = pmu_source(n)); n++)
		before[n] = pmu_value(s->idx);
	nap(type);
	CHECK_EQ(pmu_value(pmu.fw), LONG_VALUE + 2);
	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, type);
		CHECK(pmu_value(s->idx) >= before[n]);
		before[n] = pmu_value(s->idx);
		CHECK_ERROR(pmu_start(s->idx, 1, SET_VALUE, 1),
			    SBI_ERR_ALREADY_STARTED);
		s->work();
		CHECK(pmu_value(s->idx) >= before[n] + s->least);
		CHECK_OK(pmu_stop(s->idx, 1, 0));
	}
}

/* Linux stops the counters before a suspend and starts them afterwards. */
static void stopped_stays(unsigned long type)
{
	const struct pmu_source *s;
	u64 before[8];
	unsigned int n;

	pmu_reset();
	for (n = 0; (s = pmu_source(n)); n++) {
		CHECK_VALUE(pmu_source_config(s, CLEAR), s->idx);
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, LONG_VALUE));
		CHECK_OK(pmu_stop(s->idx, 1, 0));
		before[n] = pmu_value(s->idx);
	}
	nap(type);
	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, type);
		s->work();
		CHECK_EQ(pmu_value(s->idx), before[n]);
		CHECK_OK(pmu_start(s->idx, 1, 0, 0));
		s->work();
		CHECK_RANGE(pmu_value(s->idx), before[n] + s->least,
			    before[n] + (1ull << 40));
	}
}

static void filter_stays(unsigned long type)
{
	if (!pmu.sscofpmf || option_given("map=none"))
		return;
	pmu_reset();
	CHECK_VALUE(pmu_config(5, 1, SINH | MINH, EVENT_DTLB_READ_MISS, 0), 5);
	CHECK_VALUE(pmu_config(6, 1, SINH | MINH, EVENT_DTLB_WRITE_MISS, 0), 6);
	CHECK_OK(pmu_start(5, 1, SET_VALUE, 3));
	nap(type);
	pmu_work_dtlb();
	CHECK_EQ(pmu_value(5), 3);
	CHECK_OK(pmu_stop(5, 1, 0));
	CHECK_OK(pmu_start(5, 3, 0, 0));
	pmu_work_dtlb();
	CHECK_EQ(pmu_value(5), 3);
	CHECK_EQ(csr_read(SCOUNTOVF), 0);
}

static void snapshot_area_stays(unsigned long type)
{
	if (!offers_snapshot())
		return;
	pmu_reset();
	CHECK_OK(pmu_set_shmem((unsigned long)area, 0, 0));
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR, EVENT_SET_TIMER, 0), pmu.fw);
	CHECK_OK(pmu_start(pmu.fw, 1, SET_VALUE, LONG_VALUE));
	nap(type);
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	CHECK_EQ(area[1], LONG_VALUE + 2);
}

static void suspend(unsigned long type)
{
	unsigned int n;

	for (n = 0; n < 3; n++) {
		running_stays(type);
		stopped_stays(type);
		filter_stays(type);
		snapshot_area_stays(type);
	}
}

static void suspend_retentive(void)
{
	suspend(RETENTIVE);
}

static void suspend_non_retentive(void)
{
	suspend(NON_RETENTIVE);
}

const struct check_case check_cases[] = {
	{ "stop and start of a hart", stop_and_start },
	{ "retentive suspend", suspend_retentive },
	{ "non-retentive suspend", suspend_non_retentive },
	{ NULL, NULL },
};
