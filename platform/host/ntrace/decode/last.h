/* SPDX-License-Identifier: BSD-2-Clause */
/* The last instructions of a trace, without decoding the trace before them. */
#ifndef HOST_NT_LAST_H
#define HOST_NT_LAST_H

#include "decode.h"

/**
 * Decode the end of a trace: its last instructions, and the events and findings
 * among them. Offsets are those of the trace; numbers of messages count from
 * the decoder's start. Exits with a message unless the trace is a file, not
 * packed, of one source, and the program stays the same.
 * @param insns		number, at least 1; all, if there are fewer
 * @param result	out: of the decoded part
 */
void nt_last_run(struct nt_decode *decode, u64 insns,
		 const struct ntrace_sink *sink, struct nt_result *result);

#endif
