/* SPDX-License-Identifier: BSD-2-Clause */
/* Random states of the PMU, and random calls, for twice_call(). */
#ifndef SMODE_TWICE_RANDOM_H
#define SMODE_TWICE_RANDOM_H

#include "twice.h"

#define CALL_CONFIG SBI_EXT_PMU_COUNTER_CFG_MATCH
#define CALL_START SBI_EXT_PMU_COUNTER_START
#define CALL_STOP SBI_EXT_PMU_COUNTER_STOP
#define CALL_READ SBI_EXT_PMU_COUNTER_FW_READ
#define CALL_NUM SBI_EXT_PMU_NUM_COUNTERS
#define OVERFLOW (1ull << 63) /* bit of mhpmevent */

/**
 * All counters free. In half of the cases, from here on, some counters count
 * what happens by itself.
 */
void twice_fresh(void);

/** True if counters may count events that happen by themselves: until the next
 * twice_fresh() no value comes near the end of its counter. */
bool twice_is_real(void);

/** One step to another state, by calls and events alone. */
void twice_walk(void);

/** State that no call brings about at will: values and overflow of counters. */
void twice_disturb(struct peek *p);

/** Random contents of twice_memory. */
void twice_fill(void);

/** A function, and arguments for it. @return function ID */
unsigned long twice_random(unsigned long args[6]);

#endif
