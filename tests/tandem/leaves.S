/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bits of leaves above the page number (Svnapot, Svpbmt), valid and reserved:
 * loads and stores of M-mode through MPRV, and s5 counts their faults. Sv39,
 * three levels to 16 entries for one page of 64 KiB.
 */
#define MPP_S (1 << 11)
#define MPP_M (3 << 11)
#define MPRV (1 << 17)
#define SATP_SV39 (8 << 60)
#define PBMTE 62
#define V_R_W_A_D 0xc7
#define N (1<<63)
#define NC (1<<61)
#define NAPOT_64K (8<<10)
/* 64 KiB in RAM, mapped at 0x10000 */
#define FRAME 0x80010000
#define VIRTUAL 0x10000

/* Leaves of the pages get these bits in addition to their usual ones. */
.macro	leaves bits
	li	t0, (FRAME >> 2 | V_R_W_A_D) | (\bits)
	lla	t1, leaf + 16 * 8
	li	t2, 16
1:	sd	t0, 0(t1)
	addi	t1, t1, 8
	addi	t2, t2, -1
	bnez	t2, 1b
	sfence.vma
.endm

/* A store, and a load, in the first, an inner and the last page. */
.macro	access
	csrs	mstatus, s1
	sd	s0, 0(s2)
	ld	t0, 0(s2)
	sd	s2, 8(s3)
	ld	t0, 8(s3)
	sd	s3, 16(s4)
	ld	t0, 16(s4)
	csrc	mstatus, s1
	addi	s0, s0, 1
.endm

	.globl	_start
_start:
	la	t0, fault
	csrw	mtvec, t0
	li	t0, -1
	csrw	pmpaddr0, t0
	li	t0, 0x1f
	csrw	pmpcfg0, t0
	la	t0, middle
	srli	t0, t0, 2
	ori	t0, t0, 1
	la	t1, root
	sd	t0, 0(t1)
	srli	t1, t1, 12
	li	t0, SATP_SV39
	or	t0, t0, t1
	csrw	satp, t0
	la	t0, leaf
	srli	t0, t0, 2
	ori	t0, t0, 1
	la	t1, middle
	sd	t0, 0(t1)
	li	t0, MPP_M
	csrc	mstatus, t0
	li	t0, MPP_S
	csrs	mstatus, t0
	li	s0, 0x55
	li	s1, MPRV
	li	s2, VIRTUAL
	li	s3, VIRTUAL + 0x5000
	li	s4, VIRTUAL + 0xf000
	li	s5, 0

	/* one frame for all, then 16 */
	leaves	0
	access
	leaves	(N|NAPOT_64K)
	access
	/* other sizes are reserved */
	leaves	N
	access
	leaves	(N|NAPOT_64K|1<<10)
	access
	/* types of memory are reserved unless they are enabled */
	li	s6, 1
	slli	s6, s6, PBMTE
	csrc	menvcfg, s6
	leaves	NC
	access
	csrs	menvcfg, s6
	leaves	NC
	access
	leaves	(N|NAPOT_64K|NC)
	access
	li	t0, FRAME + 0x5008
	ld	t0, 0(t0)
last:
	nop
	j	last

	/*
	 * Continue after it, in M-mode, and with the MPP that the trap has
	 * changed
	 */
	.balign	4
fault:
	addi	s5, s5, 1
	csrr	t3, mepc
	lhu	t4, 0(t3)
	andi	t4, t4, 3
	addi	t4, t4, -3
	snez	t4, t4
	slli	t4, t4, 1
	addi	t3, t3, 4
	sub	t3, t3, t4
	li	t4, MPP_M
	csrc	mstatus, t4
	li	t4, MPP_S
	csrs	mstatus, t4
	jr	t3

	.balign	4096
root:	.zero	4096
middle:	.zero	4096
leaf:	.zero	4096
