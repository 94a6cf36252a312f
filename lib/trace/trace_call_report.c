// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls that only report: the type and abilities of a component, and the
 * progress of a trace. The answer is a structure in memory of the caller.
 */
#include <hart/shmem.h>

#include "trace_internal.h"

/* A structure that is filled word by word. */
struct trace_words {
	u32 word[TRACE_INFO_WORDS];
};

static void trace_put64(struct trace_words *w, u32 at, u64 value)
{
	w->word[at] = (u32)value;
	w->word[at + 1] = (u32)(value >> 32);
}

/**
 * Write the structure to the caller's memory.
 * @param count words; the structure's size and alignment
 */
static struct sbiret trace_store(unsigned long low, unsigned long high,
				 const struct trace_words *w, u32 count)
{
	unsigned long size = 4ul * count;

	/* M-mode reaches memory only with addresses of XLEN bits. */
	if (high || !hart_shmem_check(low, size))
		return sbiret_error(SBI_ERR_INVALID_ADDRESS);
	if (!hart_shmem_put(low, w->word, count))
		return sbiret_error(SBI_ERR_INVALID_ADDRESS);
	return sbiret_value(0);
}

static bool trace_misaligned(unsigned long low, u32 count)
{
	return low & (4ul * count - 1);
}

/* --- component_info ----------------------------------------------------------------- */

static u32 trace_info_flags(const struct trace_caller *x, u32 n)
{
	const struct trace_component *c = &x->t->component[n];
	u32 flags = (u32)c->reason << TRACE_INFO_REASON_SHIFT;

	if (x->t->policy != TRACE_MEDIATED)
		flags |= TRACE_INFO_DIRECT;
	if (!trace_usable(c))
		return flags;
	flags |= TRACE_INFO_USABLE;
	if (trace_call_reaches(x, n))
		flags |= TRACE_INFO_MINE;
	if (trace_is_memory(c) && c->owner != TRACE_NO_OWNER)
		flags |= TRACE_INFO_TAKEN;
	if (trace_is_encoder(c) && tr_encoder_hides(x->t))
		flags |= TRACE_INFO_HIDES_M;
	if (c->old)
		flags |= TRACE_INFO_TRANSLATED;
	if (trace_sends_etrace(c))
		flags |= TRACE_INFO_ETRACE;
	if (c->handed)
		flags |= TRACE_INFO_HANDED;
	return flags;
}

/* The arguments of encoder_configure for the present settings, for the owner
 * only. */
static void trace_info_now(const struct trace_caller *x,
			   const struct trace_component *c,
			   struct trace_words *w)
{
	if (c->owner != x->owner || !tr_is_active(c))
		return;
	w->word[TRACE_INFO_CONTROL] = tr_read(c, TR_CONTROL) &
				      TR_TE_CONFIG_FIELDS;
	w->word[TRACE_INFO_FEATURES] = tr_read(c, TR_TE_INST_FEATURES);
	w->word[TRACE_INFO_FILTERS] = tr_encoder_hides(x->t) ?
					      c->wanted :
					      tr_read(c, TR_TE_INST_FILTERS);
	w->word[TRACE_INFO_TS_CONTROL] = tr_read(c, TR_TS_CONTROL) &
					 TR_TS_CONFIG_FIELDS;
}

static void trace_info_encoder(const struct trace_caller *x,
			       const struct trace_component *c,
			       struct trace_words *w)
{
	const struct trace_encoder_caps *caps = &c->encoder;

	trace_info_now(x, c, w);
	w->word[TRACE_INFO_CONTROL_BITS] = caps->control;
	w->word[TRACE_INFO_FEATURES_BITS] = caps->features;
	w->word[TRACE_INFO_TS_BITS] = caps->ts_control;
	w->word[TRACE_INFO_MODES] = (u32)caps->modes | (u32)caps->formats << 8 |
				    (u32)caps->sync_modes << 16 |
				    (u32)caps->return_modes << 24;
	w->word[TRACE_INFO_TS_MODES] = caps->ts_modes;
	w->word[TRACE_INFO_SYNC_MAX] = caps->sync_max;
	w->word[TRACE_INFO_UNITS] = tr_encoder_filters(x->t, c) |
				    (u32)caps->comparators << 16;
	w->word[TRACE_INFO_FILTER_BITS] = caps->filter_control;
	w->word[TRACE_INFO_MATCH_BITS] = caps->filter_match;
	w->word[TRACE_INFO_COMP_BITS] = caps->comp_control;
}

static void trace_info_sink(const struct trace_component *c,
			    struct trace_words *w)
{
	const struct trace_sink_caps *caps = &c->sink;

	if (caps->smem) {
		trace_put64(w, TRACE_INFO_START_MIN, caps->start_min);
		trace_put64(w, TRACE_INFO_START_MAX, caps->start_max);
		trace_put64(w, TRACE_INFO_LIMIT_MAX, caps->limit_max);
		w->word[TRACE_INFO_ABILITIES] |= TRACE_INFO_SMEM;
	}
	if (caps->sram) {
		w->word[TRACE_INFO_SRAM_SIZE] = (u32)caps->sram_limit + 4;
		w->word[TRACE_INFO_ABILITIES] |= TRACE_INFO_SRAM;
	}
	w->word[TRACE_INFO_WIDTH] = caps->width;
	w->word[TRACE_INFO_ALIGNMENT] = caps->alignment;
	if (caps->stop_on_wrap)
		w->word[TRACE_INFO_ABILITIES] |= TRACE_INFO_STOP_ON_WRAP;
}

static void trace_info_funnel(const struct trace_component *c,
			      struct trace_words *w)
{
	w->word[TRACE_INFO_INPUTS] = c->funnel.inputs;
	w->word[TRACE_INFO_FUNNEL_TS_MODES] = c->funnel.ts_modes;
}

static void trace_info_fill(const struct trace_caller *x, u32 n,
			    struct trace_words *w)
{
	struct trace_component *c = &x->t->component[n];
	bool leads = c->output != TRACE_NONE;

	w->word[TRACE_INFO_IMPL] = c->impl;
	w->word[TRACE_INFO_FLAGS] = trace_info_flags(x, n);
	trace_put64(w, TRACE_INFO_BASE, c->base);
	trace_put64(w, TRACE_INFO_HARTID,
		    c->hartindex == TRACE_NO_HART ? ~0ull : c->hartid);
	w->word[TRACE_INFO_OUTPUT] = leads ? c->output : ~0u;
	w->word[TRACE_INFO_INPUT] = leads ? c->link.input : ~0u;
	if (!trace_usable(c))
		return;
	tr_take(c);
	if (trace_is_funnel(c))
		trace_info_funnel(c, w);
	else if (trace_is_memory(c))
		trace_info_sink(c, w);
	else if (trace_is_encoder(c))
		trace_info_encoder(x, c, w);
	tr_give(c);
}

struct sbiret trace_call_info(const struct trace_caller *x)
{
	struct trace_words w = { { 0 } };

	if (x->a[0] >= x->t->count ||
	    trace_misaligned(x->a[1], TRACE_INFO_WORDS))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	trace_info_fill(x, (u32)x->a[0], &w);
	return trace_store(x->a[1], x->a[2], &w, TRACE_INFO_WORDS);
}

/* --- status ------------------------------------------------------------------------- */

/* The caller holds the component */
static u32 trace_status_encoder(const struct trace_component *c)
{
	u32 control = tr_read(c, TR_CONTROL), flags = 0;

	if (c->asleep)
		return TRACE_STATUS_ASLEEP |
		       (c->resume ? TRACE_STATUS_ENABLED : 0);
	if (!(control & TR_ACTIVE))
		return 0;
	if (control & TR_ENABLE)
		flags |= TRACE_STATUS_ENABLED;
	if (FIELD_GET(TR_TE_CONTROL, INST_TRACING, control))
		flags |= TRACE_STATUS_TRACING;
	if (control & TR_EMPTY)
		flags |= TRACE_STATUS_EMPTY;
	if (FIELD_GET(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW, control))
		flags |= TRACE_STATUS_LOST;
	return flags;
}

static void trace_status_buffer(const struct trace_component *c,
				struct trace_words *w)
{
	struct tr_range r;

	tr_sink_range_now(c, &r);
	tr_range_to_memory(c, &r);
	w->word[TRACE_STATUS_FLAGS] |= TRACE_STATUS_BUFFER |
				       (r.sram ? TRACE_STATUS_SRAM : 0) |
				       (r.wrapped ? TRACE_STATUS_WRAPPED : 0);
	trace_put64(w, TRACE_STATUS_START, r.start);
	trace_put64(w, TRACE_STATUS_END, r.end);
	trace_put64(w, TRACE_STATUS_WP, r.wp);
}

static void trace_status_sink(const struct trace_caller *x,
			      const struct trace_component *c,
			      struct trace_words *w)
{
	u32 control = tr_read(c, TR_CONTROL);

	if (!tr_is_active(c))
		return;
	if (control & TR_ENABLE)
		w->word[TRACE_STATUS_FLAGS] |= TRACE_STATUS_SINK_ENABLED;
	if (control & TR_EMPTY)
		w->word[TRACE_STATUS_FLAGS] |= TRACE_STATUS_SINK_EMPTY;
	if (trace_is_memory(c) && c->owner == x->owner)
		trace_status_buffer(c, w);
}

struct sbiret trace_call_status(const struct trace_caller *x)
{
	u32 encoder = trace_find_hart(x->t, x->a[0]), sink;
	struct trace_words w = { { 0 } };
	struct trace_component *c;
	bool own;

	if (encoder == TRACE_NONE ||
	    trace_misaligned(x->a[1], TRACE_STATUS_WORDS))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	c = &x->t->component[encoder];
	sink = trace_sink_of(x->t, encoder);
	w.word[TRACE_STATUS_SINK] = sink;
	/* The call has no stream, so another hart may be changing its owner. */
	tr_take(c);
	own = c->owner == x->owner;
	if (own)
		w.word[TRACE_STATUS_FLAGS] = trace_status_encoder(c);
	tr_give(c);
	if (!own)
		return sbiret_error(SBI_ERR_DENIED);
	tr_take(&x->t->component[sink]);
	trace_status_sink(x, &x->t->component[sink], &w);
	tr_give(&x->t->component[sink]);
	return trace_store(x->a[1], x->a[2], &w, TRACE_STATUS_WORDS);
}
