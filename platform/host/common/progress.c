// SPDX-License-Identifier: BSD-2-Clause
/* A line on the terminal with the progress of a long run. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "progress.h"

enum { BAR = 40 };

/* There is one terminal, and one line on it. */
static bool shown;

static double seconds_since(const struct timespec *then,
			    const struct timespec *now)
{
	return (double)(now->tv_sec - then->tv_sec) +
	       (double)(now->tv_nsec - then->tv_nsec) * 1e-9;
}

void progress_begin(struct progress *progress, u64 total, bool quiet)
{
	memset(progress, 0, sizeof(*progress));
	progress->wanted = !quiet && isatty(STDERR_FILENO);
	progress->total = total;
	clock_gettime(CLOCK_MONOTONIC, &progress->start);
	progress->last = progress->start;
}

static void draw(const struct progress *progress, u64 done, double seconds)
{
	double rate = (double)done / seconds, share;
	char bar[BAR + 1] = "";

	if (!progress->total) {
		fprintf(stderr, "\r%" PRIu64 " MB, %.0f MB/s   ",
			done / 1000000, rate * 1e-6);
		return;
	}
	share = (double)done / (double)progress->total;
	memset(bar, '#', (size_t)(share * BAR));
	fprintf(stderr, "\r[%-*s] %3.0f %%, %.0f s left   ", BAR, bar,
		share * 100, (double)(progress->total - done) / rate);
}

void progress_update(struct progress *progress, u64 done)
{
	struct timespec now;
	double seconds;

	if (!progress->wanted || done == progress->done)
		return;
	progress->done = done;
	if (progress->total && done > progress->total)
		done = progress->total;
	clock_gettime(CLOCK_MONOTONIC, &now);
	seconds = seconds_since(&progress->start, &now);
	if (seconds < 2 || seconds_since(&progress->last, &now) < 0.1)
		return;
	progress->last = now;
	shown = true;
	draw(progress, done, seconds);
}

void progress_wipe(void)
{
	if (shown)
		fprintf(stderr, "\r%*s\r", BAR + 30, "");
	shown = false;
}

void progress_end(struct progress *progress)
{
	progress->wanted = false;
	progress_wipe();
}
