/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Returns to the address of a trap vector: these are no traps, though software
 * has written xepc and xcause before; and one return after which an interrupt
 * is taken at once, which is a trap.
 */
#define MPP_S (1 << 11)
#define MPP_M (3 << 11)
#define SPP_S (1 << 8)
#define MPIE (1 << 7)
#define SSIP (1 << 1)
#define SIE (1 << 1)

	.globl _start
_start:
	la	t0, m_vector
	csrw	mtvec, t0
	li	t0, -1
	csrw	pmpaddr0, t0
	li	t0, 0x1f
	csrw	pmpcfg0, t0
	li	t0, SSIP
	csrw	mideleg, t0

	/* MRET to S-mode's vector, as firmware does that forwards a trap */
	la	s0, s_vector
	csrw	stvec, s0
	csrw	mepc, s0
	csrw	sepc, s0
	li	t0, 12
	csrw	scause, t0
	li	t0, MPP_M
	csrc	mstatus, t0
	li	t0, MPP_S | SPP_S
	csrs	mstatus, t0
	la	s1, second
	mret

	/* SRET to it, in S-mode, with another cause */
second:
	csrw	sepc, s0
	li	t0, 15
	csrw	scause, t0
	li	t0, SPP_S
	csrs	sstatus, t0
	la	s1, third
	sret

	/* ... with an interrupt that is taken there */
third:
	csrw	sie, zero
	csrwi	sip, SSIP
	csrwi	sie, SSIP
	csrw	sepc, s0
	li	t0, SPP_S | 1 << 5
	csrs	sstatus, t0
	la	s1, fourth
	sret

	/* To M-mode, and from there to its own vector */
fourth:
	csrw	sip, zero
	la	s1, fifth
	ecall
fifth:
	la	t0, m_vector
	csrw	mepc, t0
	li	t0, 2
	csrw	mcause, t0
	li	t0, MPP_M
	csrs	mstatus, t0
	la	s1, last
	mret
last:
	nop
	j	last

	.balign	4
s_vector:
	jr	s1
	.balign	4
m_vector:
	jr	s1
