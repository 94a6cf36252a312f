/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace components that are structs, behind the seam of include/hart/mmio.h.
 * Written after the Trace Control Interface 1.0 and not after the library's
 * tables. After a reset all that the standard leaves undefined is noise;
 * changes take their time; and what loses trace, hangs silicon or may not be
 * written is a fault of the fake hart, which fails the test.
 */
#ifndef FAKE_TRACE_H
#define FAKE_TRACE_H

#include <base/types.h>

enum {
	FAKE_TRACE_MAX = 12,
	FAKE_TRACE_WORDS = 1024,
	FAKE_NOWHERE = 0xff,
};

/** Bits of tr??Control that all components have. */
enum { FAKE_ACTIVE = 1, FAKE_ENABLE = 2, FAKE_TRACING = 4, FAKE_EMPTY = 8 };

/** How a component was built, and what is wrong with it. */
struct fake_trace_design {
	u32 impl; /* tr??Impl */
	/* encoder: bits and values that exist */
	u32 control, features, ts;
	u8 modes, formats, sync_modes, return_modes, ts_modes;
	u16 sync_max, source_ids;
	u32 fixed_source;   /* trTeSrcID and trTeSrcBits that do not change */
	u8 max_source_bits; /* highest trTeSrcBits */
	u16 filters;
	u8 comparators;
	u32 filter_control, filter_match, filter_match_fixed, comp_control;
	bool no_empty;
	/* RAM sink */
	u64 start_mask, limit_mask, start_fixed, limit_fixed;
	u32 sram_limit;
	bool no_stop_on_wrap;
	bool wrap_fixed; /* nothing but a wrap sets trRamWrap */
	bool mode_fixed; /* SMEM, although trRamImpl does not say so */
	/* funnel */
	u16 dis_input;
	/* all */
	u8 slow;	  /* polls before a change of Active or Enable shows */
	bool dead;	  /* Active never becomes 1 */
	bool stuck_on;	  /* Active never becomes 0 */
	bool stuck_off;	  /* Enable never becomes 1 */
	bool stuck_full;  /* Empty never becomes 1 once Enable was */
	bool stuck_trace; /* trTeInstTracing does not change */
	bool etrace_impl; /* trTeImpl speaks of E-Trace whatever the format */
};

struct fake_trace_component {
	struct fake_trace_design has;
	unsigned long base;
	u8 output; /* FAKE_NOWHERE */
	u32 reg[FAKE_TRACE_WORDS];
	u8 wait_active, wait_enable; /* polls left; the change is in target */
	u32 target;
	u32 pending; /* bytes that have not left yet */
	u32 writes;  /* to any of its registers */
	u32 sram[64];
};

extern struct fake_trace_component fake_trace[FAKE_TRACE_MAX];
extern unsigned int fake_trace_count;

/** No components. */
void fake_trace_init(void);

/**
 * Add one, off, its registers full of noise.
 * @param output number of the component it leads to, or FAKE_NOWHERE
 * @return its number
 */
unsigned int fake_trace_add(unsigned long base, unsigned int output,
			    const struct fake_trace_design *has);

/** Designs that can do everything. */
struct fake_trace_design fake_trace_encoder(void);
struct fake_trace_design fake_trace_funnel(void);
struct fake_trace_design fake_trace_ram(void);

/** Where components are, 4 KiB each. */
#define FAKE_TRACE_BASE 0x10000000ul

/*
 * The machine of most tests, by number of component:
 *
 *   E0 --0--+
 *           F ---- R
 *   E1 --1--+
 *   E2 ----------- R2
 */
enum { E0, E1, F, R, E2, R2, FAKE_TRACE_COUNT };

/** Forget all components, and make that machine. */
void fake_trace_machine(void);

/** A register as a debugger sees it, without side effects. */
u32 fake_trace_reg(unsigned int n, u32 offset);
u64 fake_trace_reg64(unsigned int n, u32 low);
void fake_trace_set(unsigned int n, u32 offset, u32 value);

/** An encoder that is tracing makes bytes, which wait in it until it drains. */
void fake_trace_make(unsigned int encoder, u32 bytes);

/** A RAM sink stores bytes: WP, wrap, stop on wrap. */
void fake_trace_store(unsigned int sink, u32 bytes);

/** Everything lost its power. */
void fake_trace_power_off(unsigned int n);

/** Polls since fake_trace_init(). */
extern unsigned int fake_trace_polls;

#endif
