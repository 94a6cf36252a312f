/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every line of stock OpenSBI's console. A line that console_glue_drop() drops
 * ends here; all others go to OpenSBI with all their arguments, of which C
 * would not know the number.
 */
#include <sbi/riscv_asm.h>

#define WORD __SIZEOF_POINTER__

	.section .text.console_printf, "ax", %progbits

/* int __wrap_sbi_printf(const char *format, ...) */
	.globl	__wrap_sbi_printf
	.align	1
__wrap_sbi_printf:
	addi	sp, sp, -16 * WORD
	REG_S	ra, 8 * WORD(sp)
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	REG_S	a\n, \n * WORD(sp)
	.endr
	call	console_glue_drop
	mv	t0, a0
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	REG_L	a\n, \n * WORD(sp)
	.endr
	REG_L	ra, 8 * WORD(sp)
	addi	sp, sp, 16 * WORD
	bnez	t0, 1f
	tail	__real_sbi_printf
1:	li	a0, 0
	ret
