// SPDX-License-Identifier: BSD-2-Clause
/*
 * counter_start (FID #3) and counter_stop (FID #4): flags, sets, and the error
 * for a set in which some counters are started already.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

/* One hardware and three firmware counters, all configured. */
#define HW 0
#define FW(n) (pmu.fw + (n))

static void four_counters(void)
{
	unsigned int n;

	pmu_reset();
	CHECK_VALUE(pmu_config(HW, 1, CLEAR, EVENT_CYCLES, 0), HW);
	for (n = 0; n < 3; n++)
		CHECK_VALUE(pmu_config(FW(n), 1, CLEAR, EVENT_SET_TIMER, 0),
			    FW(n));
}

/*
 * True if the counter was started: its stop succeeds, and it is started again.
 */
static bool started(unsigned int idx)
{
	struct sbiret ret = pmu_stop(idx, 1, 0);

	if (ret.error == SBI_ERR_ALREADY_STOPPED)
		return false;
	CHECK_OK(ret);
	CHECK_OK(pmu_start(idx, 1, 0, 0));
	return true;
}

static void reserved_flags(void)
{
	unsigned int bit;

	four_counters();
	CHECK_OK(pmu_start(FW(1), 1, 0, 0));
	for (bit = 2; bit < XLEN; bit++) {
		check_row("flag", 1ul << bit);
		CHECK_ERROR(pmu_start(FW(0), 1, 1ul << bit, 0),
			    SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(pmu_start(FW(0), 1, 1ul << bit | SET_VALUE, 0),
			    SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(pmu_stop(FW(1), 1, 1ul << bit),
			    SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(pmu_stop(FW(1), 1, 1ul << bit | RESET),
			    SBI_ERR_INVALID_PARAM);
	}
	CHECK(!started(FW(0)));
	CHECK(started(FW(1)));
}

static void contrary_flags(void)
{
	four_counters();
	CHECK_ERROR(pmu_start(FW(0), 1, SET_VALUE | FROM_SNAPSHOT, 5),
		    SBI_ERR_INVALID_PARAM);
	CHECK(!started(FW(0)));
	CHECK_EQ(pmu_value(FW(0)), 0);
}

/* --- invalid sets --------------------------------------------------------- */

static void set_is_invalid(unsigned long base, unsigned long mask)
{
	check_row("mask", mask);
	CHECK_ERROR(pmu_start(base, mask, SET_VALUE, 99),
		    SBI_ERR_INVALID_PARAM);
	CHECK(!started(HW));
	CHECK(!started(FW(0)));
	CHECK_EQ(pmu_value(FW(0)), 0);
	CHECK_OK(pmu_start(FW(1), 1, 0, 0));
	CHECK_ERROR(pmu_stop(base, mask, RESET), SBI_ERR_INVALID_PARAM);
	CHECK(started(FW(1)));
	CHECK_OK(pmu_stop(FW(1), 1, 0));
}

static void invalid_sets(void)
{
	unsigned int fw = pmu.fw, num = pmu.num;

	four_counters();
	set_is_invalid(0, 0);
	set_is_invalid(fw, 0);
	set_is_invalid(1, 1);
	set_is_invalid(num, 1);
	set_is_invalid(fw, (1ul << (num - fw)) | 3);
	set_is_invalid(num - 1, 3);
	set_is_invalid(fw, 1ul << (XLEN - 1) | 3);
	set_is_invalid(~0ul, 1);
	set_is_invalid(~0ul, 2);
	set_is_invalid(-(unsigned long)3, 1ul << (fw + 3));
	set_is_invalid(-(unsigned long)fw, 1ul << fw | 3);
	set_is_invalid((1ul << (XLEN - 1)) + fw, 3);
	set_is_invalid(64, 3);
	set_is_invalid(XLEN * XLEN, 1ul << fw);
#if XLEN == 64
	set_is_invalid((1ul << 32) + fw, 3);
	set_is_invalid(fw, 1ul << 32 | 3);
#endif
}

/* --- mixed sets ----------------------------------------------------------- */

/* Start a set in which some counters are started: all must be started then. */
static void start_mixed(unsigned long before, unsigned long set)
{
	unsigned int n;

	check_row("started before", before);
	four_counters();
	if (before)
		CHECK_OK(pmu_start(0, before, 0, 0));
	CHECK_ERROR(pmu_start(0, set, 0, 0),
		    before & set ? SBI_ERR_ALREADY_STARTED : SBI_SUCCESS);
	for (n = 0; n < 3; n++)
		CHECK_EQ(started(FW(n)), (before | set) >> FW(n) & 1);
	CHECK_EQ(started(HW), (before | set) >> HW & 1);
}

static void stop_mixed(unsigned long before, unsigned long set,
		       unsigned long flags)
{
	unsigned int n;

	check_row("started before", before);
	four_counters();
	if (before)
		CHECK_OK(pmu_start(0, before, 0, 0));
	CHECK_ERROR(pmu_stop(0, set, flags),
		    ~before & set ? SBI_ERR_ALREADY_STOPPED : SBI_SUCCESS);
	for (n = 0; n < 3; n++)
		CHECK_EQ(started(FW(n)), (before & ~set) >> FW(n) & 1);
	CHECK_EQ(started(HW), (before & ~set) >> HW & 1);
}

static void mixed_sets(void)
{
	unsigned long bits[4] = { 1ul << HW, 1ul << FW(0), 1ul << FW(1),
				  1ul << FW(2) };
	unsigned long before, set, k;
	unsigned int n;

	for (k = 16; k < 256; k++) {
		before = set = 0;
		for (n = 0; n < 4; n++) {
			before |= k >> n & 1 ? bits[n] : 0;
			set |= k >> (n + 4) & 1 ? bits[n] : 0;
		}
		start_mixed(before, set);
		stop_mixed(before, set, 0);
		stop_mixed(before, set, RESET);
	}
}

static void index_1_in_a_larger_set(void)
{
	CHECK_VALUE(pmu_config(0, 1, 0, EVENT_CYCLES, 0), 0);
	CHECK_VALUE(pmu_config(2, 1, 0, EVENT_INSTRUCTIONS, 0), 2);
	CHECK_OK(pmu_start(0, 7, 0, 0));
	CHECK_OK(pmu_stop(0, 7, 0));
	CHECK_OK(pmu_start(1, 2, 0, 0));
	CHECK_OK(pmu_stop(1, 2, 0));
}

/* RESET frees counters, also those that were stopped before the call. */
static void reset_frees(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = FW(0); n < pmu.num; n++)
		CHECK_OK(pmu_config(n, 1, 0, EVENT_SET_TIMER, 0));
	ret = pmu_config_any(EVENT_SET_TIMER);
	CHECK_ERROR(ret, SBI_ERR_NOT_SUPPORTED);
	CHECK_OK(pmu_start(FW(4), 1, 0, 0));
	CHECK_OK(pmu_stop(FW(4), 1, 0));
	CHECK_OK(pmu_start(FW(3), 3, 0, 0));
	CHECK_ERROR(pmu_stop(FW(3), 7, RESET), SBI_ERR_ALREADY_STOPPED);
	for (n = 3; n < 6; n++)
		CHECK_VALUE(pmu_config_any(EVENT_SET_TIMER), FW(n));
}

static void without_shared_memory(void)
{
	four_counters();
	CHECK_ERROR(pmu_start(FW(0), 1, FROM_SNAPSHOT, 0), SBI_ERR_NO_SHMEM);
	CHECK(!started(FW(0)));
	CHECK_OK(pmu_start(FW(0), 1, 0, 0));
	CHECK_ERROR(pmu_stop(FW(0), 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_stop(FW(0), 1, TAKE_SNAPSHOT | RESET),
		    SBI_ERR_NO_SHMEM);
	CHECK(started(FW(0)));
	/* Errors of other arguments come before this one. */
	CHECK_ERROR(pmu_start(1, 1, FROM_SNAPSHOT, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_start(FW(0), 1, FROM_SNAPSHOT | 4, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_stop(1, 1, TAKE_SNAPSHOT), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_stop(FW(0), 1, TAKE_SNAPSHOT | 4),
		    SBI_ERR_INVALID_PARAM);
}

const struct check_case check_cases[] = {
	{ "reserved flags", reserved_flags },
	{ "flags that exclude each other", contrary_flags },
	{ "invalid sets change nothing", invalid_sets },
	{ "sets of which some are started", mixed_sets },
	{ "index 1 within a larger set", index_1_in_a_larger_set },
	{ "RESET frees a counter", reset_frees },
	{ "snapshot flags without shared memory", without_shared_memory },
	{ NULL, NULL },
};
