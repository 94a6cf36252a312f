# SPDX-License-Identifier: BSD-2-Clause
# A program that runs no guest, on a hart of Spike with H: misa has the letter,
# mideleg has bits that stay 1, and sret tells of hstatus. The logs spike-hypXLEN.log
# are what Spike wrote of it, up to the first round of the loop at the end:
#	spike --isa=rv64gch -l --log-commits --log=spike-hyp64.log hyp.elf
	.globl _start
_start:
	la	t0, handler
	csrw	mtvec, t0
	csrr	a0, misa
	csrr	a1, mideleg
	csrwi	mideleg, 0
	csrr	a1, mideleg
	li	t0, -1
	csrw	mideleg, t0
	csrr	a1, mideleg
	# to S, and on to U
	li	t0, 0x1800
	csrc	mstatus, t0
	li	t0, 0x800
	csrs	mstatus, t0
	la	t0, supervisor
	csrw	mepc, t0
	mret
supervisor:
	csrr	a2, sstatus
	csrr	a3, sie
	la	t0, user
	csrw	sepc, t0
	sret
user:
	ecall
	.balign	4
handler:
	csrr	a4, mcause
	li	t0, 1
	la	t1, tohost
	sw	t0, 0(t1)
	sw	zero, 4(t1)
1:	j	1b

	.section .tohost, "aw", @progbits
	.balign	64
	.globl	tohost, fromhost
tohost:	.8byte	0
	.balign	64
fromhost: .8byte 0
