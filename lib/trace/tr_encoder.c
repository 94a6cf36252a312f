// SPDX-License-Identifier: BSD-2-Clause
/*
 * An encoder in use: its defaults, the start, its state after a sleep.
 * tr_encoder_probe.c finds its abilities; configuration by calls is written by
 * trace_call_encoder.c.
 */
#include "tr_type.h"

/** Default distance of synchronizations: 2^(6 + 4) messages, some 3 KiB, or
 * clocks; 2^(10 + 4) half-words of instructions. SpacemiT's driver ORs 6. */
static const u8 sync_max[] = { 0, 6, 6, 10 };

#define TRACING TR_MASK(TR_TE_CONTROL, INST_TRACING)

/* --- start ------------------------------------------------------------ */

const struct tr_type tr_encoder_type = {
	.fields = TR_TE_CONFIG_FIELDS | TRACING,
};

static u32 tr_encoder_control(const struct trace_component *c)
{
	return tr_control_in(c, TR_ACTIVE | TR_ENABLE | tr_encoder_type.fields);
}

bool tr_encoder_trace(struct trace_component *c)
{
	tr_write(c, TR_CONTROL, tr_encoder_control(c) | TRACING);
	return tr_wait(c, TRACING, TRACING);
}

/* --- sleep --------------------------------------------------------------------- */

/* Registers of one word each, and their places in the context. */
#define WORDS(WORD)                                \
	WORD(TR_TE_INST_FEATURES, features)        \
	WORD(TR_TE_DATA_CONTROL, data_control)     \
	WORD(TR_TE_DATA_FILTERS, data_filters)     \
	WORD(TR_TE_TRIG_DBG_CONTROL, trig_dbg)     \
	WORD(TR_TE_TRIG_EXT_IN_CONTROL, trig_in)   \
	WORD(TR_TE_TRIG_EXT_OUT_CONTROL, trig_out) \
	WORD(TR_TS_CONTROL, ts_control)
#define WORD_SAVE(offset, name) x->name = tr_read(c, offset);
#define WORD_RESTORE(offset, name) tr_write(c, offset, x->name);

/* From the control word of a comparator to its others. */
static const u8 comp_word[TRACE_COMP_WORDS] = {
	TR_TE_COMP_P_MATCH_LOW, TR_TE_COMP_P_MATCH_HIGH,
	TR_TE_COMP_S_MATCH_LOW, TR_TE_COMP_S_MATCH_HIGH,
	TR_TE_COMP_CONTROL,
};

void tr_encoder_save(const struct trace_component *c, struct trace_context *x)
{
	u32 i, n, unit;

	x->control = tr_encoder_control(c);
	x->wanted = c->wanted;
	x->filters = tr_read(c, TR_TE_INST_FILTERS);
	WORDS(WORD_SAVE)
	bits_for_each(i, c->encoder.filters) {
		unit = TR_TE_FILTER + i * TR_TE_UNIT_PITCH;
		for (n = 0; n < TRACE_FILTER_WORDS; n++)
			x->filter[i][n] = tr_read(c, unit + 4 * n);
	}
	bits_for_each(i, c->encoder.comparators) {
		unit = TR_TE_COMP + i * TR_TE_UNIT_PITCH;
		for (n = 0; n < TRACE_COMP_WORDS; n++)
			x->comp[i][n] = tr_read(c, unit + comp_word[n]);
	}
}

/* A store of 1 forgets a possible earlier loss. */
static void tr_encoder_restore_words(struct trace_component *c,
				     const struct trace_context *x)
{
	c->wanted = x->wanted;
	tr_write(c, TR_CONTROL,
		 TR_ACTIVE | (x->control & ~(TR_ENABLE | TRACING)) |
			 TR_MASK(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW));
	if (x->ts_control & TR_MASK(TR_TS_CONTROL, ACTIVE))
		tr_ts_find(c);
	WORDS(WORD_RESTORE)
}

/* Match registers come before the fields that enable a match (TCI, trTeFilter
 * and trTeComp), so control words are last. */
void tr_encoder_restore(struct trace_component *c,
			const struct trace_context *x)
{
	u32 i, n, unit;

	tr_encoder_restore_words(c, x);
	bits_for_each(i, c->encoder.comparators) {
		unit = TR_TE_COMP + i * TR_TE_UNIT_PITCH;
		for (n = 0; n < TRACE_COMP_WORDS; n++)
			tr_write(c, unit + comp_word[n], x->comp[i][n]);
	}
	bits_for_each(i, c->encoder.filters) {
		unit = TR_TE_FILTER + i * TR_TE_UNIT_PITCH;
		for (n = TRACE_FILTER_WORDS; n--;)
			tr_write(c, unit + 4 * n, x->filter[i][n]);
	}
	tr_write(c, TR_TE_INST_FILTERS, x->filters);
}

/* --- defaults ------------------------------------------------------------------ */

/* Branch history if possible, else branches. Linux's driver sets the mode by an
 * OR of 6, which must not give a third mode. */
static u32 tr_encoder_default_mode(const struct trace_encoder_caps *caps)
{
	return caps->modes >> 6 & 1 ? 6 : 3;
}

/* Without periodic synchronization a wrapped buffer cannot be decoded, and
 * Linux's driver does not request it. */
static u32 tr_encoder_default_sync(const struct trace_encoder_caps *caps)
{
	u32 want, longer, modes = caps->sync_modes & ~1u, mode;

	if (!modes || !caps->sync_max)
		/* unseen: 1 is Active, which is set anyway */
		return 0;
	mode = bits_ffs32(modes);
	want = sync_max[mode];
	longer = caps->sync_max >> want;
	want = longer ? want + bits_ffs32(longer) : bits_fls64(caps->sync_max);
	return TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, mode) |
	       TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, want);
}

/* Any order is right: a register with 0 matches nothing. */
static void tr_encoder_clear_units(const struct trace_component *c)
{
	u32 i, unit;

	bits_for_each(i, c->encoder.comparators) {
		unit = TR_TE_COMP + i * TR_TE_UNIT_PITCH;
		tr_write(c, unit + TR_TE_COMP_CONTROL, 0);
		tr_clear(c, unit + comp_word[0], TRACE_COMP_WORDS - 1);
	}
	bits_for_each(i, c->encoder.filters)
		tr_clear(c, TR_TE_FILTER + i * TR_TE_UNIT_PITCH,
			 TRACE_FILTER_WORDS);
}

void tr_encoder_reset(const struct trace *t, struct trace_component *c)
{
	/* Not const: these zeros have no place in the image. */
	static struct trace_context empty;
	struct trace_encoder_caps *caps = &c->encoder;

	tr_encoder_restore_words(c, &empty);
	tr_encoder_clear_units(c);
	tr_write(c, TR_TE_INST_FILTERS, 0);
	tr_write(c, TR_TE_INST_FEATURES,
		 TR_FIELD(TR_TE_INST_FEATURES, SRC_ID, caps->source_id) |
			 TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS,
				  caps->source_bits));
	tr_encoder_set_filters(t, c, 0);
	tr_write(c, TR_CONTROL,
		 TR_ACTIVE |
			 TR_FIELD(TR_TE_CONTROL, FORMAT,
				  caps->formats >> TR_FORMAT_NTRACE & 1) |
			 TR_FIELD(TR_TE_CONTROL, INST_MODE,
				  tr_encoder_default_mode(caps)) |
			 tr_encoder_default_sync(caps));
}
