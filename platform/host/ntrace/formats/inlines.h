/* SPDX-License-Identifier: BSD-2-Clause */
/* Inlined functions as functions of a profile. */
#ifndef HOST_NT_INLINES_H
#define HOST_NT_INLINES_H

#include <profile/tree.h>
#include "symbols.h"

struct nt_inlines {
	const struct symbols *symbols;
	struct profile_function
		*function; /* one of each name, without address */
	size_t num;
	u32 *number; /* for each inlined function of the symbols: its number
		      * here */
};

/** @param symbols	stay in use */
void nt_inlines_begin(struct nt_inlines *inlines,
		      const struct symbols *symbols);

void nt_inlines_end(struct nt_inlines *inlines);

/** @return true if a function is one of these */
static inline bool nt_inlines_has(const struct nt_inlines *inlines,
				  const struct profile_function *function)
{
	return function >= inlines->function &&
	       function < inlines->function + inlines->num;
}

/** The function that stands for an inlined one. */
static inline const struct profile_function *
nt_inlines_function(const struct nt_inlines *inlines,
		    const struct symbols_inlined *in)
{
	return &inlines->function[inlines->number[in -
						  inlines->symbols->inlined]];
}

#endif
