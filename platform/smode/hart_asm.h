/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers that start.S and the C files share. */
#ifndef SMODE_HART_ASM_H
#define SMODE_HART_ASM_H

#if __riscv_xlen == 64
#define REG_L ld
#define REG_S sd
#define REGBYTES 8
#else
#define REG_L lw
#define REG_S sw
#define REGBYTES 4
#endif

#define HARTS_MAX 16
#define HART_SIZE 16384 /* struct hart with its stack */
#define HART_HARTID (0 * REGBYTES)
#define HART_SP (1 * REGBYTES)
#define HART_GUEST (2 * REGBYTES)

#define SBI_EID_HSM 0x48534d
#define SBI_HSM_STOP 1
#define SBI_HSM_SUSPEND 3
#define SBI_EID_SUSP 0x53555350
#define SBI_SUSP_SUSPEND 0
#define SBI_EID_SSE 0x535345
#define SBI_SSE_COMPLETE 6

#define SSTATUS_SPP_BIT 0x100
#define CSR_HSTATUS 0x600
#define HSTATUS_SPV_BIT 0x80

#endif
