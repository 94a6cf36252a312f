// SPDX-License-Identifier: BSD-2-Clause
/* Supervisor software events of this hart. */
#include "check.h"
#include "hart.h"
#include "sse_rig.h"

struct sbiret sse_register(unsigned long event)
{
	return sse(SBI_EXT_SSE_REGISTER, event, (unsigned long)hart_sse_entry,
		   (unsigned long)hart_self());
}

struct sbiret sse_read(u32 event, unsigned long base, unsigned long count,
		       unsigned long low, unsigned long high)
{
	return sbi(SBI_EXT_SSE, SBI_EXT_SSE_READ_ATTR, event, base, count, low,
		   high);
}

struct sbiret sse_write(u32 event, unsigned long base, unsigned long count,
			unsigned long low, unsigned long high)
{
	return sbi(SBI_EXT_SSE, SBI_EXT_SSE_WRITE_ATTR, event, base, count, low,
		   high);
}

unsigned long sse_attr(u32 event, unsigned long id)
{
	volatile unsigned long value = ~0ul;

	CHECK_OK(sse_read(event, id, 1, (unsigned long)&value, 0));
	return value;
}

struct sbiret sse_set_attr(u32 event, unsigned long id, unsigned long value)
{
	volatile unsigned long copy = value;

	return sse_write(event, id, 1, (unsigned long)&copy, 0);
}

bool sse_delivered(u32 event)
{
	unsigned long old = hart_self()->events;

	CHECK_OK(sse(SBI_EXT_SSE_INJECT, event, hart_self()->hartid));
	return hart_wait(&hart_self()->events, old);
}

void sse_on(unsigned long event)
{
	CHECK_OK(sse_register(event));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, event));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK));
}

void sse_off(unsigned long event)
{
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, event));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, event));
}
