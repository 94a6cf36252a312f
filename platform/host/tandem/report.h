/* SPDX-License-Identifier: BSD-2-Clause */
/* Findings of verification as text or JSON. */
#ifndef HOST_TANDEM_REPORT_H
#define HOST_TANDEM_REPORT_H

#include "disasm.h"
#include "json.h"
#include "verifier.h"

struct tandem_report {
	const struct tandem_trace *trace;
	const struct symbols *symbols;
	u64 max; /* number of divergences to write */
	bool as_json;
	struct output out;
	struct json json;
	struct disasm *disasm;
	bool begun;	/* there was a finding */
	u64 divergence; /* number of the last one, with begun */
	u64 written;	/* divergences */
	bool is_full;	/* the number is reached */
	bool is_open;	/* JSON: the divergence's object is open */
};

/** Start a report in a file; NULL: standard output. */
void tandem_report_begin(struct tandem_report *report, const char *output);

/** Write a finding; a tandem_verifier_found for struct tandem_report. */
void tandem_report_found(void *user, const struct verify *v,
			 const struct verify_finding *finding);

/**
 * Write the totals, and close the file.
 * @param claims	reasons against the trace, from its writer
 * @param status	of tandem_verifier_run()
 */
void tandem_report_end(struct tandem_report *report, const struct verify *v,
		       const struct tandem_claims *claims, int status);

/** Name the subject of a finding: "x5 (t0)", "pc", "INIT-WITH-INSN". */
void tandem_report_subject(const struct verify_finding *finding, char *text,
			   size_t size);

/** Name the origin of a value: "x5 (t0)", "memory 0x80000000". */
void tandem_report_origin(const struct verify_origin *origin, char *text,
			  size_t size);

/** An instruction as text, or its trap. @param text DISASM_TEXT bytes */
void tandem_report_insn(const struct tandem_report *report,
			const struct verify_past *past, char *text);

/** The parts of tandem_report_found() and tandem_report_end() for JSON. */
void tandem_report_json_divergence(struct tandem_report *report,
				   const struct verify *v,
				   const struct verify_finding *finding);
void tandem_report_json_finding(struct tandem_report *report,
				const struct verify_finding *finding);
void tandem_report_json_end(struct tandem_report *report,
			    const struct verify *v,
			    const struct tandem_claims *claims, int status);

#endif
