/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses that no firmware may accept for shared memory. */
#ifndef SMODE_MEMORY_H
#define SMODE_MEMORY_H

#include <sbi/sbi_types.h>

/** A physical address in two registers. */
struct bad_address {
	const char *name;
	unsigned long low, high;
};

/** Page n, from 0, that this domain may not share; NULL if n is too large. */
const struct bad_address *bad_address(unsigned int n);

#endif
