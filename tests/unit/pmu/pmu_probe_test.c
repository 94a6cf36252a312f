// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu/pmu_probe.c: the counters of a hart, and their widths */
#include <string.h>

#include "unit.h"

static u8 bits[PMU_HW_MAX];

static void values_set(void)
{
	unsigned int n;

	for (n = 3; n < PMU_HW_MAX; n++)
		fake.state.counter[n] = 0x0123456789abcdefull * n &
					bits_low64(fake.has.hpm_width[n]);
}

/* Each counter has its own width; which one it is moves with every round. */
static void each_width(void)
{
	unsigned int n, round;
	struct fake_state before;

	for (round = 0; round < 64; round++) {
		fake.has.hpm_mask = 0xfffffff8 & ~(round * 0x9e3779b1u);
		for (n = 3; n < PMU_HW_MAX; n++)
			fake.has.hpm_width[n] = (u8)((n + round) % 64 + 1);
		values_set();
		fake.state.inhibit =
			fake.has.inhibit ? fake.has.hpm_mask & 0x5550 : 0;
		before = fake.state;
		memset(bits, 0xa5, sizeof(bits));
		CHECK_EQ("found", pmu_probe(bits), fake.has.hpm_mask);
		for (n = 3; n < PMU_HW_MAX; n++)
			CHECK_EQ("width", bits[n],
				 fake.has.hpm_mask >> n & 1 ?
					 fake.has.hpm_width[n] :
					 0);
		CHECK("registers as before",
		      !memcmp(&before, &fake.state, sizeof(before)));
	}
}

/* With counters that count by themselves: they stand, or their counts do not
 * matter. */
static void live(void)
{
	static const u64 counts[] = { 1, 2, 3, 7 };
	unsigned int i, n;

	fake.has.hpm_mask = 0xfffffff8;
	for (i = 0; i < array_size(counts); i++) {
		for (n = 3; n < PMU_HW_MAX; n++)
			fake.has.hpm_width[n] = (u8)(5 + (n * 7 + i) % 60);
		fake.log.live = counts[i];
		CHECK_EQ("found", pmu_probe(bits), fake.has.hpm_mask);
		for (n = 3; n < PMU_HW_MAX; n++)
			CHECK_EQ("width", bits[n], fake.has.hpm_width[n]);
	}
}

/* mcountinhibit is there, and stops nothing. */
static void live_for_ever(void)
{
	fake.has.gates = ~0ul;
	live();
}

/* No count between two accesses is too large, if mcountinhibit stops them. */
static void stopped(void)
{
	fake.log.live = 0x5a5a5a5a5a5a5a5aull;
	each_width();
}

/* Counters count thousands meanwhile, as those of cycles behind slow memory. */
static void quick(void)
{
	unsigned int n;

	fake.has.gates = ~0ul;
	fake.log.live = 50000;
	for (n = 3; n < PMU_HW_MAX; n++)
		fake.has.hpm_width[n] = (u8)(18 + n);
	CHECK_EQ("found", pmu_probe(bits), fake.has.hpm_mask);
	for (n = 3; n < PMU_HW_MAX; n++)
		CHECK_EQ("width", bits[n],
			 fake.has.hpm_mask >> n & 1 ? 18 + n : 0);
}

/* All are there, and constant. */
static void constants(void)
{
	fake.has.ignores = true;
	fake.has.hpm_mask = 0;
	CHECK_EQ("none", pmu_probe(bits), 0);
}

static void widths_of_info(void)
{
	unsigned int n;

	for (n = 3; n < UNIT_NUM_HW; n++)
		fake.has.hpm_width[n] = (u8)(n * 5);
	(void)pmu_probe(unit_hart.hpm_bits);
	bits_for_each(n, unit_hart.present & bits_low64(UNIT_NUM_HW) & ~7ull)
		CHECK_RET("info", CALL(SBI_EXT_PMU_COUNTER_GET_INFO, n), 0,
			  (0xc00 | n) | (n * 5 - 1) << 12);
}

/* Gates without a bit: counters stop without their event, as if there were no
 * mcountinhibit. */
static void gates_without_bits(void)
{
	struct pmu_hart_features has = unit_hart.has;

	fake.has.gates = BIT64(4);
	has.delegated = true;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	CHECK("as missing", !unit_hart.has.inhibit && !unit_hart.has.delegated);
	CHECK_EQ("medium", unit_hart.num_fast, 0);
	fake.has.gates = 5;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
	CHECK_EQ("those of mhpmcounters matter", unit_hart.has.inhibit,
		 fake.has.inhibit);
}

static const struct unit_test tests[] = {
	UNIT_TEST(each_width, UNIT_ALL),
	UNIT_TEST(live, UNIT_ALL),
	UNIT_TEST(live_for_ever, UNIT_ALL),
	UNIT_TEST(stopped, UNIT_INHIBIT),
	UNIT_TEST(quick, UNIT_ALL),
	UNIT_TEST(constants, UNIT_ALL),
	UNIT_TEST(widths_of_info, UNIT_ALL),
	UNIT_TEST(gates_without_bits, UNIT_INHIBIT),
};

UNIT_MAIN("pmu_probe", tests)
