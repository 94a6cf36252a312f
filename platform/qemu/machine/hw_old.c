// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Registers from before the standard (version 0), as those of HiFive Premier
 * P550 are described in public: of an encoder, and of a funnel that ends in a
 * bus master. Inside they are an encoder and a RAM sink as all others.
 */
#include "hw_internal.h"

enum {
	OLD_CONTROL = 0x00,
	OLD_IMPL = 0x04,
	OLD_BASE = 0x10,
	OLD_BASE_HIGH = 0x14,
	OLD_LIMIT = 0x18,
	OLD_WP = 0x1c,
	OLD_TS_CONTROL = 0x40,
	OLD_TS_LOW = 0x44,
	OLD_TS_HIGH = 0x48,
};

/* Bits of control registers at the same place as in TCI. */
#define SAME_ENCODER 0x0000a07fu
#define SAME_FUNNEL 0x0000000bu
#define LOST 0x00001000u
#define OLD_STOP 0x00004000u
#define BTMS_LSB 16u
#define BTMS_OFF 15u
#define BTMS_MAX 11u
/* Fixed fields: I-CNT of 1024 bytes, the format, and the sinks. */
#define ENCODER_WIRED 0x81a00000u
#define FUNNEL_WIRED 0x70000000u
#define TIME_SLAVE 0x28000040u
#define TIME_BUS 0x28000020u

#define TE(name, value) ((u32)FIELD_SET(TR_TE_CONTROL, name, value))

static bool is_encoder(const struct hw_comp *comp)
{
	return comp->design.type == TR_COMP_ENCODER;
}

/* --- what software reads ---------------------------------------------------- */

static u32 source(const struct hw_comp *comp)
{
	return comp->design.hart & 3;
}

static u32 old_impl(const struct hw_comp *comp)
{
	u32 width = comp->design.width, log = 0;

	if (is_encoder(comp))
		return 0x02000100 | source(comp) << 20 |
		       (u32)comp->design.hart << 28;
	while (width > 4u << log)
		log++;
	return 0x80 | log << 16;
}

static u32 old_control(const struct hw_comp *comp)
{
	u32 now = hw_read(comp, TR_CONTROL), btms = BTMS_OFF;

	if (!comp->active)
		return now & 1;
	if (!is_encoder(comp))
		return (now & SAME_FUNNEL) | FUNNEL_WIRED |
		       (FIELD_GET(TR_RAM_CONTROL, STOP_ON_WRAP, now) ?
				OLD_STOP :
				0);
	if (FIELD_GET(TR_TE_CONTROL, INST_SYNC_MODE, now) == 1)
		btms = (u32)FIELD_GET(TR_TE_CONTROL, INST_SYNC_MAX, now) - 1;
	return (now & (SAME_ENCODER | LOST)) | ENCODER_WIRED | btms << BTMS_LSB;
}

static u32 old_encoder_word(const struct hw_comp *comp, unsigned int offset)
{
	switch (offset) {
	case OLD_TS_CONTROL:
		return (hw_read(comp, TR_TS_CONTROL) & 0x8001) | TIME_SLAVE |
		       comp->old_time;
	case OLD_TS_LOW:
		return hw_read(comp, TR_TS_COUNTER_LOW);
	case OLD_TS_HIGH:
		return hw_read(comp, TR_TS_COUNTER_HIGH) & 0xff;
	default:
		return 0;
	}
}

static u32 old_funnel_word(const struct hw_comp *comp, unsigned int offset)
{
	switch (offset) {
	case OLD_BASE:
		return hw_read(comp, TR_RAM_START_LOW);
	case OLD_BASE_HIGH:
		return hw_read(comp, TR_RAM_START_HIGH);
	case OLD_LIMIT:
		return hw_read(comp, TR_RAM_LIMIT_LOW);
	case OLD_WP:
		return hw_read(comp, TR_RAM_WP_LOW);
	case OLD_TS_CONTROL:
		return comp->old_time | TIME_BUS;
	default:
		return 0;
	}
}

static u32 old_read(const struct hw_comp *comp, unsigned int offset)
{
	if (offset == OLD_CONTROL)
		return old_control(comp);
	if (!comp->active)
		return comp->word[offset / 4];
	if (offset == OLD_IMPL)
		return old_impl(comp);
	return is_encoder(comp) ? old_encoder_word(comp, offset) :
				  old_funnel_word(comp, offset);
}

/* --- values from software ------------------------------------------------- */

static u32 encoder_control(u32 value)
{
	u32 btms = value >> BTMS_LSB & 15;

	/* Inside, a 1 clears it. */
	value = (value & SAME_ENCODER) | (~value & LOST) | TE(FORMAT, 1) |
		(btms <= BTMS_MAX ?
			 TE(INST_SYNC_MODE, 1) | TE(INST_SYNC_MAX, btms + 1) :
			 0);
	return value;
}

static u32 funnel_control(u32 value)
{
	return (value & 3) | (u32)FIELD_SET(TR_RAM_CONTROL, MODE, 1) |
	       (u32)FIELD_SET(TR_RAM_CONTROL, STOP_ON_WRAP,
			      !!(value & OLD_STOP));
}

/* One register holds the high half of all addresses. */
static void base_high(struct hw_comp *comp, u32 value)
{
	static const u16 others[] = { TR_RAM_LIMIT_HIGH, TR_RAM_WP_HIGH };
	unsigned int i;

	for (i = 0; i < array_size(others); i++)
		comp->word[others[i] / 4] =
			comp->type->legal(comp, others[i], value);
}

static unsigned int funnel_place(struct hw_comp *comp, unsigned int offset,
				 u32 value)
{
	switch (offset) {
	case OLD_BASE:
		return TR_RAM_START_LOW;
	case OLD_BASE_HIGH:
		base_high(comp, value);
		return TR_RAM_START_HIGH;
	case OLD_LIMIT:
		return TR_RAM_LIMIT_LOW;
	case OLD_WP:
		return TR_RAM_WP_LOW;
	case OLD_TS_CONTROL:
		comp->old_time = value & 1 ? value & 0x303 : 0;
		return HW_NOWHERE;
	default:
		return HW_NOWHERE;
	}
}

static unsigned int old_stored(struct hw_comp *comp, unsigned int offset,
			       u32 *value)
{
	if (offset == OLD_CONTROL) {
		if (comp->active && *value & 1)
			*value = is_encoder(comp) ? encoder_control(*value) :
						    funnel_control(*value);
		return TR_CONTROL;
	}
	if (!comp->active)
		return HW_NOWHERE;
	if (!is_encoder(comp))
		return funnel_place(comp, offset, *value);
	if (offset != OLD_TS_CONTROL)
		return HW_NOWHERE;
	comp->old_time = *value & 1 ? *value & 0xf0000 : 0;
	*value = (*value & 0x8001) |
		 (u32)FIELD_SET(TR_TS_CONTROL, MODE, TR_TS_SHARED);
	return TR_TS_CONTROL;
}

/* Source IDs are fixed, and version 0 has no other field of TCI's features. */
static void old_reset(struct hw_comp *comp)
{
	comp->old_time = 0;
	if (!comp->active)
		return;
	if (is_encoder(comp))
		comp->word[TR_TE_INST_FEATURES / 4] =
			(u32)(FIELD_SET(TR_TE_INST_FEATURES, SRC_BITS, 2) |
			      FIELD_SET(TR_TE_INST_FEATURES, SRC_ID,
					source(comp)));
	comp->control = is_encoder(comp) ?
				encoder_control(LOST | 3 << BTMS_LSB) :
				funnel_control(0);
	comp->control &= ~LOST;
}

const struct hw_front hw_old_front = {
	.read = old_read,
	.stored = old_stored,
	.reset = old_reset,
};
