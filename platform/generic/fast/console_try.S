/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bool console_try(console_op *op, unsigned long a, unsigned long b,
 *		    unsigned long *value)
 *
 * Calls op(a, b), which accesses the console's registers, and stores its value.
 * A fault anywhere in it, such as a bus error, ends it: the result is false
 * then, and the CSRs of the trap that M-mode handles are what they were.
 *
 * No other trap of this hart uses the word of the scratch space meanwhile:
 * interrupts are off, and OpenSBI's entry has read it.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_scratch.h>

#define SLOTS 20
#define SLOT(n) ((n) * __SIZEOF_POINTER__)(sp)

	.macro	FOR_SAVED op
	\op	ra, SLOT(0)
	\op	s0, SLOT(1)
	\op	s1, SLOT(2)
	\op	s2, SLOT(3)
	\op	s3, SLOT(4)
	\op	s4, SLOT(5)
	\op	s5, SLOT(6)
	\op	s6, SLOT(7)
	\op	s7, SLOT(8)
	\op	s8, SLOT(9)
	\op	s9, SLOT(10)
	\op	s10, SLOT(11)
	\op	s11, SLOT(12)
	.endm

	.macro	KEEP csr, slot
	csrr	t0, \csr
	REG_S	t0, SLOT(\slot)
	.endm

	.macro	BRING_BACK csr, slot
	REG_L	t0, SLOT(\slot)
	csrw	\csr, t0
	.endm

	.section .text.console_try, "ax", %progbits

	.globl	console_try
	.align	2
console_try:
	addi	sp, sp, -SLOTS * __SIZEOF_POINTER__
	FOR_SAVED REG_S
	KEEP	CSR_MEPC, 13
	KEEP	CSR_MSTATUS, 14
	KEEP	CSR_MCAUSE, 15
	KEEP	CSR_MTVAL, 16
	KEEP	CSR_MTVEC, 17
	REG_S	a3, SLOT(18)
	csrr	t0, CSR_MSCRATCH
	REG_S	sp, SBI_SCRATCH_TMP0_OFFSET(t0)
	lla	t0, console_fault
	csrw	CSR_MTVEC, t0
	mv	t0, a0
	mv	a0, a1
	mv	a1, a2
	jalr	t0
	BRING_BACK CSR_MTVEC, 17
	REG_L	t0, SLOT(18)
	REG_S	a0, 0(t0)
	li	a0, 1
1:	FOR_SAVED REG_L
	addi	sp, sp, SLOTS * __SIZEOF_POINTER__
	ret

	.align	2
console_fault:
	csrr	sp, CSR_MSCRATCH
	REG_L	sp, SBI_SCRATCH_TMP0_OFFSET(sp)
	lla	t0, 2f
	csrw	CSR_MEPC, t0
	/* For a hart with Smdbltrp this ends the trap */
	mret
2:	BRING_BACK CSR_MTVEC, 17
	BRING_BACK CSR_MEPC, 13
	BRING_BACK CSR_MSTATUS, 14
	BRING_BACK CSR_MCAUSE, 15
	BRING_BACK CSR_MTVAL, 16
	li	a0, 0
	j	1b
