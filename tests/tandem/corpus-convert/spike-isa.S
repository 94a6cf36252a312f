# SPDX-License-Identifier: BSD-2-Clause
# What nobody says of a hart whose log has it: extensions, counters, accesses that
# need no alignment. The logs spike-isa64.log and spike-isa32.log are what Spike
# wrote of it, up to the first round of the loop at the end:
#	spike --isa=rv64gc_zba_zbb_zbs_zicond_zicboz_zfh_zicntr_zihpm_zicclsm_svnapot \
#		-l --log-commits --log=spike-isa64.log isa.elf
# and the same with rv32, which has no svnapot.
	.globl _start
_start:
	la	t0, handler
	csrw	mtvec, t0
	la	sp, data
	# a load and a store that are not aligned
	li	t1, 0x12345678
	sw	t1, 1(sp)
	lw	t2, 1(sp)
	# counters, for users too
	li	t1, -1
	csrw	mcounteren, t1
	csrr	t2, mcounteren
	csrr	t2, misa
	csrr	t2, cycle
	csrr	t2, instret
	csrr	t2, hpmcounter3
	li	a1, 5
	li	a2, 3
	.4byte	0x20c5a533	# sh1add a0, a1, a2
	.4byte	0x40c5f533	# andn a0, a1, a2
	.4byte	0x28c59533	# bset a0, a1, a2
	.4byte	0x0ec5d533	# czero.eqz a0, a1, a2
	addi	t1, sp, 64
	cbo.zero (t1)
	lw	t2, 4(t1)
	# halves
	li	t1, 0x6000
	csrs	mstatus, t1
	.4byte	0xd4058553	# fcvt.h.w fa0, a1, rne
	.4byte	0x04a57553	# fadd.h fa0, fa0, fa0
	.4byte	0xe4050553	# fmv.x.h a0, fa0
	csrr	t2, fcsr
	# not of this hart
	.4byte	0x08059533	# nobody's
#if __riscv_xlen == 64
	# 16 pages that are one, through M-mode's eyes
	la	t0, table
	srli	t1, sp, 16
	slli	t1, t1, 14
	li	t2, 1
	slli	t2, t2, 63
	or	t1, t1, t2
	ori	t1, t1, 0xc7
	li	t2, 8 << 10
	or	t1, t1, t2
	sd	t1, 16(t0)
	la	t2, middle
	srli	t1, t0, 2
	ori	t1, t1, 1
	sd	t1, 0(t2)
	la	t0, top
	srli	t1, t2, 2
	ori	t1, t1, 1
	sd	t1, 0(t0)
	srli	t0, t0, 12
	li	t1, 8
	slli	t1, t1, 60
	or	t0, t0, t1
	csrw	satp, t0
	sfence.vma
	li	t1, 0x21800
	csrc	mstatus, t1
	li	t1, 0x20800
	csrs	mstatus, t1
	slli	t0, sp, 48
	srli	t0, t0, 48
	lw	t2, 64(t0)
	csrc	mstatus, t1
#endif
	li	t1, 1
	la	t2, tohost
	sw	t1, 0(t2)
1:	j	1b

	.balign 4
handler:
	csrr	t0, mepc
	addi	t0, t0, 4
	csrw	mepc, t0
	mret

	.data
	.balign 64
data:	.fill	16, 8, -1
	.section .tables, "aw", @nobits
	.balign 4096
top:	.skip	4096
middle:	.skip	4096
table:	.skip	4096
	.section .tohost, "aw", @progbits
	.balign 64
	.globl	tohost
tohost:	.dword	0
	.globl	fromhost
fromhost: .dword 0
