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
#define OVERFLOW (1ull << 63) /* a bit of mhpmevent */

/**
 * Free all counters. In half of the cases, counters may from then on count
 * events that occur without a call.
 */
void twice_fresh(void);

/**
 * True if counters may count events that occur without a call. Until the next
 * twice_fresh() no value comes near the maximum of its counter.
 */
bool twice_is_real(void);

/** Change the state by one random call, or by one firmware event. */
void twice_walk(void);

/** Change state that no call sets freely: values and overflow of counters. */
void twice_disturb(struct peek *p);

/** Fill twice_memory with random contents. */
void twice_fill(void);

/** Select a function, and arguments for it. @return function ID */
unsigned long twice_random(unsigned long args[6]);

#endif
