// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts and the machine sleep, wake, change owners and die. What registers hold
 * is asked of the registers: where S-mode drives the components itself, nothing
 * that was written here need still be there.
 */
#include "trace_internal.h"

/* --- harts ----------------------------------------------------------------------- */

/* Stop, drain and keep; the encoder is on afterwards if it was. */
static bool trace_encoder_park(const struct trace *t, u32 encoder,
			       struct trace_context *x)
{
	const struct trace_component *c = &t->component[encoder];
	u32 control = tr_read(c, TR_CONTROL);
	bool stopped = true;

	x->valid = true;
	x->active = control & TR_ACTIVE;
	x->resume = tr_is_enabled(c);
	x->tracing = FIELD_GET(TR_TE_CONTROL, INST_TRACING, control);
	x->sink.valid = false;
	if (x->resume)
		stopped = trace_path_stop(t, encoder);
	if (x->active)
		tr_encoder_save(c, x);
	return stopped;
}

bool trace_hart_suspend(struct trace *t, u32 hartindex, struct trace_context *x)
{
	u32 encoder = trace_encoder_of(t, hartindex);
	struct trace_component *c;
	bool stopped;

	x->valid = false;
	if (encoder == TRACE_NONE)
		return true;
	c = &t->component[encoder];
	stopped = trace_encoder_park(t, encoder, x);
	c->asleep = true;
	c->resume = x->resume;
	return tr_off(c) && stopped;
}

/* A sink that its owner set up itself may have lost its memory meanwhile. */
static bool trace_sink_waits(const struct trace *t, u32 encoder)
{
	const struct trace_component *sink =
		&t->component[trace_sink_of(t, encoder)];

	return trace_sink_admits(t, encoder) &&
	       (sink->type != TR_COMP_RAM_SINK ||
		sink->owner != TRACE_NO_OWNER ||
		(tr_is_active(sink) && tr_sink_in_own_memory(sink)));
}

/* Give back what was kept; the encoder is off. */
static bool trace_encoder_unpark(const struct trace *t, u32 encoder,
				 const struct trace_context *x, bool resume)
{
	const struct trace_component *c = &t->component[encoder];

	if (!x->active)
		return true;
	if (!tr_on(c))
		return false;
	tr_encoder_restore(c, x);
	return !resume || (trace_sink_waits(t, encoder) &&
			   trace_path_start(t, encoder, x->tracing));
}

bool trace_hart_resume(struct trace *t, u32 hartindex, struct trace_context *x)
{
	u32 encoder = trace_encoder_of(t, hartindex);
	struct trace_component *c;
	bool resume;

	if (encoder == TRACE_NONE)
		return true;
	c = &t->component[encoder];
	resume = c->resume;
	c->asleep = false;
	c->resume = false;
	if (!x || !x->valid)
		return tr_wake(t, c);
	x->valid = false;
	return trace_encoder_unpark(t, encoder, x, resume);
}

/* --- owners ---------------------------------------------------------------------- */

/* The sink at the end, if no other encoder leads there: it changes hands too. */
static struct trace_component *trace_private_sink(struct trace *t, u32 encoder)
{
	u32 sink = trace_sink_of(t, encoder), n;

	if (t->component[sink].type != TR_COMP_RAM_SINK)
		return NULL;
	for (n = 0; n < t->count; n++)
		if (n != encoder && trace_usable(&t->component[n]) &&
		    trace_is_encoder(&t->component[n]) &&
		    trace_leads_to(t, n, sink))
			return NULL;
	return &t->component[sink];
}

bool trace_hart_leave(struct trace *t, u32 hartindex, struct trace_context *x)
{
	u32 encoder = trace_encoder_of(t, hartindex);
	struct trace_component *sink;
	bool stopped;

	x->valid = false;
	if (encoder == TRACE_NONE)
		return true;
	stopped = trace_encoder_park(t, encoder, x);
	sink = trace_private_sink(t, encoder);
	if (sink && tr_is_active(sink)) {
		tr_sink_save(sink, &x->sink);
		x->sink.valid = true;
		tr_sink_reset(sink);
	}
	return tr_off(&t->component[encoder]) && stopped;
}

bool trace_hart_enter(struct trace *t, u32 hartindex, u32 owner,
		      struct trace_context *x)
{
	u32 encoder = trace_encoder_of(t, hartindex);
	struct trace_component *sink;

	if (encoder == TRACE_NONE)
		return true;
	t->component[encoder].owner = owner;
	if (!x || !x->valid)
		return tr_wake(t, &t->component[encoder]);
	x->valid = false;
	sink = trace_private_sink(t, encoder);
	if (sink && x->sink.valid && tr_is_active(sink))
		tr_sink_restore(sink, &x->sink);
	return trace_encoder_unpark(t, encoder, x, x->resume);
}

/* --- the machine ------------------------------------------------------------------ */

static bool trace_keeps(const struct trace_component *c)
{
	return trace_usable(c) && !trace_is_encoder(c);
}

static void trace_save(struct trace_component *c)
{
	if (!c->saved.valid)
		return;
	if (c->type == TR_COMP_FUNNEL)
		tr_funnel_save(c, &c->saved);
	else
		tr_sink_save(c, &c->saved);
}

bool trace_suspend(struct trace *t)
{
	struct trace_component *c;
	bool slept;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		c->saved.valid = trace_keeps(c) && tr_is_active(c);
		c->saved.enabled = c->saved.valid && tr_is_enabled(c);
	}
	slept = trace_paths_close(t);
	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		trace_save(c);
		if (trace_keeps(c))
			slept &= tr_off(c);
	}
	return slept;
}

static bool trace_restore(struct trace_component *c)
{
	if (!c->saved.valid)
		return true;
	c->saved.valid = false;
	if (!tr_on(c)) {
		c->saved.enabled = false;
		return false;
	}
	if (c->type == TR_COMP_FUNNEL)
		tr_funnel_restore(c, &c->saved);
	else
		tr_sink_restore(c, &c->saved);
	return true;
}

static bool trace_leads_on(const struct trace *t,
			   const struct trace_component *c)
{
	return c->output == TRACE_NONE ||
	       tr_is_enabled(&t->component[c->output]);
}

/* Sinks first, as always; nothing is enabled that nobody would listen to. */
static bool trace_reopen(struct trace *t)
{
	struct trace_component *c;
	bool open = true;
	u32 n, length;

	for (length = 1; length <= t->count; length++)
		for (n = 0; n < t->count; n++) {
			c = &t->component[n];
			if (!c->saved.enabled || trace_distance(t, n) != length)
				continue;
			c->saved.enabled = false;
			open &= trace_leads_on(t, c) && tr_enable(c);
		}
	return open;
}

bool trace_resume(struct trace *t)
{
	bool woke = true;
	u32 n;

	for (n = 0; n < t->count; n++)
		woke &= trace_restore(&t->component[n]);
	return trace_reopen(t) && woke;
}

bool trace_stop_all(struct trace *t)
{
	bool stopped = true;
	u32 n;

	for (n = 0; n < t->count; n++)
		if (trace_usable(&t->component[n]) &&
		    trace_is_encoder(&t->component[n]) &&
		    tr_is_enabled(&t->component[n]))
			stopped &= trace_path_stop(t, n);
	return trace_paths_close(t) && stopped;
}

/* --- the end ---------------------------------------------------------------------- */

void trace_crash(const struct trace *t, u32 hartindex, struct trace_remains *r)
{
	const struct trace_component *sink;
	struct tr_range range;
	u32 encoder = trace_encoder_of(t, hartindex);

	*r = (struct trace_remains){ .encoder = TRACE_NONE,
				     .sink = TRACE_NONE };
	if (encoder == TRACE_NONE)
		return;
	r->encoder = (u16)encoder;
	r->sink = (u16)trace_sink_of(t, encoder);
	r->was_tracing = tr_is_enabled(&t->component[encoder]);
	r->drained = !r->was_tracing || trace_path_stop(t, encoder);
	sink = &t->component[r->sink];
	if (sink->type != TR_COMP_RAM_SINK || !tr_is_active(sink))
		return;
	r->drained &= !tr_is_enabled(sink);
	tr_sink_range_now(sink, &range);
	r->memory = !range.sram;
	r->wrapped = range.wrapped;
	r->start = range.start;
	r->end = range.end;
	r->wp = range.wp;
}
