/* SPDX-License-Identifier: BSD-2-Clause */
/* Decoding of what is selected, in the quickest way that there is. */
#ifndef HOST_NT_SELECT_RUN_H
#define HOST_NT_SELECT_RUN_H

#include "select.h"

/**
 * Decode the whole trace; with an index, or if times can be looked up, only the
 * parts with selected results. Exits with a message if the index cannot be
 * used.
 * @param select	begun
 * @param sink		passes results to the selection, if there is one
 * @param result	out: of the decoded parts
 */
void nt_select_run(struct nt_select *select, struct nt_decode *decode,
		   const struct ntrace_sink *sink, struct nt_result *result);

#endif
