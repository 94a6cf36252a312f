/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A PMU call made twice from the same state, once through the firmware's trap
 * entry and once through OpenSBI's; all state that it could change is compared.
 */
#ifndef SMODE_TWICE_H
#define SMODE_TWICE_H

#include "peek.h"

/** Event data of a raw event that is mapped and never happens. */
#define TWICE_NEVER 3

/** Memory that calls may write to, between guards that they may not. */
struct twice_memory {
	u64 guard_before[8];
	u64 area[512]; /* a page */
	u64 entries[128];
	u64 guard_behind[8];
};

/** The first word of the guard is 64 bytes in front of a page. */
extern struct twice_memory *const twice_memory;

/** End of a call, and what it took on the way through our entry. */
struct twice_end {
	struct sbiret ret;
	unsigned int calls; /* to C: 0, the entry alone has answered */
};

/**
 * The state of this hart from which the next twice_call() starts, to be changed
 * at will, as can be twice_memory.
 */
struct peek *twice_begin(void);

/** Make a call both ways. The state afterwards is that of the second one. */
struct twice_end twice_call(unsigned long fid, const unsigned long args[6]);

/**
 * The same with a call of any extension.
 * @param served our entry must answer it without OpenSBI's handler
 */
struct sbiret twice_any(unsigned long eid, unsigned long fid,
			const unsigned long args[6], bool served);

/**
 * True if C code took part in the last call, on the way through the firmware's
 * entry.
 */
bool twice_in_c(void);

/** Counters of p that count what happens by itself, as a set. */
u32 twice_counting(const struct peek *p);

#endif
