// SPDX-License-Identifier: BSD-2-Clause
/* Names and texts of findings about a trace. */
#include <ntrace/findings.h>

#define FINDING_INFO(name, class, chapter, text) \
	[NTRACE_FOUND_##name] = { #name, chapter, text, NTRACE_CLASS_##class },

const struct ntrace_finding_info ntrace_finding_info[NTRACE_FINDING_KINDS] = {
	NTRACE_FINDINGS(FINDING_INFO)
};
