// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=perfetto: calls as Perfetto's own trace, about a tenth of the
 * size of JSON. A hart is a thread; names are sent once and then by number.
 */
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "calls.h"
#include "../decode/events.h"
#include "perfetto.h"
#include "proto.h"

enum { CATEGORY_CALL = 1, CATEGORY_TRAP = 2 };

struct perfetto {
	struct nt_calls calls;
	struct output *out;
	u64 min_insns;
	u8 *named; /* by number of the name: bit 0 is set once the function's
		    * name was sent */
	bool seen[NT_SOURCES_MAX];
	bool started;
	struct proto packet, event, interned, part;
};

static void write_packet(struct perfetto *p)
{
	proto_u64(&p->packet, PACKET_SEQUENCE_ID, 1);
	proto_u64(&p->packet, PACKET_SEQUENCE_FLAGS,
		  p->started ? STATE_NEEDED : STATE_CLEARED | STATE_NEEDED);
	p->started = true;
	proto_begin(&p->part);
	proto_message(&p->part, TRACE_PACKET, &p->packet);
	output_bytes(p->out, p->part.data, p->part.used);
}

/* Viewers show the name in place of the number. */
static void write_track(struct perfetto *p, unsigned int src)
{
	char name[32];

	snprintf(name, sizeof(name), "hart %u", src);
	proto_begin(&p->part);
	proto_u64(&p->part, THREAD_PID, 1);
	proto_u64(&p->part, THREAD_TID, src + 1);
	proto_string(&p->part, THREAD_NAME, name);
	proto_begin(&p->event);
	proto_u64(&p->event, TRACK_UUID, src + 1);
	proto_message(&p->event, TRACK_THREAD, &p->part);
	proto_begin(&p->packet);
	proto_message(&p->packet, PACKET_TRACK_DESCRIPTOR, &p->event);
	write_packet(p);
}

static void intern(struct perfetto *p, unsigned int kind, u64 iid,
		   const char *name)
{
	proto_begin(&p->part);
	proto_u64(&p->part, INTERNED_IID, iid);
	proto_string(&p->part, INTERNED_NAME, name);
	proto_message(&p->interned, kind, &p->part);
}

/* The number of a function's name; unnamed ones have the number after the
 * last. */
static u64 name_iid(const struct perfetto *p,
		    const struct profile_function *function)
{
	const struct symbols *symbols = &p->calls.decode->program.symbols;

	if (function >= symbols->function &&
	    function < symbols->function + symbols->num_functions)
		return (u64)(function - symbols->function) + 1;
	return symbols->num_functions + 1;
}

static void event_begin(struct perfetto *p, unsigned int src, unsigned int type)
{
	if (!p->seen[src]) {
		p->seen[src] = true;
		write_track(p, src);
	}
	proto_begin(&p->event);
	proto_begin(&p->interned);
	proto_u64(&p->event, EVENT_TYPE, type);
	proto_u64(&p->event, EVENT_TRACK_UUID, src + 1);
}

static void event_end(struct perfetto *p, u64 clock)
{
	proto_begin(&p->packet);
	proto_u64(&p->packet, PACKET_TIMESTAMP, clock);
	if (p->interned.used)
		proto_message(&p->packet, PACKET_INTERNED_DATA, &p->interned);
	proto_message(&p->packet, PACKET_TRACK_EVENT, &p->event);
	write_packet(p);
}

static void write_enter(void *user, unsigned int src,
			const struct profile_frame *frame)
{
	u64 iid;
	struct perfetto *p = user;

	event_begin(p, src, SLICE_BEGIN);
	iid = name_iid(p, frame->function);
	if (!p->named[0]) {
		intern(p, INTERNED_CATEGORIES, CATEGORY_CALL, "call");
		intern(p, INTERNED_CATEGORIES, CATEGORY_TRAP, "trap");
		p->named[0] = 1;
	}
	if (!p->named[iid])
		intern(p, INTERNED_NAMES, iid, frame->function->name);
	p->named[iid] = 1;
	proto_u64(&p->event, EVENT_NAME_IID, iid);
	proto_u64(&p->event, EVENT_CATEGORY_IIDS,
		  frame->trap ? CATEGORY_TRAP : CATEGORY_CALL);
	event_end(p, frame->clock);
}

static void leave(void *user, unsigned int src, struct profile_stack *stack)
{
	struct perfetto *p = user;
	const struct profile_frame *frame = profile_stack_top(stack);
	u64 insns = stack->insns - frame->entered;

	if (!profile_stack_worth(stack, p->min_insns, write_enter, p))
		return;
	event_begin(p, src, SLICE_END);
	proto_begin(&p->part);
	proto_string(&p->part, ANNOTATION_NAME, "instructions");
	proto_u64(&p->part, ANNOTATION_UINT, insns);
	proto_message(&p->event, EVENT_DEBUG_ANNOTATION, &p->part);
	event_end(p, profile_stack_clock(stack));
}

static void *begin_perfetto(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { NULL, leave, NULL };
	size_t names = decode->program.symbols.num_functions + 2;
	struct perfetto *p = must_alloc(sizeof(*p));

	memset(p, 0, sizeof(*p));
	nt_calls_begin(&p->calls, decode, &sink, p);
	p->out = out;
	p->min_insns = decode->min_insns;
	p->named = must_alloc(names);
	memset(p->named, 0, names);
	return p;
}

static void event_perfetto(void *state, const struct ntrace_source *source,
			   const struct ntrace_event *event)
{
	struct perfetto *p = state;
	const char *name = nt_event_instant(event);

	nt_calls_event(&p->calls, source, event);
	if (!name)
		return;
	event_begin(p, source->src, INSTANT);
	proto_string(&p->event, EVENT_NAME, name);
	event_end(p, profile_stack_clock(p->calls.stack[source->src]));
}

static void end_perfetto(void *state)
{
	struct perfetto *p = state;

	nt_calls_end(&p->calls);
	proto_free(&p->packet);
	proto_free(&p->event);
	proto_free(&p->interned);
	proto_free(&p->part);
	free(p->named);
	free(p);
}

const struct nt_format nt_format_perfetto = {
	.name = "perfetto",
	.help = "calls as a trace for Perfetto, small",
	.symbols = true,
	.begin = begin_perfetto,
	.ranges = nt_calls_ranges,
	.event = event_perfetto,
	.end = end_perfetto,
};
