// SPDX-License-Identifier: GPL-2.0-or-later
/* Funnels. */
#include <string.h>

#include "hw_internal.h"

static u32 funnel_legal(const struct hw_comp *comp, unsigned int offset,
			u32 value)
{
	switch (offset) {
	case TR_FUNNEL_IMPL:
		return hw_impl(comp);
	case TR_FUNNEL_DIS_INPUT:
		return value & (u32)bits_low64(comp->design.inputs);
	default:
		return hw_ts_legal(comp, offset, value);
	}
}

static u32 funnel_legal_control(const struct hw_comp *comp, u32 value)
{
	(void)comp;
	(void)value;
	return 0;
}

static bool disabled(const struct hw_comp *comp, unsigned int input)
{
	return comp->word[TR_FUNNEL_DIS_INPUT / 4] >> input & 1;
}

static bool funnel_busy(const struct hw_comp *comp)
{
	return comp->used;
}

static bool funnel_room(const struct hw_comp *comp, unsigned int input,
			size_t bytes)
{
	return disabled(comp, input) || comp->used + bytes <= comp->design.fifo;
}

static void funnel_take(struct hw_comp *comp, unsigned int input,
			const u8 *message, size_t bytes)
{
	if (disabled(comp, input))
		return;
	memcpy(comp->fifo + comp->used, message, bytes);
	comp->ids[comp->used] = comp->hw->id;
	comp->used += bytes;
}

static void funnel_sent(struct hw_comp *comp, size_t bytes)
{
	comp->used -= bytes;
	memmove(comp->fifo, comp->fifo + bytes, comp->used);
	memmove(comp->ids, comp->ids + bytes, comp->used);
}

const struct hw_type hw_funnel_type = {
	.legal = funnel_legal,
	.legal_control = funnel_legal_control,
	.read = hw_ts_read,
	.wrote = hw_ts_wrote,
	.reset = hw_ts_reset,
	.busy = funnel_busy,
	.room = funnel_room,
	.take = funnel_take,
	.sent = funnel_sent,
};
