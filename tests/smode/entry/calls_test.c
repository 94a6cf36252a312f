// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls of other extensions than the PMU's, made through both entries: results,
 * registers, CSRs, timer and firmware events are the same.
 */
#include "check.h"
#include "fdt.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "random.h"
#include "test_firmware.h"
#include "twice.h"

#define ROUNDS 200

static struct sbiret call(unsigned long eid, unsigned long fid,
			  unsigned long a0, unsigned long a1, unsigned long a2,
			  unsigned long a3, bool served)
{
	unsigned long args[6] = {
		a0, a1, a2, a3, (unsigned long)random(), (unsigned long)random()
	};

	twice_begin();
	return twice_any(eid, fid, args, served);
}

static void set_timer(void)
{
	unsigned long far = XLEN == 64 ? 1ul << 62 : 0;
	unsigned int n;

	if (!peek_ready())
		return;
	for (n = 0; n < ROUNDS; n++) {
		csr_write(sie, n & 1 ? HART_IRQ_SOFT : 0ul);
		CHECK_VALUE(call(SBI_EXT_TIME, 0, far | random() >> 2,
				 1ul << 30 | random() >> 2, 0, 0, true),
			    0);
	}
	csr_write(sie, 0ul);
	CHECK_VALUE(call(SBI_EXT_TIME, 0, ~0ul, ~0ul, 0, 0, true), 0);
	/* A timer interrupt stays pending until the next time is set. */
	sbi_set_timer(0);
	CHECK(csr_read(sip) & HART_IRQ_TIMER);
	sbi_set_timer(~0ull);
	CHECK(!(csr_read(sip) & HART_IRQ_TIMER));
	for (n = 1; n < 5; n++)
		CHECK_ERROR(call(SBI_EXT_TIME, n, ~0ul, ~0ul, 0, 0, false),
			    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(call(SBI_EXT_TIME, ~0ul, 0, 0, 0, 0, false),
		    SBI_ERR_NOT_SUPPORTED);
}

/* The entry has no timer here: OpenSBI sets it and takes its interrupt. */
static void other_timer(void)
{
	static struct peek look;

	if (!peek_ready())
		return;
	peek_timer(true);
	CHECK_VALUE(call(SBI_EXT_TIME, 0, ~0ul, ~0ul, 0, 0, false), 0);
	peek_save(&look);
	peek_load(&look);
	sbi_set_timer(0);
	CHECK(csr_read(sip) & HART_IRQ_TIMER);
	sbi_set_timer(~0ull);
	peek_save(&look);
	/*
	 * The two calls, the call of peek_save(), and without Sstc the
	 * interrupt
	 */
	CHECK_EQ(look.traps, 3 + option_given("sstc=off"));
	peek_timer(false);
}

/* A mask of one hart, some harts, all harts, or absent harts. */
static void some_mask(unsigned long *mask, unsigned long *base)
{
	unsigned long self = hart_self()->hartid;

	switch ((u32)random() % 7) {
	case 0:
	case 1:
		*mask = 1;
		*base = self;
		break;
	case 2:
		*mask = 1ul << self;
		*base = 0;
		break;
	case 3:
		*mask = random() & 15;
		*base = random() & 3;
		break;
	case 5:
		*mask = 1;
		*base = random() & 7;
		break;
	case 4:
		*mask = (unsigned long)random();
		*base = ~0ul;
		break;
	default:
		*mask = (unsigned long)random();
		*base = (unsigned long)random();
	}
}

/*
 * One hart of this domain, which the entry interrupts without C by an ACLINT.
 */
static bool sent_alone(unsigned long mask, unsigned long base)
{
	unsigned long number = option_number("smp", 1);

	if (mask != 1)
		return false;
	if (base == hart_self()->hartid)
		return true;
	return base < number && !option_given("others") && !option_given("aia");
}

static void send_ipi(void)
{
	unsigned long mask, base, fid;
	unsigned int n;

	if (!peek_ready())
		return;
	for (n = 0; n < ROUNDS; n++) {
		csr_clear(sip, HART_IRQ_SOFT);
		some_mask(&mask, &base);
		fid = n % 8 ? 0 : random() & 3;
		call(SBI_EXT_IPI, fid, mask, base, (unsigned long)random(),
		     (unsigned long)random(), true);
		CHECK_EQ(twice_in_c(), fid || !sent_alone(mask, base));
	}
	csr_clear(sip, HART_IRQ_SOFT);
	CHECK_VALUE(call(SBI_EXT_IPI, 0, 1, hart_self()->hartid, 0, 0, true),
		    0);
	CHECK(csr_read(sip) & HART_IRQ_SOFT);
	csr_clear(sip, HART_IRQ_SOFT);
	CHECK_ERROR(call(SBI_EXT_IPI, 1, 1, hart_self()->hartid, 0, 0, true),
		    SBI_ERR_NOT_SUPPORTED);
}

/* Sizes: everything, a page, more pages, parts of pages, once around. */
static void some_range(unsigned long *start, unsigned long *size)
{
	*start = (unsigned long)random() & (random() & 1 ? ~4095ul : ~0ul);
	switch ((u32)random() % 6) {
	case 0:
		*start = 0;
		*size = 0;
		break;
	case 1:
		*size = ~0ul;
		break;
	case 5:
		*size = ~0ul - 1 - (random() & 0xff);
		break;
	case 2:
		*size = 4096;
		break;
	case 3:
		*size = random() & 0xfff;
		break;
	default:
		*size = random() & 0xffff;
	}
}

/*
 * A fence of the calling hart alone: its whole address space, or part of a
 * page.
 */
static bool fenced_alone(unsigned long fid, unsigned long mask,
			 unsigned long base, unsigned long start,
			 unsigned long size)
{
	if (fid > SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID || mask != 1 ||
	    base != hart_self()->hartid)
		return false;
	if (fid == SBI_EXT_RFENCE_REMOTE_FENCE_I || size == ~0ul ||
	    (!start && !size))
		return true;
	return size && start + size - 1 >= start &&
	       start >> 12 == (start + size - 1) >> 12;
}

static void remote_fences(void)
{
	unsigned long mask, base, start, size;
	unsigned int n;

	if (!peek_ready())
		return;
	for (n = 0; n < 2 * ROUNDS; n++) {
		some_mask(&mask, &base);
		some_range(&start, &size);
		call(SBI_EXT_RFENCE, n % 9, mask, base, start, size, true);
		CHECK_EQ(twice_in_c(),
			 !fenced_alone(n % 9, mask, base, start, size));
	}
}

static void base_calls(void)
{
	unsigned long fid;

	if (!peek_ready())
		return;
	for (fid = 0; fid < 9; fid++)
		call(SBI_EXT_BASE, fid, SBI_EXT_PMU, ~0ul, 0, 0,
		     fid < 7 && fid != SBI_EXT_BASE_PROBE_EXT);
	call(SBI_EXT_BASE, ~0ul, 0, 0, 0, 0, false);
}

/* The firmware's own entry passes all these calls to OpenSBI's handler. */
static void others(void)
{
	static const unsigned long extensions[] = {
		SBI_EXT_HSM,  SBI_EXT_SRST, SBI_EXT_DBCN, SBI_EXT_SUSP,
		SBI_EXT_FWFT, SBI_EXT_SSE,  0x0a123456,	  0x54494d44,
	};
	/* One number for each part of the list that the entry searches */
	static const unsigned long parts[] = { 0x0a123455, 0x0a123451,
					       0x0a123450, 0x0a123454 };
	unsigned int n, fid;

	if (!peek_ready())
		return;
	for (n = 0; n < sizeof(extensions) / sizeof(extensions[0]); n++)
		for (fid = 0x40; fid < 0x44; fid++)
			CHECK_ERROR(call(extensions[n], fid, 0, 0, 0, 0, false),
				    SBI_ERR_NOT_SUPPORTED);
	for (n = 0; n < sizeof(parts) / sizeof(parts[0]); n++)
		for (fid = 0; fid < 3; fid++)
			CHECK_ERROR(call(parts[n], fid, 1, hart_self()->hartid,
					 0, 0, false),
				    SBI_ERR_NOT_SUPPORTED);
}

/* --- states of harts ------------------------------------------------------- */

/*
 * The entry passes a question about another domain's hart to C, which returns
 * an error.
 */
static void status_of(unsigned long hartid, bool ours)
{
	struct sbiret ret;

	check_row("hart", hartid);
	ret = call(SBI_EXT_HSM, SBI_EXT_HSM_HART_GET_STATUS, hartid,
		   (unsigned long)random(), 0, 0, ours);
	if (!ours)
		CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
	else
		CHECK_VALUE(ret, hartid == hart_self()->hartid ?
					 SBI_HSM_STATE_STARTED :
					 SBI_HSM_STATE_STOPPED);
}

static void give_up(void *arg)
{
	(void)arg;
	sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_STOP);
}

static void status_goes(unsigned int n)
{
	struct hart *h = hart_at(n);

	CHECK(hart_start(n));
	CHECK_VALUE(call(SBI_EXT_HSM, SBI_EXT_HSM_HART_GET_STATUS, h->hartid, 0,
			 0, 0, true),
		    SBI_HSM_STATE_STARTED);
	hart_give(n, give_up, NULL);
	while (sbi_hart_status(h->hartid).value != SBI_HSM_STATE_STOPPED)
		;
	status_of(h->hartid, true);
}

static void status(void)
{
	/* All other harts are in another domain */
	bool alone = option_given("others");
	unsigned long n, number = option_number("smp", 1);

	if (!peek_ready())
		return;
	CHECK_EQ(hart_count(), alone ? 1 : number);
	for (n = 0; n < 10; n++)
		status_of(n,
			  n == hart_self()->hartid || (n < number && !alone));
	status_of(~0ul, false);
	status_of(128, false);
	check_row(NULL, 0);
#if __riscv_xlen == 64
	/* C uses only the lower 32 bits */
	call(SBI_EXT_HSM, SBI_EXT_HSM_HART_GET_STATUS, 1ul << 32, 0, 0, 0,
	     false);
#endif
	for (n = 1; n < hart_count(); n++)
		status_goes((unsigned int)n);
	CHECK_ERROR(call(SBI_EXT_HSM, 4, hart_self()->hartid, 0, 0, 0, false),
		    SBI_ERR_NOT_SUPPORTED);
}

/* --- bytes ----------------------------------------------------------------- */

#define EMPTY 0x20ul /* LSR.THRE */

static struct sbiret byte(unsigned long c, bool served)
{
	return call(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE_BYTE, c,
		    (unsigned long)random(), 0, 0, served);
}

/* Send a byte to a UART in memory, whose status says if it accepts a byte. */
static void byte_to(unsigned int width, unsigned long status, bool served)
{
	unsigned long c = 'a' + random() % 26;
	unsigned long unsent = width == 1 ? PEEK_UNSENT & ~0xfful : 0;
	unsigned long arg = (unsigned long)random() << 8 | c;

	peek_console(width, status);
	CHECK_VALUE(byte(arg, served), 0);
	CHECK_EQ(peek_console(width, status),
		 served ? c | unsent : PEEK_UNSENT);
}

static void bytes(void)
{
	unsigned int n;

	if (!peek_ready())
		return;
	/* This line is a comment of TAP */
	CHECK_VALUE(byte('#', true), 0);
	for (n = 0; n < 26; n++)
		CHECK_VALUE(
			byte((unsigned long)random() << 8 | ('a' + n), true),
			0);
	byte_to(1, EMPTY, true);
	byte_to(1, ~EMPTY & 0xff, false);
	byte_to(1, ~0ul, true);
	byte_to(4, EMPTY, true);
	byte_to(4, ~EMPTY, false);
	/* A character without a line end */
	peek_console(4, EMPTY);
	CHECK_VALUE(byte(11, true), 0);
	CHECK_EQ(peek_console(4, EMPTY), 11);
	peek_console(PEEK_NO_UART, EMPTY);
	CHECK_VALUE(byte('x', false), 0);
	CHECK_EQ(peek_console(0, 0), PEEK_UNSENT);
	/* OpenSBI sends a carriage return before it */
	CHECK_VALUE(byte('\n', false), 0);
	CHECK_ERROR(call(SBI_EXT_DBCN, 3, 'x', 0, 0, 0, false),
		    SBI_ERR_NOT_SUPPORTED);
}

/* --- features -------------------------------------------------------------- */

/* Its value at the start is 0 by SBI, which takes Svade. */
static void page_table_updates(void)
{
	struct sbiret ret = sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET,
				SBI_FWFT_PTE_AD_HW_UPDATING);

	if (option_given("svade=on"))
		CHECK_VALUE(ret, 0);
	else
		CHECK_ERROR(ret, SBI_ERR_NOT_SUPPORTED);
}

static struct sbiret feature(unsigned long id, bool served)
{
	return call(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, id, (unsigned long)random(),
		    0, 0, served);
}

/* Set all values of the feature, and then its first value again. */
static void feature_values(unsigned long id)
{
	static const unsigned long values[] = { 1, 0, 7, 16 };
	unsigned long before = feature(id, true).value;
	unsigned int n;

	for (n = 0; n < 4; n++)
		if (!sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, id, values[n]).error)
			CHECK_VALUE(feature(id, true), values[n]);
	CHECK_OK(sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, id, before));
}

static void feature_values_all(void)
{
	unsigned long id, known = 0;
	struct sbiret ret;

	if (!peek_ready())
		return;
	for (id = 0; id < 8; id++) {
		check_row("feature", id);
		ret = sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, id);
		known += !ret.error;
		if (ret.error)
			CHECK_ERROR(feature(id, false), ret.error);
		else
			feature_values(id);
	}
	check_row(NULL, 0);
	CHECK(known);
	CHECK(feature(1ul << 31, false).error);
	CHECK(feature(~0ul, false).error);
#if __riscv_xlen == 64
	/* C uses only the lower 32 bits */
	CHECK(!feature(1ul << 32, false).error);
#endif
	CHECK_ERROR(call(SBI_EXT_FWFT, 2, 0, 0, 0, 0, false),
		    SBI_ERR_NOT_SUPPORTED);
}

/*
 * The start of a hart raises software interrupts of all devices, and one may
 * arrive when the hart already runs: the firmware must clear those of devices
 * that it does not use, too.
 */
static void rung_by_another_device(void)
{
	if (!option_given("test")) {
		check_skip("the firmware rings nothing that it does not use");
		return;
	}
	CHECK_OK(sbi(TEST_EID, TEST_RING));
	CHECK_VALUE(sbi_hart_status(hart_self()->hartid),
		    SBI_HSM_STATE_STARTED);
}

const struct check_case check_cases[] = {
	{ "updates of page tables", page_table_updates },
	{ "set_timer", set_timer },
	{ "a timer of OpenSBI's", other_timer },
	{ "send_ipi", send_ipi },
	{ "remote fences", remote_fences },
	{ "base", base_calls },
	{ "states of harts", status },
	{ "bytes", bytes },
	{ "features", feature_values_all },
	{ "other extensions", others },
	{ "another device's ring", rung_by_another_device },
	{ NULL, NULL },
};
