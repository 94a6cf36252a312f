// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers from before the standard (version 0), as in the public description
 * of HiFive Premier P550: an encoder, and a funnel with a bus master.
 */
#include "fake_hart.h"
#include "fake_trace_regs.h"

enum { ENCODER = 1, RAM = 9, TS_WIDTH = 0x28000000 };

struct fake_trace_design fake_trace_old_encoder(u32 source)
{
	return (struct fake_trace_design){
		.before = ENCODER,
		.impl = 0x02000100 | source << 20,
		.slow = 2,
	};
}

struct fake_trace_design fake_trace_old_funnel(void)
{
	return (struct fake_trace_design){
		.before = RAM,
		.impl = 0x00010080,
		.start_mask = 0x1fffffffff8ull,
		.limit_mask = 0xfffffff8,
		.slow = 2,
	};
}

/* --- values ------------------------------------------------------------------ */

/* Reserved: modes 2 to 5, and numbers of messages above 11 except 15. */
static u32 fake_old_control(const struct fake_trace_component *c, u32 v)
{
	u32 mode = v >> 4 & 7, sync = v >> 16 & 15;

	if (c->has.before == RAM)
		return (v & 0x0800400b) |
		       (c->has.impl & 0x80 ? 0x70000000 : 0x80000000);
	if (mode > 1 && mode < 6)
		v &= ~0x70u;
	if (sync > 11 && sync < 15)
		v = (v & ~0x000f0000u) | 0x00030000;
	return (v & 0x08fff1ff) | 0x81000000;
}

static u32 fake_old_time(const struct fake_trace_component *c, u32 v)
{
	return c->has.before == RAM ? (v & 0x303) | 0x20 | TS_WIDTH :
				      (v & 0xf8001) | 0x40 | TS_WIDTH;
}

u32 fake_old_legal(const struct fake_trace_component *c, u32 offset, u32 v)
{
	bool ram = c->has.before == RAM;

	switch (offset) {
	case 0x00:
		return fake_old_control(c, v);
	case 0x04:
		return c->has.impl;
	case 0x10:
		return ram ? v & (u32)c->has.start_mask : 0;
	case 0x14:
		return ram ? v & (u32)(c->has.start_mask >> 32) : 0;
	case 0x18:
		return ram ? v & (u32)c->has.limit_mask : 0;
	case 0x1c:
		return ram ? v & ((u32)c->has.limit_mask | 1) : 0;
	case 0x40:
		return fake_old_time(c, v);
	case 0x44:
		return v;
	case 0x48:
		return v & 0xff;
	case 0x50 ... 0x64:
		return ram ? 0 : v;
	}
	return 0;
}

u32 fake_old_reserved(const struct fake_trace_component *c, u32 offset, u32 v)
{
	bool ram = c->has.before == RAM;

	if (!offset)
		return ram ? v & 0x07ffbff4 : v & 0x00000e08;
	if (offset == 0x40)
		return ram ? v & 0x00fffc88 : v & 0x00f07f0e;
	return 0;
}

/* --- checks ------------------------------------------------------------------ */

/* Only hardware may set the bit that reports loss; a store of 0 clears it. */
void fake_old_check(const struct fake_trace_component *c, u32 offset, u32 v)
{
	if (c->has.before == ENCODER && !offset &&
	    (v & ~c->reg[0] & FAKE_OVERFLOW))
		fake_hart_fault("teStallOrOverflow is set by a store");
	if (offset == 0x40 && !(c->reg[0x40 / 4] & 1) && (v & ~1u))
		fake_hart_fault("tsControl 0x%x in its reset", v);
}

/* --- the bus master ------------------------------------------------------------ */

/* One register has the upper half of all addresses. */
static u64 fake_old_address(const struct fake_trace_component *c, u32 low)
{
	return (u64)c->reg[0x14 / 4] << 32 | (c->reg[low / 4] & ~3u);
}

u64 fake_trace_start(unsigned int n)
{
	if (fake_trace[n].has.coresight)
		return fake_cs_start(&fake_trace[n]);
	return fake_trace[n].has.before ?
		       fake_old_address(&fake_trace[n], 0x10) :
		       fake_trace_reg64(n, 0x10);
}

u64 fake_trace_limit(unsigned int n)
{
	if (fake_trace[n].has.coresight)
		return fake_cs_limit(&fake_trace[n]);
	return fake_trace[n].has.before ?
		       fake_old_address(&fake_trace[n], 0x18) :
		       fake_trace_reg64(n, 0x18);
}

u64 fake_trace_wp(unsigned int n)
{
	if (fake_trace[n].has.coresight)
		return fake_cs_wp(&fake_trace[n]);
	return fake_trace[n].has.before ?
		       fake_old_address(&fake_trace[n], 0x1c) :
		       fake_trace_reg64(n, 0x20) & ~3ull;
}

bool fake_trace_is_smem(unsigned int n)
{
	if (fake_trace[n].has.coresight)
		return fake_trace[n].has.coresight == FAKE_CS_ETR;
	return fake_trace[n].has.before || (fake_trace[n].reg[0] & 0x10);
}
