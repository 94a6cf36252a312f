/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Overflows of counters on harts without overflow interrupts (no Sscofpmf). The
 * functions measure each counter's rate between two looks; the next look is at
 * the time when the first counter will overflow at that rate. A counter that
 * has passed 0 since the last look has overflowed.
 *
 * The looks include only counters that were started through SBI. The caller has
 * a timer, makes the looks in time, and reports overflows to S-mode.
 */
#ifndef PMU_PMU_PREDICT_H
#define PMU_PMU_PREDICT_H

#include <pmu/pmu.h>

enum {
	PMU_PREDICT_LEAST = 16,	 /* ticks between two looks, at least */
	PMU_PREDICT_SHORT = 128, /* ticks after which a rate is good */
	PMU_PREDICT_MOST = 0xffff,
};

/** No look is necessary. */
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
	u64 value[PMU_HW_MAX]; /* of counters, at that time */
	struct pmu_rate rate[PMU_HW_MAX];
	u32 known; /* counters with a value of the last look */
	u32 over;  /* overflowed; the caller reports and clears them */
};

/**
 * Look at the counters. @param now ticks, not less than at the last look
 * @return time of the next look, or PMU_PREDICT_NEVER if no counter runs
 */
u64 pmu_predict_look(const struct pmu_hart *h, struct pmu_predict *p, u64 now);

/**
 * Note in over the counters that have overflowed since the last look, after the
 * counters were saved as pmu_hart_suspend() does.
 */
void pmu_predict_saved(const struct pmu_hart *h, struct pmu_predict *p);

/**
 * Continue after the counters were restored as pmu_hart_resume() does: the next
 * look sees the counters that overflow from then on. @param now ticks
 */
void pmu_predict_resumed(const struct pmu_hart *h, struct pmu_predict *p,
			 u64 now);

/** Note counters whose value was set and not counted; set by counter_idx. */
static inline void pmu_predict_forget(struct pmu_predict *p, u64 set)
{
	p->known &= ~(u32)set;
}

#endif
