/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rules that the decoder keeps, whatever bytes it gets: the same results
 * whole, in pieces and in parts, every byte accounted for, and nothing called
 * clean of which instructions are missing.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <ntrace/flow.h>

/** Result of a trace. */
struct judge_result {
	u64 log; /* of what its first source executed, and what happened */
	bool clean;
};

/**
 * Decode a trace in several ways.
 * @param settings mode must be set; strict is left out
 * @param why out: what does not hold, with false
 */
bool judge(const struct ntrace_settings *settings,
	   const struct ntrace_image *image, const u8 *bytes, size_t len,
	   struct judge_result *result, const char **why);

#endif
