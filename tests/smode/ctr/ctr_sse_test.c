// SPDX-License-Identifier: BSD-2-Clause
/*
 * M-mode delivers a counter overflow as a supervisor software event. Records
 * are frozen as an overflow trap would freeze them, even if M-mode finds the
 * pending interrupt without a trap, as with AIA.
 */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"
#include "sse_rig.h"
#include "test_firmware.h"

#define EVENT SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW
#define COUNTER 5

static bool here(void)
{
	if (!ctr_here())
		return false;
	if (option_given("lcofi=no")) {
		check_skip("this QEMU has no overflow interrupts");
		return false;
	}
	return true;
}

static void events_off(void)
{
	sse_off(EVENT);
	ctr_reset();
}

static void config(unsigned long event)
{
	CHECK_VALUE(pmu_config(COUNTER, 1, CLEAR, event, 0), COUNTER);
}

/*
 * Records have no address of the handler, because they were frozen before it
 * ran.
 */
static void check_records(void)
{
	unsigned int n;
	struct ctr_record r;

	for (n = 0; n < 16; n++) {
		r = ctr_read(n);
		CHECK((r.target & ~1ul) != (unsigned long)hart_sse_entry);
		CHECK((r.source & ~1ul) != (unsigned long)hart_sse_entry);
	}
}

/* Cause one overflow, and an IPI at the same time if requested. */
static bool frozen_after(unsigned long sctrctl, bool ipi)
{
	unsigned long status;

	pmu_start(COUNTER, 1, SET_VALUE, 0);
	csr_write(SCTRSTATUS, 0);
	csr_write(SCTRCTL, sctrctl);
	sbi(TEST_EID, TEST_OVERFLOW, COUNTER, ipi);
	csr_write(SCTRCTL, 0);
	status = csr_read(SCTRSTATUS);
	return status & CTR_FROZEN;
}

static void coincidences(void)
{
	unsigned long n, rounds = option_number("rounds", 2000), unfrozen = 0;
	unsigned long old = hart_self()->events;

	if (!here())
		return;
	sse_on(EVENT);
	config(EVENT_DTLB_READ_MISS);
	for (n = 0; n < rounds; n++)
		unfrozen += !frozen_after(CTR_S | CTR_LCOFIFRZ, true);
	print("# %lu coincidences, %lu unfrozen\n", rounds, unfrozen);
	CHECK_EQ(unfrozen, 0);
	CHECK_EQ(hart_self()->events, old + rounds);
	check_records();
	events_off();
}

/*
 * Each field of sctrctl that may be set in addition, with and without an IPI.
 */
static void as_asked(void)
{
	unsigned long old, ipi;

	if (!here())
		return;
	sse_on(EVENT);
	config(EVENT_DTLB_READ_MISS);
	for (ipi = 0; ipi < 2; ipi++) {
		check_row("IPI", ipi);
		old = hart_self()->events;
		CHECK(frozen_after(CTR_LCOFIFRZ, ipi));
		CHECK(frozen_after(CTR_LCOFIFRZ | CTR_U | CTR_STE, ipi));
		CHECK(!frozen_after(0, ipi));
		CHECK(!frozen_after(CTR_S | CTR_BPFRZ, ipi));
		CHECK_EQ(hart_self()->events, old + 4);
	}
	events_off();
}

/* A masked event is delivered later; the overflow freezes records at once. */
static void masked(void)
{
	unsigned long old = hart_self()->events;

	if (!here())
		return;
	sse_on(EVENT);
	config(EVENT_DTLB_READ_MISS);
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK));
	CHECK(frozen_after(CTR_S | CTR_LCOFIFRZ, true));
	CHECK_EQ(hart_self()->events, old);
	csr_write(SCTRSTATUS, 0);
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
	CHECK_EQ(hart_self()->events, old + 1);
	CHECK(!(csr_read(SCTRSTATUS) & CTR_FROZEN));
	events_off();
}

/*
 * A counter of cycles overflows at random times, during many IPIs. QEMU's
 * cycles are the host's time, which a busy host gives to other processes.
 */
#define LONG_ENOUGH 10000000

static void by_chance(void)
{
	unsigned long n, m, old, unfrozen = 0, late = 0;

	if (!here())
		return;
	sse_on(EVENT);
	config(EVENT_CYCLES);
	for (n = 0; n < 100; n++) {
		old = hart_self()->events;
		csr_write(SCTRSTATUS, 0);
		csr_write(SCTRCTL, CTR_S | CTR_LCOFIFRZ);
		pmu_start(COUNTER, 1, SET_VALUE, -(20000ull + 500 * n));
		for (m = 0; m < LONG_ENOUGH && hart_self()->events == old; m++)
			sbi_send_ipi(1, hart_self()->hartid);
		csr_write(SCTRCTL, 0);
		late += hart_self()->events == old;
		unfrozen += !(csr_read(SCTRSTATUS) & CTR_FROZEN);
		pmu_stop(COUNTER, 1, 0);
	}
	CHECK_EQ(late, 0);
	CHECK_EQ(unfrozen, 0);
	events_off();
}

const struct check_case check_cases[] = {
	{ "overflow and IPI at once", coincidences },
	{ "as sctrctl has it", as_asked },
	{ "masked events", masked },
	{ "overflow in a rain of IPIs", by_chance },
	{ NULL, NULL },
};
