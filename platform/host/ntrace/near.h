/* SPDX-License-Identifier: BSD-2-Clause */
/* A time of a trace, without decoding the rest of the trace. */
#ifndef HOST_NT_NEAR_H
#define HOST_NT_NEAR_H

#include "decode.h"

/**
 * Can a time be looked up? The trace must be a file, not packed, of one source
 * whose synchronizing messages have absolute times, and the program must stay
 * the same.
 */
bool nt_near_can(const struct nt_decode *decode);

/**
 * Decode what happened between two timestamps, and some of what is around it:
 * from a synchronizing message that is not later than from up to one behind the
 * first that is later than to. Time must not go back. Offsets are those of the
 * trace; numbers of messages count from where the decoder began.
 * @param result	out: of the part that was decoded
 */
void nt_near_run(struct nt_decode *decode, u64 from, u64 to,
		 const struct ntrace_sink *sink, struct nt_result *result);

#endif
