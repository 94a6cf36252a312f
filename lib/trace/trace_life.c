// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts and the machine sleep, wake, change owners and die. What registers hold
 * is asked of the registers: where S-mode drives the components itself, nothing
 * that was written here need still be there.
 */
#include "trace_internal.h"

/* --- harts ----------------------------------------------------------------------- */

/* Stop, drain and keep; the encoder is on afterwards if it was. */
static bool trace_encoder_park(struct trace *t, u32 encoder,
			       struct trace_context *x)
{
	struct trace_component *c = &t->component[encoder];
	u32 control = tr_read(c, TR_CONTROL);
	bool stopped = true;

	x->valid = true;
	x->active = control & TR_ACTIVE;
	x->resume = tr_look(c) != TRACE_OFF;
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
	if (!trace_turn_wait(t, encoder, TRACE_TURN_US))
		return false;
	c = &t->component[encoder];
	stopped = trace_encoder_park(t, encoder, x);
	c->asleep = true;
	c->resume = x->resume;
	stopped &= tr_off(c);
	trace_turn_end(t, encoder);
	return stopped;
}

/* Give back what was kept. What comes on is judged as ever: a sink may have
 * another owner, or another range, by now. */
static bool trace_encoder_unpark(struct trace *t, u32 encoder,
				 const struct trace_context *x, bool resume)
{
	struct trace_component *c = &t->component[encoder];

	if (!tr_off(c))
		return false;
	if (!x->active)
		return true;
	if (!tr_on(c))
		return false;
	tr_encoder_restore(c, x);
	c->used = true;
	return !resume || !trace_path_start(t, encoder, x->tracing);
}

static bool trace_hart_back(struct trace *t, u32 encoder,
			    struct trace_context *x)
{
	struct trace_component *c = &t->component[encoder];
	bool resume = c->resume;

	c->asleep = false;
	c->resume = false;
	if (!x || !x->valid)
		return tr_wake(t, c);
	x->valid = false;
	return trace_encoder_unpark(t, encoder, x, resume);
}

bool trace_hart_resume(struct trace *t, u32 hartindex, struct trace_context *x)
{
	u32 encoder = trace_encoder_of(t, hartindex);
	bool woke;

	if (encoder == TRACE_NONE)
		return true;
	if (!trace_turn_wait(t, encoder, TRACE_TURN_US))
		return false;
	woke = trace_hart_back(t, encoder, x);
	trace_turn_end(t, encoder);
	return woke;
}

/* --- owners ---------------------------------------------------------------------- */

/* The sink at the end, if no other encoder leads there: it changes hands too. */
static u32 trace_private_sink(const struct trace *t, u32 encoder)
{
	u32 sink = trace_sink_of(t, encoder), n;

	if (t->component[sink].type != TR_COMP_RAM_SINK)
		return TRACE_NONE;
	for (n = 0; n < t->count; n++)
		if (n != encoder && trace_usable(&t->component[n]) &&
		    trace_is_encoder(&t->component[n]) &&
		    trace_leads_to(t, n, sink))
			return TRACE_NONE;
	return sink;
}

/* Without stops in between: nothing else leads there. */
static bool trace_sink_park(struct trace *t, u32 encoder, u32 sink,
			    struct trace_context *x)
{
	struct trace_component *c = &t->component[sink];
	bool enabled;
	u32 n = encoder;

	if (!tr_is_active(c))
		return true;
	enabled = tr_look(c) == TRACE_ON;
	tr_sink_save(c, &x->sink);
	x->sink.owner = c->driven ? TRACE_NO_OWNER : c->owner;
	while (n != sink) {
		n = t->component[n].output;
		if (!tr_go_off(&t->component[n]))
			return false;
	}
	tr_sink_save(c, &x->sink);
	x->sink.valid = true;
	x->sink.enabled = enabled;
	tr_reset(t, c);
	return true;
}

bool trace_hart_in_use(const struct trace *t, u32 hartindex)
{
	u32 encoder = trace_encoder_of(t, hartindex), sink;

	if (encoder == TRACE_NONE)
		return false;
	sink = trace_sink_of(t, encoder);
	return t->component[encoder].used || t->component[encoder].asleep ||
	       (t->component[sink].used &&
		trace_private_sink(t, encoder) != TRACE_NONE);
}

bool trace_hart_leave(struct trace *t, u32 hartindex, struct trace_context *x)
{
	u32 encoder = trace_encoder_of(t, hartindex), sink;
	bool stopped;

	x->valid = false;
	if (encoder == TRACE_NONE || !trace_hart_in_use(t, hartindex))
		return true;
	if (!trace_turn_wait(t, encoder, TRACE_TURN_US))
		return false;
	stopped = trace_encoder_park(t, encoder, x);
	sink = trace_private_sink(t, encoder);
	if (sink != TRACE_NONE)
		stopped &= trace_sink_park(t, encoder, sink, x);
	stopped &= tr_off(&t->component[encoder]);
	trace_turn_end(t, encoder);
	return stopped;
}

static bool trace_sink_unpark(struct trace *t, u32 sink, u32 owner,
			      const struct trace_sink_context *x)
{
	struct trace_component *c = &t->component[sink];

	if (!x->valid || !tr_is_active(c))
		return true;
	if (tr_look(c) != TRACE_OFF || c->owner != TRACE_NO_OWNER ||
	    !tr_other_give_back(c, owner, x))
		return false;
	return !x->enabled || !tr_come_on(t, c, owner, x->control);
}

/* A private sink goes with its hart: what another hart of who left has set up
 * there since then ends here. */
static bool trace_sink_vacate(struct trace *t, u32 encoder, u32 owner)
{
	u32 sink = trace_sink_of(t, encoder), n = encoder;
	struct trace_component *c = &t->component[sink];

	if (c->owner == TRACE_NO_OWNER || c->owner == owner ||
	    trace_private_sink(t, encoder) == TRACE_NONE)
		return true;
	while (n != sink) {
		n = t->component[n].output;
		if (!tr_go_off(&t->component[n]))
			return false;
	}
	c->owner = TRACE_NO_OWNER;
	c->saved.valid = false;
	if (tr_is_active(c))
		tr_reset(t, c);
	return true;
}

static bool trace_hart_entered(struct trace *t, u32 encoder, u32 owner,
			       struct trace_context *x)
{
	struct trace_component *c = &t->component[encoder];
	u32 sink;
	bool back;

	if (tr_look(c) != TRACE_OFF && !tr_off(c))
		return false;
	if (!trace_sink_vacate(t, encoder, owner))
		return false;
	c->owner = owner;
	if (!x || !x->valid)
		return tr_wake(t, c);
	x->valid = false;
	sink = trace_private_sink(t, encoder);
	back = sink == TRACE_NONE ||
	       trace_sink_unpark(t, sink, owner, &x->sink);
	return trace_encoder_unpark(t, encoder, x, x->resume) && back;
}

bool trace_hart_enter(struct trace *t, u32 hartindex, u32 owner,
		      struct trace_context *x)
{
	u32 encoder = trace_encoder_of(t, hartindex);
	bool entered;

	if (encoder == TRACE_NONE)
		return true;
	if (!trace_turn_wait(t, encoder, TRACE_TURN_US))
		return false;
	entered = trace_hart_entered(t, encoder, owner, x);
	trace_turn_end(t, encoder);
	return entered;
}

/* --- the machine ------------------------------------------------------------------ */

static bool trace_keeps(const struct trace_component *c)
{
	return trace_usable(c) && !trace_is_encoder(c);
}

/* Note what there is to keep, before anything is stopped. What another call has
 * kept, and nobody has dropped, is older and right. */
static void trace_keep(struct trace *t, u32 n, u32 owner)
{
	struct trace_component *c = &t->component[n];

	if (c->saved.valid || !tr_is_active(c))
		return;
	c->saved.enabled = false;
	if (trace_is_own(t, n, owner)) {
		c->saved.valid = true;
		c->saved.enabled = tr_look(c) == TRACE_ON;
		c->saved.owner = c->driven ? TRACE_NO_OWNER : c->owner;
	} else if (tr_look(c) == TRACE_OFF) {
		c->saved.valid = true;
		c->saved.owner = c->owner;
		tr_other_save(c, &c->saved);
	}
}

static bool trace_sleep(struct trace *t, u32 n, u32 owner)
{
	struct trace_component *c = &t->component[n];
	struct trace_sink_context x;

	if (!trace_is_own(t, n, owner))
		return true;
	if (c->saved.valid && tr_is_active(c)) {
		if (tr_look(c) != TRACE_OFF) {
			c->saved.valid = false;
			return false;
		}
		x = c->saved;
		tr_other_save(c, &x);
		x.owner = c->saved.owner;
		c->saved = x;
	}
	return tr_off(c);
}

bool trace_suspend(struct trace *t, u32 owner)
{
	bool slept = true;
	u32 n, i;

	for (n = 0; n < t->count; n++) {
		if (!trace_keeps(&t->component[n]) || trace_sink_of(t, n) != n)
			continue;
		if (!trace_turn_wait(t, n, TRACE_TURN_US)) {
			slept = false;
			continue;
		}
		for (i = 0; i < t->count; i++)
			if (trace_keeps(&t->component[i]) &&
			    trace_sink_of(t, i) == n)
				trace_keep(t, i, owner);
		slept &= trace_paths_close(t, n, owner);
		for (i = 0; i < t->count; i++)
			if (trace_keeps(&t->component[i]) &&
			    trace_sink_of(t, i) == n)
				slept &= trace_sleep(t, i, owner);
		trace_turn_end(t, n);
	}
	return slept;
}

/* One that is still on never slept, or was set up anew. */
static bool trace_restore(struct trace *t, u32 n)
{
	struct trace_component *c = &t->component[n];
	u32 owner = c->saved.owner;

	if (!c->saved.valid)
		return true;
	c->saved.valid = false;
	if (tr_is_active(c)) {
		c->saved.enabled = false;
		return true;
	}
	if (owner == TRACE_NO_OWNER)
		owner = trace_owner_of(t, n);
	if (tr_on(c) && tr_other_give_back(c, owner, &c->saved))
		return true;
	c->saved.enabled = false;
	return false;
}

static bool trace_leads_on(struct trace *t, const struct trace_component *c)
{
	return c->output == TRACE_NONE ||
	       tr_look(&t->component[c->output]) == TRACE_ON;
}

/* Sinks first, as always; nothing is enabled that nobody would listen to. */
static bool trace_reopen(struct trace *t, u32 sink)
{
	struct trace_component *c;
	bool open = true;
	u32 n, length;

	for (length = 1; length <= t->count; length++)
		for (n = 0; n < t->count; n++) {
			c = &t->component[n];
			if (!c->saved.enabled || trace_sink_of(t, n) != sink ||
			    trace_distance(t, n) != length)
				continue;
			c->saved.enabled = false;
			open &= trace_leads_on(t, c) &&
				!tr_come_on(t, c, trace_owner_of(t, n),
					    tr_control(c));
		}
	return open;
}

bool trace_resume(struct trace *t)
{
	bool woke = true;
	u32 n, i;

	for (n = 0; n < t->count; n++) {
		if (!trace_keeps(&t->component[n]) || trace_sink_of(t, n) != n)
			continue;
		if (!trace_turn_wait(t, n, TRACE_TURN_US)) {
			woke = false;
			continue;
		}
		for (i = 0; i < t->count; i++)
			if (trace_keeps(&t->component[i]) &&
			    trace_sink_of(t, i) == n)
				woke &= trace_restore(t, i);
		woke &= trace_reopen(t, n);
		trace_turn_end(t, n);
	}
	return woke;
}

static bool trace_stop_stream(struct trace *t, u32 sink, u32 owner)
{
	struct trace_component *c;
	bool stopped = true;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (trace_usable(c) && trace_is_encoder(c) &&
		    trace_sink_of(t, n) == sink &&
		    (owner == TRACE_ALL_OWNERS || c->owner == owner) &&
		    tr_look(c) != TRACE_OFF)
			stopped &= trace_path_stop(t, n);
	}
	return trace_paths_close(t, sink, owner) && stopped;
}

bool trace_stop_all(struct trace *t, u32 owner)
{
	bool stopped = true;
	u32 n;

	for (n = 0; n < t->count; n++) {
		if (!trace_keeps(&t->component[n]) || trace_sink_of(t, n) != n)
			continue;
		if (!trace_turn_wait(t, n, TRACE_TURN_US)) {
			stopped = false;
			continue;
		}
		stopped &= trace_stop_stream(t, n, owner);
		trace_turn_end(t, n);
	}
	return stopped;
}

/* --- the end ---------------------------------------------------------------------- */

/* Another hart may be at the stream, or this one has died of it. Then the
 * encoder is stopped, and nothing else is touched. */
static bool trace_crash_stop(struct trace *t, u32 encoder)
{
	struct trace_component *c = &t->component[encoder];
	bool stopped;

	if (!trace_turn_wait(t, encoder, TRACE_WAIT_US)) {
		tr_ask_off(c, tr_control(c) &
				      ~TR_MASK(TR_TE_CONTROL, INST_TRACING));
		tr_wait(c, TR_ENABLE, 0);
		return tr_look(c) == TRACE_OFF;
	}
	stopped = trace_path_stop(t, encoder);
	trace_turn_end(t, encoder);
	return stopped;
}

void trace_crash(struct trace *t, u32 hartindex, struct trace_remains *r)
{
	struct trace_component *sink;
	struct tr_range range;
	u32 encoder = trace_encoder_of(t, hartindex);

	*r = (struct trace_remains){ .encoder = TRACE_NONE,
				     .sink = TRACE_NONE };
	if (encoder == TRACE_NONE)
		return;
	r->encoder = (u16)encoder;
	r->sink = (u16)trace_sink_of(t, encoder);
	r->was_tracing = tr_look(&t->component[encoder]) != TRACE_OFF;
	r->drained = !r->was_tracing || trace_crash_stop(t, encoder);
	sink = &t->component[r->sink];
	if (sink->type != TR_COMP_RAM_SINK || !tr_is_active(sink))
		return;
	r->drained &= tr_look(sink) == TRACE_OFF;
	tr_sink_range_now(sink, &range);
	r->memory = !range.sram;
	r->wrapped = range.wrapped;
	r->start = range.start;
	r->end = range.end;
	r->wp = range.wp;
}
