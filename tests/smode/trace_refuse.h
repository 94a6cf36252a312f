/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks that refused calls of the SBI trace extension change nothing: no
 * register of any component and no memory of the payload.
 */
#ifndef SMODE_TRACE_REFUSE_H
#define SMODE_TRACE_REFUSE_H

#include "check.h"
#include "hart.h"
#include "trace.h"

#define PAGE 4096ul
#define HART0 (hart_at(0)->hartid)
#define NO_HART 77ul

/** Memory of the payload for addresses in calls. */
extern u8 trace_area[4 * PAGE];

struct trace_row {
	const char *name;
	unsigned long fid, a[5];
	long error;
};

/** Make one call and check its error. */
void trace_refuse_one(const struct trace_row *row);
/** Make calls, and check their errors and all state that they could change. */
void trace_refuse(const struct trace_row *rows, unsigned int count);
#define TRACE_REFUSE(rows) trace_refuse(rows, array_size(rows))

/**
 * Make the call with every page that this domain may not share, as the address.
 * @param at index of the argument with the low part of the address; the high
 * part follows
 */
void trace_refuse_addresses(struct trace_row row, unsigned int at);

#endif
