/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Triggers that fire, and triggers that do not: at the pc, at loads, stores and
 * AMOs, beside the address, in a mode or with a bit of mstatus that prevents
 * it, of both types, and the second of two. The handler turns off the trigger
 * that has fired, and returns to the instruction; s1 counts. Ends as
 * riscv-tests do.
 *
 * corpus-convert/spike-triggers.log.gz is Spike's log of it up to the loop:
 * spike --isa=rv64gc -l --log-commits --log=spike-triggers.log triggers64.elf
 */
#define MIE 8
#define MPP_M (3 << 11)
#define MPRV (1 << 17)
#define EXECUTE 4
#define STORE 2
#define LOAD 1
#define IN_M (1 << 6)
#define IN_U (1 << 3)
#define OLD (2 << (__riscv_xlen - 4))
#define NEW (6 << (__riscv_xlen - 4))

/* arm NUMBER ADDRESS CONTROL: the address is in a register */
.macro	arm number address control
	li	t0, \number
	csrw	tselect, t0
	li	t0, OLD
	csrw	tdata1, t0
	csrw	tdata2, \address
	li	t0, \control
	csrw	tdata1, t0
.endm

	.globl _start
_start:
	lla	t0, handler
	csrw	mtvec, t0
	li	t0, -1
	csrw	pmpaddr0, t0
	li	t0, 0x1f
	csrw	pmpcfg0, t0
	lla	s0, data
	li	s1, 0
	csrsi	mstatus, MIE

	/* at the pc */
	lla	a0, 1f
	arm	0, a0, OLD | IN_M | EXECUTE
	nop
1:	nop
	lla	a0, 1f
	arm	0, a0, NEW | IN_M | EXECUTE
	nop
1:	addi	a1, a1, 1
	/* ... of another mode; with interrupts off, and on again */
	lla	a0, 1f
	arm	0, a0, OLD | IN_U | EXECUTE
1:	nop
	lla	a0, 1f
	arm	0, a0, OLD | IN_M | EXECUTE
	csrci	mstatus, MIE
1:	nop
	csrsi	mstatus, MIE
	li	t0, OLD
	csrw	tdata1, t0

	/*
	 * loads: at the address, and at bytes of the access after its first one
	 */
	arm	0, s0, OLD | IN_M | LOAD
	sw	a1, 0(s0)
	lw	a2, -4(s0)
	lw	a2, 0(s0)
	arm	0, s0, NEW | IN_M | LOAD
	lh	a2, 0(s0)
	addi	a0, s0, 2
	arm	0, a0, OLD | IN_M | LOAD
	lb	a2, 1(s0)
	lw	a2, 0(s0)

	/* after the address, where some harts watch several bytes */
	arm	0, s0, OLD | IN_M | LOAD
	lb	a2, 1(s0)
	arm	0, s0, OLD | IN_M | LOAD
	lb	a2, 3(s0)
	arm	0, s0, OLD | IN_M | LOAD
	lb	a2, 4(s0)
	arm	0, s0, OLD | IN_M | LOAD
	lb	a2, 7(s0)
	arm	0, s0, OLD | IN_M | LOAD
	lb	a2, 8(s0)

	/* stores, and AMOs, which load and store */
	arm	0, s0, OLD | IN_M | STORE
	lw	a2, 0(s0)
	sw	a1, 0(s0)
	arm	0, s0, NEW | IN_M | STORE
	sb	a1, 0(s0)
	arm	0, s0, OLD | IN_M | LOAD
	amoadd.w a2, a1, (s0)
	arm	0, s0, OLD | IN_M | STORE
	amoadd.w a2, a1, (s0)
	arm	0, s0, OLD | IN_M | LOAD | STORE
	lr.w	a2, (s0)
	li	t0, OLD
	csrw	tdata1, t0

	/* the second of two, then the first, whose old value is read */
	arm	0, s0, OLD
	li	t0, OLD | IN_M | STORE
	csrrw	t1, tdata1, t0
	addi	a0, s0, 32
	arm	1, a0, OLD | IN_M | LOAD
	lw	a2, 32(s0)
	csrw	tselect, zero
	sw	a1, 0(s0)

	/* M-mode's, where the hart is in U-mode; then U-mode's */
	arm	0, s0, OLD | IN_M | LOAD
	li	t0, MPP_M
	csrc	mstatus, t0
	lla	t0, user
	csrw	mepc, t0
	mret
user:
	lw	a2, 0(s0)
	ecall
	/* from here on U-mode's: the handler has changed it */
	lw	a2, 0(s0)
	ecall

done:
	li	t0, 1
	lla	t1, tohost
	sw	t0, 0(t1)
	sw	zero, 4(t1)
1:	j	1b

	.balign 4
handler:
	csrr	t2, mcause
	csrr	t3, mepc
	csrr	t4, mtval
	addi	t2, t2, -3
	beqz	t2, fired
	addi	t3, t3, 4
	csrw	mepc, t3
	bnez	s2, last
	li	s2, 1
	arm	0, s0, OLD | IN_U | LOAD
	mret
last:
	li	t0, MPP_M
	csrs	mstatus, t0
	lla	t0, done
	csrw	mepc, t0
	mret
fired:
	addi	s1, s1, 1
	li	t0, OLD
	csrw	tdata1, t0
	mret

	.balign 64
	.dword	0
	.globl	data
data:
	.dword	0x1122334455667788
	.fill	7, 8, 3
	.globl	tohost
	.balign 64
tohost:	.dword	0
	.globl	fromhost
	.balign 64
fromhost: .dword 0
