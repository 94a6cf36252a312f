/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CSRs by number, for OpenSBI and the libraries. OpenSBI has a case of a switch
 * for each CSR, which makes 34 kB. Here a CSR has twelve bytes, and a table of
 * bytes finds the blocks of 32 CSRs that exist. Numbers between those of a
 * block are illegal instructions; a number of no block is a defect of the caller.
 *
 * The blocks hold all that OpenSBI asks for by number: PMP, counters and their
 * events, and the custom registers of M-mode. Wrapped calls reach these two
 * functions (hooks.h), and the linker drops OpenSBI's.
 */

#define BLOCK_BITS	5
#define BLOCK_CSRS	(1 << BLOCK_BITS)
#define CSR_BITS	12
/* Bytes of a read and of a write, each with its return */
#define ACCESS_SIZE	6

	.option	push
	.option	norvc
	.option	norelax

/* One block: all its reads and writes, and the way to its first in the table. */
	.macro	block first
	.set	here, csrs - \first
	.set	csr, \first
	.rept	BLOCK_CSRS
	csrr	a0, csr
	.option	rvc
	ret
	.option	norvc
	csrw	csr, a1
	.option	rvc
	ret
	.option	norvc
	.set	csr, csr + 1
	.endr
	.set	csrs, csrs + BLOCK_CSRS
	.pushsection .text.csr_num, 0
	.org	csr_blocks + (\first >> BLOCK_BITS << 1)
	.half	here
	.popsection
	.endm

/*
 * For each block of CSRs the index of its first in csr_accesses, less the number
 * of its first; or 0. It is text, since its distance to the accesses is a constant.
 */
	.section .text.csr_num, "ax"
	.balign	4
csr_blocks:
	.subsection 1
csr_accesses:
	.set	csrs, 0
	block	0x320		/* mcountinhibit, mcyclecfg, mhpmevent3 to 31 */
	block	0x3a0		/* pmpcfg0 to 15, pmpaddr0 to 63 */
	block	0x3c0
	block	0x3e0
#if __riscv_xlen == 32
	block	0x720		/* the upper halves of 0x320 */
#endif
	block	0x7e0
	block	0xb00		/* mcycle to mhpmcounter31 */
#if __riscv_xlen == 32
	block	0xb80
#endif
	block	0xbc0
	.option	pop

	.subsection 0
	.org	csr_blocks + (2 << CSR_BITS >> BLOCK_BITS)
	.section .rodata.csr_num, "a"
csr_unknown:
	.asciz	"no CSR %#x\n"

/* Jumps to the access of CSR a0 that begins \offset bytes behind its first. */
	.macro	access offset
	srli	t0, a0, CSR_BITS
	bnez	t0, csr_panic
	lla	t1, csr_blocks
	srli	t0, a0, BLOCK_BITS
	slli	t0, t0, 1
	add	t0, t0, t1
	lh	t0, (t0)
	beqz	t0, csr_panic
	add	t0, t0, a0
	slli	t2, t0, 1
	add	t0, t0, t2
	slli	t0, t0, 2
	add	t0, t0, t1
	jr	(2 << CSR_BITS >> BLOCK_BITS) + \offset(t0)
	.endm

/* unsigned long csr_read_num(int csr_num); */
	.section .text.csr_num, "ax"
	.subsection 2
	.globl	__wrap_csr_read_num
	.type	__wrap_csr_read_num, @function
__wrap_csr_read_num:
	access	0
	.size	__wrap_csr_read_num, . - __wrap_csr_read_num

/* void csr_write_num(int csr_num, unsigned long val); */
	.globl	__wrap_csr_write_num
	.type	__wrap_csr_write_num, @function
__wrap_csr_write_num:
	access	ACCESS_SIZE
	.size	__wrap_csr_write_num, . - __wrap_csr_write_num

csr_panic:
	mv	a1, a0
	lla	a0, csr_unknown
	tail	sbi_panic
