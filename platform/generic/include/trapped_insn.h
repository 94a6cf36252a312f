/* SPDX-License-Identifier: BSD-2-Clause */
/* A question to the hart about its instructions, for judges/insn_glue.c. */
#ifndef TRAPPED_INSN_H
#define TRAPPED_INSN_H

#include <hart_port.h>

/**
 * True if the hart has C.FSDSP. With Zcmp the same code, 0xac66, is CM.MVA01S,
 * which copies s0 and s1 to a0 and a1; otherwise it stores fs9 at 24(sp), or
 * traps. mstatus.FS is not 0; mepc, mcause, mtval and mstatus.MPP may change.
 */
static inline bool insn_has_fsdsp(void)
{
	unsigned long mtvec = (unsigned long)shmem_pass_over;
	register unsigned long moved __asm__("a0");

	csr_write(CSR_MCAUSE, CAUSE_SUPERVISOR_ECALL);
	__asm__ volatile("not	%[moved], s0\n\t"
			 "csrrw	%[mtvec], mtvec, %[mtvec]\n\t"
			 "addi	sp, sp, -32\n\t"
			 ".2byte	0xac66\n\t"
			 "addi	sp, sp, 32\n\t"
			 "csrw	mtvec, %[mtvec]\n\t"
			 "xor	%[moved], %[moved], s0"
			 : [mtvec] "+&r"(mtvec), [moved] "=&r"(moved)
			 :
			 : "a1", "memory");
	return moved && csr_read(CSR_MCAUSE) == CAUSE_SUPERVISOR_ECALL;
}

#endif
