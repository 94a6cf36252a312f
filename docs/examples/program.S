/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program with calls and a trap. Its addresses and its run (run.pcseq) are fixed,
 * so the linker must not change an instruction. The last lines say how it is built.
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

/*
 * riscv64-linux-gnu-gcc -c -g -march=rv64imac_zicsr -mabi=lp64 \
 *	-ffile-prefix-map=$PWD=. program.S
 * riscv64-linux-gnu-ld -Ttext=0x80000000 -o program.elf program.o
 */
