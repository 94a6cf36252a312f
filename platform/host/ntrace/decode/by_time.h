/* SPDX-License-Identifier: BSD-2-Clause */
/* Results of several harts, in the order of their timestamps. */
#ifndef HOST_NT_BY_TIME_H
#define HOST_NT_BY_TIME_H

#include "format.h"

struct nt_by_time;

/**
 * A filter whose ranges() and event() keep results until no source can have an earlier
 * one; the state is a struct nt_by_time. Results without a time come first. A
 * source without results delays the others until 16 MiB are kept; so does, at
 * the start, a source that has not been seen.
 */
extern const struct nt_format nt_by_time_format;

/** @param format and state get the results, and stay the caller's */
struct nt_by_time *nt_by_time_begin(const struct nt_format *format,
				    void *state);

/**
 * Deliver the rest, and free everything.
 * @return false: there were no timestamps
 */
bool nt_by_time_end(struct nt_by_time *by_time);

#endif
