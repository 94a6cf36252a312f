/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * M-mode program for QEMU's virt machine: which bits that this QEMU should
 * have cannot be set? Its exit status is the answer, through the machine's
 * test device: 1 for bit 13 of mie (LCOFI of Sscofpmf), 2 for mstatus.MPV,
 * 3 for both, 0 for none.
 */
	.globl	_start
_start:
	li	t2, 0
	li	t0, 1 << 13
	csrs	mie, t0
	csrr	t1, mie
	and	t1, t1, t0
	bnez	t1, 1f
	ori	t2, t2, 1
1:	li	t0, 1 << 39
	csrs	mstatus, t0
	csrr	t1, mstatus
	and	t1, t1, t0
	bnez	t1, 2f
	ori	t2, t2, 2
2:	slli	t2, t2, 16
	li	t0, 0x3333
	bnez	t2, 3f
	li	t0, 0x5555
3:	or	t2, t2, t0
	li	t0, 0x100000
	sw	t2, 0(t0)
4:	j	4b
