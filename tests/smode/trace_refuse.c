// SPDX-License-Identifier: BSD-2-Clause
/* Refused calls of the SBI trace extension. */
#include "memory.h"
#include "print.h"
#include "trace_refuse.h"

#define FILLING 0x5a

u8 trace_area[4 * PAGE] __attribute__((aligned(4096)));

static bool untouched(void)
{
	unsigned long n;

	for (n = 0; n < sizeof(trace_area); n++)
		if (trace_area[n] != FILLING)
			return false;
	return true;
}

void trace_refuse_one(const struct trace_row *r)
{
	struct sbiret ret =
		trace_call(r->fid, r->a[0], r->a[1], r->a[2], r->a[3], r->a[4]);

	check_row(r->name, r->fid);
	CHECK_ERROR(ret, r->error);
	CHECK_EQ(ret.value, 0);
}

void trace_refuse(const struct trace_row *rows, unsigned int count)
{
	memset(trace_area, FILLING, sizeof(trace_area));
	trace_remember();
	while (count--)
		trace_refuse_one(rows++);
	trace_check_same();
	CHECK(untouched());
}

void trace_refuse_addresses(struct trace_row row, unsigned int at)
{
	const struct bad_address *bad;
	unsigned int n;

	memset(trace_area, FILLING, sizeof(trace_area));
	trace_remember();
	for (n = 0; (bad = bad_address(n)); n++) {
		row.name = bad->name;
		row.a[at] = bad->low;
		row.a[at + 1] = bad->high;
		trace_refuse_one(&row);
	}
	row.name = "registers of an encoder";
	row.a[at] = trace_encoder(0);
	row.a[at + 1] = 0;
	trace_refuse_one(&row);
	trace_check_same();
	CHECK(untouched());
}
