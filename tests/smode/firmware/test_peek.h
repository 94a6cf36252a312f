/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SBI calls of the test firmware that show and change state of M-mode on the
 * calling hart. Tests of the trap entry compare this state.
 */
#ifndef SMODE_TEST_PEEK_H
#define SMODE_TEST_PEEK_H

#include <sbi/sbi_types.h>

#define PEEK_EID 0x0a504545ul /* in the range of firmware-specific extensions */

enum peek_function {
	/*
	 * Write a struct peek to the address a0; restore the state of the hart
	 * from the one at a0.
	 */
	PEEK_SAVE,
	PEEK_LOAD,
	/*
	 * Select the entry that takes traps. a0 is PEEK_STOCK or PEEK_FAST to
	 * change it; the value is the entry before the call. SBI_ERR_FAILED:
	 * mtvec has the address of another entry.
	 */
	PEEK_ENTRY,
	/*
	 * Add a1 (RV32: a1 and a2) to the count of firmware event a0. The value
	 * is the lower XLEN bits of the count before.
	 */
	PEEK_EVENT,
	/* Call num_counters from M-mode; return its error and value. */
	PEEK_NEST,
	/*
	 * Stop the delegation of the exceptions in a0; if a1 is not 0, delegate
	 * them.
	 */
	PEEK_DELEGATE,
	/*
	 * Let the firmware's own entry print bytes to a UART in memory, with
	 * registers of a0 bytes and the line status a1; a0 = 0: to the
	 * machine's UART again. The value is the last byte that the UART in
	 * memory was sent; PEEK_UNSENT: none.
	 */
	PEEK_CONSOLE,
	/*
	 * Let OpenSBI print to a UART in memory, with registers of a0 bytes and
	 * the line status a1; a0 = 0: to the machine's UART again. The value is
	 * the last byte that the UART in memory was sent; PEEK_UNSENT: none.
	 */
	PEEK_UART,
	/*
	 * a1 = 0: replace the other harts by the struct peek_peers at the
	 * address a0; a1 = 1: write their present state there; a1 = 2: use the
	 * machine's harts again.
	 */
	PEEK_PEERS,
	/*
	 * Ring this hart's doorbell. If a0 is not 0, M-mode takes the
	 * interrupt.
	 */
	PEEK_RING,
	/* M-mode stores a0 at a misaligned address, and loads it again. */
	PEEK_CROOKED,
	/* a0 not 0: OpenSBI sets the timer; 0: the entry sets it again. */
	PEEK_TIMER,
};

enum { PEEK_WORDS = 4 }; /* words of pending harts: 128 harts on RV32 */

/**
 * Replacements of another hart, and requests to this hart, that only the entry
 * sees: C functions use the real harts.
 */
struct peek_peers {
	/* Hart PEEK_PEER; abroad: in another domain; deaf: no doorbell */
	unsigned long hartid, abroad, deaf, up; /* up: of fence_hart */
	unsigned long bell;			/* value of its doorbell */
	/* Requests to that hart, which the calling hart has, too */
	unsigned long owed, ipis, pending[PEEK_WORDS];
	unsigned long domain_bit; /* of the calling hart */
	unsigned long foreign;	  /* IPIs for OpenSBI on the calling hart */
	unsigned long lost;	  /* 1: self is NULL */
	unsigned long mute;	  /* 1: the calling hart has no doorbell */
	unsigned long off;	  /* 1: software interrupts and misaligned
				   * accesses are left to OpenSBI */
	unsigned long whole;	  /* 1: fences of a page are left to C */
	unsigned long state;	  /* HSM state of the hart */
	unsigned long secret;	  /* 1: the entry cannot read HSM states */
	unsigned long time;	  /* value of mtime; 0: the machine's mtime */
	unsigned long stock;	  /* C leaves software interrupts to OpenSBI */
};

#define PEEK_HARTS 8   /* harts that have counts of their own */
#define PEEK_PEER 6    /* an index; the entry sees PEEK_PEER + 1 harts */
#define PEEK_NO_UART 2 /* a width: the entry has no UART at all */
#define PEEK_UART_AT 8 /* a width: the UART is at this address */
#define PEEK_UNSENT 0x5a5a5a5aul

enum peek_entry {
	PEEK_STOCK,
	PEEK_FAST,
	PEEK_ASK,
};

/** State that a PMU call may change, and state that it must keep. */
struct peek {
	u64 counter[32]; /* mcycle, minstret, mhpmcounter; absent ones 0 */
	u64 event[32];	 /* mcyclecfg, minstretcfg, mhpmevent */
	u8 hart[1088];	 /* struct pmu_hart */
	u64 configured;	 /* part of struct pmu_hart; not restored */
	u64 timer;	 /* stimecmp, or mtimecmp */
	unsigned long inhibit, mcounteren;
	unsigned long mie, mip, mideleg;
	/* Not restored: */
	unsigned long mstatus, mscratch, medeleg;
	u32 traps; /* by OpenSBI's handler since PEEK_LOAD, with this one */
	u32 calls; /* of the PMU, answered by C since PEEK_LOAD */
	u32 other; /* IPIs, fences and software interrupts that C handled */
};

/** Firmware: register these calls. @return 0 or SBI_E* */
int test_peek_register(void);

/**
 * Firmware: copy words from or to memory of S-mode.
 * @return false if it cannot be accessed
 */
bool test_peek_words(unsigned long address, u32 *words, unsigned long size,
		     bool load);

/** Firmware: PEEK_PEERS; PEEK_RING; the entry's calls of C, by hart. */
int test_peers(unsigned long address, unsigned long what);
void test_peers_ring(bool inside);
extern u32 test_peers_calls[];

#endif
