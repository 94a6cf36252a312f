// SPDX-License-Identifier: BSD-2-Clause
/*
 * The functions of the SBI trace extension (docs/sbi-trace.md): the table,
 * start and stop. The other functions stand in files by subject. Each call
 * judges everything before it writes anything.
 */
#include "tr_type.h"

/* --- get_info, start and stop ------------------------------------------------------ */

static struct sbiret trace_call_get_info(const struct trace_caller *x)
{
	return sbiret_value(TRACE_SBI_VERSION | x->t->count);
}

/* The error that prevents the start of the caller's encoder; 0: none. */
static long trace_start_refused(const struct trace_caller *x,
				struct trace_component *c)
{
	struct trace_component *sink =
		&x->t->component[trace_sink_of(x->t, trace_number(x->t, c))];
	bool ready, good;

	if (tr_encoder_hides(x->t) &&
	    tr_encoder_hiding_filter(c) == TR_TE_FILTERS_MAX)
		return SBI_ERR_NOT_SUPPORTED;
	if (c->asleep)
		return SBI_ERR_INVALID_STATE;
	if (trace_look(c) != TRACE_OFF)
		return SBI_ERR_ALREADY_STARTED;
	if (trace_is_memory(sink) && sink->owner != TRACE_NO_OWNER &&
	    sink->owner != x->owner)
		return SBI_ERR_DENIED;
	tr_take(sink);
	ready = tr_is_active(sink) && tr_end_is_ready(sink);
	good = ready && tr_sink_in_bounds(sink, x->owner);
	tr_give(sink);
	if (!ready)
		return SBI_ERR_INVALID_STATE;
	return good ? 0 : SBI_ERR_INVALID_ADDRESS;
}

static struct sbiret trace_call_start(const struct trace_caller *x)
{
	struct trace_component *c;
	u32 encoder, n;
	long error;

	c = trace_call_own_encoder(x, &error);
	if (!c)
		return sbiret_error(error);
	error = trace_start_refused(x, c);
	if (error)
		return sbiret_error(error);
	encoder = trace_number(x->t, c);
	for (n = encoder; n != TRACE_NONE; n = x->t->component[n].output)
		if (!trace_wake(x->t, &x->t->component[n]))
			return sbiret_error(SBI_ERR_TIMEOUT);
	error = trace_path_start(x->t, encoder, true);
	if (error)
		return sbiret_error(error);
	c->used = true;
	return sbiret_value(0);
}

/* Report the number of bytes in the caller's buffer. */
static struct sbiret trace_call_stopped(const struct trace_caller *x,
					u32 encoder)
{
	struct trace_component *sink =
		&x->t->component[trace_sink_of(x->t, encoder)];
	struct tr_range r = { .wp = 0 };

	if (!trace_is_memory(sink))
		return sbiret_value(0);
	tr_take(sink);
	if (sink->owner == x->owner && tr_is_active(sink))
		tr_sink_range_now(sink, &r);
	tr_give(sink);
	return sbiret_value((unsigned long)tr_range_filled(&r));
}

/* While the hart sleeps, the call can only cancel the resume. */
static struct sbiret trace_call_stop(const struct trace_caller *x)
{
	struct trace_component *c;
	bool resume;
	long error;

	c = trace_call_own_encoder(x, &error);
	if (!c)
		return sbiret_error(error);
	resume = c->resume;
	c->resume = false;
	if (c->asleep ? !resume : trace_look(c) == TRACE_OFF)
		return sbiret_error(SBI_ERR_ALREADY_STOPPED);
	if (!c->asleep && !trace_path_stop(x->t, trace_number(x->t, c)))
		return sbiret_error(SBI_ERR_TIMEOUT);
	return trace_call_stopped(x, trace_number(x->t, c));
}

/* --- the table ---------------------------------------------------------------------- */

/* No table of pointers: it would be in memory that M-mode can write. */
static struct sbiret trace_call_one(const struct trace_caller *x,
				    unsigned long fid)
{
	switch (fid) {
	case TRACE_SBI_GET_INFO:
		return trace_call_get_info(x);
	case TRACE_SBI_COMPONENT_INFO:
		return trace_call_info(x);
	case TRACE_SBI_SINK_SET_BUFFER:
		return trace_call_set_buffer(x);
	case TRACE_SBI_SINK_RELEASE:
		return trace_call_release(x);
	case TRACE_SBI_ENCODER_CONFIGURE:
		return trace_call_configure(x);
	case TRACE_SBI_ENCODER_SET_FILTER:
		return trace_call_filter(x);
	case TRACE_SBI_ENCODER_SET_COMPARATOR:
		return trace_call_comparator(x);
	case TRACE_SBI_START:
		return trace_call_start(x);
	case TRACE_SBI_STOP:
		return trace_call_stop(x);
	case TRACE_SBI_STATUS:
		return trace_call_status(x);
	case TRACE_SBI_SINK_READ:
		return trace_call_read(x);
	default:
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	}
}

/* The sink that ends the stream of a call; TRACE_NONE: no stream. */
static u32 trace_call_stream(const struct trace *t, unsigned long fid,
			     unsigned long a0)
{
	u32 n = TRACE_NONE;

	switch (fid) {
	case TRACE_SBI_GET_INFO:
	case TRACE_SBI_COMPONENT_INFO:
	case TRACE_SBI_STATUS:
		break;
	case TRACE_SBI_SINK_SET_BUFFER:
	case TRACE_SBI_SINK_RELEASE:
	case TRACE_SBI_SINK_READ:
		if (a0 < t->count && trace_usable(&t->component[a0]))
			n = (u32)a0;
		break;
	default:
		n = trace_find_hart(t, a0);
	}
	return n;
}

struct sbiret trace_call(struct trace *t, u32 owner, unsigned long fid,
			 const struct sbi_args *args)
{
	const struct trace_caller caller = { t, owner, args->a, args };
	struct sbiret ret;
	u32 stream;

	stream = trace_call_stream(t, fid, args->a[0]);
	if (stream == TRACE_NONE)
		return trace_call_one(&caller, fid);
	if (!trace_turn(t, stream))
		return sbiret_error(TRACE_AGAIN);
	ret = trace_call_one(&caller, fid);
	trace_turn_end(t, stream);
	return ret;
}
