// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/fence/fence.c: the state after one hart comes up, goes down, or dozes
 * while it waits for another one.
 */
#include <string.h>

#include <fence/fence.h>
#include <hart/harts.h>

#include "fake/fake_harts.h"
#include "unit.h"

static struct fence_hart fence_harts[FAKE_HARTS_MAX];
static struct fence_machine machine;
static bool rung[FAKE_HARTS_MAX];
static unsigned int interrupts;
static struct fence_sent outcome;

static void ring(u32 n)
{
	rung[n] = true;
}

static void silence(void)
{
	rung[fake_harts.self] = false;
}

static void doze(void)
{
	while (!rung[fake_harts.self])
		fake_harts_step(true);
}

static void fence(const struct fence_request *request, bool remote)
{
	(void)request;
	(void)remote;
}

static void fence_all(void)
{
}

static void soft_interrupt(void)
{
	interrupts++;
}

/* Let the running hart go on until it waits. */
static u32 stay(bool waits)
{
	return waits ? (fake_harts.self + 1) % fake_harts.count :
		       fake_harts.self;
}

static void prepare(u32 count)
{
	memset(fence_harts, 0, sizeof(fence_harts));
	memset(rung, 0, sizeof(rung));
	interrupts = 0;
	machine = (struct fence_machine){ fence_harts, count, 1 };
	fake_harts.next = stay;
	fake_harts.ring = ring;
	fake_harts.silence = silence;
	fake_harts.doze = doze;
	fake_harts.fence = fence;
	fake_harts.fence_all = fence_all;
	fake_harts.soft_interrupt = soft_interrupt;
}

static void comes_up(u32 n)
{
	(void)n;
	fence_harts[0].owed = fence_bit(0);
	fence_harts[0].ipis = 5;
	fence_up(&machine, 0);
	CHECK_EQ("before", fence_serve(&machine, 0, 0), 0);
	CHECK("ipi", fence_ipi(&machine, 0, 0));
	CHECK_EQ("after", fence_serve(&machine, 0, 0), 1);
}

/* Interrupts from before a hart was up are not delivered. */
static void nothing_stale(void)
{
	prepare(1);
	CHECK("ends", fake_harts_run(1, comes_up, 1000));
	CHECK_EQ("delivered", interrupts, 1);
}

static void goes_down(u32 n)
{
	(void)n;
	fence_down(&machine, 0);
}

/*
 * Dozing senders, in each word, are woken, so that they take their requests
 * back.
 */
static void wakes_senders(void)
{
	enum { FAR = FENCE_WORD_BITS + 5 };

	prepare(70);
	fence_harts[0].pending[0] = fence_bit(1) | fence_bit(2);
	fence_harts[0].pending[1] = fence_bit(FAR);
	fence_harts[1].dozes = fence_harts[FAR].dozes = 1;
	CHECK("ends", fake_harts_run(1, goes_down, 1000));
	CHECK("near", rung[1]);
	CHECK("far", rung[FAR]);
	CHECK("does not doze", !rung[2]);
}

static void sends_or_serves(u32 n)
{
	const struct fence_request request = { .start = 1, .size = 2 };
	const struct fence_set set = { { fence_bit(1) } };

	fence_up(&machine, n);
	fake_harts_step(true);
	if (n == 0) {
		outcome = fence_send(&machine, 0, &set, &request, 0);
		return;
	}
	/* The sender looks in one turn, and dozes in the next */
	fake_harts_step(true);
	fence_serve(&machine, 1, 0);
}

/*
 * A sender looks the maximum number of times, dozes, and is awake at the end.
 */
static void dozes(void)
{
	prepare(2);
	CHECK("ends", fake_harts_run(2, sends_or_serves, 1000));
	CHECK_EQ("reached", outcome.reached, 1);
	CHECK_EQ("looked", fake_harts.hints, 1);
	CHECK_EQ("awake", fake_harts.awakes, 1);
	CHECK_EQ("dozes", fence_harts[0].dozes, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(nothing_stale, UNIT_ONE),
	UNIT_TEST(wakes_senders, UNIT_ONE),
	UNIT_TEST(dozes, UNIT_ONE),
};

UNIT_MAIN("fence_hart", tests)
