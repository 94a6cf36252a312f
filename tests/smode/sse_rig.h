/* SPDX-License-Identifier: BSD-2-Clause */
/* Supervisor software events of this hart. */
#ifndef SMODE_SSE_RIG_H
#define SMODE_SSE_RIG_H

#include "sbi.h"

/** A call of the SSE extension. */
struct sbiret sse(unsigned long fid, unsigned long a0, unsigned long a1,
		  unsigned long a2);

/** Register an event with hart_sse_entry() for its handler. */
struct sbiret sse_register(unsigned long event);

/** Attributes from base on, to memory of S-mode's or from there. */
struct sbiret sse_read(u32 event, unsigned long base, unsigned long count,
		       unsigned long low, unsigned long high);
struct sbiret sse_write(u32 event, unsigned long base, unsigned long count,
			unsigned long low, unsigned long high);
/** One of them. The first must succeed. */
unsigned long sse_attr(u32 event, unsigned long id);
struct sbiret sse_set_attr(u32 event, unsigned long id, unsigned long value);

/** Inject it into this hart. @return false: hart_sse_entry() is not called */
bool sse_delivered(u32 event);

/** Register and enable it, and unmask the hart's events. All must succeed. */
void sse_on(unsigned long event);
/** Mask the hart's events; disable and unregister this one. All must succeed. */
void sse_off(unsigned long event);

#endif
