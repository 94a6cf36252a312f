/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SBI calls that only the firmware of the tests has: what a payload cannot make
 * a firmware do through the specification, or see of it.
 */
#ifndef SMODE_TEST_FIRMWARE_H
#define SMODE_TEST_FIRMWARE_H

#define TEST_EID 0x0a485354ul /* in the range of firmware-specific ones */

/* A sleep of the machine that its device takes, and then does not do */
#define TEST_SLEEP_FAILS 0x80000000u

enum test_function {
	TEST_ENTER, /* this hart goes on in the domain that is not its own */
	TEST_OTHER, /* whether there is such a domain */
	TEST_EXIT,  /* and back, as a domain leaves by itself */
	TEST_DIE,   /* a trap in M-mode that nobody handles, the one of enum
		     * test_death that a0 says */
	TEST_CSR,   /* value of CSR a0, one of enum test_csr */
	TEST_LOSE,  /* from now on suspends that may lose CTR's registers do so;
		    * with a0 not 0, those of the hardware counters */
	TEST_HEAP, /* a0 not 0: take all of the heap, else give it back; a0 over
		     * 1: but for a few pieces of so many bytes */
	TEST_OVERFLOW, /* counter a0 overflows, and this hart gets an IPI if a1:
			* when the call returns both interrupts are pending */
	TEST_LOCK,     /* nobody, M-mode included, touches the page at a0 again;
		    * with bit 0 of a0, only the word there; with
		    * TEST_LOCK_READABLE it may still be read */
	TEST_DEAD,     /* value 1 once hart a0 has died and said all that it
			* has to say, else 0 */
	TEST_RING,     /* this hart's software interrupt, of whichever device */
	TEST_HOLD,  /* once hart a0 waits in TEST_LEAVE: the next start or halt
			* is held up between its look at whom the domain has and
			* what it does, for as long as that hart takes to leave,
			* but not for ever */
	TEST_LEAVE, /* as TEST_ENTER, once another hart is held up so; with a0
			* not 0, once this one has a software interrupt of M-mode */
	TEST_STATE, /* the HSM state of hart a0, whosever it is */
	TEST_MEET, /* the next IPI that OpenSBI sends by itself is held up before
		      * its request, until hart a0 has taken another one; this
		      * hart counts up the word at a1 */
	TEST_PMUDEV, /* what the board's PMU device was told: a0 of pmudev.h */
};

#define TEST_LOCK_READABLE 2ul

enum test_death {
	TEST_BY_ILLEGAL, /* an illegal instruction */
	TEST_TWICE, /* and another when the report comes to the third record */
	TEST_BY_LOAD, /* of what is nowhere */
	TEST_BY_STORE,
};

enum test_csr {
	TEST_MCTRCTL,
	TEST_MEDELEG,
	TEST_FIRST_MCTRCTL, /* as it was when the boot hart began to work */
};

#endif
