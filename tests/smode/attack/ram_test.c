// SPDX-License-Identifier: BSD-2-Clause
/*
 * Shared memory on a machine with two ranges of RAM ("split" and "gap" in
 * smode.cfg): the first one ends at 0x88000000.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

#define FIRST_END 0x88000000ul
#define MORE 0x90000000ul   /* an address without RAM, whatever the tree says */
#define SECOND 0x8a000000ul /* start of the second range, after a gap */

typedef struct sbi_pmu_event_info entry;

static struct sbiret ask(unsigned long address, unsigned int count,
			 unsigned int ours)
{
	entry *e = (entry *)address;
	unsigned int n;

	check_row("list at", address);
	for (n = 0; n < ours; n++)
		e[n] = (entry){ EVENT_CYCLES, 0x5a, 0 };
	return pmu_event_info(address, 0, count, 0);
}

static void outputs(unsigned long address, unsigned int count, u32 output)
{
	const entry *e = (const entry *)address;
	unsigned int n;

	for (n = 0; n < count; n++)
		CHECK_EQ(e[n].output, output);
}

static void ranges_that_touch(void)
{
	if (!option_given("ram=split")) {
		check_skip("not this machine");
		return;
	}
	CHECK_OK(ask(FIRST_END - 64, 8, 8));
	outputs(FIRST_END - 64, 8, 1);
	CHECK_OK(ask(FIRST_END - 16, 1, 1));
	CHECK_OK(ask(FIRST_END, 1, 1));
	CHECK_OK(ask(SECOND, 4, 4));
}

static void ranges_with_a_gap(void)
{
	if (!option_given("ram=gap")) {
		check_skip("not this machine");
		return;
	}
	CHECK_ERROR(ask(FIRST_END - 64, 5, 4), SBI_ERR_INVALID_ADDRESS);
	outputs(FIRST_END - 64, 4, 0x5a);
	CHECK_OK(ask(FIRST_END - 64, 4, 4));
	outputs(FIRST_END - 64, 4, 1);
	CHECK_ERROR(ask(FIRST_END, 1, 0), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(ask(SECOND - 16, 1, 0), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(ask(SECOND - 16, 2, 0), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(ask(FIRST_END - 16, (SECOND - FIRST_END) / 16 + 2, 1),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_OK(ask(SECOND, 4, 4));
	outputs(SECOND, 4, 1);
}

/* Two hardware or two firmware counters, one of which runs. */
static void area_that_is_not_there(unsigned int idx, unsigned long event)
{
	u64 was;

	check_row("counter", idx);
	CHECK_OK(pmu_set_shmem(MORE, 0, 0));
	CHECK_VALUE(pmu_config(idx, 1, CLEAR, event, 0), idx);
	CHECK_VALUE(pmu_config(idx + 1, 1, CLEAR, event, 0), idx + 1);
	CHECK_OK(pmu_start(idx, 1, SET_VALUE, 1000));
	CHECK_ERROR(pmu_stop(idx, 3, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_stop(idx, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_start(idx, 1, 0, 0), SBI_ERR_ALREADY_STARTED);
	was = pmu_value(idx);
	CHECK(was >= 1000);
	pmu_work_timer();
	pmu_work_dtlb();
	CHECK(pmu_value(idx) > was);
	CHECK_OK(pmu_stop(idx, 1, 0));
	was = pmu_value(idx);
	CHECK_ERROR(pmu_start(idx, 3, FROM_SNAPSHOT, 0), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_start(idx, 1, FROM_SNAPSHOT, 0), SBI_ERR_NO_SHMEM);
	CHECK_EQ(pmu_value(idx), was);
	CHECK_EQ(pmu_value(idx + 1), 0);
	CHECK_ERROR(pmu_stop(idx, 1, 0), SBI_ERR_ALREADY_STOPPED);
	pmu_reset();
}

/* The tree lists memory that the machine lacks: S-mode's own access faults. */
static void memory_that_is_not_there(void)
{
	static const u8 ours[] = { 0, 1, 2, 63, 255 };
	unsigned int n;

	if (!option_given("ram=more")) {
		check_skip("not this machine");
		return;
	}
	CHECK(HART_TRY(*(volatile u32 *)MORE) != HART_NO_TRAP);
	for (n = 0; n < sizeof(ours); n++) {
		CHECK_ERROR(ask(MORE - ours[n] * 16ul, ours[n] + 1, ours[n]),
			    SBI_ERR_INVALID_ADDRESS);
		outputs(MORE - ours[n] * 16ul, ours[n], 0x5a);
		CHECK_ERROR(ask(MORE - ours[n] * 16ul, 5000, ours[n]),
			    SBI_ERR_INVALID_ADDRESS);
		outputs(MORE - ours[n] * 16ul, ours[n], 0x5a);
	}
	CHECK_OK(ask(MORE - 64, 4, 4));
	area_that_is_not_there(pmu.fw, EVENT_SET_TIMER);
	area_that_is_not_there(5, EVENT_DTLB_READ_MISS);
}

const struct check_case check_cases[] = {
	{ "memory that is not there", memory_that_is_not_there },
	{ "ranges that touch are one", ranges_that_touch },
	{ "ranges with a gap", ranges_with_a_gap },
	{ NULL, NULL },
};
