/* SPDX-License-Identifier: BSD-2-Clause */
/* The fetch of an instruction of S-mode, for platform/generic/trace. */
#ifndef TRACE_FETCH_H
#define TRACE_FETCH_H

#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_trap.h>

/* An instruction in halves, as it may be misaligned. */
struct fetched {
	unsigned long low;
	long high; /* below 0: the instruction has one half */
};

/*
 * Fetch with S-mode's rights. mstatus is restored: MXR is S-mode's, and a fault
 * changes MPP. After a fault, loads would have M-mode's rights, so none may
 * follow: low is 0 until it is loaded. @return false: a fault
 */
static inline __attribute__((always_inline)) bool
trace_fetch(unsigned long at, struct fetched *insn)
{
	struct sbi_trap_info trap;
	register unsigned long seen __asm__("a3") = (unsigned long)&trap;
	unsigned long mtvec = (unsigned long)sbi_hart_expected_trap;
	unsigned long mstatus = MSTATUS_MPRV | MSTATUS_MXR;

	trap.cause = 0;
	insn->low = 0;
	__asm__ volatile(".option push\n"
			 ".option norvc\n"
			 "csrrw	%[mtvec], mtvec, %[mtvec]\n"
			 "csrrs	%[mstatus], mstatus, %[mstatus]\n"
			 "lhu	%[low], 0(%[at])\n"
			 "andi	%[high], %[low], 3\n"
			 "addi	%[high], %[high], -3\n"
			 "bnez	%[high], 1f\n"
			 "lhu	%[high], 2(%[at])\n"
			 "1:	csrw	mstatus, %[mstatus]\n"
			 "csrw	mtvec, %[mtvec]\n"
			 ".option pop\n"
			 : [mtvec] "+&r"(mtvec), [mstatus] "+&r"(mstatus),
			   [low] "+&r"(insn->low), [high] "=&r"(insn->high),
			   "+r"(seen)
			 : [at] "r"(at)
			 : "a4", "memory");
	return __builtin_expect(!trap.cause, 1);
}

#endif
