/* SPDX-License-Identifier: BSD-2-Clause */
/* Control Transfer Records for a payload (Smctr/Ssctr 1.0). */
#ifndef SMODE_CTR_H
#define SMODE_CTR_H

#include "hart.h"
#include "sbi.h"

/* CSRs that the assembler may not know by name. */
#define SCTRCTL 0x14e
#define SCTRSTATUS 0x14f
#define SISELECT 0x150
#define SIREG 0x151
#define SIREG2 0x152
#define SIREG3 0x153
#define SCTRDEPTH 0x15f
#define VSCTRCTL 0x24e
#define HSTATEEN0 0x60c
#if __riscv_xlen == 64
#define HSTATEEN0_CTR 0x60c /* hstateen0, or the half of it with CTR's bits */
#define HSTATEEN0_GATE (1ul << 54 | 1ul << 60)
#else
#define HSTATEEN0_CTR 0x61c
#define HSTATEEN0_GATE (1ul << 22 | 1ul << 28)
#endif

#define CTR_U (1ul << 0)
#define CTR_S (1ul << 1)
#define CTR_RASEMU (1ul << 7)
#define CTR_STE (1ul << 8)
#define CTR_BPFRZ (1ul << 11)
#define CTR_LCOFIFRZ (1ul << 12)
#if __riscv_xlen == 64
#define CTR_EXCINH (1ul << 33)
#endif
#define CTR_FROZEN (1ul << 31)
#define CTR_WRPTR 0xfful
#define CTR_TYPE 0xful	  /* of ctrdata */
#define CTR_ENTRY 0x200ul /* siselect of entry 0 */

enum { CTR_EXCEPTION = 1, CTR_INTERRUPT = 2, CTR_RETURN = 13 };

/** The SBI FWFT feature by which S-mode requests MTE. */
#define FWFT_CTR_MTE 0x40435452ul

struct ctr_record {
	unsigned long source, target, data;
};

/** SCTRCLR. */
static inline void ctr_clear(void)
{
	__asm__ volatile(".4byte 0x10400073" ::: "memory");
}

/** Record n, where 0 is the youngest; restores siselect. */
static inline struct ctr_record ctr_read(unsigned int n)
{
	unsigned long siselect = csr_read(SISELECT);
	struct ctr_record r;

	csr_write(SISELECT, CTR_ENTRY + n);
	r.source = csr_read(SIREG);
	r.target = csr_read(SIREG2);
	r.data = csr_read(SIREG3);
	csr_write(SISELECT, siselect);
	return r;
}

static inline void ctr_write(unsigned int n, struct ctr_record r)
{
	csr_write(SISELECT, CTR_ENTRY + n);
	csr_write(SIREG, r.source);
	csr_write(SIREG2, r.target);
	csr_write(SIREG3, r.data);
}

/* ctr_entry.S */

/** Trap handler, for stvec: freezes the records, then acts as usual. */
extern void ctr_trap_entry(void);
/** The handler that payloads have from the start. */
extern void trap_entry(void);
/** Trap handler for jumps to addresses without code: continues at ra. */
extern void ctr_fetch_entry(void);
/** Trap handler of a guest, for vstvec: freezes, then calls the host. */
extern void ctr_guest_entry(void);

#endif
