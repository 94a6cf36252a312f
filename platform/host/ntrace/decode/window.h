/* SPDX-License-Identifier: BSD-2-Clause */
/* A part of the instructions that a hart executes, by their numbers. */
#ifndef HOST_NT_WINDOW_H
#define HOST_NT_WINDOW_H

#include "decode.h"

/** Numbers of a hart's instructions; the first of all is 1. */
struct nt_window {
	u64 from, to; /* both ends are in it; to UINT64_MAX: no end */
};

/** Receives results inside of a window, and outside. */
struct nt_window_sink {
	void *user;
	void (*ranges)(void *user, const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times,
		       bool inside);
};

/**
 * Divide the execution of a source into parts before a window, in it, and after
 * it. Ranges are cut between two instructions if necessary.
 * @param done	in and out: instructions of the source before these
 */
void nt_window_divide(const struct nt_window *window,
		      const struct nt_decode *decode,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times,
		      u64 *done, const struct nt_window_sink *sink);

/**
 * @param done	instructions of the source before the event
 * @return true if an event is in the window: after the instruction before its
 *	first one, and before its last one. So adjacent windows have each event
 *	once.
 */
static inline bool nt_window_has_event(const struct nt_window *window, u64 done)
{
	return done + 1 >= window->from &&
	       (done < window->to || window->to == UINT64_MAX);
}

#endif
