/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The handler of faults while C loads and stores memory that S-mode named,
 * between hart_shmem_guard() and hart_shmem_unguard(): it skips the
 * instruction, and mcause shows the fault afterwards. mret ends the trap for
 * the hart.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>

	.section .text.shmem_guard, "ax", %progbits

	.globl	shmem_pass_over
	.align	6
shmem_pass_over:
	/* C stores nothing below its stack pointer */
	REG_S	t0, -1 * __SIZEOF_POINTER__(sp)
	REG_S	t1, -2 * __SIZEOF_POINTER__(sp)
	csrr	t0, CSR_MEPC
	lhu	t1, 0(t0)
	/* Instructions of four bytes have the two lower bits set */
	andi	t1, t1, 3
	addi	t1, t1, 1
	andi	t1, t1, 4
	srli	t1, t1, 1
	addi	t1, t1, 2
	add	t0, t0, t1
	csrw	CSR_MEPC, t0
	REG_L	t1, -2 * __SIZEOF_POINTER__(sp)
	REG_L	t0, -1 * __SIZEOF_POINTER__(sp)
	mret
