// SPDX-License-Identifier: BSD-2-Clause
/*
 * The machine sleeps, wakes and is reset; harts die. As in trace_life.c, the
 * state is read from the registers.
 */
#include "tr_type.h"

/* --- streams ---------------------------------------------------------------------- */

/* For each component, those that lead to it directly: the first one, and for each
 * the next one; TRACE_COMPONENTS_MAX: no more. */
struct trace_feeders {
	u8 first[TRACE_COMPONENTS_MAX], next[TRACE_COMPONENTS_MAX];
};

/* A sink and all that lead there: each comes after the next one on its way. */
struct trace_stream {
	u32 count;
	u8 of[TRACE_COMPONENTS_MAX];
};

typedef bool trace_stream_fn(struct trace *t, const struct trace_stream *s,
			     u32 owner);

static void trace_feeders_find(const struct trace *t, struct trace_feeders *f)
{
	u32 n, to;

	for (n = 0; n < TRACE_COMPONENTS_MAX; n++)
		f->first[n] = TRACE_COMPONENTS_MAX;
	for (n = 0; n < t->count; n++) {
		to = t->component[n].output;
		if (to == TRACE_NONE)
			continue;
		f->next[n] = f->first[to];
		f->first[to] = (u8)n;
	}
}

static void trace_stream_find(const struct trace_feeders *f, u32 sink,
			      struct trace_stream *s)
{
	u32 i, n;

	s->of[0] = (u8)sink;
	s->count = 1;
	for (i = 0; i < s->count; i++)
		for (n = f->first[s->of[i]]; n < TRACE_COMPONENTS_MAX;
		     n = f->next[n])
			s->of[s->count++] = (u8)n;
}

static bool trace_keeps(const struct trace_component *c)
{
	return trace_usable(c) && !trace_is_encoder(c);
}

/* Do one thing with each stream, while no other hart uses it.
 * @return false: one failed, or another hart does */
static bool trace_each_stream(struct trace *t, u32 owner, trace_stream_fn *one)
{
	struct trace_feeders f;
	struct trace_stream s;
	bool good = true;
	u32 n;

	trace_feeders_find(t, &f);
	for (n = 0; n < t->count; n++) {
		if (!trace_keeps(&t->component[n]) ||
		    t->component[n].output != TRACE_NONE)
			/* unseen: no component leads to one that is no end */
			continue;
		if (!trace_turn_wait(t, n, TRACE_TURN_US)) {
			good = false;
			continue;
		}
		trace_stream_find(&f, n, &s);
		good &= one(t, &s, owner);
		trace_turn_end(t, n);
	}
	return good;
}

/* --- the machine ------------------------------------------------------------------ */

/* Save the state before any stop. A state that another call saved, and that is
 * still valid, is older and right. */
static void trace_keep_taken(struct trace *t, u32 n, u32 owner)
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
		tr_save(c, &c->saved);
	}
}

static void trace_keep(struct trace *t, u32 n, u32 owner)
{
	tr_take(&t->component[n]);
	trace_keep_taken(t, n, owner);
	tr_give(&t->component[n]);
}

static bool trace_sleep_taken(struct trace *t, u32 n, u32 owner)
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
		tr_save(c, &x);
		c->saved = x;
	}
	return tr_off(c);
}

static bool trace_sleep(struct trace *t, u32 n, u32 owner)
{
	bool slept;

	tr_take(&t->component[n]);
	slept = trace_sleep_taken(t, n, owner);
	tr_give(&t->component[n]);
	return slept;
}

/* The power may go: no component counts as out of reset any more. */
static void trace_doze(struct trace *t)
{
	u32 n;

	for (n = 0; n < t->count; n++) {
		tr_take(&t->component[n]);
		t->component[n].awake = false;
		tr_give(&t->component[n]);
	}
}

/* Disable what follows the encoders of a stream and is the owner's, or was on the
 * way of an encoder that has stopped, from the encoders on.
 * @param ways a bit for each of the latter */
static bool trace_close(struct trace *t, const struct trace_stream *s,
			u32 owner, u64 ways)
{
	bool closed = true;
	u32 i, n;

	for (i = s->count; i--;) {
		n = s->of[i];
		if (trace_keeps(&t->component[n]) &&
		    (ways >> n & 1 || trace_is_own(t, n, owner)))
			closed &= trace_go_off(&t->component[n]);
	}
	return closed;
}

static bool trace_suspend_stream(struct trace *t, const struct trace_stream *s,
				 u32 owner)
{
	bool slept;
	u32 i;

	for (i = 0; i < s->count; i++)
		if (trace_keeps(&t->component[s->of[i]]))
			trace_keep(t, s->of[i], owner);
	slept = trace_close(t, s, owner, 0);
	for (i = 0; i < s->count; i++)
		if (trace_keeps(&t->component[s->of[i]]))
			slept &= trace_sleep(t, s->of[i], owner);
	return slept;
}

bool trace_suspend(struct trace *t, u32 owner)
{
	bool slept = trace_each_stream(t, owner, trace_suspend_stream);

	trace_doze(t);
	return slept;
}

/* A component that is still on has not slept, or was set up again. */
static bool trace_restore_taken(struct trace *t, u32 n)
{
	struct trace_component *c = &t->component[n];
	u32 owner = c->saved.owner;
	bool back;

	if (!c->saved.valid)
		return true;
	c->saved.valid = false;
	if (tr_is_active(c)) {
		c->saved.enabled = false;
		return true;
	}
	if (owner == TRACE_NO_OWNER)
		owner = trace_owner_of(t, n);
	c->busy = true;
	back = tr_on(c) && tr_give_back(t, c, owner, &c->saved);
	c->busy = false;
	if (!back)
		/* unseen: the judge lets no component come on that did not come
		 * back */
		c->saved.enabled = false;
	return back;
}

static bool trace_restore(struct trace *t, u32 n)
{
	bool back;

	tr_take(&t->component[n]);
	back = trace_restore_taken(t, n);
	tr_give(&t->component[n]);
	return back;
}

static bool trace_leads_on(struct trace *t, const struct trace_component *c)
{
	return c->output == TRACE_NONE ||
	       trace_look(&t->component[c->output]) == TRACE_ON;
}

static bool trace_reopen_one(struct trace *t, u32 n)
{
	struct trace_component *c = &t->component[n];
	bool open;

	c->saved.enabled = false;
	if (!trace_leads_on(t, c))
		return false;
	tr_take(c);
	open = !tr_come_on(t, c, trace_owner_of(t, n), tr_control(c));
	tr_give(c);
	return open;
}

/* Sinks first, as always; no component is enabled before the next one on its
 * way. */
static bool trace_resume_stream(struct trace *t, const struct trace_stream *s,
				u32 owner)
{
	bool woke = true;
	u32 i;

	(void)owner;
	for (i = 0; i < s->count; i++)
		if (trace_keeps(&t->component[s->of[i]]))
			woke &= trace_restore(t, s->of[i]);
	for (i = 0; i < s->count; i++)
		if (t->component[s->of[i]].saved.enabled)
			woke &= trace_reopen_one(t, s->of[i]);
	return woke;
}

bool trace_resume(struct trace *t)
{
	/* Components may have been used between the suspend and the loss of
	 * power. */
	trace_doze(t);
	return trace_each_stream(t, TRACE_ALL_OWNERS, trace_resume_stream);
}

static bool trace_stop_stream(struct trace *t, const struct trace_stream *s,
			      u32 owner)
{
	struct trace_component *c;
	bool stopped = true;
	u64 ways = 0, used = 0;
	u32 i;

	for (i = 0; i < s->count; i++) {
		c = &t->component[s->of[i]];
		if (!trace_usable(c) || !trace_is_encoder(c) ||
		    trace_look(c) == TRACE_OFF)
			continue;
		if (owner == TRACE_ALL_OWNERS || c->owner == owner) {
			stopped &= trace_encoder_stop(c);
			trace_mark_way(t, s->of[i], &ways);
		} else {
			trace_mark_way(t, s->of[i], &used);
		}
	}
	return trace_close(t, s, owner, ways & ~used) && stopped;
}

bool trace_stop_all(struct trace *t, u32 owner)
{
	return trace_each_stream(t, owner, trace_stop_stream);
}

/* --- the end ---------------------------------------------------------------------- */

/* Another hart may be using the stream, or this one has died while using it.
 * Then only the encoder is stopped. */
static bool trace_crash_stop(struct trace *t, u32 encoder)
{
	struct trace_component *c = &t->component[encoder];
	bool stopped;

	if (!trace_turn_wait(t, encoder, TRACE_WAIT_US)) {
		tr_take(c);
		/* The hart may have died while holding it. */
		if (c->lost) {
			hart_mmio_store32(c->base + TR_CONTROL, TR_ACTIVE);
			return false;
		}
		tr_ask_off(c, tr_control(c) &
				      ~TR_MASK(TR_TE_CONTROL, INST_TRACING));
		tr_wait(c, TR_ENABLE, 0);
		stopped = tr_look(c) == TRACE_OFF;
		tr_give(c);
		return stopped;
	}
	stopped = trace_path_stop(t, encoder);
	trace_turn_end(t, encoder);
	return stopped;
}

static void trace_crash_range(struct trace_component *sink,
			      struct trace_remains *r)
{
	struct tr_range range;

	r->drained &= tr_look(sink) == TRACE_OFF;
	tr_sink_range_now(sink, &range);
	tr_range_to_memory(sink, &range);
	r->memory = !range.sram;
	r->wrapped = range.wrapped;
	r->start = range.start;
	r->end = range.end;
	r->wp = range.wp;
}

void trace_crash(struct trace *t, u32 hartindex, struct trace_remains *r)
{
	struct trace_component *sink;
	u32 encoder = trace_encoder_of(t, hartindex);

	*r = (struct trace_remains){ .encoder = TRACE_NONE,
				     .sink = TRACE_NONE };
	if (encoder == TRACE_NONE)
		return;
	r->encoder = (u16)encoder;
	r->sink = (u16)trace_sink_of(t, encoder);
	r->was_tracing = trace_look(&t->component[encoder]) != TRACE_OFF;
	r->drained = !r->was_tracing || trace_crash_stop(t, encoder);
	sink = &t->component[r->sink];
	if (!trace_is_memory(sink))
		return;
	tr_take(sink);
	if (tr_is_active(sink))
		trace_crash_range(sink, r);
	tr_give(sink);
}
