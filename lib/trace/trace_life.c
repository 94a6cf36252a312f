// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts sleep, wake and change owners. The state is read from the registers: if
 * S-mode drives the components itself, it may have changed each value written
 * here.
 */
#include "tr_type.h"

/* --- harts ----------------------------------------------------------------------- */

/* Stop, drain and save; afterwards the encoder is on if it was on before. */
static bool trace_encoder_park(struct trace *t, u32 encoder,
			       struct trace_context *x)
{
	struct trace_component *c = &t->component[encoder];
	bool stopped = true;
	u32 control;

	tr_take(c);
	control = tr_read(c, TR_CONTROL);
	x->valid = true;
	x->active = tr_is_active(c);
	x->resume = tr_look(c) != TRACE_OFF;
	x->tracing = FIELD_GET(TR_TE_CONTROL, INST_TRACING, control);
	x->sink.valid = false;
	tr_give(c);
	if (x->resume)
		stopped = trace_path_stop(t, encoder);
	tr_take(c);
	if (x->active)
		tr_encoder_save(c, x);
	tr_give(c);
	return stopped;
}

static bool trace_off(struct trace_component *c)
{
	bool off;

	tr_take(c);
	off = tr_off(c);
	tr_give(c);
	return off;
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
	tr_take(c);
	c->asleep = true;
	c->resume = x->resume;
	stopped &= tr_off(c);
	tr_give(c);
	trace_turn_end(t, encoder);
	return stopped;
}

/* Restore the saved state. A component that comes on is judged as usual: its
 * sink may have another owner or range by now. */
static bool trace_encoder_unpark(struct trace *t, u32 encoder,
				 const struct trace_context *x, bool resume)
{
	struct trace_component *c = &t->component[encoder];
	bool back;

	tr_take(c);
	c->busy = true;
	back = tr_off(c) && (!x->active || tr_on(c));
	if (back && x->active) {
		tr_encoder_restore(c, x);
		c->used = true;
	}
	c->busy = false;
	tr_give(c);
	if (!back || !x->active || !resume)
		return back;
	return !trace_path_start(t, encoder, x->tracing);
}

bool trace_wake(const struct trace *t, struct trace_component *c)
{
	bool woke;

	tr_take(c);
	woke = tr_wake(t, c);
	tr_give(c);
	return woke;
}

static bool trace_hart_back(struct trace *t, u32 encoder,
			    struct trace_context *x)
{
	struct trace_component *c = &t->component[encoder];
	bool resume = c->resume;

	c->asleep = false;
	/* unseen: only read while the hart sleeps, and set when it goes to
	 * sleep */
	c->resume = false;
	if (!x || !x->valid)
		return trace_wake(t, c);
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

/* The sink at the end, if no other encoder leads there: it changes its owner,
 * too. */
static u32 trace_private_sink(const struct trace *t, u32 encoder)
{
	u32 sink = trace_sink_of(t, encoder), n;

	if (!trace_is_memory(&t->component[sink]))
		return TRACE_NONE;
	for (n = 0; n < t->count; n++)
		if (n != encoder && trace_usable(&t->component[n]) &&
		    trace_is_encoder(&t->component[n]) &&
		    trace_leads_to(t, n, sink))
			return TRACE_NONE;
	return sink;
}

/* Disable the components behind an encoder, the sink last. */
static bool trace_way_off(struct trace *t, u32 encoder, u32 sink)
{
	u32 n = encoder;

	while (n != sink) {
		n = t->component[n].output;
		if (!trace_go_off(&t->component[n]))
			return false;
	}
	return true;
}

/* Stop the sink in one step: no other encoder leads there. */
static bool trace_sink_park(struct trace *t, u32 encoder, u32 sink,
			    struct trace_context *x)
{
	struct trace_component *c = &t->component[sink];
	bool enabled, driven, off;
	u32 owner;

	tr_take(c);
	off = !tr_is_active(c);
	enabled = tr_look(c) == TRACE_ON;
	driven = c->driven;
	owner = c->owner;
	tr_give(c);
	if (off)
		return true;
	if (!trace_way_off(t, encoder, sink))
		return false;
	tr_take(c);
	tr_save(c, &x->sink);
	x->sink.owner = driven ? TRACE_NO_OWNER : owner;
	x->sink.valid = true;
	x->sink.enabled = enabled;
	tr_reset(t, c);
	tr_give(c);
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
	stopped &= trace_off(&t->component[encoder]);
	trace_turn_end(t, encoder);
	return stopped;
}

static bool trace_sink_unpark(struct trace *t, u32 sink, u32 owner,
			      const struct trace_sink_context *x)
{
	struct trace_component *c = &t->component[sink];
	bool back = true;

	if (!x->valid)
		return true;
	tr_take(c);
	if (tr_is_active(c))
		back = tr_look(c) == TRACE_OFF && c->owner == TRACE_NO_OWNER &&
		       tr_give_back(t, c, owner, x) &&
		       (!x->enabled || !tr_come_on(t, c, owner, x->control));
	tr_give(c);
	return back;
}

/* A private sink goes with its hart. The old owner may have set it up again
 * from another hart since then: that ends here. */
static bool trace_sink_vacate(struct trace *t, u32 encoder, u32 owner)
{
	u32 sink = trace_sink_of(t, encoder);
	struct trace_component *c = &t->component[sink];

	if (c->owner == TRACE_NO_OWNER || c->owner == owner ||
	    trace_private_sink(t, encoder) == TRACE_NONE)
		return true;
	if (!trace_way_off(t, encoder, sink))
		return false;
	tr_take(c);
	c->owner = TRACE_NO_OWNER;
	c->saved.valid = false;
	if (tr_is_active(c))
		tr_reset(t, c);
	tr_give(c);
	return true;
}

/* The owner changes at a moment in which no hart accesses its registers. */
static bool trace_encoder_free(struct trace *t, u32 encoder, u32 owner)
{
	struct trace_component *c = &t->component[encoder];
	bool off;

	tr_take(c);
	off = tr_look(c) == TRACE_OFF || tr_off(c);
	tr_give(c);
	return off && trace_sink_vacate(t, encoder, owner);
}

static bool trace_hart_entered(struct trace *t, u32 encoder, u32 owner,
			       struct trace_context *x)
{
	struct trace_component *c = &t->component[encoder];
	u32 sink;
	bool back;

	if (!trace_encoder_free(t, encoder, owner))
		return false;
	trace_rule(t, encoder, owner);
	if (!x || !x->valid)
		return trace_wake(t, c);
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
