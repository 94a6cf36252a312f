// SPDX-License-Identifier: BSD-2-Clause
/*
 * A map, row by row: rows that the firmware refuses, rows that cannot count,
 * and rows that count another event than their name.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include "pmu.h"

#define FIXED 0x7u
#define RAW 0x20000u

__attribute__((format(printf, 4, 5))) static void say(struct pmu_judge *judge,
						      enum pmu_grade grade,
						      const char *rule,
						      const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	judge->wrong += grade == PMU_WRONG;
	judge->found(judge->user, grade, rule, text);
}

/* --- rows of events ------------------------------------------------------- */

static u64 select_of(const struct pmu_board *board, u32 event_idx)
{
	u32 i;

	for (i = 0; i < board->selects.num; i++)
		if (board->selects.row[i].first == event_idx)
			return board->selects.row[i].select;
	return 0;
}

static bool counted(const struct pmu_board *board, u32 event_idx)
{
	u32 i;

	for (i = 0; i < board->counters.num; i++)
		if (event_idx >= board->counters.row[i].first &&
		    event_idx <= board->counters.row[i].last)
			return true;
	return false;
}

static void judge_range(const struct pmu_board *board, u32 n,
			struct pmu_judge *judge)
{
	const struct pmu_row *r = board->counters.row + n, *other;
	char name[PMU_NAME];
	u32 i;

	pmu_event_name(r->first, name);
	if (r->first > r->last || r->last >= RAW)
		say(judge, PMU_WRONG, "range",
		    "events 0x%x to 0x%x are no range of general or cache "
		    "events; not used",
		    r->first, r->last);
	if (r->last > 2 && r->counters & FIXED)
		say(judge, PMU_WRONG, "fixed",
		    "events 0x%x to 0x%x name a fixed counter in 0x%x; not "
		    "used",
		    r->first, r->last, r->counters);
	if (!r->counters)
		say(judge, PMU_WRONG, "counters",
		    "events 0x%x to 0x%x name no counter", r->first, r->last);
	for (i = 0; i < n; i++) {
		other = board->counters.row + i;
		if (r->first <= other->last && other->first <= r->last)
			say(judge, PMU_WRONG, "overlap",
			    "events 0x%x to 0x%x overlap 0x%x to 0x%x; not "
			    "used",
			    r->first, r->last, other->first, other->last);
	}
}

/* A range may be wide, but only a few of its events are defined. */
static void judge_selectors(const struct pmu_board *board,
			    struct pmu_judge *judge)
{
	const struct pmu_row *r;
	char name[PMU_NAME];
	u32 i, event_idx;

	for (i = 0; i < board->counters.num; i++) {
		r = board->counters.row + i;
		for (event_idx = r->first;
		     event_idx <= r->last && event_idx - r->first < 64 &&
		     event_idx < RAW;
		     event_idx++)
			if (event_idx > 2 && r->first == r->last &&
			    !select_of(board, event_idx))
				say(judge, PMU_WRONG, "no-selector",
				    "%s has counters but no selector: the "
				    "SBI event code 0x%x is taken for one",
				    pmu_event_name(event_idx, name), event_idx);
	}
}

static void judge_select(const struct pmu_board *board, u32 n,
			 struct pmu_judge *judge)
{
	const struct pmu_row *r = board->selects.row + n;
	char name[PMU_NAME];
	const char *event = pmu_event_name(r->first, name);
	u32 i;

	if (r->first >= RAW)
		say(judge, PMU_WRONG, "range",
		    "0x%x is no general or cache event", r->first);
	else if (!counted(board, r->first))
		say(judge, PMU_WRONG, "no-counter",
		    "%s has a selector but no counters", event);
	if (!r->select)
		say(judge, PMU_WRONG, "no-event",
		    "%s selects 0, which is no event", event);
	if (r->select >> 56)
		say(judge, PMU_WRONG, "wide",
		    "%s: selector 0x%" PRIx64 " has bits that are not for "
		    "events",
		    event, r->select);
	for (i = 0; i < n; i++)
		if (board->selects.row[i].first == r->first)
			say(judge, PMU_WRONG, "twice", "%s has two selectors",
			    event);
}

/* --- rows of raw events --------------------------------------------------- */

static void judge_raw(const struct pmu_board *board, u32 n,
		      struct pmu_judge *judge)
{
	const struct pmu_row *r = board->raws.row + n, *other;
	u32 i;

	if (r->select & ~r->mask)
		say(judge, PMU_WRONG, "raw-never",
		    "raw 0x%" PRIx64 " has bits outside of its mask 0x%" PRIx64
		    ", so nothing fits",
		    r->select, r->mask);
	if (r->counters & FIXED || !r->counters)
		say(judge, PMU_WRONG, "fixed",
		    "raw 0x%" PRIx64 " names a fixed counter, or none, in 0x%x",
		    r->select, r->counters);
	for (i = 0; i < n; i++) {
		other = board->raws.row + i;
		if (other->select == r->select && other->mask == r->mask)
			say(judge, PMU_WRONG, "twice",
			    "raw 0x%" PRIx64 " mask 0x%" PRIx64
			    " is there twice; not used",
			    r->select, r->mask);
		else if (!((other->select ^ r->select) & other->mask & r->mask))
			say(judge, PMU_NOTE, "raw-both",
			    "raw 0x%" PRIx64 " and 0x%" PRIx64
			    " share events; the counters of both count",
			    other->select, r->select);
	}
}

/* --- comparison with the facts -------------------------------------------- */

static void judge_meaning(const struct pmu_board *board,
			  const struct pmu_row *r, struct pmu_judge *judge)
{
	const struct events_about *about = pmu_about(board->core);
	char name[PMU_NAME], text[PMU_SELECTOR];
	const char *counts;
	u64 fact = events_select(board->core, r->first);

	if (fact == r->select || r->first <= 2)
		return;
	counts = pmu_selector_text(about, r->select, text);
	if (fact)
		say(judge, PMU_NOTE, "differs",
		    "%s selects 0x%" PRIx64 "%s%s; for %s it is 0x%" PRIx64,
		    pmu_event_name(r->first, name), r->select,
		    counts[0] ? ", which is " : "", counts, about->title, fact);
	else
		say(judge, counts[0] ? PMU_WRONG : PMU_NOTE, "no-fact",
		    "%s selects 0x%" PRIx64 "%s%s; %s has no such event",
		    pmu_event_name(r->first, name), r->select,
		    counts[0] ? ", which is " : "", counts, about->title);
}

/* Counters that the core certainly lacks */
static void judge_absent(const struct pmu_board *board,
			 const struct pmu_rows *rows, struct pmu_judge *judge)
{
	const struct events_about *about = pmu_about(board->core);
	u32 i, absent = 0, known = about->counters;
	char text[PMU_COUNTERS];

	for (i = 0; i < rows->num; i++)
		absent |= rows->row[i].counters & ~(known | FIXED);
	if (absent)
		say(judge, PMU_NOTE, "absent",
		    "counters %s are named, which %s is not known to have",
		    pmu_counters_text(absent, text), about->title);
}

static void judge_facts(const struct pmu_board *board, struct pmu_judge *judge)
{
	u32 i;

	if (!board->core || board->mixed)
		return;
	for (i = 0; i < board->selects.num; i++)
		judge_meaning(board, board->selects.row + i, judge);
	judge_absent(board, &board->counters, judge);
	judge_absent(board, &board->raws, judge);
}

/* --- all ------------------------------------------------------------------ */

static void judge_odd(const struct pmu_rows *rows, const char *name,
		      struct pmu_judge *judge)
{
	if (rows->odd)
		say(judge, PMU_WRONG, "size",
		    "%s does not end with a whole row; the rest is not read",
		    name);
}

void pmu_judge(const struct pmu_board *board, struct pmu_judge *judge)
{
	u32 i;

	judge_odd(&board->counters, "riscv,event-to-mhpmcounters", judge);
	judge_odd(&board->selects, "riscv,event-to-mhpmevent", judge);
	judge_odd(&board->raws, "riscv,raw-event-to-mhpmcounters", judge);
	if (board->counters.num + board->raws.num > PMU_FIRMWARE_ROWS)
		say(judge, PMU_WRONG, "rows",
		    "%u rows; the firmware has room for %u",
		    board->counters.num + board->raws.num, PMU_FIRMWARE_ROWS);
	for (i = 0; i < board->counters.num; i++)
		judge_range(board, i, judge);
	judge_selectors(board, judge);
	for (i = 0; i < board->selects.num; i++)
		judge_select(board, i, judge);
	for (i = 0; i < board->raws.num; i++)
		judge_raw(board, i, judge);
	judge_facts(board, judge);
}
