// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=bolt and profgen: counts of taken branches, and of the
 * stretches between two of them, for compilers and linkers that lay out code by
 * a profile.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "../decode/events.h"

enum { SLOTS_LEAST = 1024 };

/* Code without a jump from start up to end, and the address after it. */
struct stretch {
	u64 start, end, to;
	u64 times; /* 0: an unused slot */
};

/* A pair of addresses, and its count. */
struct pair {
	u64 from, to, times;
};

/* Code of a source since its last jump. */
struct open_stretch {
	u64 start, end;
	u8 last; /* enum ntrace_end */
	bool known;
};

struct branches {
	struct nt_decode *decode;
	struct output *out;
	struct stretch *slot; /* a hash table */
	size_t size, used;
	struct open_stretch source[NT_SOURCES_MAX];
};

static void *begin(struct nt_decode *decode, struct output *out)
{
	struct branches *b;

	if (decode->program.code || decode->program.num_later)
		die("branches are counted of a program that stays the same, "
		    "not with --code or since=");
	b = must_alloc(sizeof(*b));
	memset(b, 0, sizeof(*b));
	b->decode = decode;
	b->out = out;
	b->size = SLOTS_LEAST;
	b->slot = must_alloc(b->size * sizeof(*b->slot));
	memset(b->slot, 0, b->size * sizeof(*b->slot));
	return b;
}

static struct stretch *find(const struct branches *b, u64 start, u64 end,
			    u64 to)
{
	u64 hash = (start ^ end << 20 ^ to << 40 ^ to) * 0x9e3779b97f4a7c15ULL;
	size_t i = (size_t)(hash >> 32);

	for (;; i++) {
		i &= b->size - 1;
		if (!b->slot[i].times ||
		    (b->slot[i].start == start && b->slot[i].end == end &&
		     b->slot[i].to == to))
			return &b->slot[i];
	}
}

static void enlarge(struct branches *b)
{
	struct stretch *old = b->slot;
	size_t i, size = b->size;

	b->size *= 2;
	b->slot = must_alloc(b->size * sizeof(*b->slot));
	memset(b->slot, 0, b->size * sizeof(*b->slot));
	for (i = 0; i < size; i++)
		if (old[i].times)
			*find(b, old[i].start, old[i].end, old[i].to) = old[i];
	free(old);
}

static void count(struct branches *b, const struct open_stretch *open, u64 to,
		  u64 times)
{
	struct stretch *stretch = find(b, open->start, open->end, to);

	stretch->start = open->start;
	stretch->end = open->end;
	stretch->to = to;
	if (!stretch->times)
		b->used++;
	stretch->times += times;
	if (b->used > b->size / 2)
		enlarge(b);
}

/* The stretch led to an address. Trap returns are no branches. */
static void arrive(struct branches *b, struct open_stretch *open, u64 address,
		   u64 times)
{
	if (!open->known || open->last == NTRACE_END_LINEAR)
		return;
	if (open->last != NTRACE_END_TRAP_RETURN)
		count(b, open, address, times);
	open->known = false;
}

static void follow(struct branches *b, struct open_stretch *open,
		   const struct ntrace_range *range, u64 times)
{
	arrive(b, open, range->start, times);
	if (!open->known || open->end != range->start)
		open->start = range->start;
	open->end = range->start + 2ULL * range->halfwords;
	open->last = range->end;
	open->known = true;
}

/* From its second pass on a loop repeats the same. */
static void on_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct branches *b = state;
	struct open_stretch *open = &b->source[source->src % NT_SOURCES_MAX];
	size_t i;

	for (i = 0; i < num; i++)
		follow(b, open, &range[i], 1);
	for (i = 0; times > 1 && i < num; i++)
		follow(b, open, &range[i], times - 1);
}

/* A trap, or a gap in tracing, is no branch. */
static void on_event(void *state, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct branches *b = state;
	struct open_stretch *open = &b->source[source->src % NT_SOURCES_MAX];

	if (event->kind == NTRACE_EVENT_TRAP)
		arrive(b, open, event->from, 1);
	if (event->kind == NTRACE_EVENT_TRAP ||
	    event->kind == NTRACE_EVENT_STOP ||
	    event->kind == NT_EVENT_OMITTED || event->kind == NTRACE_EVENT_LOST)
		open->known = false;
}

/* Address of the last instruction of a stretch; false: the program lacks it. */
static bool last_insn(const struct branches *b, const struct stretch *stretch,
		      u64 *address)
{
	const struct ntrace_image *view = &b->decode->program.view;
	const struct ntrace_region *region;
	u64 at = stretch->start;
	u32 size;

	while (at < stretch->end) {
		region = ntrace_image_find(view, at, NTRACE_PRIV_UNKNOWN, 0, 0);
		if (!region)
			return false;
		size = ntrace_step_size(&region->step[(at - region->base) / 2]);
		if (!size)
			return false;
		*address = at;
		at += 2 * (u64)size;
	}
	return at == stretch->end;
}

static int compare(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* Sort pairs, and add up equal ones. @return number of pairs */
static size_t sum_up(struct pair *pair, size_t num)
{
	size_t i, kept = 0;

	if (num)
		qsort(pair, num, sizeof(*pair), compare);
	for (i = 0; i < num; i++) {
		if (kept && !compare(&pair[kept - 1], &pair[i]))
			pair[kept - 1].times += pair[i].times;
		else
			pair[kept++] = pair[i];
	}
	return kept;
}

/* The counts as pairs; at most one for each stretch. */
struct pairs {
	struct pair *branch, *through;
	size_t branches, throughs;
};

static void pair_up(const struct branches *b, struct pairs *pairs)
{
	const struct stretch *stretch;
	size_t i, num = 0;
	u64 last = 0;

	pairs->branch = must_alloc((b->used + 1) * sizeof(*pairs->branch));
	pairs->through = must_alloc((b->used + 1) * sizeof(*pairs->through));
	for (i = 0; i < b->size; i++) {
		stretch = &b->slot[i];
		if (!stretch->times || !last_insn(b, stretch, &last))
			continue;
		pairs->branch[num] =
			(struct pair){ last, stretch->to, stretch->times };
		pairs->through[num] =
			(struct pair){ stretch->start, last, stretch->times };
		num++;
	}
	pairs->branches = sum_up(pairs->branch, num);
	pairs->throughs = sum_up(pairs->through, num);
}

/* Each pair on a line: text, from, text, to, text, times, text. */
static void write_pairs(struct output *out, const struct pair *pair, size_t num,
			const char *const text[4])
{
	size_t i;

	for (i = 0; i < num; i++)
		output_format(out, "%s%" PRIx64 "%s%" PRIx64 "%s%" PRIu64 "%s",
			      text[0], pair[i].from, text[1], pair[i].to,
			      text[2], pair[i].times, text[3]);
}

static void end(struct branches *b, struct pairs *pairs)
{
	free(pairs->branch);
	free(pairs->through);
	free(b->slot);
	free(b);
}

/* Predictions are not known, so the count of mispredictions is 0. */
static void end_bolt(void *state)
{
	static const char *const branch[] = { "B ", " ", " ", " 0\n" };
	static const char *const through[] = { "F ", " ", " ", "\n" };
	struct branches *b = state;
	struct pairs pairs;

	pair_up(b, &pairs);
	write_pairs(b->out, pairs.branch, pairs.branches, branch);
	write_pairs(b->out, pairs.through, pairs.throughs, through);
	end(b, &pairs);
}

static void end_profgen(void *state)
{
	static const char *const branch[] = { "", "->", ":", "\n" };
	static const char *const through[] = { "", "-", ":", "\n" };
	struct branches *b = state;
	struct pairs pairs;

	pair_up(b, &pairs);
	output_format(b->out, "%zu\n", pairs.throughs);
	write_pairs(b->out, pairs.through, pairs.throughs, through);
	output_format(b->out, "%zu\n", pairs.branches);
	write_pairs(b->out, pairs.branch, pairs.branches, branch);
	end(b, &pairs);
}

const struct nt_format nt_format_bolt = {
	.name = "bolt",
	.help = "taken branches and what lies between, counted, for llvm-bolt",
	.begin = begin,
	.ranges = on_ranges,
	.event = on_event,
	.end = end_bolt,
};

const struct nt_format nt_format_profgen = {
	.name = "profgen",
	.help = "the same for llvm-profgen, which makes sample profiles for clang",
	.begin = begin,
	.ranges = on_ranges,
	.event = on_event,
	.end = end_profgen,
};
