// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Legal values of an encoder's registers. While it traces, or sends trace,
 * writes do not change its settings.
 */
#include "hw_internal.h"

#define TE(name) ((u32)FIELD_MASK(TR_TE_CONTROL, name))
#define FEATURE(name) ((u32)FIELD_MASK(TR_TE_INST_FEATURES, name))
#define FILTER(name) ((u32)FIELD_MASK(TR_TE_FILTER_CONTROL, name))
#define COMP(name) ((u32)FIELD_MASK(TR_TE_COMP_CONTROL, name))

/* trTeInstMode, and the largest width of SRC. */
enum {
	MODE_OFF = 0,
	MODE_BTM = 3,
	MODE_HTM = 6,
	SRC_BITS_MAX = 12,
};

/* Replace a missing mode by the best existing one; 0 stays 0. */
static u32 legal_mode(const struct hw_comp *comp, u32 mode)
{
	u32 modes = comp->design.modes;

	if (mode == MODE_OFF || modes >> mode & 1)
		return mode;
	return modes >> MODE_HTM & 1 ? MODE_HTM : MODE_BTM;
}

u32 hw_encoder_legal_control(const struct hw_comp *comp, u32 value)
{
	u32 status = TE(INST_STALL_OR_OVERFLOW), settings;
	u32 mode = (u32)FIELD_GET(TR_TE_CONTROL, INST_MODE, value);

	settings = TE(CONTEXT) | TE(INST_TRIG_ENABLE) | TE(INHIBIT_SRC) |
		   TE(INST_SYNC_MODE) | TE(INST_SYNC_MAX);
	if (comp->design.fifo >= 2 * NTRACE_EMIT_STALL_ROOM)
		settings |= TE(INST_STALL_ENA);
	settings &= value;
	settings |= (u32)FIELD_SET(TR_TE_CONTROL, INST_MODE,
				   legal_mode(comp, mode));
	settings |= (u32)FIELD_SET(TR_TE_CONTROL, FORMAT, 1);
	if (hw_encoder_holds(comp))
		settings = comp->control & ~(status | TE(INST_TRACING));
	return settings | (value & TE(INST_TRACING)) |
	       (comp->control & ~value & status);
}

/* An identifier has at most as many bits as its size. */
static u32 legal_features(u32 value)
{
	u32 bits = (u32)FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, value);
	u32 id = (u32)FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, value);

	if (bits > SRC_BITS_MAX)
		bits = SRC_BITS_MAX;
	id &= (u32)bits_low64(bits);
	return (value &
		(FEATURE(EN_SEQUENTIAL_JUMP) | FEATURE(EN_IMPLICIT_RETURN) |
		 FEATURE(IMPLICIT_RETURN_MODE) | FEATURE(EN_REPEATED_HISTORY) |
		 FEATURE(EN_ALL_JUMPS) | FEATURE(EXTEND_ADDR_MSB))) |
	       (u32)FIELD_SET(TR_TE_INST_FEATURES, SRC_BITS, bits) |
	       (u32)FIELD_SET(TR_TE_INST_FEATURES, SRC_ID, id);
}

/* Missing inputs have no action, and reserved numbers mean none. */
static u32 legal_ext_in(const struct hw_comp *comp, u32 value)
{
	unsigned int i;
	u32 legal = 0;

	for (i = 0; i < comp->design.ext_in; i++) {
		u32 action = value >> TR_TE_TRIG_PITCH * i & 0xf;

		if (action >= TR_TRIGGER_TRACE_ON &&
		    action <= TR_TRIGGER_NOTIFY)
			legal |= action << TR_TE_TRIG_PITCH * i;
	}
	return legal;
}

static u32 legal_ext_out(const struct hw_comp *comp, u32 value)
{
	unsigned int i;
	u32 legal = 0;

	for (i = 0; i < comp->design.ext_out; i++)
		legal |= value & 3u << TR_TE_TRIG_PITCH * i;
	return legal;
}

/* Only an existing comparator can be selected. */
static u32 legal_choice(const struct hw_comp *comp, u32 value, u32 match,
			u32 choice)
{
	u32 first = choice & -choice;

	if (!comp->design.comps)
		return 0;
	if ((value & choice) / first >= comp->design.comps)
		value &= ~choice;
	return value & (match | choice);
}

static u32 legal_filter(const struct hw_comp *comp, unsigned int offset,
			u32 value)
{
	switch (offset) {
	case TR_TE_FILTER_CONTROL:
		return (value & (FILTER(ENABLE) | FILTER(MATCH_PRIVILEGE))) |
		       legal_choice(comp, value, FILTER(MATCH_COMP1),
				    FILTER(COMP1)) |
		       legal_choice(comp, value, FILTER(MATCH_COMP2),
				    FILTER(COMP2)) |
		       legal_choice(comp, value, FILTER(MATCH_COMP3),
				    FILTER(COMP3));
	case TR_TE_FILTER_MATCH_INST:
		return value & (u32)FIELD_MASK(TR_TE_FILTER_MATCH_INST,
					       CHOICE_PRIVILEGE);
	default:
		return 0;
	}
}

static u32 legal_comp(unsigned int offset, u32 value)
{
	switch (offset) {
	case TR_TE_COMP_CONTROL:
		/* of the inputs, iaddr and context exist: the lower bit */
		return value &
		       ((u32)FIELD_SET(TR_TE_COMP_CONTROL, P_INPUT, 1) |
			(u32)FIELD_SET(TR_TE_COMP_CONTROL, S_INPUT, 1) |
			COMP(P_FUNCTION) | COMP(S_FUNCTION) | COMP(MATCH_MODE));
	case TR_TE_COMP_P_MATCH_LOW:
	case TR_TE_COMP_P_MATCH_HIGH:
	case TR_TE_COMP_S_MATCH_LOW:
	case TR_TE_COMP_S_MATCH_HIGH:
		return value;
	default:
		return 0;
	}
}

/* Filters and comparators: units of TR_TE_UNIT_PITCH bytes. */
static u32 legal_unit(const struct hw_comp *comp, unsigned int offset,
		      u32 value)
{
	const struct hw_design *d = &comp->design;
	unsigned int within = offset % TR_TE_UNIT_PITCH;

	if (offset >= TR_TE_FILTER &&
	    offset < TR_TE_FILTER + TR_TE_UNIT_PITCH * d->filters)
		return legal_filter(comp, within, value);
	if (offset >= TR_TE_COMP &&
	    offset < TR_TE_COMP + TR_TE_UNIT_PITCH * d->comps)
		return legal_comp(within, value);
	return 0;
}

static u32 legal_setting(const struct hw_comp *comp, unsigned int offset,
			 u32 value)
{
	switch (offset) {
	case TR_TE_INST_FEATURES:
		return legal_features(value);
	case TR_TE_INST_FILTERS:
		return value & (u32)bits_low64(comp->design.filters);
	default:
		return legal_unit(comp, offset, value);
	}
}

/* The bit for time in messages only changes between two starts. */
static u32 legal_time(const struct hw_comp *comp, unsigned int offset,
		      u32 value)
{
	u32 enable = (u32)FIELD_MASK(TR_TS_CONTROL, ENABLE);

	if (hw_encoder_holds(comp) && offset == TR_TS_CONTROL)
		value = (value & ~enable) |
			(comp->word[TR_TS_CONTROL / 4] & enable);
	return hw_ts_legal(comp, offset, value);
}

u32 hw_encoder_legal(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	switch (offset) {
	case TR_TE_IMPL:
		return hw_impl(comp) |
		       (u32)FIELD_SET(TR_TE_IMPL, PROTOCOL_MAJOR,
				      comp->design.protocol_major) |
		       (u32)FIELD_SET(TR_TE_IMPL, PROTOCOL_MINOR,
				      comp->design.protocol_minor);
	case TR_TS_CONTROL:
		return legal_time(comp, offset, value);
	case TR_TE_TRIG_EXT_IN_CONTROL:
		return legal_ext_in(comp, value);
	case TR_TE_TRIG_EXT_OUT_CONTROL:
		return legal_ext_out(comp, value);
	case HW_TRIG_FIRE:
		return value & (u32)bits_low64(comp->design.ext_in);
	case HW_TRIG_FIRED:
		return comp->word[offset / 4] & ~value;
	default:
		break;
	}
	if (hw_encoder_holds(comp))
		return comp->word[offset / 4];
	return legal_setting(comp, offset, value);
}
