/* SPDX-License-Identifier: BSD-2-Clause */
/* Random numbers, the same in every run with the same seed. */
#ifndef SMODE_RANDOM_H
#define SMODE_RANDOM_H

#include <sbi/sbi_types.h>

/** Begin a new sequence. @param seed not 0 */
void random_seed(u64 seed);

/** 64 random bits. */
u64 random(void);

/** A number from 0 to n - 1, without the 64-bit division that RV32 lacks. */
unsigned int one_of(unsigned int n);

/**
 * A random number, often 0, the least or the greatest of a range, or near it.
 */
unsigned long boundary(void);

/** A counter_idx_base, mostly that of an existing counter. */
unsigned long random_base(void);

/** A mask, mostly of a few existing counters from base on. */
unsigned long random_mask(unsigned long base);

#endif
