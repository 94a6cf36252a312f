/* SPDX-License-Identifier: BSD-2-Clause */
/* Random instructions that work on a window of memory. */
#ifndef RANDOM_H
#define RANDOM_H

#include <base/types.h>

void random_seed(u64 value);

/** @return 0 to limit - 1 */
u32 random_below(u32 limit);

/** @return a 16-bit instruction, or a word that is none */
u32 random_short(void);

/**
 * @return a 32-bit one. It takes x2, x8, x29 and x30 for pointers into memory.
 * @param lr the instruction before if it was an LR, else 0
 */
u32 random_word(u32 lr);

#endif
