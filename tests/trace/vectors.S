/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Jumps that are traps, and jumps that only look like traps. Each leaves mtvec
 * unchanged.
 */
	.text
	.option	norvc

/* The vector is after an instruction that traps if a0 is set. */
	.globl	vector_behind
vector_behind:
	la	t0, 1f
	csrrw	t1, mtvec, t0
	beqz	a0, 2f
	csrr	zero, 0x9ff /* no such register */
	j	1f
2:	csrr	zero, mscratch
	.balign	4
1:	csrw	mtvec, t1
	ret

/* The same, with the instruction that traps directly before the vector. */
	.globl	vector_next
vector_next:
	la	t0, 1f
	csrrw	t1, mtvec, t0
	.balign	8
	nop
	lw	zero, 0(a0)
1:	csrw	mtvec, t1
	ret

/* Go to the vector that was installed, without any trap. */
	.globl	vector_jump
vector_jump:
	la	t0, 1f
	csrrw	t1, mtvec, t0
	jr	t0
	.balign	4
1:	csrw	mtvec, t1
	ret

/* The vector is a loop's head: reached first without a trap, then by one. */
	.globl	vector_loop
vector_loop:
	la	t0, 1f
	csrrw	t1, mtvec, t0
	.balign	4
1:	addi	a0, a0, -1
	bltz	a0, 3f
	bnez	a0, 1b
	csrr	zero, 0x9ff
	j	1b
3:	csrw	mtvec, t1
	ret

/* An instruction of four bytes on two pages, and one after it that traps. */
	.option	rvc
	.balign	4096
	.globl	page_end
page_end:
	j	1f
	.skip	4096 - 2 - 4
	.balign	2
1:	c.nop
	.option	norvc
	addi	a0, a0, 1
	lw	zero, 0(zero)
	addi	a0, a0, 1
	ret

/* --- for U-mode, at two addresses ------------------------------------------ */

	.balign	4096
	.globl	user_code
user_code:
	mv	s1, a0
	li	s2, 20
1:	li	a7, 0
	ecall
	lw	zero, 0(zero)
	addi	s3, s3, 1
	csrr	zero, mscratch
	jal	ra, user_function
	addi	s2, s2, -1
	bnez	s2, 1b
	li	t0, 0x50000000
	jalr	ra, t0
	ebreak
	mv	a0, s1
	li	a7, 1
	csrr	zero, mscratch

user_function:
	li	t1, 7
1:	addi	t1, t1, -1
	bnez	t1, 1b
	ret
	.balign	4096
