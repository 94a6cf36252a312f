/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The start of the probe, the way to places in other modes and back, and these
 * places. CSRs are numbers, for assemblers that do not know them.
 */
#define SCTRCTL 0x14e
#define SCTRSTATUS 0x14f
#define SCTRDEPTH 0x15f
#define SISELECT 0x150
#define MCTRCTL 0x34e

#if __riscv_xlen == 64
#define REG_S sd
#define REG_L ld
#define REGBYTES 8
#define POINTER .dword
#else
#define REG_S sw
#define REG_L lw
#define REGBYTES 4
#define POINTER .word
#endif

	.option	norvc
	.text
	.globl	_start
_start:
	csrr	t0, mhartid
1:	bnez	t0, 1b
	la	sp, stack_end
	call	probe_main
	li	t0, 0x100000
	li	t1, 0x5555
	sw	t1, 0(t0)
1:	j	1b

	.bss
	.align	4
	.skip	8192
stack_end:
	.globl	probe_no_mctrctl, probe_a0
probe_no_mctrctl:
	.skip	REGBYTES
probe_a0:
	.skip	REGBYTES

	.text
	.macro	SAVE
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
	csrw	mscratch, sp
	.endm

/* t1 = mode, t2 = pc */
	.macro	PREPARE
	li	t0, 3 << 11
	csrc	mstatus, t0
	slli	t1, t1, 11
	csrs	mstatus, t1
	csrw	mepc, t2
	la	t6, elsewhere
	mv	t3, t6
	mv	t4, t6
	mv	t5, t6
	.endm

	.globl	probe_go, probe_try
probe_go:
	SAVE
	REG_L	t1, 0 * REGBYTES(a0)
	REG_L	t2, 1 * REGBYTES(a0)
	PREPARE
	REG_L	t1, 2 * REGBYTES(a0)
	REG_L	t2, 3 * REGBYTES(a0)
	la	t0, probe_no_mctrctl
	REG_L	a1, 0(t0)
	csrw	SCTRCTL, zero
	.4byte	0x10400073	/* SCTRCLR */
	csrw	SCTRSTATUS, t2
	mv	ra, t6		/* for returns and swaps */
	mv	t0, t6
	bnez	a1, 1f
	csrw	MCTRCTL, t1
	mret
1:	csrw	SCTRCTL, t1
	mret

probe_try:
	SAVE
	mv	t1, a0
	mv	t2, a1
	PREPARE
	mret

	.align	2
	.globl	probe_m_entry
probe_m_entry:
	lui	sp, 0x80000
	csrs	SCTRSTATUS, sp
	.globl	probe_m_plain
	.align	2
probe_m_plain:	/* for harts without CTR, and accesses */
	csrr	sp, mscratch
	la	t0, probe_a0
	REG_S	a0, 0(t0)
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
	csrr	a0, mcause
	ret

	.align	2
	.globl	probe_s_entry
probe_s_entry:	/* it cannot freeze records where S-mode has no CTR */
	ecall

/* Targets of indirect and of direct jumps */
	.align	2
elsewhere:
	ecall

/* --- tables of places ----------------------------------------------------- */

	.macro	TABLE name
	.section .rodata
	.align	4
	.globl	probe_\name
probe_\name:
	.text
	.endm

	.macro	TABLE_END
	.section .rodata
	POINTER	0, 0
	.text
	.endm

	.macro	PLACE name
	.section .rodata
	POINTER	1f, 2f
	.pushsection .rodata.str
1:	.asciz	"\name"
	.popsection
	.text
	.align	2
2:
	.endm

	TABLE	transfers
	PLACE	"direct call"
	jal	ra, elsewhere
	PLACE	"direct call x5"
	jal	x5, elsewhere
	PLACE	"direct jump"
	jal	x0, elsewhere
	PLACE	"other direct jump"
	jal	t1, elsewhere
	PLACE	"indirect call"
	jalr	ra, 0(t6)
	PLACE	"indirect call x5"
	jalr	x5, 0(t6)
	PLACE	"indirect call x1 by x1"
	jalr	ra, 0(ra)
	PLACE	"swap"
	jalr	ra, 0(x5)
	PLACE	"swap x5"
	jalr	x5, 0(ra)
	PLACE	"return"
	jalr	x0, 0(ra)
	PLACE	"return x5"
	jalr	x0, 0(x5)
	PLACE	"return with linkage"
	jalr	t1, 0(ra)
	PLACE	"indirect jump"
	jalr	x0, 0(t6)
	PLACE	"other indirect jump"
	jalr	t1, 0(t6)
	PLACE	"taken branch"
	beq	x0, x0, elsewhere
	PLACE	"branch to the next"
	beq	x0, x0, 1f
1:	ecall
	PLACE	"not-taken branch"
	bne	x0, x0, elsewhere
	ecall
	.option	rvc
	PLACE	"c.j"
	.2byte	0xa011		/* to 4 bytes on */
	.2byte	1
	ecall
	PLACE	"c.jr ra"
	.2byte	0x8082
	PLACE	"c.jalr t6"
	.2byte	0x9f82
	PLACE	"c.jalr x5"
	.2byte	0x9282
	PLACE	"c.jr t6"
	.2byte	0x8f82
	.align	2
	.option	norvc
	TABLE_END

	TABLE	traps
	PLACE	"ecall"
	ecall
	PLACE	"breakpoint"
	ebreak
	PLACE	"illegal instruction"
	.4byte	0
	PLACE	"access fault"
	lw	zero, 0(zero)
	TABLE_END

	.macro	ACCESS name, csr
	PLACE	"\name"
	csrr	a0, \csr
	ecall
	.endm

	TABLE	accesses
	ACCESS	"sctrctl", 0x14e
	ACCESS	"sctrstatus", 0x14f
	ACCESS	"sctrdepth", 0x15f
	ACCESS	"siselect", 0x150
	ACCESS	"sireg", 0x151
	ACCESS	"sireg2", 0x152
	ACCESS	"sireg3", 0x153
	ACCESS	"sireg4", 0x155
	ACCESS	"sireg6", 0x157
	ACCESS	"mctrctl", 0x34e
	PLACE	"SCTRCLR"
	.4byte	0x10400073
	ecall
	TABLE_END

/* Calls, returns and swaps one after the other */
	TABLE	stack
	PLACE	"call, call"
	jal	ra, 1f
1:	jal	ra, elsewhere
	PLACE	"call, return"
	jal	ra, 1f
	ecall
1:	ret
	PLACE	"call, call, return"
	jal	ra, 1f
1:	jal	ra, 2f
	ecall
2:	ret
	PLACE	"call, swap"
	jal	ra, 1f
1:	jalr	ra, 0(x5)
	PLACE	"return"
	ret
	PLACE	"call, jump, branch"
	jal	ra, 1f
1:	j	2f
2:	beq	x0, x0, elsewhere
	TABLE_END

	.align	2
	.globl	probe_user, probe_sret, probe_wait
probe_user:
	ecall
probe_sret:
	sret
probe_wait:	/* an interrupt is taken before */
	nop
	ecall
