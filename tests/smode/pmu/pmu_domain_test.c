// SPDX-License-Identifier: BSD-2-Clause
/* Counters of two domains that take turns on a hart. */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "test_firmware.h"

#define LONG_VALUE 0x123456789aull
#define COUNTER 5 /* it counts TLB misses */

/*
 * QEMU's cycles and instructions are ticks of the host's clock, of some GHz. A
 * switch to the other domain and back takes less than A_WHILE of them; while
 * the other domain runs for SECOND_LONG ticks of the machine's timer, many more
 * pass. If the host stops for a while during a switch, the try fails.
 */
#define A_WHILE 1500000000ull
#define SECOND_LONG 10000000ull
#define TRIES 20

static u64 area[512] __attribute__((aligned(4096)));
static u64 other_area[512] __attribute__((aligned(4096)));

static void nothing(void)
{
}

static void second_takes_long(void)
{
	hart_delay(SECOND_LONG);
}

static void second_sees_no_overflow(void)
{
	CHECK_EQ(csr_read(SCOUNTOVF), 0);
	CHECK_EQ(csr_read(sip) & HART_IRQ_OVERFLOW, 0);
}

/*
 * On RV32 QEMU counts both halves apart: when the host's ticks carry into the
 * upper half between a start and a stop, QEMU adds 2^32.
 */
static bool is_little(u64 value, u64 before)
{
	u64 more = value - before;

	return (XLEN == 32 ? (u32)more : more) <= A_WHILE;
}

/* --- state that the second domain finds ---------------------------------- */

static void second_is_new(void)
{
	unsigned int n;

	/* The first domain has set them to LONG_VALUE. */
	CHECK_RANGE(pmu_value(0), 0, LONG_VALUE - 1);
	CHECK_RANGE(pmu_value(2), 0, LONG_VALUE - 1);
	if (pmu.sscofpmf)
		second_sees_no_overflow();
	for (n = 0; n < pmu.num; n++) {
		if (!(pmu.present >> n & 1))
			continue;
		check_row("counter", n);
		CHECK_ERROR(pmu_stop(n, 1, 0), SBI_ERR_ALREADY_STOPPED);
		if (n > 2)
			CHECK_EQ(pmu_value(n), 0);
	}
	check_row(NULL, 0);
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	for (n = pmu.fw; n < pmu.num; n++)
		CHECK_VALUE(pmu_config_any(EVENT_SET_TIMER), n);
}

/* The second domain uses the same counters, and its own snapshot area. */
static void second_uses_all(void)
{
	const struct pmu_source *s;
	unsigned int n;

	pmu_reset();
	CHECK_OK(pmu_set_shmem((unsigned long)other_area, 0, 0));
	for (n = 0; (s = pmu_source(n)); n++) {
		CHECK_VALUE(pmu_source_config(s, CLEAR), s->idx);
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, 7));
		s->work();
	}
}

static void second_ends(void)
{
	const struct pmu_source *s;
	unsigned int n;

	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, n);
		CHECK_RANGE(pmu_value(s->idx), 7 + s->least, LONG_VALUE - 1);
		CHECK_OK(pmu_stop(s->idx, 1, TAKE_SNAPSHOT | RESET));
	}
	check_row(NULL, 0);
	CHECK(other_area[1]);
	pmu_reset();
}

/* --- state that the first domain finds on its return --------------------- */

static void first_starts(void)
{
	const struct pmu_source *s;
	unsigned int n;

	CHECK_OK(pmu_set_shmem((unsigned long)area, 0, 0));
	for (n = 0; (s = pmu_source(n)); n++) {
		CHECK_VALUE(pmu_source_config(s, CLEAR), s->idx);
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, LONG_VALUE));
	}
}

/*
 * The domain's own way to the switch and back counts, the other domain's does
 * not.
 */
static bool little_counts(void)
{
	const struct pmu_source *s;
	bool little = true;
	unsigned int n;
	u64 before[8];

	for (n = 0; (s = pmu_source(n)); n++)
		before[n] = pmu_value(s->idx);
	CHECK_EQ(domains_run(second_takes_long), SBI_SUCCESS);
	for (n = 0; (s = pmu_source(n)); n++)
		little &= is_little(pmu_value(s->idx), before[n]);
	return little;
}

static void new_and_back(void)
{
	const struct pmu_source *s;
	unsigned int n, tries = TRIES;
	u64 before;

	first_starts();
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	while (!little_counts() && --tries)
		;
	CHECK(tries);
	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, n);
		CHECK_ERROR(pmu_start(s->idx, 1, SET_VALUE, 1),
			    SBI_ERR_ALREADY_STARTED);
		before = pmu_value(s->idx);
		s->work();
		CHECK(pmu_value(s->idx) >= before + s->least);
	}
	/*
	 * The count of set_timer is exact: no call of the other domain counts.
	 */
	CHECK_EQ(pmu_value(pmu.fw), LONG_VALUE + 1);
	check_row(NULL, 0);
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	CHECK_EQ(area[1], LONG_VALUE + 1);
	domains_run(pmu_reset);
}

static bool overflows_interrupt(void)
{
	return pmu.sscofpmf && !option_given("map=none") &&
	       !option_given("lcofi=no");
}

/* COUNTER has overflowed, and its interrupt is pending. */
static void first_overflows(void)
{
	CHECK_VALUE(pmu_config(COUNTER, 1, CLEAR, EVENT_DTLB_READ_MISS, 0),
		    COUNTER);
	CHECK_OK(pmu_start(COUNTER, 1, SET_VALUE, -8ull));
	pmu_work_dtlb();
	CHECK_EQ(csr_read(SCOUNTOVF), 1ul << COUNTER);
	CHECK_EQ(csr_read(sip) & HART_IRQ_OVERFLOW, HART_IRQ_OVERFLOW);
}

/*
 * True if no counter lost a value. QEMU 10.0 does not carry from the lower to
 * the upper half of a running counter of RV32: when the lower half wraps, 2^32
 * are missing for a while.
 */
static bool all_stop(void)
{
	const struct pmu_source *s;
	bool kept = true;
	unsigned int n;

	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, n);
		CHECK_OK(pmu_stop(s->idx, 1, TAKE_SNAPSHOT));
		CHECK_EQ(area[1], pmu_value(s->idx));
		kept &= area[1] >= LONG_VALUE;
	}
	check_row(NULL, 0);
	return kept;
}

/* The heap is empty from the first switch on; only OpenSBI's context, which is
 * smaller, still has room. */
static void without_memory(void)
{
	CHECK_OK(test_firmware(TEST_HEAP, 1024));
	first_starts();
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	CHECK_OK(test_firmware(TEST_HEAP, 0));
	CHECK(all_stop());
	pmu_reset();
	domains_run(pmu_reset);
}

static bool turns_are_kept(void)
{
	unsigned int round;
	bool kept;

	first_starts();
	for (round = 0; round < 5; round++) {
		CHECK_EQ(domains_run(second_uses_all), SBI_SUCCESS);
		pmu_work_timer();
		CHECK_EQ(domains_run(second_ends), SBI_SUCCESS);
	}
	kept = all_stop();
	CHECK_EQ(pmu_value(pmu.fw), LONG_VALUE + 5);
	pmu_reset();
	return kept;
}

static void taking_turns(void)
{
	unsigned int tries = __riscv_xlen == 32 ? TRIES : 1;

	while (!turns_are_kept() && --tries)
		;
	CHECK(tries);
}

/* --- overflow ------------------------------------------------------------- */

static void overflow_is_private(void)
{
	if (!overflows_interrupt()) {
		check_skip("no overflow interrupts on this machine");
		return;
	}
	first_overflows();
	domains_run(second_sees_no_overflow);
	CHECK_EQ(csr_read(SCOUNTOVF), 1ul << COUNTER);
	CHECK_EQ(csr_read(sip) & HART_IRQ_OVERFLOW, HART_IRQ_OVERFLOW);
	csr_clear(sip, HART_IRQ_OVERFLOW);
	domains_run(nothing);
	CHECK_EQ(csr_read(SCOUNTOVF), 1ul << COUNTER);
	CHECK_EQ(csr_read(sip) & HART_IRQ_OVERFLOW, 0);
	CHECK_OK(pmu_stop(COUNTER, 1, RESET));
	domains_run(pmu_reset);
}

const struct check_case check_cases[] = {
	{ "without memory", without_memory },
	{ "new for the second, back for the first", new_and_back },
	{ "taking turns", taking_turns },
	{ "overflow", overflow_is_private },
	{ NULL, NULL },
};
