/* SPDX-License-Identifier: BSD-2-Clause */
/* A line on the terminal with the progress of a long run. */
#ifndef HOST_PROGRESS_H
#define HOST_PROGRESS_H

#include <time.h>
#include "base/types.h"

struct progress {
	bool wanted; /* standard error is a terminal */
	u64 total;   /* bytes, 0 when nobody knows */
	u64 done;
	struct timespec start;
	struct timespec last; /* when it was drawn last */
};

/** @param quiet never draw it */
void progress_begin(struct progress *progress, u64 total, bool quiet);

/**
 * Say how many bytes are done. Draws nothing in the first two seconds, and ten
 * times a second at most after that.
 */
void progress_update(struct progress *progress, u64 done);

/** Wipe the line, if there is one, so that something else can be written. */
void progress_wipe(void);

/** Wipe the line for good. */
void progress_end(struct progress *progress);

#endif
