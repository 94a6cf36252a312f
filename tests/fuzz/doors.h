/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fuzzer of all doors: harts of several owners make calls, load and store
 * registers, sleep, stop and change their owner at the same time, on trace
 * hardware that behaves as badly as the specification permits. Each hart is a
 * coroutine, which may lose its turn at every access to a register and at every
 * poll.
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

/** A hart, and the operation that it executes. */
struct doors_hart {
	u32 number, owner, next_owner;
	u8 state;	   /* enum doors_state */
	bool with_machine; /* it sleeps because the machine does */
	bool owned;	   /* its encoder changed its owner with it */
	bool rested;	   /* its encoder went to sleep with it */
	bool private;	   /* it uses registers of its own; no other hart may
			    * run */
	bool everywhere;   /* its operation affects the whole machine */
	bool stopping;	   /* it announced its stop, and has not stopped yet */
	u32 accesses, stores, polls, switches; /* since the operation began */
	struct trace_context context[DOORS_OWNERS];
	struct pmu_hart pmu;
	struct pmu_context pmu_context[DOORS_OWNERS];
};

extern struct doors_hart doors_hart[DOORS_HARTS];
extern unsigned int doors_harts, doors_owners;
extern struct trace doors_trace;
extern u8 doors_encoder[DOORS_HARTS]; /* component number; FAKE_NOWHERE: none */

/** End the program if the promise is broken. @param what the promise */
void doors_hold(bool truth, const char *what);

/* --- the machine, doors_machine.c ------------------------------------------ */

/**
 * A part of the machine is broken, answers with bus errors or reads as noise.
 * Then only two promises hold: which registers are written, and that M-mode is
 * hidden.
 */
extern bool doors_flawed;
/** Stores to Active and Enable take effect late: reads show the old value. */
extern bool doors_late;

/**
 * Make a machine from bytes, and boot it.
 * @param bridges of ATB where it has funnels
 */
void doors_machine(bool bridges);
/** @return address of a page of memory, mostly of this owner */
u64 doors_address(u32 owner);

/* --- turns, doors_turns.c --------------------------------------------------- */

/**
 * No hart executes an operation.
 * @param seed of lost turns
 * @param often one turn in so many is lost
 */
void doors_turns_begin(u64 seed, u32 often);
/** The hart begins an operation. It is no longer busy when work() returns. */
void doors_begin(struct doors_hart *h, void (*work)(struct doors_hart *h));
bool doors_busy(const struct doors_hart *h);
/** One of the busy harts continues. @return false: no hart is busy */
bool doors_go_on(void);
/** @return a hart that is not busy; NULL: all are busy */
struct doors_hart *doors_idle(u8 choice);
/** The running hart loses its turn. */
void doors_yield(void);
/** The running hart touches state that others see; it may lose its turn. */
void doors_come_by(void);
/** The running hart; NULL: none runs. */
extern struct doors_hart *doors_now;
/**
 * Forget the steps of the hart, and the memory that it may touch in this call.
 */
void doors_forget(struct doors_hart *h);
/** The running hart does not return from its operation. */
_Noreturn void doors_leave(void);

/* --- what holds always, doors_check.c ---------------------------------------- */

/** End the program if an access happened that hardware would punish. */
void doors_check_faults(void);
/** Check promises that hold in every state, while harts execute operations. */
void doors_check(void);
/** Check the promises about a hart that has just ended an operation. */
void doors_check_hart(const struct doors_hart *h);
/**
 * While a hart changes its owner, its encoder's bytes belong to the owner of
 * the encoder.
 */
void doors_encoder_follows(const struct doors_hart *h);
/** The hart is about to store to a register of a component. */
void doors_check_store(const struct doors_hart *h, unsigned int component);

/* --- the PMU, doors_pmu.c ------------------------------------------------------ */

/** Counters and events of the machine, and of each hart, from bytes. */
void doors_pmu_machine(void);
void doors_pmu_call(struct doors_hart *h);
/**
 * The event of overflows of the running hart is registered, or no longer.
 * @param sse true if it is registered
 */
void doors_pmu_route(bool sse);
void doors_pmu_start(struct doors_hart *h);
void doors_pmu_stop(struct doors_hart *h);
void doors_pmu_suspend(struct doors_hart *h);
void doors_pmu_resume(struct doors_hart *h, bool lost);
void doors_pmu_switch(struct doors_hart *h, u32 next);
/**
 * take: load the registers that only this hart touches into the fake hart; no
 * other hart may run. put: save them again.
 */
void doors_pmu_take(struct doors_hart *h);
void doors_pmu_put(struct doors_hart *h);

/* --- events, triggers, features, the console: doors_calls.c ------------------------ */

/** One machine in two: harts make calls of these extensions. */
extern bool doors_with_calls;
/**
 * One in two of these machines: harts also make calls of MPXY, of resets, of
 * system suspend and of SBI 0.1.
 */
extern bool doors_with_more;
/** OpenSBI boots, with a device tree from bytes if harts make such calls. */
void doors_calls_machine(void);
void doors_calls_call(struct doors_hart *h);
/** A hart enters M-mode for any reason, and leaves it. */
void doors_calls_trap(struct doors_hart *h);
void doors_calls_return(const struct doors_hart *h);
void doors_calls_stop(struct doors_hart *h);
void doors_calls_start(struct doors_hart *h);
/** Choose the other properties of such machines from bytes. */
void doors_features_has(struct fake_has *has);

/* --- reset and sleep, doors_reset.c ------------------------------------------------ */

/** The machine is reset: no hart begins an operation. */
extern bool doors_over;
void doors_reset_machine(void);
void doors_call_reset(struct doors_hart *h);
/** @return true if this hart may put the machine to sleep */
bool doors_sleep_is_judged(const struct doors_hart *h);

#endif
