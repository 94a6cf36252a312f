// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts are coroutines: only one runs at a time, and the order can be
 * reproduced.
 */
#include <stdlib.h>
#include <ucontext.h>

#include <hart/harts.h>

#include "fake_harts.h"

enum { STACK = 1 << 16 };

struct fake_harts fake_harts;

static ucontext_t back, contexts[FAKE_HARTS_MAX];
static char stacks[FAKE_HARTS_MAX][STACK] __attribute__((aligned(16)));
static void (*harts_body)(u32 hart);
static unsigned int steps_limit;
static bool on;

/* --- turns ----------------------------------------------------------------- */

static bool harts_all_done(void)
{
	u32 n;

	for (n = 0; n < fake_harts.count; n++)
		if (!fake_harts.done[n])
			return false;
	return true;
}

static void harts_switch(u32 next)
{
	u32 self = fake_harts.self;

	if (next == self)
		return;
	fake_harts.self = next;
	swapcontext(&contexts[self], &contexts[next]);
}

void fake_harts_step(bool waits)
{
	u32 next;

	if (!on)
		return;
	if (fake_harts.steps++ >= steps_limit)
		swapcontext(&contexts[fake_harts.self], &back);
	next = fake_harts.next(waits);
	if (next < fake_harts.count && !fake_harts.done[next])
		harts_switch(next);
}

void fake_harts_end(void)
{
	u32 n = fake_harts.self;

	fake_harts.done[n] = true;
	if (harts_all_done())
		setcontext(&back);
	while (fake_harts.done[n])
		n = (n + 1) % fake_harts.count;
	harts_switch(n);
	abort();
}

static void harts_enter(void)
{
	harts_body(fake_harts.self);
	fake_harts_end();
}

static void harts_prepare(u32 n)
{
	fake_harts.done[n] = false;
	getcontext(&contexts[n]);
	contexts[n].uc_stack.ss_sp = stacks[n];
	contexts[n].uc_stack.ss_size = STACK;
	contexts[n].uc_link = NULL;
	makecontext(&contexts[n], harts_enter, 0);
}

bool fake_harts_run(u32 count, void (*body)(u32 hart), unsigned int limit)
{
	harts_body = body;
	steps_limit = limit;
	fake_harts.self = fake_harts.steps = 0;
	fake_harts.hints = fake_harts.awakes = 0;
	for (fake_harts.count = 0; fake_harts.count < count; fake_harts.count++)
		harts_prepare(fake_harts.count);
	on = true;
	swapcontext(&back, &contexts[0]);
	on = false;
	return harts_all_done();
}

/* --- the seam -------------------------------------------------------------- */

unsigned long hart_atomic_read(const unsigned long *word)
{
	fake_harts_step(false);
	return *word;
}

void hart_atomic_write(unsigned long *word, unsigned long value)
{
	fake_harts_step(false);
	*word = value;
}

unsigned long hart_atomic_or(unsigned long *word, unsigned long bits)
{
	unsigned long old;

	fake_harts_step(false);
	old = *word;
	*word = old | bits;
	return old;
}

unsigned long hart_atomic_and(unsigned long *word, unsigned long bits)
{
	unsigned long old;

	fake_harts_step(false);
	old = *word;
	*word = old & bits;
	return old;
}

unsigned long hart_atomic_add(unsigned long *word, unsigned long addend)
{
	unsigned long old;

	fake_harts_step(false);
	old = *word;
	*word = old + addend;
	return old;
}

unsigned long hart_atomic_swap(unsigned long *word, unsigned long value)
{
	unsigned long old;

	fake_harts_step(false);
	old = *word;
	*word = value;
	return old;
}

void hart_wait_hint(void)
{
	fake_harts.hints++;
	fake_harts_step(true);
}

void hart_ring(u32 hart)
{
	fake_harts_step(false);
	fake_harts.ring(hart);
}

void hart_silence(void)
{
	fake_harts_step(false);
	fake_harts.silence();
}

void hart_doze(void)
{
	fake_harts_step(false);
	fake_harts.doze();
}

void hart_awake(void)
{
	fake_harts.awakes++;
	fake_harts_step(false);
}

void hart_fence(const struct fence_request *request, bool remote)
{
	fake_harts_step(false);
	fake_harts.fence(request, remote);
}

void hart_fence_all(void)
{
	fake_harts_step(false);
	fake_harts.fence_all();
}

void hart_soft_interrupt(void)
{
	fake_harts_step(false);
	fake_harts.soft_interrupt();
}
