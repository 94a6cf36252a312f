/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The SBI PMU extension (SBI specification 3.0, "Performance Monitoring Unit
 * Extension") as a core without a firmware around it. The caller owns all
 * memory, describes the machine and the hart, passes ecalls and firmware
 * events, and reports that a hart stops or loses its registers.
 *
 * counter_idx is dense: hardware counters first, with the number of their CSR
 * (0 mcycle, 2 minstret, n mhpmcounter n; 1 is the time CSR and never a
 * counter), then firmware counters. On RV32 there may be more hardware counters
 * than indices for them: then some are hidden, and those behind take their
 * indices.
 */
#ifndef PMU_PMU_H
#define PMU_PMU_H

#include <base/bits.h>
#include <hart/sbiret.h>
#include <base/types.h>
#include <sbi/sbi_ecall_interface.h>

enum {
	PMU_HW_MAX = 32,	     /* mcycle to mhpmcounter31 */
	PMU_FW_MAX = SBI_PMU_FW_MAX, /* firmware counters: one for each event */
	PMU_COUNTERS_MAX = PMU_HW_MAX + PMU_FW_MAX,
	PMU_FW_LEAST = 8,  /* indices below 32 of firmware counters, on RV32 at
			    * the cost of hardware ones */
	PMU_MAP_MAX = 256, /* rows of the event map */
	PMU_RAW_BUCKETS = 64,
	PMU_NO_ROW = 0xffff, /* end of a list of rows */
};

/*
 * General and cache events by index: the code of a general event, or
 * PMU_CACHE_FIRST plus the code of a cache event.
 */
enum {
	PMU_CACHE_FIRST = 16,
	PMU_CACHE_CODES = SBI_PMU_HW_CACHE_MAX << 3,
	PMU_KNOWN_MAX = PMU_CACHE_FIRST + PMU_CACHE_CODES,
};

/** No snapshot area is set. */
#define PMU_NO_SNAPSHOT (~0ULL)

/** Events first to last (event_idx) can be counted on these counters. */
struct pmu_map_entry {
	u32 first, last;
	u32 counters; /* bit n: hardware counter n, by CSR; once the
		       * machine is prepared, by index */
	u64 select;   /* raw events: event_data & select_mask is this */
	u64 select_mask;
};

/** Facts of a general or cache event for config_matching. */
struct pmu_known_event {
	u64 select;   /* for mhpmevent */
	u32 counters; /* bit n: hardware counter n, if the hart has it */
};

/** State that is the same on all harts. Written at cold boot only. */
struct pmu_machine {
	struct pmu_known_event known[PMU_KNOWN_MAX]; /* made from the map */
	u32 num_hw;		/* hardware counter indices, 3 to 32 */
	u32 num_fw;		/* firmware counters behind them */
	unsigned long irq_mask; /* mip bit of the overflow interrupt, or 0 */
	bool snapshot;		/* snapshot_set_shmem is offered */
	bool linux_restart;	/* see pmu_snapshot_base() */
	u32 hpm_mask;		/* existing mhpmcounters, by CSR */
	u32 hidden;		/* mhpmcounters without an index, by CSR */
	bool loses;		/* some event is mapped to hidden ones alone */
	bool moved; /* some have another index than their CSR's number: */
	u8 csr[PMU_HW_MAX]; /* by index; without moved unspecified */
	u32 map_count;
	struct pmu_map_entry map[PMU_MAP_MAX];
	/* Made from the map by pmu_machine_prepare() */
	u64 raw_mask[PMU_MAP_MAX]; /* the different values of select_mask */
	u32 raw_mask_count;
	u16 raw_bucket[PMU_RAW_BUCKETS]; /* first row by hash of select */
	u16 raw_next[PMU_MAP_MAX];	 /* next row of the same bucket */
};

/** State of one hart; the caller finds it at the hart's start. */
struct pmu_hart_features {
	u32 hpm_mask; /* bit n: mhpmcounter n exists, n >= 3 */
	bool inhibit; /* mcountinhibit exists, and stops mhpmcounters */
	bool sscofpmf;
	bool smcntrpmf;
	bool prefer_hpm; /* cycles and instructions belong on mhpmcounters,
			  * because only mhpmcounters can interrupt or filter */
	bool plain;	 /* no platform hooks: writes of registers and counts
			  * are the only effects */
	bool direct;	 /* memory of S-mode needs no mapping, a fault on it is
			  * not fatal, and a checked range stays valid until
			  * pmu_snapshot_recheck() */
	bool delegated;	 /* S-mode may run hardware counters by itself
			  * (menvcfg.CDE): counters without an event from SBI
			  * belong to S-mode */
};

/*
 * The meaning of pmu_hart.info for a firmware counter: its event code in the
 * upper five bits, and
 */
enum {
	PMU_FW_STOPPED = 0x01, /* value is the value, not a difference */
	PMU_FW_HIGH = 0x02,    /* value was 2^63 or more at its start */
	PMU_FW_CODE_SHIFT = 3,
	PMU_FW_NONE = SBI_PMU_FW_MAX, /* code: no event, counts nothing */
	PMU_FW_PLATFORM = 31,	      /* code: the platform counts */
};

/**
 * PMU of one hart. Only that hart touches it, in M-mode: no lock, no atomics. A
 * u64 set has bit counter_idx.
 *
 * Firmware events are counted with or without a counter that selects them, one
 * count for each event: the cost of the hook does not depend on the number of
 * counters. A running firmware counter keeps the difference between its value
 * and that count.
 *
 * platform/generic/fast gets the offsets from the compiler. It relies on
 * further properties of this layout; offsets.c asserts them.
 */
struct pmu_hart {
	u32 eid;	/* SBI_EXT_PMU, nearer than a constant of 23 bits */
	u32 num_fast;	/* indices that the fast path may touch, or 0 */
	u32 num_hw;	/* hardware counter indices */
	u32 num;	/* and firmware counters behind them */
	u64 not_hw;	/* all but the hardware counters that exist */
	u64 started;	/* started through SBI; boot does not count */
	u64 present;	/* counters that exist */
	u64 configured; /* given an event by config_matching */
	u32 all_ours;	/* hardware counters of SBI without an event: all, or
			 * with delegation none */
	struct pmu_hart_features has;
	bool sse;	/* overflow interrupts go to M-mode, for SSE */
	bool saved;	/* value of hardware counters and inhibit are valid,
		       * and hw_event has overflow bits */
	u16 info_short; /* bytes of a list for event_get_info in one piece */
	u32 inhibit;	/* mcountinhibit, while suspended */
	u64 snapshot;	/* physical address, or PMU_NO_SNAPSHOT; bit 0: judge it
			    * again at every use */
	const struct pmu_machine *machine;
	u64 events[SBI_PMU_FW_MAX + 1]; /* by code; PMU_FW_NONE stays 0 */
	u64 value[PMU_COUNTERS_MAX];	/* hardware: while suspended, else
				      * anything; firmware:
				      * see above; platform: event_data */
	u64 hw_event[PMU_HW_MAX];  /* mhpmevent (0, 2: *cfg), overflow clear;
				    * without an event from SBI unspecified */
	u8 info[PMU_COUNTERS_MAX]; /* hardware: config_flags[7:0] */
	u8 touched;   /* not 0: other state than firmware events changed */
	bool predict; /* starts call hart_pmu_started() */
	u8 hpm_bits[PMU_HW_MAX]; /* width of each mhpmcounter in has.hpm_mask,
				  * by CSR; pmu_probe() */
};

/* --- machine, at cold boot ------------------------------------------------ */

/**
 * Set up a machine without events, overflow interrupt and snapshot; the
 * caller then adds these.
 * @param hpm_mask counters of the boot hart, as in struct pmu_hart_features
 *
 * The number of firmware counters follows. On RV32 at least PMU_FW_LEAST of them
 * have an index below 32, as Linux there names no other; for these
 * pmu_machine_prepare() hides hardware counters.
 */
void pmu_machine_init(struct pmu_machine *m, u32 hpm_mask);

/**
 * Add a row for general or cache events.
 * @return false, nothing added: first > last, raw events, overlap with an
 *	earlier row, the fixed counters 0 to 2 in a row that starts behind
 *	cycles and instructions, or the table is full
 */
bool pmu_map_add(struct pmu_machine *m, u32 first, u32 last, u32 counters);

/**
 * Add a row for raw events (types 2 and 3): event_data & select_mask must
 * equal select.
 * @return false, nothing added: the same select and mask are there already,
 *	fixed counters, or the table is full
 */
bool pmu_map_add_raw(struct pmu_machine *m, u64 select, u64 select_mask,
		     u32 counters);

/**
 * Prepare the machine after the last row, so that no call searches the map.
 * Call it once, before the first pmu_hart_init(). If hardware counters have to
 * be hidden, the function hides counters whose events other counters can count,
 * as far as such counters exist.
 */
void pmu_machine_prepare(struct pmu_machine *m);

/* --- hart ----------------------------------------------------------------- */

/**
 * Find the mhpmcounters of this hart. They are stopped meanwhile, if
 * mcountinhibit can stop them; mcountinhibit and all values are as before, but
 * for the counts of counters that cannot be stopped. A trap for a missing
 * register must not hurt the caller: it changes mepc, mcause, mtval and
 * mstatus.MPP.
 * @param bits out: widths by CSR, 1 to 64, or 0; elements 0 to 2 are not
 *	written
 * @return for pmu_hart_features.hpm_mask
 */
u32 pmu_probe(u8 bits[PMU_HW_MAX]);

/**
 * Start of a hart (cold boot or HSM start): forget everything and write the
 * PMU's registers. mcycle and minstret run, all other counters are stopped at
 * 0. h->hpm_bits stays, and has->inhibit counts only if the bits of all
 * mhpmcounters can be set.
 */
void pmu_hart_init(struct pmu_hart *h, const struct pmu_machine *m,
		   const struct pmu_hart_features *has);

/**
 * End of a hart (HSM stop): stop the running counters, the platform's too, and
 * leave the hart in the state after pmu_hart_init().
 */
void pmu_hart_exit(struct pmu_hart *h);

/** Before a suspend that may lose registers: keep counter values. */
void pmu_hart_suspend(struct pmu_hart *h);

/**
 * Drop the kept values after a suspend that was refused or kept all registers.
 */
void pmu_hart_suspend_cancel(struct pmu_hart *h);

/**
 * After a suspend that lost registers: write all of them from state. Values
 * come back if pmu_hart_suspend() kept them; overflow bits do not.
 */
void pmu_hart_resume(struct pmu_hart *h);

/**
 * Judge the snapshot area again after a change of the memory that S-mode of
 * this hart may use.
 */
void pmu_snapshot_recheck(struct pmu_hart *h);

/* --- owners that take turns on a hart ------------------------------------- */

/** PMU of an owner of S-mode that is away. All fields are private. */
struct pmu_context {
	struct pmu_hart hart;
	u64 platform[PMU_FW_MAX]; /* values of platform firmware counters */
	bool valid;		  /* filled by leave, not yet taken by enter */
	bool pending;		  /* an overflow interrupt, */
	bool enabled;		  /* and M-mode takes it, for SSE */
	u32 over; /* overflows that no look has seen, see pmu_predict.h */
};

/**
 * Separate owners with PMU state from owners that have only the counters that
 * run from boot.
 * @return true if a call of the owner changed anything, or if the owner may run
 *         counters by itself
 */
static inline bool pmu_in_use(const struct pmu_hart *h)
{
	return h->touched || h->has.delegated;
}

/**
 * The owner leaves the hart: keep counters, events, filters, snapshot area and
 * overflow state, and stop its running counters. The next call is
 * pmu_context_enter().
 */
void pmu_context_leave(struct pmu_hart *h, struct pmu_context *c);

/**
 * pmu_context_leave() and _enter() in few instructions, if neither owner has
 * used the PMU.
 * @param from, to NULL: as if one had used it
 * @return false: nothing done, pmu_context_leave() and _enter() have to do it
 */
bool pmu_context_pass(const struct pmu_hart *h, struct pmu_context *from,
		      struct pmu_context *to);

/** pmu_context_leave() without memory for the state: it keeps nothing. */
void pmu_context_drop(struct pmu_hart *h);

/**
 * An owner comes: it gets the state that it left, or the state of a hart after
 * its start, with all counters at 0.
 * @param c NULL or not valid: a new owner
 */
void pmu_context_enter(struct pmu_hart *h, struct pmu_context *c);

/**
 * Set the interrupts of the owner that came, after its S-mode registers are in
 * place. Necessary only if pmu_in_use().
 */
void pmu_context_settle(struct pmu_hart *h, struct pmu_context *c);

/* --- calls and events ----------------------------------------------------- */

/**
 * One ecall of the PMU extension.
 * @param fid function ID (a6); unknown ones are SBI_ERR_NOT_SUPPORTED
 * @return per the function's error table; a refused call changed nothing
 */
struct sbiret pmu_call(struct pmu_hart *h, unsigned long fid,
		       const struct sbi_args *args);

typedef struct sbiret pmu_call_fn(struct pmu_hart *h,
				  const struct sbi_args *args);

enum {
	PMU_CALLS = SBI_EXT_PMU_EVENT_GET_INFO + 1,
};

/**
 * Functions of pmu_call() by function ID; the last one answers all others.
 * A table saves one call on hot paths.
 */
extern pmu_call_fn *const pmu_calls[PMU_CALLS + 1];

/**
 * A firmware event happened on this hart.
 * @param code event code, anything from SBI_PMU_FW_MAX up is ignored
 */
static inline void pmu_fw_event(struct pmu_hart *h, unsigned long code)
{
	if (code < SBI_PMU_FW_MAX)
		h->events[code]++;
}

/**
 * Firmware events that happened together, or that are taken back.
 * @param code event code, below SBI_PMU_FW_MAX
 * @param times number of additional events; -1 takes one back
 */
static inline void pmu_fw_events(struct pmu_hart *h, u32 code, s32 times)
{
	h->events[code] += (u64)(s64)times;
}

/* --- overflow interrupts (Sscofpmf LCOFI or the platform's own) ----------- */

/**
 * Route overflow interrupts of this hart.
 * @param sse true: to M-mode, which injects SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW;
 *	false: delegated to S-mode, as after pmu_hart_init()
 */
void pmu_overflow_route(struct pmu_hart *h, bool sse);

/**
 * Turn the prediction of overflows by the caller on or off, for this owner and
 * until the next start of the hart; see pmu_predict.h.
 */
void pmu_predict_set(struct pmu_hart *h, bool on);

/**
 * Enable or disable overflow interrupts of M-mode. They are disabled from the
 * moment M-mode takes one until the SSE handler is done; otherwise M-mode would
 * take it for ever.
 * @param drop also forget a pending interrupt
 */
void pmu_overflow_enable(struct pmu_hart *h, bool enable, bool drop);

/**
 * Note that M-mode has taken an overflow interrupt; the caller injects the
 * event.
 */
void pmu_overflow_take(struct pmu_hart *h);

/**
 * Enable interrupts after the event is enabled, or its handler is done. With
 * delegated counters a pending interrupt is forgotten, unless a running counter
 * has its overflow bit.
 */
void pmu_overflow_done(struct pmu_hart *h);

#endif
