/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fuzzer of all doors: harts of several owners that call, load and store,
 * sleep, stop and change hands at the same time, on trace hardware that does
 * its worst. Each hart is a coroutine, which may lose its turn at every access
 * to a register and at every poll.
 */
#ifndef DOORS_H
#define DOORS_H

#include <pmu/pmu.h>
#include <trace/mmio.h>
#include <trace/trace.h>

#include "../unit/fake/fake_hart.h"
#include "../unit/fake/fake_trace.h"

enum { DOORS_HARTS = 4, DOORS_OWNERS = 3, DOORS_HARTID = 4 };

enum doors_state { DOORS_RUNS, DOORS_SLEEPS, DOORS_STOPPED, DOORS_CRASHED };

/** A hart, and what it is doing. */
struct doors_hart {
	u32 number, owner, next_owner;
	u8 state;	   /* enum doors_state */
	bool with_machine; /* it sleeps because the machine does */
	bool owned;	   /* its encoder went to its owner with it */
	bool rested;	   /* its encoder went to sleep with it */
	bool private;	   /* it is at its own registers, and nobody else may */
	bool everywhere;   /* what it does is for the whole machine */
	bool stopping;	   /* it said so, and is not stopped yet */
	u32 accesses, stores, polls, switches; /* since it began to do it */
	struct trace_context context[DOORS_OWNERS];
	struct pmu_hart pmu;
	struct pmu_context pmu_context[DOORS_OWNERS];
};

extern struct doors_hart doors_hart[DOORS_HARTS];
extern unsigned int doors_harts, doors_owners;
extern struct trace doors_trace;
extern u8 doors_encoder[DOORS_HARTS]; /* its component; FAKE_NOWHERE */

/** The promise is kept, or the program ends. */
void doors_hold(bool truth, const char *what);

/* --- the machine, doors_machine.c ------------------------------------------ */

/**
 * Something in the machine is broken, answers with bus errors or noise. Then
 * only what is written where, and what is hidden, can be promised.
 */
extern bool doors_flawed;
/** Stores of Active and Enable show late: registers are behind. */
extern bool doors_late;

/** Bytes become a machine, booted. @param bridges of ATB where it has funnels */
void doors_machine(bool bridges);
/** A page of memory, mostly of this owner. */
u64 doors_address(u32 owner);

/* --- turns, doors_turns.c --------------------------------------------------- */

/** No hart is at work. @param seed, often: of turns lost, one in so many */
void doors_turns_begin(u64 seed, u32 often);
/** The hart begins to do something, and is away when it has done it. */
void doors_begin(struct doors_hart *h, void (*work)(struct doors_hart *h));
bool doors_busy(const struct doors_hart *h);
/** One of the harts that are at work goes on. @return false: there is none */
bool doors_go_on(void);
/** Any hart but one that is at work; NULL: all are. */
struct doors_hart *doors_idle(u8 choice);
/** The running hart lets others go on. */
void doors_yield(void);
/** It touches something that others see, and may lose its turn. */
void doors_come_by(void);
/** The hart that runs; NULL: none does. */
extern struct doors_hart *doors_now;
/** Forget what it did, and what it may touch in this call. */
void doors_forget(struct doors_hart *h);
/** The running hart does not come back from what it does. */
_Noreturn void doors_leave(void);

/* --- what holds always, doors_check.c ---------------------------------------- */

/** Nothing happened that hardware would punish. */
void doors_check_faults(void);
/** In any state, with harts in the middle of something. */
void doors_check(void);
/** Of this hart, which has just done something. */
void doors_check_hart(const struct doors_hart *h);
/** While a hart changes hands its encoder's bytes are of who has the encoder. */
void doors_encoder_follows(const struct doors_hart *h);
/** The hart is about to store to a register of a component. */
void doors_check_store(const struct doors_hart *h, unsigned int component);

/* --- the PMU, doors_pmu.c ------------------------------------------------------ */

/** Counters and events of the machine, and of each hart, from bytes. */
void doors_pmu_machine(void);
void doors_pmu_call(struct doors_hart *h);
/** The event of overflows of the running hart is registered, or no longer. */
void doors_pmu_route(bool sse);
void doors_pmu_start(struct doors_hart *h);
void doors_pmu_stop(struct doors_hart *h);
void doors_pmu_suspend(struct doors_hart *h);
void doors_pmu_resume(struct doors_hart *h, bool lost);
void doors_pmu_switch(struct doors_hart *h, u32 next);
/** Registers of a hart that only it touches are those of the fake hart now, and
 * nobody else runs; they are put back. */
void doors_pmu_take(struct doors_hart *h);
void doors_pmu_put(struct doors_hart *h);

/* --- events, triggers, features, the console: doors_calls.c ------------------------ */

/** Harts make such calls; one machine in two. */
extern bool doors_with_calls;
/** Of these one in two: MPXY, resets, sleep as S-mode calls for it, SBI 0.1. */
extern bool doors_with_more;
/** OpenSBI boots, over a device tree from bytes if they do. */
void doors_calls_machine(void);
void doors_calls_call(struct doors_hart *h);
/** A hart comes to M-mode for whatever reason, and leaves it. */
void doors_calls_trap(struct doors_hart *h);
void doors_calls_return(const struct doors_hart *h);
void doors_calls_stop(struct doors_hart *h);
void doors_calls_start(struct doors_hart *h);
/** Other properties of such machines, from bytes. */
void doors_features_has(struct fake_has *has);

/* --- reset and sleep, doors_reset.c ------------------------------------------------ */

/** The machine is reset: no hart begins anything. */
extern bool doors_over;
void doors_reset_machine(void);
void doors_call_reset(struct doors_hart *h);
/** @return true if the machine may sleep at this hart's wish */
bool doors_sleep_is_judged(const struct doors_hart *h);

#endif
