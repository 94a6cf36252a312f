/* SPDX-License-Identifier: BSD-2-Clause */
/* hartscope tandem crosscheck: an N-Trace and a tandem trace of one run. */
#ifndef HOST_TANDEM_CROSS_H
#define HOST_TANDEM_CROSS_H

#include "../ntrace/decode/decode.h"
#include "dump.h"
#include "program.h"

/** The user's options. */
struct cross_options {
	struct tandem_trace trace;
	struct tandem_program program;
	char **ntrace; /* files */
	size_t num_ntraces;
	char **word; /* options for its decoder */
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
	enum tandem_status error; /* TANDEM_OK: none */
};

/** Start at the first instruction. Exits if the file cannot be opened. */
void tandem_cross_steps_open(struct cross_steps *steps,
			     const struct tandem_trace *trace);

/** Go to the next one; sets `over` after the last one. */
void tandem_cross_steps_next(struct cross_steps *steps);

void tandem_cross_steps_close(struct cross_steps *steps);

/** Code in a tandem trace, by pages. */
struct cross_page;
struct cross_code {
	struct cross_page *page; /* ascending once it was sorted */
	size_t num, slots;
	u32 *slot; /* hash: index of a page + 1; 0: free */
};

/** Collect the code of all instructions of a trace, also of trapped ones. */
void tandem_cross_code_read(struct cross_code *code,
			    const struct tandem_trace *trace);

/** Add it to a program, except pages of which the program has code already. */
void tandem_cross_code_add(const struct cross_code *code,
			   struct nt_program *program);

void tandem_cross_code_free(struct cross_code *code);

/** The result for one N-Trace. */
struct cross_result {
	const char *ntrace;
	u64 skipped;  /* instructions before its start, with --align */
	u64 same;     /* instructions in both, in the same order */
	u64 more;     /* of the N-Trace, after the end of the tandem trace */
	u64 left;     /* of the tandem trace, after the end of the N-Trace */
	u64 errors;   /* of the N-Trace, up to the compared end */
	bool differs; /* the members below describe the place */
	bool has_ntrace, has_tandem; /* the sides that have more there */
	u64 number;		     /* of the instruction, from 0 */
	u64 ntrace_pc, tandem_pc;
	u64 ntrace_offset, tandem_offset;
};

/** Compare one N-Trace with the tandem trace. */
void tandem_cross_compare(const struct cross_options *options,
			  const struct cross_code *code, const char *ntrace,
			  struct cross_result *result);

#endif
