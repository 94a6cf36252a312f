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

/** Register and enable it, and unmask the hart's events. All must succeed. */
void sse_on(unsigned long event);
/** Mask the hart's events; disable and unregister this one. All must succeed. */
void sse_off(unsigned long event);

#endif
