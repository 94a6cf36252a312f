/* SPDX-License-Identifier: BSD-2-Clause */
/* A decoder's findings, as messages to the user. */
#ifndef HOST_NT_FINDINGS_H
#define HOST_NT_FINDINGS_H

#include <ntrace/flow.h>
#include "io.h"

struct nt_findings {
	const char *trace; /* name of the file */
	u64 max;	   /* number of findings to print */
	u64 ignored;	   /* bit per kind */
	u64 printed;
	u64 count[NTRACE_CLASSES];
};

/**
 * Text of a finding, "byte 0x10, message 3 (DirectBranch): NO_CODE: no code at
 * this address (0x80001000)".
 * @return text
 */
const char *nt_finding_text(const struct ntrace_source *source,
			    const struct ntrace_finding *finding, char *text,
			    size_t size);

/** Name of a message type, also of reserved ones. */
const char *nt_tcode_name(unsigned int tcode);

/** True if a finding is to be ignored. */
static inline bool nt_findings_ignored(const struct nt_findings *findings,
				       const struct ntrace_finding *finding)
{
	return findings->ignored >> finding->kind & 1;
}

/** Count a finding. @return false: it is ignored */
bool nt_findings_count(struct nt_findings *findings,
		       const struct ntrace_finding *finding);

/** Count a finding and print it to standard error, up to `max` of them. */
void nt_findings_add(struct nt_findings *findings,
		     const struct ntrace_source *source,
		     const struct ntrace_finding *finding);

/** The exit status: STATUS_DAMAGED if anything is worse than a note. */
int nt_findings_status(const struct nt_findings *findings);

/**
 * Print the number of findings, and the losses that they caused.
 * @return nt_findings_status()
 */
int nt_findings_sum(const struct nt_findings *findings,
		    const struct ntrace_totals *totals);

#endif
