# SPDX-License-Identifier: BSD-2-Clause
# What a log of Spike has to tell: loads and stores that fault, a trap straight
# behind mret, an interrupt, cbo.zero, floating point. The log spike-own.log is
# what Spike wrote of it, up to the first round of the loop at the end:
#	spike --isa=rv64gc_zicboz -l --log-commits --log=spike-own.log own.elf
	.globl _start
_start:
	la	t0, handler
	csrw	mtvec, t0
	la	sp, data
	csrr	s0, mstatus
	# loads and stores that fault
	li	t1, 8
	ld	t2, 0(t1)
	sd	t2, 0(t1)
	lw	t2, 1(t1)
	amoadd.w t2, t1, (t1)
	# an AMO, lr and sc
	li	t1, 5
	sd	t1, 0(sp)
	amoadd.w t2, t1, (sp)
	lr.w	t2, (sp)
	sc.w	t3, t1, (sp)
	# a block of a cache
	la	t1, data + 64
	cbo.zero (t1)
	ld	t2, 8(t1)
	# illegal
	.4byte	0
	ebreak
	# floating point
	li	t1, 0x6000
	csrs	mstatus, t1
	fcvt.d.w fa0, t1
	fdiv.d	fa1, fa0, fa0
	fsd	fa1, 8(sp)
	fld	fa2, 8(sp)
	csrr	t2, mstatus
	csrr	t2, fcsr
	# to users, who fail at once
	li	t1, 0x1800
	csrc	mstatus, t1
	li	t1, -1
	csrw	pmpaddr0, t1
	li	t1, 0x1f
	csrw	pmpcfg0, t1
	la	t1, user
	csrw	mepc, t1
	mret
user:
	csrr	t2, mstatus
	ecall
	nop
	ecall
	# a timer that is due
	li	a7, 1
	ecall
	nop
	nop
over:
	li	t1, 1
	la	t2, tohost
	sd	t1, 0(t2)
1:	j	1b

	.balign 4
handler:
	csrw	mscratch, t0
	csrr	t0, mcause
	bltz	t0, 2f
	csrr	t0, mepc
	lhu	t0, 0(t0)
	andi	t0, t0, 3
	addi	t0, t0, -3
	beqz	t0, 1f
	csrr	t0, mepc
	addi	t0, t0, 2
	j	3f
1:	csrr	t0, mepc
	addi	t0, t0, 4
3:	csrw	mepc, t0
	csrr	t0, mscratch
	li	t6, 1
	bne	a7, t6, 4f
	li	a7, 0
	li	t6, 0x80
	csrs	mie, t6
	li	t6, 0x2004000
	sd	zero, 0(t6)
4:	mret
2:	li	t0, 0x80
	csrc	mie, t0
	csrr	t0, mscratch
	mret

	.data
	.balign 64
data:	.dword	1, 2, 3, 4, 5, 6, 7, 8
	.fill	8, 8, -1
	.section .tohost, "aw", @progbits
	.balign 64
	.globl	tohost
tohost:	.dword	0
	.globl	fromhost
fromhost: .dword 0
