// SPDX-License-Identifier: BSD-2-Clause
/*
 * The only way to enable components. Only tr_come_on() sets tr??Enable, after
 * it has seen the component at rest and has judged the contents of its
 * registers. Nobody writes the judged registers until tr_look() has seen the
 * component at rest again. A stored Enable counts from the store on, whatever
 * value the register shows.
 */
#include "tr_type.h"

/* --- state
 * ----------------------------------------------------------------- */

/* Encoders may lack trTeEmpty. */
static u32 tr_empty(const struct trace_component *c)
{
	return trace_is_encoder(c) && !c->encoder.has_empty ? 0 : TR_EMPTY;
}

static enum trace_state tr_next(const struct trace_component *c, u32 control)
{
	bool empty = (control & tr_empty(c)) == tr_empty(c);

	if (!(control & TR_ACTIVE))
		return TRACE_OFF;
	if (control & TR_ENABLE)
		return c->state == TRACE_DRAINING ? TRACE_DRAINING : TRACE_ON;
	if (c->state == TRACE_COMING)
		return TRACE_COMING;
	if (c->state == TRACE_OFF && !trace_is_memory(c))
		return TRACE_OFF;
	return empty ? TRACE_OFF : TRACE_DRAINING;
}

/* If the register cannot be read, the component does not count as at rest. */
enum trace_state tr_look(struct trace_component *c)
{
	enum trace_state next;
	u32 control;

	if (!tr_steady(c, TR_CONTROL, &control))
		return c->state == TRACE_OFF ? TRACE_DRAINING : c->state;
	if (!(control & TR_ACTIVE)) {
		/* unseen: tr_on() waits and notes the same */
		c->leaving = false;
		c->awake = false;
	}
	next = tr_next(c, control);
	if (next == TRACE_OFF)
		tr_rests(c);
	c->state = next;
	return next;
}

/* --- on -------------------------------------------------------------------- */

static long tr_judge(struct trace *t, struct trace_component *c, u32 owner,
		     u32 control, struct tr_range *r)
{
	u32 n = trace_number(t, c);

	if (trace_is_encoder(c)) {
		if (!trace_sink_admits(t, n))
			return SBI_ERR_DENIED;
		return tr_encoder_hide(t, c, control) ? 0 :
							SBI_ERR_NOT_SUPPORTED;
	}
	if (!trace_is_memory(c))
		return 0;
	if (!trace_sink_is_for(t, n, owner))
		return SBI_ERR_DENIED;
	return tr_sink_judge(c, owner, control, r);
}

static long tr_may_come_on(struct trace *t, struct trace_component *c,
			   u32 owner, u32 control, struct tr_range *r)
{
	if (tr_look(c) != TRACE_OFF)
		return SBI_ERR_ALREADY_STARTED;
	if (!tr_is_active(c))
		return SBI_ERR_INVALID_STATE;
	return tr_judge(t, c, owner, control & ~TR_ENABLE, r);
}

long tr_encoder_may_come_on(struct trace *t, struct trace_component *c)
{
	return tr_may_come_on(t, c, c->owner, tr_control(c), NULL);
}

/* A unique number, 1 and up, unless S-mode has chosen one: 0 is reserved. */
static u32 tr_unique(const struct trace *t, const struct trace_component *c,
		     u32 control)
{
	u32 field = tr_type_of(c)->unique;

	return control & field ? 0 :
				 (trace_number(t, c) + 1) * (field & -field);
}

long tr_come_on(struct trace *t, struct trace_component *c, u32 owner,
		u32 control)
{
	struct tr_range range;
	long error;

	control &= tr_control_fields(c);
	control |= tr_unique(t, c, control);
	error = tr_may_come_on(t, c, owner, control, &range);
	if (error)
		return error;
	c->state = TRACE_COMING;
	if (trace_is_memory(c) && c->owner == TRACE_NO_OWNER) {
		c->owner = owner;
		c->driven = true;
	}
	tr_write(c, TR_CONTROL, control | TR_ENABLE);
	tr_wait(c, TR_ENABLE, TR_ENABLE);
	if (tr_look(c) != TRACE_ON)
		return SBI_ERR_TIMEOUT;
	if (!trace_is_memory(c) || tr_sink_holds(c, &range))
		return 0;
	tr_go_off(c);
	return SBI_ERR_FAILED;
}

/* --- off ------------------------------------------------------------------- */

/* An Enable that was stored and not seen may still arrive: only a reset ends
 * this. */
static bool tr_restart(struct trace_component *c)
{
	struct trace_sink_context sink;
	struct trace_context x;
	bool back;

	/* It may have lost its power since then. */
	if (!tr_is_active(c))
		return tr_look(c) == TRACE_OFF;
	c->busy = true;
	if (trace_is_encoder(c))
		tr_encoder_save(c, &x);
	else
		tr_save(c, &sink);
	back = tr_off(c) && tr_on(c);
	if (back && trace_is_encoder(c))
		tr_encoder_restore(c, &x);
	else if (back)
		tr_restore(c, &sink);
	c->busy = false;
	return back;
}

void tr_ask_off(struct trace_component *c, u32 control)
{
	tr_write(c, TR_CONTROL, control & tr_control_fields(c) & ~TR_ENABLE);
	if (c->state == TRACE_ON)
		c->state = TRACE_DRAINING;
}

bool tr_go_off(struct trace_component *c)
{
	enum trace_state state = tr_look(c);

	if (state == TRACE_OFF)
		return true;
	if (state == TRACE_COMING) {
		tr_wait(c, TR_ENABLE, TR_ENABLE);
		state = tr_look(c);
	}
	if (state == TRACE_OFF || state == TRACE_COMING)
		return state == TRACE_OFF || tr_restart(c);
	tr_ask_off(c, tr_control(c));
	tr_wait(c, TR_ENABLE | tr_empty(c), tr_empty(c));
	return tr_look(c) == TRACE_OFF;
}

bool tr_encoder_stop(struct trace_component *c)
{
	bool stopped;

	if (tr_look(c) == TRACE_OFF)
		return true;
	tr_write(c, TR_CONTROL,
		 tr_control(c) & ~TR_MASK(TR_TE_CONTROL, INST_TRACING));
	stopped = tr_wait(c, TR_MASK(TR_TE_CONTROL, INST_TRACING), 0);
	return tr_go_off(c) && stopped;
}
