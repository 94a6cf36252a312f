/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fast entry's view of a hart's devices, for calls outside of the PMU. All
 * zero: it serves none of them.
 */
#ifndef FAST_CALLS_H
#define FAST_CALLS_H

#include <hart/sbiret.h>
#include <sbi/sbi_types.h>

/** The way to set the timer. */
enum fast_timer {
	FAST_TIMER_OFF,	 /* by OpenSBI */
	FAST_TIMER_WIDE, /* by one store to mtimecmp */
	FAST_TIMER_HALF, /* by stores to its halves */
	FAST_TIMER_SSTC, /* stimecmp */
};

enum { FAST_FEATURES = 6 }; /* of FWFT, from the first feature on */

struct sbi_domain;
struct fence_hart;
struct sbi_scratch;

/** A hart for accesses by others, by its index; 4 words. */
struct fast_peer {
	const struct sbi_domain *domain;
	struct fence_hart *fence;
	volatile u32 *doorbell; /* of an ACLINT; NULL: OpenSBI has to ring */
	unsigned long hartid;
};

/** Devices of a hart, in the scratch space after struct pmu_hart; see trap.h. */
struct fast_hart {
	struct fast_peer *peers, *self; /* all harts, and this one */
	unsigned long *foreign;		/* IPIs that OpenSBI has sent */
	unsigned long domain_bit;	/* as fence_bit() */
	unsigned long harts;		/* number of peers */
	unsigned long hartid;
	unsigned long aside;	/* t1, while M-mode's own trap is judged */
	unsigned long mtimecmp; /* address of this hart's register */
	unsigned long mtime;	/* address */
	unsigned long implementation; /* SBI implementation ID */
	unsigned long **states; /* each hart's HSM state; NULL: use OpenSBI */
	unsigned long uart_status, uart_send; /* addresses; 0: use OpenSBI */
	u32 eid_time, eid_rfence, eid_ipi, eid_hsm, eid_dbcn, eid_fwft;
	u8 timer;  /* enum fast_timer */
	u8 soft;   /* calls.inc takes software interrupts */
	u8 hyp;	   /* OpenSBI's entry is the one that saves mtval2 and mtinst */
	u8 rdtime; /* a load of mtime emulates reads of time */
	u8 access; /* fast_call_load() takes faults of loads and stores */
	u8 pages;  /* a fence of one page is made as such */
	u8 misaligned; /* trap.S makes misaligned accesses, byte by byte */
	u8 uart_wide;  /* the UART's registers are words, not bytes */
	u8 served;     /* PMU_CALLS; 0: MDT has to be cleared before C */
	/* Place of a feature of FWFT in menvcfg; 0: OpenSBI has to answer */
	u8 feature[FAST_FEATURES];
};

/** The caller's registers that C may change. */
struct fast_frame {
	unsigned long a0, a1, a2, a3, a4, a5, a6, a7, ra, sp;
	unsigned long t0, t1, t2, t3, t4, t5, t6;
};

/** Turn calls.inc's use of this hart's timer and its interrupt on or off. */
void fast_glue_timer(bool fast);

/** The state of a hart; NULL: no room, OpenSBI's entry is in use. */
struct fast_hart *fast_glue_hart(struct sbi_scratch *scratch);

/** Store the place of OpenSBI's state of harts (HSM), if it was found. */
void fast_calls_states(unsigned long offset);

/**
 * True if this hart has mstatus.MDT (Smdbltrp): a trap of M-mode is fatal until
 * the code of the trap before has cleared it.
 */
bool fast_double_traps(void);

/** Bit of the line status of an 8250: it can take a byte. */
#define FAST_UART_THRE 0x20u

/** Give a hart the place of the 8250 to which OpenSBI prints. */
void fast_console(struct fast_hart *f);

/** Give it to no hart that enters S-mode from now on: with Smepmp, a domain has
 * no PMP entry for M-mode's access. */
void fast_console_shut(void);

struct sbi_console_device;

/** The driver's device, behind the one that OpenSBI knows; NULL: none yet. */
const struct sbi_console_device *console_guard_device(void);

/** True if a fault has ended output or input of this hart since the last
 * question. */
bool console_guard_lost(void);

/**
 * Take from this hart's extensions those whose registers trap. OpenSBI has just
 * listed them.
 * @param tell print a line for each
 */
void fast_promises_check(struct sbi_scratch *scratch, bool tell);

/** This hart enters S-mode anew: find the settings for its calls. */
void fast_calls_init(struct fast_hart *f);

/** All functions of the IPI extension, and of RFENCE. */
struct sbiret fast_call_ipi(const struct fast_frame *frame);
struct sbiret fast_call_rfence(const struct fast_frame *frame);

/**
 * Handle a load or store access fault of S- or U-mode, or of a guest, in mtval
 * and mepc.
 * @param scratch of this hart
 * @param x its registers; a load writes one
 * @return 0: done, and no register that C preserves was loaded. 1: done. -1:
 *	the fault is OpenSBI's, and nothing was changed
 */
long fast_call_load(struct sbi_scratch *scratch, unsigned long *x);
long fast_call_store(struct sbi_scratch *scratch, unsigned long *x);

/**
 * Handle a software interrupt of M-mode. @return false: done; true: OpenSBI has
 * to handle it, though it may not be pending any more
 */
bool fast_call_soft(void);

#endif
