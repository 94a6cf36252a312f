/* SPDX-License-Identifier: BSD-2-Clause */
/* Only a part of what was executed: by time, and by function. */
#ifndef HOST_NT_SELECT_H
#define HOST_NT_SELECT_H

#include "decode.h"

struct nt_selected;

struct nt_select {
	const char *time;     /* FROM..TO, as the user typed it; NULL: all */
	const char *function; /* and what it calls; NULL: all */

	/* nt_select_begin() sets what follows */
	const struct nt_decode *decode;
	const struct nt_format *format;
	void *state;  /* of the format */
	u64 from, to; /* timestamps */
	struct profile_functions functions;
	struct nt_selected *source[NT_SOURCES_MAX]; /* NULL: not seen */
	bool timed;				    /* a timestamp was seen */
};

/** @return true if anything is left out at all */
static inline bool nt_select_any(const struct nt_select *select)
{
	return select->time || select->function;
}

/**
 * Begin to pass on what is selected. Exits with a message when the time is no
 * time, or no function has the name.
 * @param state	what format->begin() has returned
 */
void nt_select_begin(struct nt_select *select, const struct nt_decode *decode,
		     const struct nt_format *format, void *state);

/**
 * As those of struct nt_format. Where something is left out behind what was
 * passed on, the format gets an event NT_EVENT_OMITTED.
 */
void nt_select_ranges(struct nt_select *select,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times);
void nt_select_event(struct nt_select *select,
		     const struct ntrace_source *source,
		     const struct ntrace_event *event);

/**
 * After the last range; frees everything.
 * @return false: a time was asked for, and the trace has none
 */
bool nt_select_end(struct nt_select *select);

#endif
