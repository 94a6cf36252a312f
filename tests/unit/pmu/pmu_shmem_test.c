// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu and memory of S-mode that does not respond */
#include <string.h>

#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define FROM_SNAPSHOT SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT
#define TAKE SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT
#define AREA FAKE_RAM
#define SET 0x58ul

static void counters_with_area(void)
{
	unit_reset();
	unit_snapshot(AREA);
	unit_take(3, AUTO, EV_CACHE, 0);
	unit_take(4, AUTO, EV_CACHE, 0);
	unit_take(6, 0, EV_CACHE, 0);
}

/* Any word that the call needs fails; words after these do not matter. */
static void snapshot_word_is_dead(void)
{
	static const u8 words[] = { 0, 4, 8, 12, 16, 20, 32, 36 };
	unsigned int n;

	for (n = 0; n < array_size(words); n++) {
		counters_with_area();
		fake.dead = AREA + words[n];
		CHECK_RET("stop", unit_stop(3, SET >> 3, TAKE),
			  SBI_ERR_NO_SHMEM, 0);
		CHECK_EQ("runs", unit_hart.started, 0x18);
		if (words[n] < 8)
			continue;
		CHECK_OK("stop", unit_stop(3, 3, 0));
		CHECK_RET("start", unit_start(3, SET >> 3, FROM_SNAPSHOT, 0),
			  SBI_ERR_NO_SHMEM, 0);
		CHECK_EQ("stands", unit_hart.started, 0);
	}
	counters_with_area();
	fake.dead = AREA + 24; /* the set does not have counter 5 */
	CHECK_RET("stop", unit_stop(3, SET >> 3, TAKE), SBI_ERR_ALREADY_STOPPED,
		  0);
	CHECK_OK("start", unit_start(3, SET >> 3, FROM_SNAPSHOT, 0));
}

static struct sbiret info(unsigned long count)
{
	return CALL(SBI_EXT_PMU_EVENT_GET_INFO, FAKE_RAM, 0, count, 0);
}

static void list_word_is_dead(void)
{
	static u8 before[FAKE_RAM_TOTAL];
	unsigned int n;
	u32 event = EV_CYCLES;

	for (n = 0; n < 64; n++)
		memcpy(fake_hart_ram(FAKE_RAM + n * 16, 4), &event, 4);
	memcpy(before, fake.state.ram, sizeof(before));
	for (n = 1; n <= 64; n++) {
		fake.dead = FAKE_RAM + (n - 1) * 16;
		CHECK_RET("event_idx", info(n), SBI_ERR_INVALID_ADDRESS, 0);
		CHECK("no output",
		      !memcmp(before, fake.state.ram, sizeof(before)));
	}
	fake.dead = FAKE_RAM + 4;
	CHECK_RET("output", info(1), SBI_ERR_INVALID_ADDRESS, 0);
}

static void recheck_without_area(void)
{
	static struct unit_state before;

	unit_save(&before);
	pmu_snapshot_recheck(&unit_hart);
	CHECK_EQ("nothing to check", fake.log.checks, 0);
	CHECK("nothing changed", unit_is(&before));
	unit_snapshot(AREA);
	unit_save(&before);
	pmu_snapshot_recheck(&unit_hart);
	CHECK("the same", unit_is(&before));
}

static void hart_init_drops_the_area(void)
{
	unit_snapshot(AREA);
	pmu_hart_init(&unit_hart, &unit_machine, &unit_hart.has);
	CHECK_RET("stop", unit_stop(3, 1, TAKE), SBI_ERR_NO_SHMEM, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(snapshot_word_is_dead, UNIT_ALL),
	UNIT_TEST(list_word_is_dead, UNIT_ALL),
	UNIT_TEST(recheck_without_area, UNIT_ALL),
	UNIT_TEST(hart_init_drops_the_area, UNIT_ALL),
};

UNIT_MAIN("pmu_shmem", tests)
