// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * RAM sinks. word[] has the written addresses, in two halves. Their valid part
 * depends on the mode, and is computed at each use.
 */
#include <string.h>

#include <ntrace/msg.h>

#include "hw_internal.h"

#define RAM(name) ((u32)FIELD_MASK(TR_RAM_CONTROL, name))
#define WRAP ((u32)FIELD_MASK(TR_RAM_WP_LOW, WRAP))

static bool is_smem(const struct hw_comp *comp)
{
	return comp->control & RAM(MODE);
}

static unsigned int width(const struct hw_comp *comp)
{
	return is_smem(comp) ? comp->design.width : 4;
}

/* The address in a pair of registers, or the nearest legal one. */
static u64 address(const struct hw_comp *comp, unsigned int low_offset)
{
	u64 low = is_smem(comp) ? comp->design.smem_low : 0;
	u64 end = is_smem(comp) ? comp->design.smem_end :
				  comp->design.sram_size;
	u64 value = comp->word[low_offset / 4];

	if (is_smem(comp))
		value |= (u64)comp->word[low_offset / 4 + 1] << 32;
	value -= value % width(comp);
	if (low_offset == TR_RAM_START_LOW &&
	    (!is_smem(comp) || comp->design.smem_fixed))
		return low;
	if (value < low)
		return low;
	return value < end ? value : end - width(comp);
}

static void set_address(struct hw_comp *comp, unsigned int low_offset,
			u64 value)
{
	comp->word[low_offset / 4] = (u32)value;
	comp->word[low_offset / 4 + 1] = (u32)(value >> 32);
}

/* --- registers -------------------------------------------------------------- */

static bool ram_busy(const struct hw_comp *comp)
{
	return comp->ram.used || comp->queued;
}

/* Software cannot move pointers until all received data are written. */
static bool in_use(const struct hw_comp *comp)
{
	return comp->enable || comp->flushing || ram_busy(comp);
}

static u32 ram_legal(const struct hw_comp *comp, unsigned int offset, u32 value)
{
	switch (offset) {
	case TR_RAM_IMPL:
		return hw_impl(comp) |
		       (u32)FIELD_SET(TR_RAM_IMPL, HAS_SRAM,
				      comp->design.has_sram) |
		       (u32)FIELD_SET(TR_RAM_IMPL, HAS_SMEM,
				      comp->design.has_smem);
	case TR_RAM_START_LOW:
	case TR_RAM_START_HIGH:
	case TR_RAM_LIMIT_LOW:
	case TR_RAM_LIMIT_HIGH:
	case TR_RAM_WP_LOW:
	case TR_RAM_WP_HIGH:
	case TR_RAM_RP_LOW:
		return in_use(comp) && !comp->design.unlocked ?
			       comp->word[offset / 4] :
			       value;
	default:
		return 0;
	}
}

/* trRamMemFormat allows only plain bytes; N-Trace does not define
 * trRamAsyncFreq. */
static u32 ram_legal_control(const struct hw_comp *comp, u32 value)
{
	u32 mode = value & RAM(MODE);

	if (in_use(comp))
		mode = comp->control & RAM(MODE);
	if (!comp->design.has_sram)
		mode = RAM(MODE);
	if (!comp->design.has_smem)
		mode = 0;
	return mode | (value & (RAM(STOP_ON_WRAP) | RAM(ASYNC_FREQ)));
}

static u32 sram_word(const struct hw_comp *comp)
{
	const u8 *byte = comp->ram.sram + address(comp, TR_RAM_RP_LOW);

	return byte[0] | (u32)byte[1] << 8 | (u32)byte[2] << 16 |
	       (u32)byte[3] << 24;
}

static bool ram_read(const struct hw_comp *comp, unsigned int offset,
		     u32 *value)
{
	u64 wrap = comp->word[TR_RAM_WP_LOW / 4] & WRAP;

	switch (offset) {
	case TR_RAM_START_LOW:
	case TR_RAM_LIMIT_LOW:
		*value = (u32)address(comp, offset);
		return true;
	case TR_RAM_START_HIGH:
	case TR_RAM_LIMIT_HIGH:
	case TR_RAM_WP_HIGH:
		*value = (u32)(address(comp, offset - 4) >> 32);
		return true;
	case TR_RAM_WP_LOW:
		*value = (u32)(address(comp, offset) | wrap);
		return true;
	case TR_RAM_RP_LOW:
		*value = is_smem(comp) ? 0 : (u32)address(comp, offset);
		return true;
	case TR_RAM_DATA:
		*value = is_smem(comp) ? 0 : sram_word(comp);
		return true;
	default:
		return false;
	}
}

/* Each load of trRamData advances trRamRP, except while the sink records. */
static void ram_loaded(struct hw_comp *comp, unsigned int offset)
{
	u64 rp = address(comp, TR_RAM_RP_LOW);

	if (offset != TR_RAM_DATA || is_smem(comp) || in_use(comp))
		return;
	rp = rp == address(comp, TR_RAM_LIMIT_LOW) ?
		     address(comp, TR_RAM_START_LOW) :
		     rp + 4;
	comp->word[TR_RAM_RP_LOW / 4] = (u32)rp;
}

static void ram_wrote(struct hw_comp *comp, unsigned int offset, u32 was)
{
	(void)was;
	if (comp->design.limit_follows &&
	    (offset == TR_RAM_START_LOW || offset == TR_RAM_START_HIGH) &&
	    (!in_use(comp) || comp->design.unlocked))
		set_address(comp, TR_RAM_LIMIT_LOW, ~0ull);
}

static void ram_reset(struct hw_comp *comp)
{
	comp->ram.used = 0;
}

/* --- recording -------------------------------------------------------------- */

/* The hart's address of a unit; out of RAM if no window has it. */
static u64 on_bus(const struct hw_comp *comp, u64 to, u64 bytes)
{
	const struct hw_window *w = comp->design.window;
	unsigned int i;

	for (i = 0; i < comp->design.num_windows; i++)
		if (to - w[i].bus < w[i].size &&
		    bytes <= w[i].size - (to - w[i].bus))
			return to - w[i].bus + w[i].hart;
	return comp->design.num_windows ? ~0ull : to;
}

/*
 * Store as a bus master. Addresses outside of RAM ignore it; so do the windows,
 * as the model would not see the store.
 */
void hw_store_smem(struct hw_comp *comp, u64 to, const u8 *unit,
		   unsigned int bytes)
{
	struct hw *hw = comp->hw;

	to = on_bus(comp, to, bytes);
	if (to >= hw->base && to - hw->base + bytes <= hw->size &&
	    (to >= hw->end || to < hw->first))
		memcpy(hw->ram + (to - hw->base), unit, bytes);
}

static void ram_land(struct hw_comp *comp)
{
	unsigned int i;

	for (i = 0; i < comp->queued; i++)
		hw_store_smem(comp, comp->ram.queue[i].to,
			      comp->ram.queue[i].unit, comp->design.width);
	comp->queued = 0;
}

static void store_later(struct hw_comp *comp, u64 to, const u8 *unit,
			unsigned int bytes)
{
	if (comp->queued == HW_QUEUE)
		ram_land(comp);
	if (!comp->queued)
		comp->due = comp->design.land;
	comp->ram.queue[comp->queued].to = to;
	memcpy(comp->ram.queue[comp->queued++].unit, unit, bytes);
}

static void store(struct hw_comp *comp, u64 to, const u8 *unit,
		  unsigned int bytes)
{
	if (!is_smem(comp))
		memcpy(comp->ram.sram + to, unit, bytes);
	else if (comp->design.land)
		store_later(comp, to, unit, bytes);
	else
		hw_store_smem(comp, to, unit, bytes);
}

static void store_unit(struct hw_comp *comp)
{
	u64 wp = address(comp, TR_RAM_WP_LOW);
	u64 wrap = comp->word[TR_RAM_WP_LOW / 4] & WRAP;

	comp->ram.used = 0;
	store(comp, wp, comp->ram.unit, width(comp));
	if (wp != address(comp, TR_RAM_LIMIT_LOW)) {
		set_address(comp, TR_RAM_WP_LOW, (wp + width(comp)) | wrap);
		return;
	}
	set_address(comp, TR_RAM_WP_LOW,
		    address(comp, TR_RAM_START_LOW) | WRAP);
	if (comp->control & RAM(STOP_ON_WRAP))
		hw_enable(comp, false);
}

static bool ram_takes_all(const struct hw_comp *comp)
{
	return !(comp->control & RAM(STOP_ON_WRAP));
}

/* True for RAM outside of the windows. */
static bool is_memory(const struct hw_comp *comp, u64 to, u64 bytes)
{
	const struct hw *hw = comp->hw;

	to = on_bus(comp, to, bytes);
	return to >= hw->base && to - hw->base + bytes <= hw->size &&
	       (to >= hw->end || to + bytes <= hw->first);
}

/* Whole units in memory, below the last unit of the buffer, need no checks
 * between them. @return bytes taken */
static size_t store_units(struct hw_comp *comp, const u8 *message, size_t bytes)
{
	u64 wp = address(comp, TR_RAM_WP_LOW);
	u64 wrap = comp->word[TR_RAM_WP_LOW / 4] & WRAP;
	u64 limit = address(comp, TR_RAM_LIMIT_LOW);

	if (comp->ram.used || comp->design.land || wp >= limit)
		return 0;
	bytes = bytes < limit - wp ? bytes : limit - wp;
	bytes -= bytes % width(comp);
	if (!bytes || (is_smem(comp) && !is_memory(comp, wp, bytes)))
		return 0;
	store(comp, wp, message, (unsigned int)bytes);
	set_address(comp, TR_RAM_WP_LOW, (wp + bytes) | wrap);
	return bytes;
}

/* With trRamStopOnWrap, the message that fills the buffer may be cut. */
static void ram_take(struct hw_comp *comp, unsigned int input,
		     const u8 *message, size_t bytes)
{
	size_t i;

	(void)input;
	for (i = 0; i < bytes && comp->enable; i++) {
		if (bytes - i > width(comp))
			i += store_units(comp, message + i, bytes - i - 1);
		comp->ram.unit[comp->ram.used++] = message[i];
		if (comp->ram.used == width(comp))
			store_unit(comp);
	}
}

static void ram_flush(struct hw_comp *comp)
{
	if (!comp->ram.used)
		return;
	memset(comp->ram.unit + comp->ram.used, NTRACE_IDLE,
	       width(comp) - comp->ram.used);
	store_unit(comp);
}

const struct hw_type hw_ram_type = {
	.legal = ram_legal,
	.legal_control = ram_legal_control,
	.read = ram_read,
	.loaded = ram_loaded,
	.wrote = ram_wrote,
	.reset = ram_reset,
	.flush = ram_flush,
	.busy = ram_busy,
	.take = ram_take,
	.takes_all = ram_takes_all,
	.land = ram_land,
};
