// SPDX-License-Identifier: BSD-2-Clause
/* One of several parts of a trace, for machines that share a long one. */
#include <string.h>
#include "parallel.h"
#include "shard.h"

enum { SHARDS_MAX = 1000000 };

struct nt_shard nt_shard_parse(const struct argp_state *state, const char *text)
{
	const char *slash = strchr(text, '/');
	char number[16];
	u64 i, n;

	if (slash && (size_t)(slash - text) < sizeof(number)) {
		memcpy(number, text, (size_t)(slash - text));
		number[slash - text] = '\0';
		if (parse_number(number, &i) && parse_number(slash + 1, &n) &&
		    i && i <= n && n <= SHARDS_MAX)
			return (struct nt_shard){ (unsigned int)i,
						  (unsigned int)n };
	}
	option_usage(state, "--shard is I/N, from 1/N to N/N, not '%s'", text);
}

/* The start of a part; for the number after the last: the end of the trace. */
static size_t start_of(const struct nt_map *map, const struct nt_shard *shard,
		       unsigned int number)
{
	size_t share = map->size / shard->of, rest = map->size % shard->of;

	if (number == shard->of)
		return map->size;
	return ntrace_flow_cut(map->data, map->size,
			       number * share + number * rest / shard->of);
}

void nt_shard_run(struct nt_decode *decode, const struct nt_shard *shard,
		  const struct nt_format *format,
		  const struct ntrace_sink *sink, struct nt_result *result)
{
	struct nt_part part;
	struct nt_map map;

	if (!format->parts && !format->counts)
		die("--shard needs a format whose parts can be put together: "
		    "ranges, pcs, sequence, or counts and then merge");
	if (!nt_can_start_anywhere(decode))
		die("'%s': --shard needs a file of one source, not packed and "
		    "without frames, and a program that stays the same",
		    decode->trace.path);
	nt_map_begin(&map, decode->trace.path);
	nt_trace_look(&decode->trace, map.data, map.size);
	part = (struct nt_part){
		.trace = map.data,
		.size = map.size,
		.at = start_of(&map, shard, shard->number - 1),
		.end = start_of(&map, shard, shard->number),
	};
	nt_parallel_part(decode, &part, sink, result);
	nt_map_end(&map);
}
