/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machines with trace hardware that are made at random, and their trees, which
 * may be wrong.
 */
#ifndef CLOSED_RIG_H
#define CLOSED_RIG_H

#include "tree_rig.h"

enum { CLOSED_PARTS = 6, CLOSED_OTHERS = 6 };

/** The next machine: equal numbers make equal machines. */
void closed_begin(u64 seed);

/** A number below `most`; true once in n times. */
u32 below(u32 most);
bool one_in(u32 n);

/** A component: where it is, what it is, to which it leads. */
struct part {
	u64 base;
	u8 type, to; /* or FAKE_NOWHERE */
	char path[64];
	bool named; /* a window in the tree has its registers */
	bool moved; /* the tree has none, or others */
};
extern struct part part[CLOSED_PARTS];
extern u32 parts;

/** Another device. */
struct other {
	u64 base, size;
	char name[32];
};
extern struct other other[CLOSED_OTHERS];
extern u32 others;

/** Windows of memory on the bus of sinks; 0: all of memory. */
extern struct trace_window bus[4];
extern u32 windows;

/** The tree trusts S-mode with sinks; something is above the first 4 GiB. */
extern bool trusted, above;

/** Make the hardware, after fake_hart_init(); its tree. */
void closed_hardware(void);
void closed_tree(void);

#endif
