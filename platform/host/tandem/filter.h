/* SPDX-License-Identifier: BSD-2-Clause */
/* Which groups a listing shows. */
#ifndef HOST_TV_FILTER_H
#define HOST_TV_FILTER_H

#include "dump.h"

/** Numbers from first to last, both included. */
struct tv_range {
	u64 first;
	u64 last;
	bool given;
};

struct tv_filter {
	unsigned int kinds; /* bit n: enum tv_kind n; 0: all */
	struct tv_range pc, address, groups;
	u16 *reg; /* registers of which one has to change */
	size_t num_regs;
	u64 first; /* show so many; 0: all */
	u64 last;  /* show the last so many; 0: all */
};

/** Parses --kind, --pc...; its input is a struct tv_filter. */
extern const struct argp tv_filter_argp;

/** Whether a group is to be shown, as far as the group tells. */
bool tv_filter_wants(const struct tv_filter *filter,
		     const struct tv_group *about);

/** Whether nothing behind this group is to be shown. */
bool tv_filter_over(const struct tv_filter *filter, u64 number, u64 shown);

void tv_filter_free(struct tv_filter *filter);

/** The last groups that were wanted. */
struct tv_ring {
	struct tv_kept {
		struct tv_group about;
		struct tandem_group group;
		u32 room;
	} * kept;
	u64 size;
	u64 added; /* in all; number n is at n % size */
};

void tv_ring_open(struct tv_ring *ring, u64 size);

/** Keep a copy, in place of the oldest when there is no room. */
void tv_ring_add(struct tv_ring *ring, const struct tv_group *about);

/** The n-th of those that are kept, the oldest first; NULL: no more. */
const struct tv_group *tv_ring_get(const struct tv_ring *ring, u64 n);

void tv_ring_close(struct tv_ring *ring);

#endif
