/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace components that are structs, behind the seam of include/hart/mmio.h.
 * They follow the Trace Control Interface 1.0, and not the library's tables. A
 * reset sets all fields without a defined value to noise; changes take time. A
 * store that loses trace, hangs real hardware or is not allowed is a fault of
 * the fake hart, which fails the test.
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
 * with all 0 it is harmless. Times are in accesses and polls of any component.
 */
struct fake_trace_hostile {
	u8 late;       /* until Active or Enable changes, in order */
	u8 late_empty; /* from the last byte or Enable 0 until Empty */
	u8 land;       /* until words of a RAM sink are in memory, at the
			* address that WP has then; Empty is 0 until then */
	u8 gush;       /* bytes that an encoder sends at each access */
	u8 spurious;   /* one read in this many is noise; never two in a row */
	bool unlocked; /* Start, Limit and WP are not locked while it writes */
	bool limit_follows; /* a store to Start sets Limit to its maximum */
};

/** Components of CoreSight. */
enum { FAKE_CS_FUNNEL = 1, FAKE_CS_ETF, FAKE_CS_ETR, FAKE_CS_REPLICATOR };

/** Build of a component, and its defects. */
struct fake_trace_design {
	u32 impl;      /* tr??Impl */
	u8 before;     /* registers from before the standard, see below: the
			* most similar type of the standard; else 0 */
	u8 coresight;  /* FAKE_CS_...; before is the most similar type */
	u32 axi_fixed; /* ETR: bits of AXICTL that are always 1 */
	/* encoder: bits and values of its registers */
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
	bool wrap_fixed; /* only a wrap sets trRamWrap */
	bool mode_fixed; /* SMEM, not reported by trRamImpl */
	/* funnel */
	u16 dis_input;
	/* all components */
	u8 slow;	  /* polls until Active or Enable changes */
	bool dead;	  /* Active never becomes 1 */
	bool stuck_on;	  /* Active never becomes 0 */
	bool stuck_off;	  /* Enable never becomes 1 */
	bool stuck_full;  /* Empty never becomes 1 after Enable was 1 */
	bool stuck_trace; /* trTeInstTracing does not change */
	bool etrace_impl; /* trTeImpl reports E-Trace, whatever the format */
	struct fake_trace_hostile hostile;
};

enum { FAKE_COMMANDS = 8 };

/** A delayed store of Active or Enable. */
struct fake_trace_command {
	u64 due;
	u32 value;
	bool active; /* of Active, else Enable; CoreSight: FFCR, else CTL */
};

struct fake_trace_component {
	struct fake_trace_design has;
	unsigned long base;
	u8 output; /* or FAKE_NOWHERE */
	u32 reg[FAKE_TRACE_WORDS];
	u8 wait_active, wait_enable; /* polls left; target has the new value */
	u32 target;
	u32 pending; /* bytes that have not left yet */
	u32 writes;  /* number of stores to its registers */
	u32 sram[64];
	u32 domain; /* encoder: domain of its hart, to which its bytes belong */
	struct fake_trace_command command[FAKE_COMMANDS];
	u8 commands;
	u32 queued; /* bytes that a RAM sink has accepted and not written yet */
	u32 origin; /* domain of these bytes */
	u64 land_due, empty_due;
	bool was_spurious;
	u32 lie_offset, lie; /* register; its value for `lies` reads */
	unsigned int lies;
	u32 flicker;	    /* bits that every second read inverts */
	u32 flicker_offset; /* in this register; 0: Control */
	bool flickers;
	bool unlocked;			   /* by CoreSight's LAR */
	u32 broken[FAKE_TRACE_WORDS / 32]; /* see fake_trace_break() */
};

extern struct fake_trace_component fake_trace[FAKE_TRACE_MAX];
extern unsigned int fake_trace_count;

/** Remove all components. */
void fake_trace_init(void);

/**
 * Add a component, off, with noise in its registers.
 * @param output number of the next component, or FAKE_NOWHERE
 * @return its number
 */
unsigned int fake_trace_add(unsigned long base, unsigned int output,
			    const struct fake_trace_design *has);

/** Designs with all features. */
struct fake_trace_design fake_trace_encoder(void);
struct fake_trace_design fake_trace_funnel(void);
struct fake_trace_design fake_trace_ram(void);

/**
 * Designs of version 0: an encoder with a source ID of two bits, and a funnel
 * that is its own RAM sink, with units of 64 bits and addresses of 41 bits.
 */
struct fake_trace_design fake_trace_old_encoder(u32 source);
struct fake_trace_design fake_trace_old_funnel(void);

/**
 * Designs of CoreSight; an ETF has 256 bytes, and output 1 of a replicator
 * leads on.
 */
struct fake_trace_design fake_trace_cs(u8 coresight);

/** Addresses of components, 4 KiB each. */
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

/** A register without side effects of the access, as in a debugger. */
u32 fake_trace_reg(unsigned int n, u32 offset);
u64 fake_trace_reg64(unsigned int n, u32 low);
void fake_trace_set(unsigned int n, u32 offset, u32 value);

/** Addresses at which a RAM sink of either kind writes. */
u64 fake_trace_start(unsigned int n);
u64 fake_trace_limit(unsigned int n);
u64 fake_trace_wp(unsigned int n);
bool fake_trace_is_smem(unsigned int n);

/** A tracing encoder makes bytes, which wait in it until it drains. */
void fake_trace_make(unsigned int encoder, u32 bytes);

/** A RAM sink stores bytes, with the rules of WP, wrap and stop on wrap. */
void fake_trace_store(unsigned int sink, u32 bytes);

/** Make accesses to registers from first to last bus errors. */
void fake_trace_break(unsigned int n, u32 first, u32 last);

/* --- memory behind the bus ----------------------------------------------- */

/*
 * Every word that a RAM sink writes in SMEM mode goes to a shadow of memory. It
 * must be memory of the domain whose trace it is (fake_memory_own()); any other
 * word is a fault, and is counted.
 */
extern unsigned int fake_trace_foreign;

/** The byte of the shadow at an address; 0 if no word was written there. */
u8 fake_trace_landed(u64 address);

/** Number of words that were written to a range. */
u64 fake_trace_landed_in(u64 base, u64 size);

/** Forget all these words. */
void fake_trace_forget_landed(void);

/** Write one word of a domain's trace. For fake_trace.c */
void fake_trace_land(u64 address, u32 word, u32 domain);

/* --- harts --------------------------------------------------------------------- */

/**
 * If not NULL, called before each access and poll, except from within itself:
 * another hart acts at that moment.
 */
extern void (*fake_trace_between)(void);

/**
 * S-mode drives the registers: stores that only lose trace, and values that are
 * not allowed, are not faults of the firmware.
 */
extern bool fake_trace_driven;

/** A RAM sink accepts bytes of a domain, and writes them later. */
void fake_hostile_take(struct fake_trace_component *c, u32 bytes, u32 domain);

/** The component loses its power. */
void fake_trace_power_off(unsigned int n);

/** Number of polls since fake_trace_init(). */
extern unsigned int fake_trace_polls;

#endif
