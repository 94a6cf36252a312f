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
	/* Firmware event a0 happens a1 (RV32: and a2) times. */
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
};

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
};

/** Firmware: offer these calls. @return 0 or SBI_E* */
int test_peek_register(void);

#endif
