// SPDX-License-Identifier: BSD-2-Clause
/*
 * The firmware dies on some harts and reports the transfers before. The test
 * announces the lines that the report must have; run.py looks for them.
 */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "print.h"
#include "test_firmware.h"

#define SEED 0x80212340ul

static const char *const types[] = {
	"unused",	    "exception",	"interrupt",
	"trap return",	    "not-taken branch", "taken branch",
	"reserved",	    "reserved",		"indirect call",
	"direct call",	    "indirect jump",	"direct jump",
	"co-routine swap",  "return",		"other indirect jump",
	"other direct jump"
};

/* 32 records, of which the report has 16. */
static void die_recording(void *arg)
{
	(void)arg;
	ctr_fill(1, SEED);
	csr_write(SCTRCTL, CTR_S);
	test_firmware(TEST_DIE, TEST_BY_ILLEGAL);
}

static void die_not_recording(void *arg)
{
	(void)arg;
	ctr_fill(1, SEED);
	test_firmware(TEST_DIE, TEST_BY_ILLEGAL);
}

/* Three valid records, and recording for the guest alone. */
static void die_with_few(void *arg)
{
	struct ctr_record none = { 0, 0, 0 };

	(void)arg;
	ctr_fill(0, SEED);
	ctr_write(3, none);
	if (HART_TRY(csr_write(VSCTRCTL, CTR_S)) != HART_NO_TRAP)
		csr_write(SCTRCTL, CTR_U);
	test_firmware(TEST_DIE, TEST_BY_ILLEGAL);
}

/* The report itself traps; the firmware does not begin another report. */
static void die_twice(void *arg)
{
	(void)arg;
	ctr_fill(0, SEED);
	csr_write(SCTRCTL, CTR_U);
	test_firmware(TEST_DIE, TEST_TWICE);
}

static void die(unsigned int n, void (*work)(void *arg))
{
	struct hart *h = hart_at(n);

	CHECK(hart_start(n));
	h->work = work;
	CHECK(test_firmware_dead(n));
	CHECK(h->work == work); /* the hart did not return */
}

static void announce(unsigned int n, unsigned int records)
{
	unsigned long hartid = hart_at(n)->hartid;
	unsigned int i;

	for (i = 0; i < records; i++)
		print("# has: hart%lu: ctr%u: 0x%lx -> 0x%lx %s\n", hartid, i,
		      SEED + 16ul * i, SEED + 0x10000ul + 4ul * i,
		      types[ctr_data(i)]);
	print("# lacks: hart%lu: ctr%u:\n", hartid, records);
}

static void last_records(void)
{
	if (!ctr_here())
		return;
	CHECK_EQ(hart_count(), 5);
	announce(1, 16);
	announce(2, 0);
	announce(3, 3);
	die(1, die_recording);
	die(2, die_not_recording);
	die(3, die_with_few);
	announce(4, 2);
	print("# once: hartscope: hart%lu: records of S-mode\n",
	      hart_at(4)->hartid);
	die(4, die_twice);
}

/* A hart that waited for a dead hart would not return from these calls. */
static void nobody_waits_for_the_dead(void)
{
	unsigned long everybody = 0;
	unsigned int n;

	for (n = 0; n < hart_count(); n++)
		everybody |= 1ul << hart_at(n)->hartid;
	CHECK_EQ(sbi(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_SFENCE_VMA,
		     everybody, 0, 0, 4096)
			 .error,
		 0);
	CHECK_EQ(sbi_send_ipi(everybody, 0).error, 0);
}

/* A shutdown by S-mode prints no report, though the hart waits for ever. */
static void shutdown_is_no_death(void)
{
	announce(0, 0);
	CHECK(true);
	if (ctr_here())
		csr_write(SCTRCTL, CTR_S);
}

const struct check_case check_cases[] = {
	{ "the last records", last_records },
	{ "nobody waits for the dead", nobody_waits_for_the_dead },
	{ "shutdown is no death", shutdown_is_no_death },
	{ NULL, NULL },
};
