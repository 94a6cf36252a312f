/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two tasks in S-mode, like Linux's: tp is the address of the running one, in
 * the upper half, and switch_to() goes from one to the other.
 */
#define TASK_RA		0
#define TASK_SP		8
#define TASK_NAME	1000	/* across two of the parts that are searched */
#define ROUNDS		40
#define RENAMED		25
#define USER_TP		0x1234

#define FINISHER	0x100000
#define FINISHER_PASS	0x5555
#define SATP_SV39	8
#define MSTATUS_MPP_S	0x800
#define PTE_LEAF	0xef	/* D A G X W R V */

	.text
	.globl _start
_start:
	csrr	t0, mhartid
1:	bnez	t0, 1b
	li	t0, -1
	csrw	pmpaddr0, t0
	li	t0, 0x1f
	csrw	pmpcfg0, t0
	lla	t0, table
	srli	t0, t0, 12
	li	t1, SATP_SV39
	slli	t1, t1, 60
	or	t0, t0, t1
	csrw	satp, t0
	li	t0, MSTATUS_MPP_S
	csrw	mstatus, t0
	/*
	 * The kernel's half is at the program's address with all bits above it
	 * set
	 */
	li	s11, -1
	slli	s11, s11, 32
	lla	t0, s_main
	or	t0, t0, s11
	csrw	mepc, t0
	mret

/* The first task: it learns its own address before it has a stack. */
	.globl	s_main
	.type	s_main, @function
s_main:
	lla	tp, first
	lla	sp, first_stack
	lla	t0, b_main
	lla	t1, second
	sd	t0, TASK_RA(t1)
	lla	t0, second_stack
	sd	t0, TASK_SP(t1)
	li	s0, ROUNDS
	call	a_outer
	li	t0, FINISHER_PASS
	li	t1, FINISHER
	sw	t0, 0(t1)
1:	wfi
	j	1b
	.size	s_main, . - s_main

	.globl	a_outer
	.type	a_outer, @function
a_outer:
	addi	sp, sp, -16
	sd	ra, 0(sp)
1:	call	a_inner
	addi	s0, s0, -1
	bnez	s0, 1b
	ld	ra, 0(sp)
	addi	sp, sp, 16
	ret
	.size	a_outer, . - a_outer

/* In one round it gets another name, which is recorded when it runs again. */
	.globl	a_inner
	.type	a_inner, @function
a_inner:
	addi	sp, sp, -16
	sd	ra, 0(sp)
	li	t0, RENAMED
	bne	s0, t0, 1f
	lla	t1, other_name
	ld	t1, 0(t1)
	sd	t1, TASK_NAME(tp)
1:	mv	a0, tp
	lla	a1, second
	call	switch_to
	ld	ra, 0(sp)
	addi	sp, sp, 16
	ret
	.size	a_inner, . - a_inner

/* The second task, which also uses a tp like that of a user program. */
	.globl	b_main
	.type	b_main, @function
b_main:
	call	b_inner
	j	b_main
	.size	b_main, . - b_main

	.globl	b_inner
	.type	b_inner, @function
b_inner:
	addi	sp, sp, -16
	sd	ra, 0(sp)
	mv	t0, tp
	li	tp, USER_TP
	nop
	mv	tp, t0
	mv	a0, tp
	lla	a1, first
	call	switch_to
	ld	ra, 0(sp)
	addi	sp, sp, 16
	ret
	.size	b_inner, . - b_inner

	.globl	switch_to
	.type	switch_to, @function
switch_to:
	sd	ra, TASK_RA(a0)
	sd	sp, TASK_SP(a0)
	ld	ra, TASK_RA(a1)
	ld	sp, TASK_SP(a1)
	mv	tp, a1
	ret
	.size	switch_to, . - switch_to

	.data
	.balign	4096
/* Gigabytes 0 and 2, and the latter again in the upper half, where Linux is */
table:
	.quad	PTE_LEAF
	.quad	0
	.quad	(0x80000000 >> 2) | PTE_LEAF
	.skip	8 * (510 - 3)
	.quad	(0x80000000 >> 2) | PTE_LEAF
	.quad	0

	.balign	16
first:	.skip	TASK_NAME
	.asciz	"swapper"
	.balign	16
	.skip	32
second:	.skip	TASK_NAME
	.asciz	"worker x"
	.balign	16
	.skip	32
other_name:
	.asciz	"renamed"

	.bss
	.balign	16
	.skip	1024
first_stack:
	.skip	1024
second_stack:
