// SPDX-License-Identifier: BSD-2-Clause
/*
 * Requests between harts. A hart has one request at most, in its own struct,
 * and announces it by its bit in `pending` of each target. The hart that clears
 * that bit decides the request: the target takes it and answers by clearing its
 * own bit in `waiting`; the sender takes it back when it sees that the target
 * is not up. So no request outlives its call, and no answer is lost, however
 * often the target stops and starts meanwhile.
 */
#include <base/bits.h>
#include <fence/fence.h>
#include <hart/harts.h>

/* Run the body with n at each hart of word number k. */
#define fence_for_each(n, word) bits_for_each(n, word)

static u32 fence_words(const struct fence_machine *m)
{
	return (m->count + FENCE_WORD_BITS - 1) / FENCE_WORD_BITS;
}

/*
 * Call this after a change for which a sender may wait. A sender first
 * announces that it dozes, then looks at everything once more.
 */
static void fence_wake(struct fence_machine *m, u32 sender)
{
	if (hart_atomic_read(&m->hart[sender].dozes))
		hart_ring(sender);
}

/* --- the target ----------------------------------------------------------- */

/*
 * First `up`, then the fences: a sender that saw this hart down wrote its page
 * tables before the fences; a sender that sees it up gets its request served.
 */
void fence_up(struct fence_machine *m, u32 self)
{
	struct fence_hart *h = &m->hart[self];

	hart_atomic_write(&h->owed, 0);
	hart_atomic_write(&h->ipis, 0);
	hart_atomic_write(&h->up, 1);
	hart_fence_all();
}

/* Senders with unserved requests have to take them back. */
void fence_down(struct fence_machine *m, u32 self)
{
	struct fence_hart *h = &m->hart[self];
	u32 k, n;

	hart_atomic_write(&h->up, 0);
	for (k = 0; k < fence_words(m); k++)
		fence_for_each(n, hart_atomic_read(&h->pending[k]))
			fence_wake(m, k * FENCE_WORD_BITS + n);
}

/* The hart may have died between taking and answering a request. */
void fence_dead(struct fence_machine *m, u32 self)
{
	u32 n;

	fence_down(m, self);
	for (n = 0; n < m->count; n++) {
		hart_atomic_and(&m->hart[n].waiting[self / FENCE_WORD_BITS],
				~fence_bit(self));
		if (n != self)
			fence_wake(m, n);
	}
}

static void fence_answer(struct fence_machine *m, u32 self, u32 sender)
{
	struct fence_hart *s = &m->hart[sender];

	hart_fence(&s->request, true);
	/* Only the last answer needs a ring. */
	if (hart_atomic_and(&s->waiting[self / FENCE_WORD_BITS],
			    ~fence_bit(self)) == fence_bit(self))
		fence_wake(m, sender);
}

static u32 fence_serve_requests(struct fence_machine *m, u32 self)
{
	struct fence_hart *h = &m->hart[self];
	u32 k, n, served = 0;

	for (k = 0; k < fence_words(m); k++) {
		if (!hart_atomic_read(&h->pending[k]))
			/* unseen: only slower: the swap of 0 finds nothing
			 * either */
			continue;
		fence_for_each(n, hart_atomic_swap(&h->pending[k], 0))
		{
			fence_answer(m, self, k * FENCE_WORD_BITS + n);
			served++;
		}
	}
	return served;
}

/* Senders add to `ipis` before they set `owed`, so `ipis` is read last. */
static u32 fence_serve_ipis(struct fence_hart *h, unsigned long domain)
{
	if (!(hart_atomic_read(&h->owed) & domain))
		return 0;
	hart_atomic_and(&h->owed, ~domain);
	hart_soft_interrupt();
	return (u32)hart_atomic_swap(&h->ipis, 0);
}

u32 fence_serve(struct fence_machine *m, u32 self, u32 domain)
{
	return fence_serve_requests(m, self) +
	       fence_serve_ipis(&m->hart[self], fence_bit(domain));
}

/* --- the sender ----------------------------------------------------------- */

/*
 * The hart that makes the word nonzero rings. Until the target takes the word,
 * one ring is enough for all senders.
 */
static void fence_post(struct fence_machine *m, u32 self, u32 hart)
{
	struct fence_hart *t = &m->hart[hart];
	u32 k = self / FENCE_WORD_BITS;

	if (!hart_atomic_or(&t->pending[k], fence_bit(self)))
		hart_ring(hart);
}

/* True if this hart needs no answer: it is down, and has not taken the
 * request. */
static bool fence_retract(struct fence_machine *m, u32 self, u32 hart)
{
	struct fence_hart *t = &m->hart[hart];
	u32 k = self / FENCE_WORD_BITS;

	return !hart_atomic_read(&t->up) &&
	       hart_atomic_and(&t->pending[k], ~fence_bit(self)) &
		       fence_bit(self);
}

/* @return harts of word k that have not answered; *back counts those that will
 * not */
static unsigned long fence_look(struct fence_machine *m, u32 self, u32 k,
				u32 *back)
{
	unsigned long *waiting = &m->hart[self].waiting[k];
	unsigned long left = hart_atomic_read(waiting);
	u32 n;

	fence_for_each(n, left)
	{
		if (!fence_retract(m, self, k * FENCE_WORD_BITS + n))
			continue;
		/* If this was the last one, no target will ring. */
		left = hart_atomic_and(waiting, ~fence_bit(n)) & ~fence_bit(n);
		(*back)++;
	}
	return left;
}

/* Silence the doorbell before each look: a later ring is not lost. */
static void fence_doze(struct fence_hart *me)
{
	if (hart_atomic_read(&me->dozes))
		hart_doze();
	else
		hart_atomic_write(&me->dozes, 1);
	hart_silence();
}

/* @return as fence_serve(): the last silence may have hidden a request */
static u32 fence_awake(struct fence_machine *m, u32 self, u32 domain)
{
	hart_atomic_write(&m->hart[self].dozes, 0);
	hart_awake();
	return fence_serve(m, self, domain);
}

/*
 * Other senders may wait for this hart, so it serves them meanwhile. Each hart
 * that it waits for is up, on its way to fence_serve() or fence_down(), or
 * dead.
 */
static struct fence_sent fence_wait(struct fence_machine *m, u32 self,
				    u32 domain)
{
	struct fence_sent sent = { 0, 0 };
	unsigned long left;
	u32 k, back = 0, looks = 0;

	for (;;) {
		left = 0;
		for (k = 0; k < fence_words(m); k++)
			left |= fence_look(m, self, k, &back);
		if (!left)
			break;
		sent.served += fence_serve(m, self, domain);
		if (looks++ < m->looks)
			hart_wait_hint();
		else
			fence_doze(&m->hart[self]);
	}
	if (looks > m->looks)
		sent.served += fence_awake(m, self, domain);
	sent.reached = back;
	return sent;
}

/* @return number of other harts in the set that are up; waiting has them */
static u32 fence_targets(struct fence_machine *m, u32 self,
			 const struct fence_set *set)
{
	struct fence_hart *me = &m->hart[self];
	unsigned long up;
	u32 k, n, hart, number = 0;

	for (k = 0; k < fence_words(m); k++) {
		up = 0;
		fence_for_each(n, set->word[k])
		{
			hart = k * FENCE_WORD_BITS + n;
			if (hart == self ||
			    !hart_atomic_read(&m->hart[hart].up))
				continue;
			up |= fence_bit(n);
			number++;
		}
		hart_atomic_write(&me->waiting[k], up);
	}
	return number;
}

struct fence_sent fence_send(struct fence_machine *m, u32 self,
			     const struct fence_set *set,
			     const struct fence_request *request, u32 domain)
{
	struct fence_hart *me = &m->hart[self];
	struct fence_sent sent;
	u32 k, n, number;

	me->request = *request;
	number = fence_targets(m, self, set);
	for (k = 0; k < fence_words(m); k++)
		fence_for_each(n, me->waiting[k])
			fence_post(m, self, k * FENCE_WORD_BITS + n);
	if (set->word[self / FENCE_WORD_BITS] & fence_bit(self))
		hart_fence(request, false);
	sent = fence_wait(m, self, domain);
	sent.reached = number - sent.reached;
	return sent;
}

bool fence_ipi(struct fence_machine *m, u32 hart, u32 domain)
{
	struct fence_hart *t = &m->hart[hart];

	if (!hart_atomic_read(&t->up))
		return false;
	hart_atomic_add(&t->ipis, 1);
	if (!(hart_atomic_or(&t->owed, fence_bit(domain)) & fence_bit(domain)))
		hart_ring(hart);
	return true;
}
