// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * CoreSight components behind ATB bridges: funnels, replicators, and trace memory
 * controllers as FIFO (ETF) and as bus master (ETR), whose formatter packs messages with their ATB
 * IDs into frames. word[] has their own registers, at their own places. They have no
 * reset but that of their power, and are locked until software unlocks them.
 */
#include <string.h>

#include <hart/coresight_regs.h>

#include "hw_internal.h"

#define FRAME 16u
#define HOLD_MASK (15u << CS_FUNNEL_HOLD_LSB)

static u32 word(const struct hw_comp *comp, unsigned int offset)
{
	return comp->word[offset / 4];
}

static u64 word64(const struct hw_comp *comp, unsigned int low,
		  unsigned int high)
{
	return (u64)word(comp, high) << 32 | word(comp, low);
}

/* @return true if a store reaches the registers */
static bool unlocked(struct hw_comp *comp, unsigned int offset, u32 value)
{
	if (offset == CS_LOCK_ACCESS)
		comp->cs.unlocked = value == CS_UNLOCK;
	return comp->cs.unlocked;
}

static void awake(struct hw_comp *comp)
{
	memset(comp->word, 0, sizeof(comp->word));
	memset(&comp->cs, 0, sizeof(comp->cs));
	comp->active = true;
}

/* --- funnel ------------------------------------------------------------------ */

static u32 funnel_read(const struct hw_comp *comp, unsigned int offset)
{
	switch (offset) {
	case CS_FUNNEL_CONTROL:
		return word(comp, CS_FUNNEL_CONTROL);
	case CS_DEVICE_ID:
		return comp->design.inputs;
	default:
		return 0;
	}
}

/* Each input has a bit; without a set bit the funnel is off. */
static unsigned int funnel_stored(struct hw_comp *comp, unsigned int offset,
				  u32 *value)
{
	u32 ports = *value & (u32)bits_low64(comp->design.inputs);

	if (!unlocked(comp, offset, *value) || offset != CS_FUNNEL_CONTROL)
		return HW_NOWHERE;
	comp->word[CS_FUNNEL_CONTROL / 4] = (*value & HOLD_MASK) | ports;
	comp->word[TR_FUNNEL_DIS_INPUT / 4] = ~ports;
	hw_enable(comp, ports);
	return HW_NOWHERE;
}

static void funnel_reset(struct hw_comp *comp)
{
	awake(comp);
	comp->word[CS_FUNNEL_CONTROL / 4] = CS_FUNNEL_HOLD_RESET
					    << CS_FUNNEL_HOLD_LSB;
}

const struct hw_front hw_cs_funnel_front = {
	.read = funnel_read,
	.stored = funnel_stored,
	.reset = funnel_reset,
	.polls = CS_FUNNEL_CONTROL,
};

/* --- replicator -------------------------------------------------------------- */

static u32 replicator_read(const struct hw_comp *comp, unsigned int offset)
{
	if (offset < CS_REPLICATOR_FILTER(CS_REPLICATOR_OUTPUTS))
		return word(comp, offset);
	return offset == CS_DEVICE_ID ? CS_REPLICATOR_OUTPUTS : 0;
}

/* An output is open for all IDs, or for none. */
static unsigned int replicator_stored(struct hw_comp *comp, unsigned int offset,
				      u32 *value)
{
	u32 ids = CS_FILTER_ALL & ~CS_FILTER_RESERVED, n;

	if (!unlocked(comp, offset, *value) ||
	    offset >= CS_REPLICATOR_FILTER(CS_REPLICATOR_OUTPUTS))
		return HW_NOWHERE;
	comp->word[offset / 4] = *value & CS_FILTER_ALL;
	comp->cs.closed = 0;
	for (n = 0; n < CS_REPLICATOR_OUTPUTS; n++)
		if (word(comp, CS_REPLICATOR_FILTER(n)) & ids)
			comp->cs.closed |= 1u << n;
	hw_enable(comp, comp->cs.closed != bits_low64(CS_REPLICATOR_OUTPUTS));
	return HW_NOWHERE;
}

const struct hw_front hw_cs_replicator_front = {
	.read = replicator_read,
	.stored = replicator_stored,
	.reset = awake,
	.polls = CS_REPLICATOR_FILTER(0),
};

/* --- registers of a TMC ------------------------------------------------------ */

static bool is_etr(const struct hw_comp *comp)
{
	return comp->design.coresight == HW_CS_ETR;
}

static bool is_ready(const struct hw_comp *comp)
{
	return !comp->enable && hw_empty(comp);
}

static u32 tmc_read(const struct hw_comp *comp, unsigned int offset)
{
	switch (offset) {
	case CS_TMC_STATUS:
		return (is_ready(comp) ? CS_STATUS_READY : 0) |
		       (word(comp, CS_TMC_STATUS) & CS_STATUS_FULL);
	case CS_DEVICE_ID:
		return (is_etr(comp) ? CS_TMC_ROUTER : CS_TMC_STORE) << 6;
	case CS_LOCK_ACCESS:
		return 0;
	default:
		return word(comp, offset);
	}
}

/* Bits that exist in a register. */
static u32 tmc_bits(const struct hw_comp *comp, unsigned int offset)
{
	switch (offset) {
	case CS_TMC_FORMAT_CONTROL:
		return 0x7133; /* a flush ends at once, and so does its bit 0 */
	case CS_TMC_MODE:
		return CS_MODE_MASK;
	case CS_TMC_STATUS:
		return CS_STATUS_FULL;
	case CS_TMC_WRITE_LOW:
		return ~(FRAME - 1);
	case CS_TMC_SIZE:
		return is_etr(comp) ? 0x7fffffff : 0;
	case CS_TMC_AXI_CONTROL:
		return is_etr(comp) ? 0xfbf : 0;
	case CS_TMC_BASE_LOW:
		return is_etr(comp) ? ~3u : 0;
	case CS_TMC_BASE_HIGH:
	case CS_TMC_WRITE_HIGH:
		return is_etr(comp) ? 0xff : 0;
	default:
		return 0;
	}
}

/* A capture that ends without a flush may leave an incomplete frame. */
static void capture(struct hw_comp *comp, bool on)
{
	comp->word[CS_TMC_CONTROL / 4] = on;
	if (!on && comp->enable)
		comp->cs.used = comp->cs.holds = 0;
	if (on && word(comp, CS_TMC_FORMAT_CONTROL) & CS_FORMAT_STOP)
		return;
	if (on && !comp->enable)
		comp->cs.id = 0;
	hw_enable(comp, on);
}

static void stop_after_flush(struct hw_comp *comp, u32 value)
{
	u32 both = CS_FORMAT_STOP | CS_FORMAT_FLUSH;

	if ((value & both) == both && comp->enable)
		hw_enable(comp, false);
}

static unsigned int tmc_stored(struct hw_comp *comp, unsigned int offset,
			       u32 *value)
{
	u32 bits = tmc_bits(comp, offset);

	if (!unlocked(comp, offset, *value))
		return HW_NOWHERE;
	if (offset == CS_TMC_CONTROL) {
		capture(comp, *value & CS_CAPTURE);
		return HW_NOWHERE;
	}
	if (offset != CS_TMC_FORMAT_CONTROL &&
	    (word(comp, CS_TMC_CONTROL) || !is_ready(comp)) &&
	    !comp->design.unlocked)
		return HW_NOWHERE;
	comp->word[offset / 4] = (word(comp, offset) & ~bits) | (*value & bits);
	if (offset == CS_TMC_FORMAT_CONTROL)
		stop_after_flush(comp, *value);
	return HW_NOWHERE;
}

/* A random address, size and mode, perhaps with a table. */
static void tmc_reset(struct hw_comp *comp)
{
	static const u16 undefined[] = { CS_TMC_SIZE,	     CS_TMC_MODE,
					 CS_TMC_AXI_CONTROL, CS_TMC_BASE_LOW,
					 CS_TMC_BASE_HIGH,   CS_TMC_WRITE_LOW };
	unsigned int i;

	awake(comp);
	for (i = 0; i < array_size(undefined) && !comp->design.quiet; i++)
		comp->word[undefined[i] / 4] = (u32)hw_noise(comp->hw) &
					       tmc_bits(comp, undefined[i]);
	if (!is_etr(comp))
		comp->word[CS_TMC_SIZE / 4] = comp->design.fifo / 4;
}

const struct hw_front hw_cs_tmc_front = {
	.read = tmc_read,
	.stored = tmc_stored,
	.reset = tmc_reset,
	.polls = CS_TMC_STATUS,
};

/* --- frames ------------------------------------------------------------------ */

static void store_frame(struct hw_comp *comp)
{
	u64 base = word64(comp, CS_TMC_BASE_LOW, CS_TMC_BASE_HIGH);
	u64 at = word64(comp, CS_TMC_WRITE_LOW, CS_TMC_WRITE_HIGH);

	comp->cs.used = 0;
	if (word(comp, CS_TMC_MODE) == CS_MODE_CIRCULAR &&
	    !(word(comp, CS_TMC_AXI_CONTROL) & CS_AXI_SCATTER))
		hw_store_smem(comp, at, comp->cs.frame, FRAME);
	at += FRAME;
	if (at >= base + 4ull * word(comp, CS_TMC_SIZE)) {
		at = base;
		comp->word[CS_TMC_STATUS / 4] |= CS_STATUS_FULL;
	}
	comp->word[CS_TMC_WRITE_LOW / 4] = (u32)at;
	comp->word[CS_TMC_WRITE_HIGH / 4] = (u32)(at >> 32);
	memset(comp->cs.frame, 0, FRAME);
}

/* The last byte of a frame has a bit for each byte at an even place. */
static void put(struct hw_comp *comp, u8 byte, bool last)
{
	struct hw_cs *cs = &comp->cs;

	if (!(cs->used & 1))
		cs->frame[FRAME - 1] |= (u8)(last << cs->used / 2);
	cs->frame[cs->used++] = byte;
	if (cs->used == FRAME - 1)
		store_frame(comp);
}

static void put_id(struct hw_comp *comp, u8 id, bool later)
{
	comp->cs.id = id;
	put(comp, (u8)(id << 1 | 1), later);
}

/* A byte at an even place waits until the ID of the next byte is known. */
static void format(struct hw_comp *comp, u8 byte, u8 id)
{
	struct hw_cs *cs = &comp->cs;

	if (cs->holds) {
		cs->holds = false;
		if (id == cs->id) {
			put(comp, cs->held & 0xfe, cs->held & 1);
			put(comp, byte, false);
			return;
		}
		put_id(comp, id, true);
		put(comp, cs->held, false);
	}
	if (id != cs->id)
		put_id(comp, id, false);
	if (cs->used & 1)
		put(comp, byte, false);
	else if (cs->used == FRAME - 2)
		put(comp, byte & 0xfe, byte & 1);
	else
		cs->holds = true;
	cs->held = byte;
}

/* --- ETR --------------------------------------------------------------------- */

static u32 etr_legal(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	(void)comp;
	(void)offset;
	return value;
}

static u32 etr_legal_control(const struct hw_comp *comp, u32 value)
{
	(void)comp;
	return value;
}

static void etr_take(struct hw_comp *comp, unsigned int input,
		     const u8 *message, size_t bytes)
{
	size_t i;

	(void)input;
	for (i = 0; i < bytes; i++)
		format(comp, message[i], comp->hw->id);
}

/* The rest of a frame belongs to no ID. */
static void etr_flush(struct hw_comp *comp)
{
	while (comp->cs.used || comp->cs.holds)
		format(comp, 0, 0);
}

const struct hw_type hw_etr_type = {
	.legal = etr_legal,
	.legal_control = etr_legal_control,
	.flush = etr_flush,
	.take = etr_take,
};
