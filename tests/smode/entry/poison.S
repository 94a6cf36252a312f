/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An earlier boot stage in M-mode that leaves Control Transfer Records in the
 * worst possible state, and then jumps to the address at which QEMU's harts
 * start after a reset. It skips absent registers.
 */
#define RESET_VECTOR 0x1000

	.globl	_start
	.option	norvc
	.text
_start:
	la	t0, skip
	csrw	mtvec, t0
	li	t1, -1
	csrw	0x30c, t1	/* mstateen0 */
#if __riscv_xlen == 32
	csrw	0x31c, t1	/* mstateen0h */
	csrw	0x61c, t1	/* hstateen0h */
#endif
	csrw	0x60c, t1	/* hstateen0 */
	csrw	0x24e, t1	/* vsctrctl */
	li	t0, 4
	csrw	0x15f, t0	/* sctrdepth */
	li	t0, 77
	csrw	0x14f, t0	/* sctrstatus */
	li	t0, 0x271
	csrw	0x150, t0	/* siselect */
	li	t0, 0x1307	/* no filters: M, S, U, STE, MTE, LCOFIFRZ */
	csrw	0x34e, t0	/* mctrctl */
	li	t0, 300
1:	jal	2f
	addi	t0, t0, -1
	bnez	t0, 1b
	li	t0, RESET_VECTOR
	jr	t0
2:	ret

	.align	2
skip:
	csrr	t2, mepc
	addi	t2, t2, 4
	csrw	mepc, t2
	mret
