// SPDX-License-Identifier: BSD-2-Clause
/* A decoder's findings, as messages to the user. */
#include <inttypes.h>
#include "findings.h"

const char *nt_tcode_name(unsigned int tcode)
{
	if (tcode >= NTRACE_TCODES)
		return "no message";
	return ntrace_schema[tcode].name ? ntrace_schema[tcode].name :
					   "reserved";
}

const char *nt_finding_text(const struct ntrace_source *source,
			    const struct ntrace_finding *finding, char *text,
			    size_t size)
{
	const struct ntrace_finding_info *info =
		&ntrace_finding_info[finding->kind];
	char src[32] = "", pc[32] = "";

	if (finding->pc)
		snprintf(pc, sizeof(pc), ", at pc %#" PRIx64, finding->pc);
	if (source && source->src)
		snprintf(src, sizeof(src), ", source %u", source->src);
	snprintf(text, size,
		 "byte %#" PRIx64 ", message %" PRIu64
		 " (%s)%s: %s: %s (%#" PRIx64 ")%s",
		 finding->offset, finding->message,
		 nt_tcode_name(finding->tcode), src, info->name, info->text,
		 finding->value, pc);
	return text;
}

bool nt_findings_count(struct nt_findings *findings,
		       const struct ntrace_finding *finding)
{
	if (nt_findings_ignored(findings, finding))
		return false;
	findings->count[ntrace_finding_info[finding->kind].class]++;
	return true;
}

void nt_findings_add(struct nt_findings *findings,
		     const struct ntrace_source *source,
		     const struct ntrace_finding *finding)
{
	char text[256];

	if (!nt_findings_count(findings, finding) ||
	    findings->printed > findings->max)
		return;
	if (findings->printed++ < findings->max)
		complain("%s: %s", findings->trace,
			 nt_finding_text(source, finding, text, sizeof(text)));
	else if (findings->max)
		complain("%s: there are more; --max-findings=N shows them",
			 findings->trace);
}

int nt_findings_status(const struct nt_findings *findings)
{
	return findings->count[NTRACE_CLASS_ERROR] ||
			       findings->count[NTRACE_CLASS_RULE] ?
		       STATUS_DAMAGED :
		       STATUS_OK;
}

int nt_findings_sum(const struct nt_findings *findings,
		    const struct ntrace_totals *totals)
{
	u64 errors = findings->count[NTRACE_CLASS_ERROR];
	u64 rules = findings->count[NTRACE_CLASS_RULE];

	if (errors)
		complain("%s: %" PRIu64 " errors; the flow was unknown %" PRIu64
			 " times, for %" PRIu64 " bytes in %" PRIu64
			 " messages",
			 findings->trace, errors, totals->gaps,
			 totals->gap_bytes, totals->gap_messages);
	if (rules)
		complain("%s: %" PRIu64 " times a rule was broken",
			 findings->trace, rules);
	return nt_findings_status(findings);
}
