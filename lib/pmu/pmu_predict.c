// SPDX-License-Identifier: BSD-2-Clause
/*
 * The predicted times of overflows, for counters without overflow interrupts.
 */
#include <pmu/pmu_predict.h>

#include "pmu_internal.h"

/* Scale both to 16 bits, so that their product fits into a word. */
static void pmu_predict_scale(u32 *a, u32 *b)
{
	while ((*a | *b) >> 16) {
		*a >>= 1;
		*b >>= 1;
	}
}

/* Ticks until this number of events, 1 to PMU_PREDICT_MOST. */
static u32 pmu_predict_ticks(const struct pmu_rate *rate, u32 events)
{
	u32 speed = rate->events, ticks;

	pmu_predict_scale(&events, &speed);
	if (!speed)
		return PMU_PREDICT_MOST;
	ticks = events * rate->ticks / speed;
	return ticks < PMU_PREDICT_MOST ? ticks + 1 : PMU_PREDICT_MOST;
}

/*
 * Time of M-mode passes between two looks, while a counter that excludes M-mode
 * stands. In a short window this share is large, so a rate of a shorter window
 * never replaces one of a longer window. Until the window is long enough, it
 * grows with each look. In no window does a counter reach 2^32.
 */
static void pmu_predict_measure(struct pmu_rate *rate, u32 value, u32 now)
{
	u32 events = value - rate->value, ticks = now - rate->then;

	if (ticks < PMU_PREDICT_LEAST)
		return;
	if (ticks < PMU_PREDICT_SHORT && ticks < rate->ticks)
		return;
	rate->value = value;
	rate->then = now;
	pmu_predict_scale(&events, &ticks);
	rate->events = events;
	rate->ticks = ticks;
}

static u32 pmu_predict_counter(const struct pmu_hart *h, struct pmu_predict *p,
			       unsigned int n, u64 now)
{
	unsigned int bits = pmu_hw_is_fixed(n) ? 64 :
						 h->hpm_bits[pmu_csr(h, n)];
	u64 value = pmu_counter_read(h, n), was = p->value[n],
	    left = (0 - value) & bits_low64(bits);
	struct pmu_rate *rate = &p->rate[n];

	p->value[n] = value;
	if (p->known & BIT64(n)) {
		pmu_predict_measure(rate, (u32)value, (u32)now);
		if (value < was)
			p->over |= (u32)BIT64(n);
	} else {
		rate->value = (u32)value;
		rate->then = (u32)now;
	}
	/* No sampling has so long a period. */
	if (left >> 32)
		return PMU_PREDICT_MOST;
	if (!rate->ticks)
		/* unseen: pmu_predict_look() waits as long */
		return PMU_PREDICT_LEAST;
	return pmu_predict_ticks(rate, (u32)left);
}

u64 pmu_predict_look(const struct pmu_hart *h, struct pmu_predict *p, u64 now)
{
	u32 set = (u32)(h->started & pmu_hw_mask(h)), next = PMU_PREDICT_MOST,
	    ticks;
	unsigned int n;

	bits_for_each(n, set) {
		ticks = pmu_predict_counter(h, p, n, now);
		if (ticks < next)
			next = ticks;
	}
	p->known = set;
	p->then = now;
	if (!set)
		return PMU_PREDICT_NEVER;
	return now + (next > PMU_PREDICT_LEAST ? next : PMU_PREDICT_LEAST);
}

/*
 * The low half passes 0 too, in so short a time. QEMU's high halves of RV32 lag
 * behind until the counter stops, and then seem to go back.
 */
void pmu_predict_saved(const struct pmu_hart *h, struct pmu_predict *p)
{
	unsigned int n;

	bits_for_each(n, p->known & (u32)h->started)
		if (h->value[n] < p->value[n] &&
		    (u32)h->value[n] < (u32)p->value[n])
			p->over |= (u32)BIT64(n);
}

void pmu_predict_resumed(const struct pmu_hart *h, struct pmu_predict *p,
			 u64 now)
{
	unsigned int n;

	p->known = (u32)(h->started & pmu_hw_mask(h));
	bits_for_each(n, p->known) {
		p->value[n] = h->value[n];
		p->rate[n].value = (u32)h->value[n];
		p->rate[n].then = (u32)now;
	}
}
