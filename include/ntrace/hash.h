/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A running hash of the retired instructions of a hart, by the address of each
 * half-word, and of its traps. It does not depend on the ranges into which a
 * stream is cut, so the hash of an encoder can be compared with the hash of a
 * decoder. Values at intervals show the place of the first difference.
 */
#ifndef NTRACE_HASH_H
#define NTRACE_HASH_H

#include <base/types.h>

/** Longest range that is hashed in one step, in half-words. */
#define NTRACE_HASH_STEP 128

/** A hash. Read value, halfwords and traps; the rest is private. */
struct ntrace_hash {
	u64 value;
	u64 halfwords, traps; /* so far */

	u64 interval, next; /* half-words */
	void (*mark)(void *user, const struct ntrace_hash *hash);
	void *user;
	struct {
		u64 power, sum, slope;
	} step[NTRACE_HASH_STEP + 1];
};

/**
 * Start a hash.
 * @param interval half-words between two calls of mark, not 0
 * @param mark called when halfwords reaches a multiple of interval
 */
void ntrace_hash_init(struct ntrace_hash *hash, u64 interval,
		      void (*mark)(void *user, const struct ntrace_hash *hash),
		      void *user);

/** Add retired half-words at consecutive addresses. */
void ntrace_hash_range(struct ntrace_hash *hash, u64 start, u64 halfwords);

/** Add a trap, from epc to handler. */
void ntrace_hash_trap(struct ntrace_hash *hash, bool interrupt, u64 epc,
		      u64 handler);

#endif
