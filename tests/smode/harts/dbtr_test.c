// SPDX-License-Identifier: BSD-2-Clause
/*
 * Debug triggers through SBI, on the hart's own: each domain has its own, an
 * index is written before its trigger is set, and actions that start, stop or
 * mark a trace (Sdtrig: 2, 3, 4) reach the hart. tests/fuzz has the calls'
 * refusals.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "test_firmware.h"

#define TYPE_MCONTROL 2ul
#define TYPE_ICOUNT 3ul /* a trigger without tdata2 */
#define TYPE_MCONTROL6 6ul
#define STORE (1ul << 1)
#define EXECUTE (1ul << 2)
#define IN_S (1ul << 4)
#define ACTION_LSB 12
#define ADDRESS 0x88000000ul
#define BREAKPOINT 3ul /* a value of scause */
#define GUARD 0x5a5a5a5aul
#define HOLE 0x84000000ul /* on the machine with a domain, see run.py */

struct entry {
	unsigned long state, tdata1, tdata2, tdata3;
};

static struct entry area[33] __attribute__((aligned(4096)));

static struct sbiret dbtr(unsigned long fid, unsigned long a0, unsigned long a1)
{
	return sbi(SBI_EXT_DBTR, fid, a0, a1);
}

static struct sbiret share(unsigned long low, unsigned long high)
{
	dbtr(SBI_EXT_DBTR_SETUP_SHMEM, ~0ul, ~0ul);
	return dbtr(SBI_EXT_DBTR_SETUP_SHMEM, low, high);
}

static unsigned long total(void)
{
	return dbtr(SBI_EXT_DBTR_NUM_TRIGGERS, 0, 0).value;
}

static void fill(unsigned long bits)
{
	unsigned int n;

	for (n = 0; n < 33; n++)
		area[n] = (struct entry){ GUARD,
					  TYPE_MCONTROL6 << (XLEN - 4) |
						  EXECUTE | IN_S | bits,
					  ADDRESS, 0 };
}

static struct sbiret install(unsigned long count)
{
	fill(0);
	CHECK_OK(share((unsigned long)area, 0));
	return dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, count, 0);
}

static void drop(unsigned long count)
{
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, (1ul << count) - 1));
}

static void counting(void)
{
	fill(0);
	area[0].tdata1 = TYPE_ICOUNT << (XLEN - 4) | 1ul << 10 | IN_S << 3;
	CHECK_OK(share((unsigned long)area, 0));
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0), SBI_ERR_FAILED);
	dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1);
}

static volatile unsigned long watched;

static void fill_watch(void)
{
	fill(STORE);
	area[0].tdata1 &= ~EXECUTE;
	area[0].tdata2 = (unsigned long)&watched;
}

/* The first trigger is on stores to watched. */
static void watch(void)
{
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_ENABLE, 0, 1));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1));
	CHECK_EQ(HART_TRY(watched = 1), HART_NO_TRAP);
	fill_watch();
	CHECK_OK(share((unsigned long)area, 0));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0));
}

static void second(void)
{
	CHECK_EQ(HART_TRY(watched = 2), HART_NO_TRAP);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1),
		    SBI_ERR_INVALID_PARAM);
	CHECK_OK(share((unsigned long)area, 0));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	CHECK_EQ(area[0].tdata1 | area[0].tdata2 | area[0].state, 0);
	fill(0);
	area[0].state = 0;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0), SBI_ERR_FAILED);
	/* Memory that the first domain may not access */
	CHECK_OK(share(HOLE, 0));
	CHECK_OK(share(~0ul, ~0ul));
}

/* The trigger is enabled. While the other domain runs, the hart disables it. */
static void watched_here_alone(void)
{
	CHECK_EQ(HART_TRY(watched = 1), BREAKPOINT);
	CHECK_EQ(domains_run(second), SBI_SUCCESS);
	CHECK_EQ(HART_TRY(watched = 1), BREAKPOINT);
}

/* An update of a disabled trigger enables it. */
static void off_and_on(void)
{
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1));
	fill_watch();
	area[0].state = 0;
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0));
	watched_here_alone();
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1));
	drop(1);
	watch();
	watched_here_alone();
}

/* The same after the hart has stopped in between. */
static void off_and_restart(void)
{
	if (hart_count() < 2)
		return;
	watch();
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1));
	CHECK(domains_restart());
	watch();
	watched_here_alone();
	drop(1);
}

static void domains(void)
{
	if (!option_given("domains=2")) {
		check_skip("needs a second domain");
		return;
	}
	CHECK_ERROR(share(HOLE - sizeof(area[0]), 0), SBI_ERR_INVALID_ADDRESS);
	watch();
	CHECK_EQ(HART_TRY(watched = 1), BREAKPOINT);
	CHECK_EQ(domains_run(second), SBI_SUCCESS);
	CHECK_EQ(HART_TRY(watched = 1), BREAKPOINT);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	CHECK_EQ(area[0].tdata2, (unsigned long)&watched);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1));
	CHECK_EQ(domains_run(second), SBI_SUCCESS);
	CHECK_EQ(HART_TRY(watched = 1), HART_NO_TRAP);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_ENABLE, 0, 1));
	watched_here_alone();
	off_and_on();
	drop(1);
	off_and_restart();
}

static u8 locked[4096] __attribute__((aligned(4096)));

/* S-mode could not free a trigger whose index it cannot write. */
static void nowhere_to_answer(void)
{
	struct entry *e = (struct entry *)locked;

	if (!option_given("test") || option_given("direct=off")) {
		check_skip("no memory can be read and not written");
		return;
	}
	fill(0);
	*e = area[0];
	CHECK_OK(share((unsigned long)locked, 0));
	CHECK_OK(test_firmware(TEST_LOCK,
			       (unsigned long)locked | TEST_LOCK_READABLE));
	CHECK_EQ(e->state, GUARD);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0), SBI_ERR_NO_SHMEM);
	CHECK_OK(install(total()));
	drop(total());
}

/*
 * QEMU's triggers do not have these actions, but with "-d unimp" QEMU reports
 * one that it gets; run.py looks for that line.
 */
static void trigger(unsigned long type, unsigned long action)
{
	unsigned long tdata1 = type << (XLEN - 4) | EXECUTE | IN_S;

	check_row("type", type);
	fill(0);
	area[0].tdata1 = tdata1 | action << ACTION_LSB;
	CHECK_OK(share((unsigned long)area, 0));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0));
	CHECK_EQ(area[0].state, 0); /* index of the first trigger */
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	CHECK_EQ(area[0].tdata1 & ~(15ul << ACTION_LSB), tdata1);
	CHECK_EQ(area[0].tdata2, ADDRESS);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_ENABLE, 0, 1));
	drop(1);
}

static void action_arrives(void)
{
	unsigned long action = option_number("action", 0);

	if (option_given("unimp"))
		print("# %s: action bit is always zero\n",
		      action ? "has" : "lacks");
	trigger(TYPE_MCONTROL, action);
	trigger(TYPE_MCONTROL6, action);
}

const struct check_case check_cases[] = {
	{ "no tdata2 of a trigger that has none", counting },
	{ "domains", domains },
	{ "nowhere to answer", nowhere_to_answer },
	{ "the action arrives", action_arrives },
	{ NULL, NULL },
};
