/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The routines of GCC's -msave-restore. __riscv_save_N, with t0 as its return
 * address, makes a frame and saves ra and s0 to sN-1 below its upper end;
 * __riscv_restore_N takes them back and returns for its caller. The frame is
 * N + 1 registers, rounded up to 16 bytes, so one routine serves all N with the
 * same frame. Objects for speed have their own prologues (firmware/link.mk).
 */

#if __riscv_xlen == 64
#define STORE	sd
#define LOAD	ld
#define SIZE	8
#else
#define STORE	sw
#define LOAD	lw
#define SIZE	4
#endif

	.macro	each op, frame, count
	\op	ra, \frame - SIZE(sp)
	.set	below, \frame - SIZE
	.set	left, \count
	.irp	reg, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
	.if	left > 0
	.set	below, below - SIZE
	.set	left, left - 1
	\op	\reg, below(sp)
	.endif
	.endr
	.endm

	.macro	name count
	.globl	__riscv_save_\count, __riscv_restore_\count
	.hidden	__riscv_save_\count, __riscv_restore_\count
	.type	__riscv_save_\count, @function
	.type	__riscv_restore_\count, @function
	.endm

	.macro	routines frame, count
	name	\count
__riscv_save_\count:
	addi	sp, sp, -\frame
	each	STORE, \frame, \count
	jr	t0
	.size	__riscv_save_\count, . - __riscv_save_\count
__riscv_restore_\count:
	each	LOAD, \frame, \count
	addi	sp, sp, \frame
	ret
	.size	__riscv_restore_\count, . - __riscv_restore_\count
	.endm

	.macro	same as, counts:vararg
	.irp	count, \counts
	name	\count
	.set	__riscv_save_\count, __riscv_save_\as
	.set	__riscv_restore_\count, __riscv_restore_\as
	.endr
	.endm

	.section .text.save_restore, "ax"
#if __riscv_xlen == 64
	routines 112, 12
	routines 96, 11
	routines 80, 9
	routines 64, 7
	routines 48, 5
	routines 32, 3
	same	11, 10
	same	9, 8
	same	7, 6
	same	5, 4
#else
	routines 64, 12
	routines 48, 11
	routines 32, 7
	routines 16, 3
	same	11, 10, 9, 8
	same	7, 6, 5, 4
#endif
	same	3, 2, 1, 0
