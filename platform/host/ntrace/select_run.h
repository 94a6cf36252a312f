/* SPDX-License-Identifier: BSD-2-Clause */
/* Decoding of what is selected, in the quickest way that there is. */
#ifndef HOST_NT_SELECT_RUN_H
#define HOST_NT_SELECT_RUN_H

#include "select.h"

/**
 * Decode all of a trace, or with an index, or where a time can be looked up, the
 * parts in which something is selected. Exits with a message when the index
 * cannot be used.
 * @param select	begun
 * @param sink		passes on what comes to the selection, if there is one
 * @param result	out: of what was decoded
 */
void nt_select_run(struct nt_select *select, struct nt_decode *decode,
		   const struct ntrace_sink *sink, struct nt_result *result);

#endif
