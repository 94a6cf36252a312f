// SPDX-License-Identifier: BSD-2-Clause
/* Names of events, of cores, and of the counts of a selector. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "pmu.h"

const struct events_about *pmu_about(const struct events_core *core)
{
	return core ? &events_abouts[core - events_cores] : NULL;
}

/* True if word is one of the words separated by blanks. */
static bool among(const char *words, const char *word)
{
	size_t len = strlen(word);
	const char *at = words;

	while (len && (at = strstr(at, word)) != NULL) {
		if ((at == words || at[-1] == ' ') &&
		    (!at[len] || at[len] == ' '))
			return true;
		at += len;
	}
	return false;
}

const struct events_core *pmu_core_named(const char *name)
{
	const struct events_about *about = events_abouts;
	const char *dot;
	u32 i;

	for (i = 0; i < events_num_cores; i++, about++) {
		dot = strchr(about->name, ',');
		if (!strcmp(about->name, name) || !strcmp(about->title, name) ||
		    (dot && !strcmp(dot + 1, name)) ||
		    among(about->compatibles, name))
			return &events_cores[i];
	}
	die("no facts on a core '%s'; hartscope pmu events lists all", name);
}

const char *pmu_event_name(u32 event_idx, char name[PMU_NAME])
{
	static const char *const general[] = {
		"",
		"cycles",
		"instructions",
		"cache-references",
		"cache-misses",
		"branch-instructions",
		"branch-misses",
		"bus-cycles",
		"stalled-cycles-frontend",
		"stalled-cycles-backend",
		"ref-cycles",
	};
	static const char *const cache[] = { "l1d",  "l1i", "ll",  "dtlb",
					     "itlb", "bpu", "node" };
	static const char *const op[] = { "read", "write", "prefetch" };
	u32 code = event_idx & 0xffff;

	if (event_idx && event_idx < array_size(general))
		return general[event_idx];
	if (event_idx >> 16 == 1 && code >> 3 < array_size(cache) &&
	    (code >> 1 & 3) < array_size(op))
		snprintf(name, PMU_NAME, "%s-%s-%s", cache[code >> 3],
			 op[code >> 1 & 3], code & 1 ? "miss" : "access");
	else
		snprintf(name, PMU_NAME, "event 0x%x", event_idx);
	return name;
}

const char *pmu_counters_text(u32 counters, char text[PMU_COUNTERS])
{
	unsigned int first, last;
	size_t used = 0;

	text[0] = 0;
	for (first = 0; first < 32; first = last + 1) {
		last = first;
		if (!(counters >> first & 1))
			continue;
		while (last < 31 && counters >> (last + 1) & 1)
			last++;
		used += (size_t)snprintf(text + used, PMU_COUNTERS - used,
					 "%s%u", used ? "," : "", first);
		if (last > first)
			used += (size_t)snprintf(
				text + used, PMU_COUNTERS - used, "-%u", last);
	}
	return used ? text : "none";
}

static const struct events_label *label_of(const struct events_about *about,
					   u64 select)
{
	const struct events_label *l = events_labels + about->first;
	u32 i;

	for (i = 0; i < about->num; i++)
		if (!l[i].event_idx && l[i].select == select)
			return l + i;
	return NULL;
}

const char *pmu_selector_text(const struct events_about *about, u64 select,
			      char text[PMU_SELECTOR])
{
	const struct events_label *l = label_of(about, select);
	size_t used = 0;
	unsigned int bit;

	text[0] = 0;
	if (l || strncmp(about->name, "sifive,", 7) != 0)
		return l ? l->name : text;
	for (bit = 8; bit < 32; bit++) {
		if (!(select >> bit & 1))
			continue;
		l = label_of(about, (select & 0xff) | 1ull << bit);
		if (!l || used + strlen(l->name) + 2 > PMU_SELECTOR) {
			text[0] = 0;
			return text;
		}
		used += (size_t)snprintf(text + used, PMU_SELECTOR - used,
					 "%s%s", used ? "+" : "", l->name);
	}
	if (select >> 32)
		text[0] = 0;
	return text;
}
