// SPDX-License-Identifier: BSD-2-Clause
/*
 * The way from an encoder to its sink: enabled from the sink on, disabled from
 * the encoder on, because any other order loses trace (TCI "Enabling and
 * Disabling"). A component that several encoders use stays on until the last
 * one stops.
 */
#include "tr_type.h"

/* --- start and stop ------------------------------------------------------------ */

/* Step n of the way; 0 is the component itself. */
static u32 trace_step(const struct trace *t, u32 component, u32 n)
{
	while (n--)
		component = t->component[component].output;
	return component;
}

/* True if an encoder other than this one is enabled and leads there. */
static bool trace_used(struct trace *t, u32 component, u32 encoder)
{
	struct trace_component *c;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (n != encoder && trace_usable(c) && trace_is_encoder(c) &&
		    trace_leads_to(t, n, component) &&
		    trace_look(c) != TRACE_OFF)
			return true;
	}
	return false;
}

/* trace_NAME(): tr_NAME() for a caller that does not hold the component. */
#define TRACE_TAKEN(type, name)                      \
	type trace_##name(struct trace_component *c) \
	{                                            \
		type result;                         \
                                                     \
		tr_take(c);                          \
		result = tr_##name(c);               \
		tr_give(c);                          \
		return result;                       \
	}                                            \
	type trace_##name(struct trace_component *c)
TRACE_TAKEN(bool, go_off);
TRACE_TAKEN(bool, is_active);
TRACE_TAKEN(enum trace_state, look);
TRACE_TAKEN(bool, encoder_stop);

static bool trace_encoder_trace(struct trace_component *c)
{
	bool traces;

	tr_take(c);
	traces = tr_encoder_trace(c);
	tr_give(c);
	return traces;
}

/* Bring one component of the way on for the encoder's owner, if it is not
 * on. */
static long trace_step_taken(struct trace *t, struct trace_component *c,
			     u32 owner, bool *started)
{
	*started = false;
	if (tr_look(c) == TRACE_ON && !trace_is_encoder(c))
		return !trace_is_memory(c) || c->owner == owner ?
			       0 :
			       SBI_ERR_DENIED;
	if (!trace_is_encoder(c) && !tr_go_off(c))
		return SBI_ERR_TIMEOUT;
	*started = true;
	return tr_come_on(t, c, owner, tr_control(c));
}

static long trace_step_on(struct trace *t, struct trace_component *c, u32 owner,
			  bool *started)
{
	long error;

	tr_take(c);
	error = trace_step_taken(t, c, owner, started);
	tr_give(c);
	return error;
}

static long trace_may_start(struct trace *t, struct trace_component *c)
{
	long error;

	tr_take(c);
	error = tr_encoder_may_come_on(t, c);
	tr_give(c);
	return error;
}

long trace_path_start(struct trace *t, u32 encoder, bool tracing)
{
	u32 length = trace_distance(t, encoder), n;
	struct trace_component *c = &t->component[encoder];
	u32 owner = c->owner;
	u64 started = 0;
	bool one;
	long error = trace_may_start(t, c);

	if (error)
		return error;
	for (n = length; n--;) {
		c = &t->component[trace_step(t, encoder, n)];
		error = trace_step_on(t, c, owner, &one);
		started |= one ? BIT64(n) : 0;
		if (error)
			goto undo;
	}
	if (!tracing || trace_encoder_trace(c))
		return 0;
	error = SBI_ERR_TIMEOUT;
undo:
	bits_for_each(n, started) {
		c = &t->component[trace_step(t, encoder, n)];
		/* unseen: the two ways differ in Tracing alone, which only
		 * encoders have */
		if (n)
			trace_go_off(c);
		else
			trace_encoder_stop(c);
	}
	return error;
}

bool trace_path_stop(struct trace *t, u32 encoder)
{
	u32 length = trace_distance(t, encoder), n, component;
	bool stopped = trace_encoder_stop(&t->component[encoder]);

	for (n = 1; n < length; n++) {
		component = trace_step(t, encoder, n);
		if (trace_used(t, component, encoder))
			break;
		stopped &= trace_go_off(&t->component[component]);
	}
	return stopped;
}

/* --- streams -------------------------------------------------------------------- */

bool trace_turn(struct trace *t, u32 component)
{
	return !hart_atomic_swap(
		&t->component[trace_sink_of(t, component)].turn, 1);
}

bool trace_turn_wait(struct trace *t, u32 component, u32 limit_us)
{
	u32 n;

	for (n = 0; n < limit_us; n++) {
		if (trace_turn(t, component))
			return true;
		if (!hart_mmio_poll())
			return false;
	}
	return false;
}

void trace_turn_end(struct trace *t, u32 component)
{
	hart_atomic_write(&t->component[trace_sink_of(t, component)].turn, 0);
}
