/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mark_stubs[n]: the hint that platform/qemu/count/count.c takes for the
 * beginning of a sample of row n, or for the end of a sample if n is 0. The
 * instruction contains the number of the row, hence one function for each.
 */
	.section .text.mark, "ax"
	.option	push
	.option	norvc
	.align	3
	.globl	mark_stubs
mark_stubs:
	.set	n, 0
	.rept	256
	slti	x0, x0, n
	ret
	.set	n, n + 1
	.endr
	.option	pop
