// SPDX-License-Identifier: BSD-2-Clause
/*
 * Control Transfer Records of two domains that share two harts. The second hart
 * goes to the other domain, which stops, starts, stops and suspends it. Each of
 * the two owners of the hart finds its own records, and never those of another
 * hart.
 */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "print.h"
#include "test_firmware.h"

#define NON_RETENTIVE 0x80000000ul
#define SECOND (HARTS_MAX - 2) /* the second hart in the second domain */
#define FIRST_SEED 0x80215040ul
#define SECOND_SEED 0x80217080ul
#define BOOT_SEED 0x802190c0ul

static struct sbiret fwft(unsigned long fid, unsigned long value,
			  unsigned long flags)
{
	return sbi(SBI_EXT_FWFT, fid, FWFT_CTR_MTE, value, flags);
}

/* --- the second hart in the first domain ---------------------------------- */

static void fill_first(void *arg)
{
	(void)arg;
	CHECK_OK(fwft(SBI_EXT_FWFT_SET, 1, SBI_FWFT_SET_FLAG_LOCK));
	ctr_fill(3, FIRST_SEED);
	csr_write(SCTRCTL, CTR_S | CTR_STE);
}

/* Returns when the hart leaves the second domain. */
static void enter(void *arg)
{
	*(long *)arg = test_firmware(TEST_ENTER, 0).error;
}

static void has_first(void *arg)
{
	(void)arg;
	check_row("first", 3);
	ctr_check_filled(3, FIRST_SEED);
	CHECK_EQ(csr_read(SCTRCTL), CTR_S | CTR_STE);
	CHECK_VALUE(fwft(SBI_EXT_FWFT_GET, 0, 0), 1);
	CHECK_ERROR(fwft(SBI_EXT_FWFT_SET, 0, 0), SBI_ERR_DENIED_LOCKED);
}

/* --- the second hart in the second domain --------------------------------- */

static void is_new(void *arg)
{
	(void)arg;
	ctr_check_new();
	CHECK_VALUE(fwft(SBI_EXT_FWFT_GET, 0, 0), 0);
	CHECK_OK(fwft(SBI_EXT_FWFT_SET, 1, 0));
	CHECK_OK(fwft(SBI_EXT_FWFT_SET, 0, 0));
}

static void fill_second(void *arg)
{
	(void)arg;
	ctr_fill(1, SECOND_SEED);
	csr_write(SCTRCTL, CTR_U);
	sbi_set_timer(hart_time() + 20000);
	csr_write(sie, HART_IRQ_TIMER);
	CHECK_EQ(hart_suspend(NON_RETENTIVE), SBI_SUCCESS);
	csr_write(sie, 0);
	sbi_set_timer(~0ull);
}

static void has_second(void *arg)
{
	(void)arg;
	check_row("second", 1);
	ctr_check_filled(1, SECOND_SEED);
	CHECK_EQ(csr_read(SCTRCTL), CTR_U);
	CHECK_VALUE(fwft(SBI_EXT_FWFT_GET, 0, 0), 0);
}

static void leave(void *arg)
{
	*(long *)arg = test_firmware(TEST_EXIT, 0).error;
}

/* --- the first hart ------------------------------------------------------- */

static long left = 1, entered = 1;

/* Runs in the second domain, and starts the second hart there. */
static void start_there(void)
{
	unsigned long looks = 10000000;

	hart_at(SECOND)->hartid = hart_at(1)->hartid;
	while (sbi_hart_status(hart_at(1)->hartid).value !=
		       SBI_HSM_STATE_STOPPED &&
	       looks)
		looks--;
	CHECK_EQ(csr_read(SCTRCTL), 0);
	CHECK(hart_start(SECOND));
	CHECK(hart_call(SECOND, is_new, NULL));
	CHECK(hart_call(SECOND, fill_second, NULL));
	CHECK(hart_call(SECOND, has_second, NULL));
	CHECK(hart_stop(SECOND));
	CHECK(hart_start(SECOND));
	CHECK(hart_call(SECOND, is_new, NULL));
	CHECK(hart_call(SECOND, fill_second, NULL));
	hart_give(SECOND, leave, &left);
}

static void has_own(void)
{
	check_row("boot hart", 2);
	ctr_check_filled(2, BOOT_SEED);
	CHECK_EQ(csr_read(SCTRCTL), CTR_S | CTR_U);
}

/* Records for three domains on two harts do not fit into OpenSBI's own size. */
static bool room(void)
{
	return option_given("heap");
}

/* No owner loses records: no hart has any, and the console says why. */
static void off(void)
{
	if (room()) {
		check_skip("room for all records");
		return;
	}
	CHECK(!ctr_listed("riscv,isa", "ctr"));
	CHECK(HART_TRY(csr_read(SCTRCTL)) != HART_NO_TRAP);
	print("# begins: hartscope: CTR: off: needs heap-size =\n");
}

static void two_harts(void)
{
	unsigned long looks = 10000000;
	unsigned int n;

	if (!room()) {
		check_skip("no room for all records");
		return;
	}
	if (!ctr_here())
		return;
	CHECK_EQ(hart_count(), 2);
	CHECK_OK(test_firmware(TEST_LOSE, 0));
	ctr_fill(2, BOOT_SEED);
	csr_write(SCTRCTL, CTR_S | CTR_U);
	CHECK(hart_start(1));
	CHECK(hart_call(1, fill_first, NULL));
	hart_give(1, enter, &entered);
	/*
	 * The second hart goes first, and stops there; this domain cannot see
	 * it
	 */
	while (!sbi_hart_status(hart_at(1)->hartid).error && looks)
		looks--;
	hart_delay(200000);
	CHECK_EQ(domains_run(start_there), SBI_SUCCESS);
	CHECK(hart_call_end(1));
	CHECK_EQ(entered, SBI_SUCCESS);
	has_own();
	CHECK(hart_call(1, has_first, NULL));
	for (n = 0; n < 3; n++) {
		hart_give(1, enter, &entered);
		CHECK(hart_call_end(SECOND));
		CHECK_EQ(left, SBI_SUCCESS);
		CHECK(hart_call(SECOND, has_second, NULL));
		has_own();
		hart_give(SECOND, leave, &left);
		CHECK(hart_call_end(1));
		CHECK(hart_call(1, has_first, NULL));
	}
	CHECK(hart_stop(1));
	CHECK(hart_start(1));
	CHECK(hart_call(1, is_new, NULL));
	has_own();
	ctr_reset();
}

const struct check_case check_cases[] = {
	{ "no room for all records", off },
	{ "two domains on two harts", two_harts },
	{ NULL, NULL },
};
