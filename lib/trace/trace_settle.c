// SPDX-License-Identifier: BSD-2-Clause
/*
 * The graph as a whole, with known types: components that cannot work are
 * refused, and the others get their defaults. Each rule marks components; then
 * components that need a refused one are refused, until nothing changes any
 * more.
 */
#include <trace/mmio.h>

#include "tr_type.h"

static bool trace_refuse_for(struct trace *t, u32 component,
			     enum trace_reason reason, u32 other)
{
	trace_refuse(t, component, reason);
	t->component[component].other = (u16)other;
	return true;
}

/* --- links ---------------------------------------------------------------------- */

static bool trace_is_sink(const struct trace_component *c)
{
	return tr_comp_is(c->type, TR_SINK);
}

/* After a bridge the bus may lead to funnels of TCI, or to foreign parts. */
static bool trace_is_end(const struct trace_component *c)
{
	return tr_comp_is(c->type, TR_ENDS) ||
	       (c->foreign && trace_is_funnel(c));
}

static bool trace_has_one_input(const struct trace_component *c)
{
	return tr_comp_is(c->type, TR_ENDS) && (!c->old || c->coresight);
}

static bool trace_loops(const struct trace *t, u32 component)
{
	u32 output = t->component[component].output;

	return output != TRACE_NONE && trace_leads_to(t, output, component);
}

/* A sink has one input, with any number. */
static u32 trace_first_feeder(const struct trace *t, u32 sink)
{
	u32 n;

	for (n = 0; n < t->count; n++)
		if (t->component[n].output == sink &&
		    trace_usable(&t->component[n]))
			break;
	return n;
}

/* If a component of CoreSight is not usable, the trace ends before it, like
 * before foreign parts. @return false: not possible */
static bool trace_end_before(struct trace *t, u32 n,
			     const struct trace_component *to)
{
	struct trace_component *c = &t->component[n];

	if ((!to->coresight && !c->foreign) || c->coresight == TRACE_CS_TMC ||
	    !tr_comp_is(c->type, TR_JOINS | TR_BRIDGE))
		return false;
	c->output = TRACE_NONE;
	c->foreign = true;
	return true;
}

/* Judge a component's own link. @return true: the component was refused */
static bool trace_judge_link(struct trace *t, u32 n)
{
	const struct trace_component *c = &t->component[n], *to;
	u32 first;

	/* For example an ETR before a CATU, which translates with tables of
	 * S-mode. */
	if (c->foreign && trace_is_memory(c))
		return trace_refuse_for(t, n, TRACE_SINK_OUTPUT, TRACE_NONE);
	if (c->output == TRACE_NONE)
		return !trace_is_end(c) &&
		       trace_refuse_for(t, n, TRACE_NO_OUTPUT, TRACE_NONE);
	to = &t->component[c->output];
	if (trace_loops(t, n))
		return trace_refuse_for(t, n, TRACE_LOOP, c->output);
	if (trace_is_sink(c))
		return trace_refuse_for(t, n, TRACE_SINK_OUTPUT, c->output);
	if (trace_is_encoder(to))
		return trace_refuse_for(t, n, TRACE_ENCODER_INPUT, c->output);
	if (!trace_usable(to))
		return trace_take_second(t, n) || trace_end_before(t, n, to) ||
		       trace_refuse_for(t, n, TRACE_NEEDS_OTHER, c->output);
	if (!trace_has_one_input(to))
		return false;
	first = trace_first_feeder(t, c->output);
	return first != n &&
	       !trace_same_wire(&c->link, &t->component[first].link) &&
	       trace_refuse_for(t, n, TRACE_INPUT_TAKEN, first);
}

/* --- encoders and sources ------------------------------------------------------- */

static bool trace_judge_hart(struct trace *t, u32 n)
{
	const struct trace_component *c = &t->component[n];
	u32 first;

	if (!trace_is_encoder(c))
		return false;
	if (c->hartindex == TRACE_NO_HART)
		/* unseen: nothing leads to an encoder, so that another round
		 * finds nothing */
		return trace_refuse_for(t, n, TRACE_NO_HART_GIVEN, TRACE_NONE);
	first = trace_encoder_of(t, c->hartindex);
	return first != n && trace_refuse_for(t, n, TRACE_HART_TWICE, first);
}

/* Components on the way of a usable encoder, a bit for each. */
static u64 trace_with_source(const struct trace *t)
{
	u64 found = 0;
	u32 n;

	for (n = 0; n < t->count; n++)
		if (trace_usable(&t->component[n]) &&
		    trace_is_encoder(&t->component[n]))
			trace_mark_way(t, n, &found);
	return found;
}

static void trace_judge(struct trace *t)
{
	bool changed = true;
	u64 fed;
	u32 n;

	while (changed) {
		changed = false;
		for (n = 0; n < t->count; n++)
			if (trace_usable(&t->component[n]))
				changed |= trace_judge_link(t, n) ||
					   trace_judge_hart(t, n);
	}
	fed = trace_with_source(t);
	for (n = 0; n < t->count; n++)
		if (trace_usable(&t->component[n]) && !(fed >> n & 1))
			trace_refuse_for(t, n, TRACE_NO_SOURCE, TRACE_NONE);
}

/* True if the component cannot come on again: it gets no trace, or is refused,
 * so nobody has its registers. */
static bool trace_stays_off(const struct trace_component *c)
{
	return !trace_usable(c) && c->type && !c->leaving && !c->lost &&
	       c->state == TRACE_OFF;
}

/*
 * Hardware sends trace to all outputs except closed ones of replicators, so the
 * component at the other output has to stay off.
 * @return true if a component was refused
 */
static bool trace_judge_second(struct trace *t)
{
	struct trace_component *c;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (!trace_usable(c) || c->output == TRACE_NONE)
			continue;
		if (c->second.to != TRACE_NONE &&
		    c->coresight != TRACE_CS_REPLICATOR &&
		    !trace_stays_off(&t->component[c->second.to]))
			return trace_refuse_for(t, n, TRACE_TWO_OUTPUTS,
						c->second.to);
		if (c->second.to != TRACE_NONE || c->foreign)
			c->warnings |= TRACE_ONE_OUTPUT;
	}
	return false;
}

/* --- source IDs ------------------------------------------------------------------ */

/* Streams: for each usable encoder the sink where its trace ends; one number
 * for all that end in foreign parts, which may be one part; TRACE_NONE for
 * others. */
struct trace_streams {
	u16 of[TRACE_COMPONENTS_MAX];
};
#define FOREIGN TRACE_COMPONENTS_MAX

static void trace_find_streams(const struct trace *t, struct trace_streams *s)
{
	const struct trace_component *c;
	u32 n;

	for (n = 0; n < TRACE_COMPONENTS_MAX; n++)
		s->of[n] = TRACE_NONE;
	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (!trace_usable(c) || !trace_is_encoder(c))
			continue;
		s->of[n] = (u16)trace_sink_of(t, n);
		if (t->component[s->of[n]].foreign)
			s->of[n] = FOREIGN;
	}
}

static bool trace_source_fixed(const struct trace_component *c)
{
	return !c->encoder.source_ids;
}

static u8 trace_bits_for(u32 value)
{
	return value ? (u8)(bits_fls64(value) + 1) : 0;
}

/* Bits for the number of encoders in the stream: none for one encoder alone, if
 * possible. A design may have fixed IDs, or a larger minimum of bits. */
static u8 trace_stream_bits(const struct trace *t,
			    const struct trace_streams *s, u32 encoder)
{
	const struct trace_encoder_caps *caps;
	u32 n, count = 0;
	u8 bits = 0;

	for (n = 0; n < t->count; n++) {
		if (s->of[n] != s->of[encoder])
			continue;
		caps = &t->component[n].encoder;
		if (caps->source_bits_min > bits)
			bits = caps->source_bits_min;
		if (trace_source_fixed(&t->component[n]) &&
		    trace_bits_for(caps->source_id) > bits)
			bits = trace_bits_for(caps->source_id);
		count++;
	}
	return trace_bits_for(count - 1) > bits ? trace_bits_for(count - 1) :
						  bits;
}

/* IDs of others, a bit for each below 64: of encoders before this one, and of
 * all with a fixed ID. @param taken in: false; out: another has this ID */
static u64 trace_ids_of_others(const struct trace *t,
			       const struct trace_streams *s, u32 encoder,
			       u32 id, bool *taken)
{
	u64 found = 0;
	u32 n, other;

	for (n = 0; n < t->count; n++) {
		if (n == encoder || s->of[n] != s->of[encoder] ||
		    (n > encoder && !trace_source_fixed(&t->component[n])))
			continue;
		other = t->component[n].encoder.source_id;
		*taken |= other == id;
		found |= other < 64 ? BIT64(other) : 0;
	}
	return found;
}

/* @return false: no unique ID is possible */
static bool trace_number_source(struct trace *t, const struct trace_streams *s,
				u32 encoder)
{
	struct trace_component *c = &t->component[encoder];
	u32 id = c->encoder.source_id;
	bool taken = false;
	u64 others = trace_ids_of_others(t, s, encoder, id, &taken);

	if (!trace_source_fixed(c))
		id = bits_ffs64(~others); /* at most 63 others */
	else if (taken)
		return false;
	return tr_encoder_source(c, (u16)id, trace_stream_bits(t, s, encoder));
}

/* @return true if an encoder was refused: count the others again */
static bool trace_number_sources(struct trace *t)
{
	struct trace_streams streams;
	u32 n;

	trace_find_streams(t, &streams);
	for (n = 0; n < t->count; n++)
		if (streams.of[n] != TRACE_NONE &&
		    !trace_number_source(t, &streams, n))
			return trace_refuse_for(t, n, TRACE_NO_SOURCE_ID,
						TRACE_NONE);
	return false;
}

static void trace_settle_one(struct trace *t, struct trace_component *c)
{
	unsigned long slot = trace_slot(c->base) / sizeof(t->slot[0]);

	c->next = t->slot[slot];
	t->slot[slot] = (u16)((u8 *)c - (u8 *)t);
	tr_take(c);
	tr_reset(t, c);
	tr_give(c);
}

void trace_settle(struct trace *t)
{
	struct trace_component *c;
	u32 n;

	do
		trace_judge(t);
	while (trace_judge_second(t) || trace_number_sources(t));
	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (!trace_usable(c))
			continue;
		trace_settle_one(t, c);
		if (trace_is_encoder(c) && c->hartindex < TRACE_HARTS_MAX)
			/* unseen: only slower: trace_encoder_of() finds it */
			t->encoder_of[c->hartindex] = (u8)n;
		if (trace_is_encoder(c) && tr_encoder_hides(t) &&
		    tr_encoder_hiding_filter(c) == TR_TE_FILTERS_MAX)
			c->warnings |= TRACE_NOT_HIDING;
	}
}
