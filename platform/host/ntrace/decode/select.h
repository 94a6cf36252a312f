/* SPDX-License-Identifier: BSD-2-Clause */
/* Only a part of what was executed: by number, time and function. */
#ifndef HOST_NT_SELECT_H
#define HOST_NT_SELECT_H

#include <profile/stack.h>
#include "format.h"
#include "window.h"

struct nt_selected;

struct nt_select {
	const char *time;     /* FROM..TO, as the user typed it; NULL: all */
	const char *function; /* with its callees; NULL: all */
	const char *insns;    /* FROM..TO; NULL: all */
	u64 last;	      /* last ones of each hart, by an index; 0: all */
	const char *index;    /* file with places in the trace; NULL: none */

	/* nt_select_begin() sets the following members */
	const struct nt_decode *decode;
	const struct nt_format *format;
	void *state;  /* of the format */
	u64 from, to; /* timestamps */
	struct nt_window window;
	bool numbered; /* some instructions are outside of the window */
	struct profile_functions functions;
	struct nt_selected *source[NT_SOURCES_MAX]; /* NULL: not seen */
	bool timed;				    /* a timestamp was seen */
};

enum {
	NT_OPTION_TIME = 0xe00,
	NT_OPTION_FREQ,
	NT_OPTION_FUNCTION,
	NT_OPTION_INSNS,
	NT_OPTION_INDEX,
	NT_OPTION_INLINES,
	NT_OPTION_MAX
};

/* clang-format off */
/** Rows of the options of a command that selects, and reports what it finds. */
#define NT_SELECT_OPTIONS \
	{ "time", NT_OPTION_TIME, "FROM..TO", 0, \
	  "Only ranges and events between these timestamps; with --freq in ns, " \
	  "us, ms or s too", 0 }, \
	{ "freq", NT_OPTION_FREQ, "HZ", 0, \
	  "Frequency of the timestamps: times are in nanoseconds then", 0 }, \
	{ "function", NT_OPTION_FUNCTION, "NAME", 0, \
	  "Only instructions of this function, and of functions that it calls", \
	  0 }, \
	{ "insns", NT_OPTION_INSNS, "FROM..TO", 0, \
	  "Only these instructions of each hart; the first has number 1", 0 }, \
	{ "index", NT_OPTION_INDEX, "FILE", 0, \
	  "An index of this trace, made by the command index: only selected " \
	  "parts are decoded", 0 }, \
	{ "inlines", NT_OPTION_INLINES, NULL, 0, \
	  "Inlined functions are functions of their own in folded, flamegraph, " \
	  "hot and reports", 0 }, \
	{ "max-findings", NT_OPTION_MAX, "N", 0, \
	  "Show at most N errors one by one (20)", 0 }
/* clang-format on */

/**
 * Parse them: for the keys that the command's parser does not know. Exits with
 * a message if a number is invalid.
 * @param max	findings that are shown one by one
 * @return 0; ARGP_ERR_UNKNOWN: the key is of another option
 */
error_t nt_select_option(const struct argp_state *state, int key,
			 const char *text, struct nt_select *select,
			 struct nt_decode *decode, u64 *max);

/** @return true if any result is left out */
static inline bool nt_select_any(const struct nt_select *select)
{
	return select->time || select->function || select->insns ||
	       select->last;
}

/** @return true if results are left out only by time */
static inline bool nt_select_only_time(const struct nt_select *select)
{
	return select->time && !select->function && !select->insns &&
	       !select->last;
}

/**
 * Begin to pass on selected results. Exits with a message if the time or the
 * numbers are invalid, or no function has the name.
 * @param state	result of format->begin()
 */
void nt_select_begin(struct nt_select *select, const struct nt_decode *decode,
		     const struct nt_format *format, void *state);

/**
 * Pass on what is selected, to a struct nt_format. If results are left out after others, the
 * format gets an event NT_EVENT_OMITTED.
 */
void nt_select_ranges(struct nt_select *select,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times);
void nt_select_event(struct nt_select *select,
		     const struct ntrace_source *source,
		     const struct ntrace_event *event);

/** State of a source at a place in the trace, for a selection. */
struct nt_select_state {
	u64 insns; /* executed before */
	/* Its stack, as for profile_stack_restore() */
	struct profile_frame frame[PROFILE_FRAMES_MAX];
	unsigned int depth;
	u8 pending;
	u64 from;
	bool resumes;
};

/** Results were left out: the next ones begin here. */
void nt_select_restore(struct nt_select *select, u16 src,
		       const struct nt_select_state *state);

/** Select only the last instructions of a source. @param all its number of
 * instructions */
void nt_select_last(struct nt_select *select, u16 src, u64 all);

/** The numbers of the instructions of a source that are selected. */
struct nt_window nt_select_window(const struct nt_select *select, u16 src);

/**
 * @return true if a function is selected, by its number in the program's
 *	symbols; their count stands for the unknown one
 */
bool nt_select_has_function(const struct nt_select *select, u32 number);

/**
 * After the last range; frees everything.
 * @return false: a time was selected, and the trace has none
 */
bool nt_select_end(struct nt_select *select);

#endif
