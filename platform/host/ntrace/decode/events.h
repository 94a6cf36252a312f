/* SPDX-License-Identifier: BSD-2-Clause */
/* Events and ends of ranges as text, for the formats that list them. */
#ifndef HOST_NT_EVENTS_H
#define HOST_NT_EVENTS_H

#include <ntrace/flow.h>
#include "io.h"

/**
 * An event of no decoder: results were left out, so later ones do not continue
 * here.
 */
enum { NT_EVENT_OMITTED = 0x80 };

/** @return the end of a range, in a word */
const char *nt_end_name(enum ntrace_end end);

/** An event as text, without start and end of a line. */
void nt_event_text(struct output *out, const struct ntrace_source *source,
		   const struct ntrace_event *event);

/** For formats that ignore events. */
void nt_event_ignore(void *state, const struct ntrace_source *source,
		     const struct ntrace_event *event);

/** @return the mark of an event in a picture of calls; NULL: none */
const char *nt_event_instant(const struct ntrace_event *event);

/** SYNC, EVCODE and B-TYPE in words; a number if it has no name. */
const char *nt_sync_name(u64 sync);
const char *nt_evcode_name(u64 evcode);
const char *nt_trap_name(u64 b_type);

/** Mode by the ingress port's code: U, S, M, D, VU, VS. */
const char *nt_priv_name(u8 priv);

#endif
