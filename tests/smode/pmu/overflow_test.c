// SPDX-License-Identifier: BSD-2-Clause
/* Overflow interrupts (Sscofpmf) in S-mode: LCOFI and scountovf. */
#include "check.h"
#include "fdt.h"
#include "pmu.h"
#include "test_firmware.h"

#define BIT(n) (1ul << (n))
#define NO_DEVICE 0x90000000ul /* a suspend type that this platform lacks */

/* Counters 5 to 8 overflow after a few misses of the data TLB. */
static const unsigned long misses[] = {
	EVENT_DTLB_READ_MISS,
	EVENT_DTLB_WRITE_MISS,
};

static bool here(void)
{
	if (pmu.sscofpmf && !option_given("map=none") &&
	    !option_given("lcofi=no"))
		return true;
	check_skip("no overflow interrupts on this machine");
	return false;
}

static void config(unsigned int idx, unsigned long event_idx)
{
	CHECK_VALUE(pmu_config(idx, 1, CLEAR, event_idx, 0), idx);
}

/* Start a counter that overflows after this number of events. */
static void start_near_end(unsigned int idx, u64 events)
{
	CHECK_OK(pmu_start(idx, 1, SET_VALUE, -events));
}

/*
 * Check that there is one interrupt, and that these counters have overflowed.
 */
static void expect_interrupt(unsigned long old, unsigned long counters)
{
	struct hart *h = hart_self();

	CHECK(hart_wait(&h->overflow, old));
	CHECK_EQ(h->overflow, old + 1);
	CHECK_EQ(h->scountovf, counters);
	CHECK_EQ(csr_read(SCOUNTOVF), counters);
	CHECK_EQ(csr_read(sip) & HART_IRQ_OVERFLOW, 0);
}

/* --- interrupts ----------------------------------------------------------- */

static void every_counter(void)
{
	struct hart *h = hart_self();
	unsigned long old;
	unsigned int n, again;

	if (!here())
		return;
	for (n = 3; n <= pmu_last_hw(); n++) {
		check_row("counter", n);
		config(n, EVENT_DTLB_READ_MISS);
		hart_interrupts(HART_IRQ_OVERFLOW);
		for (again = 0; again < 3; again++) {
			old = h->overflow;
			start_near_end(n, 8);
			CHECK_EQ(csr_read(SCOUNTOVF), 0);
			CHECK_EQ(h->overflow, old);
			pmu_work_dtlb();
			expect_interrupt(old, BIT(n));
			CHECK_OK(pmu_stop(n, 1, 0));
			/*
			 * Linux reads scountovf after it has stopped the
			 * counters.
			 */
			CHECK_EQ(csr_read(SCOUNTOVF), BIT(n));
			CHECK_RANGE(pmu_value(n), 0, 1000);
		}
		hart_interrupts(0);
		pmu_stop(n, 1, RESET);
		CHECK_EQ(csr_read(SCOUNTOVF), 0);
	}
}

static void two_counters(void)
{
	unsigned long old = hart_self()->overflow;

	if (!here())
		return;
	config(5, misses[0]);
	config(6, misses[1]);
	start_near_end(5, 8);
	start_near_end(6, 4);
	pmu_work_dtlb();
	pmu_work_dtlb_write();
	CHECK(csr_read(sip) & HART_IRQ_OVERFLOW);
	hart_interrupts(HART_IRQ_OVERFLOW);
	expect_interrupt(old, BIT(5) | BIT(6));
	hart_interrupts(0);
	/* One starts again; the bit of the other one stays. */
	CHECK_OK(pmu_stop(5, 3, 0));
	CHECK_OK(pmu_start(5, 1, SET_VALUE, 0));
	CHECK_EQ(csr_read(SCOUNTOVF), BIT(6));
}

/* --- calls that must not clear an overflow ------------------------------- */

static void start_while_pending(void)
{
	unsigned long old = hart_self()->overflow;

	if (!here())
		return;
	config(5, misses[0]);
	config(6, misses[1]);
	start_near_end(5, 8);
	pmu_work_dtlb();
	CHECK(csr_read(sip) & HART_IRQ_OVERFLOW);
	CHECK_OK(pmu_stop(5, 1, 0));
	start_near_end(5, 8);
	start_near_end(6, 4);
	CHECK_EQ(csr_read(SCOUNTOVF), 0);
	csr_clear(sip, HART_IRQ_OVERFLOW);
	hart_interrupts(HART_IRQ_OVERFLOW);
	pmu_work_dtlb();
	expect_interrupt(old, BIT(5));
	pmu_work_dtlb_write();
	expect_interrupt(old + 1, BIT(5) | BIT(6));
	hart_interrupts(0);
}

/*
 * A suspend that fails saves the bit, and must not keep it after S-mode read
 * it.
 */
static void sleep_fails(void)
{
	bool machine = option_given("test");
	unsigned long old;

	if (!here())
		return;
	config(5, misses[0]);
	hart_interrupts(HART_IRQ_OVERFLOW);
	old = hart_self()->overflow;
	start_near_end(5, 8);
	pmu_work_dtlb();
	expect_interrupt(old, BIT(5));
	CHECK_EQ(machine ? hart_sleep(TEST_SLEEP_FAILS) :
			   hart_suspend(NO_DEVICE),
		 machine ? SBI_ERR_FAILED : SBI_ERR_NOT_SUPPORTED);
	CHECK_OK(pmu_stop(5, 1, 0));
	old = hart_self()->overflow;
	start_near_end(5, 8);
	pmu_work_dtlb();
	expect_interrupt(old, BIT(5));
	hart_interrupts(0);
}

static u64 area[512] __attribute__((aligned(4096)));

/* The bitmap of a snapshot is relative to the base of the set. */
static void snapshot_bitmap(void)
{
	if (!here())
		return;
	if (pmu_set_shmem((unsigned long)area, 0, 0).error) {
		CHECK(!option_given("snapshot=on"));
		check_skip("snapshots are not offered");
		return;
	}
	area[0] = 0;
	config(5, misses[0]);
	config(6, misses[1]);
	CHECK_OK(pmu_start(6, 1, 0, 0));
	start_near_end(5, 8);
	pmu_work_dtlb();
	CHECK_OK(pmu_stop(4, 6, TAKE_SNAPSHOT));
	CHECK_EQ(area[0], 2);
	CHECK_RANGE(area[2], 0, 1000);
	/* It was restarted and stopped again without an overflow. */
	CHECK_OK(pmu_start(5, 1, SET_VALUE, 0));
	CHECK_OK(pmu_stop(4, 2, TAKE_SNAPSHOT));
	CHECK_EQ(area[0], 0);
}

static void scountovf_without_sscofpmf(void)
{
	if (pmu.sscofpmf)
		CHECK_EQ(HART_TRY(csr_read(SCOUNTOVF)), HART_NO_TRAP);
	else
		CHECK_EQ(HART_TRY(csr_read(SCOUNTOVF)), HART_ILLEGAL);
	CHECK_EQ(pmu.sscofpmf, option_given("sscofpmf"));
}

const struct check_case check_cases[] = {
	{ "scountovf is there or not", scountovf_without_sscofpmf },
	{ "every counter interrupts, again and again", every_counter },
	{ "two counters at once", two_counters },
	{ "starting while an interrupt is pending", start_while_pending },
	{ "a sleep that fails", sleep_fails },
	{ "overflow bitmap of a snapshot", snapshot_bitmap },
	{ NULL, NULL },
};
