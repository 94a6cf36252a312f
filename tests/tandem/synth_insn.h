/* SPDX-License-Identifier: BSD-2-Clause */
/* Random instructions of RV32 and RV64 IMAC with Zicsr. */
#ifndef SYNTH_INSN_H
#define SYNTH_INSN_H

#include <base/types.h>

/*
 * Registers that hold the address of data, the physical and S-mode's. No
 * instruction writes to them.
 */
enum {
	SYNTH_BASE = 8,
	SYNTH_VIRTUAL_BASE = 9,
};

/** @param tight true if there is room for 16 bits only */
u32 synth_insn(u64 *seed, unsigned int xlen, unsigned int priv, bool tight);

static inline u64 bits_mask(unsigned int bits)
{
	return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

#endif
