/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Start and trap handlers of the traced program. Both harts run program(); hart
 * 0 ends the machine when the others are done.
 *
 * Arguments of the handlers: s10 is the size of the instruction that faults;
 * with a7 not 0 an ECALL, or an illegal instruction, goes on in M-mode at a0.
 */
#if __riscv_xlen == 64
#define LREG	ld
#define SREG	sd
#define SZREG	8
#else
#define LREG	lw
#define SREG	sw
#define SZREG	4
#endif

#define FINISHER	0x100000
#define FINISHER_PASS	0x5555
#define CLINT		0x2000000
#define MTIMECMP	(CLINT + 0x4000)
#define MTIME		(CLINT + 0xbff8)

	.section .text.start, "ax"
	.globl _start
_start:
	csrr	a0, mhartid
	la	sp, stack_top
	slli	t0, a0, 14
	sub	sp, sp, t0
	la	t0, saved
	slli	t1, a0, 6
	add	t0, t0, t1
	csrw	mscratch, t0
	la	t0, m_entry
	csrw	mtvec, t0
	la	t0, s_entry
	csrw	stvec, t0
	li	t0, -1
	csrw	pmpaddr0, t0
	li	t0, 0x1f
	csrw	pmpcfg0, t0
	mv	s0, a0
	call	program
	la	t0, done
	li	t1, 1
	amoadd.w zero, t1, (t0)
	bnez	s0, 2f
	la	t1, harts
	lw	t1, 0(t1)
	/* The timer wakes it: a hart that loops here would fill QEMU's log. */
1:	lw	t2, 0(t0)
	beq	t1, t2, 3f
	wfi
	j	1b
3:	li	t0, FINISHER_PASS
	li	t1, FINISHER
	sw	t0, 0(t1)
2:	wfi
	j	2b

/* --- M-mode ---------------------------------------------------------------- */

	.balign	4
	.globl	m_entry
m_entry:
	csrrw	tp, mscratch, tp
	SREG	t0, 0(tp)
	SREG	t1, SZREG(tp)
	SREG	t2, 2*SZREG(tp)
	csrr	t0, mcause
	bltz	t0, m_interrupt
	li	t1, 12
	beq	t0, t1, m_fetch
	li	t1, 1
	beq	t0, t1, m_fetch
	addi	t0, t0, -8
	li	t1, 4
	bltu	t0, t1, m_ecall
	li	t1, 2 - 8
	beq	t0, t1, m_illegal
m_skip:
	csrr	t0, mepc
	add	t0, t0, s10
m_return_to:
	csrw	mepc, t0
m_return:
	LREG	t0, 0(tp)
	LREG	t1, SZREG(tp)
	LREG	t2, 2*SZREG(tp)
	csrrw	tp, mscratch, tp
	mret

/* A vector that cannot be executed is replaced by the usual one. */
m_fetch:
	csrr	t0, mepc
	csrr	t1, stvec
	la	t2, s_entry
	bne	t0, t1, 1f
	csrw	stvec, t2
	mv	t0, t2
	j	m_return_to
1:	mv	t0, ra
	j	m_return_to

m_ecall:
	csrr	t0, mepc
	addi	t0, t0, 4
	beqz	a7, m_return_to
m_leave:
	li	t1, 0x1800
	csrs	mstatus, t1
	mv	t0, a0
	j	m_return_to

m_illegal:
	beqz	a7, m_skip
	j	m_leave

/* The software interrupt becomes one of S-mode. */
m_interrupt:
	slli	t0, t0, 1
	srli	t0, t0, 1
	csrr	t1, mhartid
	li	t2, 7
	beq	t0, t2, m_timer
	slli	t1, t1, 2
	li	t0, CLINT
	add	t0, t0, t1
	sw	zero, 0(t0)
	csrsi	mip, 2
	j	m_return

/* After a time that looks random, if the test wants more interrupts. */
m_timer:
	LREG	t0, 4*SZREG(tp)
	li	t2, 1103515245
	mul	t0, t0, t2
	addi	t0, t0, 1045
	SREG	t0, 4*SZREG(tp)
	LREG	t2, 3*SZREG(tp)
	and	t0, t0, t2
	srli	t0, t0, 8
	li	t2, MTIMECMP
	slli	t1, t1, 3
	add	t1, t1, t2
	LREG	t2, 3*SZREG(tp)
	beqz	t2, 1f
	li	t2, MTIME
	lw	t2, 0(t2)
	add	t0, t0, t2
	addi	t0, t0, 2
	sw	t0, 0(t1)
	j	m_return
1:	li	t2, -1
	sw	t2, 0(t1)
	j	m_return

/* --- S-mode ---------------------------------------------------------------- */

/* A handler whose first instruction S-mode may not execute. */
	.balign	4
	.globl	s_bad
s_bad:
	csrr	zero, mscratch
	.balign	4
	.globl	s_entry
s_entry:
	csrrw	tp, sscratch, tp
	csrr	tp, scause
	bltz	tp, s_interrupt
	addi	tp, tp, -12
	beqz	tp, s_fetch
	csrr	tp, sepc
	add	tp, tp, s10
	csrw	sepc, tp
	j	s_return
s_interrupt:
	csrci	sip, 2
s_return:
	csrrw	tp, sscratch, tp
	sret
s_fetch:
	csrw	sepc, ra
	j	s_return

	.bss
	.balign	64
saved:	.skip	64 * 4
	.balign	16
	.skip	4 * 16384
stack_top:
