// SPDX-License-Identifier: BSD-2-Clause
/*
 * Shared memory and the domain of the hart: this machine's device tree
 * ("domain" in smode.cfg) makes pieces of RAM inaccessible to S-mode.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"
#include "random.h"
#include "test_firmware.h"

#define PAGE 4096ul

/* The same as in tests/smode/run.py. */
#define UART 0x10000001ul /* interrupts of the UART, which nobody uses */
#define PLIC 0xc000000ul
#define HOLE 0x84000000ul	/* two pages that belong to no domain */
#define READ_ONLY 0x84008000ul	/* a page that S-mode may only read */
#define SMALL_HOLE 0x84010040ul /* 64 bytes that belong to no domain */

typedef struct sbi_pmu_event_info entry;

static void fill(unsigned long address, unsigned int count)
{
	entry *e = (entry *)address;

	while (count--)
		*e++ = (entry){ EVENT_CYCLES, 0x5a, 0 };
}

static bool unanswered(unsigned long address, unsigned int count)
{
	const entry *e = (const entry *)address;

	while (count--)
		if (e++->output != 0x5a)
			return false;
	return true;
}

/* Only the first entries of the list are in memory of the domain. */
static void refused(const char *what, unsigned long address, unsigned int count,
		    unsigned int ours)
{
	check_row(what, address);
	fill(address, ours);
	CHECK_ERROR(pmu_event_info(address, 0, count, 0),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK(unanswered(address, ours));
}

static void answered(const char *what, unsigned long address,
		     unsigned int count)
{
	const entry *e = (const entry *)address;

	check_row(what, address);
	fill(address, count);
	CHECK_OK(pmu_event_info(address, 0, count, 0));
	while (count--)
		CHECK_EQ(e++->output, 1);
}

static void the_domain_is_in_force(void)
{
	CHECK(HART_TRY(*(volatile u32 *)HOLE) != HART_NO_TRAP);
	CHECK(HART_TRY(*(volatile u32 *)(HOLE + 2 * PAGE - 4)) != HART_NO_TRAP);
	CHECK(HART_TRY(*(volatile u32 *)SMALL_HOLE) != HART_NO_TRAP);
	CHECK_EQ(HART_TRY(*(volatile u32 *)READ_ONLY), HART_NO_TRAP);
	CHECK(HART_TRY(*(volatile u32 *)READ_ONLY = 1) != HART_NO_TRAP);
}

static void events_in_a_hole(void)
{
	refused("hole", HOLE, 1, 0);
	refused("end of the hole", HOLE + 2 * PAGE - 16, 1, 0);
	refused("into the hole", HOLE - 32, 3, 2);
	refused("one byte too far", HOLE - 16, 2, 1);
	refused("across the hole", HOLE - PAGE, 1024, 256);
	refused("out of the hole", HOLE + 2 * PAGE - 16, 2, 0);
	answered("up to the hole", HOLE - 64, 4);
	answered("behind the hole", HOLE + 2 * PAGE, 4);
}

/* --- an area of the hart's previous domain ------------------------------- */

static void second_takes(void)
{
	CHECK_OK(pmu_set_shmem(HOLE, 0, 0));
	CHECK_VALUE(pmu_config(pmu.fw, 1, 0, EVENT_SET_TIMER, 0), pmu.fw);
	CHECK_OK(pmu_start(pmu.fw, 1, SET_VALUE, 7));
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	CHECK_EQ(*(volatile u64 *)(HOLE + 8), 7);
}

static void second_loads(void)
{
	CHECK_EQ(*(volatile u64 *)(HOLE + 8), 7);
	CHECK_OK(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0));
	CHECK_EQ(pmu_value(pmu.fw), 7);
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
}

static void area_of_another(void)
{
	unsigned int round;

	if (!option_given("domains=2")) {
		check_skip("needs a second domain");
		return;
	}
	CHECK_EQ(domains_run(second_takes), SBI_SUCCESS);
	CHECK_VALUE(pmu_config(pmu.fw, 1, 0, EVENT_SET_TIMER, 0), pmu.fw);
	for (round = 0; round < 3; round++) {
		CHECK_OK(pmu_start(pmu.fw, 1, SET_VALUE, 1000));
		CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT),
			    SBI_ERR_NO_SHMEM);
		CHECK_OK(pmu_stop(pmu.fw, 1, 0));
		CHECK_ERROR(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0),
			    SBI_ERR_NO_SHMEM);
		CHECK_EQ(domains_run(second_loads), SBI_SUCCESS);
	}
}

/*
 * The domain leaves with these register values, and finds them when it returns.
 */
static void registers_over(enum test_function fid, unsigned long tp)
{
	unsigned long regs[32], after[32];
	unsigned int n;

	for (n = 0; n < 32; n++)
		after[n] = regs[n] = (unsigned long)random();
	after[4] = regs[4] = tp;
	after[16] = regs[16] = fid;
	after[17] = regs[17] = TEST_EID;
	sbi_call_registers(after);
	for (n = 1; n < 32; n++) {
		check_row("register", n);
		if (n != 2 && n != 10 && n != 11)
			CHECK_EQ(after[n], regs[n]);
	}
	check_row(NULL, 0);
}

static void second_goes(void)
{
	registers_over(TEST_EXIT, (unsigned long)random());
}

/* In every second round the other domain left by its own exit before. */
static void registers_come_back(void)
{
	unsigned int round;

	if (!option_given("domains=2")) {
		check_skip("needs a second domain");
		return;
	}
	for (round = 0; round < 8; round++) {
		domains_give(second_goes);
		registers_over(TEST_ENTER, (unsigned long)hart_self());
	}
}

/* M-mode reaches its devices, and S-mode those that it reached before. */
static void devices_of_m_mode(void)
{
	if (!option_given("alone")) {
		check_skip("the domain has regions for devices");
		return;
	}
	CHECK_EQ(HART_TRY(*(volatile u8 *)UART), HART_NO_TRAP);
	CHECK_EQ(HART_TRY(*(volatile u8 *)UART = 0), HART_NO_TRAP);
	CHECK(HART_TRY(*(volatile u32 *)PLIC) != HART_NO_TRAP);
}

const struct check_case check_cases[] = {
	{ "the domain is in force", the_domain_is_in_force },
	{ "event_get_info in a hole", events_in_a_hole },
	{ "area of another domain", area_of_another },
	{ "registers come back", registers_come_back },
	{ "devices", devices_of_m_mode },
	{ NULL, NULL },
};
