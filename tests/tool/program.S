/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of the tool's tests: its addresses and its run (run.pcseq) are
 * fixed, so the linker must not change an instruction.
 */
	.option	norelax
	.option	norvc
	.text

	.globl	_start
	.type	_start, @function
_start:
	li	a0, 3
	lla	t0, trap
	csrw	mtvec, t0
	jal	ra, work
	lla	t2, work
	li	a0, 2
	jalr	ra, 0(t2)
1:	j	1b
	.size	_start, . - _start

	.type	work, @function
work:
	mv	s1, ra
1:	jal	ra, leaf
	addi	a0, a0, -1
	bnez	a0, 1b
	jr	s1
	.size	work, . - work

	.type	leaf, @function
leaf:
	.option	rvc
	c.addi	a1, 1
	.option	norvc
	beqz	a2, 2f
	ecall
2:	j	tail
	.size	leaf, . - leaf

	.type	tail, @function
tail:
	.option	rvc
	c.jr	ra
	.option	norvc
	.size	tail, . - tail

	.type	unused, @function
unused:
	ret
	.size	unused, . - unused

	.balign	4
	.type	trap, @function
trap:
	csrr	t1, mepc
	mret
	.size	trap, . - trap
