/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Overflows of counters on harts that cannot interrupt for them (no Sscofpmf).
 * Each counter's rate is measured between two looks, and the next look is when
 * the first of them is going to overflow at that rate. One that has passed 0
 * since the last look has overflown.
 *
 * Only counters that were started through SBI are looked at. The caller has a
 * timer, makes the looks in time, and tells the supervisor.
 */
#ifndef PMU_PMU_PREDICT_H
#define PMU_PMU_PREDICT_H

#include <pmu/pmu.h>

enum {
	PMU_PREDICT_LEAST = 16,	 /* ticks between two looks, at least */
	PMU_PREDICT_SHORT = 128, /* a rate of so many ticks is a good one */
	PMU_PREDICT_MOST = 0xffff,
};

/** Nothing is to be looked at. */
#define PMU_PREDICT_NEVER (~0ULL)

/** Progress of a counter in a number of ticks. */
struct pmu_rate {
	u32 events;
	u32 ticks; /* 0: not known */
	u32 value; /* low half, and time, when the next measurement began */
	u32 then;
};

/** All zero at first. */
struct pmu_predict {
	u64 then;	       /* time of the last look, ticks */
	u64 value[PMU_HW_MAX]; /* of counters, then */
	struct pmu_rate rate[PMU_HW_MAX];
	u32 known; /* counters whose value is of the last look */
	u32 over;  /* have overflown, for the caller to tell and clear */
};

/**
 * Look at the counters. @param now ticks, not less than at the last look
 * @return when to look again, or PMU_PREDICT_NEVER: none runs
 */
u64 pmu_predict_look(const struct pmu_hart *h, struct pmu_predict *p, u64 now);

/**
 * The counters were saved, as pmu_hart_suspend() does: note in over those that
 * have overflown since the last look.
 */
void pmu_predict_saved(const struct pmu_hart *h, struct pmu_predict *p);

/**
 * The counters go on from where they were saved, as pmu_hart_resume() lets them:
 * the next look sees those that overflow from then on. @param now ticks
 */
void pmu_predict_resumed(const struct pmu_hart *h, struct pmu_predict *p,
			 u64 now);

/** Counters have other values than they counted to; set by counter_idx. */
static inline void pmu_predict_forget(struct pmu_predict *p, u64 set)
{
	p->known &= ~(u32)set;
}

#endif
