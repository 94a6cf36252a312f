// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program asks its host to do things: through tohost and fromhost, as riscv-tests
 * and programs for Spike do, and by semihosting calls (RISC-V Semihosting 1.0).
 */
#include <stdio.h>
#include <string.h>
#include "run.h"

/* Frontend's system calls, whose numbers are Linux's */
enum { CALL_WRITE = 64, CALL_EXIT = 93, NO_CALL = 38 };

/* Operations of semihosting */
enum {
	SEMI_WRITEC = 0x03,
	SEMI_WRITE0 = 0x04,
	SEMI_WRITE = 0x05,
	SEMI_EXIT = 0x18,
	SEMI_EXIT_EXTENDED = 0x20,
	SEMI_APPLICATION_EXIT = 0x20026,
};

#define WORDS_OF_CALL                              \
	{                                          \
		0x01f01013, 0x00100073, 0x40705013 \
	}

/* Limit of the search for the end of a text */
enum { TEXT_MOST = 1 << 16 };

static u64 get(const struct run_host *host, u64 paddr, unsigned int bytes)
{
	const u8 *at = machine_ram(host->machine, paddr, bytes);
	u64 value = 0;

	if (at)
		memcpy(&value, at, bytes);
	return value;
}

static void put(const struct run_host *host, u64 paddr, u64 value)
{
	u8 *at = machine_ram(host->machine, paddr, sizeof(value));

	if (!at)
		return;
	memcpy(at, &value, sizeof(value));
	if (host->trace)
		run_trace_store(host->trace, paddr, value);
}

/* @return false: it is not all in RAM */
static bool show(const struct run_host *host, u64 paddr, u64 bytes)
{
	const u8 *at = machine_ram(host->machine, paddr, bytes);

	if (at)
		fwrite(at, 1, bytes, stdout);
	return at != NULL;
}

static void leave(struct run_host *host, u64 code)
{
	host->exited = true;
	host->code = code;
}

/* --- HTIF ------------------------------------------------------------------ */

static void frontend_call(struct run_host *host, u64 at)
{
	u64 number = get(host, at, 8), result = (u64)-NO_CALL;

	if (number == CALL_EXIT) {
		leave(host, get(host, at + 8, 8));
		return;
	}
	if (number == CALL_WRITE &&
	    show(host, get(host, at + 16, 8), get(host, at + 24, 8)))
		result = get(host, at + 24, 8);
	put(host, at, result);
}

void run_host_poll(struct run_host *host)
{
	const struct run_image *image = host->image;
	u64 value = image->tohost ? get(host, image->tohost, 8) : 0;
	u64 payload = value & 0xffffffffffff;
	unsigned int device = (unsigned int)(value >> 56);
	unsigned int command = value >> 48 & 0xff;

	if (!value)
		return;
	put(host, image->tohost, 0);
	if (!device && !command && payload & 1) {
		leave(host, payload >> 1);
		return;
	}
	if (!device && !command)
		frontend_call(host, payload);
	else if (device == 1 && command == 1)
		putchar((int)(payload & 0xff));
	else
		return; /* there is no input */
	if (image->fromhost)
		put(host, image->fromhost,
		    device ? value & 0xffff000000000000 : 1);
}

/* --- semihosting ----------------------------------------------------------- */

static void show_text(const struct run_host *host, u64 paddr)
{
	const u8 *at;
	unsigned int i;

	for (i = 0; i < TEXT_MOST; i++) {
		at = machine_ram(host->machine, paddr + i, 1);
		if (!at || !*at)
			return;
		putchar(*at);
	}
}

static void leave_call(struct run_host *host, bool extended, u64 parameter)
{
	unsigned int bytes = host->image->xlen / 8;
	u64 reason = parameter, code = 0;

	if (extended || host->image->xlen == 64) {
		reason = get(host, parameter, bytes);
		code = get(host, parameter + bytes, bytes);
	}
	leave(host, reason == SEMI_APPLICATION_EXIT ? code : 1);
}

static u64 serve(struct run_host *host, u64 operation, u64 parameter)
{
	unsigned int bytes = host->image->xlen / 8;
	u64 length;

	switch (operation) {
	case SEMI_WRITEC:
		show(host, parameter, 1);
		return 0;
	case SEMI_WRITE0:
		show_text(host, parameter);
		return 0;
	case SEMI_WRITE:
		length = get(host, parameter + 2 * bytes, bytes);
		return show(host, get(host, parameter + bytes, bytes), length) ?
			       0 :
			       length;
	case SEMI_EXIT:
	case SEMI_EXIT_EXTENDED:
		leave_call(host, operation == SEMI_EXIT_EXTENDED, parameter);
		return 0;
	default:
		return ~0ull;
	}
}

bool run_host_call(struct run_host *host, struct model *hart,
		   struct model_step *out)
{
	static const u32 call[] = WORDS_OF_CALL;
	const u8 *at = machine_ram(host->machine, hart->pc - 4, sizeof(call));
	u64 operation, parameter;

	/* only with physical addresses */
	if (!at || hart->priv != MODEL_M || memcmp(at, call, sizeof(call)) != 0)
		return false;
	model_read(hart, MODEL_X0 + 10, &operation);
	model_read(hart, MODEL_X0 + 11, &parameter);
	model_write(hart, MODEL_X0 + 10, serve(host, operation, parameter));
	model_write(hart, MODEL_PC, hart->pc + 4);
	*out = (struct model_step){ .kind = MODEL_RETIRED, .insn = call[1] };
	return true;
}
