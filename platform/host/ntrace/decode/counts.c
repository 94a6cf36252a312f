// SPDX-License-Identifier: BSD-2-Clause
/* Counts of executions, one for each instruction of a program. */
#include <stdlib.h>
#include <string.h>
#include "counts.h"

static void *zeroed(size_t size)
{
	return memset(must_alloc(size), 0, size);
}

/* Counts of a code log's page, as long as its code stays. */
static struct profile_counts *page_counts(const struct ntrace_region *region)
{
	void **slot = nt_code_slot(region);
	struct profile_counts *counts = *slot;

	if (counts)
		return counts;
	counts = must_alloc(sizeof(*counts));
	counts->region = region;
	counts->halfwords = NT_CODE_HALFWORDS;
	counts->count =
		zeroed((NT_CODE_HALFWORDS + 1) * sizeof(*counts->count));
	*slot = counts;
	return counts;
}

/* The page changes: its counts go to the tally, by address. */
static void count_page(void *user, const struct ntrace_region *region)
{
	struct nt_counts *counts = user;
	void **slot = nt_code_slot(region);
	struct profile_counts *page = *slot;
	struct profile_insn insn;
	u32 at = 0;

	*slot = NULL;
	profile_counts_settle(page);
	while (profile_counts_next(page, &at, &insn))
		/* Counts after the page's end belong to the next page */
		if (insn.executed ||
		    (insn.address - region->base) / 2 < region->count)
			nt_tally_add(&counts->tally, &insn);
	free(page->count);
	free(page);
}

void nt_counts_begin(struct nt_counts *counts, struct nt_decode *decode)
{
	const struct nt_program *program = &decode->program;
	size_t i;

	memset(counts, 0, sizeof(*counts));
	counts->decode = decode;
	if (program->code)
		nt_code_watch(program->code, count_page, counts);
	counts->region = zeroed(program->num_regions * sizeof(*counts->region));
	for (i = 0; i < program->num_regions; i++) {
		counts->region[i].region = &program->region[i];
		counts->region[i].halfwords = program->about[i].count;
	}
}

static bool in_region(const struct ntrace_region *region, u64 address)
{
	return address - region->base < 2ULL * region->count;
}

static struct profile_count *region_counts(struct profile_counts *region)
{
	if (!region->count)
		region->count = zeroed((region->halfwords + 1ul) *
				       sizeof(*region->count));
	return region->count;
}

/* The counts of the region that holds an address, or NULL. */
static struct profile_counts *find_region(struct nt_counts *counts,
					  const struct ntrace_source *source,
					  u64 address)
{
	const struct nt_program *program = &counts->decode->program;
	const struct ntrace_region *region;
	struct profile_counts *found;

	/* Other regions may hold the address too, for other contexts */
	if (program->num_regions == 1 && counts->region->count &&
	    in_region(program->region, address))
		return counts->region;
	region = nt_decode_region(counts->decode, source, address);
	if (!region)
		return NULL;
	if (program->code)
		return page_counts(region);
	found = &counts->region[nt_program_index(program, region)];
	region_counts(found);
	return found;
}

void nt_counts_add(void *state, const struct ntrace_source *source,
		   const struct ntrace_range *range, size_t num, u64 times)
{
	struct nt_counts *counts = state;
	struct profile_counts *region;
	size_t i;

	for (i = 0; i < num; i++) {
		region = find_region(counts, source, range[i].start);
		if (region)
			profile_counts_add(region, &range[i], times);
		else
			counts->outside += range[i].insns * times;
	}
}

void nt_counts_merge(void *state, const struct nt_counts *other)
{
	struct nt_counts *counts = state;
	struct profile_count *to, *from;
	size_t i;
	u32 at;

	counts->outside += other->outside;
	for (i = 0; i < counts->decode->program.num_regions; i++) {
		from = other->region[i].count;
		if (!from)
			continue;
		to = region_counts(&counts->region[i]);
		for (at = 0; at <= counts->region[i].halfwords; at++) {
			to[at].executed += from[at].executed;
			to[at].taken += from[at].taken;
			to[at].ended += from[at].ended;
		}
	}
}

void nt_counts_settle(struct nt_counts *counts)
{
	size_t i;

	if (counts->decode->program.code)
		nt_code_change_all(counts->decode->program.code);
	for (i = 0; i < counts->decode->program.num_regions; i++)
		if (counts->region[i].count)
			profile_counts_settle(&counts->region[i]);
}

void nt_counts_visit(struct nt_counts *counts,
		     void (*visit)(void *user, const struct profile_insn *insn),
		     void *user)
{
	struct profile_insn insn;
	size_t i;
	u32 at;

	/* Regions are in reverse order of the options, and usually of
	 * addresses */
	for (i = counts->decode->program.num_regions; i; i--)
		for (at = 0;
		     profile_counts_next(&counts->region[i - 1], &at, &insn);)
			visit(user, &insn);
	nt_tally_visit(&counts->tally, visit, user);
}

void nt_counts_end(struct nt_counts *counts)
{
	size_t i;

	for (i = 0; i < counts->decode->program.num_regions; i++)
		free(counts->region[i].count);
	if (counts->decode->program.code)
		nt_code_watch(counts->decode->program.code, NULL, NULL);
	nt_tally_free(&counts->tally);
	free(counts->region);
}
