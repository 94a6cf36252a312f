/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rules that the decoder has to keep for any bytes: the same results whole and
 * in pieces, every byte accounted for by a result, and no group called whole
 * whose bytes are missing.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <tandem/tandem.h>

/** Longest stream that is judged, in bytes. */
#define JUDGE_BYTES 16384

/** The result of a stream. */
struct judge_result {
	enum tandem_status status; /* TANDEM_OK, or the error */
	u64 elements;
	u64 groups; /* that are whole */
	u32 rules;  /* TANDEM_RULE() of all groups */
	u64 log;    /* hash of all decoded elements */
};

/**
 * Decode a stream in several ways.
 * @param seed of the pieces' sizes
 * @param why out: the broken rule, if false is returned
 */
bool judge(const struct tandem_params *params, const u8 *bytes, size_t len,
	   u64 seed, struct judge_result *result, const char **why);

/** A random number below limit, which is not 0. */
u64 judge_random(u64 *state, u64 limit);

#endif
