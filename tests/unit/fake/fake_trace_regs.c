// SPDX-License-Identifier: BSD-2-Clause
/* Values that registers of the fake trace components can hold. */
#include "fake_hart.h"
#include "fake_trace_regs.h"

enum { ENCODER = 1, FUNNEL = 8, RAM = 9, PIB = 10, ATB = 14 };

static u32 fake_type(const struct fake_trace_component *c)
{
	return c->has.before ? c->has.before : c->has.impl >> 8 & 0xf;
}

bool fake_is_encoder(const struct fake_trace_component *c)
{
	return fake_type(c) == ENCODER;
}

bool fake_is_ram(const struct fake_trace_component *c)
{
	return fake_type(c) == RAM;
}

/* --- fields with a limited set of values --------------------------------- */

/* A value that does not exist becomes the highest one that does. */
static u32 fake_legal(u32 reg, unsigned int lsb, unsigned int width, u32 values)
{
	u32 mask = (1u << width) - 1, value = reg >> lsb & mask;

	if (!(values >> value & 1))
		for (value = mask; value && !(values >> value & 1); value--)
			;
	return (reg & ~(mask << lsb)) | value << lsb;
}

static u32 fake_encoder_control(const struct fake_trace_component *c, u32 v)
{
	v &= FAKE_ACTIVE | FAKE_ENABLE | FAKE_TRACING | FAKE_OVERFLOW |
	     (c->has.no_empty ? 0 : FAKE_EMPTY) | c->has.control | 0x07f30070;
	v = fake_legal(v, 4, 3, c->has.modes);
	v = fake_legal(v, 16, 2, c->has.sync_modes);
	v = fake_legal(v, 20, 4, c->has.sync_max);
	return fake_legal(v, 24, 3, c->has.formats);
}

static u32 fake_features(const struct fake_trace_component *c, u32 v)
{
	u32 bits = v >> 28;

	v &= c->has.features | 0xc0 | (u32)c->has.source_ids << 16 | 0xf0000000;
	v = fake_legal(v, 6, 2, c->has.return_modes);
	if (bits > c->has.max_source_bits)
		bits = c->has.max_source_bits;
	v = (v & 0x0000ffff) | (v & ((1u << bits) - 1) << 16) | bits << 28;
	if (c->has.fixed_source)
		v = (v & 0xffff) | c->has.fixed_source;
	return v;
}

static u32 fake_ts(const struct fake_trace_component *c, u32 v)
{
	if (!c->has.ts)
		return 0;
	v &= 1 | 0x70 | c->has.ts;
	return fake_legal(v, 4, 3, c->has.ts_modes) | (c->has.ts & 0x3f000000);
}

/* --- encoder ------------------------------------------------------------------- */

static u32 fake_filter(const struct fake_trace_component *c, u32 offset, u32 v)
{
	if (!(c->has.filters >> ((offset - 0x400) / 0x20) & 1))
		return 0;
	switch (offset & 0x1f) {
	case 0:
		return v & c->has.filter_control;
	case 4:
		return (v & c->has.filter_match) | c->has.filter_match_fixed;
	case 8:
	case 12:
		return v;
	}
	return 0;
}

static u32 fake_comp(const struct fake_trace_component *c, u32 offset, u32 v)
{
	if (!(c->has.comparators >> ((offset - 0x600) / 0x20) & 1))
		return 0;
	if (!(offset & 0x1f))
		return v & c->has.comp_control;
	return (offset & 0x1f) >= 0x10 ? v : 0;
}

static u32 fake_encoder(const struct fake_trace_component *c, u32 offset, u32 v)
{
	bool etrace = c->has.etrace_impl || !(c->reg[0] >> 24 & 7);

	if (offset >= 0x400 && offset < 0x600)
		return fake_filter(c, offset, v);
	if (offset >= 0x600 && offset < 0x700)
		return fake_comp(c, offset, v);
	switch (offset) {
	case 0x000:
		return fake_encoder_control(c, v);
	case 0x004:
		return etrace ? c->has.impl & ~0xf0000u : c->has.impl;
	case 0x008:
		return fake_features(c, v);
	case 0x00c:
		return v & c->has.filters;
	case 0x040:
		return fake_ts(c, v);
	case 0x054:
	case 0x058:
		return v & 0xff;
	}
	return 0;
}

/* --- sinks and funnels ----------------------------------------------------------- */

static u32 fake_half(u64 value, u32 offset)
{
	return (u32)(offset & 4 ? value >> 32 : value);
}

static u32 fake_ram_pointer(const struct fake_trace_component *c, u32 offset,
			    u32 v)
{
	bool smem = c->reg[0] & 0x10;

	switch (offset & ~4u) {
	case 0x10:
		return smem ? (v & fake_half(c->has.start_mask, offset)) |
				       fake_half(c->has.start_fixed, offset) :
			      0;
	case 0x18:
		return smem ? (v & fake_half(c->has.limit_mask, offset)) |
				       fake_half(c->has.limit_fixed, offset) :
			      fake_half(c->has.sram_limit, offset);
	default:
		return offset & 4 ? v & fake_half(c->has.limit_mask, 4) :
				    v & ~2u;
	}
}

static u32 fake_ram(const struct fake_trace_component *c, u32 offset, u32 v)
{
	bool smem = c->has.impl & 0x2000, sram = c->has.impl & 0x1000;

	if (offset >= 0x10 && offset < 0x28)
		return fake_ram_pointer(c, offset, v);
	switch (offset) {
	case 0x000:
		v &= c->has.no_stop_on_wrap ? 0x1b : 0x11b;
		if (smem && sram)
			return v;
		return smem || c->has.mode_fixed ? v | 0x10 : v & ~0x10u;
	case 0x004:
		return c->has.impl;
	case 0x028:
		return sram ? v & ~3u : 0;
	}
	return 0;
}

static u32 fake_other(const struct fake_trace_component *c, u32 offset, u32 v)
{
	if (offset == 4)
		return c->has.impl;
	switch (fake_type(c)) {
	case FUNNEL:
		if (offset == 8)
			return v & c->has.dis_input;
		if (offset == 0x40)
			return fake_ts(c, v);
		return offset ? 0 : v & 0xb;
	case PIB:
		return offset ? 0 : v & 0xffff71fb;
	case ATB:
		return offset ? 0 : v & 0x7f0b;
	}
	return offset ? 0 : v & 0xb;
}

u32 fake_regs_end(const struct fake_trace_component *c)
{
	if (c->has.coresight)
		return 0;
	if (c->has.before)
		return 0x68;
	return fake_is_encoder(c) ? 0x700 : 0x44;
}

/* --- access ------------------------------------------------------------------------ */

void fake_regs_settle(struct fake_trace_component *c, u32 offset)
{
	u32 *reg = &c->reg[offset / 4];

	if (c->has.coresight)
		return;
	if (c->has.before) {
		*reg = fake_old_legal(c, offset, *reg);
		return;
	}
	switch (fake_type(c)) {
	case ENCODER:
		*reg = fake_encoder(c, offset, *reg);
		break;
	case RAM:
		*reg = fake_ram(c, offset, *reg);
		break;
	default:
		*reg = fake_other(c, offset, *reg);
	}
}

static u32 fake_encoder_reserved(u32 offset)
{
	if (offset >= 0x400 && offset < 0x600) {
		switch (offset & 0x1f) {
		case 0:
			return ~0x0301ffffu;
		case 4:
			return ~0x1ffu;
		}
		return 0;
	}
	if (offset >= 0x600 && offset < 0x700)
		return offset & 0x1f ? 0 : ~0xf77fu;
	switch (offset) {
	case 0x000:
		return 0xf80c4580;
	case 0x008:
		return 0x0000f800;
	case 0x00c:
	case 0x01c:
		return 0xffff0000;
	case 0x010:
		return 0xfff0ff80;
	case 0x040:
		return 0xc0007c80;
	}
	return 0;
}

u32 fake_regs_reserved(const struct fake_trace_component *c, u32 offset,
		       u32 value)
{
	if (c->has.before)
		return fake_old_reserved(c, offset, value);
	switch (fake_type(c)) {
	case ENCODER:
		return value & fake_encoder_reserved(offset);
	case RAM:
		return offset ? 0 : value & 0xffff88e4;
	case FUNNEL:
		if (offset == 8)
			return value & 0xffff0000;
		return offset ? 0 : value & 0xfffffff4;
	case PIB:
		return offset ? 0 : value & 0x00008c04;
	case ATB:
		return offset ? 0 : value & 0xffff80f4;
	}
	return 0;
}

bool fake_regs_locked(const struct fake_trace_component *c, u32 offset)
{
	if (c->has.before)
		return fake_type(c) == RAM && offset >= 0x10 && offset < 0x20;
	return fake_type(c) == ENCODER ||
	       (fake_type(c) == RAM && offset < 0x28);
}

u32 fake_regs_read(struct fake_trace_component *c, u32 offset)
{
	u32 rp = c->reg[0x28 / 4], value;

	if (c->has.coresight)
		return fake_cs_read(c, offset);
	fake_regs_settle(c, offset);
	if (fake_type(c) != RAM || offset != 0x40 || c->has.before)
		return c->reg[offset / 4];
	value = c->sram[rp / 4 % array_size(c->sram)];
	c->reg[0x28 / 4] = rp >= c->reg[0x18 / 4] ? 0 : rp + 4;
	return value;
}

void fake_regs_write(struct fake_trace_component *c, u32 offset, u32 value)
{
	bool wp = fake_type(c) == RAM && offset == 0x20;

	if (c->has.before) {
		c->reg[offset / 4] = value;
		fake_regs_settle(c, offset);
		return;
	}
	if (wp && c->has.wrap_fixed)
		value &= ~1u;
	if (fake_is_encoder(c) && offset == 0x40)
		value &= ~4u; /* trTsReset */
	/* A timestamp unit in reset accepts stores to trTsActive only */
	if (fake_type(c) != RAM && offset == 0x40 && !(c->reg[0x40 / 4] & 1))
		value &= 1;
	c->reg[offset / 4] = value;
	fake_regs_settle(c, offset);
	if (fake_type(c) == RAM && offset == 0x10 &&
	    c->has.hostile.limit_follows) {
		c->reg[0x18 / 4] = c->reg[0x1c / 4] = ~0u;
		fake_regs_settle(c, 0x18);
		fake_regs_settle(c, 0x1c);
	}
}
