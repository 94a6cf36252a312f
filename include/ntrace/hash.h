/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A running hash of what a hart retired: of the address of each half-word of
 * its instructions, one after the other, and of its traps. It does not depend
 * on how the stream is cut into ranges, so that who traces and who decodes can
 * compare theirs; its value at intervals says where a first difference is.
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
 * Start one.
 * @param interval half-words between two calls of mark, not 0
 * @param mark called when halfwords has come to a multiple of interval
 */
void ntrace_hash_init(struct ntrace_hash *hash, u64 interval,
		      void (*mark)(void *user, const struct ntrace_hash *hash),
		      void *user);

/** Half-words at consecutive addresses were retired. */
void ntrace_hash_range(struct ntrace_hash *hash, u64 start, u64 halfwords);

/** A trap was taken: from epc, to handler. */
void ntrace_hash_trap(struct ntrace_hash *hash, bool interrupt, u64 epc,
		      u64 handler);

#endif
