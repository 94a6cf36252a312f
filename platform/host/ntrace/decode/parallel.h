/* SPDX-License-Identifier: BSD-2-Clause */
/* Decoding parts of a trace at the same time, with one result. */
#ifndef HOST_NT_PARALLEL_H
#define HOST_NT_PARALLEL_H

#include "format.h"
#include "findings.h"

/**
 * True if a trace can be decoded in parts: a file of one source, with a program
 * that stays the same.
 */
bool nt_parallel_can(const struct nt_decode *decode);

/**
 * Decode a trace with several threads. The result and the findings are those of
 * nt_decode_run(), in the same order.
 * @param jobs		threads, at least 1
 * @param findings	gets them
 * @param result	out
 */
void nt_parallel_run(struct nt_decode *decode, const struct nt_format *format,
		     unsigned int jobs, struct output *out,
		     struct nt_findings *findings, struct nt_result *result);

/** A part of a trace: its bytes from at up to end, both on cuts. */
struct nt_part {
	const u8 *trace;
	size_t size; /* of the trace */
	size_t at, end;
};

/**
 * Feed a fresh decoder with a part, and with the trace after it as far as
 * needed (ntrace_flow_part()).
 * @param result	out: bytes that are idle or bad
 * @return messages that start in the part
 */
u64 nt_parallel_feed(struct ntrace_flow *flow, const struct nt_part *piece,
		     struct nt_result *result);

/**
 * Decode one part with a decoder of its own.
 * @param sink		gets results of the part
 * @param result	out; bytes are those of the part
 */
void nt_parallel_part(struct nt_decode *decode, const struct nt_part *piece,
		      const struct ntrace_sink *sink, struct nt_result *result);

#endif
