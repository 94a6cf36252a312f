/* SPDX-License-Identifier: BSD-2-Clause */
/* Places whose records are compared, and handlers that save these records. */
#include "hart_asm.h"

#define SCTRSTATUS 0x14f

	.text
	.option	norvc

/* The handler's first jump would already make a record. */
	.macro	FREEZE
	csrw	sscratch, t0
	lui	t0, 0x80000
	csrs	SCTRSTATUS, t0
	csrr	t0, sscratch
	.endm

	.align	2
	.globl	ctr_trap_entry
ctr_trap_entry:
	FREEZE
	j	trap_entry

	.align	2
	.globl	ctr_guest_entry
ctr_guest_entry:
	FREEZE
	ecall

/*
 * Functions that trap at their first instruction. The handler of S-mode skips
 * it; users and guests then return with an ecall.
 */
	.macro	TRAPS name, insn:vararg
	.globl	ctr_at_\name, ctr_user_\name
ctr_at_\name:
	\insn
	ret
ctr_user_\name:
	\insn
	ecall
	.endm

	TRAPS	breakpoint, ebreak
	TRAPS	illegal, unimp
	TRAPS	load, lw zero, 0(a0)
	TRAPS	store, sw zero, 0(a0)
	TRAPS	clear, .4byte 0x10400073

/* The same after a jump, which makes a record of its own. */
	.globl	ctr_user_jump, ctr_user_jumped
ctr_user_jump:
	j	ctr_user_jumped
	nop
ctr_user_jumped:
	unimp
	ecall

/* An SBI call without an extension. */
	.globl	ctr_at_ecall
ctr_at_ecall:
	ecall
	ret

/* Jump to a0, an address without code; the handler continues at ra. */
	.globl	ctr_at_fetch, ctr_user_fetch
ctr_at_fetch:
	jr	a0
ctr_user_fetch:
	la	ra, 1f
	jr	a0
1:	ecall

	.align	2
	.globl	ctr_fetch_entry
ctr_fetch_entry:	/* also the address of the ecall after it */
	FREEZE
	csrw	sscratch, t0
	csrr	t0, scause
	addi	t0, t0, -1
	beqz	t0, 1f
	csrr	t0, sscratch
	j	trap_entry
1:	csrr	t0, sscratch
	csrw	sepc, ra
	sret
