// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=hash: the running hash of the retired instructions of each
 * hart, at intervals. plugin_ntrace writes the same during the trace; here it
 * comes from the trace.
 */
#include <inttypes.h>
#include <ntrace/hash.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"

/* State of one source. */
struct source_hash {
	struct all *all;
	unsigned int src;
	u64 insns;
	struct ntrace_hash hash;
};

struct all {
	struct nt_decode *decode;
	struct output *out;
	struct source_hash *source[NT_SOURCES_MAX]; /* NULL: not seen */
	struct lines against;
	u64 same; /* half-words up to which it equals the other hash */
};

/* The distance between the lines of another hash, from its first line. */
static u64 interval_of(const char *path)
{
	struct lines lines;
	char *line, *end;
	u64 interval = 0;

	lines_open(&lines, path);
	line = lines_next(&lines);
	if (line && !strncmp(line, "end ", 4))
		interval = UINT64_MAX;
	else if (line)
		interval = strtoull(line, &end, 10);
	lines_close(&lines);
	if (!interval)
		die("'%s' has no hash of plugin_ntrace", path);
	return interval;
}

static void *begin(struct nt_decode *decode, struct output *out)
{
	struct all *all = must_alloc(sizeof(*all));

	memset(all, 0, sizeof(*all));
	all->decode = decode;
	all->out = out;
	if (!decode->against)
		return all;
	if (decode->trace.format.src_bits && decode->trace.src < 0)
		die("--against compares one hart: choose it with --src");
	decode->interval = interval_of(decode->against);
	lines_open(&all->against, decode->against);
	return all;
}

/* Compare a line to write with the next line of the other hash. */
static void compare(struct all *all, const char *line, u64 halfwords)
{
	const char *other;

	if (!all->decode->against || all->decode->differs)
		return;
	other = lines_next(&all->against);
	if (other && !strcmp(other, line)) {
		all->same = halfwords;
		return;
	}
	all->decode->differs = true;
	complain("the first difference is between half-words %" PRIu64
		 " and %" PRIu64 ": '%s' where '%s' has '%s'",
		 all->same, halfwords, line, all->decode->against,
		 other ? other : "no more lines");
}

static void write_line(const struct source_hash *s, const char *line)
{
	if (s->all->decode->trace.format.src_bits)
		output_format(s->all->out, "source %u: ", s->src);
	output_string(s->all->out, line);
	output_char(s->all->out, '\n');
	compare(s->all, line, s->hash.halfwords);
}

static void on_mark(void *user, const struct ntrace_hash *hash)
{
	char line[64];

	snprintf(line, sizeof(line), "%" PRIu64 " %016" PRIx64, hash->halfwords,
		 hash->value);
	write_line(user, line);
}

static struct source_hash *hash_of(struct all *all,
				   const struct ntrace_source *source)
{
	size_t slot = source->src % NT_SOURCES_MAX;
	struct source_hash *s = all->source[slot];

	if (s)
		return s;
	s = must_alloc(sizeof(*s));
	s->all = all;
	s->src = source->src;
	s->insns = 0;
	ntrace_hash_init(&s->hash, all->decode->interval, on_mark, s);
	all->source[slot] = s;
	return s;
}

static void on_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct source_hash *s = hash_of(state, source);
	size_t i;

	for (; times; times--) {
		for (i = 0; i < num; i++) {
			ntrace_hash_range(&s->hash, range[i].start,
					  range[i].halfwords);
			s->insns += range[i].insns;
		}
	}
}

static void on_event(void *state, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	if (event->kind == NTRACE_EVENT_TRAP)
		ntrace_hash_trap(&hash_of(state, source)->hash,
				 event->value == NTRACE_B_TYPE_INTERRUPT,
				 event->from, event->addr);
}

static void end(void *state)
{
	struct all *all = state;
	struct source_hash *s;
	char line[120];
	unsigned int i;

	for (i = 0; i < NT_SOURCES_MAX; i++) {
		s = all->source[i];
		if (!s)
			continue;
		snprintf(line, sizeof(line),
			 "end %" PRIu64 " %" PRIu64 " %" PRIu64 " %016" PRIx64,
			 s->hash.halfwords, s->insns, s->hash.traps,
			 s->hash.value);
		write_line(s, line);
		free(s);
	}
	if (all->decode->against)
		lines_close(&all->against);
	free(all);
}

const struct nt_format nt_format_hash = {
	.name = "hash",
	.help = "a running hash of the addresses executed, to be compared",
	.begin = begin,
	.ranges = on_ranges,
	.event = on_event,
	.end = end,
};
