/* SPDX-License-Identifier: BSD-2-Clause */
/* Findings of verification as text or JSON. */
#ifndef HOST_TV_REPORT_H
#define HOST_TV_REPORT_H

#include "disasm.h"
#include "json.h"
#include "verifier.h"

struct tv_report {
	const struct tv_trace *trace;
	const struct symbols *symbols;
	u64 max; /* divergences to write */
	bool as_json;
	struct output out;
	struct json json;
	struct disasm *disasm;
	bool begun;	/* something was found */
	u64 divergence; /* the last one, with begun */
	u64 written;	/* divergences */
	bool is_full;	/* no more are to be written */
	bool is_open;	/* JSON: the divergence's object is */
};

/** Start writing to a file, NULL being standard output. */
void tv_report_begin(struct tv_report *report, const char *output);

/** Write a finding; a tv_verifier_found for struct tv_report. */
void tv_report_found(void *user, const struct verify *v,
		     const struct verify_finding *finding);

/** Write the totals, and close the file. @param status of tv_verifier_run() */
void tv_report_end(struct tv_report *report, const struct verify *v,
		   int status);

/** What a finding is about: "x5 (t0)", "pc", "INIT-WITH-INSN". */
void tv_report_subject(const struct verify_finding *finding, char *text,
		       size_t size);

/** The n-th of the last instructions, the oldest first; NULL: no more. */
const struct verify_past *tv_report_past(const struct verify *v, u32 n);

/** An instruction as text, or what trap it was. @param text DISASM_TEXT bytes */
void tv_report_insn(const struct tv_report *report,
		    const struct verify_past *past, char *text);

/** The parts of tv_report_found() and tv_report_end() for JSON. */
void tv_report_json_divergence(struct tv_report *report, const struct verify *v,
			       const struct verify_finding *finding);
void tv_report_json_finding(struct tv_report *report,
			    const struct verify_finding *finding);
void tv_report_json_end(struct tv_report *report, const struct verify *v,
			int status);

#endif
