/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Refused calls of the SBI trace extension change nothing: no register of any
 * component and no memory of the payload.
 */
#ifndef SMODE_TRACE_REFUSE_H
#define SMODE_TRACE_REFUSE_H

#include "check.h"
#include "hart.h"
#include "trace.h"

#define PAGE 4096ul
#define HART0 (hart_at(0)->hartid)
#define NO_HART 77ul

/** Memory of the payload that calls may name. */
extern u8 trace_area[4 * PAGE];

struct trace_row {
	const char *name;
	unsigned long fid, a[5];
	long error;
};

/** A call that has its error. */
void trace_refuse_one(const struct trace_row *row);
/** Calls, and checks of all state that they may change. */
void trace_refuse(const struct trace_row *rows, unsigned int count);
#define TRACE_REFUSE(rows) trace_refuse(rows, array_size(rows))

/**
 * The same with every page that nobody may share.
 * @param at argument that is the low part of the address; the high one follows
 */
void trace_refuse_addresses(struct trace_row row, unsigned int at);

#endif
