// SPDX-License-Identifier: BSD-2-Clause
/*
 * The way from an encoder to its sink: enabled from the sink on, disabled from
 * the encoder on, because anything else loses trace (TCI "Enabling and
 * Disabling"). What several encoders use stays on until the last one stops.
 */
#include "trace_internal.h"

/* --- the way ------------------------------------------------------------------- */

/* Graphs that were settled have no loops; the bound is for all others. */
u32 trace_distance(const struct trace *t, u32 component)
{
	u32 length = 1;

	while (t->component[component].output != TRACE_NONE &&
	       length < t->count) {
		component = t->component[component].output;
		length++;
	}
	return length;
}

/* Step n of the way, 0 being the component itself. */
static u32 trace_step(const struct trace *t, u32 component, u32 n)
{
	while (n--)
		component = t->component[component].output;
	return component;
}

bool trace_leads_to(const struct trace *t, u32 from, u32 to)
{
	u32 n;

	for (n = 0; n < t->count && from != TRACE_NONE; n++) {
		if (from == to)
			return true;
		from = t->component[from].output;
	}
	return false;
}

u32 trace_sink_of(const struct trace *t, u32 component)
{
	return trace_step(t, component, trace_distance(t, component) - 1);
}

/* Without an owner, an owner of all that leads there has set it up itself. */
bool trace_sink_admits(const struct trace *t, u32 encoder)
{
	u32 n = trace_sink_of(t, encoder), owner = t->component[encoder].owner;
	const struct trace_component *sink = &t->component[n];

	if (sink->type != TR_COMP_RAM_SINK)
		return true;
	if (sink->owner == TRACE_NO_OWNER)
		return t->policy == TRACE_DIRECT &&
		       trace_owner_of(t, n) == owner;
	return sink->owner == owner;
}

/* Whether an encoder other than this one sends something that way. */
static bool trace_used(const struct trace *t, u32 component, u32 encoder)
{
	const struct trace_component *c;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (n != encoder && trace_usable(c) && trace_is_encoder(c) &&
		    trace_leads_to(t, n, component) && tr_is_enabled(c))
			return true;
	}
	return false;
}

/* --- start and stop ------------------------------------------------------------ */

bool trace_path_start(const struct trace *t, u32 encoder, bool tracing)
{
	u32 length = trace_distance(t, encoder), n;
	const struct trace_component *c;
	u64 enabled = 0;

	for (n = length; --n;) {
		c = &t->component[trace_step(t, encoder, n)];
		if (tr_is_enabled(c))
			continue;
		enabled |= BIT64(n);
		if (!tr_enable(c))
			goto undo;
	}
	if (tr_encoder_start(&t->component[encoder], tracing))
		return true;
	tr_encoder_stop(&t->component[encoder]);
undo:
	bits_for_each(n, enabled)
		tr_disable(&t->component[trace_step(t, encoder, n)]);
	return false;
}

bool trace_path_stop(const struct trace *t, u32 encoder)
{
	u32 length = trace_distance(t, encoder), n, component;
	bool stopped = tr_encoder_stop(&t->component[encoder]);

	for (n = 1; n < length; n++) {
		component = trace_step(t, encoder, n);
		if (trace_used(t, component, encoder))
			break;
		stopped &= !tr_is_active(&t->component[component]) ||
			   tr_disable(&t->component[component]);
	}
	return stopped;
}

bool trace_paths_close(const struct trace *t)
{
	const struct trace_component *c;
	bool closed = true;
	u32 n, length;

	for (length = t->count; length; length--)
		for (n = 0; n < t->count; n++) {
			c = &t->component[n];
			if (trace_usable(c) && !trace_is_encoder(c) &&
			    trace_distance(t, n) == length && tr_is_enabled(c))
				closed &= tr_disable(c);
		}
	return closed;
}
