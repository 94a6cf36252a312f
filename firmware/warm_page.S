/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where harts of MIPS' P8700 come out of reset: an instruction at the start of a
 * page. OpenSBI's object has 4 KiB of code for it. As the first of the constants,
 * which begin with a page, it takes no more than its size. M-mode executes from
 * there, too: code and constants are one region of the PMP.
 */
	.section .rodata.mips_warm_boot, "a", %progbits
	.align	12
	.globl	mips_warm_boot
mips_warm_boot:
	j	_start_warm
