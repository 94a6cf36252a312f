/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * M-mode program for QEMU's virt machine: can the counter overflow interrupt
 * (Sscofpmf: LCOFI, bit 13 of mie) be enabled? QEMU's exit status is the
 * answer, 0 for yes and 1 for no, through the machine's test device.
 */
	.globl	_start
_start:
	li	t0, 1 << 13
	csrs	mie, t0
	csrr	t1, mie
	and	t1, t1, t0
	li	t2, 0x5555
	bnez	t1, 1f
	li	t2, 0x13333
1:	li	t0, 0x100000
	sw	t2, 0(t0)
2:	j	2b
