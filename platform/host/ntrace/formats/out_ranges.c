// SPDX-License-Identifier: BSD-2-Clause
/* decode --format=ranges: the executed address ranges, one per line. */
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "../decode/events.h"

/* Programs run the same ranges repeatedly, so lines are kept. */
struct cached {
	u64 start;
	u32 halfwords;
	u8 end;
	u8 length; /* of text; 0: no text */
	char text[66];
};

enum { CACHED = 1 << 12 };

struct ranges {
	struct output *out;
	bool many;  /* sources */
	int source; /* of the last line, -1 at the start */
	u64 time;
	struct cached cached[CACHED];
};

static void *begin(struct nt_decode *decode, struct output *out)
{
	struct ranges *ranges = must_alloc(sizeof(*ranges));

	memset(ranges, 0, sizeof(*ranges));
	ranges->out = out;
	ranges->many = decode->trace.format.src_bits != 0;
	ranges->source = -1;
	return ranges;
}

static void write_header(struct ranges *ranges,
			 const struct ntrace_source *source)
{
	struct output *out = ranges->out;

	if (ranges->many && ranges->source != source->src) {
		output_format(out, "source %u\n", source->src);
		ranges->source = source->src;
	}
	if (source->has_time && source->time != ranges->time) {
		output_string(out, "time ");
		output_decimal(out, source->time);
		output_char(out, '\n');
		ranges->time = source->time;
	}
}

static void fill(struct cached *cached, const struct ntrace_range *range)
{
	cached->start = range->start;
	cached->halfwords = range->halfwords;
	cached->end = range->end;
	cached->length = (u8)snprintf(
		cached->text, sizeof(cached->text), "%#llx %#llx %u %s\n",
		(unsigned long long)range->start,
		(unsigned long long)range->start + 2ULL * range->halfwords,
		range->insns, nt_end_name((enum ntrace_end)range->end));
}

static void write_range(struct ranges *ranges, const struct ntrace_range *range)
{
	u64 hash = range->start >> 1 ^ range->halfwords << 5;
	struct cached *cached = &ranges->cached[hash % CACHED];

	if (cached->start != range->start ||
	    cached->halfwords != range->halfwords ||
	    cached->end != range->end || !cached->length)
		fill(cached, range);
	/* A copy of a fixed size is quick */
	memcpy(output_room(ranges->out), cached->text, sizeof(cached->text));
	ranges->out->used += cached->length;
}

static void on_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct ranges *ranges = state;
	size_t i;

	write_header(ranges, source);
	if (times > 1)
		output_format(ranges->out, "repeat %llu times the next %zu\n",
			      (unsigned long long)times, num);
	for (i = 0; i < num; i++)
		write_range(ranges, &range[i]);
}

static void on_event(void *state, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct ranges *ranges = state;

	/* A part of a trace starts with this event, but must have the same
	 * output */
	if (event->kind == NTRACE_EVENT_SYNC)
		ranges->time = ~source->time;
	write_header(ranges, source);
	nt_event_text(ranges->out, source, event);
	output_char(ranges->out, '\n');
}

const struct nt_format nt_format_ranges = {
	.name = "ranges",
	.help = "address ranges executed, with events between them",
	.parts = true,
	.begin = begin,
	.ranges = on_ranges,
	.event = on_event,
	.end = free,
};
