// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers from before the standard, as if they were those of TCI 1.0: version
 * 0, which SiFive's P550 and others have. All other files see only the
 * standard's registers, so their judgements are valid here as well. Only this
 * file knows the places of the old registers.
 *
 * A funnel of version 0 may end in its own bus master. Then its window is that
 * of a RAM sink with several inputs, and its clock runs while it is on.
 */
#include "trace_internal.h"

/* Old places of TCI's registers. */
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
	NOWHERE = 0xffff,
};

/* teControl and tfControl. Active, Enable, Tracing, Empty, the mode, two bits
 * of stalls and the bit of sources are at the same places as in TCI. */
#define SAME_ENCODER 0xa077u
#define SAME_OTHERS 0x3u
#define OLD_EMPTY 0x8u
#define OLD_LOST 0x1000u
#define OLD_STOP_ON_WRAP 0x4000u
#define SYNC_LSB 16u /* of 2^(n + 5) branch messages; TCI counts 2^(n + 4) */
#define SYNC_OFF 15u
#define SYNC_HIGHEST 11u
#define SYNC_BYTES 0x00f00000u
#define OLD_FORMAT 0x07000000u
#define TO_SBA 0x70000000u
#define TO_FUNNEL 0x80000000u

/* teImpl and tfImpl */
#define HAS_SBA 0x80u
#define HAS_FUNNEL 0x100u

/* tsControl; branches, instrumentation and ownership can have time, too. */
#define SAME_TIME 0x8377u
#define TIME_OF_ENCODER 0x8001u
#define TIME_OF_FUNNEL 0x0307u
#define TIME_EVERYWHERE 0xf0000u
#define TIME_RUNS 0x3u

/* Only Empty may change by itself; with two readings, one wrong reading has no
 * effect. */
static bool tr_old_steady(const struct trace_component *c, u32 at, u32 *old)
{
	return tr_agrees(tr_raw_load, c, at, ~OLD_EMPTY, old);
}

/* --- discovery ------------------------------------------------------------- */

bool tr_old_find(struct trace_component *c)
{
	u32 impl = c->impl;

	if (c->named == TR_COMP_ENCODER && (impl & HAS_FUNNEL))
		c->type = TR_COMP_ENCODER;
	else if (c->named == TR_COMP_FUNNEL && c->output == TRACE_NONE &&
		 (impl & HAS_SBA))
		c->type = TR_COMP_RAM_SINK;
	else if (c->named == TR_COMP_FUNNEL && c->output != TRACE_NONE &&
		 (impl & HAS_FUNNEL))
		c->type = TR_COMP_FUNNEL;
	else
		return false;
	c->old = true;
	c->awake = false;
	return true;
}

/* --- values, from old to new ----------------------------------------------- */

static u32 tr_old_impl(const struct trace_component *c)
{
	u32 impl = TR_FIELD(TR_IMPL, VER_MAJOR, 1) |
		   TR_FIELD(TR_IMPL, COMP_TYPE, c->type);

	if (trace_is_encoder(c))
		return impl | TR_FIELD(TR_TE_IMPL, PROTOCOL_MAJOR, 1);
	if (trace_is_memory(c))
		impl |= TR_MASK(TR_RAM_IMPL, HAS_SMEM);
	return impl;
}

/* Source ID and its size are fixed. */
static u32 tr_old_features(u32 impl)
{
	return TR_FIELD(TR_TE_INST_FEATURES, SRC_ID, impl >> 20 & 15) |
	       TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, impl >> 24 & 7);
}

static u32 tr_old_control_seen(const struct trace_component *c, u32 old)
{
	u32 sync = old >> SYNC_LSB & 15, value;

	if (!trace_is_encoder(c)) {
		value = old & (SAME_OTHERS | OLD_EMPTY);
		if (trace_is_memory(c))
			value |= TR_MASK(TR_RAM_CONTROL, MODE) |
				 TR_FIELD(TR_RAM_CONTROL, STOP_ON_WRAP,
					  !!(old & OLD_STOP_ON_WRAP));
		return value;
	}
	value = old & (SAME_ENCODER | OLD_EMPTY | OLD_LOST | OLD_FORMAT);
	if (sync == SYNC_OFF)
		return value;
	return value | TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 1) |
	       TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, sync + 1);
}

/* The value that a load of a register of TCI gives, from its old register. */
static u32 tr_old_seen(const struct trace_component *c, u32 offset, u32 old)
{
	switch (offset) {
	case TR_CONTROL:
		return tr_old_control_seen(c, old);
	case TR_IMPL:
		return tr_old_impl(c);
	case TR_TE_INST_FEATURES:
		return tr_old_features(old);
	case TR_TS_CONTROL:
		return (old & SAME_TIME) |
		       TR_FIELD(TR_TS_CONTROL, WIDTH, old >> 24 & 63);
	default:
		return old;
	}
}

/* --- registers ------------------------------------------------------------- */

/* The base, the limit and the pointer share one register for their high
 * half. */
static u32 tr_old_place_of_sink(u32 offset)
{
	switch (offset) {
	case TR_RAM_START_LOW:
		return OLD_BASE;
	case TR_RAM_START_HIGH:
	case TR_RAM_LIMIT_HIGH:
	case TR_RAM_WP_HIGH:
		return OLD_BASE_HIGH;
	case TR_RAM_LIMIT_LOW:
		return OLD_LIMIT;
	case TR_RAM_WP_LOW:
		return OLD_WP;
	default:
		return NOWHERE;
	}
}

static u32 tr_old_place(const struct trace_component *c, u32 offset)
{
	if (offset == TR_CONTROL || offset == TR_IMPL)
		return offset;
	if (trace_is_memory(c))
		return tr_old_place_of_sink(offset);
	switch (offset) {
	case TR_TE_INST_FEATURES:
		return trace_is_encoder(c) ? OLD_IMPL : NOWHERE;
	case TR_TS_CONTROL:
		return OLD_TS_CONTROL;
	case TR_TS_COUNTER_LOW:
		return OLD_TS_LOW;
	case TR_TS_COUNTER_HIGH:
		return OLD_TS_HIGH;
	default:
		return NOWHERE;
	}
}

bool tr_old_load(const struct trace_component *c, u32 offset, u32 *value)
{
	u32 at = tr_old_place(c, offset), old;

	if (at == NOWHERE)
		return true;
	if (!tr_raw_load(c, at, &old))
		return false;
	*value = tr_old_seen(c, offset, old);
	return true;
}

/* --- values, from new to old ----------------------------------------------- */

/* Number of branch messages between two synchronizations; no other unit
 * exists. */
static u32 tr_old_sync(u32 value)
{
	u32 n = (u32)FIELD_GET(TR_TE_CONTROL, INST_SYNC_MAX, value);

	if (FIELD_GET(TR_TE_CONTROL, INST_SYNC_MODE, value) != 1)
		return SYNC_OFF;
	n = n ? n - 1 : 0;
	return n < SYNC_HIGHEST ? n : SYNC_HIGHEST;
}

/* Modes 1 and 2 are for other kinds of trace. To clear the loss flag, TCI
 * stores 1, and this register 0. */
static u32 tr_old_encoder_control(u32 old, u32 value)
{
	u32 same = SAME_ENCODER;

	if (FIELD_GET(TR_TE_CONTROL, INST_MODE, value) < 6)
		same &= ~TR_MASK(TR_TE_CONTROL, INST_MODE);
	return (value & same) | (old & ~value & OLD_LOST) |
	       (old & (SYNC_BYTES | OLD_FORMAT)) |
	       tr_old_sync(value) << SYNC_LSB | TO_FUNNEL;
}

static u32 tr_old_other_control(const struct trace_component *c, u32 value)
{
	u32 same = value & SAME_OTHERS;

	if (!trace_is_memory(c))
		return same | TO_FUNNEL;
	return same | TO_SBA |
	       (value & TR_MASK(TR_RAM_CONTROL, STOP_ON_WRAP) ?
			OLD_STOP_ON_WRAP :
			0);
}

/* While Active is 0, only Active may be written here, too. */
static bool tr_old_time(const struct trace_component *c, u32 value)
{
	u32 old;

	if (!(value & TR_ACTIVE))
		return tr_raw_store(c, OLD_TS_CONTROL, 0);
	if (!tr_old_steady(c, OLD_TS_CONTROL, &old) ||
	    (!(old & TR_ACTIVE) && !tr_raw_store(c, OLD_TS_CONTROL, TR_ACTIVE)))
		return false;
	return tr_raw_store(c, OLD_TS_CONTROL, value);
}

/* Encoders get their time from here. */
static void tr_old_run_time(const struct trace_component *c)
{
	u32 old;

	if (tr_old_steady(c, OLD_TS_CONTROL, &old) &&
	    (old & TIME_RUNS) != TIME_RUNS)
		tr_old_time(c, TIME_RUNS);
}

/* While Active is 0, only Active may be written. */
static bool tr_old_control(const struct trace_component *c, u32 value)
{
	u32 old;

	if (!(value & TR_ACTIVE))
		return tr_raw_store(c, OLD_CONTROL, 0);
	if (!tr_old_steady(c, OLD_CONTROL, &old))
		/* unseen: the caller waits, or loads, which fails on a bus
		 * error, too */
		return false;
	if (!(old & TR_ACTIVE))
		return tr_raw_store(c, OLD_CONTROL, TR_ACTIVE);
	if (trace_is_memory(c) && (value & TR_ENABLE))
		tr_old_run_time(c);
	/* unseen: only of Active alone the result is used */
	return tr_raw_store(c, OLD_CONTROL,
			    trace_is_encoder(c) ?
				    tr_old_encoder_control(old, value) :
				    tr_old_other_control(c, value));
}

bool tr_old_store(const struct trace_component *c, u32 offset, u32 value)
{
	u32 at = tr_old_place(c, offset);

	switch (offset) {
	case TR_CONTROL:
		return tr_old_control(c, value);
	case TR_TS_CONTROL:
		value &= trace_is_encoder(c) ? TIME_OF_ENCODER : TIME_OF_FUNNEL;
		if (value & TR_MASK(TR_TS_CONTROL, ENABLE))
			value |= TIME_EVERYWHERE;
		return at == NOWHERE || tr_old_time(c, value);
	case TR_RAM_START_LOW:
	case TR_RAM_START_HIGH:
	case TR_RAM_LIMIT_LOW:
	case TR_RAM_WP_LOW:
		break;
	default:
		return true;
	}
	return at == NOWHERE || tr_raw_store(c, at, value);
}
