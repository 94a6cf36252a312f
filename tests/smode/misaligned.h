/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Constants of misaligned_test.c: opcodes, and page tables that have leaves of the
 * first level, Sv39 or Sv32.
 */
#ifndef SMODE_MISALIGNED_H
#define SMODE_MISALIGNED_H

#define LOAD 0x03u
#define STORE 0x23u
#define FLW (0x07u | 2u << 12)
#define LR 0x1000202fu
#define ECALL 0x73u

#define LEAF_SHIFT (XLEN == 64 ? 30 : 22)
#define LEAVES (1ul << (30 - LEAF_SHIFT)) /* that a gigabyte takes */
#define RWX 0xcful
#define X_ONLY 0xc9ul
#define RAM 0x80000000ul
#define ALIAS (XLEN == 64 ? 5ul << 29 << 1 : 0x40000000ul)
#define EXECUTE (XLEN == 64 ? 7ul << 29 << 1 : 0xc0000000ul)
#define ABSENT (XLEN == 64 ? 9ul << 29 << 1 : 0x30000000ul)
#define SATP (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1))

#endif
