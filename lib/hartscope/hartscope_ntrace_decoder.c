// SPDX-License-Identifier: BSD-2-Clause
/*
 * Public: the N-Trace decoder. A private sink between the decoder and the
 * caller's sink converts one batch of ranges at a time.
 */
#include <hartscope/ntrace.h>
#include <ntrace/flow.h>
#include "hartscope_internal.h"

HARTSCOPE_SAME(HARTSCOPE_END_LINEAR, NTRACE_END_LINEAR);
HARTSCOPE_SAME(HARTSCOPE_END_BRANCH, NTRACE_END_BRANCH);
HARTSCOPE_SAME(HARTSCOPE_END_JUMP, NTRACE_END_JUMP);
HARTSCOPE_SAME(HARTSCOPE_END_CALL, NTRACE_END_CALL);
HARTSCOPE_SAME(HARTSCOPE_END_JUMP_INDIRECT, NTRACE_END_JUMP_INDIRECT);
HARTSCOPE_SAME(HARTSCOPE_END_CALL_INDIRECT, NTRACE_END_CALL_INDIRECT);
HARTSCOPE_SAME(HARTSCOPE_END_RETURN, NTRACE_END_RETURN);
HARTSCOPE_SAME(HARTSCOPE_END_SWAP, NTRACE_END_SWAP);
HARTSCOPE_SAME(HARTSCOPE_END_JUMP_SEQUENTIAL, NTRACE_END_JUMP_SEQUENTIAL);
HARTSCOPE_SAME(HARTSCOPE_END_CALL_SEQUENTIAL, NTRACE_END_CALL_SEQUENTIAL);
HARTSCOPE_SAME(HARTSCOPE_END_TRAP_RETURN, NTRACE_END_TRAP_RETURN);
HARTSCOPE_SAME(HARTSCOPE_END_TRAP, NTRACE_END_TRAP);
HARTSCOPE_SAME(HARTSCOPE_END_CUSTOM, NTRACE_END_CUSTOM);
HARTSCOPE_SAME(HARTSCOPE_EVENT_SYNC, NTRACE_EVENT_SYNC);
HARTSCOPE_SAME(HARTSCOPE_EVENT_TRAP, NTRACE_EVENT_TRAP);
HARTSCOPE_SAME(HARTSCOPE_EVENT_OWNERSHIP, NTRACE_EVENT_OWNERSHIP);
HARTSCOPE_SAME(HARTSCOPE_EVENT_STOP, NTRACE_EVENT_STOP);
HARTSCOPE_SAME(HARTSCOPE_EVENT_LOST, NTRACE_EVENT_LOST);
HARTSCOPE_SAME(HARTSCOPE_EVENT_FOUND, NTRACE_EVENT_FOUND);
HARTSCOPE_SAME(HARTSCOPE_EVENT_OVERFLOW, NTRACE_EVENT_OVERFLOW);
HARTSCOPE_SAME(HARTSCOPE_EVENT_OPAQUE, NTRACE_EVENT_OPAQUE);
HARTSCOPE_SAME(HARTSCOPE_EVENT_DATA, NTRACE_EVENT_DATA);
HARTSCOPE_SAME(HARTSCOPE_EVENT_CIRCUIT, NTRACE_EVENT_CIRCUIT);
HARTSCOPE_SAME(HARTSCOPE_CLASS_ERROR, NTRACE_CLASS_ERROR);
HARTSCOPE_SAME(HARTSCOPE_CLASS_NOTE, NTRACE_CLASS_NOTE);
HARTSCOPE_SAME(HARTSCOPE_CLASS_RULE, NTRACE_CLASS_RULE);

#define SOURCES_MAX 4096u
#define RANGES_MIN 64u
#define HISTORIES_MAX (1u << 24)
#define SRC_BITS_MAX 12
#define RETURN_MODE_MAX 3

struct decoder {
	struct ntrace_flow flow;
	struct ntrace_sink sink;
	struct hartscope_ntrace_sink outer;
	struct hartscope_range *range; /* a batch, converted */
};

static struct hartscope_hart hart_of(const struct ntrace_source *source)
{
	return (struct hartscope_hart){
		.pc = source->pc,
		.time = source->has_time ? source->time : 0,
		.scontext = source->scontext,
		.hcontext = source->hcontext,
		.offset = source->offset,
		.src = source->src,
		.priv = source->priv,
		.has_time = source->has_time,
	};
}

static void give_ranges(void *user, const struct ntrace_source *source,
			const struct ntrace_range *range, size_t num, u64 times)
{
	struct decoder *decoder = user;
	struct hartscope_hart hart = hart_of(source);
	size_t i;

	for (i = 0; i < num; i++)
		decoder->range[i] = (struct hartscope_range){
			.start = range[i].start,
			.halfwords = range[i].halfwords,
			.insns = range[i].insns,
			.end = range[i].end,
		};
	decoder->outer.ranges(decoder->outer.user, &hart, decoder->range, num,
			      times);
}

static void give_event(void *user, const struct ntrace_source *source,
		       const struct ntrace_event *event)
{
	struct decoder *decoder = user;
	struct hartscope_hart hart = hart_of(source);
	const struct hartscope_event given = { .value = event->value,
					       .addr = event->addr,
					       .from = event->from,
					       .kind = event->kind };

	decoder->outer.event(decoder->outer.user, &hart, &given);
}

static void give_finding(void *user, const struct ntrace_source *source,
			 const struct ntrace_finding *finding)
{
	const struct ntrace_finding_info *info =
		&ntrace_finding_info[finding->kind];
	struct decoder *decoder = user;
	struct hartscope_hart hart;
	const struct hartscope_finding given = {
		.name = info->name,
		.chapter = info->chapter,
		.text = info->text,
		.offset = finding->offset,
		.message = finding->message,
		.pc = finding->pc,
		.value = finding->value,
		.severity = info->class,
	};

	if (source)
		hart = hart_of(source);
	decoder->outer.finding(decoder->outer.user, source ? &hart : NULL,
			       &given);
}

static bool room_valid(const struct hartscope_ntrace_room *room)
{
	return room->sources && room->sources <= SOURCES_MAX &&
	       room->ranges >= RANGES_MIN &&
	       room->ranges <= HARTSCOPE_ROOM_MAX &&
	       room->histories <= HISTORIES_MAX &&
	       hartscope_zero(room->reserved, sizeof(room->reserved));
}

/* Sizes of the parts of the memory, one after the other. */
static size_t part_size(const struct hartscope_ntrace_room *room, int part)
{
	switch (part) {
	case 0:
		return sizeof(struct decoder);
	case 1:
		return room->sources * sizeof(struct ntrace_source);
	case 2:
		return room->ranges * sizeof(struct ntrace_range);
	case 3:
		return room->ranges * sizeof(struct hartscope_range);
	default:
		return room->histories * sizeof(struct ntrace_pending);
	}
}

#define PARTS 5

HARTSCOPE_PUBLIC size_t
hartscope_ntrace_decoder_size(const struct hartscope_ntrace_room *room)
{
	size_t size = 0;
	int part;

	if (!room_valid(room))
		return 0;
	for (part = 0; part < PARTS; part++)
		size += hartscope_padded(part_size(room, part));
	return size;
}

static bool settings_valid(const struct hartscope_ntrace_settings *settings)
{
	return (settings->xlen == 32 || settings->xlen == 64) &&
	       settings->src_bits <= SRC_BITS_MAX &&
	       settings->implicit_return <= RETURN_MODE_MAX &&
	       (settings->mode == NTRACE_MODE_ANY ||
		settings->mode == NTRACE_MODE_BTM ||
		settings->mode == NTRACE_MODE_HTM) &&
	       hartscope_zero(settings->reserved, sizeof(settings->reserved));
}

static struct ntrace_settings
inner_settings(const struct hartscope_ntrace_settings *settings)
{
	return (struct ntrace_settings){
		.format = { .xlen = settings->xlen,
			    .src_bits = settings->src_bits,
			    .extend_addr_msb = settings->extend_addr_msb,
			    .quirks = settings->sifive ? NTRACE_QUIRK_SIFIVE :
							 0 },
		.mode = settings->mode,
		.implicit_return = settings->implicit_return,
		.all_jumps = settings->all_jumps,
		.strict = settings->strict,
	};
}

static void init_sink(struct decoder *decoder)
{
	const struct hartscope_ntrace_sink *outer = &decoder->outer;

	decoder->sink = (struct ntrace_sink){
		.user = decoder,
		.ranges = outer->ranges ? give_ranges : NULL,
		.event = outer->event ? give_event : NULL,
		.finding = outer->finding ? give_finding : NULL,
	};
}

HARTSCOPE_PUBLIC struct hartscope_ntrace_decoder *
hartscope_ntrace_decoder_init(void *memory, size_t size,
			      const struct hartscope_ntrace_room *room,
			      const struct hartscope_ntrace_settings *settings,
			      const struct hartscope_image *image,
			      const struct hartscope_ntrace_sink *sink)
{
	struct decoder *decoder = memory;
	const struct hartscope_regions *regions =
		(const struct hartscope_regions *)image;
	struct ntrace_settings inner;
	void *place[PARTS];
	u8 *next = memory;
	int part;

	if (!hartscope_fits(memory, size,
			    hartscope_ntrace_decoder_size(room)) ||
	    !settings_valid(settings) ||
	    !hartscope_zero(sink->reserved, sizeof(sink->reserved)))
		return NULL;
	for (part = 0; part < PARTS; part++) {
		place[part] = next;
		next += hartscope_padded(part_size(room, part));
	}
	inner = inner_settings(settings);
	decoder->outer = *sink;
	decoder->range = place[3];
	init_sink(decoder);
	ntrace_flow_init(&decoder->flow, &inner,
			 regions ? &regions->image : NULL, &decoder->sink,
			 place[1], room->sources, place[2], room->ranges);
	if (room->histories)
		ntrace_flow_pool(&decoder->flow, place[4], room->histories);
	return memory;
}

HARTSCOPE_PUBLIC void
hartscope_ntrace_decoder_feed(struct hartscope_ntrace_decoder *decoder,
			      const uint8_t *bytes, size_t len)
{
	ntrace_flow_feed(&((struct decoder *)decoder)->flow, bytes, len);
}

HARTSCOPE_PUBLIC bool
hartscope_ntrace_decoder_finish(struct hartscope_ntrace_decoder *decoder)
{
	return ntrace_flow_finish(&((struct decoder *)decoder)->flow);
}
