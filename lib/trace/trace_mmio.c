// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads and stores by which an owner drives components itself. They do what
 * they would do to registers of its own, with these exceptions: what TCI leaves
 * undefined after a reset has defaults, Enable is set where the judge of
 * tr_gate.c agrees, what was judged is held until the component is at rest, and
 * nothing is touched that is in reset.
 */
#include "trace_internal.h"

/** Registers of a vendor: nobody knows what they do. */
#define VENDOR 0xe00u

static struct trace_component *trace_mmio_find(struct trace *t, u64 address)
{
	struct trace_component *c;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (trace_usable(c) && address - c->base < TR_WINDOW_SIZE)
			return c;
	}
	return NULL;
}

bool trace_mmio_has(const struct trace *t, u64 address)
{
	return trace_mmio_find((struct trace *)t, address);
}

/* Of a bus master, and of what hides M-mode, the vendor's part is nobody's. */
static bool trace_mmio_refused(const struct trace *t,
			       const struct trace_component *c, u32 offset)
{
	return offset >= VENDOR &&
	       (c->type == TR_COMP_RAM_SINK ||
		(trace_is_encoder(c) && tr_encoder_hides(t)));
}

/* A sink that holds somebody else's buffer is not for all that lead there. */
static struct trace_component *trace_mmio_own(struct trace *t, u32 owner,
					      u64 address)
{
	struct trace_component *c = trace_mmio_find(t, address);

	if (!c || t->policy != TRACE_DIRECT || (address & 3) ||
	    owner >= TRACE_ALL_OWNERS ||
	    !trace_is_own(t, trace_number(t, c), owner) ||
	    trace_mmio_refused(t, c, (u32)address & (TR_WINDOW_SIZE - 1)))
		return NULL;
	return c;
}

/* --- loads ---------------------------------------------------------------- */

static bool trace_mmio_read(const struct trace *t,
			    const struct trace_component *c, u32 offset,
			    u32 *value)
{
	*value = 0;
	/* Some designs hang when anything else is read in reset. */
	if (offset != TR_CONTROL && !tr_is_active(c))
		return true;
	if (!tr_load(c, offset, value))
		return false;
	if (c->type == TR_COMP_RAM_SINK && offset == TR_RAM_WP_LOW &&
	    c->wrapped)
		*value |= TR_MASK(TR_RAM_WP_LOW, WRAP);
	if (trace_is_encoder(c) && offset == TR_TE_INST_FILTERS &&
	    tr_encoder_hides(t))
		*value = c->wanted;
	return true;
}

enum trace_access trace_mmio_load(struct trace *t, u32 owner, u64 address,
				  u32 *value)
{
	const struct trace_component *c = trace_mmio_find(t, address);
	u32 got = 0;
	bool done;

	if (!c)
		return TRACE_FAULT;
	if (!trace_turn(t, trace_number(t, c)))
		return TRACE_REPEAT;
	done = trace_mmio_own(t, owner, address) &&
	       trace_mmio_read(t, c, (u32)address & (TR_WINDOW_SIZE - 1), &got);
	trace_turn_end(t, trace_number(t, c));
	if (!done)
		return TRACE_FAULT;
	*value = got;
	return TRACE_DONE;
}

/* --- Control -------------------------------------------------------------- */

/* What is held while a component is not at rest. */
static u32 trace_mmio_held(const struct trace *t,
			   const struct trace_component *c, u32 value)
{
	u32 held = 0;

	if (c->type == TR_COMP_RAM_SINK)
		held = TR_RAM_CONTROL_FIELDS;
	else if (trace_is_encoder(c) && tr_encoder_hides(t))
		held = TR_MASK(TR_TE_CONTROL, FORMAT) |
		       (tr_mode_hidden(value) ?
				0 :
				TR_MASK(TR_TE_CONTROL, INST_MODE));
	return held ? (value & ~held) | (tr_control(c) & held) : value;
}

/* 1 clears trTeInstStallOrOverflow, and that is never held. */
static void trace_mmio_keep(struct trace_component *c, u32 value)
{
	tr_write(c, TR_CONTROL,
		 c->type == TR_COMP_RAM_SINK ? value & (TR_ACTIVE | TR_ENABLE |
							TR_RAM_CONTROL_FIELDS) :
					       value);
}

static void trace_mmio_enable(struct trace *t, struct trace_component *c,
			      u32 owner, u32 value)
{
	enum trace_state state = tr_look(c);

	if (state != TRACE_OFF)
		value = trace_mmio_held(t, c, value);
	if (!(value & TR_ENABLE) || state == TRACE_DRAINING) {
		trace_mmio_keep(c, value & ~TR_ENABLE);
		if (state == TRACE_ON)
			c->state = TRACE_DRAINING;
	} else if (state == TRACE_OFF) {
		trace_mmio_keep(c, value & ~TR_ENABLE);
		tr_come_on(t, c, owner, value);
	} else {
		trace_mmio_keep(c, value);
	}
}

static void trace_mmio_control(struct trace *t, struct trace_component *c,
			       u32 owner, u32 value)
{
	bool wakes = (value & TR_ACTIVE) && !tr_is_active(c);

	/* Who does not wait for the one must not miss the other. */
	if (!(value & TR_ACTIVE)) {
		tr_off(c);
		return;
	}
	if (wakes && !trace_reapply(t, trace_number(t, c)))
		return;
	if (wakes && value == TR_ACTIVE)
		return;
	trace_mmio_enable(t, c, owner, value);
}

/* --- other registers ------------------------------------------------------ */

/* Pointers of a RAM sink only at rest; what the standard gives no name is not
 * for a bus master. */
static bool trace_mmio_sink_takes(struct trace_component *c, u32 offset)
{
	if (offset >= TR_RAM_START_LOW && offset <= TR_RAM_WP_HIGH)
		return tr_look(c) == TRACE_OFF;
	return offset == TR_RAM_RP_LOW || offset == TR_RAM_RP_HIGH;
}

static bool trace_mmio_takes(const struct trace *t, struct trace_component *c,
			     u32 offset)
{
	u32 hiding;

	if (c->type == TR_COMP_RAM_SINK)
		return trace_mmio_sink_takes(c, offset);
	if (!trace_is_encoder(c) || !tr_encoder_hides(t))
		return true;
	hiding = TR_TE_FILTER + tr_encoder_hiding_filter(c) * TR_TE_UNIT_PITCH;
	return tr_look(c) == TRACE_OFF && offset != TR_TE_DATA_CONTROL &&
	       offset != TR_TE_DATA_FILTERS &&
	       offset != TR_TE_TRIG_DBG_CONTROL &&
	       offset - hiding >= TR_TE_UNIT_PITCH;
}

static bool trace_mmio_write(struct trace *t, struct trace_component *c,
			     u32 offset, u32 value)
{
	if (trace_is_encoder(c) && offset == TR_TE_INST_FILTERS &&
	    tr_encoder_hides(t)) {
		c->wanted = (u16)(value & tr_encoder_filters(t, c));
		return true;
	}
	if (!tr_store(c, offset, value))
		return false;
	if (c->type == TR_COMP_RAM_SINK && offset == TR_RAM_WP_LOW)
		c->wrapped = false;
	return true;
}

static enum trace_access trace_mmio_do(struct trace *t,
				       struct trace_component *c, u32 owner,
				       u32 offset, u32 value)
{
	u32 control;

	if (!tr_load(c, TR_CONTROL, &control))
		return TRACE_FAULT;
	if (c->asleep)
		return TRACE_DONE;
	c->used = true;
	c->saved.valid = false;
	if (offset == TR_CONTROL)
		trace_mmio_control(t, c, owner, value);
	else if (tr_is_active(c) && trace_mmio_takes(t, c, offset) &&
		 !trace_mmio_write(t, c, offset, value))
		return TRACE_FAULT;
	return TRACE_DONE;
}

enum trace_access trace_mmio_store(struct trace *t, u32 owner, u64 address,
				   u32 value)
{
	struct trace_component *c = trace_mmio_find(t, address);
	enum trace_access done = TRACE_FAULT;

	if (!c)
		return TRACE_FAULT;
	if (!trace_turn(t, trace_number(t, c)))
		return TRACE_REPEAT;
	if (trace_mmio_own(t, owner, address))
		done = trace_mmio_do(t, c, owner,
				     (u32)address & (TR_WINDOW_SIZE - 1),
				     value);
	trace_turn_end(t, trace_number(t, c));
	return done;
}
