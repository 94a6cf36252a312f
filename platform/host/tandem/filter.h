/* SPDX-License-Identifier: BSD-2-Clause */
/* The choice of groups of a listing. */
#ifndef HOST_TANDEM_FILTER_H
#define HOST_TANDEM_FILTER_H

#include "dump.h"

/** Numbers from first to last, both included. */
struct tandem_range {
	u64 first;
	u64 last;
	bool given;
};

struct tandem_filter {
	unsigned int kinds; /* bit n: enum tandem_kind n; 0: all */
	struct tandem_range pc, address, groups;
	u16 *reg; /* registers; one of them has to change */
	size_t num_regs;
	u64 first; /* limit of groups; 0: all */
	u64 last;  /* only this number of last ones; 0: all */
};

/** Parses --kind, --pc and others; its input is a struct tandem_filter. */
extern const struct argp tandem_filter_argp;

/** @return true if a group is selected, by its contents alone */
bool tandem_filter_wants(const struct tandem_filter *filter,
			 const struct tandem_about *about);

/** @return true if no group after this one is selected */
bool tandem_filter_over(const struct tandem_filter *filter, u64 number,
			u64 shown);

void tandem_filter_free(struct tandem_filter *filter);

/** The last selected groups. */
struct tandem_ring {
	struct tandem_kept {
		struct tandem_about about;
		struct tandem_group group;
		u32 room;
	} * kept;
	u64 size;
	u64 added; /* total; number n is at n % size */
};

void tandem_ring_open(struct tandem_ring *ring, u64 size);

/** Keep a copy, in place of the oldest if there is no room. */
void tandem_ring_add(struct tandem_ring *ring,
		     const struct tandem_about *about);

/** The n-th kept group, the oldest first; NULL: no more. */
const struct tandem_about *tandem_ring_get(const struct tandem_ring *ring,
					   u64 n);

void tandem_ring_close(struct tandem_ring *ring);

#endif
