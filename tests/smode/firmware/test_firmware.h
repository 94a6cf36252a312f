/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SBI calls that only the firmware of the tests has. They make the firmware do,
 * or show a payload, things for which the SBI specification has no call.
 */
#ifndef SMODE_TEST_FIRMWARE_H
#define SMODE_TEST_FIRMWARE_H

#define TEST_EID 0x0a485354ul /* in the range of firmware-specific extensions */

/* A system sleep that the device accepts, and that then fails */
#define TEST_SLEEP_FAILS 0x80000000u

enum test_function {
	TEST_ENTER, /* go on in the other domain */
	TEST_OTHER, /* value 1 if there is another domain */
	TEST_EXIT,  /* go back from there, by the domain's own exit */
	TEST_DIE,   /* trap in M-mode without a handler; a0: enum test_death */
	TEST_CSR,   /* value of CSR a0, one of enum test_csr */
	TEST_LOSE,  /* from now on non-retentive suspends lose CTR's
		     * registers; if a0 is not 0, the hardware counters
		     * instead */
	TEST_HEAP,  /* a0 = 0: give the heap back; 1: take all of it; more:
		     * all except a few pieces of a0 bytes */
	TEST_OVERFLOW, /* counter a0 overflows, and if a1 is not 0, this hart
			* gets an IPI: at the end of the call both interrupts
			* are pending */
	TEST_LOCK,     /* from now on no mode, not even M-mode, can access
			* the page at a0; with bit 0 of a0, only the word
			* there; with TEST_LOCK_READABLE all modes can still
			* read it */
	TEST_DEAD,     /* value 1 once hart a0 has died and reported, else 0 */
	TEST_RING,     /* raise this hart's software interrupt */
	TEST_HOLD,     /* wait until hart a0 is in TEST_LEAVE. The next start or
			* halt then waits, after it has read which harts the
			* domain has, until that hart has left; this has a time
			* limit */
	TEST_LEAVE,    /* as TEST_ENTER, once a start or halt waits so; if a0 is
			* not 0, once this hart has a software interrupt of
			* M-mode */
	TEST_STATE,    /* HSM state of hart a0, of any domain */
	TEST_MEET,   /* OpenSBI's next IPI waits, before it stores its request,
		      * until hart a0 has taken another IPI; hart a0 increments
		      * the word at a1 meanwhile */
	TEST_PMUDEV, /* state of the PMU device; a0: enum pmudev_what */
};

#define TEST_LOCK_READABLE 2ul

enum test_death {
	TEST_BY_ILLEGAL, /* execute an illegal instruction */
	TEST_TWICE,	 /* the same, and another one in the report */
	TEST_BY_LOAD,	 /* load from an address without memory */
	TEST_BY_STORE,
};

enum test_csr {
	TEST_MCTRCTL,
	TEST_MEDELEG,
	TEST_FIRST_MCTRCTL, /* its value when the boot hart began to work */
};

#endif
