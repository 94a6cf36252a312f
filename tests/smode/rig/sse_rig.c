// SPDX-License-Identifier: BSD-2-Clause
/* Supervisor software events of this hart. */
#include "check.h"
#include "hart.h"
#include "sse_rig.h"

struct sbiret sse(unsigned long fid, unsigned long a0, unsigned long a1,
		  unsigned long a2)
{
	return sbi_ecall(SBI_EXT_SSE, fid, a0, a1, a2, 0, 0, 0);
}

struct sbiret sse_register(unsigned long event)
{
	return sse(SBI_EXT_SSE_REGISTER, event, (unsigned long)hart_sse_entry,
		   (unsigned long)hart_self());
}

struct sbiret sse_read(u32 event, unsigned long base, unsigned long count,
		       unsigned long low, unsigned long high)
{
	return sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_READ_ATTR, event, base, count,
			 low, high, 0);
}

struct sbiret sse_write(u32 event, unsigned long base, unsigned long count,
			unsigned long low, unsigned long high)
{
	return sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_WRITE_ATTR, event, base,
			 count, low, high, 0);
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

	CHECK_OK(sse(SBI_EXT_SSE_INJECT, event, hart_self()->hartid, 0));
	return hart_wait(&hart_self()->events, old);
}

void sse_on(unsigned long event)
{
	CHECK_OK(sse_register(event));
	CHECK_OK(sse(SBI_EXT_SSE_ENABLE, event, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0));
}

void sse_off(unsigned long event)
{
	CHECK_OK(sse(SBI_EXT_SSE_HART_MASK, 0, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_DISABLE, event, 0, 0));
	CHECK_OK(sse(SBI_EXT_SSE_UNREGISTER, event, 0, 0));
}
