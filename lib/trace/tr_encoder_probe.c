// SPDX-License-Identifier: BSD-2-Clause
/*
 * The abilities of an encoder. Nearly all fields are WARL: a value that reads
 * back is supported (TCI "Reset and Discovery"). trTeEnable stays 0 meanwhile.
 */
#include "tr_type.h"

#define FEATURE_BITS                                     \
	((u32)(0 FIELDS_TR_TE_INST_FEATURES(FIELD_OR)) & \
	 ~TR_MASK(TR_TE_INST_FEATURES, SRC_BITS))
#define FILTER_BITS ((u32)(0 FIELDS_TR_TE_FILTER_CONTROL(FIELD_OR)))
#define MATCH_BITS ((u32)(0 FIELDS_TR_TE_FILTER_MATCH_INST(FIELD_OR)))
#define COMP_BITS ((u32)(0 FIELDS_TR_TE_COMP_CONTROL(FIELD_OR)))

/* --- control and features ---------------------------------------------------- */

/* The format decides which of the other fields exist, so it comes first. */
static u32 tr_encoder_probe_format(struct trace_component *c)
{
	struct trace_encoder_caps *caps = &c->encoder;

	caps->formats =
		(u8)TR_VALUES(c, TR_CONTROL, TR_ACTIVE, TR_TE_CONTROL, FORMAT);
	if (caps->formats >> TR_FORMAT_NTRACE & 1)
		return TR_ACTIVE |
		       TR_FIELD(TR_TE_CONTROL, FORMAT, TR_FORMAT_NTRACE);
	return TR_ACTIVE;
}

static void tr_encoder_probe_control(struct trace_component *c, u32 base)
{
	struct trace_encoder_caps *caps = &c->encoder;
	u32 sync = base;

	caps->control = tr_settable(c, TR_CONTROL, base, TR_TE_CONFIG_BITS);
	caps->modes =
		(u8)TR_VALUES(c, TR_CONTROL, base, TR_TE_CONTROL, INST_MODE);
	caps->sync_modes = (u8)TR_VALUES(c, TR_CONTROL, base, TR_TE_CONTROL,
					 INST_SYNC_MODE);
	if (caps->sync_modes & ~1u)
		sync |= TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE,
				 bits_ffs32(caps->sync_modes & ~1u));
	caps->sync_max = (u16)TR_VALUES(c, TR_CONTROL, sync, TR_TE_CONTROL,
					INST_SYNC_MAX);
	/* unseen: tr_encoder_reset() writes it before the first use */
	tr_write(c, TR_CONTROL, base);
}

static u32 tr_encoder_most_source_bits(const struct trace_component *c)
{
	u32 bits = (u32)FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, ~0u), seen;

	/* unseen: the fake takes too many bits as its most; other designs may
	 * keep the old ones */
	for (; bits; bits--) {
		seen = tr_try_value(
			c, TR_TE_INST_FEATURES,
			TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, bits));
		if (FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, seen) == bits)
			break;
	}
	return bits;
}

static void tr_encoder_probe_features(struct trace_component *c)
{
	struct trace_encoder_caps *caps = &c->encoder;
	u32 fixed, bits;

	/* An ID may have at most trTeSrcBits bits. */
	bits = tr_encoder_most_source_bits(c);
	caps->features = tr_settable(
		c, TR_TE_INST_FEATURES,
		TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, bits), FEATURE_BITS);
	caps->return_modes = (u8)TR_VALUES(c, TR_TE_INST_FEATURES, 0,
					   TR_TE_INST_FEATURES,
					   IMPLICIT_RETURN_MODE);
	caps->source_ids =
		(u16)FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, caps->features);
	fixed = tr_try_value(c, TR_TE_INST_FEATURES, 0);
	caps->source_id = (u16)FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, fixed);
	caps->source_bits_min =
		(u8)FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, fixed);
}

static void tr_encoder_probe_time(struct trace_component *c)
{
	struct trace_encoder_caps *caps = &c->encoder;
	u32 active = TR_MASK(TR_TS_CONTROL, ACTIVE);

	if (!tr_ts_find(c))
		return;
	caps->ts_modes =
		(u8)TR_VALUES(c, TR_TS_CONTROL, active, TR_TS_CONTROL, MODE);
	caps->ts_control =
		tr_settable(c, TR_TS_CONTROL, active, TR_TS_CONFIG_BITS) |
		(tr_read(c, TR_TS_CONTROL) & TR_MASK(TR_TS_CONTROL, WIDTH));
	/* unseen: tr_encoder_reset() writes it before the first use */
	tr_write(c, TR_TS_CONTROL, 0);
}

/* --- filters and comparators --------------------------------------------------- */

static void tr_encoder_probe_filters(struct trace_component *c)
{
	struct trace_encoder_caps *caps = &c->encoder;
	u32 control, match, wired, i, unit, used;

	used = tr_settable(c, TR_TE_INST_FILTERS, 0,
			   (u32)bits_low64(TR_TE_FILTERS_MAX));
	caps->filter_control = FILTER_BITS;
	caps->filter_match = MATCH_BITS;
	bits_for_each(i, used) {
		unit = TR_TE_FILTER + i * TR_TE_UNIT_PITCH;
		control = tr_settable(c, unit + TR_TE_FILTER_CONTROL, 0,
				      FILTER_BITS);
		if (!(control & TR_MASK(TR_TE_FILTER_CONTROL, ENABLE)))
			continue;
		caps->filters |= (u16)(1u << i);
		caps->filter_control &= control;
		match = tr_settable_of(c, unit + TR_TE_FILTER_MATCH_INST, 0,
				       MATCH_BITS, &wired);
		/* A filter that always passes a mode cannot hide it. */
		caps->filter_match &= wired ? 0 : match;
	}
	if (!caps->filters)
		caps->filter_control = caps->filter_match = 0;
}

/* All fields of a comparator's control register may be fixed at 0, but not
 * those of its match registers. */
static void tr_encoder_probe_comparators(struct trace_component *c)
{
	struct trace_encoder_caps *caps = &c->encoder;
	u32 j, unit;

	caps->comp_control = COMP_BITS;
	for (j = 0; j < TR_TE_COMPS_MAX; j++) {
		unit = TR_TE_COMP + j * TR_TE_UNIT_PITCH;
		if (!tr_settable(c, unit + TR_TE_COMP_P_MATCH_LOW, 0, ~0u))
			continue;
		caps->comparators |= (u8)(1u << j);
		caps->comp_control &=
			tr_settable(c, unit + TR_TE_COMP_CONTROL, 0, COMP_BITS);
	}
	if (!caps->comparators)
		caps->comp_control = 0;
}

/* --- the whole encoder
 * --------------------------------------------------------- */

/* Clear registers that TCI leaves undefined. Filters and comparators follow
 * once their numbers are known. */
static void tr_encoder_clear(const struct trace_component *c)
{
	static const u16 offset[] = {
		TR_TE_INST_FEATURES,	    TR_TE_INST_FILTERS,
		TR_TE_DATA_CONTROL,	    TR_TE_DATA_FILTERS,
		TR_TE_TRIG_DBG_CONTROL,	    TR_TE_TRIG_EXT_IN_CONTROL,
		TR_TE_TRIG_EXT_OUT_CONTROL, TR_TS_CONTROL,
	};
	u32 n;

	/* unseen: tr_encoder_reset() writes them before the first use */
	for (n = 0; n < array_size(offset); n++)
		/* unseen: the same */
		tr_write(c, offset[n], 0);
}

/* The protocol in trTeImpl belongs to the selected format. */
static bool tr_encoder_speaks(const struct trace_component *c, u32 base)
{
	u32 format = (u32)FIELD_GET(TR_TE_CONTROL, FORMAT, base);

	if (!(c->encoder.formats >> format & 1))
		return false;
	tr_write(c, TR_CONTROL, base);
	return FIELD_GET(TR_TE_IMPL, PROTOCOL_MAJOR, tr_read(c, TR_IMPL)) ==
	       (format == TR_FORMAT_NTRACE ? 1 : 0);
}

enum trace_reason tr_encoder_probe(struct trace_component *c)
{
	u32 base;

	c->encoder.has_empty = tr_read(c, TR_CONTROL) & TR_EMPTY;
	/* unseen: tr_encoder_reset() writes the same registers before the first
	 * use */
	tr_encoder_clear(c);
	base = tr_encoder_probe_format(c);
	if (!tr_encoder_speaks(c, base))
		return TRACE_BAD_PROTOCOL;
	tr_encoder_probe_control(c, base);
	tr_encoder_probe_features(c);
	tr_encoder_probe_time(c);
	tr_encoder_probe_filters(c);
	tr_encoder_probe_comparators(c);
	tr_encoder_find_hiding(&c->encoder);
	return TRACE_USABLE;
}

bool tr_encoder_source(struct trace_component *c, u16 id, u8 bits)
{
	u32 want = TR_FIELD(TR_TE_INST_FEATURES, SRC_ID, id) |
		   TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, bits);
	u32 mask = TR_MASK(TR_TE_INST_FEATURES, SRC_ID) |
		   TR_MASK(TR_TE_INST_FEATURES, SRC_BITS);

	if ((tr_try_value(c, TR_TE_INST_FEATURES, want) & mask) != want)
		return false;
	c->encoder.source_id = id;
	c->encoder.source_bits = bits;
	return true;
}
