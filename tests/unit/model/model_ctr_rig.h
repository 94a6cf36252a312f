/* SPDX-License-Identifier: BSD-2-Clause */
/* A hart of the model with Control Transfer Records, for their tests. */
#ifndef MODEL_CTR_RIG_H
#define MODEL_CTR_RIG_H

#include "model_rig.h"

enum {
	SCTRCTL = 0x14e,
	SCTRSTATUS = 0x14f,
	SISELECT = 0x150,
	SIREG = 0x151,
	SCTRDEPTH = 0x15f,
	MSTATEEN0 = 0x30c,
	MCTRCTL = 0x34e,
};

#define CTR_U 1ull
#define CTR_S 2ull
#define CTR_M 4ull
#define CTR_RASEMU 0x80ull
#define CTR_STE 0x100ull
#define CTR_MTE 0x200ull
#define CTR_BPFRZ 0x800ull
#define CTR_LCOFIFRZ 0x1000ull
#define CTR_NTBREN (1ull << 36)
#define CTR_ALL 0xff3e00001b87ull /* all standard bits of mctrctl */
#define CTR_FROZEN 0x80000000ull
#define CTR_CCV 0x8000u
#define CTR_SCTRCLR 0x10400073u
#define CTR_PC (RIG_RAM + 0x40)
#define CTR_ELSEWHERE (RIG_RAM + 0x300)

#define INSN_CALL 0x000300e7u /* jalr x1, x6 */
#define INSN_RETURN 0x00008067u
#define INSN_SWAP 0x000280e7u
#define INSN_BRANCH 0x00000863u /* beq x0, x0, 16 */

/** A configuration with all of CTR, for this xlen. */
struct model_config ctr_config(unsigned int xlen);

/** A hart with all of CTR, open PMP, recording off and no records. */
void ctr_new(unsigned int xlen);

/** Go to CTR_PC in this mode. */
void ctr_to(unsigned int priv);

/** Record n in sireg (0), sireg2 (1) or sireg3 (2). */
u64 ctr_get(unsigned int n, unsigned int which);

/** Check record 0: source with V, target, TYPE. */
void ctr_expect(const char *row, u64 source, u64 target, unsigned int type);

/** Check that there is no record, and that FROZEN has this value. */
void ctr_expect_none(const char *row, bool frozen);

/** Execute at pc in S-mode; x1, x5 and x6 hold CTR_ELSEWHERE. */
void ctr_run(u64 pc, u32 insn);

/**
 * Read a CSR in this mode.
 * @param legal out: false after an illegal instruction exception
 */
u64 ctr_read(unsigned int priv, u32 csr, bool *legal);

/** Write a CSR in S-mode. @return its value in S-mode afterwards */
u64 ctr_put(u32 csr, u64 value);

/** Let S-mode use CTR. */
void ctr_open(void);

#endif
