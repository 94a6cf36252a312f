/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows for the decoder: messages in their text form, and the log of its output.
 *
 *   100:3/2B    from 0x100 3 half-words, 2 instructions, a taken branch last
 *   ( ... )x5   the same five times
 *   sync5@100   event, with its value and address; !KIND: finding
 *   s2:         an entry of source 2, and not of source 1 or none
 *   gap2:5      at the end: 2 messages of 5 bytes were not used
 */
#ifndef NTRACE_ROWS_H
#define NTRACE_ROWS_H

#include <ntrace/flow.h>

#include "unit.h"

struct ntrace_row {
	const char *name;
	/*
	 * Letters: B BTM, H HTM, i implicit returns, j all jumps, s strict, t
	 * timestamps, o ownership, r repeated history, m and h periodic
	 * synchronization by messages and by half-words, S SRC of 4 bits, 1 in
	 * messages without SRC
	 */
	const char *settings;
	/*
	 * Messages with ';' between them. "start" and "again" synchronize at
	 * 0x100 (SYNC 5, 2), "stop" and "stop-htm" end the trace, "hex" comes
	 * before bytes.
	 */
	const char *messages;
	const char *log;
};

/** Decode all rows, as a whole and byte by byte, and compare the logs. */
void ntrace_run_rows(const struct ntrace_row *rows, size_t num);

#endif
