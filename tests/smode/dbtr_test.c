// SPDX-License-Identifier: BSD-2-Clause
/*
 * Debug triggers through SBI: shared memory at bad addresses, ranges that wrap,
 * M-mode, harts that stop and start, and other domains.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "memory.h"
#include "test_firmware.h"

#define TYPE_MCONTROL 2ul
#define TYPE_ICOUNT 3ul /* a trigger without tdata2 */
#define TYPE_MCONTROL6 6ul
#define STORE (1ul << 1)
#define EXECUTE (1ul << 2)
#define IN_S (1ul << 4)
#define IN_M (1ul << 6)
#define DMODE (1ul << (XLEN - 5))
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
	return sbi_ecall(SBI_EXT_DBTR, fid, a0, a1, 0, 0, 0, 0);
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

static void nothing_answers(void)
{
	const struct bad_address *bad;
	unsigned int n;

	CHECK(total() >= 2);
	CHECK_ERROR(share(0x40, 0), SBI_ERR_INVALID_ADDRESS);
	for (n = 0; (bad = bad_address(n)); n++) {
		check_row(bad->name, bad->low);
		CHECK_ERROR(share(bad->low, bad->high),
			    SBI_ERR_INVALID_ADDRESS);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1),
			    SBI_ERR_NO_SHMEM);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0),
			    SBI_ERR_NO_SHMEM);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0),
			    SBI_ERR_NO_SHMEM);
	}
	CHECK_ERROR(share((unsigned long)area + 1, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(sbi_ecall(SBI_EXT_DBTR, SBI_EXT_DBTR_SETUP_SHMEM,
			      (unsigned long)area, 0, 1, 0, 0, 0),
		    SBI_ERR_INVALID_PARAM);
}

/*
 * The area has an entry for each trigger; the whole area must belong to this
 * domain.
 */
static void whole_area(void)
{
	unsigned long size = total() * sizeof(area[0]),
		      end = option_given("ram=more") ?
				    0x90000000ul :
				    (unsigned long)fdt_ram_end();

	CHECK_ERROR(share(end - sizeof(area[0]), 0), SBI_ERR_INVALID_ADDRESS);
	CHECK_ERROR(share(end - size + sizeof(long), 0),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_OK(share(end - size, 0));
	if (!option_given("ram=reserved"))
		return;
	CHECK_ERROR(share(HOLE - sizeof(area[0]), 0), SBI_ERR_INVALID_ADDRESS);
	CHECK_OK(share(HOLE - size, 0));
}

static void ranges(void)
{
	static const unsigned long far[] = { 4096, ~0ul, ~0ul / 32, ~0ul - 1,
					     1ul << (XLEN - 5) };
	unsigned int n;

	fill(0);
	CHECK_OK(share((unsigned long)area, 0));
	for (n = 0; n < 5; n++) {
		check_row("count", far[n]);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 1, far[n]),
			    SBI_ERR_BAD_RANGE);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_READ, far[n], 1),
			    SBI_ERR_BAD_RANGE);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, far[n], 0),
			    SBI_ERR_BAD_RANGE);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, far[n], 0),
			    SBI_ERR_BAD_RANGE);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, far[n], 1),
			    SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_ENABLE, 1, far[n]),
			    SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 1, far[n]),
			    SBI_ERR_INVALID_PARAM);
	}
	for (n = 0; n < 33; n++)
		CHECK_EQ(area[n].state, GUARD);
}

static void machine_mode(void)
{
	CHECK_OK(install(1));
	CHECK_EQ(area[0].state, 0);
	fill(IN_M);
	area[0].state = 0;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0),
		    SBI_ERR_INVALID_PARAM);
	fill(DMODE);
	area[0].state = 0;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0),
		    SBI_ERR_INVALID_PARAM);
	area[0].state = total();
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0),
		    SBI_ERR_INVALID_PARAM);
	area[0].state = ~0ul;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	CHECK_EQ(area[0].tdata1 & (IN_M | IN_S | DMODE), IN_S);
	fill(0);
	area[0].state = 1;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0), SBI_ERR_FAILED);
	area[0].state = 0;
	area[0].tdata2 = ADDRESS + 64;
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	CHECK_EQ(area[0].tdata2, ADDRESS + 64);
	drop(1);
}

static void counting(void)
{
	fill(0);
	area[0].tdata1 = TYPE_ICOUNT << (XLEN - 4) | 1ul << 10 | IN_S << 3;
	CHECK_OK(share((unsigned long)area, 0));
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0), SBI_ERR_FAILED);
	dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1);
}

/*
 * The older type of address triggers works as well, and not for M-mode either.
 */
static void older(void)
{
	const unsigned long tdata1 = TYPE_MCONTROL << (XLEN - 4) | EXECUTE |
				     IN_S;

	CHECK_OK(share((unsigned long)area, 0));
	fill(0);
	area[0].tdata1 = tdata1 | IN_M;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0), SBI_ERR_FAILED);
	area[0].tdata1 = tdata1;
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0));
	area[0].state = 0;
	area[0].tdata1 = tdata1 | IN_M;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0),
		    SBI_ERR_INVALID_PARAM);
	drop(1);
}

/* The value is the index of the first refused trigger. */
static void one_of_two(void)
{
	struct sbiret ret;

	CHECK_OK(share((unsigned long)area, 0));
	fill(0);
	area[1].tdata1 |= IN_M;
	ret = dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 2, 0);
	CHECK_ERROR(ret, SBI_ERR_FAILED);
	CHECK_EQ(ret.value, 1);
	CHECK_EQ(area[0].state, GUARD);
}

static void all_of_them(void)
{
	unsigned long n = total();

	CHECK_OK(install(n));
	CHECK_ERROR(install(1), SBI_ERR_FAILED);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, ~0ul),
		    SBI_ERR_INVALID_PARAM);
	drop(n);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1),
		    SBI_ERR_INVALID_PARAM);
}

/* A hart that starts has no triggers, and all of them are free. */
static void busy(void *arg)
{
	(void)arg;
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1), SBI_ERR_NO_SHMEM);
	CHECK_OK(install(total()));
}

static void stop_and_start(void)
{
	unsigned int round;

	if (hart_count() < 2) {
		check_skip("needs a second hart");
		return;
	}
	for (round = 0; round < 3; round++) {
		CHECK(hart_start(1));
		CHECK(hart_call(1, busy, NULL));
		CHECK(hart_stop(1));
	}
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

const struct check_case check_cases[] = {
	{ "nothing answers", nothing_answers },
	{ "the whole area", whole_area },
	{ "ranges", ranges },
	{ "no trigger in M-mode", machine_mode },
	{ "no tdata2 of a trigger that has none", counting },
	{ "the older type", older },
	{ "one of two", one_of_two },
	{ "all of them", all_of_them },
	{ "stop and start", stop_and_start },
	{ "domains", domains },
	{ "nowhere to answer", nowhere_to_answer },
	{ NULL, NULL },
};
