/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rules that the decoder has to keep for any bytes: the same results whole, in
 * pieces and in parts, every byte accounted for, and no trace called clean that
 * lacks instructions.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <ntrace/flow.h>

/** Result of a trace. */
struct judge_result {
	u64 log; /* of the instructions and events of its first source */
	bool clean;
};

/**
 * Decode a trace in several ways.
 * @param settings mode must be set; strict is ignored
 * @param why out: the broken rule, if false is returned
 */
bool judge(const struct ntrace_settings *settings,
	   const struct ntrace_image *image, const u8 *bytes, size_t len,
	   struct judge_result *result, const char **why);

#endif
