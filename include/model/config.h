/* SPDX-License-Identifier: BSD-2-Clause */
/* Choices that the ISA leaves open, and the choices of known harts. */
#ifndef MODEL_CONFIG_H
#define MODEL_CONFIG_H

#include <base/types.h>

/** misa bit of an extension's letter. */
#define MODEL_MISA(letter) (1u << ((letter) - 'A'))

/** Extensions that have no bit in misa. */
enum model_extension {
	MODEL_ZBA = 1 << 0,
	MODEL_ZBB = 1 << 1,
	MODEL_ZBC = 1 << 2,
	MODEL_ZBS = 1 << 3,
	MODEL_ZICBOM = 1 << 4,
	MODEL_ZICBOZ = 1 << 5,
	MODEL_ZAWRS = 1 << 6,
	MODEL_ZICOND = 1 << 7,
	MODEL_ZIHPM = 1 << 8,	   /* hpmcounter3..31 and time can be read */
	MODEL_SSTC = 1 << 9,	   /* stimecmp */
	MODEL_SVADU = 1 << 10,	   /* menvcfg.ADUE can be set */
	MODEL_SSCOFPMF = 1 << 11,  /* scountovf, LCOFI */
	MODEL_PRIV_1_12 = 1 << 12, /* menvcfg, senvcfg, mconfigptr, mstatush */
	MODEL_PRIV_1_13 = 1 << 17, /* medelegh */
	MODEL_SMCNTRPMF = 1 << 13, /* mcyclecfg, minstretcfg */
	MODEL_TIME = 1 << 14,	   /* time is a register, not a trap */
	MODEL_SVINVAL = 1 << 15,
	MODEL_COUNTINHIBIT = 1 << 16,
	MODEL_SMSTATEEN = 1 << 18, /* mstateen0..3, sstateen0..3 */
	MODEL_SMCSRIND = 1 << 19,  /* miselect, mireg*: nothing is there */
	MODEL_SSCSRIND = 1 << 20,  /* siselect, sireg* */
	MODEL_SSCTR = 1 << 21,	   /* needs S and Sscsrind */
	MODEL_SMCTR = 1 << 22,	   /* mctrctl as well; needs Ssctr */
	MODEL_ZFA = 1 << 23,	   /* with F; also for other formats */
	MODEL_ZFHMIN = 1 << 24,	   /* halves: moves and conversions to others */
	MODEL_ZFH = 1 << 25,	   /* all with halves; needs Zfhmin */
	MODEL_ZCB = 1 << 26,
	MODEL_ZIMOP = 1 << 27,
	MODEL_ZCMOP = 1 << 28,
	MODEL_SVNAPOT = 1 << 29,
	MODEL_SVPBMT = 1 << 30, /* types of memory make no difference */
	MODEL_ZBKB = 1ULL << 31,
	MODEL_ZBKC = 1ULL << 32,
	MODEL_ZBKX = 1ULL << 33,
	MODEL_SDTRIG = 1ULL << 34, /* tselect, tdata1 to tdata3, tinfo */
};

/** sctrdepth when a depth is written that the hart does not have. */
enum model_depth_rule {
	MODEL_DEPTH_KEEP,  /* nothing changes */
	MODEL_DEPTH_LEAST, /* the least depth */
	MODEL_DEPTH_MOST,  /* the greatest depth */
	MODEL_DEPTH_BELOW, /* the next smaller one, or the least */
};

/** Control Transfer Records (Smctr/Ssctr 1.0), with MODEL_SSCTR only. */
struct model_ctr_config {
	u64 control;   /* bits of mctrctl that exist; U, S, M and BPFRZ do */
	u32 data;      /* bits of ctrdata that exist */
	u8 depths;     /* bit n: sctrdepth.DEPTH n exists, 16 << n entries */
	u8 depth_rule; /* enum model_depth_rule */
	u8 pc_bits;    /* of an address in a record, then the sign; 1 to 64 */
	bool misp;     /* ctrtarget.MISP exists */
	u32 custom;    /* bits 30 to 8 of sctrstatus that exist while bits
		     * 63 to 60 of mctrctl, the custom ones, are not 0 */
	bool depth_moves; /* a change of depth leaves any value in WRPTR */
	u64 reset;	  /* 0: reset clears all; else what it leaves is random,
			   * and this is where it begins */
};

#define MODEL_OTHERS_MAX 96

/** Fixed properties of a hart; model_preset() fills one in. */
struct model_config {
	u8 xlen;	      /* 32 or 64 */
	u8 flen;	      /* 0, 32 or 64 */
	u8 pmp_entries;	      /* 0, 16 or 64: pmpaddr registers that exist */
	u8 pmp_writable;      /* the first of them that can be written */
	u8 pmp_grain;	      /* G: regions are multiples of 4 << G bytes */
	u8 paddr_bits;	      /* of a physical address, up to 56 */
	u8 asid_bits;	      /* of satp.ASID */
	u8 hpm_bits;	      /* width of mhpmcounters, */
	u8 hpm_width[32];     /* but of mhpmcountern this, if it is not 0 */
	bool keeps_reserved;  /* values of pmpcfg, menvcfg, senvcfg */
	bool misaligned;      /* loads and stores need no alignment */
	bool illegal_tval;    /* xtval of illegal instruction: its bits */
	bool ebreak_tval;     /* xtval of breakpoint: pc */
	bool vectored;	      /* xtvec.MODE 1 exists */
	bool tvec_bit1;	      /* xtvec.MODE 2 and 3 are 0 and 1 */
	bool hardware_ad;     /* sets A and D whatever menvcfg.ADUE is */
	bool minmax_2008;     /* of a signaling NaN is NaN, as in F 2.1 */
	bool trigger_masked;  /* in M-mode by MIE, in S-mode by SIE */
	bool trigger_wide;    /* XLEN/8 bytes, of which xtval is the first */
	u8 tvec_align;	      /* lowest bits of a vectored xtvec.BASE, log2 */
	u32 misa;	      /* letters that the hart has */
	u32 misa_writable;    /* letters that misa can turn off: A, C, M */
	u64 extensions;	      /* enum model_extension */
	u32 hpm;	      /* bit n: mhpmcountern can be written */
	u32 hpm_present;      /* bit n: it exists, perhaps as a constant 0 */
	u32 hpm_events;	      /* bit n: mhpmeventn exists */
	u32 hpm_live;	      /* bit n: mhpmcountern counts instructions without
			       * an event selected */
	u32 satp_modes;	      /* bit n: satp.MODE n exists */
	u64 mstatus_writable; /* by M-mode, mstatush in the upper half */
	u64 mstatus_reset;
	u64 medeleg_writable, mideleg_writable, mie_writable, mip_writable;
	u64 menvcfg_writable, senvcfg_writable, mcountinhibit_writable;
	u64 mcounteren_writable, scounteren_writable, mhpmevent_writable;
	u64 cntrcfg_writable; /* mcyclecfg, minstretcfg */
	u64 event_cycles; /* mhpmevent's selector; 0: no event counts them */
	u64 event_instructions;
	u64 epc_writable; /* mepc, sepc */
	u64 pmpaddr_writable;
	u8 pmpcfg_writable; /* of each byte */
	u64 pmpcfg_reset;
	u64 mscratch_reset;
	u64 menvcfg_reset, tvec_reset, mcounteren_reset;
	u64 reset_pc;
	u64 mvendorid, marchid, mimpid, mhartid;
	u64 mstateen0_writable;
	u64 siselect_writable; /* miselect too; with CTR at least 0xfff */
	struct model_ctr_config ctr;
	/*
	 * CSRs that exist and are not modelled: instructions that write them
	 * change nothing, the caller gives their values
	 */
	u16 others; /* valid elements of other[] */
	u16 other[MODEL_OTHERS_MAX];
};

/**
 * Properties of a known implementation.
 * @param name "qemu-rv64" and "qemu-rv32": the machine `virt` of QEMU 10.0 with
 *	CPU rv64 or rv32, without H, V and extensions that are not modelled;
 *	"spike-rv64" and "spike-rv32": Spike of 2026 with --isa=rv64gc or
 *	rv32gc; "flute-rv64gc", "piccolo-rv32imac": Bluespec's cores as of the
 *	GFE
 * @param config out: all members; unchanged if the result is false
 * @return false when there is no such name
 */
bool model_preset(const char *name, struct model_config *config);

/** Name of preset n, NULL behind the last. */
const char *model_preset_name(unsigned int n);

#endif
