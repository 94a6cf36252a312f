# SPDX-License-Identifier: BSD-2-Clause
# M-mode program whose execution the .tv file of the same name records (own work)
.option norelax
.globl _start
.section .text
_start:
    la   t0, trap
    csrw mtvec, t0
    li   t0, 0x6000        # FS dirty
    csrs mstatus, t0
    la   sp, stack_top
    li   a0, 0x123456789abcdef0
    li   a1, -77
    add  a2, a0, a1
    sub  a3, a0, a1
    mul  a4, a0, a1
    mulh a5, a0, a1
    div  a6, a0, a1
    remu a7, a0, a1
    divw s2, a0, a1
    la   s0, data
    sd   a0, 0(s0)
    sw   a1, 8(s0)
    sh   a1, 12(s0)
    sb   a1, 14(s0)
    lb   s3, 0(s0)
    lbu  s4, 0(s0)
    lh   s5, 0(s0)
    lhu  s6, 0(s0)
    lw   s7, 0(s0)
    lwu  s8, 0(s0)
    ld   s9, 0(s0)
    # compressed by default via assembler
    addi a0, a0, 1
    mv   a1, a0
    # AMOs
    la   t1, amo
    li   t2, 5
    amoadd.d t3, t2, (t1)
    amoswap.w t4, t2, (t1)
    amomaxu.d t5, a0, (t1)
1:  lr.d t3, (t1)
    addi t3, t3, 1
    sc.d t4, t3, (t1)
    bnez t4, 1b
    # FP
    li   t0, 3
    fcvt.s.l fa0, t0
    fcvt.s.l fa1, a1
    fdiv.s fa2, fa0, fa1
    fcvt.d.s fa3, fa2
    fmadd.d fa4, fa3, fa3, fa3
    fsd  fa4, 16(s0)
    fld  fa5, 16(s0)
    fmv.x.d t6, fa5
    csrr t2, fflags
    # ecall / illegal / ebreak traps
    ecall
    .word 0
    ebreak
    csrr t0, mscratch
    csrrw t1, mscratch, t0
    # loop
    li   t0, 0
    li   t1, 20
2:  addi t0, t0, 1
    xor  t2, t2, t0
    slli t3, t0, 3
    add  t4, t4, t3
    sd   t4, 24(s0)
    ld   t5, 24(s0)
    bne  t0, t1, 2b
    # machine software interrupt through CLINT
    li t0, 0x10000000
    li   t1, 8
    csrs mie, t1
    csrs mstatus, t1
    li   t1, 1
    sw   t1, 0(t0)
    nop
    nop
    nop
    nop
    li   t1, 1
    la   t0, tohost
    sd   t1, 0(t0)
    li t2, 50
3:  addi t2, t2, -1
    bnez t2, 3b
    li   t0, 0x100000
    li   t1, 0x5555
    sw   t1, 0(t0)
4:  j 4b

    .balign 4
trap:
    csrr t5, mcause
    bltz t5, 5f
    csrr t6, mepc
    lhu  t5, 0(t6)
    andi t5, t5, 3
    addi t5, t5, -3
    addi t6, t6, 2
    bnez t5, 6f
    addi t6, t6, 2
6:  csrr t5, mcause
    addi t5, t5, -2
    bnez t5, 7f
    csrr t6, mepc
    addi t6, t6, 4
7:  csrw mepc, t6
    mret
5:  li t5, 0x10000000
    sw   zero, 0(t5)
    lw   t6, 0(t5)
    mret

.section .tohost,"aw",@progbits
    .balign 64
.globl tohost
tohost: .dword 0
    .balign 64
.globl fromhost
fromhost: .dword 0
.section .data
    .balign 64
data: .zero 64
amo: .dword 0x80000000ffffffff
    .zero 1024
stack_top:
