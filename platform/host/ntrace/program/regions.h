/* SPDX-License-Identifier: BSD-2-Clause */
/* Putting code in place, over what was there. */
#ifndef HOST_NT_REGIONS_H
#define HOST_NT_REGIONS_H

#include "program.h"

/**
 * Put bytes into place: over other regions of the same modes and contexts, and
 * the rest into new regions. With since= it only makes room, and
 * nt_program_advance() puts them.
 * @param scan	decoding of new regions
 */
void nt_program_put(struct nt_program *program, const struct nt_piece *piece,
		    const struct ntrace_scan *scan);

#endif
