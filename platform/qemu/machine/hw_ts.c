// SPDX-License-Identifier: GPL-2.0-or-later
/* The timestamp unit of an encoder or a funnel. */
#include "hw_internal.h"

#define TS(name) ((u32)FIELD_MASK(TR_TS_CONTROL, name))
#define TS_GET(name, v) FIELD_GET(TR_TS_CONTROL, name, v)

/* A missing mode becomes no mode. */
static u32 legal_mode(const struct hw_comp *comp, u32 mode)
{
	return comp->design.ts_modes >> mode & 1 ? mode : TR_TS_NONE;
}

u32 hw_ts_legal(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	const struct hw_design *d = &comp->design;
	u32 fields = TS(COUNT) | TS(PRESCALE), mode;

	if (offset != TR_TS_CONTROL || !d->ts_modes)
		return 0;
	if (d->type == TR_COMP_ENCODER)
		fields |= TS(RUN_IN_DEBUG) | TS(ENABLE);
	if (d->ts_own_reset)
		fields |= TS(ACTIVE);
	mode = legal_mode(comp, (u32)TS_GET(MODE, value));
	/* RESET is an action, and not stored; wrote() sees it */
	return (value & (fields | TS(RESET))) |
	       (d->ts_own_reset ? 0 : TS(ACTIVE)) |
	       (u32)FIELD_SET(TR_TS_CONTROL, MODE, mode) |
	       (u32)FIELD_SET(TR_TS_CONTROL, WIDTH, d->ts_width);
}

static u64 clock_of(const struct hw_comp *comp, u32 control)
{
	return TS_GET(MODE, control) == TR_TS_INTERNAL_CORE ?
		       comp->te.core_clock :
		       comp->hw->clock;
}

static bool counts(u32 control)
{
	u32 mode = (u32)TS_GET(MODE, control);

	return control & TS(ACTIVE) && control & TS(COUNT) &&
	       (mode == TR_TS_INTERNAL_SYSTEM || mode == TR_TS_INTERNAL_CORE);
}

bool hw_ts_counts(const struct hw_comp *comp)
{
	return comp->active && comp->design.ts_modes &&
	       counts(comp->word[TR_TS_CONTROL / 4]);
}

static u64 counter(const struct hw_comp *comp, u32 control)
{
	u64 count = comp->ts.count;

	if (counts(control))
		count += (clock_of(comp, control) - comp->ts.since) >>
			 2 * TS_GET(PRESCALE, control);
	return count & bits_low64(comp->design.ts_width);
}

void hw_ts_wrote(struct hw_comp *comp, unsigned int offset, u32 was)
{
	u32 *control = &comp->word[TR_TS_CONTROL / 4];

	if (offset != TR_TS_CONTROL)
		return;
	comp->ts.count = counter(comp, was);
	if (*control & TS(RESET) || !(*control & TS(ACTIVE)))
		comp->ts.count = 0;
	comp->ts.since = clock_of(comp, *control);
	*control &= ~TS(RESET);
}

void hw_ts_reset(struct hw_comp *comp)
{
	u32 *control = &comp->word[TR_TS_CONTROL / 4];

	/* Only this bit of the unit has a defined value. */
	if (comp->design.ts_own_reset)
		*control &= ~TS(ACTIVE);
	*control &= ~TS(RESET);
	comp->ts.count = 0;
	comp->ts.since = clock_of(comp, *control);
}

/* A shared unit: that of the next component on the way that has one. */
u64 hw_ts_value(const struct hw_comp *comp)
{
	u32 control = comp->word[TR_TS_CONTROL / 4];

	if (!comp->active || !comp->design.ts_modes || !(control & TS(ACTIVE)))
		return 0;
	if (TS_GET(MODE, control) != TR_TS_SHARED)
		return counter(comp, control);
	if (!comp->design.num_outputs)
		return 0;
	return hw_ts_value(&comp->hw->comp[comp->design.output[0].comp]) &
	       bits_low64(comp->design.ts_width);
}

bool hw_ts_read(const struct hw_comp *comp, unsigned int offset, u32 *value)
{
	if (offset == TR_TS_COUNTER_LOW)
		*value = (u32)hw_ts_value(comp);
	else if (offset == TR_TS_COUNTER_HIGH)
		*value = (u32)(hw_ts_value(comp) >> 32);
	else
		return false;
	return true;
}
