/* SPDX-License-Identifier: BSD-2-Clause */
/* The receiver of results of a decoder: a form of output, or a filter before it. */
#ifndef HOST_NT_FORMAT_H
#define HOST_NT_FORMAT_H

#include "decode.h"

/** A form of output. */
struct nt_format {
	const char *name;
	const char *help;
	bool symbols; /* wants functions and lines */
	bool parts;   /* the outputs of parts of a trace, one after the other,
		       * equal the output of the whole trace */
	bool code;    /* reads the code of ranges in ranges() */
	bool inlines; /* can show inlined functions */
	bool counts;  /* only counts ranges: the state starts with a struct
		      * nt_counts, and events are ignored */
	/**
	 * Start a result.
	 * @param out	stays the caller's
	 * @return the state for the other functions
	 */
	void *(*begin)(struct nt_decode *decode, struct output *out);
	/* As in struct ntrace_sink, but neither may be NULL; only for selected
	 * sources */
	void (*ranges)(void *state, const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times);
	void (*event)(void *state, const struct ntrace_source *source,
		      const struct ntrace_event *event);
	/** Write the rest and free the state. */
	void (*end)(void *state);
};

#endif
