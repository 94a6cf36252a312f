/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions for the tests of Control Transfer Records. */
#ifndef SMODE_CTR_RIG_H
#define SMODE_CTR_RIG_H

#include "ctr.h"

/**
 * True if S-mode has all of CTR on this machine: as an option of run.py says,
 * or without such an option, as the device tree says.
 */
bool ctr_expected(void);

/** The same as ctr_expected(); skips the case if false. */
bool ctr_here(void);

/** True if this property of the first cpu@ node lists the name. */
bool ctr_listed(const char *property, const char *name);
/** The same for any node. */
bool ctr_listed_of(const char *node, const char *property, const char *name);

/** Optional parts of CTR that this hart has. */
struct ctr_options {
	unsigned long control;	   /* bits of sctrctl */
	unsigned long data;	   /* bits of ctrdata */
	unsigned int depths;	   /* bit n: sctrdepth n */
	unsigned long least, most; /* of sctrdepth */
};

/**
 * Find the optional parts by writes, once for each hart. The hart's state is
 * the same afterwards.
 */
const struct ctr_options *ctr_options(void);

/** This depth if the hart has it, else the greatest one it has. */
unsigned long ctr_depth_there(unsigned long depth);

/**
 * True if M-mode traps can be recorded: run.py gives "mte=no" if not. Skips the
 * case if false.
 */
bool ctr_mte_here(void);

/** Record n without the fields that differ between harts: MISP, cycle count. */
struct ctr_record ctr_look(unsigned int n);

/** Value of ctrdata of a record of this type without a cycle count. */
unsigned long ctr_data(unsigned long type);

/** Disable everything, clear all registers, and set the least depth. */
void ctr_reset(void);

/**
 * Number of records that are not zero, of all that the greatest depth gives
 * access to. Keeps the depth.
 */
unsigned int ctr_left_over(void);

/**
 * Check that every register has the value that a new owner finds; report each
 * that has not.
 */
void ctr_check_new(void);

/** Clear the buffer, set the greatest depth, and start recording. */
void ctr_record(unsigned long sctrctl);

/**
 * Stop recording; check that no record has an address outside the payload,
 * except targets that are 0.
 * @return number of records
 */
unsigned int ctr_check_recorded(void);

/**
 * Fill the buffer to this depth with numbers, without recording; to the
 * greatest depth if the hart does not have this one.
 */
void ctr_fill(unsigned long depth, unsigned long seed);

/** Check that the state is the one that ctr_fill() left. */
void ctr_check_filled(unsigned long depth, unsigned long seed);

#endif
