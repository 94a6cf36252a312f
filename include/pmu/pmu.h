/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The SBI PMU extension (SBI specification 3.0, "Performance Monitoring Unit
 * Extension") as a core without a firmware around it. The caller owns all
 * memory, tells what the machine and the hart have, hands over ecalls and
 * firmware events, and says when a hart stops or loses its registers.
 *
 * counter_idx is dense: hardware counters first, with the number of their CSR
 * (0 mcycle, 2 minstret, n mhpmcounter n; 1 is the time CSR and never a
 * counter), then firmware counters.
 */
#ifndef PMU_PMU_H
#define PMU_PMU_H

#include <base/bits.h>
#include <base/sbiret.h>
#include <base/types.h>
#include <sbi/sbi_ecall_interface.h>

enum {
	PMU_HW_MAX = 32,       /* mcycle to mhpmcounter31 */
	PMU_FW_MAX = 32,       /* firmware counters at most */
	PMU_COUNTERS_MAX = 64, /* what Linux can name, and one snapshot area */
	PMU_MAP_MAX = 256,     /* rows of the event map */
	PMU_FW_CODE_NONE = 0xfffe, /* firmware counter without event */
};

/** No snapshot area is set. */
#define PMU_NO_SNAPSHOT (~0ULL)

/** Events first to last (event_idx) can be counted on these counters. */
struct pmu_map_entry {
	u32 first, last;
	u32 counters; /* bit n: hardware counter n */
	u64 select;   /* raw events: event_data & select_mask is this */
	u64 select_mask;
};

/** What is the same on all harts. Written at cold boot only. */
struct pmu_machine {
	struct pmu_map_entry map[PMU_MAP_MAX];
	u32 map_count;
	u32 num_hw;		/* hardware counter indices, 3 to 32 */
	u32 num_fw;		/* firmware counters behind them */
	unsigned long irq_mask; /* mip bit of the overflow interrupt, or 0 */
	bool snapshot;		/* snapshot_set_shmem is offered */
	bool linux_restart;	/* see pmu_snapshot_base() */
};

/** What one hart has; found by the caller at its start. */
struct pmu_hart_features {
	u32 hpm_mask; /* bit n: mhpmcounter n exists, n >= 3 */
	u8 hpm_bits;  /* width of mhpmcounter3..31, 1 to 64 */
	bool inhibit; /* mcountinhibit exists */
	bool sscofpmf;
	bool smcntrpmf;
	bool prefer_hpm; /* cycles and instructions belong on mhpmcounters,
			  * because only those can interrupt or filter */
};

/**
 * PMU of one hart. Only that hart touches it, in M-mode: no lock, no atomics.
 * A u64 set has bit counter_idx, a u32 one the bit of a firmware counter.
 */
struct pmu_hart {
	const struct pmu_machine *machine;
	u64 present;		  /* counters that exist */
	u64 configured;		  /* given an event by config_matching */
	u64 started;		  /* started through SBI; boot does not count */
	u64 snapshot;		  /* physical address, or PMU_NO_SNAPSHOT */
	u64 hw_event[PMU_HW_MAX]; /* mhpmevent (0, 2: *cfg), overflow clear */
	u64 hw_saved[PMU_HW_MAX]; /* values while the hart is suspended */
	u64 fw_value[PMU_FW_MAX]; /* event count; platform: event_data */
	u32 fw_active[SBI_PMU_FW_MAX]; /* event code -> started counters */
	u16 fw_code[PMU_FW_MAX];
	u8 hw_flags[PMU_HW_MAX]; /* config_flags[7:0] of its event */
	u32 fw_overflowed;	 /* wrapped since their start */
	u32 inhibit;		 /* mcountinhibit as last written */
	u32 fence_self;	 /* event codes whose next count is our own fence */
	u32 fence_muted; /* event codes of a fence not yet known to be sent */
	struct pmu_hart_features has;
	bool sse;   /* overflow interrupts go to M-mode, for SSE */
	bool saved; /* hw_saved is valid */
};

/* --- machine, at cold boot ------------------------------------------------ */

/**
 * Set up a machine without events, overflow interrupt and snapshot; the
 * caller then adds these.
 * @param hpm_mask counters of the boot hart, as in struct pmu_hart_features
 *
 * The number of firmware counters follows: all counters together fit into 64,
 * and on RV32 into one 32-bit counter_idx_mask, because Linux there shifts
 * out of it otherwise.
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

/* --- hart ----------------------------------------------------------------- */

/**
 * Start of a hart (cold boot or HSM start): forget everything, write the
 * PMU's registers. mcycle and minstret run, the others stand at 0.
 */
void pmu_hart_init(struct pmu_hart *h, const struct pmu_machine *m,
		   const struct pmu_hart_features *has);

/**
 * End of a hart (HSM stop): stop what runs, the platform's counters too, and
 * leave the hart as pmu_hart_init() does.
 */
void pmu_hart_exit(struct pmu_hart *h);

/** Before a suspend that may lose registers: keep counter values. */
void pmu_hart_suspend(struct pmu_hart *h);

/** A suspend was refused or kept everything: the kept values are void. */
void pmu_hart_suspend_cancel(struct pmu_hart *h);

/**
 * After a suspend that lost registers: write all of them from state. Values
 * come back when pmu_hart_suspend() kept them; overflow bits do not.
 */
void pmu_hart_resume(struct pmu_hart *h);

/* --- calls and events ----------------------------------------------------- */

/**
 * One ecall of the PMU extension.
 * @param fid function ID (a6); unknown ones are SBI_ERR_NOT_SUPPORTED
 * @return per the function's error table; a refused call changed nothing
 */
struct sbiret pmu_call(struct pmu_hart *h, unsigned long fid,
		       const struct sbi_args *args);

/**
 * A firmware event happened on this hart.
 * @param code event code, anything from SBI_PMU_FW_MAX up is ignored
 */
void pmu_fw_event(struct pmu_hart *h, u32 code);

/**
 * A remote fence call begins (SBI RFENCE). Until pmu_fence_end() the "sent"
 * event is held back, since it counts for calls that succeed and reach another
 * hart only; and if the caller is itself a target, one "received" event is
 * its own and not counted.
 * @param sent, received event codes of this kind of fence
 * @param to_self the calling hart is among the targets
 */
void pmu_fence_begin(struct pmu_hart *h, u32 sent, u32 received, bool to_self);

/** The call is over. @param reached it succeeded and had another target */
void pmu_fence_end(struct pmu_hart *h, u32 sent, bool reached);

/* --- overflow interrupts (Sscofpmf LCOFI or the platform's own) ----------- */

/**
 * Route overflow interrupts of this hart.
 * @param sse true: to M-mode, which injects SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW;
 *	false: delegated to S-mode, as after pmu_hart_init()
 */
void pmu_overflow_route(struct pmu_hart *h, bool sse);

/**
 * Let M-mode take overflow interrupts, or not. They are off from the moment
 * one is taken until the SSE handler is done, or it would be taken for ever.
 * @param drop also forget one that is pending
 */
void pmu_overflow_enable(struct pmu_hart *h, bool enable, bool drop);

#endif
