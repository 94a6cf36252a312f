/* SPDX-License-Identifier: BSD-2-Clause */
/* What the subcommands of "hartscope tandem" share. */
#ifndef HOST_TV_H
#define HOST_TV_H

#include <argp.h>
#include <tandem/tandem.h>
#include "io.h"
#include "options.h"
#include "progress.h"
#include "params.h"

/** "hartscope tandem": finds the subcommand and runs it. */
int tv_main(int argc, char **argv);

int tv_compare(int argc, char **argv);
int tv_convert(int argc, char **argv);
int tv_dump(int argc, char **argv);
int tv_stat(int argc, char **argv);
int tv_verify(int argc, char **argv);
int tv_crosscheck(int argc, char **argv);

/** Which trace, and what it does not say itself: options all readers have. */
struct tv_trace {
	const char *path;
	struct tandem_params params; /* 0: not given */
	bool has_flen, has_dialect;
	const char
		*params_path; /* --params; NULL: TRACE.params if there is one */
	struct tv_params side; /* what that file says */
	bool quiet;	       /* no progress */
};

/** Parses them, and the argument TRACE; its input is a struct tv_trace. */
extern const struct argp tv_trace_argp;

/**
 * Find out what was not given: from the parameter file, which it reads, then
 * from the program, then as docs/tandem.md says. Exits with a message when that
 * does not fit together.
 * @param xlen	of the program, 0 if there is none
 */
void tv_trace_settle(struct tv_trace *trace, unsigned int xlen);

void tv_trace_free(struct tv_trace *trace);

/** The groups of a trace, one after the other. */
struct tv_reader {
	const struct tv_trace *trace;
	struct input in;
	struct progress progress;
	struct tandem_decoder decoder; /* decoder.group is the group */
	bool started, finished;
};

/** Open a settled trace; exits with a message if it cannot. */
void tv_reader_open(struct tv_reader *reader, const struct tv_trace *trace);

/**
 * The next group, or what is between two.
 * @return TANDEM_OK: reader->decoder.group is good until the next call.
 *	TANDEM_MORE: the trace is over, and there is nothing more to report.
 *	An error: decoder.group is what came before it, decoder.error_offset
 *	where it is; to be called no more
 */
enum tandem_status tv_reader_next(struct tv_reader *reader);

/** @return bytes in all */
u64 tv_reader_close(struct tv_reader *reader);

/** Say on standard error what is wrong with a trace. */
void tv_complain_error(const struct tv_reader *reader,
		       enum tandem_status status);

#endif
