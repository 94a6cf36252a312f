/* SPDX-License-Identifier: BSD-2-Clause */
/* Claims of a trace's writer, beside the trace, compared with the trace. */
#ifndef HOST_TANDEM_CLAIMS_H
#define HOST_TANDEM_CLAIMS_H

#include <verify/verify.h>
#include "tandem.h"

enum { TANDEM_CLAIMS = 8, TANDEM_CLAIM_TEXT = 160 };

/** Reasons not to take a trace for whole. */
struct tandem_claims {
	char text[TANDEM_CLAIMS][TANDEM_CLAIM_TEXT];
	unsigned int num;
};

/**
 * Read the side file again, as its writer completes it after the trace, and
 * compare what it says, and what the trace says at its end; if neither is there,
 * what the trace says at its begin: "whole" must be yes, "lost" and "unannounced" 0, "bytes", "insns" and
 * "traps" those of the trace. A key that is not there says nothing. Exits with a
 * message when the file cannot be read.
 * @param trace		which trace; its side file need not be there
 * @param end		what it says at its end; num 0: nothing
 * @param totals	of all of the trace; NULL: it was not read to its end
 * @param claims	out: reasons are added
 */
void tandem_claims_check(const struct tandem_trace *trace,
			 const struct tandem_side *end,
			 const struct verify_totals *totals,
			 struct tandem_claims *claims);

#endif
