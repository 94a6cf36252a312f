// SPDX-License-Identifier: BSD-2-Clause
/*
 * Funnels, replicators, ETF and ETR of CoreSight. They follow the Technical
 * Reference Manuals, and not the library's tables. reg[0] has the state that
 * the other files use: if the component captures, and if it is empty. A
 * funnel's own register at offset 0 is reg[0x200], as is a replicator's filter
 * of output 0; its filter of output 1 is reg[0x201]. Stores to CTL and FFCR can
 * be late, in order.
 */
#include "fake_hart.h"
#include "fake_trace_regs.h"

enum { FUNNEL = 8, RAM = 9, FUNCTL = 0x200, ETF_BYTES = 256 };
enum { FILTER_0 = 0x200, FILTER_1 };
enum { FULL = 1, READY = 4, AWAKE = 0x10, FLUSH = 0x40, STOP = 0x1000 };

struct fake_trace_design fake_trace_cs(u8 coresight)
{
	return (struct fake_trace_design){
		.before = coresight == FAKE_CS_ETR ? RAM : FUNNEL,
		.coresight = coresight,
		.limit_mask = 0xffffffffe0ull,
	};
}

static bool fake_cs_is_link(const struct fake_trace_component *c)
{
	return c->has.coresight == FAKE_CS_FUNNEL ||
	       c->has.coresight == FAKE_CS_REPLICATOR;
}

static u64 fake_cs_pair(const struct fake_trace_component *c, u32 low, u32 high)
{
	return (u64)c->reg[high / 4] << 32 | c->reg[low / 4];
}

u64 fake_cs_start(const struct fake_trace_component *c)
{
	return fake_cs_pair(c, 0x118, 0x11c);
}

u64 fake_cs_limit(const struct fake_trace_component *c)
{
	return fake_cs_start(c) + 4ull * c->reg[1] - 32;
}

u64 fake_cs_wp(const struct fake_trace_component *c)
{
	return fake_cs_pair(c, 0x18, 0x3c);
}

void fake_cs_point(struct fake_trace_component *c, u64 wp, u32 wrap)
{
	c->reg[0x18 / 4] = (u32)wp;
	c->reg[0x3c / 4] = (u32)(wp >> 32);
	c->reg[0x0c / 4] |= wrap;
}

/* --- registers ------------------------------------------------------------------ */

static u32 fake_cs_bits(const struct fake_trace_component *c, u32 offset)
{
	bool etr = c->has.coresight == FAKE_CS_ETR;

	switch (offset) {
	case 0x04:
		return etr ? 0x7fffffff : 0;
	case 0x0c:
		return FULL;
	case 0x14:
	case 0x18:
		return ~15u;
	case 0x28:
		return 3;
	case 0x3c:
	case 0x11c:
		return etr ? 0xff : 0;
	case 0x110:
		return etr ? 0xfbf : 0;
	case 0x118:
		return etr ? ~3u : 0;
	}
	return 0;
}

void fake_cs_reset(struct fake_trace_component *c)
{
	u32 offset;

	c->reg[0] = FAKE_ACTIVE | FAKE_EMPTY;
	c->unlocked = false;
	c->reg[FUNCTL] = 0x300;
	if (c->has.coresight == FAKE_CS_REPLICATOR)
		c->reg[FILTER_0] = c->reg[FILTER_1] = 0;
	if (fake_cs_is_link(c))
		return;
	for (offset = 4; offset < 0x120; offset += 4)
		c->reg[offset / 4] = fake_noise() & fake_cs_bits(c, offset);
	c->reg[0x110 / 4] |= c->has.axi_fixed;
	if (c->has.coresight == FAKE_CS_ETF)
		c->reg[1] = ETF_BYTES / 4;
}

static u32 fake_cs_kind(const struct fake_trace_component *c)
{
	switch (c->has.coresight) {
	case FAKE_CS_FUNNEL:
		return 4;
	case FAKE_CS_REPLICATOR:
		return 2;
	default:
		return c->has.coresight == FAKE_CS_ETF ? 2 << 6 : 1 << 6;
	}
}

u32 fake_cs_read(const struct fake_trace_component *c, u32 offset)
{
	bool ready = (c->reg[0] & (FAKE_ENABLE | FAKE_EMPTY)) == FAKE_EMPTY;

	if (offset == 0xfc8)
		return fake_cs_kind(c);
	if (c->has.coresight == FAKE_CS_FUNNEL)
		return offset ? 0 : c->reg[FUNCTL];
	if (c->has.coresight == FAKE_CS_REPLICATOR)
		return offset > 4 ? 0 : c->reg[FILTER_0 + offset / 4];
	switch (offset) {
	case 0x00:
		return 0;
	case 0x0c:
		return (c->reg[0x0c / 4] & FULL) | (ready ? READY : 0);
	case 0x18:
		return c->reg[0x18 / 4] & ~15u;
	}
	return c->reg[offset / 4];
}

/* --- CTL and FFCR -------------------------------------------------------------- */

static void fake_cs_capture(struct fake_trace_component *c, bool on)
{
	bool was = c->reg[0] & FAKE_ENABLE;

	c->reg[0x20 / 4] = on;
	if (on == was || (on && (c->reg[0x304 / 4] & STOP)))
		return;
	if (on && c->has.coresight == FAKE_CS_ETR &&
	    (c->reg[0x28 / 4] || (c->reg[0x110 / 4] & 0x80)))
		fake_hart_fault("an ETR that takes its base for a table");
	if (!on || !c->has.stuck_off)
		fake_trace_turn(c, on);
}

static void fake_cs_format(struct fake_trace_component *c, u32 value)
{
	if (value & AWAKE ? c->has.dead : c->has.stuck_on)
		return;
	c->reg[0x304 / 4] = value & 0x7133;
	if ((value & (STOP | FLUSH)) == (STOP | FLUSH) &&
	    (c->reg[0] & FAKE_ENABLE))
		fake_trace_turn(c, false);
}

void fake_cs_command(struct fake_trace_component *c, bool format, u32 value)
{
	if (format)
		fake_cs_format(c, value);
	else
		fake_cs_capture(c, value & FAKE_ENABLE);
}

/* --- stores --------------------------------------------------------------------- */

static void fake_cs_funnel(struct fake_trace_component *c, u32 value)
{
	bool on = value & 0xf;

	c->reg[FUNCTL] = value & 0xf0f;
	if (on != !!(c->reg[0] & FAKE_ENABLE))
		fake_trace_turn(c, on);
}

/* A filter has a bit for every 16 IDs; no stream has the highest IDs. */
static void fake_cs_replicator(struct fake_trace_component *c, u32 offset,
			       u32 value)
{
	bool on = !(value & 0x7f);

	c->reg[FILTER_0 + offset / 4] = value & 0xff;
	if (offset && on != !!(c->reg[0] & FAKE_ENABLE))
		fake_trace_turn(c, on);
}

static void fake_cs_plain(struct fake_trace_component *c, u32 offset, u32 value)
{
	u32 bits = fake_cs_bits(c, offset);

	if (fake_writing(c)) {
		fake_hart_fault("0x%x of an ETR written while it captures",
				offset);
		if (!c->has.hostile.unlocked)
			return;
	}
	c->reg[offset / 4] = (c->reg[offset / 4] & ~bits) | (value & bits);
	if (offset == 0x110)
		c->reg[0x110 / 4] |= c->has.axi_fixed;
	if (offset == 0x118 && c->has.hostile.limit_follows)
		c->reg[1] = fake_cs_bits(c, 4);
}

void fake_cs_store(struct fake_trace_component *c, u32 offset, u32 value)
{
	bool format = offset == 0x304;

	if (offset == 0xfb0)
		c->unlocked = value == 0xc5acce55;
	if (offset == 0xfb0 || !c->unlocked)
		return;
	if (c->has.coresight == FAKE_CS_FUNNEL) {
		if (!offset)
			fake_cs_funnel(c, value);
		return;
	}
	if (c->has.coresight == FAKE_CS_REPLICATOR) {
		if (offset <= 4)
			fake_cs_replicator(c, offset, value);
		return;
	}
	if (!format && offset != 0x20) {
		fake_cs_plain(c, offset, value);
		return;
	}
	if (!format)
		value = value & 1 ? FAKE_ENABLE : 0;
	if (!fake_hostile_later(c, format, value))
		fake_cs_command(c, format, value);
}
