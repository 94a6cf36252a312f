/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The facts about a trace that a report keeps: as many as a page shows, however
 * long the trace is.
 */
#ifndef HOST_NT_REPORT_H
#define HOST_NT_REPORT_H

#include <profile/tree.h>
#include "../formats/calls.h"
#include "../decode/counts.h"
#include "found.h"
#include "json.h"
#include "../formats/stacks.h"

int nt_report(int argc, char **argv);

enum {
	NT_REPORT_BUCKETS = 1024,  /* of a hart's time */
	NT_REPORT_HARTS = 128,	   /* of a page */
	NT_REPORT_CALLS = 1 << 16, /* of all harts */
	NT_REPORT_MARKS = 2000,
	/* A stack with a smaller share of the instructions is left out */
	NT_REPORT_SHARE = 20000,
	NT_REPORT_NODES = 20000,   /* number of such stacks */
	NT_REPORT_FUNCTIONS = 300, /* in the list of the hottest functions */
	NT_REPORT_CODE = 60,	   /* number of them with their instructions, */
	NT_REPORT_INSNS = 600,	   /* instructions of each */
};

/* Rows of counts: a mode by the ingress port's code, then others. */
enum {
	NT_LANE_UNKNOWN = 7, /* mode */
	NT_LANE_TRAPS,
	NT_LANE_LOSSES,
	NT_LANE_ROWS,
};

/**
 * A hart's time in equal parts. If time reaches the end of the last part, each
 * two neighbours become one.
 */
struct nt_lane {
	u64 start; /* clock at the start of the first part */
	u64 clock; /* now */
	u64 width; /* of each */
	u64 insns;
	bool timed; /* timestamps are the clock */
	u64 count[NT_LANE_ROWS][NT_REPORT_BUCKETS];
	/* Innermost node of the stack at the end of a part, or NULL */
	struct profile_node *top[NT_REPORT_BUCKETS];
};

/** An empty lane that starts at this clock. */
void nt_lane_init(struct nt_lane *lane, u64 clock);

/** From now on another clock is used. */
void nt_lane_timed(struct nt_lane *lane, u64 clock);

/** Set the present time; an earlier time counts as the last one. */
void nt_lane_wait(struct nt_lane *lane, u64 clock);

/**
 * Instructions were executed between nt_lane_wait() and this clock: they are
 * spread evenly.
 * @param row	of the mode
 * @param top	innermost node of the stack at the end, or NULL
 */
void nt_lane_run(struct nt_lane *lane, u64 clock, unsigned int row, u64 insns,
		 struct profile_node *top);

/** An event comes now. @param row NT_LANE_TRAPS or NT_LANE_LOSSES */
void nt_lane_count(struct nt_lane *lane, unsigned int row);

/** A finished call. */
struct nt_report_call {
	const struct profile_function *function;
	u64 start, end; /* by the clock of the hart */
	u64 insns;	/* with those of its callees */
	u16 src, depth; /* 0: the outermost */
	bool trap;
};

/** The longest calls; all calls while there is room. All zero: empty. */
struct nt_report_calls {
	struct nt_report_call *call;
	size_t num;
	u64 least; /* least instructions of a kept call */
};

/** Keep the call of the innermost frame, which is about to end. */
void nt_report_calls_add(struct nt_report_calls *calls, unsigned int src,
			 struct profile_stack *stack);

/** A line of the list of events. */
struct nt_report_mark {
	unsigned int src; /* NT_SOURCES_MAX: of no source */
	u64 clock;
	bool error;
	char *text;
};

/** Numbers of names, in the order of their first use. */
struct nt_names {
	const struct symbols *symbols;
	u32 *number; /* of each function of symbols, from 1 */
	const struct profile_function **function;
	size_t num;
};

struct nt_report {
	struct nt_decode decode;
	struct sources_dir sources; /* all zero: none was given */
	struct nt_stacks *stacks;   /* the tree, by tasks if they are known */
	struct nt_calls harts;	    /* stacks of harts */
	struct nt_counts counts;
	struct nt_lane *lane[NT_SOURCES_MAX]; /* NULL: not seen */
	struct nt_report_calls calls;
	struct nt_report_mark *mark;
	size_t marks, marks_left_out;
	struct nt_names names;
};

/** The number of a function's name; nt_names_write() writes the names. */
u32 nt_names_number(struct nt_names *names,
		    const struct profile_function *function);

/**
 * Write the hottest functions, with code and lines of sources, as members of an
 * object. Settle the counts before.
 * @param dir	with the sources; NULL: no lines
 */
void nt_report_code_write(struct json *json, struct nt_counts *counts,
			  const struct sources_dir *dir);

/** A place of a source file. */
struct nt_place {
	const char *file; /* NULL: not known */
	u32 line;
};

/** Files, in the order of their first use, and lines of them. */
struct nt_sources {
	const struct sources_dir *dir; /* NULL: lines are not shown */
	const char **file;
	size_t files;
	size_t last; /* number of the last file that was used */
	struct nt_place *place;
	size_t places;
};

/** Show a line. @return the number of its file */
size_t nt_sources_add(struct nt_sources *sources, const char *file, u32 line);

/**
 * Write names of the files and the lines of those in the folder; then free
 * everything.
 */
void nt_sources_write(struct nt_sources *sources, struct json *json);

/** Write the page. */
void nt_report_write(struct nt_report *report, const struct nt_result *result,
		     struct output *out);

#endif
