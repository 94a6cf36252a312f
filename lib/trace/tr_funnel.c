// SPDX-License-Identifier: BSD-2-Clause
/* A funnel: its inputs, and the timestamp unit it may have. */
#include "trace_internal.h"

void tr_funnel_probe(struct trace_component *c)
{
	c->inputs = tr_settable(c, TR_FUNNEL_DIS_INPUT, 0,
				TR_MASK(TR_FUNNEL_DIS_INPUT, MASK));
	tr_funnel_reset(c);
}

void tr_funnel_reset(const struct trace_component *c)
{
	tr_write(c, TR_CONTROL, TR_ACTIVE);
	tr_write(c, TR_FUNNEL_DIS_INPUT, 0);
	tr_write(c, TR_TS_CONTROL, 0);
}

void tr_funnel_save(const struct trace_component *c,
		    struct trace_sink_context *x)
{
	x->control = tr_control(c);
	x->dis_input = tr_read(c, TR_FUNNEL_DIS_INPUT);
	x->ts_control = tr_read(c, TR_TS_CONTROL);
}

void tr_funnel_restore(const struct trace_component *c,
		       const struct trace_sink_context *x)
{
	tr_write(c, TR_CONTROL, TR_ACTIVE | (x->control & ~TR_ENABLE));
	tr_write(c, TR_FUNNEL_DIS_INPUT, x->dis_input);
	if (x->ts_control & TR_MASK(TR_TS_CONTROL, ACTIVE))
		tr_ts_find(c);
	tr_write(c, TR_TS_CONTROL, x->ts_control);
}
