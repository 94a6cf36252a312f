/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Harts that take turns at every access to a word they share (the seam of
 * include/hart/harts.h). The test chooses the hart that runs next, and can go
 * through the orders in which things may happen. Fences and doorbells are the
 * test's own functions.
 */
#ifndef FAKE_HARTS_H
#define FAKE_HARTS_H

#include <base/types.h>

struct fence_request;

enum { FAKE_HARTS_MAX = 72 };

struct fake_harts {
	/* the test's */
	u32 (*next)(bool waits); /* who runs now; the running one waits */
	void (*ring)(u32 hart);
	void (*silence)(void);
	void (*doze)(void);
	void (*fence)(const struct fence_request *request, bool remote);
	void (*fence_all)(void);
	void (*soft_interrupt)(void);

	/* the fake's */
	u32 count, self;		   /* harts, and the running one */
	unsigned int steps, hints, awakes; /* the calls of these */
	bool done[FAKE_HARTS_MAX];
};

extern struct fake_harts fake_harts;

/**
 * Run body(hart) on this many harts until each has returned. @param limit steps
 * of all harts together @return false: the limit was reached
 */
bool fake_harts_run(u32 count, void (*body)(u32 hart), unsigned int limit);

/**
 * Let another hart run. @param waits true if this hart alone makes no progress
 */
void fake_harts_step(bool waits);

/** The running hart takes no more steps. */
void fake_harts_end(void) __attribute__((noreturn));

#endif
