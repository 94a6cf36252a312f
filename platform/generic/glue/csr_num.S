/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CSRs by number, for OpenSBI and the libraries. OpenSBI has a case of a switch
 * for each CSR, which makes 34 kB. Here a CSR has twelve bytes, and a table of
 * bytes finds the blocks of 32 CSRs that exist. Numbers between those of a
 * block are illegal instructions; a number of no block is a defect of the caller.
 *
 * The blocks hold all that OpenSBI asks for by number: PMP, counters and their
 * events, and the custom registers of M-mode. Wrapped calls reach these two
 * functions (platform/generic/objects.mk), and the linker drops OpenSBI's.
 */

#define BLOCK_BITS	5
#define BLOCK_CSRS	(1 << BLOCK_BITS)
#define CSRS		4096
/* Bytes of a read and of a write, each with its return */
#define ACCESS_SIZE	6

	.option	push
	.option	norvc
	.option	norelax

/* One block: all its reads and writes, and its place in the table. */
	.macro	block first
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
	.set	blocks, blocks + 1
	.pushsection .rodata.csr_num, "a"
	.org	csr_blocks + (\first >> BLOCK_BITS)
	.byte	blocks
	.popsection
	.endm

	.section .rodata.csr_num, "a"
csr_blocks:
	.section .text.csr_num, "ax"
	.balign	4
csr_accesses:
	.set	blocks, 0
	block	0x320		/* mcountinhibit, mcyclecfg, mhpmevent3 to 31 */
	block	0x3a0		/* pmpcfg0 to 15, pmpaddr0 to 63 */
	block	0x3c0
	block	0x3e0
#if __riscv_xlen == 32
	block	0x720		/* the upper halves of 0x320 */
#endif
	block	0x7c0
	block	0x7e0
	block	0xb00		/* mcycle to mhpmcounter31 */
#if __riscv_xlen == 32
	block	0xb80
#endif
	block	0xbc0
	block	0xbe0
	.option	pop

	.section .rodata.csr_num, "a"
	.org	csr_blocks + (CSRS >> BLOCK_BITS)
	.section .rodata.csr_num.str, "a"
csr_unknown:
	.asciz	"CSR %#x has no access by number\n"

/* unsigned long csr_read_num(int csr_num); */
	.section .text.csr_num, "ax"
	.globl	__wrap_csr_read_num
	.type	__wrap_csr_read_num, @function
__wrap_csr_read_num:
	li	t1, 0
	j	csr_access
	.size	__wrap_csr_read_num, . - __wrap_csr_read_num

/* void csr_write_num(int csr_num, unsigned long val); */
	.globl	__wrap_csr_write_num
	.type	__wrap_csr_write_num, @function
__wrap_csr_write_num:
	li	t1, ACCESS_SIZE
csr_access:
	srli	t0, a0, BLOCK_BITS
	sltiu	t2, t0, CSRS >> BLOCK_BITS
	beqz	t2, 1f
	lla	t2, csr_blocks
	add	t0, t0, t2
	lbu	t0, (t0)
	beqz	t0, 1f
	addi	t0, t0, -1
	slli	t0, t0, BLOCK_BITS
	andi	a0, a0, BLOCK_CSRS - 1
	add	t0, t0, a0
	slli	t2, t0, 3
	slli	t0, t0, 2
	add	t0, t0, t2
	add	t0, t0, t1
	lla	t2, csr_accesses
	add	t0, t0, t2
	jr	t0
1:	mv	a1, a0
	lla	a0, csr_unknown
	tail	sbi_panic
	.size	__wrap_csr_write_num, . - __wrap_csr_write_num
