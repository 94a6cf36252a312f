// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls that configure an encoder. Arguments are images of its registers, of
 * which S-mode may set only the configurable fields; an impossible value is
 * refused, never rounded.
 */
#include "tr_type.h"

#define FEATURES_FIELDS ((u32)(0 FIELDS_TR_TE_INST_FEATURES(FIELD_OR)))
#define SOURCE_FIELDS                           \
	(TR_MASK(TR_TE_INST_FEATURES, SRC_ID) | \
	 TR_MASK(TR_TE_INST_FEATURES, SRC_BITS))
#define FILTER_FIELDS                                     \
	((u32)(0 FIELDS_TR_TE_FILTER_CONTROL(FIELD_OR)) & \
	 ~(TR_MASK(TR_TE_FILTER_CONTROL, MATCH_IMPDEF) |  \
	   TR_MASK(TR_TE_FILTER_CONTROL, MATCH_DTYPE) |   \
	   TR_MASK(TR_TE_FILTER_CONTROL, MATCH_DSIZE)))
#define MATCH_FIELDS ((u32)(0 FIELDS_TR_TE_FILTER_MATCH_INST(FIELD_OR)))
#define COMP_FIELDS ((u32)(0 FIELDS_TR_TE_COMP_CONTROL(FIELD_OR)))

/* An encoder that may be configured now; NULL: the error tells the reason. */
static struct trace_component *trace_call_idle(const struct trace_caller *x,
					       long *error)
{
	struct trace_component *c = trace_call_own_encoder(x, error);

	if (!c)
		return NULL;
	*error = SBI_ERR_INVALID_STATE;
	if (c->asleep)
		return NULL;
	*error = SBI_ERR_ALREADY_STARTED;
	return trace_look(c) == TRACE_OFF ? c : NULL;
}

/* After all checks: take the encoder and switch it on, so that it accepts the
 * settings. */
static bool trace_call_begin(const struct trace_caller *x,
			     struct trace_component *c)
{
	tr_take(c);
	if (!tr_wake(x->t, c)) {
		tr_give(c);
		return false;
	}
	c->used = true;
	c->busy = true;
	return true;
}

static struct sbiret trace_call_done(struct trace_component *c)
{
	c->busy = false;
	tr_give(c);
	return sbiret_value(0);
}

static bool trace_has_value(u32 values, u64 value)
{
	return values >> value & 1;
}

/* --- encoder_configure ------------------------------------------------------------ */

static bool trace_can_control(const struct trace_encoder_caps *caps, u32 v)
{
	return !(v & TR_TE_CONFIG_BITS & ~caps->control) &&
	       trace_has_value(caps->modes,
			       FIELD_GET(TR_TE_CONTROL, INST_MODE, v)) &&
	       trace_has_value(caps->sync_modes,
			       FIELD_GET(TR_TE_CONTROL, INST_SYNC_MODE, v)) &&
	       trace_has_value(caps->sync_max,
			       FIELD_GET(TR_TE_CONTROL, INST_SYNC_MAX, v)) &&
	       trace_has_value(caps->formats,
			       FIELD_GET(TR_TE_CONTROL, FORMAT, v));
}

static bool trace_can_feature(const struct trace_encoder_caps *caps, u32 v)
{
	return !(v & ~SOURCE_FIELDS & ~caps->features) &&
	       trace_has_value(
		       caps->return_modes,
		       FIELD_GET(TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE, v));
}

static bool trace_can_time(const struct trace_encoder_caps *caps, u32 v)
{
	return !v || (!(v & TR_TS_CONFIG_BITS & ~caps->ts_control) &&
		      trace_has_value(caps->ts_modes,
				      FIELD_GET(TR_TS_CONTROL, MODE, v)));
}

/*
 * The requested source ID, with the bits of the stream and different from all
 * others in it; 0 stands for the encoder's present ID.
 * @return false: not possible
 */
static bool trace_pick_source(const struct trace_caller *x,
			      const struct trace_component *c, u32 *features)
{
	const struct trace_encoder_caps *caps = &c->encoder, *other;
	u32 id = (u32)FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, *features);
	u32 bits = (u32)FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, *features);
	u32 self = trace_number(x->t, c), n;

	if (!id && !bits) {
		*features |=
			TR_FIELD(TR_TE_INST_FEATURES, SRC_ID, caps->source_id) |
			TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS,
				 caps->source_bits);
		return true;
	}
	if (bits != caps->source_bits || id >> bits ||
	    (id != caps->source_id && (id & ~(u32)caps->source_ids)))
		return false;
	for (n = 0; n < x->t->count; n++) {
		other = &x->t->component[n].encoder;
		if (n != self && trace_usable(&x->t->component[n]) &&
		    trace_is_encoder(&x->t->component[n]) &&
		    trace_sink_of(x->t, n) == trace_sink_of(x->t, self) &&
		    other->source_id == id)
			return false;
	}
	return true;
}

/* Encoders share the time of the last funnel on the way that has a time
 * unit. */
static void trace_share_time(struct trace *t, u32 encoder)
{
	struct trace_component *source = NULL;
	u32 n;

	for (n = encoder; n != TRACE_NONE; n = t->component[n].output)
		if (tr_funnel_has_time(&t->component[n]) &&
		    trace_is_active(&t->component[n]))
			source = &t->component[n];
	if (!source)
		return;
	tr_take(source);
	tr_funnel_run_time(source);
	tr_give(source);
}

static void trace_write_config(const struct trace_caller *x,
			       struct trace_component *c, u32 features)
{
	u32 ts = (u32)x->a[4];

	c->encoder.source_id =
		(u16)FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, features);
	tr_write(c, TR_CONTROL, TR_ACTIVE | (u32)x->a[1]);
	tr_write(c, TR_TE_INST_FEATURES, features);
	tr_encoder_set_filters(x->t, c, (u32)x->a[3]);
	if (FIELD_GET(TR_TS_CONTROL, MODE, ts) == TR_TS_SHARED) {
		tr_give(c); /* it is busy */
		trace_share_time(x->t, trace_number(x->t, c));
		tr_take(c);
	}
	if (ts && tr_ts_find(c))
		ts |= TR_MASK(TR_TS_CONTROL, ACTIVE);
	tr_write(c, TR_TS_CONTROL, ts);
}

struct sbiret trace_call_configure(const struct trace_caller *x)
{
	const unsigned long *a = x->a;
	struct trace_component *c;
	u32 features = (u32)a[2];
	long error;

	if ((a[1] & ~(unsigned long)TR_TE_CONFIG_FIELDS) ||
	    (a[2] & ~(unsigned long)FEATURES_FIELDS) ||
	    (a[3] & ~(unsigned long)TR_MASK(TR_TE_FILTERS, MASK)) ||
	    (a[4] & ~(unsigned long)TR_TS_CONFIG_FIELDS))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	c = trace_call_idle(x, &error);
	if (!c)
		return sbiret_error(error);
	if (!trace_can_control(&c->encoder, (u32)a[1]) ||
	    (tr_encoder_hides(x->t) && !tr_mode_hidden((u32)a[1])) ||
	    !trace_can_feature(&c->encoder, features) ||
	    !trace_can_time(&c->encoder, (u32)a[4]) ||
	    (a[3] & ~(unsigned long)tr_encoder_filters(x->t, c)))
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	if (!trace_pick_source(x, c, &features))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (!trace_call_begin(x, c))
		return sbiret_error(SBI_ERR_TIMEOUT);
	trace_write_config(x, c, features);
	return trace_call_done(c);
}

/* --- encoder_set_filter ----------------------------------------------------------- */

/* A comparator that a filter uses has to exist. */
static bool trace_comp_exists(const struct trace_encoder_caps *caps, u32 v)
{
	static const struct {
		u32 match;
		u8 index;
	} rows[] = {
		{ TR_MASK(TR_TE_FILTER_CONTROL, MATCH_COMP1),
		  TR_TE_FILTER_CONTROL_COMP1_LSB },
		{ TR_MASK(TR_TE_FILTER_CONTROL, MATCH_COMP2),
		  TR_TE_FILTER_CONTROL_COMP2_LSB },
		{ TR_MASK(TR_TE_FILTER_CONTROL, MATCH_COMP3),
		  TR_TE_FILTER_CONTROL_COMP3_LSB },
	};
	u32 n;

	for (n = 0; n < array_size(rows); n++)
		if ((v & rows[n].match) &&
		    !(caps->comparators >> (v >> rows[n].index & 7) & 1))
			return false;
	return true;
}

static void trace_write_filter(const struct trace_caller *x,
			       const struct trace_component *c)
{
	u32 unit = TR_TE_FILTER + (u32)x->a[1] * TR_TE_UNIT_PITCH;
	u32 control = (u32)x->a[2], match = (u32)x->a[3];
	u64 ecause = sbi_args_u64(x->args, 4);

	if (tr_encoder_hides(x->t))
		tr_filter_hide(&control, &match);
	tr_write(c, unit + TR_TE_FILTER_CONTROL, 0);
	tr_write(c, unit + TR_TE_FILTER_MATCH_INST, match);
	tr_write(c, unit + TR_TE_FILTER_MATCH_ECAUSE_LOW, (u32)ecause);
	tr_write(c, unit + TR_TE_FILTER_MATCH_ECAUSE_HIGH, (u32)(ecause >> 32));
	tr_write(c, unit + TR_TE_FILTER_CONTROL, control);
}

struct sbiret trace_call_filter(const struct trace_caller *x)
{
	const unsigned long *a = x->a;
	struct trace_component *c;
	long error;

	if (a[1] >= TR_TE_FILTERS_MAX ||
	    (a[2] & ~(unsigned long)FILTER_FIELDS) ||
	    (a[3] & ~(unsigned long)MATCH_FIELDS))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	c = trace_call_idle(x, &error);
	if (!c)
		return sbiret_error(error);
	if (!(tr_encoder_filters(x->t, c) >> a[1] & 1) ||
	    (a[2] & ~(unsigned long)c->encoder.filter_control) ||
	    (a[3] & ~(unsigned long)c->encoder.filter_match) ||
	    !trace_comp_exists(&c->encoder, (u32)a[2]))
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	if (!trace_call_begin(x, c))
		return sbiret_error(SBI_ERR_TIMEOUT);
	trace_write_filter(x, c);
	return trace_call_done(c);
}

/* --- encoder_set_comparator ------------------------------------------------------- */

static void trace_write_comp(const struct trace_component *c, u32 unit,
			     u32 control, u64 p, u64 s)
{
	tr_write(c, unit + TR_TE_COMP_P_MATCH_LOW, (u32)p);
	tr_write(c, unit + TR_TE_COMP_P_MATCH_HIGH, (u32)(p >> 32));
	tr_write(c, unit + TR_TE_COMP_S_MATCH_LOW, (u32)s);
	tr_write(c, unit + TR_TE_COMP_S_MATCH_HIGH, (u32)(s >> 32));
	tr_write(c, unit + TR_TE_COMP_CONTROL, control);
}

/* Only an instruction's address can notify (TCI, trTeCompjPNotify). */
static bool trace_notify_legal(u32 v)
{
	bool p = FIELD_GET(TR_TE_COMP_CONTROL, P_INPUT, v);
	bool s = FIELD_GET(TR_TE_COMP_CONTROL, S_INPUT, v);

	return !(p && FIELD_GET(TR_TE_COMP_CONTROL, P_NOTIFY, v)) &&
	       !(s && FIELD_GET(TR_TE_COMP_CONTROL, S_NOTIFY, v));
}

struct sbiret trace_call_comparator(const struct trace_caller *x)
{
	const unsigned long *a = x->a;
	struct trace_component *c;
	long error;

	if (a[1] >= TR_TE_COMPS_MAX || (a[2] & ~(unsigned long)COMP_FIELDS) ||
	    !trace_notify_legal((u32)a[2]) ||
	    (tr_encoder_hides(x->t) &&
	     !tr_notify_hidden((u32)a[2], a[3], a[4])))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	c = trace_call_idle(x, &error);
	if (!c)
		return sbiret_error(error);
	if (!(c->encoder.comparators >> a[1] & 1) ||
	    (a[2] & ~(unsigned long)c->encoder.comp_control))
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	if (!trace_call_begin(x, c))
		return sbiret_error(SBI_ERR_TIMEOUT);
	trace_write_comp(c, TR_TE_COMP + (u32)a[1] * TR_TE_UNIT_PITCH,
			 (u32)a[2], a[3], a[4]);
	return trace_call_done(c);
}
