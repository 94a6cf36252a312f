/* SPDX-License-Identifier: BSD-2-Clause */
/* Claims of a trace's writer, beside the trace, compared with the trace. */
#ifndef HOST_TANDEM_CLAIMS_H
#define HOST_TANDEM_CLAIMS_H

#include <verify/verify.h>
#include "tandem.h"

enum { TANDEM_CLAIMS = 8, TANDEM_CLAIM_TEXT = 160 };

/** Reasons to distrust the completeness of a trace. */
struct tandem_claims {
	char text[TANDEM_CLAIMS][TANDEM_CLAIM_TEXT];
	unsigned int num;
};

/**
 * Read the side file again, as its writer completes it after the trace, and
 * compare its facts with those at the trace's end; if neither exists, use those
 * at the trace's start. "whole" must be yes, "lost" and "unannounced" 0,
 * "bytes", "insns" and "traps" those of the trace. A missing key is not
 * checked. Exits with a message if the file cannot be read.
 * @param trace		its side file may be missing
 * @param end		facts at its end; num 0: none
 * @param totals	of the whole trace; NULL: it was not read to its end
 * @param claims	out: reasons are added
 */
void tandem_claims_check(const struct tandem_trace *trace,
			 const struct tandem_side *end,
			 const struct verify_totals *totals,
			 struct tandem_claims *claims);

#endif
