// SPDX-License-Identifier: BSD-2-Clause
/* Exceptions in a handler that is not ready for them (Ssdbltrp). */
#include "double_trap.h"
#include "hart.h"
#include "sbi.h"

#define STATUS_SDT (1ul << 24)

bool double_traps(bool on)
{
	return !sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, SBI_FWFT_DOUBLE_TRAP, on)
			.error;
}

unsigned long trap_in_handler(void)
{
	unsigned long cause;

	__asm__ volatile(".align	2\n"
			 ".option	push\n"
			 ".option	norvc\n"
			 "	lla	t0, 1f\n"
			 "	csrrw	t1, stvec, t0\n"
			 "	ebreak\n"
			 "1:	csrr	%0, scause\n"
			 "	li	t0, 3\n" /* breakpoint */
			 "	bne	%0, t0, 2f\n"
			 "	ebreak\n"
			 "2:	csrc	sstatus, %1\n"
			 "	csrw	stvec, t1\n"
			 ".option	pop\n"
			 : "=&r"(cause)
			 : "r"(STATUS_SDT)
			 : "t0", "t1", "memory");
	return cause;
}
