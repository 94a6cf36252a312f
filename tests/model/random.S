/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs random instructions on a bare machine, block after block, and prints the
 * state after each. random.c writes the blocks after this code. An exception
 * that is not at the end of a block is mixed into a signature, and its
 * instruction is skipped. Exceptions are handled in M-mode, whatever mode the
 * block is in.
 */
#if __riscv_xlen == 64
#define LX ld
#define SX sd
#define XBYTES 8
#else
#define LX lw
#define SX sw
#define XBYTES 4
#endif

#define SIGNATURE (32 * XBYTES)

#define UART 0x10000000
#define FINISHER 0x100000
#define FINISHED 0x5555
#define MSTATUS_FS 0x6000
#define MSTATUS_MPP 0x1800

	.option norvc
	.option norelax
	.section .text
	.globl _start
_start:
	lla	sp, save
	csrw	mscratch, sp
	lla	t0, handler
	csrw	mtvec, t0
	csrw	mideleg, zero
	csrw	medeleg, zero
	csrw	mie, zero
	li	t0, -1
	csrw	pmpaddr0, t0
	li	t0, 0x1f
	csrw	pmpcfg0, t0
	li	t0, MSTATUS_FS
	csrs	mstatus, t0
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	fmv.w.x	f\n, zero
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	fmv.w.x	f\n, zero
	.endr
	mv	s0, sp
	lla	s1, block_number
	j	next_block

/*
 * sp becomes the save area, which has a place for each register; x0's is
 * unused.
 */
	.balign	4
handler:
	csrrw	sp, mscratch, sp
	.irp	n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	SX	x\n, \n * XBYTES(sp)
	.endr
	.irp	n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	SX	x\n, \n * XBYTES(sp)
	.endr
	csrrw	t0, mscratch, sp
	SX	t0, 2 * XBYTES(sp)
	mv	s0, sp
	lla	s1, block_number
	lla	s2, blocks
	csrr	t1, mepc
	sub	t1, t1, s2
	LX	s3, SIGNATURE(s0)
	jal	ra, mix
	csrr	t1, mcause
	jal	ra, mix
	csrr	t1, mtval
	jal	ra, mix
	csrr	t1, mstatus
	jal	ra, mix
	SX	s3, SIGNATURE(s0)
	lla	t0, block_end
	LX	t0, 0(t0)
	csrr	t1, mepc
	beq	t0, t1, end_of_block
	/* skip it */
	lhu	t2, 0(t1)
	andi	t2, t2, 3
	li	t3, 3
	addi	t1, t1, 2
	bne	t2, t3, 1f
	addi	t1, t1, 2
1:	csrw	mepc, t1

restore:
	.irp	n, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	LX	x\n, \n * XBYTES(sp)
	.endr
	.irp	n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	LX	x\n, \n * XBYTES(sp)
	.endr
	LX	x2, 2 * XBYTES(sp)
	mret

/* s3 = s3 * 33 + t1 */
mix:
	slli	t0, s3, 5
	add	s3, s3, t0
	add	s3, s3, t1
	ret

/* t3: address, t4: number of bytes, a multiple of XLEN */
mix_memory:
	mv	s4, ra
1:	LX	t1, 0(t3)
	jal	ra, mix
	addi	t3, t3, XBYTES
	addi	t4, t4, -XBYTES
	bnez	t4, 1b
	jr	s4

end_of_block:
	/* prints the state */
	csrr	t1, mstatus
	jal	ra, mix
	li	t0, MSTATUS_FS
	csrs	mstatus, t0
	csrr	t1, fcsr
	jal	ra, mix
	.irp	csr, mie, mscratch, mcounteren, medeleg, mideleg, stvec
	csrr	t1, \csr
	jal	ra, mix
	.endr
	.irp	csr, sscratch, sepc, scause, stval, scounteren, menvcfg
	csrr	t1, \csr
	jal	ra, mix
	.endr
	lla	t0, float
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	fsd	f\n, \n * 8(t0)
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	fsd	f\n, \n * 8(t0)
	.endr
	mv	t3, t0
	li	t4, 32 * 8
	jal	ra, mix_memory
	addi	t3, s0, XBYTES
	li	t4, 31 * XBYTES
	jal	ra, mix_memory
	lla	t3, window
	li	t4, 1024
	jal	ra, mix_memory
	SX	s3, SIGNATURE(s0)
	/* eight digits of it, and a new line */
	li	t2, 28
	li	t3, UART
1:	srl	t1, s3, t2
	andi	t1, t1, 15
	lla	t0, digits
	add	t1, t1, t0
	lbu	t1, 0(t1)
	sb	t1, 0(t3)
	addi	t2, t2, -4
	bgez	t2, 1b
	li	t1, '\n'
	sb	t1, 0(t3)
	/* registers whose values must not remain */
	csrw	mie, zero
	csrw	mideleg, zero
	csrw	medeleg, zero

/* The table has mode (0, 1, 3), satp, and the end of each block. */
next_block:
	LX	t0, 0(s1)
	addi	t1, t0, 1
	SX	t1, 0(s1)
	li	t2, 3 * XBYTES
	mul	t0, t0, t2
	lla	t1, table
	add	t1, t1, t0
	LX	t2, 0(t1)
	bltz	t2, finish
	LX	t3, XBYTES(t1)
	csrw	satp, t3
	sfence.vma
	/* it starts at the end of the block before */
	lla	t4, block_end
	LX	t0, 0(t4)
	LX	t1, 2 * XBYTES(t1)
	SX	t1, 0(t4)
	beqz	t0, 1f
	addi	t0, t0, 4
	j	2f
1:	lla	t0, blocks
2:	csrw	mepc, t0
	li	t0, MSTATUS_MPP
	csrc	mstatus, t0
	slli	t2, t2, 11
	csrs	mstatus, t2
	/* pointers to the window, which blocks do not change */
	lla	t0, window
	addi	t1, t0, 512
	SX	t1, 2 * XBYTES(s0)
	addi	t1, t0, 256
	SX	t1, 8 * XBYTES(s0)
	SX	t1, 29 * XBYTES(s0)
	addi	t1, t0, 509
	SX	t1, 30 * XBYTES(s0)
	mv	sp, s0
	j	restore

finish:
	li	t0, FINISHER
	li	t1, FINISHED
	sw	t1, 0(t0)
1:	j	1b

digits:
	.ascii	"0123456789abcdef"

	.section .data
	/* addresses of tables, for random.c */
	.word	window - _start
	.word	page_tables - _start
	.word	table - _start
	.word	blocks - _start
	.balign	1024
save:	.fill	32, XBYTES, 0
	.dword	0 /* the signature */
block_number:
	.dword	0
block_end:
	.dword	0
	.balign	8
float:	.fill	32, 8, 0
	.balign	4096
window:	.fill	1024, 1, 0x5a
	/* random.c fills these */
	.balign	4096
page_tables:
	.fill	4096, 2, 0
table:	.fill	4096, 4, 0
	.balign	4096
blocks:
