/* SPDX-License-Identifier: BSD-2-Clause */
/* Random numbers, the same in every run with the same seed. */
#ifndef SMODE_RANDOM_H
#define SMODE_RANDOM_H

#include <sbi/sbi_types.h>

/** Begin anew. @param seed not 0 */
void random_seed(u64 seed);

/** 64 random bits. */
u64 random(void);

/** 0 to n - 1, without a division that RV32 lacks. */
unsigned int one_of(unsigned int n);

/** A number where something begins or ends, often. */
unsigned long boundary(void);

/** A counter_idx_base, mostly in range. */
unsigned long random_base(void);

/** Mostly a few counters that there are from base on. */
unsigned long random_mask(unsigned long base);

#endif
