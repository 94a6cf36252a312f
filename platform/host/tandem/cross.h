/* SPDX-License-Identifier: BSD-2-Clause */
/* hartscope tandem crosscheck: an N-Trace and a tandem trace of one run. */
#ifndef HOST_TANDEM_CROSS_H
#define HOST_TANDEM_CROSS_H

#include "../ntrace/decode.h"
#include "dump.h"
#include "program.h"

/** The user's options. */
struct cross_options {
	struct tandem_trace trace;
	struct tandem_program program;
	char **ntrace; /* files */
	size_t num_ntraces;
	char **word; /* options to decode them */
	size_t num_words;
	bool align; /* the N-Trace may begin later */
};

/** Instructions that retired, one after the other, from a tandem trace. */
struct cross_steps {
	struct tandem_reader reader;
	struct tandem_track track;
	bool over;
	u64 number; /* of the instruction, from 0 */
	u64 pc;
	unsigned int bytes;	  /* of it */
	u64 offset;		  /* of its group */
	enum tandem_status error; /* TANDEM_OK: there was none */
};

/** Start at the first instruction. Exits when the file cannot be opened. */
void tandem_cross_steps_open(struct cross_steps *steps,
			     const struct tandem_trace *trace);

/** Go to the next; over when there is none. */
void tandem_cross_steps_next(struct cross_steps *steps);

void tandem_cross_steps_close(struct cross_steps *steps);

/** Code that a tandem trace has shown, by pages. */
struct cross_page;
struct cross_code {
	struct cross_page *page; /* ascending once it was sorted */
	size_t num, slots;
	u32 *slot; /* hash: index of a page + 1; 0: free */
};

/** Collect the words of all instructions of a trace, trapped ones as well. */
void tandem_cross_code_read(struct cross_code *code,
			    const struct tandem_trace *trace);

/** Add it to a program, but for pages of which that has something already. */
void tandem_cross_code_add(const struct cross_code *code,
			   struct nt_program *program);

void tandem_cross_code_free(struct cross_code *code);

/** The outcome for one N-Trace. */
struct cross_result {
	const char *ntrace;
	u64 skipped;  /* instructions before it begins, with --align */
	u64 same;     /* instructions that are in both, in the same order */
	u64 more;     /* of the N-Trace, after the end of the tandem trace */
	u64 left;     /* of the tandem trace, after the end of the N-Trace */
	u64 errors;   /* of the N-Trace, in so far as both went */
	bool differs; /* the rest is about where */
	bool has_ntrace, has_tandem; /* the sides that go on there */
	u64 number;		     /* of the instruction, from 0 */
	u64 ntrace_pc, tandem_pc;
	u64 ntrace_offset, tandem_offset;
};

/** Compare one N-Trace with the tandem trace. */
void tandem_cross_compare(const struct cross_options *options,
			  const struct cross_code *code, const char *ntrace,
			  struct cross_result *result);

#endif
