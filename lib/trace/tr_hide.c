// SPDX-License-Identifier: BSD-2-Clause
/*
 * The settings that hide M-mode, which no trace shows unless the board asks for
 * it (struct trace, show_m). They are written, and read back, before an encoder
 * starts, and are not written while it is on: a filter that matches privilege
 * modes in each of the alternatives, no message of a comparator or of a trigger
 * that TCI ties to no filter, no data trace, and no mode of a vendor's.
 */
#include <hart/shmem.h>

#include "trace_internal.h"

#define ENABLE TR_MASK(TR_TE_FILTER_CONTROL, ENABLE)
#define PRIVILEGE TR_MASK(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE)
#define CHOICE TR_MASK(TR_TE_FILTER_MATCH_INST, CHOICE_PRIVILEGE)

/** trTeInstMode and trTeFormat of a vendor: their trace is unknown. */
enum { VENDOR = 7 };

bool tr_encoder_hides(const struct trace *t)
{
	return !t->show_m;
}

void tr_encoder_find_hiding(struct trace_encoder_caps *caps)
{
	caps->hiding = TR_TE_FILTERS_MAX;
	if (caps->filters && (caps->filter_control & PRIVILEGE) &&
	    (caps->filter_match & TRACE_S_AND_U) == TRACE_S_AND_U)
		caps->hiding = (u8)bits_fls64(caps->filters);
	caps->hiding_unit =
		(u16)(TR_TE_FILTER + caps->hiding * TR_TE_UNIT_PITCH);
}

u32 tr_encoder_hiding_filter(const struct trace_component *c)
{
	return c->encoder.hiding;
}

u32 tr_encoder_filters(const struct trace *t, const struct trace_component *c)
{
	u32 hiding = tr_encoder_hiding_filter(c);

	if (!tr_encoder_hides(t))
		return c->encoder.filters;
	if (hiding == TR_TE_FILTERS_MAX)
		return 0;
	return c->encoder.filters & ~(1u << hiding);
}

/* --- comparators ----------------------------------------------------------- */

/* An encoder does not compare bits above its width of an address, and no hart
 * has a width below 39. */
static bool tr_is_firmware(u64 address)
{
	static const u8 widths[] = { 39, 48, 57, 64 };
	u32 n;

	if (hart_xlen() == 32)
		return hart_firmware_has((u32)address);
	for (n = 0; n < array_size(widths); n++)
		if (hart_firmware_has(address & bits_low64(widths[n])))
			return true;
	return false;
}

/* Only a comparison for equality tells which address is notified. */
bool tr_notify_hidden(u32 control, u64 p, u64 s)
{
	if (FIELD_GET(TR_TE_COMP_CONTROL, P_NOTIFY, control) &&
	    (FIELD_GET(TR_TE_COMP_CONTROL, P_FUNCTION, control) ||
	     tr_is_firmware(p)))
		return false;
	return !FIELD_GET(TR_TE_COMP_CONTROL, S_NOTIFY, control) ||
	       (!FIELD_GET(TR_TE_COMP_CONTROL, S_FUNCTION, control) &&
		!tr_is_firmware(s));
}

static bool tr_steady64(const struct trace_component *c, u32 low, u64 *value)
{
	u32 half, high;

	if (!tr_steady(c, low, &half) || !tr_steady(c, low + 4, &high))
		return false;
	*value = (u64)high << 32 | half;
	return true;
}

static bool tr_comps_hidden(const struct trace_component *c)
{
	u32 j, unit, control;
	u64 p, s;

	bits_for_each(j, c->encoder.comparators) {
		unit = TR_TE_COMP + j * TR_TE_UNIT_PITCH;
		if (!tr_steady(c, unit + TR_TE_COMP_CONTROL, &control) ||
		    !tr_steady64(c, unit + TR_TE_COMP_P_MATCH_LOW, &p) ||
		    !tr_steady64(c, unit + TR_TE_COMP_S_MATCH_LOW, &s) ||
		    !tr_notify_hidden(control, p, s))
			return false;
	}
	return true;
}

/* --- triggers, data, modes --------------------------------------------------- */

static bool tr_triggers_hidden(const struct trace_component *c)
{
	u32 actions;

	if (!tr_steady(c, TR_TE_TRIG_EXT_IN_CONTROL, &actions))
		return false;
	for (; actions; actions >>= TR_TE_TRIG_PITCH)
		if (FIELD_GET(TR_TE_TRIG, ACTION0, actions) >=
		    TR_TRIGGER_NOTIFY)
			return false;
	return true;
}

static bool tr_data_hidden(const struct trace_component *c)
{
	u32 data;

	return tr_steady(c, TR_TE_DATA_CONTROL, &data) &&
	       !(data & (TR_MASK(TR_TE_DATA_CONTROL, TRACING) |
			 TR_MASK(TR_TE_DATA_CONTROL, TRIG_ENABLE)));
}

bool tr_mode_hidden(u32 control)
{
	return FIELD_GET(TR_TE_CONTROL, INST_MODE, control) != VENDOR &&
	       FIELD_GET(TR_TE_CONTROL, FORMAT, control) != VENDOR;
}

/* --- filters --------------------------------------------------------------- */

void tr_filter_hide(u32 *control, u32 *match)
{
	if (!(*control & PRIVILEGE))
		*match |= CHOICE;
	*control |= PRIVILEGE;
	*match &= ~CHOICE | TRACE_NOT_M;
}

static bool tr_hide_in(const struct trace_component *c, u32 filter, u32 control,
		       u32 match)
{
	u32 unit = TR_TE_FILTER + filter * TR_TE_UNIT_PITCH, now, choice;

	tr_filter_hide(&control, &match);
	tr_write(c, unit + TR_TE_FILTER_MATCH_INST, match);
	tr_write(c, unit + TR_TE_FILTER_CONTROL, control | ENABLE);
	return tr_steady(c, unit + TR_TE_FILTER_CONTROL, &now) &&
	       tr_steady(c, unit + TR_TE_FILTER_MATCH_INST, &choice) &&
	       (now & (ENABLE | PRIVILEGE)) == (ENABLE | PRIVILEGE) &&
	       !(choice & CHOICE & ~TRACE_NOT_M);
}

/* A filter that S-mode wants but did not enable passes nothing, so it is
 * dropped. */
static bool tr_hide_wanted(const struct trace_component *c, u32 *filters)
{
	u32 i, unit, control, match;

	bits_for_each(i, *filters) {
		unit = TR_TE_FILTER + i * TR_TE_UNIT_PITCH;
		if (!tr_steady(c, unit + TR_TE_FILTER_CONTROL, &control) ||
		    !tr_steady(c, unit + TR_TE_FILTER_MATCH_INST, &match))
			return false;
		if (!(control & ENABLE))
			*filters &= ~(1u << i);
		else if (!tr_hide_in(c, i, control, match))
			return false;
	}
	return true;
}

/* Several filters pass the sum of their traces, so the hiding one is used only
 * without S-mode's. */
static bool tr_filters_hide(const struct trace *t,
			    const struct trace_component *c)
{
	u32 filters = c->wanted & tr_encoder_filters(t, c), now;
	u32 hiding = tr_encoder_hiding_filter(c);

	if (hiding == TR_TE_FILTERS_MAX || !tr_hide_wanted(c, &filters))
		return false;
	if (!filters) {
		filters = 1u << hiding;
		if (!tr_hide_in(c, hiding, 0, 0))
			return false;
	}
	tr_write(c, TR_TE_INST_FILTERS, filters);
	return tr_steady(c, TR_TE_INST_FILTERS, &now) && now == filters;
}

bool tr_encoder_hide(const struct trace *t, const struct trace_component *c,
		     u32 control)
{
	return !tr_encoder_hides(t) ||
	       (tr_mode_hidden(control) && tr_triggers_hidden(c) &&
		tr_data_hidden(c) && tr_comps_hidden(c) &&
		tr_filters_hide(t, c));
}

void tr_encoder_set_filters(const struct trace *t, struct trace_component *c,
			    u32 filters)
{
	c->wanted = (u16)filters;
	if (tr_encoder_hides(t))
		tr_filters_hide(t, c);
	else
		tr_write(c, TR_TE_INST_FILTERS, filters);
}
