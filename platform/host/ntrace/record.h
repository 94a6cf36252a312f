/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranges and events of a decoder, kept in memory, to be told to a form of output
 * that must hear all of a trace in its order.
 */
#ifndef HOST_NT_RECORD_H
#define HOST_NT_RECORD_H

#include "decode.h"

/** All zero: empty. */
struct nt_record {
	u8 *data; /* used of room bytes; those before at have been told */
	size_t at, used, room;
	struct ntrace_source *source; /* as it is told again, or NULL */
};

/** Keep what the functions of the same name of a struct nt_format get. */
void nt_record_ranges(struct nt_record *record,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times);
void nt_record_event(struct nt_record *record,
		     const struct ntrace_source *source,
		     const struct ntrace_event *event);

/**
 * Tell a form of output what was kept, in the same order, and keep nothing of
 * it. Of the source it gets number, time, mode, contexts and offset.
 * @param state	the form's
 */
void nt_record_tell(struct nt_record *record, const struct nt_format *format,
		    void *state);

/** @return is anything kept? */
static inline bool nt_record_any(const struct nt_record *record)
{
	return record->at < record->used;
}

/** The time of what is kept first; 0 if it has none. Something must be kept. */
u64 nt_record_time(const struct nt_record *record);

/** Tell what was kept first, as nt_record_tell() tells all. */
void nt_record_tell_first(struct nt_record *record,
			  const struct nt_format *format, void *state);

void nt_record_free(struct nt_record *record);

#endif
