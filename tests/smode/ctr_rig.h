/* SPDX-License-Identifier: BSD-2-Clause */
/* Control Transfer Records, for the test programs about them. */
#ifndef SMODE_CTR_RIG_H
#define SMODE_CTR_RIG_H

#include "ctr.h"

/**
 * True if S-mode has all of CTR on this machine: as the word of run.py says, or
 * without a word, as the device tree says.
 */
bool ctr_expected(void);

/** The same; skips the case if not. */
bool ctr_here(void);

/** True if the first cpu@ lists it in this property of the device tree. */
bool ctr_listed(const char *property, const char *name);
/** The same for the node of any name. */
bool ctr_listed_of(const char *node, const char *property, const char *name);

/** Optional parts that this hart has. */
struct ctr_options {
	unsigned long control;	   /* bits of sctrctl */
	unsigned long data;	   /* bits of ctrdata */
	unsigned int depths;	   /* bit n: sctrdepth n */
	unsigned long least, most; /* of sctrdepth */
};

/**
 * Find the optional parts once for each hart, by writes; the hart's state is
 * the same afterwards.
 */
const struct ctr_options *ctr_options(void);

/** This depth if the hart has it, else the greatest. */
unsigned long ctr_depth_there(unsigned long depth);

/** True if M-mode traps can be recorded: run.py says if not ("mte=no"). Skips
 *  the case then. */
bool ctr_mte_here(void);

/** Record n without what no two harts agree on: MISP, cycle counts. */
struct ctr_record ctr_look(unsigned int n);

/** ctrdata of a record of this type without a count. */
unsigned long ctr_data(unsigned long type);

/** Everything off and zero, as few records as can be. */
void ctr_reset(void);

/** Records that are not zero, of all that the greatest depth gives access to.
 *  Leaves the depth as it was. */
unsigned int ctr_left_over(void);

/**
 * Check that every register has the value that a new owner finds; report
 * others.
 */
void ctr_check_new(void);

/** An empty buffer as deep as can be, and recording on. */
void ctr_record(unsigned long sctrctl);

/**
 * Recording off; check that no record shows an address outside of the payload,
 * besides targets that are 0.
 * @return how many records there are
 */
unsigned int ctr_check_recorded(void);

/** Fill the buffer to this depth with numbers, record nothing; where the hart
 *  has no such depth, to its greatest. */
void ctr_fill(unsigned long depth, unsigned long seed);

/** Check that the state is as ctr_fill() left it. */
void ctr_check_filled(unsigned long depth, unsigned long seed);

#endif
