/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entry of a payload, of the harts it starts, of traps and of SSE events.
 * tp always holds the struct hart of the running hart, and the hart's stack is
 * the end of that struct.
 */
#include "hart_asm.h"

	.section .text.start, "ax"
	.globl _start
_start:	/* a0 = hartid, a1 = device tree, by the boot protocol */
	j	1f
	.org	_start + 16
/* a0 = hartid: the start of a second domain, if there is one; run.py has the
 * address. Its hart is the last of the array. */
	csrw	sie, zero
	la	tp, harts + (HARTS_MAX - 1) * HART_SIZE
	la	s0, hart_second
	j	hart_enter
	.weak	hart_second
1:	csrw	sie, zero
	la	t0, bss_start
	la	t1, bss_end
1:	REG_S	zero, 0(t0)
	addi	t0, t0, REGBYTES
	bltu	t0, t1, 1b
	la	tp, harts
	la	t0, fdt_boot
	REG_S	a1, 0(t0)
	la	s0, payload_main
	j	hart_enter

	.globl	hart_start_entry
hart_start_entry:	/* a0 = hartid, a1 = struct hart, through HSM */
	csrw	sie, zero
	mv	tp, a1
	la	s0, hart_serve

hart_enter:	/* s0 = the function to call; it does not return */
	REG_S	a0, HART_HARTID(tp)
	la	t0, trap_entry
	csrw	stvec, t0
	li	sp, HART_SIZE
	add	sp, sp, tp
	jr	s0

/* Registers that a C function may change. */
	.macro	SAVE_REGS
	addi	sp, sp, -16 * REGBYTES
	REG_S	ra, 0 * REGBYTES(sp)
	REG_S	t0, 1 * REGBYTES(sp)
	REG_S	t1, 2 * REGBYTES(sp)
	REG_S	t2, 3 * REGBYTES(sp)
	REG_S	t3, 4 * REGBYTES(sp)
	REG_S	t4, 5 * REGBYTES(sp)
	REG_S	t5, 6 * REGBYTES(sp)
	REG_S	t6, 7 * REGBYTES(sp)
	REG_S	a0, 8 * REGBYTES(sp)
	REG_S	a1, 9 * REGBYTES(sp)
	REG_S	a2, 10 * REGBYTES(sp)
	REG_S	a3, 11 * REGBYTES(sp)
	REG_S	a4, 12 * REGBYTES(sp)
	REG_S	a5, 13 * REGBYTES(sp)
	REG_S	a6, 14 * REGBYTES(sp)
	REG_S	a7, 15 * REGBYTES(sp)
	.endm

	.macro	REST_REGS
	REG_L	ra, 0 * REGBYTES(sp)
	REG_L	t0, 1 * REGBYTES(sp)
	REG_L	t1, 2 * REGBYTES(sp)
	REG_L	t2, 3 * REGBYTES(sp)
	REG_L	t3, 4 * REGBYTES(sp)
	REG_L	t4, 5 * REGBYTES(sp)
	REG_L	t5, 6 * REGBYTES(sp)
	REG_L	t6, 7 * REGBYTES(sp)
	REG_L	a0, 8 * REGBYTES(sp)
	REG_L	a1, 9 * REGBYTES(sp)
	REG_L	a2, 10 * REGBYTES(sp)
	REG_L	a3, 11 * REGBYTES(sp)
	REG_L	a4, 12 * REGBYTES(sp)
	REG_L	a5, 13 * REGBYTES(sp)
	REG_L	a6, 14 * REGBYTES(sp)
	REG_L	a7, 15 * REGBYTES(sp)
	addi	sp, sp, 16 * REGBYTES
	.endm

/* Registers that a function must preserve; the hart has their address. */
	.macro	SAVE_CALLEE
	addi	sp, sp, -16 * REGBYTES
	REG_S	ra, 0 * REGBYTES(sp)
	REG_S	s0, 1 * REGBYTES(sp)
	REG_S	s1, 2 * REGBYTES(sp)
	REG_S	s2, 3 * REGBYTES(sp)
	REG_S	s3, 4 * REGBYTES(sp)
	REG_S	s4, 5 * REGBYTES(sp)
	REG_S	s5, 6 * REGBYTES(sp)
	REG_S	s6, 7 * REGBYTES(sp)
	REG_S	s7, 8 * REGBYTES(sp)
	REG_S	s8, 9 * REGBYTES(sp)
	REG_S	s9, 10 * REGBYTES(sp)
	REG_S	s10, 11 * REGBYTES(sp)
	REG_S	s11, 12 * REGBYTES(sp)
	REG_S	sp, HART_SP(tp)
	.endm

	.macro	REST_CALLEE
	REG_L	ra, 0 * REGBYTES(sp)
	REG_L	s0, 1 * REGBYTES(sp)
	REG_L	s1, 2 * REGBYTES(sp)
	REG_L	s2, 3 * REGBYTES(sp)
	REG_L	s3, 4 * REGBYTES(sp)
	REG_L	s4, 5 * REGBYTES(sp)
	REG_L	s5, 6 * REGBYTES(sp)
	REG_L	s6, 7 * REGBYTES(sp)
	REG_L	s7, 8 * REGBYTES(sp)
	REG_L	s8, 9 * REGBYTES(sp)
	REG_L	s9, 10 * REGBYTES(sp)
	REG_L	s10, 11 * REGBYTES(sp)
	REG_L	s11, 12 * REGBYTES(sp)
	addi	sp, sp, 16 * REGBYTES
	.endm

	.align	2
	.globl	trap_entry
trap_entry:
	SAVE_REGS
	call	hart_trap
	REST_REGS
	sret

/*
 * Supervisor software event: a6 = hartid, a7 = struct hart. All other registers
 * belong to the interrupted code; completion restores a6 and a7.
 */
	.globl	hart_sse_entry
hart_sse_entry:
	SAVE_REGS
	mv	a0, a7
	call	hart_sse
	REST_REGS
	li	a7, SBI_EID_SSE
	li	a6, SBI_SSE_COMPLETE
	ecall
	unimp

/*
 * long hart_suspend(unsigned long type): SBI HSM suspend, and hart_sleep() SBI
 * system suspend. Returns here for every type: registers are on the stack,
 * whose address the hart has.
 */
	.globl	hart_suspend, hart_sleep
hart_sleep:
	SAVE_CALLEE
	li	a7, SBI_EID_SUSP
	li	a6, SBI_SUSP_SUSPEND
	j	2f
hart_suspend:
	SAVE_CALLEE
	li	a7, SBI_EID_HSM
	li	a6, SBI_HSM_SUSPEND
2:	la	a1, hart_resume
	mv	a2, tp
	ecall
	j	1f
	.globl	hart_resume
hart_resume:	/* a0 = hartid, a1 = opaque */
	mv	tp, a1
	REG_L	sp, HART_SP(tp)
	la	t0, trap_entry
	csrw	stvec, t0
	li	a0, 0
1:
	REST_CALLEE
	ret

/*
 * long hart_pause(void): SBI HSM stop. Returns when another hart starts this
 * one at hart_resume with its struct hart.
 */
	.globl	hart_pause
hart_pause:
	SAVE_CALLEE
	li	a7, SBI_EID_HSM
	li	a6, SBI_HSM_STOP
	ecall
	j	1b

/*
 * void sbi_call_registers(unsigned long regs[32]): an SBI call with x1 and x3
 * to x31 loaded from regs, and all stored after it; regs[0] gets the value of
 * sp before it.
 */
	.globl	sbi_call_registers
sbi_call_registers:
	addi	sp, sp, -32 * REGBYTES
	REG_S	ra, 0 * REGBYTES(sp)
	REG_S	gp, 1 * REGBYTES(sp)
	REG_S	tp, 2 * REGBYTES(sp)
	REG_S	a0, 3 * REGBYTES(sp)
	REG_S	s0, 4 * REGBYTES(sp)
	REG_S	s1, 5 * REGBYTES(sp)
	REG_S	s2, 6 * REGBYTES(sp)
	REG_S	s3, 7 * REGBYTES(sp)
	REG_S	s4, 8 * REGBYTES(sp)
	REG_S	s5, 9 * REGBYTES(sp)
	REG_S	s6, 10 * REGBYTES(sp)
	REG_S	s7, 11 * REGBYTES(sp)
	REG_S	s8, 12 * REGBYTES(sp)
	REG_S	s9, 13 * REGBYTES(sp)
	REG_S	s10, 14 * REGBYTES(sp)
	REG_S	s11, 15 * REGBYTES(sp)
	REG_S	sp, 0 * REGBYTES(a0)
	REG_L	x1, 1 * REGBYTES(a0)
	REG_L	x3, 3 * REGBYTES(a0)
	REG_L	x4, 4 * REGBYTES(a0)
	REG_L	x5, 5 * REGBYTES(a0)
	REG_L	x6, 6 * REGBYTES(a0)
	REG_L	x7, 7 * REGBYTES(a0)
	REG_L	x8, 8 * REGBYTES(a0)
	REG_L	x9, 9 * REGBYTES(a0)
	REG_L	x11, 11 * REGBYTES(a0)
	REG_L	x12, 12 * REGBYTES(a0)
	REG_L	x13, 13 * REGBYTES(a0)
	REG_L	x14, 14 * REGBYTES(a0)
	REG_L	x15, 15 * REGBYTES(a0)
	REG_L	x16, 16 * REGBYTES(a0)
	REG_L	x17, 17 * REGBYTES(a0)
	REG_L	x18, 18 * REGBYTES(a0)
	REG_L	x19, 19 * REGBYTES(a0)
	REG_L	x20, 20 * REGBYTES(a0)
	REG_L	x21, 21 * REGBYTES(a0)
	REG_L	x22, 22 * REGBYTES(a0)
	REG_L	x23, 23 * REGBYTES(a0)
	REG_L	x24, 24 * REGBYTES(a0)
	REG_L	x25, 25 * REGBYTES(a0)
	REG_L	x26, 26 * REGBYTES(a0)
	REG_L	x27, 27 * REGBYTES(a0)
	REG_L	x28, 28 * REGBYTES(a0)
	REG_L	x29, 29 * REGBYTES(a0)
	REG_L	x30, 30 * REGBYTES(a0)
	REG_L	x31, 31 * REGBYTES(a0)
	REG_L	x10, 10 * REGBYTES(a0)
	ecall
	REG_S	ra, 16 * REGBYTES(sp)
	REG_L	ra, 3 * REGBYTES(sp)
	REG_S	sp, 2 * REGBYTES(ra)
	REG_S	x3, 3 * REGBYTES(ra)
	REG_S	x4, 4 * REGBYTES(ra)
	REG_S	x5, 5 * REGBYTES(ra)
	REG_S	x6, 6 * REGBYTES(ra)
	REG_S	x7, 7 * REGBYTES(ra)
	REG_S	x8, 8 * REGBYTES(ra)
	REG_S	x9, 9 * REGBYTES(ra)
	REG_S	x10, 10 * REGBYTES(ra)
	REG_S	x11, 11 * REGBYTES(ra)
	REG_S	x12, 12 * REGBYTES(ra)
	REG_S	x13, 13 * REGBYTES(ra)
	REG_S	x14, 14 * REGBYTES(ra)
	REG_S	x15, 15 * REGBYTES(ra)
	REG_S	x16, 16 * REGBYTES(ra)
	REG_S	x17, 17 * REGBYTES(ra)
	REG_S	x18, 18 * REGBYTES(ra)
	REG_S	x19, 19 * REGBYTES(ra)
	REG_S	x20, 20 * REGBYTES(ra)
	REG_S	x21, 21 * REGBYTES(ra)
	REG_S	x22, 22 * REGBYTES(ra)
	REG_S	x23, 23 * REGBYTES(ra)
	REG_S	x24, 24 * REGBYTES(ra)
	REG_S	x25, 25 * REGBYTES(ra)
	REG_S	x26, 26 * REGBYTES(ra)
	REG_S	x27, 27 * REGBYTES(ra)
	REG_S	x28, 28 * REGBYTES(ra)
	REG_S	x29, 29 * REGBYTES(ra)
	REG_S	x30, 30 * REGBYTES(ra)
	REG_S	x31, 31 * REGBYTES(ra)
	mv	a0, ra
	REG_L	ra, 16 * REGBYTES(sp)
	REG_S	ra, 1 * REGBYTES(a0)
	REG_L	ra, 0 * REGBYTES(sp)
	REG_L	gp, 1 * REGBYTES(sp)
	REG_L	tp, 2 * REGBYTES(sp)
	REG_L	s0, 4 * REGBYTES(sp)
	REG_L	s1, 5 * REGBYTES(sp)
	REG_L	s2, 6 * REGBYTES(sp)
	REG_L	s3, 7 * REGBYTES(sp)
	REG_L	s4, 8 * REGBYTES(sp)
	REG_L	s5, 9 * REGBYTES(sp)
	REG_L	s6, 10 * REGBYTES(sp)
	REG_L	s7, 11 * REGBYTES(sp)
	REG_L	s8, 12 * REGBYTES(sp)
	REG_L	s9, 13 * REGBYTES(sp)
	REG_L	s10, 14 * REGBYTES(sp)
	REG_L	s11, 15 * REGBYTES(sp)
	addi	sp, sp, 32 * REGBYTES
	ret

/*
 * void hart_user(void (*fn)(unsigned long), unsigned long arg): run fn in
 * U-mode. It must end with an ecall, not return. hart_guest() and
 * hart_guest_user(): the same in VS- and VU-mode.
 */
	.globl	hart_user, hart_guest, hart_guest_user
hart_guest_user:
	li	t0, HSTATUS_SPV_BIT
	csrs	CSR_HSTATUS, t0
	REG_S	t0, HART_GUEST(tp)
hart_user:
	SAVE_CALLEE
	li	t0, SSTATUS_SPP_BIT
	csrc	sstatus, t0
	j	1f
hart_guest:
	SAVE_CALLEE
	li	t0, HSTATUS_SPV_BIT
	csrs	CSR_HSTATUS, t0
	REG_S	t0, HART_GUEST(tp)
	li	t0, SSTATUS_SPP_BIT
	csrs	sstatus, t0
1:	csrw	sepc, a0
	mv	a0, a1
	sret
	.globl	hart_user_back
hart_user_back:	/* after that ecall the trap handler returns to here */
	REG_L	sp, HART_SP(tp)
	REST_CALLEE
	ret

/* csr_stubs[n]: a0 = CSR CYCLE + n; csrh_stubs[n]: a0 = CSR CYCLEH + n. */
	.option	push
	.option	norvc
	.align	3
	.globl	csr_stubs
csr_stubs:
	.set	n, 0xc00
	.rept	32
	csrr	a0, n
	ret
	.set	n, n + 1
	.endr
#if __riscv_xlen == 32
	.globl	csrh_stubs
csrh_stubs:
	.set	n, 0xc80
	.rept	32
	csrr	a0, n
	ret
	.set	n, n + 1
	.endr
#endif
	.option	pop
