/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The only code in which M-mode accesses memory that S-mode named. A fault
 * there is no trap for OpenSBI: it ends the copy. The code uses only registers,
 * so sp and mscratch may have any value.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>

	.section .text.shmem_copy, "ax", %progbits

/*
 * bool shmem_copy(void *to, const void *from, unsigned long size)
 *
 * Copies words if both addresses and the size are multiples of words, so that
 * no other hart sees half of one. mstatus and mepc are the caller's again
 * afterwards, which a fault would change; mret is what ends a trap for the
 * hart, where a second one would be fatal (Smdbltrp).
 */
	.globl	shmem_copy
	.align	2
shmem_copy:
	csrr	t0, CSR_MEPC
	csrr	t1, CSR_MSTATUS
	lla	t2, shmem_fault
	csrrw	t2, CSR_MTVEC, t2
	add	a3, a1, a2
	or	t3, a0, a1
	or	t3, t3, a2
	andi	t3, t3, __SIZEOF_POINTER__ - 1
	bnez	t3, 2f
1:	beq	a1, a3, 3f
	REG_L	t3, 0(a1)
	REG_S	t3, 0(a0)
	addi	a1, a1, __SIZEOF_POINTER__
	addi	a0, a0, __SIZEOF_POINTER__
	j	1b
2:	beq	a1, a3, 3f
	lbu	t3, 0(a1)
	sb	t3, 0(a0)
	addi	a1, a1, 1
	addi	a0, a0, 1
	j	2b
3:	csrw	CSR_MTVEC, t2
	li	a0, 1
	ret

	.align	2
shmem_fault:
	lla	t3, 1f
	csrw	CSR_MEPC, t3
	mret
1:	csrw	CSR_MTVEC, t2
	csrw	CSR_MEPC, t0
	csrw	CSR_MSTATUS, t1
	li	a0, 0
	ret
