/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A and D, which the hart sets in a page table: a superpage at 0x40000000 maps
 * the start of RAM, for loads and stores of M-mode through MPRV. Then a device
 * fills the table, which is ordinary memory after a fence.
 */
#define FW_CFG_DMA 0x10100010
#define MPP_S (1 << 11)
#define MPP_M (3 << 11)
#define MPRV (1 << 17)
#define V_R_W 7
#define VIRTUAL 0x40000000
#define RAM_ENTRY (0x80000000 >> 2 | V_R_W)

#if __riscv_xlen == 64
#define S sd
#define ADUE 61
#define MENVCFG menvcfg
#define SATP_MODE (8 << 60)
#define AT (VIRTUAL >> 30 << 3)
#else
#define S sw
#define ADUE 29
#define MENVCFG 0x31a
#define SATP_MODE (1 << 31)
#define AT (VIRTUAL >> 22 << 2)
#endif

/* Store the lower half of a register at s4 + \at. */
.macro	big_endian reg, at
	mv	t1, \reg
	sb	t1, \at + 3(s4)
	srli	t1, t1, 8
	sb	t1, \at + 2(s4)
	srli	t1, t1, 8
	sb	t1, \at + 1(s4)
	srli	t1, t1, 8
	sb	t1, \at(s4)
.endm

	.globl _start
_start:
	la	t0, last
	csrw	mtvec, t0
	li	t0, -1
	csrw	pmpaddr0, t0
	li	t0, 0x1f
	csrw	pmpcfg0, t0
	li	t0, 1 << ADUE
	csrs	MENVCFG, t0
	la	s0, root
	li	t0, AT
	add	s1, s0, t0
	li	t0, RAM_ENTRY
	S	t0, 0(s1)
	srli	t0, s0, 12
	li	t1, SATP_MODE
	or	t0, t0, t1
	csrw	satp, t0
	sfence.vma
	li	t0, MPP_M
	csrc	mstatus, t0
	li	t0, MPP_S | MPRV
	csrs	mstatus, t0

	/* A, then D, with a fence, since the hart caches the translation */
	li	s2, VIRTUAL + 0x800
	li	s3, 0x55
	lw	t0, 0(s2)
	sfence.vma
	lw	t0, 0(s2)
	sw	s3, 0(s2)
	sfence.vma
	lw	t0, 0(s2)
	sfence.vma
	li	t0, MPRV
	csrc	mstatus, t0
	la	s4, command
	big_endian s1, 12
	big_endian s4, 16
	lw	t0, 16(s4)
	li	t1, FW_CFG_DMA
	sw	zero, 0(t1)
	sw	t0, 4(t1)
	lw	t0, 0(s1)
last:
	nop
	j	last

	/* Select key 0, and read it: 8 bytes that begin with "QEMU" */
	.balign	8
command:
	.byte	0, 0, 0, 0x0a
	.byte	0, 0, 0, 8
	.word	0, 0
	.word	0

	.balign	4096
root:
	.zero	4096
