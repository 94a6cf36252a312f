/* SPDX-License-Identifier: BSD-2-Clause */
/* M-mode on QEMU's virt machine: a stack, program(), and the test finisher. */

#define FINISHER	0x100000
#define FINISHER_PASS	0x5555
#define FINISHER_FAIL	0x13333

	.section .text.start, "ax"
	.globl _start
_start:
	la	sp, stack_top
	call	program
	li	t0, FINISHER_PASS
	bnez	a0, 1f
	li	t0, FINISHER_FAIL
1:	li	t1, FINISHER
	sw	t0, 0(t1)
2:	wfi /* wait for the machine to stop, without more traced instructions */
	j	2b

	.bss
	.balign	16
	.skip	65536
stack_top:
