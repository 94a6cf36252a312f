// SPDX-License-Identifier: BSD-2-Clause
/*
 * The last instructions of a trace. Its end is decoded from a synchronizing
 * message on, farther and farther back, until there are enough instructions;
 * then once more, without the earlier ones.
 */
#include <string.h>
#include "last.h"
#include "window.h"

enum { LEAST_BYTES = 1 << 16, STEP = 4 };

struct last {
	struct nt_decode *decode;
	const struct ntrace_sink *sink;
	struct nt_map map;
	struct nt_room room;
	size_t start; /* start of the decoder */
	u64 insns;    /* from start on, so far */
	struct nt_window window;
};

static void count_ranges(void *user, const struct ntrace_source *source,
			 const struct ntrace_range *range, size_t num,
			 u64 times)
{
	struct last *last = user;
	size_t i;

	(void)source;
	for (i = 0; i < num; i++)
		last->insns += range[i].insns * times;
}

static void tell_piece(void *user, const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times,
		       bool inside)
{
	const struct last *last = user;

	if (inside)
		last->sink->ranges(last->sink->user, source, range, num, times);
}

static void tell_ranges(void *user, const struct ntrace_source *source,
			const struct ntrace_range *range, size_t num, u64 times)
{
	struct last *last = user;
	const struct nt_window_sink sink = { last, tell_piece };

	nt_window_divide(&last->window, last->decode, source, range, num, times,
			 &last->insns, &sink);
}

static void tell_event(void *user, const struct ntrace_source *source,
		       const struct ntrace_event *event)
{
	const struct last *last = user;

	if (nt_window_has_event(&last->window, last->insns))
		last->sink->event(last->sink->user, source, event);
}

static void tell_finding(void *user, const struct ntrace_source *source,
			 const struct ntrace_finding *finding)
{
	const struct last *last = user;

	if (nt_window_has_event(&last->window, last->insns))
		last->sink->finding(last->sink->user, source, finding);
}

/* Decode from last->start on. */
static void decode_end(struct last *last, const struct ntrace_sink *sink,
		       struct nt_result *result)
{
	struct ntrace_source source;
	struct ntrace_flow flow;

	ntrace_flow_init(&flow, &last->decode->settings.flow,
			 &last->decode->program.view, sink, &source, 1,
			 last->room.range, NT_RANGES_MAX);
	nt_room_use(&last->room, last->decode, &flow);
	if (last->start)
		ntrace_flow_part(&flow, NTRACE_PART_LATER, last->start);
	ntrace_flow_feed(&flow, last->map.data + last->start,
			 last->map.size - last->start);
	ntrace_flow_finish(&flow);
	memset(result, 0, sizeof(*result));
	nt_result_add(result, last->decode, &flow);
	result->bytes = last->map.size;
	result->idle_bytes = flow.idle_bytes;
	result->bad_bytes = flow.bad_bytes;
}

static void find_start(struct last *last, u64 insns, struct nt_result *result)
{
	const struct ntrace_sink counts = { .user = last,
					    .ranges = count_ranges };
	size_t size = last->map.size, bytes = LEAST_BYTES;

	do {
		last->start = 0;
		if (bytes < size)
			last->start = ntrace_flow_cut(last->map.data, size,
						      size - bytes);
		last->insns = 0;
		decode_end(last, &counts, result);
		bytes = bytes < size / STEP ? bytes * STEP : size;
	} while (last->start && last->insns < insns);
}

void nt_last_run(struct nt_decode *decode, u64 insns,
		 const struct ntrace_sink *sink, struct nt_result *result)
{
	struct last last = { .decode = decode, .sink = sink };
	const struct ntrace_sink tell = { &last, tell_ranges, tell_event,
					  tell_finding, NULL };

	if (!nt_can_start_anywhere(decode))
		die("'%s': --last needs a file of one source, not packed and "
		    "without frames, and a program that stays the same",
		    decode->trace.path);
	nt_map_begin(&last.map, decode->trace.path);
	nt_trace_look(&decode->trace, last.map.data, last.map.size);
	if (decode->bounded)
		decode->bounded->most = (u64)last.map.size << NT_OUTPUT_BITS;
	nt_room_begin(&last.room);
	find_start(&last, insns, result);
	last.window.from = last.insns > insns ? last.insns - insns + 1 : 1;
	last.window.to = UINT64_MAX;
	last.insns = 0;
	decode_end(&last, &tell, result);
	nt_room_end(&last.room);
	nt_map_end(&last.map);
}
