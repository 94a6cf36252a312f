// SPDX-License-Identifier: BSD-2-Clause
/*
 * A time of a trace. Synchronizing messages have absolute timestamps, so a
 * binary search finds it.
 */
#include "near.h"
#include "parallel.h"

/* Shorter pieces are decoded without a search. */
enum { NEAR_BYTES = 1 << 15 };

struct near {
	const struct nt_decode *decode;
	struct nt_map map;
};

/* A synchronizing message with a timestamp. */
struct stamp {
	size_t at, end; /* its bytes */
	u64 time;
};

bool nt_near_can(const struct nt_decode *decode)
{
	return nt_can_start_anywhere(decode) && !decode->trace.format.quirks &&
	       !decode->settings.flow.strict;
}

static bool is_stamp(const struct ntrace_msg *msg)
{
	return ntrace_tcode_syncs(msg->tcode) &&
	       msg->present & NTRACE_HAS(NTRACE_TSTAMP);
}

/* Find the first one that begins in [at, end). */
static bool find_stamp(const struct near *near, size_t at, size_t end,
		       struct stamp *stamp)
{
	const struct nt_map *map = &near->map;
	enum ntrace_status status;
	struct ntrace_msg msg;
	size_t used = 0;

	at = ntrace_flow_cut(map->data, map->size, at);
	while (at < end) {
		at += ntrace_idle_count(map->data + at, map->size - at);
		status = ntrace_msg_decode(&near->decode->trace.format,
					   map->data + at, map->size - at,
					   &used, &msg);
		if (status == NTRACE_OK && at < end && is_stamp(&msg)) {
			*stamp = (struct stamp){ at, at + used,
						 msg.field[NTRACE_TSTAMP] };
			return true;
		}
		at = status == NTRACE_OK ?
			     at + used :
			     ntrace_flow_cut(map->data, map->size, at + 1);
	}
	return false;
}

/* The start to decode from: that of the trace, or a message not later than the
 * time. */
static size_t find_start(const struct near *near, u64 time)
{
	size_t from = 0, to = near->map.size, middle;
	struct stamp stamp;

	while (to - from > NEAR_BYTES) {
		middle = from + (to - from) / 2;
		if (find_stamp(near, middle, to, &stamp) && stamp.time <= time)
			from = stamp.at;
		else
			to = middle;
	}
	return from;
}

/* The end to decode to: that of the trace, or after a message later than the
 * time. */
static size_t find_end(const struct near *near, size_t from, u64 time)
{
	size_t to = near->map.size, end = to, middle;
	struct stamp stamp;
	bool found;

	while (to - from > NEAR_BYTES) {
		middle = from + (to - from) / 2;
		found = find_stamp(near, middle, to, &stamp);
		if (found && stamp.time <= time) {
			from = stamp.at;
			continue;
		}
		if (found)
			end = stamp.end;
		to = middle;
	}
	return end;
}

void nt_near_run(struct nt_decode *decode, u64 from, u64 to,
		 const struct ntrace_sink *sink, struct nt_result *result)
{
	struct near near = { .decode = decode };
	struct nt_part part;

	nt_map_begin(&near.map, decode->trace.path);
	nt_trace_look(&decode->trace, near.map.data, near.map.size);
	part.trace = near.map.data;
	part.size = near.map.size;
	part.at = find_start(&near, from);
	part.end = find_end(&near, part.at, to);
	nt_parallel_part(decode, &part, sink, result);
	nt_map_end(&near.map);
}
