// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_predict.c: the time at which counters will overflow */
#include <pmu/pmu_predict.h>
#include <string.h>

#include "unit.h"

#define FLAGS SBI_PMU_CFG_FLAG_CLEAR_VALUE

static struct pmu_predict predict;

static void begin(void)
{
	memset(&predict, 0, sizeof(predict));
	pmu_predict_set(&unit_hart, true);
	unit_take(0, FLAGS, EV_CYCLES, 0);
}

/* No counter runs, or none that can overflow. */
static void nothing_to_look_at(void)
{
	begin();
	CHECK_EQ("stands", pmu_predict_look(&unit_hart, &predict, 5),
		 PMU_PREDICT_NEVER);
	unit_start_at(0, 12345);
	CHECK_EQ("counts", pmu_predict_look(&unit_hart, &predict, 10),
		 10 + PMU_PREDICT_MOST);
	CHECK_OK("stop", unit_stop(0, 1, 0));
	unit_start_at(0, -(1ull << 40));
	pmu_predict_forget(&predict, 1);
	CHECK_EQ("far", pmu_predict_look(&unit_hart, &predict, 100),
		 100 + PMU_PREDICT_MOST);
	CHECK_EQ("the last look", predict.then, 100);
	CHECK_EQ("none", predict.over, 0);
}

/*
 * The rate is measured over a window that is long enough, also over many ticks.
 */
static void rates(void)
{
	u64 next;

	begin();
	unit_start_at(0, -(u64)8100000);
	pmu_predict_look(&unit_hart, &predict, 100);
	fake_hart_run(FAKE_S, 50);
	pmu_predict_look(&unit_hart, &predict, 100 + PMU_PREDICT_LEAST - 1);
	CHECK_EQ("too short", predict.rate[0].ticks, 0);
	fake_hart_run(FAKE_S, 8000000 - 50);
	next = pmu_predict_look(&unit_hart, &predict, 4000100) - 4000100;
	CHECK("100000 to go, 2 a tick", next > 49000 && next < 51000);
	CHECK_OK("stop", unit_stop(0, 1, 0));
	unit_start_at(0, -(u64)8200000);
	memset(&predict, 0, sizeof(predict));
	pmu_predict_look(&unit_hart, &predict, 100);
	fake_hart_run(FAKE_S, 8000000);
	next = pmu_predict_look(&unit_hart, &predict, 4000100) - 4000100;
	CHECK_EQ("200000 to go", next, PMU_PREDICT_MOST);
}

/* The library reports starts of any kind, but only while it predicts. */
static void hears_of_starts(void)
{
	begin();
	unit_take(FW0, SBI_PMU_CFG_FLAG_AUTO_START, EV_SET_TIMER, 0);
	CHECK_EQ("auto", fake.log.told, BIT64(FW0));
	unit_start_at(0, 1);
	CHECK_EQ("start", fake.log.told, 1);
	CHECK_EQ("before it runs", fake.log.told_inhibit & 1, 1);
	CHECK_EQ("it runs", fake.state.inhibit & 1, 0);
	CHECK_EQ("not fast", unit_hart.num_fast, 0);
	fake.log.told = 0;
	pmu_predict_set(&unit_hart, false);
	CHECK_OK("stop", unit_stop(0, 1, 0));
	unit_start_at(0, 1);
	CHECK_EQ("off", fake.log.told, 0);
	pmu_predict_set(&unit_hart, true);
	pmu_hart_exit(&unit_hart);
	CHECK("not after a stop", !unit_hart.predict);
}

/*
 * A counter with a constant rate of a few events per tick: the number of looks,
 * and the delay until the overflow is seen.
 */
static void meets_the_overflow(void)
{
	static const struct {
		const char *name;
		u32 speed, period;
		unsigned int looks, late;
	} rows[] = {
		{ "100 a tick", 100, 100000, 3, 2 },
		{ "1000 a tick", 1000, 1000000, 3, 2 },
		{ "3 a tick", 3, 100000, 3, 40 },
		{ "1 a tick", 1, 50000, 3, 40 },
		{ "long", 100, 100000000, 20, 40 },
		{ "short", 100, 500, 3, PMU_PREDICT_LEAST * 2 },
	};
	u64 now, look, over;
	unsigned int i, n;

	for (i = 0; i < array_size(rows); i++) {
		begin();
		unit_start_at(0, -(u64)rows[i].period);
		pmu_predict_forget(&predict, 1);
		now = 1000;
		over = now + rows[i].period / rows[i].speed;
		look = pmu_predict_look(&unit_hart, &predict, now);
		for (n = 0; !predict.over && n < 100; n++) {
			CHECK("bounds", look - now >= PMU_PREDICT_LEAST &&
						look - now <= PMU_PREDICT_MOST);
			fake.state.counter[0] += (look - now) * rows[i].speed;
			now = look;
			look = pmu_predict_look(&unit_hart, &predict, now);
		}
		CHECK_EQ(rows[i].name, predict.over, 1);
		CHECK(rows[i].name, now - over <= rows[i].late);
		CHECK(rows[i].name, n <= rows[i].looks);
		CHECK_OK("stop", unit_stop(0, 1, SBI_PMU_STOP_FLAG_RESET));
	}
}

/* A rate that changes by a factor of ten is measured again at the next look. */
static void uneven(void)
{
	u64 now = 0, look;
	unsigned int n;

	begin();
	unit_start_at(0, -100000ull);
	look = pmu_predict_look(&unit_hart, &predict, now);
	for (n = 0; !predict.over && n < 40; n++) {
		fake.state.counter[0] += (look - now) * (n & 1 ? 100 : 10);
		now = look;
		look = pmu_predict_look(&unit_hart, &predict, now);
	}
	CHECK_EQ("over", predict.over, 1);
	CHECK("soon", n < 12);
}

/*
 * M-mode takes some ticks at each look, in which this counter does not count:
 * the number of samples is still that of the periods, with long and short
 * periods.
 */
static void stands_in_m_mode(void)
{
	enum { SPEED = 100, M_MODE = 9, SAMPLES = 50 };
	static const u32 periods[] = { 1000000, 100000, 30000 };
	u64 now, look, counted;
	unsigned int i, n;

	for (i = 0; i < array_size(periods); i++) {
		begin();
		now = counted = 0;
		for (n = 0; n < SAMPLES; n++) {
			unit_start_at(0, -(u64)periods[i]);
			pmu_predict_forget(&predict, 1);
			predict.over = 0;
			look = pmu_predict_look(&unit_hart, &predict, now);
			while (!predict.over) {
				fake.state.counter[0] +=
					(look - now - M_MODE) * SPEED;
				now = look;
				look = pmu_predict_look(&unit_hart, &predict,
							now);
			}
			counted += fake.state.counter[0] + periods[i];
			CHECK_OK("stop", unit_stop(0, 1, 0));
		}
		CHECK("period", counted <= 105ull * SAMPLES * periods[i] / 100);
		unit_stop(0, 1, SBI_PMU_STOP_FLAG_RESET);
	}
}

/* A start with a smaller value is not an overflow. */
static void restart(void)
{
	begin();
	unit_start_at(0, -500ull);
	pmu_predict_look(&unit_hart, &predict, 100);
	CHECK_OK("stop", unit_stop(0, 1, 0));
	unit_start_at(0, -1000ull);
	pmu_predict_forget(&predict, 1);
	pmu_predict_look(&unit_hart, &predict, 200);
	CHECK_EQ("none", predict.over, 0);
	CHECK_OK("stop", unit_stop(0, 1, 0));
	pmu_predict_look(&unit_hart, &predict, 300);
	unit_start_at(0, -2000ull);
	pmu_predict_look(&unit_hart, &predict, 400);
	CHECK_EQ("nor without", predict.over, 0);
}

/*
 * Counters overflow between the last look and the save, or before the next
 * look.
 */
static void saved_and_resumed(void)
{
	begin();
	unit_start_at(0, -500ull);
	pmu_predict_look(&unit_hart, &predict, 100);
	fake.state.counter[0] = -100ull;
	pmu_hart_suspend(&unit_hart);
	pmu_predict_saved(&unit_hart, &predict);
	CHECK_EQ("not yet", predict.over, 0);
	pmu_hart_resume(&unit_hart);
	pmu_predict_resumed(&unit_hart, &predict, 200);
	fake.state.counter[0] = 7;
	pmu_predict_look(&unit_hart, &predict, 300);
	CHECK_EQ("after it", predict.over, 1);
	predict.over = 0;
	CHECK_OK("stop", unit_stop(0, 1, 0));
	unit_start_at(0, -500ull);
	pmu_predict_forget(&predict, 1);
	pmu_predict_look(&unit_hart, &predict, 400);
	fake.state.counter[0] = 7;
	pmu_hart_suspend(&unit_hart);
	pmu_predict_saved(&unit_hart, &predict);
	CHECK_EQ("before it", predict.over, 1);
	pmu_hart_resume(&unit_hart);
	predict.over = 0;
	pmu_predict_resumed(&unit_hart, &predict, 500);
	pmu_predict_look(&unit_hart, &predict, 600);
	CHECK_EQ("once", predict.over, 0);
}

/* The rate is measured from the resume on, without the time of the suspend. */
static void measures_from_the_resume(void)
{
	begin();
	unit_start_at(0, 1000);
	pmu_predict_look(&unit_hart, &predict, 100);
	fake.state.counter[0] = 9000;
	pmu_hart_suspend(&unit_hart);
	pmu_hart_resume(&unit_hart);
	pmu_predict_resumed(&unit_hart, &predict, 500000);
	fake.state.counter[0] += 3000;
	pmu_predict_look(&unit_hart, &predict, 501000);
	CHECK_EQ("events", predict.rate[0].events, 3000);
	CHECK_EQ("ticks", predict.rate[0].ticks, 1000);
}

/* The resume also finds overflows of counters that no look has seen. */
static void known_by_the_resume(void)
{
	begin();
	unit_start_at(0, -500ull);
	pmu_hart_suspend(&unit_hart);
	pmu_hart_resume(&unit_hart);
	pmu_predict_resumed(&unit_hart, &predict, 100);
	fake.state.counter[0] = 7;
	pmu_predict_look(&unit_hart, &predict, 200);
	CHECK_EQ("over", predict.over, 1);
}

/* The request for events belongs to its owner. */
static void owners(void)
{
	static struct pmu_context first;

	begin();
	memset(&first, 0, sizeof(first));
	pmu_context_leave(&unit_hart, &first);
	pmu_context_enter(&unit_hart, NULL);
	CHECK("another one", !unit_hart.predict);
	pmu_context_leave(&unit_hart, &(struct pmu_context){ 0 });
	pmu_context_enter(&unit_hart, &first);
	CHECK("back", unit_hart.predict && !unit_hart.num_fast);
}

static const struct unit_test tests[] = {
	UNIT_TEST(nothing_to_look_at, UNIT_INHIBIT),
	UNIT_TEST(rates, UNIT_ALL),
	UNIT_TEST(hears_of_starts, UNIT_INHIBIT),
	UNIT_TEST(meets_the_overflow, UNIT_INHIBIT),
	UNIT_TEST(uneven, UNIT_INHIBIT),
	UNIT_TEST(stands_in_m_mode, UNIT_INHIBIT),
	UNIT_TEST(restart, UNIT_INHIBIT),
	UNIT_TEST(saved_and_resumed, UNIT_INHIBIT),
	UNIT_TEST(measures_from_the_resume, UNIT_INHIBIT),
	UNIT_TEST(known_by_the_resume, UNIT_INHIBIT),
	UNIT_TEST(owners, UNIT_INHIBIT),
};

UNIT_MAIN("pmu_predict", tests)
