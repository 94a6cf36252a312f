/* SPDX-License-Identifier: BSD-2-Clause */
/* Facts beyond those of events/events.h: names, sources, notes. */
#ifndef HOST_PMU_EVENTS_NAMES_H
#define HOST_PMU_EVENTS_NAMES_H

#include <events/events.h>

/** An event of SBI, or one with the vendor's name. */
struct events_label {
	const char *name;
	u32 event_idx; /* 0: an event of the vendor */
	u32 select;
	u32 counters;
	const char *source;
};

/** A core, in the order of events_cores. */
struct events_about {
	const char *name, *title, *note;
	const char *compatibles, *ids; /* separated by blanks */
	u32 counters;		       /* that take any event */
	u32 first, num;		       /* its labels */
};

extern const struct events_label events_labels[];
extern const struct events_about events_abouts[];

#endif
