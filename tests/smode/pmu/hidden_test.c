// SPDX-License-Identifier: BSD-2-Clause
/*
 * The hart has the maximum number of hardware counters, and only the last one
 * counts misses of the data TLB ("last" in smode.cfg). On RV32 some counters
 * then have no index, but every event has a counter.
 */
#include "check.h"
#include "deleg.h"
#include "pmu.h"
#include "print.h"

#define MISSES 16 /* the least number in one piece of work */

static u64 csr_value(unsigned long idx)
{
	return hart_counter((pmu_get_info(idx).value & 0xfff) - 0xc00);
}

/* On RV32 firmware counters have some of the first 32 indices. */
static void indices(void)
{
	unsigned int n, hardware = 0, firmware = 0;

	CHECK_EQ(pmu.num, (XLEN == 32 ? 24 : 32) + 22);
	for (n = 0; n < pmu.num; n++)
		if (pmu.present >> n & 1) {
			hardware += n < pmu.fw;
			firmware += n >= pmu.fw;
		}
	CHECK_EQ(hardware, XLEN == 32 ? 23 : 31);
	CHECK_EQ(firmware, 22);
}

/* Different indices have different counters. */
static void numbers(void)
{
	u64 seen = 0;
	unsigned int n, csr;

	for (n = 0; n < pmu.fw; n++) {
		if (!(pmu.present >> n & 1))
			continue;
		csr = pmu_get_info(n).value & 0xfff;
		check_row("counter", n);
		CHECK_RANGE(csr, 0xc00, 0xc1f);
		CHECK(!(seen >> (csr - 0xc00) & 1));
		seen |= 1ull << (csr - 0xc00);
	}
	CHECK(seen >> 31 & 1);
}

/* --- those without an index ------------------------------------------------ */

/* The bits of the CSRs of counters that have an index, and of time. */
static u32 named(void)
{
	u32 csrs = 2;
	unsigned int n;

	for (n = 0; n < pmu.fw; n++)
		if (pmu.present >> n & 1)
			csrs |= 1u << (pmu_get_info(n).value & 0x1f);
	return csrs;
}

static void read_counter(unsigned int n)
{
	(void)hart_counter(n);
}

/* The firmware prints the counters without an index. */
static void told(void)
{
	if (XLEN == 32)
		print("# has: hartscope: PMU: no index for hardware counters "
		      "0x%lx\n",
		      (unsigned long)~named());
	else
		print("# lacks: hartscope: PMU: no index for\n");
}

/*
 * With delegated counters S-mode cannot reach the bits of counters without an
 * index.
 */
static void delegated(u32 hidden)
{
	unsigned long old = deleg_inhibit(), trap;
	unsigned int n;

	csr_write(DELEG_SCOUNTINHIBIT, -1ul);
	CHECK_EQ(deleg_inhibit() & hidden, 0);
	csr_write(DELEG_SCOUNTINHIBIT, old);
	for (n = 3; n < 32; n++) {
		check_row("delegated", n);
		csr_write(DELEG_SISELECT, DELEG_FIRST + n);
		trap = HART_TRY(csr_read(DELEG_SIREG));
		CHECK_EQ(trap != HART_NO_TRAP, hidden >> n & 1);
		trap = HART_TRY(csr_read(DELEG_SIREG2));
		CHECK_EQ(trap != HART_NO_TRAP, hidden >> n & 1);
	}
	csr_write(DELEG_SISELECT, 0ul);
	check_row(NULL, 0);
}

static void check_reach(void)
{
	u32 hidden = ~named();
	unsigned long trap;
	unsigned int n;

	for (n = 3; n < 32; n++) {
		check_row("counter", n);
		trap = HART_TRY(read_counter(n));
		CHECK_EQ(trap != HART_NO_TRAP, hidden >> n & 1);
	}
	check_row(NULL, 0);
	if (deleg_offered())
		delegated(hidden);
}

static void reach_there(void *arg)
{
	(void)arg;
	check_reach();
}

static void out_of_reach(void)
{
	check_reach();
	sbi_set_timer(hart_time() + 10000);
	csr_write(sie, HART_IRQ_TIMER);
	CHECK_EQ(hart_suspend(SBI_HSM_SUSPEND_NON_RET_DEFAULT), SBI_SUCCESS);
	csr_write(sie, 0ul);
	sbi_set_timer(~0ull);
	check_reach();
	if (hart_count() < 2)
		return;
	CHECK(hart_start(1) && hart_call(1, reach_there, NULL));
	CHECK(hart_stop(1));
}

/* --- events ---------------------------------------------------------------- */

/* An event that only the last counter counts. */
static void counts(void)
{
	struct sbiret ret =
		pmu_config(0, pmu_all(), CLEAR, EVENT_DTLB_READ_MISS, 0);
	u64 before;

	CHECK_OK(ret);
	CHECK_EQ(pmu_get_info(ret.value).value & 0xfff, 0xc1f);
	pmu_work_dtlb();
	CHECK_EQ(csr_value(ret.value), 0);
	CHECK_OK(pmu_start(ret.value, 1, SET_VALUE, 1000));
	pmu_work_dtlb();
	CHECK_RANGE(csr_value(ret.value), 1000 + MISSES, 1u << 30);
	CHECK_OK(pmu_stop(ret.value, 1, 0));
	before = csr_value(ret.value);
	pmu_work_dtlb();
	CHECK_EQ(csr_value(ret.value), before);
	CHECK_ERROR(pmu_config(0, pmu_all(), 0, EVENT_DTLB_READ_MISS, 0),
		    SBI_ERR_NOT_SUPPORTED);
	pmu_reset();
}

/* An event whose counter keeps its number, and firmware counters, together. */
static void others(void)
{
	struct sbiret hw = pmu_config(0, pmu_all(), CLEAR | AUTO,
				      EVENT_DTLB_WRITE_MISS, 0);
	struct sbiret fw =
		pmu_config(0, pmu_all(), CLEAR | AUTO, EVENT_SET_TIMER, 0);

	CHECK_OK(hw);
	CHECK_RANGE(hw.value, 3, pmu.fw - 1);
	CHECK_OK(fw);
	CHECK_RANGE(fw.value, pmu.fw, pmu.num - 1);
	pmu_work_dtlb_write();
	pmu_work_timer();
	CHECK_RANGE(csr_value(hw.value), MISSES, 1u << 30);
	CHECK_EQ(pmu_fw_read(fw.value).value, 1);
	pmu_reset();
}

const struct check_case check_cases[] = {
	{ "indices of all kinds", indices },
	{ "each counter once", numbers },
	{ "the console names the others", told },
	{ "out of reach without an index", out_of_reach },
	{ "the only counter of an event", counts },
	{ "other counters beside it", others },
	{ NULL, NULL },
};
