// SPDX-License-Identifier: BSD-2-Clause
/*
 * The 8250 to which OpenSBI prints. S-mode may have its registers, too, and can
 * stop the clock of the transmitter. OpenSBI's own function would then wait for
 * ever, with the lock of the console held, and so would every hart that prints.
 * This file drops the character instead.
 */
#include <sbi/riscv_io.h>
#include <sbi/sbi_console.h>
#include <sbi_utils/serial/uart8250.h>

#include <hooks.h>

#include "calls.h"

static struct {
	unsigned long status, send;
	u32 width;
	u32 looks; /* number of looks that the next character may take */
	struct sbi_console_device device;
	bool shut; /* the entry leaves it to OpenSBI, which survives faults */
} uart; /* the last device, which is the one that OpenSBI prints to */

enum {
	UART_LSR = 5,
	UART_LOOKS = 1 << 20, /* a tenth of a second, at 100 ns for a look */
	UART_GIVEN = 1 << 15, /* added for each character that was sent: 3 ms */
};

static bool fast_uart_takes(void)
{
	const volatile void *at = (const volatile void *)uart.status;
	if (uart.width == 1)
		return readb(at) & FAST_UART_THRE;
	if (uart.width == 2)
		return readw(at) & FAST_UART_THRE;
	return readl(at) & FAST_UART_THRE;
}

/*
 * A slow device gets no more time on average than UART_GIVEN, so a call, which
 * prints hundreds of bytes, ends in time. For a stuck device one look is
 * enough.
 */
static void fast_uart_putc(char ch)
{
	volatile void *at = (volatile void *)uart.send;
	u32 looks = uart.looks;

	while (looks && !fast_uart_takes())
		looks--;
	uart.looks = 1;
	if (!looks)
		return;
	uart.looks = looks > UART_LOOKS - UART_GIVEN ? UART_LOOKS :
						       looks + UART_GIVEN;
	if (uart.width == 1)
		writeb((u8)ch, at);
	else if (uart.width == 2)
		writew((u8)ch, at);
	else
		writel((u8)ch, at);
}

int __wrap_uart8250_init(unsigned long base, u32 in_freq, u32 baudrate,
			 u32 reg_shift, u32 reg_width, u32 reg_offset, u32 caps)
{
	int rc;

	uart.send = base + reg_offset;
	uart.status = uart.send + ((unsigned long)UART_LSR << reg_shift);
	uart.width = reg_width;
	uart.looks = UART_LOOKS;
	rc = __real_uart8250_init(base, in_freq, baudrate, reg_shift, reg_width,
				  reg_offset, caps);
	uart.device = *console_guard_device();
	uart.device.console_putc = fast_uart_putc;
	sbi_console_set_device(&uart.device);
	return rc;
}

void fast_console(struct fast_hart *f)
{
	f->uart_status = 0;
	if (uart.shut || console_guard_device() != &uart.device ||
	    (uart.width != 1 && uart.width != 4))
		return;
	f->uart_wide = uart.width == 4;
	f->uart_send = uart.send;
	f->uart_status = uart.status;
}

void fast_console_shut(void)
{
	uart.shut = true;
}
