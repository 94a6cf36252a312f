/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the subcommands of "hartscope tandem". */
#ifndef HOST_TANDEM_H
#define HOST_TANDEM_H

#include <argp.h>
#include <tandem/tandem.h>
#include "io.h"
#include "options.h"
#include "progress.h"
#include "side.h"

/** "hartscope tandem": finds the subcommand and runs it. */
int tandem_main(int argc, char **argv);

int tandem_compare(int argc, char **argv);
int tandem_convert(int argc, char **argv);
int tandem_dump(int argc, char **argv);
int tandem_stat(int argc, char **argv);
int tandem_verify(int argc, char **argv);
int tandem_crosscheck(int argc, char **argv);

/** The trace, and facts that it lacks: options of all readers. */
struct tandem_trace {
	const char *path;
	struct tandem_params params; /* 0: not set */
	bool has_flen, has_dialect;
	const char
		*params_path; /* --params; NULL: TRACE.params if there is one */
	struct tandem_side
		side;	/* contents of that file, or of the trace's start */
	bool has_front; /* side is of the trace's start */
	bool quiet;	/* no progress */
};

/** Parses these options, and the argument TRACE; its input is a struct
 * tandem_trace. */
extern const struct argp tandem_trace_argp;

/**
 * Settle parameters without an option: from the start of the trace, or else
 * from the parameter file, which it reads, then from the program, then by the
 * defaults of docs/tandem.md. Exits with a message about a contradiction.
 * @param in	the trace, just opened; NULL: it is to be written
 * @param xlen	of the program, 0: no program
 */
void tandem_trace_settle(struct tandem_trace *trace, struct input *in,
			 unsigned int xlen);

void tandem_trace_free(struct tandem_trace *trace);

/** The groups of a trace, one after the other. */
struct tandem_reader {
	const struct tandem_trace *trace;
	struct input in;
	struct tandem_tail tail;
	struct progress progress;
	struct tandem_decoder decoder; /* decoder.group is the group */
	bool started, finished;
};

/** Open a settled trace; exits with a message if it cannot. */
void tandem_reader_open(struct tandem_reader *reader,
			const struct tandem_trace *trace);

/** Open a trace, and settle it. @param xlen for tandem_trace_settle() */
void tandem_reader_settle(struct tandem_reader *reader,
			  struct tandem_trace *trace, unsigned int xlen);

/**
 * The next group, or the elements between two.
 * @return TANDEM_OK: reader->decoder.group is valid until the next call.
 *	TANDEM_MORE: the trace is over, and there is nothing more to report. An
 *	error: decoder.group has the elements before it, decoder.error_offset
 *	its place; do not call again
 */
enum tandem_status tandem_reader_next(struct tandem_reader *reader);

/** @return bytes in all */
u64 tandem_reader_close(struct tandem_reader *reader);

/** Report an error in a trace on standard error. */
void tandem_complain_error(const struct tandem_reader *reader,
			   enum tandem_status status);

#endif
