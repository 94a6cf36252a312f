/* SPDX-License-Identifier: BSD-2-Clause */
/* Access faults of S- and U-mode, and of guests, that only S-mode handles. */
#ifndef GLUE_ACCESS_GLUE_H
#define GLUE_ACCESS_GLUE_H

#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>

#include "../fast/calls.h"
#include "../fast/fast.h"

/** The hart's struct fast_hart. */
static inline struct fast_hart *access_glue_hart(struct sbi_scratch *scratch)
{
	return (void *)((u8 *)scratch + FAST_CALLS_STATE);
}

/**
 * True if the trap came from a guest; on RV32 also if mstatush.GVA marks its
 * address as a guest's, as of HLV.
 */
static inline bool access_glue_guest(struct sbi_scratch *scratch)
{
#if __riscv_xlen == 32
	return access_glue_hart(scratch)->hyp &&
	       csr_read(CSR_MSTATUSH) & (MSTATUSH_MPV | MSTATUSH_GVA);
#else
	enum {
		ABOVE_MPV = 24
	}; /* a test of the sign takes one instruction less */

	(void)scratch;
	return (long)(csr_read(CSR_MSTATUS) << ABOVE_MPV) < 0;
#endif
}

/**
 * Redirect the access fault for which access_glue_guest() is true: a trap of
 * S-mode, if it came from a guest. On RV32 a fault with only a guest's address
 * is OpenSBI's, whose entry saves mstatush; here a fault of M-mode itself
 * changes GVA.
 * @param scratch of this hart @return as access_glue_refuse()
 */
long access_glue_of_guest(struct sbi_scratch *scratch);

/**
 * Redirect the access fault of S- or U-mode in mcause, mtval and mepc to
 * S-mode, and count a firmware event. No trap of M-mode has come in between.
 * @param scratch of this hart @return 0, or -1: the fault is OpenSBI's, as the
 *	board emulates accesses; nothing was changed
 */
long access_glue_refuse(struct sbi_scratch *scratch);

#endif
