// SPDX-License-Identifier: BSD-2-Clause
/*
 * Devices: CLINT, serial port, finisher. Registers have the widths that drivers
 * use; every other access is an access fault.
 */
#include "machine_internal.h"

enum {
	CLINT_MTIMECMP = 0x4000,
	CLINT_MTIME = 0xbff8,
	CLINT_BYTES = 0xc000,
	UART_THR = 0, /* with LCR.DLAB: half of the divisor */
	UART_LCR = 3,
	UART_LSR = 5,
	UART_LCR_DLAB = 0x80,
	UART_LSR_EMPTY = 0x60, /* no byte waits to be sent */
	FINISHER_FAIL = 0x3333,
	FINISHER_PASS = 0x5555,
	FINISHER_RESET = 0x7777,
};

/* --- a register of 64 bits; an access may be to half of it --------------- */

static u64 half_get(u64 value, u64 offset, unsigned int bytes)
{
	return bytes == 8 ? value : value >> 8 * (offset & 4) & 0xffffffff;
}

static u64 half_put(u64 old, u64 offset, unsigned int bytes, u64 value)
{
	if (bytes == 8)
		return value;
	if (offset & 4)
		return value << 32 | (u32)old;
	return old >> 32 << 32 | (u32)value;
}

/* --- CLINT ---------------------------------------------------------------- */

static bool clint_load(const struct machine *m, u64 offset, unsigned int bytes,
		       u64 *value)
{
	u64 hart = offset < CLINT_MTIMECMP ? offset / 4 :
					     (offset - CLINT_MTIMECMP) / 8;

	if (bytes < 4 || offset % bytes)
		return false;
	if (offset >= CLINT_MTIME)
		*value = half_get(m->time, offset, bytes);
	else if (hart >= m->config.harts)
		*value = 0;
	else if (offset >= CLINT_MTIMECMP)
		*value = half_get(m->mtimecmp[hart], offset, bytes);
	else
		*value = m->msip[hart];
	return true;
}

static bool clint_store(struct machine *m, u64 offset, unsigned int bytes,
			u64 value)
{
	u64 hart = offset < CLINT_MTIMECMP ? offset / 4 :
					     (offset - CLINT_MTIMECMP) / 8;

	if (bytes < 4 || offset % bytes)
		return false;
	m->changed = true;
	if (offset >= CLINT_MTIME)
		m->time = half_put(m->time, offset, bytes, value);
	else if (hart >= m->config.harts)
		return true;
	else if (offset >= CLINT_MTIMECMP)
		m->mtimecmp[hart] =
			half_put(m->mtimecmp[hart], offset, bytes, value);
	else
		m->msip[hart] = value & 1;
	return true;
}

/* --- serial port ---------------------------------------------------------- */

static bool uart_load(const struct machine *m, u64 offset, unsigned int bytes,
		      u64 *value)
{
	*value = offset == UART_LSR ? UART_LSR_EMPTY : m->uart[offset];
	if (offset == UART_THR && !(m->uart[UART_LCR] & UART_LCR_DLAB))
		*value = 0;
	return bytes == 1;
}

static bool uart_store(struct machine *m, u64 offset, unsigned int bytes,
		       u64 value)
{
	if (bytes != 1)
		return false;
	if (offset == UART_THR && !(m->uart[UART_LCR] & UART_LCR_DLAB))
		m->config.output(m->config.user, (u8)value);
	else
		m->uart[offset] = (u8)value;
	return true;
}

/* --- finisher ------------------------------------------------------------- */

static bool finish(struct machine *m, unsigned int bytes, u64 value)
{
	switch (value & 0xffff) {
	case FINISHER_PASS:
		m->end = MACHINE_PASSED;
		break;
	case FINISHER_FAIL:
		m->end = MACHINE_FAILED;
		m->code = (u32)value >> 16;
		break;
	case FINISHER_RESET:
		m->end = MACHINE_RESET;
		/* unseen: the next case does nothing */
		break;
	default:
		break;
	}
	return bytes >= 2;
}

/* --- the bus -------------------------------------------------------------- */

u8 *machine_ram(const struct machine *m, u64 paddr, u64 bytes)
{
	u64 offset = paddr - MACHINE_RAM;

	if (offset >= m->config.ram_bytes ||
	    bytes > m->config.ram_bytes - offset)
		return NULL;
	return m->config.ram + offset;
}

static u8 *page(void *user, u64 paddr)
{
	const struct machine *m = user;

	if (paddr == MACHINE_ROM)
		return m->config.rom;
	return machine_ram(m, paddr, MODEL_PAGE);
}

/* True unless it is a fetch, or an access to a page table: devices have
 * neither. */
static bool is_plain(unsigned int kind)
{
	return kind == MODEL_LOAD || kind == MODEL_STORE;
}

static bool load(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		 u64 *value)
{
	const struct machine *m = user;

	if (!is_plain(kind))
		return false;
	if (paddr - MACHINE_CLINT < CLINT_BYTES)
		return clint_load(m, paddr - MACHINE_CLINT, bytes, value);
	if (paddr - MACHINE_UART < sizeof(m->uart))
		return uart_load(m, paddr - MACHINE_UART, bytes, value);
	*value = 0;
	return paddr == MACHINE_FINISHER;
}

static bool store(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		  u64 value)
{
	struct machine *m = user;

	if (!is_plain(kind))
		return false;
	if (paddr - MACHINE_CLINT < CLINT_BYTES)
		return clint_store(m, paddr - MACHINE_CLINT, bytes, value);
	if (paddr - MACHINE_UART < sizeof(m->uart))
		return uart_store(m, paddr - MACHINE_UART, bytes, value);
	return paddr == MACHINE_FINISHER && finish(m, bytes, value);
}

const struct model_bus machine_bus = { NULL, page, load, store, NULL, NULL };

void machine_devices_reset(struct machine *m)
{
	unsigned int i;

	for (i = 0; i < MACHINE_HARTS_MAX; i++) {
		m->mtimecmp[i] = ~0ULL;
		m->msip[i] = false;
	}
	for (i = 0; i < sizeof(m->uart); i++)
		m->uart[i] = 0;
	m->end = MACHINE_RUNNING;
	m->code = 0;
}
