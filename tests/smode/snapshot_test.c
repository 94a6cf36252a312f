// SPDX-License-Identifier: BSD-2-Clause
/*
 * The snapshot area: snapshot_set_shmem (FID #7), and the flags of start and
 * stop that use it. A machine without it must refuse all of these.
 */
#include "check.h"
#include "fdt.h"
#include "memory.h"
#include "pmu.h"

#define NONE (~0ul)
#define FILL 0xa5a5a5a5a5a5a5a5ull
#define WORDS 512

/* Two areas, and pages around them that no call may touch. */
static union page {
	struct {
		u64 bitmap;
		u64 value[64];
	};
	u64 word[WORDS];
} page[5] __attribute__((aligned(4096)));

#define AREA (&page[1])
#define OTHER (&page[3])

static struct sbiret set_area(union page *p)
{
	return pmu_set_shmem((unsigned long)p, 0, 0);
}

static bool offered(void)
{
	if (!set_area(AREA).error) {
		pmu_set_shmem(NONE, NONE, 0);
		return true;
	}
	check_skip("snapshots are not offered");
	return false;
}

static void fill(void)
{
	unsigned int n, k;

	for (n = 0; n < 5; n++)
		for (k = 0; k < WORDS; k++)
			page[n].word[k] = FILL;
}

/* Check that all pages are as filled, except some words of one area. */
static void untouched(const union page *p, u64 slots, bool bitmap)
{
	unsigned int n, k;
	u64 wrong = 0;

	for (n = 0; n < 5; n++)
		for (k = 0; k < WORDS; k++) {
			if (&page[n] == p &&
			    (!k ? bitmap : k <= 64 && slots >> (k - 1) & 1))
				continue;
			wrong += page[n].word[k] != FILL;
		}
	CHECK_EQ(wrong, 0);
}

static void as_configured(void)
{
	struct sbiret ret = set_area(AREA);

	if (option_given("snapshot=on"))
		CHECK_OK(ret);
	else if (option_given("snapshot=off"))
		CHECK_ERROR(ret, SBI_ERR_NOT_SUPPORTED);
	else
		CHECK(!ret.error || ret.error == SBI_ERR_NOT_SUPPORTED);
}

static void not_offered(void)
{
	if (!set_area(AREA).error) {
		check_skip("snapshots are offered");
		return;
	}
	CHECK_ERROR(pmu_set_shmem(NONE, NONE, 0), SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_set_shmem(0, 0, 0), SBI_ERR_NOT_SUPPORTED);
	CHECK_VALUE(pmu_config(pmu.fw, 1, AUTO, EVENT_SET_TIMER, 0), pmu.fw);
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	CHECK_OK(pmu_stop(pmu.fw, 1, 0));
	CHECK_ERROR(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_start(XLEN * XLEN, 1, FROM_SNAPSHOT, 0),
		    SBI_ERR_INVALID_PARAM);
}

/* --- registration --------------------------------------------------------- */

static void registration(void)
{
	unsigned int bit;

	if (!offered())
		return;
	fill();
	CHECK_OK(set_area(AREA));
	CHECK_OK(set_area(OTHER));
	CHECK_OK(pmu_set_shmem(NONE, NONE, 0));
	CHECK_OK(pmu_set_shmem(NONE, NONE, 0));
	for (bit = 0; bit < XLEN; bit++) {
		check_row("flag", 1ul << bit);
		CHECK_ERROR(pmu_set_shmem((unsigned long)AREA, 0, 1ul << bit),
			    SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(pmu_set_shmem(NONE, NONE, 1ul << bit),
			    SBI_ERR_INVALID_PARAM);
	}
	for (bit = 0; bit < 12; bit++) {
		check_row("misaligned", 1ul << bit);
		CHECK_ERROR(
			pmu_set_shmem((unsigned long)AREA + (1ul << bit), 0, 0),
			SBI_ERR_INVALID_PARAM);
	}
	CHECK_ERROR(pmu_set_shmem(NONE, 0, 0), SBI_ERR_INVALID_PARAM);
	untouched(NULL, 0, false);
}

static void bad_addresses(void)
{
	const struct bad_address *bad;
	unsigned int n;

	if (!offered())
		return;
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR, EVENT_SET_TIMER, 0), pmu.fw);
	for (n = 0; (bad = bad_address(n)); n++) {
		check_row(bad->name, bad->low);
		CHECK_ERROR(pmu_set_shmem(bad->low, bad->high, 0),
			    SBI_ERR_INVALID_ADDRESS);
		CHECK_OK(pmu_start(pmu.fw, 1, 0, 0));
		CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT),
			    SBI_ERR_NO_SHMEM);
		CHECK_OK(pmu_stop(pmu.fw, 1, 0));
	}
}

/* A failed registration keeps the area of before. */
static void failed_registration(void)
{
	if (!offered())
		return;
	CHECK_OK(set_area(AREA));
	CHECK_ERROR(pmu_set_shmem(0, 0, 0), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(pmu_set_shmem((unsigned long)OTHER + 8, 0, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_VALUE(pmu_config(pmu.fw, 1, AUTO, EVENT_SET_TIMER, 0), pmu.fw);
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
}

static void clearing(void)
{
	if (!offered())
		return;
	CHECK_OK(set_area(AREA));
	CHECK_OK(pmu_set_shmem(NONE, NONE, 0));
	CHECK_VALUE(pmu_config(pmu.fw, 1, AUTO, EVENT_SET_TIMER, 0), pmu.fw);
	fill();
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0), SBI_ERR_NO_SHMEM);
	untouched(NULL, 0, false);
}

/* --- taking --------------------------------------------------------------- */

#define VALUE(n) (0x1111111100000000ull * ((n) + 1) + (n))

/* Firmware counters fw to fw + 4 count, each with its own value. */
static void five_counters(void)
{
	unsigned int n;

	pmu_reset();
	fill();
	CHECK_OK(set_area(AREA));
	for (n = 0; n < 5; n++) {
		CHECK_VALUE(pmu_config(pmu.fw + n, 1, 0, EVENT_SET_TIMER, 0),
			    pmu.fw + n);
		CHECK_OK(pmu_start(pmu.fw + n, 1, SET_VALUE, VALUE(n)));
	}
	untouched(NULL, 0, false);
}

static void take(unsigned int base, unsigned long mask, unsigned long flags)
{
	unsigned int n;

	five_counters();
	check_row("mask", mask);
	pmu_work_timer();
	CHECK_OK(pmu_stop(base, mask, flags | TAKE_SNAPSHOT));
	pmu_work_timer();
	for (n = 0; n < 5; n++)
		if (mask >> (pmu.fw + n - base) & 1)
			CHECK_EQ(AREA->value[pmu.fw + n - base], VALUE(n) + 1);
	CHECK_EQ(AREA->bitmap & mask, 0);
	if (!pmu.sscofpmf)
		CHECK_EQ(AREA->bitmap, 0);
	untouched(AREA, mask, true);
}

static void taking(void)
{
	unsigned int fw = pmu.fw;

	if (!offered())
		return;
	take(fw, 1, 0);
	take(fw, 0x1f, 0);
	take(fw, 0x15, 0);
	take(fw, 0x0a, RESET);
	take(fw + 3, 3, 0);
	take(fw + 4, 1, RESET);
	take(fw - 1, 6, 0);
	take(0, 0x1ful << fw, 0);
	take(1, 0x12ul << (fw - 1), RESET);
}

/* Take a snapshot of all firmware counters in one call. */
static void taking_all(void)
{
	unsigned long mask = pmu_mask(pmu.fw);
	unsigned int n;

	if (!offered())
		return;
	fill();
	CHECK_OK(set_area(AREA));
	for (n = pmu.fw; n < pmu.num; n++) {
		CHECK_VALUE(pmu_config(n, 1, 0, EVENT_SET_TIMER, 0), n);
		CHECK_OK(pmu_start(n, 1, SET_VALUE, VALUE(n)));
	}
	CHECK_OK(pmu_stop(pmu.fw, mask, TAKE_SNAPSHOT));
	for (n = pmu.fw; n < pmu.num; n++)
		CHECK_EQ(AREA->value[n - pmu.fw], VALUE(n));
	untouched(AREA, mask, true);
	CHECK_OK(pmu_start(pmu.fw, mask, FROM_SNAPSHOT, 0));
	for (n = pmu.fw; n < pmu.num; n++)
		CHECK_EQ(pmu_value(n), VALUE(n));
}

static void bitmap_is_rewritten(void)
{
	if (!offered())
		return;
	five_counters();
	AREA->bitmap = ~0ull;
	CHECK_OK(pmu_stop(pmu.fw, 3, TAKE_SNAPSHOT));
	CHECK_EQ(AREA->bitmap & 3, 0);
	if (!pmu.sscofpmf)
		CHECK_EQ(AREA->bitmap, 0);
}

static void area_is_replaced(void)
{
	if (!offered())
		return;
	five_counters();
	CHECK_OK(set_area(OTHER));
	CHECK_OK(pmu_stop(pmu.fw + 1, 2, TAKE_SNAPSHOT));
	CHECK_EQ(OTHER->value[1], VALUE(2));
	untouched(OTHER, 2, true);
}

static void refused_takes_nothing(void)
{
	if (!offered())
		return;
	five_counters();
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT | 4),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_stop(pmu.num - 1, 3, TAKE_SNAPSHOT),
		    SBI_ERR_INVALID_PARAM);
	CHECK_OK(pmu_stop(pmu.fw, 0x1f, 0));
	CHECK_ERROR(pmu_stop(pmu.fw, 1, 0), SBI_ERR_ALREADY_STOPPED);
	untouched(NULL, 0, false);
}

/* The snapshot has the values that the CSRs of hardware counters show. */
static void hardware_counters(void)
{
	const struct pmu_source *s;
	unsigned long set = 0;
	unsigned int n;

	if (!offered())
		return;
	fill();
	CHECK_OK(set_area(AREA));
	for (n = 0; (s = pmu_source(n)); n++) {
		CHECK_VALUE(pmu_source_config(s, CLEAR | AUTO), s->idx);
		set |= 1ul << s->idx;
		s->work();
	}
	CHECK_OK(pmu_stop(0, set, TAKE_SNAPSHOT));
	untouched(AREA, set, true);
	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, s->idx);
		CHECK_EQ(AREA->value[s->idx], pmu_value(s->idx));
		CHECK(AREA->value[s->idx] >= s->least);
	}
}

/*
 * The snapshot has all counters of a set, also those that were stopped before.
 */
static void some_were_stopped(void)
{
	unsigned int n;

	if (!offered())
		return;
	five_counters();
	CHECK_OK(pmu_stop(pmu.fw + 1, 1, 0));
	CHECK_ERROR(pmu_stop(pmu.fw, 7, TAKE_SNAPSHOT),
		    SBI_ERR_ALREADY_STOPPED);
	for (n = 0; n < 3; n++)
		CHECK_EQ(AREA->value[n], VALUE(n));
	untouched(AREA, 7, true);
}

/* --- starts from a snapshot ---------------------------------------------- */

static void start_from(unsigned int base, unsigned long mask)
{
	unsigned int n;

	five_counters();
	check_row("mask", mask);
	CHECK_OK(pmu_stop(pmu.fw, 0x1f, 0));
	for (n = 0; n < 64; n++)
		AREA->value[n] = VALUE(n + 8);
	CHECK_OK(pmu_start(base, mask, FROM_SNAPSHOT, 77));
	pmu_work_timer();
	for (n = 0; n < 5; n++)
		CHECK_EQ(pmu_value(pmu.fw + n),
			 mask >> (pmu.fw + n - base) & 1 ?
				 VALUE(pmu.fw + n - base + 8) + 1 :
				 VALUE(n));
	for (n = 0; n < 64; n++)
		CHECK_EQ(AREA->value[n], VALUE(n + 8));
	untouched(AREA, ~0ull, false);
}

static void starting(void)
{
	unsigned int fw = pmu.fw;

	if (!offered())
		return;
	start_from(fw, 1);
	start_from(fw, 0x1f);
	start_from(fw, 0x15);
	start_from(fw - 1, 6);
	start_from(0, 0x1ful << fw);
	start_from(1, 0x12ul << (fw - 1));
}

static void running_counter_keeps_its_value(void)
{
	if (!offered())
		return;
	five_counters();
	CHECK_OK(pmu_stop(pmu.fw, 1, 0));
	AREA->value[0] = 5;
	AREA->value[1] = 6;
	CHECK_ERROR(pmu_start(pmu.fw, 3, FROM_SNAPSHOT, 0),
		    SBI_ERR_ALREADY_STARTED);
	CHECK_EQ(pmu_value(pmu.fw), 5);
	CHECK_EQ(pmu_value(pmu.fw + 1), VALUE(1));
}

static void stop_and_continue(void)
{
	const struct pmu_source *s;
	unsigned int n;
	u64 value;

	if (!offered())
		return;
	CHECK_OK(set_area(AREA));
	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, s->idx);
		CHECK_VALUE(pmu_source_config(s, CLEAR | AUTO), s->idx);
		s->work();
		CHECK_OK(pmu_stop(s->idx, 1, TAKE_SNAPSHOT));
		value = AREA->value[0];
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, 1ull << 50));
		CHECK_OK(pmu_stop(s->idx, 1, 0));
		CHECK_OK(pmu_start(s->idx, 1, FROM_SNAPSHOT, 0));
		s->work();
		CHECK_OK(pmu_stop(s->idx, 1, TAKE_SNAPSHOT));
		CHECK_RANGE(AREA->value[0], value + s->least,
			    value + (1ull << 40));
	}
}

/*
 * Linux restarts counters after an overflow with base XLEN * XLEN in place of
 * 0.
 */
static void linux_restart(void)
{
	unsigned long base = XLEN * XLEN, mask = 1ul << pmu.fw;

	if (!offered())
		return;
	five_counters();
	CHECK_OK(pmu_stop(pmu.fw, 0x1f, 0));
	AREA->value[pmu.fw] = 1234;
	if (option_given("restart=off")) {
		CHECK_ERROR(pmu_start(base, mask, FROM_SNAPSHOT, 0),
			    SBI_ERR_INVALID_PARAM);
		return;
	}
	CHECK_OK(pmu_start(base, mask, FROM_SNAPSHOT, 0));
	CHECK_EQ(pmu_value(pmu.fw), 1234);
	CHECK_OK(pmu_stop(pmu.fw, 1, 0));
	CHECK_ERROR(pmu_start(base, mask, 0, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_start(base, mask, SET_VALUE, 1), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_stop(base, mask, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_stop(base, mask, TAKE_SNAPSHOT), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_start(base + 1, mask, FROM_SNAPSHOT, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_start(base - 1, mask, FROM_SNAPSHOT, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_start(base, 0, FROM_SNAPSHOT, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_start(base, 2, FROM_SNAPSHOT, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_EQ(pmu_value(pmu.fw), 1234);
}

/* --- harts ------------------------------------------------------------------ */

static void on_other_hart(void *arg)
{
	(void)arg;
	CHECK_VALUE(pmu_config(pmu.fw, 1, AUTO, EVENT_SET_TIMER, 0), pmu.fw);
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	CHECK_OK(set_area(OTHER));
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	untouched(OTHER, 1, true);
	CHECK_EQ(OTHER->value[0], 0);
}

static void harts_have_their_own(void)
{
	if (!offered())
		return;
	if (hart_count() < 2) {
		check_skip("needs another hart");
		return;
	}
	five_counters();
	CHECK(hart_start(1));
	CHECK(hart_call(1, on_other_hart, NULL));
	CHECK(hart_stop(1));
	fill();
	CHECK(hart_start(1)); /* the area is forgotten */
	CHECK(hart_call(1, on_other_hart, NULL));
	CHECK(hart_stop(1));
	fill();
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	untouched(AREA, 1, true);
}

const struct check_case check_cases[] = {
	{ "offered or not, as configured", as_configured },
	{ "not offered", not_offered },
	{ "registration", registration },
	{ "bad addresses", bad_addresses },
	{ "failed registration", failed_registration },
	{ "clearing", clearing },
	{ "taking a snapshot", taking },
	{ "all firmware counters at once", taking_all },
	{ "the bitmap is rewritten", bitmap_is_rewritten },
	{ "the area is replaced", area_is_replaced },
	{ "a refused stop takes nothing", refused_takes_nothing },
	{ "hardware counters", hardware_counters },
	{ "some were stopped before", some_were_stopped },
	{ "starting from a snapshot", starting },
	{ "a running counter keeps its value",
	  running_counter_keeps_its_value },
	{ "stop and continue", stop_and_continue },
	{ "the restart call of Linux", linux_restart },
	{ "each hart has its own area", harts_have_their_own },
	{ NULL, NULL },
};
