// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Common to all components: windows, reset, tr??Control, and noise in most
 * registers until software has written them.
 */
#include <stdlib.h>
#include <string.h>

#include <hart/coresight_regs.h>

#include "hw_internal.h"

/* Time of an access to a register. */
#define ACCESS_CYCLES 16
/* Counters of time are updated at this distance. */
#define PUBLISH_CYCLES 256

#define CONTROL(name) ((u32)FIELD_MASK(TR_CONTROL, name))

u64 hw_noise(struct hw *hw)
{
	hw->noise ^= hw->noise << 13;
	hw->noise ^= hw->noise >> 7;
	hw->noise ^= hw->noise << 17;
	return hw->noise;
}

/* --- values for software -------------------------------------------------- */

u32 hw_impl(const struct hw_comp *comp)
{
	const struct hw_design *d = &comp->design;

	return (u32)(FIELD_SET(TR_IMPL, VER_MAJOR, d->ver_major) |
		     FIELD_SET(TR_IMPL, VER_MINOR, d->ver_minor) |
		     FIELD_SET(TR_IMPL, COMP_TYPE, d->says_type));
}

static u32 wired(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	const struct hw_fixed *fixed = comp->design.fixed;
	unsigned int i;

	for (i = 0; i < comp->design.num_fixed; i++)
		if (fixed[i].offset == offset)
			value = (value & ~fixed[i].mask) |
				(fixed[i].value & fixed[i].mask);
	return value;
}

static u32 legal(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	return wired(comp, offset, comp->type->legal(comp, offset, value));
}

static u32 legal_control(const struct hw_comp *comp, u32 value)
{
	return wired(comp, TR_CONTROL, comp->type->legal_control(comp, value)) &
	       ~(CONTROL(ACTIVE) | CONTROL(ENABLE) | CONTROL(EMPTY));
}

bool hw_empty(const struct hw_comp *comp)
{
	return !comp->stuck && !comp->flushing &&
	       !(comp->type->busy && comp->type->busy(comp));
}

/* Wrong bits of the next reading. */
static u32 lie(const struct hw_comp *comp, unsigned int offset)
{
	return comp->lie ^
	       (comp->lies && offset == TR_CONTROL ? CONTROL(EMPTY) : 0);
}

u32 hw_read(const struct hw_comp *comp, unsigned int offset)
{
	u32 value = comp->word[offset / 4];

	if (offset == TR_CONTROL)
		return (comp->control | comp->active |
			(comp->enable ? CONTROL(ENABLE) : 0) |
			(hw_empty(comp) ? CONTROL(EMPTY) : 0)) ^
		       lie(comp, offset);
	if (comp->active && comp->type->read)
		comp->type->read(comp, offset, &value);
	return wired(comp, offset, value) ^ lie(comp, offset);
}

static void publish(const struct hw_comp *comp, unsigned int offset)
{
	u32 value = comp->front ? comp->front->read(comp, offset) :
				  hw_read(comp, offset);
	unsigned int i;

	for (i = 0; i < 4; i++)
		comp->window[offset + i] = (u8)(value >> 8 * i);
}

static void publish_all(const struct hw_comp *comp)
{
	unsigned int offset;

	for (offset = 0; offset < TR_WINDOW_SIZE; offset += 4)
		publish(comp, offset);
}

/* Publish the registers that change without an access. */
static void publish_moving(struct hw *hw)
{
	static const u16 moving[] = {
		TR_CONTROL,
		TR_RAM_WP_LOW,
		TR_RAM_WP_HIGH,
		TR_RAM_RP_LOW,
		TR_RAM_RP_HIGH,
		TR_RAM_DATA,
		TR_TS_COUNTER_LOW,
		TR_TS_COUNTER_HIGH,
		HW_TRIG_FIRED,
		/* version 0 has its pointer and its time there */
		TR_RAM_LIMIT_HIGH,
		TR_TS_CONTROL + 4,
		/* CoreSight has its state there */
		CS_TMC_STATUS,
		CS_TMC_WRITE_HIGH,
	};
	unsigned int i, j;

	hw->published = hw->clock;
	for (i = 0; i < hw->num; i++)
		for (j = 0; hw->comp[i].active && j < array_size(moving); j++)
			publish(&hw->comp[i], moving[j]);
}

static void publish_counters(struct hw *hw)
{
	unsigned int i;

	hw->published = hw->clock;
	for (i = 0; i < hw->num; i++) {
		if (!hw->comp[i].design.ts_modes)
			continue;
		publish(&hw->comp[i], TR_TS_COUNTER_LOW);
		publish(&hw->comp[i], TR_TS_COUNTER_HIGH);
	}
}

/* --- reset ------------------------------------------------------------------ */

static u32 undefined(struct hw_comp *comp)
{
	return comp->design.quiet ? 0 : (u32)hw_noise(comp->hw);
}

/* Undefined registers read as noise; in reset, all registers but
 * tr??Control. */
static void turned(struct hw_comp *comp, bool active)
{
	unsigned int offset;

	comp->active = active;
	comp->turning = comp->flushing = comp->stuck = false;
	comp->late = 0;
	comp->enable = false;
	memset(comp->word, 0, sizeof(comp->word));
	comp->control = 0;
	comp->used = 0;
	for (offset = 4; offset < TR_WINDOW_SIZE; offset += 4)
		comp->word[offset / 4] =
			comp->active ? legal(comp, offset, undefined(comp)) :
				       (u32)hw_noise(comp->hw);
	comp->control = legal_control(comp, undefined(comp));
	if (comp->type->reset)
		comp->type->reset(comp);
	if (comp->front)
		comp->front->reset(comp);
	publish_all(comp);
}

void hw_power_up(struct hw_comp *comp)
{
	turned(comp, false);
}

static void turn(struct hw_comp *comp, bool active)
{
	comp->turning = active != comp->active;
	comp->polls = comp->design.slow;
	if (comp->design.stuck & HW_STUCK_ACTIVE)
		comp->polls = 0;
	else if (comp->turning && !comp->polls)
		turned(comp, active);
}

/* --- tr??Control ------------------------------------------------------------ */

static void flush(struct hw_comp *comp)
{
	if (!comp->flushing || comp->draining)
		return;
	comp->flushing = false;
	if (comp->type->flush)
		comp->type->flush(comp);
}

void hw_enable(struct hw_comp *comp, bool enable)
{
	if (enable == comp->enable || comp->design.stuck & HW_STUCK_ENABLE)
		return;
	comp->enable = enable;
	comp->stuck = comp->design.stuck & HW_STUCK_EMPTY;
	comp->draining = comp->design.drain;
	comp->flushing = !enable;
	flush(comp);
}

static void want(struct hw_comp *comp, bool enable)
{
	comp->wanted = enable;
	comp->late = comp->design.late;
	if (!comp->late)
		hw_enable(comp, enable);
}

static void control(struct hw_comp *comp, u32 value)
{
	bool active = value & CONTROL(ACTIVE);
	u32 fields = legal_control(comp, value);

	if (!comp->active || comp->turning || !active) {
		turn(comp, active);
	} else if (comp->type->control) {
		comp->type->control(comp, value, fields);
	} else {
		comp->control = fields;
		want(comp, value & CONTROL(ENABLE));
	}
}

/* Software polls: each poll brings slow actions nearer to their end. */
static void polled(struct hw_comp *comp)
{
	if (comp->turning && comp->polls && !--comp->polls)
		turned(comp, !comp->active);
	if (comp->late && !--comp->late)
		hw_enable(comp, comp->wanted);
	if (comp->flushing && comp->draining)
		comp->draining--;
	flush(comp);
}

/* One reading in `spurious` is wrong, and never two in a row. */
static void lie_next(struct hw_comp *comp)
{
	const struct hw_design *d = &comp->design;
	bool lied = comp->lies || comp->lie;

	if (!d->noise && !d->spurious)
		return;
	comp->lies = !lied && d->noise && !(hw_noise(comp->hw) % d->noise);
	comp->lie = !lied && d->spurious &&
				    !(hw_noise(comp->hw) % d->spurious) ?
			    (u32)hw_noise(comp->hw) :
			    0;
	publish_all(comp);
}

static void land(struct hw *hw)
{
	unsigned int i;

	for (i = 0; i < hw->num; i++) {
		struct hw_comp *comp = &hw->comp[i];

		if (comp->queued && !--comp->due)
			comp->type->land(comp);
	}
}

/* --- accesses --------------------------------------------------------------- */

static struct hw_comp *find(const struct hw *hw, u64 address)
{
	u64 base = address - address % TR_WINDOW_SIZE;
	unsigned int i;

	if (address < hw->first || address >= hw->end)
		return NULL;
	for (i = 0; i < hw->num; i++)
		if (hw->comp[i].design.base == base)
			return (struct hw_comp *)&hw->comp[i];
	return NULL;
}

bool hw_decodes(const struct hw *hw, u64 address)
{
	return find(hw, address);
}

static void passed(struct hw *hw)
{
	hw_advance(hw, ACCESS_CYCLES);
	land(hw);
	publish_moving(hw);
}

static void stored(struct hw_comp *comp, unsigned int offset, u32 value)
{
	u32 was = comp->word[offset / 4];

	if (offset == TR_CONTROL) {
		control(comp, value);
	} else if (comp->active) {
		comp->word[offset / 4] = legal(comp, offset, value);
		if (comp->type->wrote)
			comp->type->wrote(comp, offset, was);
	}
}

void hw_stored(struct hw *hw, u64 address, unsigned int size, u32 value)
{
	struct hw_comp *comp = find(hw, address);
	unsigned int offset = address % TR_WINDOW_SIZE;

	if (size != 4 || offset % 4) {
		publish_all(comp);
		return;
	}
	if (comp->front)
		offset = comp->front->stored(comp, offset, &value);
	if (offset != HW_NOWHERE)
		stored(comp, offset, value);
	publish_all(comp);
	passed(hw);
}

void hw_loaded(struct hw *hw, u64 address, unsigned int size)
{
	struct hw_comp *comp = find(hw, address);
	unsigned int offset = address % TR_WINDOW_SIZE;

	if (size != 4 || offset % 4)
		return;
	if (offset == (comp->front ? comp->front->polls : TR_CONTROL))
		polled(comp);
	else if (comp->active && comp->type->loaded && !comp->front)
		comp->type->loaded(comp, offset);
	lie_next(comp);
	passed(hw);
}

bool hw_idle(const struct hw *hw)
{
	const struct hw_comp *comp;

	for (comp = hw->comp; comp < hw->comp + hw->num; comp++)
		if (comp->te.live || comp->used || comp->queued ||
		    (comp->enable && comp->design.type == TR_COMP_ENCODER) ||
		    hw_ts_counts(comp))
			return false;
	return true;
}

void hw_settle(struct hw *hw, bool moved)
{
	if (moved)
		publish_moving(hw);
	else if (hw->clock - hw->published >= PUBLISH_CYCLES)
		publish_counters(hw);
}
