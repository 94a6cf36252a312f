/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions of the program as lines of text, each made once and kept. */
#ifndef HOST_NT_LISTING_H
#define HOST_NT_LISTING_H

#include "io.h"
#include "../program/program.h"

struct nt_listing;

/** The program must have its symbols, and stays the caller's. */
struct nt_listing *nt_listing_new(struct nt_program *program);

/**
 * Write the line of an instruction: address, bytes, text, target, place.
 * @param region	of the program, which holds address
 */
void nt_listing_write(struct nt_listing *listing, struct output *out,
		      const struct ntrace_region *region, u64 address);

void nt_listing_free(struct nt_listing *listing);

#endif
