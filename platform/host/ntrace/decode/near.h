/* SPDX-License-Identifier: BSD-2-Clause */
/* A time of a trace, without decoding the rest of the trace. */
#ifndef HOST_NT_NEAR_H
#define HOST_NT_NEAR_H

#include "decode.h"

/**
 * True if times can be looked up: a file, not packed, of one source whose
 * synchronizing messages have absolute times, with a program that stays the
 * same.
 */
bool nt_near_can(const struct nt_decode *decode);

/**
 * Decode results between two timestamps, and some around them: from a
 * synchronizing message that is not later than `from` up to one after the first
 * that is later than `to`. Time must not go back. Offsets are those of the
 * trace; numbers of messages count from the decoder's start.
 * @param result	out: of the decoded part
 */
void nt_near_run(struct nt_decode *decode, u64 from, u64 to,
		 const struct ntrace_sink *sink, struct nt_result *result);

#endif
