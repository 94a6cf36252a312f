/* SPDX-License-Identifier: BSD-2-Clause */
/* A line on the terminal with the progress of a long run. */
#ifndef HOST_PROGRESS_H
#define HOST_PROGRESS_H

#include <time.h>
#include "base/types.h"

struct progress {
	bool wanted; /* standard error is a terminal */
	u64 total;   /* bytes, 0 if unknown */
	u64 done;
	struct timespec start;
	struct timespec last; /* time of the last update */
};

/** @param quiet never draw it */
void progress_begin(struct progress *progress, u64 total, bool quiet);

/**
 * Report the number of bytes done. Draws nothing in the first two seconds, and
 * then at most ten times a second.
 */
void progress_update(struct progress *progress, u64 done);

/** Wipe the line, if there is one, before other output. */
void progress_wipe(void);

/** Wipe the line for ever. */
void progress_end(struct progress *progress);

#endif
