/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the unit tests of lib/ctr: a fake hart with CTR, and poison. */
#ifndef UNIT_CTR_H
#define UNIT_CTR_H

#include <ctr/ctr.h>

#include "unit.h"

/* Bits of other extensions, in both halves */
#define OTHERS (3ull << 62 | 7)
#define GATE_CTR (1ull << 54)
#define GATE_CSRIND (1ull << 60)

/** Fields of mctrctl, with the specification's numbers. */
enum ctl {
	CTL_U = 1 << 0,
	CTL_S = 1 << 1,
	CTL_M = 1 << 2,
	CTL_RASEMU = 1 << 7,
	CTL_STE = 1 << 8,
	CTL_MTE = 1 << 9,
	CTL_BPFRZ = 1 << 11,
	CTL_LCOFIFRZ = 1 << 12,
};
#define CTL_EXCINH (1ull << 33)
#define CTL_INTRINH (1ull << 34)
#define CTR_FROZEN (1ul << 31)

/** The hart under test, filled by ctr_hart_init(). */
extern struct ctr_hart unit_ctr;

/** Make a fake hart with all of CTR, before any access to it. */
void unit_ctr_hart(void);

/** The same, started, with an open gate. */
void unit_ctr_start(void);

/** Set all registers and records, as an earlier boot stage may leave them. */
void unit_ctr_poison(void);

/**
 * Check that recording is off and that no state of an earlier owner is left.
 */
void unit_ctr_check_clear(const char *row);

#endif
