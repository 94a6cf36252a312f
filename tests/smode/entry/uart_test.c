// SPDX-License-Identifier: BSD-2-Clause
/*
 * OpenSBI prints to an 8250 of each width, which may never accept a byte
 * because S-mode can own its registers. Here the registers are in memory of the
 * firmware of the tests.
 */
#include "check.h"
#include "domains.h"
#include "hart.h"
#include "peek.h"
#include "print.h"
#include "test_firmware.h"

#define EMPTY 0x20ul /* LSR.THRE */
#define TYPED 0x01ul /* LSR.DR */
#define MOST 512u    /* the most bytes that one call prints or reads */

static const char text[] = "ab";

static struct sbiret print_text(void)
{
	return sbi(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE, 2,
		   (unsigned long)text);
}

/* Value of the data register after this last byte */
static unsigned long sent(unsigned int width, unsigned char c)
{
	u32 before = PEEK_UNSENT, all = ~0u >> (32 - 8 * width);

	return (before & ~all) | c;
}

/*
 * A UART whose clock has stopped never accepts a byte: output is lost, and the
 * call returns. When the UART accepts bytes again, they are printed.
 */
static void stuck(void)
{
	unsigned int width;

	if (!peek_ready())
		return;
	for (width = 1; width <= 4; width *= 2) {
		check_row("width", width);
		peek_uart(width, ~EMPTY & 0xff);
		CHECK_VALUE(print_text(), 2);
		CHECK_EQ(peek_uart(width, EMPTY), PEEK_UNSENT);
		CHECK_VALUE(print_text(), 2);
		CHECK_EQ(peek_uart(0, 0), sent(width, 'b'));
	}
	check_row(NULL, 0);
}

/* The least of some times, because the host may stop for a while. */
static u64 ticks_of_print(bool anew)
{
	u64 begin, ticks, least = ~0ull;
	unsigned int n;

	for (n = 0; n < 4; n++) {
		if (anew)
			peek_uart(1, ~EMPTY & 0xff);
		begin = hart_time();
		print_text();
		ticks = hart_time() - begin;
		if (ticks < least)
			least = ticks;
	}
	return least;
}

/*
 * The firmware waits once for a UART that is stuck, not for each byte. After
 * the set-up of a UART it waits again.
 */
static void waits_once(void)
{
	u64 first, later;

	if (!peek_ready())
		return;
	first = ticks_of_print(true);
	later = ticks_of_print(false);
	peek_uart(0, 0);
	CHECK(first > 4 * later);
}

static char bytes[600];

static struct sbiret all_bytes(unsigned long fid)
{
	return sbi(SBI_EXT_DBCN, fid, sizeof(bytes), (unsigned long)bytes);
}

/* If a byte is always there, or always accepted, a call stops at its limit. */
static void at_most(void)
{
	struct sbiret get, put;
	unsigned int n, wrong = 0;

	if (!peek_ready())
		return;
	peek_uart(1, EMPTY | TYPED);
	get = all_bytes(SBI_EXT_DBCN_CONSOLE_READ);
	put = all_bytes(SBI_EXT_DBCN_CONSOLE_WRITE);
	peek_uart(0, 0);
	CHECK_VALUE(get, MOST);
	CHECK_VALUE(put, MOST);
	for (n = 0; n < sizeof(bytes); n++)
		wrong += bytes[n] != (n < MOST ? (PEEK_UNSENT & 0xff) : 0);
	CHECK_EQ(wrong, 0);
}

/* The firmware's own entry prints the byte alone, or leaves it to OpenSBI. */
static void byte_of_start(void *served)
{
	static struct peek look;

	peek_save(&look);
	peek_load(&look);
	CHECK_OK(sbi(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE_BYTE, 'x'));
	peek_save(&look);
	/* One trap is the call of peek_save() */
	CHECK_EQ(look.traps, served ? 1 : 2);
}

/*
 * A hart learns the UART when it starts; registers of two bytes are left to
 * OpenSBI.
 */
static void known_since_start(void)
{
	static const unsigned int widths[] = { 1, 4, 2, 1 };
	unsigned int n;

	if (!peek_ready())
		return;
	CHECK_EQ(hart_count(), 2);
	for (n = 0; n < 4; n++) {
		check_row("width", widths[n]);
		peek_uart(widths[n], EMPTY);
		CHECK(hart_start(1));
		CHECK(hart_call(1, byte_of_start,
				widths[n] == 2 ? NULL : hart_at(1)));
		CHECK(hart_stop(1));
		CHECK_EQ(peek_uart(0, 0), sent(widths[n], 'x'));
	}
	check_row(NULL, 0);
}

static u8 page[4096] __attribute__((aligned(4096)));

static struct sbiret dbcn(unsigned long fid, unsigned long arg)
{
	return sbi(SBI_EXT_DBCN, fid, arg, (unsigned long)text);
}

/* Each call fails, and none keeps the lock of the console. */
static void faults(void)
{
	struct sbiret lock, put, byte, get;

	if (!peek_ready())
		return;
	peek_uart(PEEK_UART_AT, (unsigned long)page);
	lock = test_firmware(TEST_LOCK, (unsigned long)page);
	put = dbcn(SBI_EXT_DBCN_CONSOLE_WRITE, 2);
	byte = dbcn(SBI_EXT_DBCN_CONSOLE_WRITE_BYTE, '\n');
	get = dbcn(SBI_EXT_DBCN_CONSOLE_READ, 1);
	peek_uart(0, 0);
	CHECK_OK(lock);
	CHECK_ERROR(put, SBI_ERR_FAILED);
	CHECK_ERROR(byte, SBI_ERR_FAILED);
	CHECK_ERROR(get, SBI_ERR_FAILED);
	CHECK_OK(dbcn(SBI_EXT_DBCN_CONSOLE_WRITE_BYTE, '\n'));
}

const struct check_case check_cases[] = {
	{ "one that takes nothing", stuck },
	{ "one that is stuck", waits_once },
	{ "one that is typed at", at_most },
	{ "known since the start", known_since_start },
	{ "one that gives bus errors", faults },
	{ NULL, NULL },
};
