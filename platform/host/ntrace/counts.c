// SPDX-License-Identifier: BSD-2-Clause
/*
 * How often each instruction was executed. While the trace is read, only the
 * first and the last instruction of each range are counted, which takes the same
 * time for short and long ranges; the rest follows from them.
 */
#include <stdlib.h>
#include <string.h>
#include "counts.h"

static void *zeroed(size_t size)
{
	return memset(must_alloc(size), 0, size);
}

void nt_counts_begin(struct nt_counts *counts, struct nt_decode *decode)
{
	size_t size = decode->program.num_regions * sizeof(void *);

	memset(counts, 0, sizeof(*counts));
	counts->decode = decode;
	counts->count = zeroed(size);
	counts->ended = zeroed(size);
}

static bool in_region(const struct ntrace_region *region, u64 address)
{
	return address - region->base < 2ULL * region->count;
}

/* The region of a range, with room for its counts. */
static const struct ntrace_region *
find_region(struct nt_counts *counts, const struct ntrace_source *source,
	    u64 address)
{
	const struct nt_program *program = &counts->decode->program;
	const struct ntrace_region *region;
	size_t i;
	u32 count;

	/* Others may hold the address too, in other contexts */
	if (program->num_regions == 1 && counts->count[0] &&
	    in_region(program->region, address))
		return program->region;
	region = nt_decode_region(counts->decode, source, address);
	if (!region)
		return NULL;
	i = nt_program_index(program, region);
	counts->last = i;
	if (!counts->count[i]) {
		count = program->about[i].count + 1;
		counts->count[i] = zeroed(count * sizeof(**counts->count));
		counts->ended[i] = zeroed(count * sizeof(**counts->ended));
	}
	return region;
}

void nt_counts_add(void *state, const struct ntrace_source *source,
		   const struct ntrace_range *range, size_t num, u64 times)
{
	struct nt_counts *counts = state;
	const struct ntrace_region *region;
	size_t i, start, end;

	for (i = 0; i < num; i++) {
		region = find_region(counts, source, range[i].start);
		if (!region) {
			counts->outside += range[i].insns * times;
			continue;
		}
		start = (size_t)(range[i].start - region->base) / 2;
		end = start + range[i].halfwords;
		if (end > region->count)
			end = region->count;
		counts->count[counts->last][start].executed += times;
		counts->ended[counts->last][end] += times;
		if (range[i].end != NTRACE_END_LINEAR)
			counts->count[counts->last][end].taken += times;
	}
}

/*
 * What comes to an instruction's end goes on to the next, less what ended
 * there.
 */
static void settle_region(const struct ntrace_region *region, u32 count,
			  struct nt_count *counted, u64 *ended)
{
	u64 executed, stays;
	u32 at, size;

	for (at = 0; at < count; at++) {
		executed = counted[at].executed;
		size = ntrace_step_size(&region->step[at]);
		if (!executed || !size || at + size > count)
			continue;
		stays = ended[at + size] < executed ? ended[at + size] :
						      executed;
		ended[at + size] -= stays;
		counted[at + size].executed += executed - stays;
	}
}

void nt_counts_settle(struct nt_counts *counts)
{
	const struct nt_program *program = &counts->decode->program;
	size_t i;

	for (i = 0; i < program->num_regions; i++) {
		if (counts->count[i])
			settle_region(&program->region[i],
				      program->about[i].count, counts->count[i],
				      counts->ended[i]);
	}
}

static void visit_region(const struct nt_counts *counts, size_t index,
			 void (*visit)(void *user, size_t region, u64 address,
				       const struct ntrace_step *step,
				       u64 executed, u64 taken),
			 void *user)
{
	const struct nt_program *program = &counts->decode->program;
	const struct ntrace_region *region = &program->region[index];
	const struct nt_count *count = counts->count[index];
	u32 at, size, halfwords = program->about[index].count;

	for (at = 0; at < halfwords; at += size ? size : 1) {
		size = ntrace_step_size(&region->step[at]);
		if (!size || at + size > halfwords)
			continue;
		visit(user, index, region->base + 2ULL * at, &region->step[at],
		      count ? count[at].executed : 0,
		      count ? count[at + size].taken : 0);
		/* Code was entered in what looks like an instruction's middle */
		if (size > 1 && count && !count[at].executed &&
		    count[at + 1].executed)
			size = 1;
	}
}

void nt_counts_visit(const struct nt_counts *counts,
		     void (*visit)(void *user, size_t region, u64 address,
				   const struct ntrace_step *step, u64 executed,
				   u64 taken),
		     void *user)
{
	size_t i;

	/* Regions are in reverse order of the options, and mostly of addresses */
	for (i = counts->decode->program.num_regions; i; i--)
		visit_region(counts, i - 1, visit, user);
}

void nt_counts_end(struct nt_counts *counts)
{
	size_t i;

	for (i = 0; i < counts->decode->program.num_regions; i++) {
		free(counts->count[i]);
		free(counts->ended[i]);
	}
	free(counts->count);
	free(counts->ended);
}
