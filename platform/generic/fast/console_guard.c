// SPDX-License-Identifier: BSD-2-Clause
/*
 * The console as OpenSBI sees it: the device of OpenSBI's driver, whose
 * functions run such that a fault in them is no trap for OpenSBI. OpenSBI calls
 * them with the lock of the console held, and a report of the fault would wait
 * for this lock for ever, like each other hart that prints. A bus error of the
 * device and, with Smepmp, a domain that has no PMP entry for it are reasons.
 */
#include <sbi/sbi_console.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_scratch.h>

#include <hooks.h>

#include "calls.h"

typedef unsigned long console_op(unsigned long a, unsigned long b);

/* console_try.S */
bool console_try(console_op *op, unsigned long a, unsigned long b,
		 unsigned long *value);

static const struct sbi_console_device *device;
static struct sbi_console_device guarded;
static bool lost[SBI_HARTMASK_MAX_BITS];

static unsigned long console_op_putc(unsigned long ch, unsigned long unused)
{
	(void)unused;
	device->console_putc((char)ch);
	return 0;
}

/* A driver without this function gets the same characters from OpenSBI. */
static unsigned long console_op_puts(unsigned long at, unsigned long len)
{
	const char *str = (const char *)at, *end = str + len;

	if (device->console_puts)
		return device->console_puts(str, len);
	for (; str < end; str++) {
		if (*str == '\n')
			device->console_putc('\r');
		device->console_putc(*str);
	}
	return len;
}

static unsigned long console_op_getc(unsigned long unused1,
				     unsigned long unused2)
{
	(void)unused1;
	(void)unused2;
	return (unsigned long)device->console_getc();
}

/* @return of the function; none if it faulted */
static unsigned long console_run(console_op *op, unsigned long a,
				 unsigned long b, unsigned long none)
{
	unsigned long value;

	if (console_try(op, a, b, &value))
		return value;
	if (current_hartindex() < SBI_HARTMASK_MAX_BITS)
		lost[current_hartindex()] = true;
	return none;
}

static void console_putc(char ch)
{
	console_run(console_op_putc, (unsigned char)ch, 0, 0);
}

/* All of it: OpenSBI would repeat the rest for ever. */
static unsigned long console_puts(const char *str, unsigned long len)
{
	return console_run(console_op_puts, (unsigned long)str, len, len);
}

static int console_getc(void)
{
	return (int)console_run(console_op_getc, 0, 0, ~0ul);
}

void __wrap_sbi_console_set_device(const struct sbi_console_device *dev)
{
	if (!dev)
		return;
	device = dev;
	guarded = *dev;
	if (dev->console_putc) {
		guarded.console_putc = console_putc;
		guarded.console_puts = console_puts;
	}
	if (dev->console_getc)
		guarded.console_getc = console_getc;
	__real_sbi_console_set_device(&guarded);
}

const struct sbi_console_device *console_guard_device(void)
{
	return device;
}

bool console_guard_lost(void)
{
	u32 hartindex = current_hartindex();
	bool was = hartindex < SBI_HARTMASK_MAX_BITS && lost[hartindex];

	if (was)
		lost[hartindex] = false;
	return was;
}
