/* SPDX-License-Identifier: BSD-2-Clause */
/* Results of several harts, in the order of their timestamps. */
#ifndef HOST_NT_BY_TIME_H
#define HOST_NT_BY_TIME_H

#include "decode.h"

struct nt_by_time;

/**
 * Its ranges() and event() keep what they get until no source can come with
 * something earlier; the state is a struct nt_by_time. Results without a time
 * come first. A source that is silent holds the others up until 16 MiB are kept;
 * so does, at the start, any that has not been seen.
 */
extern const struct nt_format nt_by_time_format;

/** @param format and state are told, and stay the caller's */
struct nt_by_time *nt_by_time_begin(const struct nt_format *format,
				    void *state);

/**
 * Tell what is left, and free everything.
 * @return false: there were no timestamps
 */
bool nt_by_time_end(struct nt_by_time *by_time);

#endif
