/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fast entry's view of a hart's devices, for calls outside of the PMU. All
 * zero: it serves none of them.
 */
#ifndef FAST_CALLS_H
#define FAST_CALLS_H

#include <hart/sbiret.h>
#include <sbi/sbi_types.h>

/** The way in which set_timer is done. */
enum fast_timer {
	FAST_TIMER_OFF,	 /* by OpenSBI */
	FAST_TIMER_WIDE, /* by one store to mtimecmp */
	FAST_TIMER_HALF, /* by stores to its halves */
	FAST_TIMER_SSTC, /* stimecmp */
};

enum { FAST_FEATURES = 6 }; /* of FWFT, from its first one on */

struct sbi_domain;
struct fence_hart;
struct sbi_scratch;

/** A hart as others reach it, by its index; 4 words. */
struct fast_peer {
	const struct sbi_domain *domain;
	struct fence_hart *fence;
	volatile u32 *doorbell; /* of an ACLINT; NULL: OpenSBI knows */
	unsigned long hartid;
};

/** Stands in the scratch space behind struct pmu_hart, see trap.h. */
struct fast_hart {
	struct fast_peer *peers, *self; /* all, and this one */
	unsigned long *foreign;		/* IPIs that are OpenSBI's */
	unsigned long domain_bit;	/* as fence_bit() */
	unsigned long harts;		/* number of peers */
	unsigned long stock;	/* OpenSBI's entry behind our instructions */
	unsigned long mtimecmp; /* address of this hart's register */
	unsigned long mtime;	/* address */
	unsigned long implementation; /* SBI implementation ID */
	unsigned long *
		*states; /* HSM state of each hart; NULL: OpenSBI knows */
	unsigned long uart_status, uart_send; /* addresses; 0: OpenSBI prints */
	u32 eid_time, eid_rfence, eid_ipi, eid_hsm, eid_dbcn, eid_fwft;
	u8 timer;  /* enum fast_timer */
	u8 soft;   /* calls.inc takes software interrupts */
	u8 hyp;	   /* OpenSBI's entry is the one that saves mstatush on RV32 */
	u8 rdtime; /* emulated by a load of mtime */
	u8 access; /* faults of loads and stores are fast_call_load()'s */
	u8 pages;  /* fences of single pages are made as such */
	u8 misaligned; /* loads and stores that trap are made byte by byte */
	u8 uart_wide;  /* its registers are words, not bytes */
	u8 served;     /* PMU_CALLS; 0: MDT has to be cleared before C */
	/* Where menvcfg has a feature of FWFT; 0: OpenSBI knows */
	u8 feature[FAST_FEATURES];
};

/** The caller's registers, of those that C may change. */
struct fast_frame {
	unsigned long a0, a1, a2, a3, a4, a5, a6, a7, ra, sp;
	unsigned long t0, t1, t2, t3, t4, t5, t6;
};

/** Let calls.inc set this hart's timer and take its interrupt, or not. */
void fast_glue_timer(bool fast);

/** NULL: no room, our entry is off. */
struct fast_hart *fast_glue_hart(struct sbi_scratch *scratch);

/** Place of OpenSBI's state of harts (HSM), if it was found. */
void fast_calls_states(unsigned long offset);

/**
 * Tell that this hart has mstatus.MDT (Smdbltrp): a trap of M-mode is fatal
 * until the one before has cleared it.
 */
bool fast_double_traps(void);

/** Of the line status of an 8250: it takes a byte. */
#define FAST_UART_THRE 0x20u

/** Tell a hart where the 8250 is that OpenSBI prints to. */
void fast_console(struct fast_hart *f);

/** This hart enters S-mode anew: find out what its calls need. */
void fast_calls_init(struct fast_hart *f);

/** All functions of the IPI extension, and of RFENCE. */
struct sbiret fast_call_ipi(const struct fast_frame *frame);
struct sbiret fast_call_rfence(const struct fast_frame *frame);

/**
 * A load or store access fault of S- or U-mode, or a guest's, in mtval and mepc.
 * @param scratch of this hart
 * @param x its registers, written where one is loaded
 * @return 0: done, and none of the registers that a function keeps was loaded.
 *	1: done. -1: it is OpenSBI's, and nothing was changed
 */
long fast_call_load(struct sbi_scratch *scratch, unsigned long *x);
long fast_call_store(struct sbi_scratch *scratch, unsigned long *x);

/**
 * A software interrupt of M-mode. @return false: done; true: OpenSBI has to
 * look at it, though it may not be pending any more
 */
bool fast_call_soft(void);

#endif
