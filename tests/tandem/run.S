/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program for hartscope run. HOW is how it ends: 0 by tohost, well; 1 by tohost, with
 * code 7; 2 by semihosting, with code 5; 3 never; 4 asleep; 5 by the finisher.
 */
#if __riscv_xlen == 64
#define S sd
#define L ld
#else
#define S sw
#define L lw
#endif
#define BYTES (__riscv_xlen / 8)

	.globl _start
_start:
	la	t0, vector
	csrw	mtvec, t0
	la	sp, stack

	/* Instructions for the trace: floats, atomics, misaligned accesses */
	li	t0, 0x2000
	csrs	mstatus, t0
	la	s0, begin_signature
	li	t1, 3
	fcvt.d.w fa0, t1
	fdiv.d	fa1, fa0, fa0
	fsd	fa1, 0(s0)
	li	t2, 10

2:	addi	t4, s0, 8
	lr.w	t3, (t4)
	addi	t3, t3, 5
	sc.w	t5, t3, (t4)
	bnez	t5, 2b
	amoadd.w t3, t2, (t4)
	addi	t4, s0, 13
	li	t3, 0x11223344
	sw	t3, 0(t4)
	csrwi	minstret, 0
	csrr	t6, minstret
	bnez	t6, wrong
	csrr	t6, minstret
	addi	t6, t6, -2
	bnez	t6, wrong
	csrwi	mcycle, 9
	csrr	t6, mcycle
	addi	t6, t6, -9
	bnez	t6, wrong
	csrr	t6, mhartid

	/* A timer's interrupt, in a WFI */
	li	t0, 0x2004000
	li	t1, 200
	sw	t1, 0(t0)
	sw	zero, 4(t0)
	li	t1, 0x80
	csrw	mie, t1
	csrsi	mstatus, 8
	wfi
	csrci	mstatus, 8
	ecall

	/* Words on the host's output */
	la	a1, text
	li	a0, 4
	call	semihost
	la	t0, call_write
	la	t1, tohost
	sw	t0, 0(t1)
	sw	zero, 4(t1)
3:	la	t2, fromhost
	lw	t3, 0(t2)
	beqz	t3, 3b
	sw	zero, 0(t2)

#if HOW == 0
	li	t0, 1
#elif HOW == 1
	li	t0, 15
#elif HOW == 2
	li	a0, 0x20
	la	a1, exit_block
	call	semihost
#elif HOW == 4
	csrw	mie, zero
	wfi
	j	.
#elif HOW == 5
	li	t0, 0x100000
	li	t1, 0x5555
	sw	t1, 0(t0)
#endif
#if HOW < 2
	la	t1, tohost
	sw	t0, 0(t1)
	sw	zero, 4(t1)
#endif
	j	.

wrong:
	li	t0, 7
	la	t1, tohost
	sw	t0, 0(t1)
	sw	zero, 4(t1)
	j	.

	.balign	4
	.option	push
	.option	norvc
semihost:
	slli	zero, zero, 0x1f
	ebreak
	srai	zero, zero, 7
	ret
	.option	pop

	.balign	4
vector:
	csrr	t0, mcause
	bltz	t0, 1f
	csrr	t0, mepc
	addi	t0, t0, 4
	csrw	mepc, t0
	mret
1:	li	t0, 0x2004000
	li	t1, -1
	sw	t1, 4(t0)
	mret

	.data
	.balign	64
tohost:
	.dword	0
fromhost:
	.dword	0
call_write:
	.dword	64, 1
	.dword	text2
	.dword	6
exit_block:
	.balign	BYTES
#if __riscv_xlen == 64
	.dword	0x20026, 5
#else
	.word	0x20026, 5
#endif
text:
	.asciz	"hello "
text2:
	.ascii	"world\n"
	.balign	16
begin_signature:
	.dword	0, 0, 0
end_signature:
	.bss
	.balign	16
	.space	256
stack:
	.globl	tohost, fromhost, begin_signature, end_signature
