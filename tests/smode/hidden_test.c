// SPDX-License-Identifier: BSD-2-Clause
/*
 * As many hardware counters as there can be, and the misses of the data TLB for
 * the last one alone ("last" in smode.cfg). On RV32 some counters have no index
 * then, but no event is without a counter.
 */
#include "check.h"
#include "pmu.h"

#define MISSES 16 /* of one piece of work, at least */

static u64 csr_value(unsigned long idx)
{
	return hart_counter((pmu_get_info(idx).value & 0xfff) - 0xc00);
}

/* Hardware and firmware counters share the indices that a mask can name. */
static void indices(void)
{
	unsigned int n, hardware = 0, firmware = 0;

	CHECK_EQ(pmu.num, XLEN == 32 ? 32 : 32 + 22);
	for (n = 0; n < pmu.num; n++)
		if (pmu.present >> n & 1) {
			hardware += n < pmu.fw;
			firmware += n >= pmu.fw;
		}
	CHECK_EQ(hardware, XLEN == 32 ? 23 : 31);
	CHECK_EQ(firmware, XLEN == 32 ? 8 : 22);
}

/* No two indices are one counter. */
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

/* The event that only the last one counts. */
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

/* One whose counter kept its number, and firmware counters, at once. */
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
	{ "the only counter of an event", counts },
	{ "other counters beside it", others },
	{ NULL, NULL },
};
