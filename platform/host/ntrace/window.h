/* SPDX-License-Identifier: BSD-2-Clause */
/* A part of the instructions that a hart executes, by their numbers. */
#ifndef HOST_NT_WINDOW_H
#define HOST_NT_WINDOW_H

#include "decode.h"

/** Numbers of a hart's instructions, the first of all being 1. */
struct nt_window {
	u64 from, to; /* both are in it; to UINT64_MAX: up to the end */
};

/** Receives what lies in a window, and what does not. */
struct nt_window_sink {
	void *user;
	void (*ranges)(void *user, const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times,
		       bool inside);
};

/**
 * Divide what a source executes into what lies before a window, in it, and
 * behind it. Ranges are cut between two instructions where need be.
 * @param done	in and out: instructions of the source before these
 */
void nt_window_divide(const struct nt_window *window,
		      const struct nt_decode *decode,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times,
		      u64 *done, const struct nt_window_sink *sink);

/**
 * @param done	instructions of the source before the event
 * @return true if an event lies in the window: behind the instruction in front
 * of its first one, and before its last one. So windows that follow each other
 * have each event once.
 */
static inline bool nt_window_has_event(const struct nt_window *window, u64 done)
{
	return done + 1 >= window->from &&
	       (done < window->to || window->to == UINT64_MAX);
}

#endif
