/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Facts about the events of cores: the selector and the counters of each SBI
 * event. For boards whose device tree has no node riscv,pmu.
 *
 * The build makes the table of platform/generic/events, and it is constant: a
 * core is found once, at boot, and no row is copied.
 */
#ifndef EVENTS_EVENTS_H
#define EVENTS_EVENTS_H

#include <base/types.h>

/** A name is compared with one of these. */
enum events_kind {
	EVENTS_CPU,	  /* a compatible of the hart's node */
	EVENTS_REGISTERS, /* "mvendorid-marchid-mimpid", as in perf's mapfile.csv:
			   * the name is a pattern, see events_match() */
	EVENTS_BOARD,	  /* a compatible of the root node */
};

/** A name by which a core is recognised. */
struct events_name {
	u16 text; /* in events_text */
	u8 core;  /* in events_cores; EVENTS_SHARED: several cores */
	u8 kind;  /* of enum events_kind */
};

/** A general or cache event, its selector and its counters. */
struct events_row {
	u32 select;
	u32 event_idx : 27;
	u32 counters : 5; /* see events_counters() */
};

/** Raw events: select, with any of the bits of variant. */
struct events_raw {
	u32 select;
	u32 variant : 27;
	u32 counters : 5;
};

struct events_core {
	u16 title;	/* in events_text */
	u32 mvendorid;	/* a hart with another one: another core; 0: any */
	u16 first, num; /* its rows in events_rows */
	u16 first_raw, num_raw;
	u16 quirks; /* of enum events_quirk */
};

/** Peculiar ways of counters. */
enum events_quirk {
	/* mcountinhibit is not used: counters of some of these cores continue
	 * to count, or change their value. A stopped counter has no event
	 * selected. */
	EVENTS_NO_INHIBIT = 1,
};

enum { EVENTS_SHARED = 0xff };

extern const u32 events_masks[];

/** Counters of a row or of a raw event. @return bit n: mhpmcounter n, if the hart
 *  has it */
#define events_counters(row) events_masks[(row)->counters]

extern const char events_text[];
extern const struct events_name events_names[];
extern const struct events_row events_rows[];
extern const struct events_raw events_raws[];
extern const struct events_core events_cores[];
extern const u32 events_num_names;
extern const u32 events_num_cores;

/** The identity of a hart: its registers and its node in the device tree. */
struct events_hart {
	u64 mvendorid, marchid, mimpid;
	/* Property "compatible" of its node: strings one after the other, the
	 * length includes their terminators; NULL with length 0 if there is
	 * none */
	const char *compatible;
	u32 compatible_len;
	const char *board; /* the same of the root node */
	u32 board_len;
};

/** The result of a search. */
enum events_found {
	EVENTS_BY_TREE,	   /* by the node's compatible */
	EVENTS_BY_BOARD,   /* by the compatible of the root node */
	EVENTS_BY_ID,	   /* by its registers */
	EVENTS_UNKNOWN,	   /* the table has no facts about the core */
	EVENTS_AMBIGUOUS,  /* several cores have these registers */
	EVENTS_CONTRADICT, /* the node's core is of another vendor */
};

/**
 * Find the core that a hart is. The device tree goes before the registers, which
 * cores that count differently may share: the hart's node; the board, if that
 * node names no core at all ("riscv" alone).
 * @param found out: how the core was found, or the reason why not; never NULL
 * @return the core, or NULL: see found
 */
const struct events_core *events_find(const struct events_hart *hart,
				      enum events_found *found);

/**
 * Look for a hart without S-mode: the letters of an old ISA string list U-mode
 * and not S-mode. Strings of today list no modes. A tree may give such a hart an
 * MMU nevertheless.
 * @param isa property "riscv,isa", or NULL
 * @param len its bytes, with the end of the string
 * @return true if S-mode is missing among the modes that are listed
 */
bool events_isa_lacks_s(const char *isa, u32 len);

/**
 * Selector of a general or cache event.
 * @return value for mhpmevent, or 0: the core does not count it
 */
u64 events_select(const struct events_core *core, u32 event_idx);

/**
 * Compare a text with a pattern: [a-c1] stands for one character of a set, "*"
 * at the end for any rest. Patterns come from the tables of facts alone.
 * @return true if the whole text fits
 */
bool events_match(const char *pattern, const char *text);

#endif
