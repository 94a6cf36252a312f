/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SBI calls of the test firmware that show and change state of M-mode on the
 * calling hart: what a test of the trap entry compares.
 */
#ifndef SMODE_TEST_PEEK_H
#define SMODE_TEST_PEEK_H

#include <sbi/sbi_types.h>

#define PEEK_EID 0x0a504545ul /* in the range of firmware-specific ones */

enum peek_function {
	/*
	 * Write a struct peek to the address a0, or take everything back that
	 * stands there.
	 */
	PEEK_SAVE,
	PEEK_LOAD,
	/*
	 * Which entry takes traps. a0 is PEEK_STOCK or PEEK_FAST to change it;
	 * the value is the one before, SBI_ERR_FAILED: neither.
	 */
	PEEK_ENTRY,
	/*
	 * Firmware event a0 happens a1 (RV32: and a2) times. The value is how
	 * often it had happened, as far as it fits.
	 */
	PEEK_EVENT,
	/* Call num_counters from M-mode; the value is what came back. */
	PEEK_NEST,
	/* Exceptions in a0 are delegated to S-mode no longer; again with a1. */
	PEEK_DELEGATE,
	/*
	 * Our entry prints bytes to a UART of memory, with registers of a0 bytes
	 * and the line status a1; 0: to the machine's again. The value is what
	 * the UART had been sent, PEEK_UNSENT: nothing.
	 */
	PEEK_CONSOLE,
	/*
	 * OpenSBI prints to a UART of memory, with registers of a0 bytes and the
	 * line status a1; 0: to the machine's again. The value is what the UART had
	 * been sent, PEEK_UNSENT: nothing.
	 */
	PEEK_UART,
	/*
	 * Other harts are as the struct peek_peers at the address a0 says, a1 = 0;
	 * a1 = 1: write there what has become of them; 2: they are the machine's
	 * again.
	 */
	PEEK_PEERS,
	/* This hart's doorbell is rung. a0 is not 0: and M-mode takes that itself. */
	PEEK_RING,
	/* M-mode stores a0, and loads it again, from where it is not aligned. */
	PEEK_CROOKED,
	/* The timer is OpenSBI's; with a0 0 it is as the hart has it again. */
	PEEK_TIMER,
};

enum { PEEK_WORDS = 4 }; /* of pending harts: 128 of them on RV32 */

/**
 * Other harts, and requests to this one, that only the entry sees: the C functions
 * go on with the real ones.
 */
struct peek_peers {
	/* The hart whose index is PEEK_PEER */
	unsigned long hartid, abroad, deaf, up; /* in another domain, no bell */
	unsigned long bell;			/* its doorbell, and so is */
	/* Requests to it, and to the calling hart, too */
	unsigned long owed, ipis, pending[PEEK_WORDS];
	unsigned long domain_bit; /* of the calling hart */
	unsigned long foreign;	  /* IPIs for OpenSBI on the calling hart */
	unsigned long lost;	  /* the calling hart's peer is not known */
	unsigned long mute;	  /* nor its doorbell */
	unsigned long off;    /* software interrupts are OpenSBI's, and so is
				   * what is not aligned */
	unsigned long whole;  /* fences of a page are C's */
	unsigned long state;  /* of the hart: HSM's */
	unsigned long secret; /* states are C's */
	unsigned long time;   /* mtime; 0: the machine's */
	unsigned long stock;  /* C leaves software interrupts to OpenSBI */
};

#define PEEK_HARTS 8   /* whose traps and calls are counted apart */
#define PEEK_PEER 6    /* of PEEK_PEER + 1 */
#define PEEK_NO_UART 2 /* in place of a width */
#define PEEK_UNSENT 0x5a5a5a5aul

enum peek_entry {
	PEEK_STOCK,
	PEEK_FAST,
	PEEK_ASK,
};

/** All that a PMU call may change, and what it must leave alone. */
struct peek {
	u64 counter[32]; /* mcycle, minstret, mhpmcounter; absent ones 0 */
	u64 event[32];	 /* mcyclecfg, minstretcfg, mhpmevent */
	u8 hart[1024];	 /* struct pmu_hart */
	u64 configured;	 /* part of it; not taken back */
	u64 timer;	 /* stimecmp, or mtimecmp */
	unsigned long inhibit, mcounteren;
	unsigned long mie, mip, mideleg;
	/* Not taken back: */
	unsigned long mstatus, mscratch, medeleg;
	u32 traps; /* that OpenSBI's handler saw since PEEK_LOAD, with this one */
	u32 calls; /* that C answered for the PMU since PEEK_LOAD */
	u32 other; /* IPIs, fences and software interrupts that went to C */
};

/** Firmware: offer these calls. @return 0 or SBI_E* */
int test_peek_register(void);

/** Firmware: words to or from memory of S-mode. @return false: a fault */
bool test_peek_words(unsigned long address, u32 *words, unsigned long size,
		     bool load);

/** Firmware: PEEK_PEERS, and how often C was asked in place of the entry. */
int test_peers(unsigned long address, unsigned long what);
void test_peers_ring(bool inside);
extern u32 test_peers_calls[];

#endif
