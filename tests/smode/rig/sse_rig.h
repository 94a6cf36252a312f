/* SPDX-License-Identifier: BSD-2-Clause */
/* Supervisor software events (SSE) of this hart. */
#ifndef SMODE_SSE_RIG_H
#define SMODE_SSE_RIG_H

#include "sbi.h"

/** A call of the SSE extension; arguments that are left out are 0. */
#define sse(fid, ...) sbi(SBI_EXT_SSE, fid, ##__VA_ARGS__)

/** Register an event; its handler is hart_sse_entry(). */
struct sbiret sse_register(unsigned long event);

/**
 * Read count attributes from base on to memory of S-mode; write them from
 * there.
 */
struct sbiret sse_read(u32 event, unsigned long base, unsigned long count,
		       unsigned long low, unsigned long high);
struct sbiret sse_write(u32 event, unsigned long base, unsigned long count,
			unsigned long low, unsigned long high);
/** Read or write one attribute. The read must succeed. */
unsigned long sse_attr(u32 event, unsigned long id);
struct sbiret sse_set_attr(u32 event, unsigned long id, unsigned long value);

/**
 * Inject an event into this hart.
 * @return true if hart_sse_entry() was called
 */
bool sse_delivered(u32 event);

/**
 * Register and enable an event, and unmask the hart's events. All must succeed.
 */
void sse_on(unsigned long event);
/**
 * Mask the hart's events; disable and unregister an event. All must succeed.
 */
void sse_off(unsigned long event);

#endif
