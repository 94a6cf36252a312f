/* SPDX-License-Identifier: BSD-2-Clause */
/* The FP registers of a hart with F and without D, for judges/fp_glue.c. */
#ifndef FP_SINGLES_H
#define FP_SINGLES_H

#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/riscv_fp.h>
#include <sbi/sbi_types.h>

/** OpenSBI's struct sbi_fp_context, as it is since 1.9 with D. */
struct fp_singles {
	u64 f[32];
	unsigned long fcsr;
};

#ifdef __riscv_flen
/** Save and restore; mstatus.FS is not 0. */
static inline __attribute__((always_inline)) void
fp_singles_save(struct fp_singles *to)
{
	unsigned int n;

	for (n = 0; n < 32; n++)
		to->f[n] = (u32)GET_F32_REG(n << 3, 3, 0);
	to->fcsr = csr_read(CSR_FCSR);
}

static inline __attribute__((always_inline)) void
fp_singles_restore(const struct fp_singles *from)
{
	unsigned int n;

	for (n = 0; n < 32; n++)
		SET_F32_REG(n << 3, 3, 0, (u32)from->f[n]);
	csr_write(CSR_FCSR, from->fcsr);
}
#else
#define fp_singles_save(to) ((void)(to))
#define fp_singles_restore(from) ((void)(from))
#endif

#endif
