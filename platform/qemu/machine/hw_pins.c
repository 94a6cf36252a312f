// SPDX-License-Identifier: GPL-2.0-or-later
/* PIB sinks and ATB bridges: their registers. The model has no output of
 * bridges, and ignores where they lead. */
#include "hw_internal.h"

/* trPibMode 8 to 12 have a clock, and only these use trPibClkCenter. */
#define PIB_MODES_PARALLEL 0x1f00u
#define PIB(name) ((u32)FIELD_MASK(TR_PIB_CONTROL, name))

static u32 pib_legal(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	(void)value;
	return offset == TR_PIB_IMPL ? hw_impl(comp) : 0;
}

static u32 pib_legal_control(const struct hw_comp *comp, u32 value)
{
	u32 mode = (u32)FIELD_GET(TR_PIB_CONTROL, MODE, value);
	u32 fields = PIB(CALIBRATE) | PIB(ASYNC_FREQ) | PIB(DIVIDER);

	if (!(comp->design.pib_modes >> mode & 1))
		mode = 0;
	if (PIB_MODES_PARALLEL >> mode & 1)
		fields |= PIB(CLK_CENTER);
	return (value & fields) | (u32)FIELD_SET(TR_PIB_CONTROL, MODE, mode);
}

/* Every cable can carry the slowest rate. */
static void pib_reset(struct hw_comp *comp)
{
	comp->control |= PIB(DIVIDER);
}

/* Disabled pins take nothing, and calibration ignores the input. */
static bool pib_room(const struct hw_comp *comp, unsigned int input,
		     size_t bytes)
{
	(void)input;
	(void)bytes;
	return FIELD_GET(TR_PIB_CONTROL, MODE, comp->control) &&
	       !(comp->control & PIB(CALIBRATE));
}

static void swallow(struct hw_comp *comp, unsigned int input, const u8 *message,
		    size_t bytes)
{
	(void)comp;
	(void)input;
	(void)message;
	(void)bytes;
}

const struct hw_type hw_pib_type = {
	.legal = pib_legal,
	.legal_control = pib_legal_control,
	.reset = pib_reset,
	.room = pib_room,
	.take = swallow,
};

static u32 atb_legal(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	if (offset != TR_ATB_BRIDGE_IMPL)
		return 0;
	return hw_impl(comp) |
	       (value & (u32)FIELD_MASK(TR_ATB_BRIDGE_IMPL, ASYNC_FREQ));
}

static u32 atb_legal_control(const struct hw_comp *comp, u32 value)
{
	(void)comp;
	return value & (u32)FIELD_MASK(TR_ATB_BRIDGE_CONTROL, ID);
}

static bool atb_room(const struct hw_comp *comp, unsigned int input,
		     size_t bytes)
{
	(void)input;
	return hw_can_send(comp, bytes);
}

static void atb_take(struct hw_comp *comp, unsigned int input,
		     const u8 *message, size_t bytes)
{
	u8 id = comp->hw->id;

	(void)input;
	comp->hw->id = (u8)FIELD_GET(TR_ATB_BRIDGE_CONTROL, ID, comp->control);
	hw_send(comp, message, bytes);
	comp->hw->id = id;
}

const struct hw_type hw_atb_type = {
	.legal = atb_legal,
	.legal_control = atb_legal_control,
	.room = atb_room,
	.take = atb_take,
};
