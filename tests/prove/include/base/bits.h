/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loops over a set, for CBMC: the body runs once, for any one member, from any
 * state within the invariants, which it has to keep. So a proof about this run
 * holds for each member, and no run needs another's effects.
 */
#ifndef PROVE_BITS_H
#define PROVE_BITS_H

#include_next <base/bits.h>

u64 nondet_u64(void);

/* @return a set of any one member; empty if the set is */
static inline u64 prove_member(u64 set)
{
	u64 one = nondet_u64();

	__CPROVER_assume(!(one & (one - 1)) && !(one & ~set) && !one == !set);
	return one;
}

#undef bits_for_each
#define bits_for_each(n, set)                  \
	for (u64 rest_##n = prove_member(set); \
	     rest_##n && ((n) = bits_ffs64(rest_##n), true); rest_##n = 0)

#endif
