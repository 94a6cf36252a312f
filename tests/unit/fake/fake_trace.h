/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace components that are structs, behind the seam of include/hart/mmio.h.
 * Written after the Trace Control Interface 1.0 and not after the library's
 * tables. A reset fills all fields that the standard leaves undefined with
 * noise; changes take their time. A store that loses trace, hangs real hardware
 * or is not allowed is a fault of the fake hart, which fails the test.
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

/**
 * Hardware that behaves as badly as the standard allows, and a little worse;
 * all 0 is harmless. Times are in accesses to any component, and polls.
 */
struct fake_trace_hostile {
	u8 late;       /* before a store of Active or Enable shows, in order */
	u8 late_empty; /* from the last byte, or from Enable 0, to Empty */
	u8 land;       /* until what a RAM sink wrote is in memory; Empty is 0
			* as long, and WP says where at that time */
	u8 gush;       /* bytes that an encoder sends at each access */
	u8 spurious;   /* one read in so many is noise, never two in a row */
	bool unlocked; /* Start, Limit and WP take stores while it writes */
	bool limit_follows; /* a store to Start makes Limit the highest */
};

/** Components of CoreSight. */
enum { FAKE_CS_FUNNEL = 1, FAKE_CS_ETF, FAKE_CS_ETR, FAKE_CS_REPLICATOR };

/** Build of a component, and its defects. */
struct fake_trace_design {
	u32 impl;     /* tr??Impl */
	u8 before;    /* registers from before the standard, see below: the type
		    * of the standard's that they are most like; else 0 */
	u8 coresight; /* FAKE_CS_...; before is the type that it is most like */
	u32 axi_fixed; /* ETR: bits of AXICTL that are always 1 */
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
	struct fake_trace_hostile hostile;
};

enum { FAKE_COMMANDS = 8 };

/** A delayed store of Active or Enable. */
struct fake_trace_command {
	u64 due;
	u32 value;
	bool active; /* of Active; else of Enable. CoreSight: of FFCR; CTL */
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
	u32 domain; /* encoder: of its hart, which its bytes are of */
	struct fake_trace_command command[FAKE_COMMANDS];
	u8 commands;
	u32 queued; /* bytes that a RAM sink has taken and not yet written */
	u32 origin; /* the domain they are of */
	u64 land_due, empty_due;
	bool was_spurious;
	u32 lie_offset, lie; /* what is read there, for so many readings */
	unsigned int lies;
	u32 flicker;	    /* bits that every second reading turns round */
	u32 flicker_offset; /* of this register; 0: Control */
	bool flickers;
	bool unlocked;			   /* CoreSight: by a store to LAR */
	u32 broken[FAKE_TRACE_WORDS / 32]; /* see fake_trace_break() */
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

/** Designs with all features. */
struct fake_trace_design fake_trace_encoder(void);
struct fake_trace_design fake_trace_funnel(void);
struct fake_trace_design fake_trace_ram(void);

/**
 * Those of version 0: an encoder with a source ID of two bits, and a funnel
 * that is its own RAM sink, for 64 bits at a time and addresses of 41.
 */
struct fake_trace_design fake_trace_old_encoder(u32 source);
struct fake_trace_design fake_trace_old_funnel(void);

/** Those of CoreSight; an ETF has 256 bytes, a replicator leads on by its output 1. */
struct fake_trace_design fake_trace_cs(u8 coresight);

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

/** The address to which a RAM sink of either kind writes. */
u64 fake_trace_start(unsigned int n);
u64 fake_trace_limit(unsigned int n);
u64 fake_trace_wp(unsigned int n);
bool fake_trace_is_smem(unsigned int n);

/** An encoder that is tracing makes bytes, which wait in it until it drains. */
void fake_trace_make(unsigned int encoder, u32 bytes);

/** A RAM sink stores bytes: WP, wrap, stop on wrap. */
void fake_trace_store(unsigned int sink, u32 bytes);

/** Accesses to registers from first to last are bus errors from now on. */
void fake_trace_break(unsigned int n, u32 first, u32 last);

/* --- memory as the bus has it ------------------------------------------------ */

/*
 * Every word that a RAM sink writes in SMEM mode lands in a shadow of memory.
 * It has to be memory of the domain whose trace it is (fake_memory_own()); any
 * other word is a fault, and is counted.
 */
extern unsigned int fake_trace_foreign;

/** The byte of the shadow at an address; 0 where nothing ever landed. */
u8 fake_trace_landed(u64 address);

/** Words that landed in a range. */
u64 fake_trace_landed_in(u64 base, u64 size);

/** Forget all words that landed. */
void fake_trace_forget_landed(void);

/** One word of a domain's trace arrives. For fake_trace.c */
void fake_trace_land(u64 address, u32 word, u32 domain);

/* --- harts --------------------------------------------------------------------- */

/**
 * If not NULL, called before each access and poll, but not from within itself:
 * the actions of another hart at that moment.
 */
extern void (*fake_trace_between)(void);

/**
 * S-mode drives the registers: stores that only lose trace, and values that are
 * not allowed, are no faults of the firmware.
 */
extern bool fake_trace_driven;

/** A RAM sink takes bytes of a domain, to be written sooner or later. */
void fake_hostile_take(struct fake_trace_component *c, u32 bytes, u32 domain);

/** All components lost their power. */
void fake_trace_power_off(unsigned int n);

/** Polls since fake_trace_init(). */
extern unsigned int fake_trace_polls;

#endif
