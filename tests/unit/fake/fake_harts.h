/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Harts that take turns at every access to a word that they share (the seam of
 * include/hart/harts.h). The test chooses the hart that runs next, and can try
 * the possible orders. Fences and doorbells are functions of the test.
 */
#ifndef FAKE_HARTS_H
#define FAKE_HARTS_H

#include <base/types.h>

struct fence_request;

enum { FAKE_HARTS_MAX = 72 };

struct fake_harts {
	/* set by the test */
	u32 (*next)(bool waits); /* selects the next hart to run */
	void (*ring)(u32 hart);
	void (*silence)(void);
	void (*doze)(void);
	void (*fence)(const struct fence_request *request, bool remote);
	void (*fence_all)(void);
	void (*soft_interrupt)(void);

	/* set by the fake */
	u32 count, self;		   /* harts; the running one */
	unsigned int steps, hints, awakes; /* numbers of calls */
	bool done[FAKE_HARTS_MAX];
};

extern struct fake_harts fake_harts;

/**
 * Run body(hart) on this many harts until all have returned.
 * @param limit number of steps of all harts together
 * @return false: the limit was reached
 */
bool fake_harts_run(u32 count, void (*body)(u32 hart), unsigned int limit);

/**
 * Let another hart run.
 * @param waits true if this hart cannot go on alone
 */
void fake_harts_step(bool waits);

/** The running hart takes no more steps. */
void fake_harts_end(void) __attribute__((noreturn));

#endif
