/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes a PMU call twice from the same state, once through the firmware's own
 * trap entry and once through OpenSBI's, and compares all state that the call
 * can change.
 */
#ifndef SMODE_TWICE_H
#define SMODE_TWICE_H

#include "peek.h"

/**
 * Event data of a raw event that the device tree maps, and that never occurs.
 */
#define TWICE_NEVER 3

/** Memory that calls may write, between guards that no call may write. */
struct twice_memory {
	u64 guard_before[8];
	u64 area[512]; /* a page */
	u64 entries[128];
	u64 guard_behind[8];
};

/** The area begins at a page; the guard before it is in the page before. */
extern struct twice_memory *const twice_memory;

/** Result of a call, and its path through the firmware's own entry. */
struct twice_end {
	struct sbiret ret;
	unsigned int calls; /* of C functions; 0: the entry alone answered */
};

/**
 * The state of this hart from which the next twice_call() starts. The caller
 * may change it, and twice_memory.
 */
struct peek *twice_begin(void);

/** Make a call through both entries. The second call's state remains. */
struct twice_end twice_call(unsigned long fid, const unsigned long args[6]);

/**
 * The same for a call of any extension.
 * @param served true if the firmware's own entry must answer it without
 * OpenSBI's handler
 */
struct sbiret twice_any(unsigned long eid, unsigned long fid,
			const unsigned long args[6], bool served);

/** True if the firmware's own entry called C code in the last call. */
bool twice_in_c(void);

/** Set of the counters of p whose events occur without a call. */
u32 twice_counting(const struct peek *p);

#endif
