/* SPDX-License-Identifier: BSD-2-Clause */
/* hartscope pmu: maps of events in device trees, and facts about cores. */
#ifndef HOST_PMU_PMU_H
#define HOST_PMU_PMU_H

#include "events_names.h"
#include "io.h"
#include "json.h"
#include "options.h"

enum {
	PMU_BOARD_ROWS = 1024,	 /* of a property; later ones are not read */
	PMU_FIRMWARE_ROWS = 256, /* room in the firmware */
	PMU_NAME = 32,		 /* bytes for pmu_event_name() */
	PMU_COUNTERS = 128,	 /* bytes for pmu_counters_text() */
	PMU_SELECTOR = 512,	 /* bytes for pmu_selector_text() */
};

/** A row of one of the three properties. */
struct pmu_row {
	u32 first, last; /* of raw events 0 */
	u64 select, mask;
	u32 counters;
};

/** One of the three properties. */
struct pmu_rows {
	struct pmu_row *row;
	u32 num;
	u32 odd; /* cells after the last whole row */
	bool there;
};

/** Counters in a device tree. */
struct pmu_board {
	const char *name; /* of the file */
	void *fdt;
	const char *model, *compatible;
	const char *cpu; /* first compatible of the harts of S-mode */
	u32 cpus;	 /* harts of S-mode */
	u32 others;	 /* other harts, and disabled ones */
	bool mixed;	 /* harts of S-mode are of different cores */
	bool node;	 /* the tree has a node riscv,pmu */
	bool overflow;	 /* the ISA string of a hart has Sscofpmf */
	struct pmu_rows counters, selects, raws;
	const struct events_core *core; /* NULL: see found */
	enum events_found found;
};

/** Read a device tree; exits with a message if it is none. */
void pmu_board_read(struct pmu_board *board, const char *path);
void pmu_board_free(struct pmu_board *board);

/** @return true if the tree maps events: the firmware then uses no facts */
bool pmu_board_maps(const struct pmu_board *board);

/** Facts about a core beyond its rows. */
const struct events_about *pmu_about(const struct events_core *core);

/** A core by name, title or compatible; exits with a message if unknown. */
const struct events_core *pmu_core_named(const char *name);

/** "cache-misses", or the number of an event that SBI does not name. */
const char *pmu_event_name(u32 event_idx, char name[PMU_NAME]);

/** "3-6,9", or "none". */
const char *pmu_counters_text(u32 counters, char text[PMU_COUNTERS]);

/**
 * The vendor's names of a selector's events, joined by "+": a mask has several.
 * Empty if one of its bits has no name.
 */
const char *pmu_selector_text(const struct events_about *about, u64 select,
			      char text[PMU_SELECTOR]);

enum pmu_grade {
	PMU_NOTE,  /* information */
	PMU_WRONG, /* rows without effect, or with another event */
};

/** Takes results of pmu_judge(). */
struct pmu_judge {
	void (*found)(void *user, enum pmu_grade grade, const char *rule,
		      const char *text);
	void *user;
	u32 wrong;
};

/** Compare a map with the rules of the firmware, and with the facts. */
void pmu_judge(const struct pmu_board *board, struct pmu_judge *judge);

/** Write the node as source text. */
void pmu_node_write(const struct events_core *core, struct output *out);

/** Make the node as an overlay; the caller frees it. */
void *pmu_node_overlay(const struct events_core *core, size_t *size);

int pmu_main(int argc, char **argv);
int pmu_events(int argc, char **argv);
int pmu_lint(int argc, char **argv);
int pmu_overlay(int argc, char **argv);

#endif
