// SPDX-License-Identifier: BSD-2-Clause
/* Decoding a trace piece by piece, in constant memory. */
#include <stdlib.h>
#include <string.h>
#include "decode.h"

const struct argp_child nt_decode_children[] = {
	{ &nt_program_argp, 0, "The program:", 1 },
	{ &nt_settings_argp, 0, "Settings of the encoder:", 2 },
	{ &nt_trace_argp, 0, "The trace:", 3 },
	{ 0 },
};

void nt_decode_inputs(struct argp_state *state, struct nt_decode *decode)
{
	state->child_inputs[0] = &decode->program;
	state->child_inputs[1] = &decode->settings;
	state->child_inputs[2] = &decode->trace;
}

void nt_decode_parse(const struct argp *argp, int argc, char **argv,
		     void *input, struct nt_decode *decode)
{
	argv = nt_side_add(argp, &argc, argv, false);
	argp_parse(argp, argc, argv, 0, NULL, input);
	nt_program_load(&decode->program, &decode->trace.format.xlen);
	decode->settings.flow.format = decode->trace.format;
}

/* Feed a piece, cut at the places where images become valid. */
static void feed(struct ntrace_flow *flow, struct nt_decode *decode, u64 offset,
		 const u8 *data, size_t size, u64 *next)
{
	size_t part;

	while (size) {
		if (offset >= *next) {
			*next = nt_program_advance(&decode->program, offset);
			ntrace_flow_image(flow, &decode->program.view);
		}
		part = *next - offset < size ? (size_t)(*next - offset) : size;
		ntrace_flow_feed(flow, data, part);
		data += part;
		offset += part;
		size -= part;
	}
}

static u64 feed_all(struct ntrace_flow *flow, struct nt_decode *decode)
{
	u64 next = nt_program_advance(&decode->program, 0);
	struct progress progress;
	struct input in;
	const u8 *data;
	size_t size;
	u64 bytes;

	nt_trace_open(&decode->trace, &in);
	progress_begin(&progress, in.size, decode->trace.quiet);
	while ((size = input_read(&in, &data))) {
		if (in.offset == size)
			nt_trace_look(&decode->trace, data, size);
		if (decode->bounded)
			decode->bounded->most = in.taken << NT_OUTPUT_BITS;
		feed(flow, decode, in.offset - size, data, size, &next);
		progress_update(&progress, in.offset);
	}
	bytes = in.offset;
	progress_end(&progress);
	input_close(&in);
	return bytes;
}

static void add_totals(struct ntrace_totals *sum,
		       const struct ntrace_totals *totals)
{
	unsigned int i;

	sum->messages += totals->messages;
	sum->insns += totals->insns;
	sum->halfwords += totals->halfwords;
	sum->ranges += totals->ranges;
	sum->syncs += totals->syncs;
	sum->gaps += totals->gaps;
	sum->gap_bytes += totals->gap_bytes;
	sum->gap_messages += totals->gap_messages;
	for (i = 0; i < array_size(sum->findings); i++)
		sum->findings[i] += totals->findings[i];
}

void nt_result_add(struct nt_result *result, const struct nt_decode *decode,
		   const struct ntrace_flow *flow)
{
	const struct ntrace_source *source;
	u32 i;

	for (i = 0; i < flow->num_sources; i++) {
		source = &flow->source[i];
		if (!nt_is_wanted(decode, source))
			continue;
		result->sources++;
		add_totals(&result->totals, &source->totals);
	}
}

void nt_result_sum(struct nt_result *sum, const struct nt_result *result)
{
	add_totals(&sum->totals, &result->totals);
	sum->idle_bytes += result->idle_bytes;
	sum->bad_bytes += result->bad_bytes;
	if (result->sources > sum->sources)
		sum->sources = result->sources;
}

/* Another sink, whose decoder has to get changes of code, too. */
struct follow {
	struct nt_decode *decode;
	const struct ntrace_sink *sink;
	struct ntrace_sink through; /* to sink */
	struct ntrace_flow flow;
	struct ntrace_source *source;
	struct nt_room room;
	u64 message; /* number of the first one */
	bool cut;    /* it ends before the trace does */
};

static void follow_ranges(void *user, const struct ntrace_source *source,
			  const struct ntrace_range *range, size_t num,
			  u64 times)
{
	const struct follow *follow = user;

	if (follow->sink->ranges)
		follow->sink->ranges(follow->sink->user, source, range, num,
				     times);
}

/* All execution before this event has been delivered. */
static void follow_event(void *user, const struct ntrace_source *source,
			 const struct ntrace_event *event)
{
	struct follow *follow = user;
	struct nt_program *program = &follow->decode->program;

	if (follow->sink->event)
		follow->sink->event(follow->sink->user, source, event);
	if (event->kind == NTRACE_EVENT_SYNC && program->code &&
	    nt_code_reach(program->code, source->src, source->offset))
		ntrace_flow_image(&follow->flow, &program->view);
}

static void follow_finding(void *user, const struct ntrace_source *source,
			   const struct ntrace_finding *finding)
{
	const struct follow *follow = user;
	struct ntrace_finding found = *finding;

	found.message += follow->message;
	if (follow->sink->finding && !follow->cut)
		follow->sink->finding(follow->sink->user, source, &found);
}

static void follow_message(void *user, const struct ntrace_source *source,
			   const struct ntrace_msg *msg, u64 offset)
{
	const struct follow *follow = user;

	follow->sink->message(follow->sink->user, source, msg, offset);
}

void nt_room_begin(struct nt_room *room)
{
	room->range = must_alloc(NT_RANGES_MAX * sizeof(*room->range));
	room->pending = must_alloc(NT_PENDING_MAX * sizeof(*room->pending));
	room->stride = must_alloc(NT_STRIDES * sizeof(*room->stride));
	room->noted = must_alloc(NT_NOTED_MAX * sizeof(*room->noted));
	memset(room->stride, 0, NT_STRIDES * sizeof(*room->stride));
}

void nt_room_end(struct nt_room *room)
{
	free(room->range);
	free(room->pending);
	free(room->stride);
	free(room->noted);
}

bool nt_is_steady(const struct nt_program *program)
{
	const struct ntrace_region *region;
	size_t i;

	for (i = 0; i < program->num_regions; i++) {
		region = &program->region[i];
		if (region->modes || region->match_scontext ||
		    region->match_hcontext)
			return false;
	}
	return !program->code && !program->num_later;
}

void nt_room_use(const struct nt_room *room, const struct nt_decode *decode,
		 struct ntrace_flow *flow)
{
	ntrace_flow_pool(flow, room->pending, NT_PENDING_MAX);
	if (decode->counts && nt_is_steady(&decode->program))
		ntrace_flow_strides(flow, room->stride, NT_STRIDES, room->noted,
				    NT_NOTED_MAX);
}

static void begin(struct follow *follow, struct nt_decode *decode,
		  const struct ntrace_sink *sink)
{
	const struct ntrace_image *image =
		decode->program.num_regions || decode->program.code ?
			&decode->program.view :
			NULL;
	u32 sources = 1u << decode->trace.format.src_bits;

	memset(follow, 0, sizeof(*follow));
	follow->decode = decode;
	follow->sink = sink;
	follow->source = must_alloc(sources * sizeof(*follow->source));
	follow->through = (struct ntrace_sink){
		.user = follow,
		.ranges = follow_ranges,
		.event = follow_event,
		.finding = follow_finding,
		.message = sink->message ? follow_message : NULL,
	};
	nt_room_begin(&follow->room);
	ntrace_flow_init(&follow->flow, &decode->settings.flow, image,
			 &follow->through, follow->source, sources,
			 follow->room.range, NT_RANGES_MAX);
	nt_room_use(&follow->room, decode, &follow->flow);
}

static void end(struct follow *follow, struct nt_result *result)
{
	const struct ntrace_flow *flow = &follow->flow;

	ntrace_flow_finish(&follow->flow);
	result->idle_bytes = flow->idle_bytes;
	result->bad_bytes = flow->bad_bytes;
	nt_result_add(result, follow->decode, flow);
	free(follow->source);
	nt_room_end(&follow->room);
}

void nt_decode_run(struct nt_decode *decode, const struct ntrace_sink *sink,
		   struct nt_result *result)
{
	struct follow follow;

	memset(result, 0, sizeof(*result));
	begin(&follow, decode, sink);
	result->bytes = feed_all(&follow.flow, decode);
	if (!result->bytes)
		complain("'%s' is empty, there is no trace in it",
			 decode->trace.path);
	end(&follow, result);
}

void nt_decode_steps(struct nt_decode *decode, size_t bytes,
		     const struct nt_steps *steps,
		     const struct ntrace_sink *sink, struct nt_result *result)
{
	u64 next = nt_program_advance(&decode->program, 0);
	struct progress progress;
	struct follow follow;
	struct nt_map map;
	size_t at, to;

	memset(result, 0, sizeof(*result));
	nt_map_begin(&map, decode->trace.path);
	nt_trace_look(&decode->trace, map.data, map.size);
	begin(&follow, decode, sink);
	progress_begin(&progress, map.size, decode->trace.quiet);
	for (at = 0; at < map.size; at = to) {
		to = map.size - at < bytes ?
			     map.size :
			     ntrace_flow_cut(map.data, map.size, at + bytes);
		steps->begin(steps->user, map.data + at, to - at, at,
			     follow.flow.message);
		feed(&follow.flow, decode, at, map.data + at, to - at, &next);
		progress_update(&progress, to);
	}
	progress_end(&progress);
	result->bytes = map.size;
	end(&follow, result);
	nt_map_end(&map);
}

void nt_decode_stretch(struct nt_decode *decode,
		       const struct nt_stretch *stretch,
		       const struct ntrace_sink *sink, struct nt_result *result)
{
	u64 next = nt_program_advance(&decode->program, stretch->at);
	const u8 *trace = stretch->trace;
	struct follow follow;
	size_t i;

	memset(result, 0, sizeof(*result));
	begin(&follow, decode, sink);
	follow.message = stretch->message;
	ntrace_flow_part(&follow.flow,
			 stretch->at ? NTRACE_PART_LATER : NTRACE_PART_FIRST,
			 stretch->at);
	for (i = 0; i < stretch->num; i++)
		ntrace_flow_resume(&follow.flow, &stretch->resume[i]);
	feed(&follow.flow, decode, stretch->at, trace + stretch->at,
	     stretch->end - stretch->at, &next);
	if (stretch->end < stretch->size)
		ntrace_flow_end_part(&follow.flow);
	if (stretch->until > stretch->end)
		feed(&follow.flow, decode, stretch->end, trace + stretch->end,
		     stretch->until - stretch->end, &next);
	/* Sources that are not needed stop at any place, not at their ends */
	follow.cut = stretch->until < stretch->size;
	result->bytes = stretch->end - stretch->at;
	end(&follow, result);
}
