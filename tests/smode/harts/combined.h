/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls of several extensions, each of which works on the state that the call
 * before it left. Memory that no call names stays the same, with every result.
 */
#ifndef SMODE_COMBINED_H
#define SMODE_COMBINED_H

#include "hart.h"
#include "sbi.h"

#define COMBINED_PAGE 4096ul
#define COMBINED_LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE
#define COMBINED_GLOBAL SBI_SSE_EVENT_GLOBAL_SOFTWARE

/** A page that calls may write, between pages that no call may write. */
struct combined_arena {
	u8 before[COMBINED_PAGE], page[COMBINED_PAGE], after[COMBINED_PAGE];
};

/** Fill all of an arena. */
void combined_fill(struct combined_arena *a);
/** Check that the pages around the arena are unchanged. */
void combined_check(const struct combined_arena *a);

/** A call of SSE or DBTR. */
struct sbiret combined_sse(unsigned long fid, unsigned long a0,
			   unsigned long a1, unsigned long a2);
struct sbiret combined_dbtr(unsigned long fid, unsigned long a0,
			    unsigned long a1);
/** Read attributes of an event, from the first one on, to an address. */
struct sbiret combined_attrs(u32 event, unsigned long count, unsigned long at);
/** State of an event, SBI_SSE_STATE_*. */
unsigned long combined_state(u32 event);

/** Register and enable an event for this hart; its handler calls work(). */
void combined_event(u32 event, void (*work)(void));
/** Unregister the event. */
void combined_event_end(u32 event);
/** Inject an event of this hart. @return true if the handler returned */
bool combined_delivered(u32 event);

/** Wait until hart n has stopped. @return false after a time limit */
bool combined_stopped(unsigned int n);

/**
 * Set a trigger on stores to a word, with the shared memory at an address.
 * @return number of the trigger
 */
unsigned long combined_watch(volatile unsigned long *word, unsigned long at);
/** Uninstall a trigger. */
void combined_watch_end(unsigned long trigger);
/** True if this hart gets a breakpoint exception from a store to the word. */
bool combined_watched(volatile unsigned long *word);

/** Trace hart n, the hart that runs this, into the page of an arena. */
void combined_trace(unsigned int n, const struct combined_arena *a);
/** Stop the trace, and check that the sink still has its address. */
void combined_trace_end(unsigned int n, const struct combined_arena *a);
/** True if the trace of hart n is enabled and goes to that page. */
bool combined_traced(unsigned int n, const struct combined_arena *a);

#endif
