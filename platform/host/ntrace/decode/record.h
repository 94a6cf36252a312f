/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranges and events of a decoder, kept in memory, to be told to a form of output
 * that must hear all of a trace in its order.
 */
#ifndef HOST_NT_RECORD_H
#define HOST_NT_RECORD_H

#include "format.h"

/** A record of results. All zero: empty. */
struct nt_record {
	u8 *data; /* used of room bytes; bytes before `at` were delivered */
	size_t at, used, room;
	struct ntrace_source *source; /* copy of the source for delivery, or
				       * NULL */
};

/** Keep the arguments of the same functions of a struct nt_format. */
void nt_record_ranges(struct nt_record *record,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times);
void nt_record_event(struct nt_record *record,
		     const struct ntrace_source *source,
		     const struct ntrace_event *event);

/**
 * Deliver the kept results to a format, in the same order, and empty the
 * record. Of the source it gets number, time, mode, contexts and offset.
 * @param state	the format's
 */
void nt_record_tell(struct nt_record *record, const struct nt_format *format,
		    void *state);

/** @return true if results are kept */
static inline bool nt_record_any(const struct nt_record *record)
{
	return record->at < record->used;
}

/** The time of the first kept result; 0: none. The record must not be empty. */
u64 nt_record_time(const struct nt_record *record);

/** Deliver the first kept result, like nt_record_tell(). */
void nt_record_tell_first(struct nt_record *record,
			  const struct nt_format *format, void *state);

void nt_record_free(struct nt_record *record);

#endif
