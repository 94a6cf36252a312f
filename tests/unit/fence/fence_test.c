// SPDX-License-Identifier: BSD-2-Clause
/*
 * lib/fence/fence.c: harts send fences and interrupts to each other while they
 * stop, start, sleep, change their domain or die, in many orders. A number that
 * grows stands for the page tables; a fence gives a hart the present number. No
 * hart in S-mode may know a smaller number than a call that named it has
 * promised its caller.
 */
#include <stdlib.h>
#include <string.h>

#include <fence/fence.h>
#include <hart/harts.h>

#include "fake/fake_harts.h"
#include "unit.h"

enum { DOMAINS = 2, LIMIT = 200000 };
enum op { FENCE, IPI, STOP, SLEEP, SWITCH, DIE, NONE };

struct hart {
	u64 knows;	       /* number of the page tables that it knows */
	u64 promised[DOMAINS]; /* to callers, for this hart */
	u64 calls;	       /* number in its request; 0: it makes no call */
	u32 domain, served, sent, reached, fences;
	u32 asked[DOMAINS], got[DOMAINS]; /* interrupts to it; taken */
	bool in_s, rung, dead, dies;
};

static struct fence_machine machine;
static struct fence_hart fence_harts[FAKE_HARTS_MAX];
static struct hart harts[FAKE_HARTS_MAX];
static u64 tables;
static u32 looks; /* number of looks before a hart dozes */
static u32 started, finished;
static const char *row;
static u64 seed;

static u32 random_below(u32 n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(seed >> 33) % n;
}

static struct hart *self(void)
{
	return &harts[fake_harts.self];
}

/* --- actions of the port ------------------------------------------------- */

static void ring(u32 n)
{
	harts[n].rung = true;
}

static void silence(void)
{
	self()->rung = false;
}

/* Waits for ever if no hart rings. */
static void doze(void)
{
	while (!self()->rung)
		fake_harts_step(true);
}

static void fence(const struct fence_request *request, bool remote)
{
	struct hart *h = self();
	u32 sender;

	for (sender = 0; &fence_harts[sender].request != request; sender++)
		if (sender == machine.count || !remote)
			break;
	CHECK(row, !h->in_s);
	if (remote) {
		CHECK_EQ(row, request->start, harts[sender].calls);
		h->fences++;
	}
	if (remote && h->dies) {
		h->dead = true;
		fence_dead(&machine, fake_harts.self);
		finished++;
		fake_harts_end();
	}
	h->knows = tables;
}

static void fence_all(void)
{
	CHECK(row, !self()->in_s);
	self()->knows = tables;
}

static void soft_interrupt(void)
{
	struct hart *h = self();

	CHECK(row, h->asked[h->domain]);
	h->got[h->domain] = h->asked[h->domain];
}

/* --- actions of a hart --------------------------------------------------- */

static void serve(void)
{
	self()->served +=
		fence_serve(&machine, fake_harts.self, self()->domain);
}

/* Run in S-mode for a moment, until the next trap. */
static void supervisor(void)
{
	struct hart *h = self();

	do {
		h->in_s = true;
		fake_harts_step(finished || started < machine.count);
		CHECK(row, h->knows >= h->promised[h->domain]);
		h->in_s = false;
		if (!h->rung)
			break;
		h->rung = false;
		serve();
	} while (h->rung);
}

static void start(void)
{
	self()->rung = false;
	fence_up(&machine, fake_harts.self);
	serve();
}

static struct fence_set someone(void)
{
	struct fence_set set = { { 0 } };
	u32 n;

	for (n = 0; n < machine.count; n++)
		if (random_below(3))
			fence_set_add(&set, n);
	return set;
}

static bool named(const struct fence_set *set, u32 n)
{
	return set->word[n / FENCE_WORD_BITS] & fence_bit(n);
}

/* The caller leaves out harts that are in another domain now. */
static void do_fence(struct fence_set set)
{
	u32 n, me = fake_harts.self, domain = self()->domain;
	struct fence_set here = { { 0 } };
	struct fence_request request = { .kind = 1 };
	struct fence_sent sent;
	u64 mine = ++tables;

	self()->calls = request.start = mine;
	for (n = 0; n < machine.count; n++) {
		fake_harts_step(false);
		if (named(&set, n) && harts[n].domain == domain)
			fence_set_add(&here, n);
	}
	sent = fence_send(&machine, me, &here, &request, domain);
	self()->calls = 0;
	self()->reached += sent.reached;
	self()->served += sent.served;
	for (n = 0; n < machine.count; n++)
		if (named(&set, n) && harts[n].promised[domain] < mine)
			harts[n].promised[domain] = mine;
}

static void do_ipi(u32 target)
{
	u32 domain = self()->domain;

	if (target == fake_harts.self)
		return;
	harts[target].asked[domain]++;
	if (fence_ipi(&machine, target, domain))
		self()->sent++;
}

static void do_stop(void)
{
	u32 n;

	fence_down(&machine, fake_harts.self);
	for (n = random_below(20); n; n--)
		fake_harts_step(false);
	start();
}

static void do_sleep(void)
{
	u32 n;

	for (n = 0; n < 100 && !self()->rung; n++)
		fake_harts_step(false);
}

static void do_switch(void)
{
	struct hart *h = self();

	serve();
	h->domain ^= 1;
	fence_all();
	fake_harts_step(false);
	serve();
}

static void do_op(enum op op)
{
	switch (op) {
	case FENCE:
		do_fence(someone());
		break;
	case IPI:
		do_ipi(random_below(machine.count));
		break;
	case STOP:
		do_stop();
		break;
	case SLEEP:
		do_sleep();
		break;
	case SWITCH:
		do_switch();
		break;
	case DIE:
		self()->dies = fake_harts.self != 0;
		break;
	case NONE:
		break;
	}
}

/* --- any order ------------------------------------------------------------- */

static enum op ops[8];
static u32 ops_count, ops_each;

/* A hart that has made its calls must still serve the others. */
static void body(u32 n)
{
	u32 i;

	(void)n;
	start();
	started++;
	while (started < machine.count)
		supervisor();
	for (i = 0; i < ops_each; i++) {
		do_op(ops[random_below(ops_count)]);
		supervisor();
	}
	self()->dies = false;
	finished++;
	while (finished < machine.count)
		supervisor();
	supervisor();
}

static u32 next_random(bool waits)
{
	if (!waits && random_below(4))
		return fake_harts.self;
	return random_below(fake_harts.count);
}

static void prepare(u32 count)
{
	memset(fence_harts, 0, sizeof(fence_harts));
	memset(harts, 0, sizeof(harts));
	machine = (struct fence_machine){ fence_harts, count, looks };
	tables = started = finished = 0;
	fake_harts.ring = ring;
	fake_harts.silence = silence;
	fake_harts.doze = doze;
	fake_harts.fence = fence;
	fake_harts.fence_all = fence_all;
	fake_harts.soft_interrupt = soft_interrupt;
}

/* @param exact true: no hart stops or dies, so all requests arrive */
static void judge(bool exact)
{
	u32 n, sent = 0, reached = 0, served = 0, fences = 0;

	for (n = 0; n < machine.count; n++) {
		sent += harts[n].sent;
		reached += harts[n].reached;
		served += harts[n].served;
		fences += harts[n].fences;
		if (harts[n].dead)
			return;
	}
	CHECK_EQ(row, fences, reached);
	if (!exact)
		return;
	CHECK_EQ(row, served, reached + sent);
	for (n = 0; n < machine.count; n++)
		CHECK_EQ(row, harts[n].got[0], harts[n].asked[0]);
}

static void any_order(void)
{
	static const struct {
		const char *name;
		u32 count, each, runs;
		bool exact;
		enum op ops[8];
	} rows[] = {
		{ "fences", 4, 12, 300, true, { FENCE, NONE } },
		{ "fences and interrupts",
		  4,
		  12,
		  300,
		  true,
		  { FENCE, IPI, NONE } },
		{ "sleep", 4, 12, 300, true, { FENCE, IPI, SLEEP, NONE } },
		{ "stop", 4, 12, 600, false, { FENCE, IPI, STOP, NONE } },
		{ "stop of few", 2, 20, 600, false, { FENCE, STOP, NONE } },
		{ "domains", 4, 12, 600, false, { FENCE, SWITCH, NONE } },
		{ "all of it",
		  6,
		  12,
		  600,
		  false,
		  { FENCE, FENCE, IPI, STOP, SLEEP, SWITCH, NONE } },
		{ "death",
		  4,
		  12,
		  600,
		  false,
		  { FENCE, FENCE, STOP, DIE, NONE } },
		{ "many harts",
		  FAKE_HARTS_MAX,
		  3,
		  5,
		  false,
		  { FENCE, IPI, STOP, NONE } },
	};
	u32 i, run;

	fake_harts.next = next_random;
	for (i = 0; i < array_size(rows); i++) {
		row = rows[i].name;
		memcpy(ops, rows[i].ops, sizeof(ops));
		ops_each = rows[i].each;
		for (ops_count = 0; ops[ops_count] != NONE; ops_count++)
			;
		for (run = 0; run < rows[i].runs; run++) {
			seed = i << 20 | run;
			looks = run % 3;
			prepare(rows[i].count);
			CHECK(row, fake_harts_run(rows[i].count, body,
						  LIMIT * rows[i].count));
			judge(rows[i].exact);
		}
	}
}

/* --- every order of few changes -------------------------------------------- */
/* UNIT_QUICK in the environment: of each first two changes one third */

/*
 * Two harts. The test changes the running hart at these steps, and when it
 * waits.
 */
static unsigned int changes[3];
static const enum op *pair_ops[2];

static u32 next_change(bool waits)
{
	unsigned int i;

	for (i = 0; i < array_size(changes); i++)
		waits |= fake_harts.steps == changes[i];
	return waits ? 1 - fake_harts.self : fake_harts.self;
}

static void pair_body(u32 n)
{
	struct fence_set both = { { 3 } };
	const enum op *op;

	start();
	started++;
	supervisor();
	for (op = pair_ops[n]; *op != NONE; op++) {
		if (*op == FENCE)
			do_fence(both);
		else if (*op == IPI)
			do_ipi(1 - n);
		else
			do_op(*op);
		supervisor();
	}
	self()->dies = false;
	finished++;
	while (finished < machine.count)
		supervisor();
	supervisor();
}

static unsigned int pair_run(void)
{
	seed = 1;
	prepare(2);
	CHECK(row, fake_harts_run(2, pair_body, 10000));
	judge(false);
	return fake_harts.steps;
}

static void few_changes(void)
{
	static const struct {
		const char *name;
		enum op ops[2][4];
	} rows[] = {
		{ "call and stop", { { FENCE, FENCE, NONE }, { STOP, NONE } } },
		{ "call and call", { { FENCE, NONE }, { FENCE, NONE } } },
		{ "call and sleep", { { FENCE, NONE }, { SLEEP, NONE } } },
		{ "call and switch",
		  { { FENCE, NONE }, { SWITCH, SWITCH, NONE } } },
		{ "call and death", { { FENCE, FENCE, NONE }, { DIE, NONE } } },
		{ "interrupt and stop",
		  { { IPI, IPI, NONE }, { STOP, NONE } } },
		{ "interrupt and switch",
		  { { IPI, IPI, NONE }, { SWITCH, SWITCH, NONE } } },
	};
	unsigned int i, steps, *c = changes;
	unsigned int by = getenv("UNIT_QUICK") ? 1000 : 1;

	fake_harts.next = next_change;
	looks = 0;
	for (i = 0; i < array_size(rows); i++) {
		row = rows[i].name;
		pair_ops[0] = rows[i].ops[0];
		pair_ops[1] = rows[i].ops[1];
		c[0] = c[1] = c[2] = ~0u;
		steps = pair_run();
		for (c[0] = 1; c[0] < steps; c[0]++)
			for (c[1] = c[0] + 1; c[1] < steps; c[1]++)
				for (c[2] = c[1] + 1; c[2] < steps; c[2] += by)
					pair_run();
	}
}

/* --- one at a time --------------------------------------------------------- */

static struct fence_sent outcome;
static struct fence_set named_set;
static const struct fence_request request = { .start = 1, .size = 2 };

static u32 stay(bool waits)
{
	return waits ? (fake_harts.self + 1) % fake_harts.count :
		       fake_harts.self;
}

static void alone(u32 n)
{
	(void)n;
	harts[0].calls = 1;
	fence_up(&machine, 0);
	outcome = fence_send(&machine, 0, &named_set, &request, 0);
}

/* All other harts were never started. */
static void nobody_else(void)
{
	row = NULL;
	fake_harts.next = stay;
	prepare(70);
	memset(&named_set, 0xff, sizeof(named_set));
	named_set.word[1] &= bits_low64(6);
	CHECK("ends", fake_harts_run(1, alone, 1000));
	CHECK_EQ("reached", outcome.reached, 0);
	CHECK_EQ("own", harts[0].knows, tables);
	CHECK_EQ("by request", harts[0].fences, 0);
	CHECK("ipi", !fence_ipi(&machine, 69, 0));
}

static const struct unit_test tests[] = {
	UNIT_TEST(nobody_else, UNIT_ONE),
	UNIT_TEST(any_order, UNIT_ONE),
	UNIT_TEST(few_changes, UNIT_ONE),
};

UNIT_MAIN("fence", tests)
