// SPDX-License-Identifier: BSD-2-Clause
/* A funnel: its inputs, and its timestamp unit, if present. */
#include "tr_type.h"

const struct tr_type tr_funnel_type = { .fields = 0 };

enum trace_reason tr_funnel_probe(struct trace_component *c)
{
	c->funnel.inputs = (u16)tr_settable(c, TR_FUNNEL_DIS_INPUT, 0,
					    TR_MASK(TR_FUNNEL_DIS_INPUT, MASK));
	if (tr_ts_find(c))
		c->funnel.ts_modes = (u8)TR_VALUES(
			c, TR_TS_CONTROL, TR_MASK(TR_TS_CONTROL, ACTIVE),
			TR_TS_CONTROL, MODE);
	/* unseen: trace_settle() resets it before the first use */
	tr_funnel_reset(NULL, c);
	return TRACE_USABLE;
}

void tr_funnel_reset(const struct trace *t, struct trace_component *c)
{
	(void)t;
	tr_write(c, TR_CONTROL, TR_ACTIVE);
	tr_write(c, TR_FUNNEL_DIS_INPUT, 0);
	tr_write(c, TR_TS_CONTROL, 0);
}

bool tr_funnel_has_time(const struct trace_component *c)
{
	return trace_is_funnel(c) &&
	       (c->funnel.ts_modes >> TR_TS_INTERNAL_SYSTEM & 1);
}

/* If the time runs already, for another encoder, it keeps its settings. */
void tr_funnel_run_time(struct trace_component *c)
{
	u32 runs = TR_MASK(TR_TS_CONTROL, ACTIVE) |
		   TR_MASK(TR_TS_CONTROL, COUNT);

	if ((tr_read(c, TR_TS_CONTROL) & runs) == runs || !tr_ts_find(c))
		return;
	tr_write(c, TR_TS_CONTROL,
		 runs | TR_FIELD(TR_TS_CONTROL, MODE, TR_TS_INTERNAL_SYSTEM));
}

void tr_funnel_save(const struct trace_component *c,
		    struct trace_sink_context *x)
{
	x->dis_input = tr_read(c, TR_FUNNEL_DIS_INPUT);
	x->ts_control = tr_read(c, TR_TS_CONTROL);
}

void tr_funnel_restore(struct trace_component *c,
		       const struct trace_sink_context *x)
{
	tr_write(c, TR_FUNNEL_DIS_INPUT, x->dis_input);
	if (x->ts_control & TR_MASK(TR_TS_CONTROL, ACTIVE))
		tr_ts_find(c);
	tr_write(c, TR_TS_CONTROL, x->ts_control);
}
