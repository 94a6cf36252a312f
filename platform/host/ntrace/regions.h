/* SPDX-License-Identifier: BSD-2-Clause */
/* Putting code in place, over what was there. */
#ifndef HOST_NT_REGIONS_H
#define HOST_NT_REGIONS_H

#include "program.h"

/**
 * Put bytes in place: over other regions of the same modes and contexts, and
 * for the rest in regions of their own. With since= only the room is made, and
 * nt_program_advance() does it.
 * @param scan	how to read them where no region was
 */
void nt_program_put(struct nt_program *program, const struct nt_piece *piece,
		    const struct ntrace_scan *scan);

#endif
