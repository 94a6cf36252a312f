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
