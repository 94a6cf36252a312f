// SPDX-License-Identifier: BSD-2-Clause
/* A RAM sink whose buffer has a fixed address, in the middle of RAM. */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

/* word "fixed" of platform/qemu/machine/trace_machine.py */
#define FIXED 0x84000000ul
#define SIZE 0x10000ul
#define HART0 (hart_at(0)->hartid)

static u8 elsewhere[SIZE] __attribute__((aligned(4096)));

/*
 * The device tree reserves the buffer, so that the next stage does not use it.
 */
static void reserved(void)
{
	static const u8 reg[] = { 0, 0, 0, 0, 0x84, 0, 0, 0,
				  0, 0, 0, 0, 0,    1, 0, 0 };
	const void *found;
	u32 size;

	found = fdt_property("trace-buffer@84000000", "reg", &size);
	CHECK(found && size == sizeof(reg) && !memcmp(found, reg, size));
	CHECK(fdt_property("trace-buffer@84000000", "no-map", &size) != NULL);
}

static void calls(void)
{
	unsigned long sink = trace_number(trace_sink(0));

	CHECK_ERROR(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink,
			       (unsigned long)elsewhere, 0, SIZE),
		    SBI_ERR_INVALID_ADDRESS);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink, FIXED, 0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, HART0));
	trace_work();
	CHECK_ERROR(trace_call(TRACE_SBI_STOP, HART0), SBI_SUCCESS);
	trace_announce("hart=0", FIXED, FIXED + SIZE,
		       trace_read64(trace_sink(0), TR_RAM_WP_LOW));
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink));
}

const struct check_case check_cases[] = {
	{ "reserved", reserved },
	{ "through calls", calls },
	{ NULL, NULL },
};
