// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads and stores by which an owner drives components itself. They have the
 * effect of direct accesses, with these exceptions: fields that TCI leaves
 * undefined after a reset have defaults, Enable is set only if the judge of
 * tr_gate.c agrees, judged settings stay fixed until the component is at rest,
 * and a component in reset is not accessed.
 */
#include <trace/mmio.h>

#include "tr_type.h"

/* Only addresses of XLEN bits can have registers. */
static struct trace_component *trace_mmio_find(struct trace *t, u64 address)
{
	return address == (unsigned long)address ?
		       trace_mmio_at(t, (unsigned long)address) :
		       NULL;
}

bool trace_mmio_has(struct trace *t, u64 address)
{
	return trace_mmio_find(t, address);
}

/* Vendor's registers of a bus master, or of an encoder that hides M-mode, have
 * no access. */
static bool trace_mmio_refused(const struct trace *t,
			       const struct trace_component *c)
{
	return trace_is_memory(c) ||
	       (trace_is_encoder(c) && tr_encoder_hides(t));
}

static inline bool trace_mmio_own(const struct trace_component *c, u32 owner)
{
	return c->open && trace_mmio_led(c, owner);
}

/* --- loads ---------------------------------------------------------------- */

/* Only M-mode puts it into reset or takes its power, so the flag stays true;
 * but the state before the machine slept does not count. Old components never
 * count as awake, so all accesses go through tr_load(). */
static bool trace_mmio_awake(struct trace_component *c)
{
	bool awake;

	if (c->awake)
		return true;
	awake = tr_is_active(c);
	/* unseen: only slower: the next access asks again */
	c->awake = awake && !c->old;
	return awake;
}

/* The hart holds the component, and the caller is its owner. */
static enum trace_access trace_mmio_read(const struct trace *t,
					 struct trace_component *c, u32 offset,
					 u32 *value)
{
	if (offset != TR_CONTROL && c->busy)
		return TRACE_REPEAT;
	/* Some designs hang at a load of another register in reset. */
	if ((offset == TR_CONTROL || trace_mmio_awake(c)) &&
	    !tr_load(c, offset, value))
		return TRACE_FAULT;
	*value = trace_mmio_seen(t, c, offset, *value);
	return TRACE_DONE;
}

struct trace_loaded trace_mmio_load_at(const struct trace *t,
				       struct trace_component *c, u32 owner,
				       u32 offset)
{
	struct trace_loaded l = { TRACE_FAULT, 0 };
	u32 value = 0;

	if (offset >= TRACE_VENDOR && trace_mmio_refused(t, c))
		return l;
	if (!tr_try(c)) {
		l.done = c->lost ? TRACE_FAULT : TRACE_REPEAT;
		return l;
	}
	if (trace_mmio_own(c, owner))
		l.done = trace_mmio_read(t, c, offset, &value);
	tr_give(c);
	l.value = value;
	return l;
}

enum trace_access trace_mmio_load(struct trace *t, u32 owner, u64 address,
				  u32 *value)
{
	struct trace_component *c = trace_mmio_find(t, address);
	struct trace_loaded l;

	if (!c || (address & 3))
		return TRACE_FAULT;
	if (trace_mmio_load_quick(t, c, owner, (unsigned long)address, value))
		return TRACE_DONE;
	l = trace_mmio_load_at(t, c, owner,
			       (u32)address & (TR_WINDOW_SIZE - 1));
	if (l.done == TRACE_DONE)
		*value = (u32)l.value;
	return (enum trace_access)l.done;
}

/* --- Control -------------------------------------------------------------- */

/* The bits that stay fixed unless a component is at rest. */
static u32 trace_mmio_held(const struct trace *t,
			   const struct trace_component *c, u32 value)
{
	u32 held = 0;

	if (trace_is_memory(c))
		held = TR_RAM_CONTROL_FIELDS;
	else if (trace_is_encoder(c) && tr_encoder_hides(t))
		held = TR_MASK(TR_TE_CONTROL, FORMAT) |
		       (tr_mode_hidden(value) ?
				0 :
				TR_MASK(TR_TE_CONTROL, INST_MODE));
	return held ? (value & ~held) | (tr_control(c) & held) : value;
}

/* A 1 clears trTeInstStallOrOverflow, so that bit is never kept. */
static void trace_mmio_keep(struct trace_component *c, u32 value)
{
	tr_write(c, TR_CONTROL,
		 trace_is_memory(c) ? value & (TR_ACTIVE | TR_ENABLE |
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

/* Reset and Enable need the stream of the component. */
static bool trace_mmio_is_work(struct trace_component *c, u32 value)
{
	return !(value & TR_ACTIVE) || !tr_is_active(c) ||
	       ((value & TR_ENABLE) && tr_look(c) == TRACE_OFF);
}

static void trace_mmio_control(struct trace *t, struct trace_component *c,
			       u32 owner, u32 value)
{
	bool wakes = (value & TR_ACTIVE) && !tr_is_active(c);

	/* Enable takes effect even if the caller has not waited for Active. */
	if (!(value & TR_ACTIVE)) {
		tr_off(c);
		return;
	}
	if (wakes && !tr_wake(t, c))
		return;
	if (wakes && value == TR_ACTIVE)
		return;
	trace_mmio_enable(t, c, owner, value);
}

/* --- other registers ------------------------------------------------------ */

/*
 * Only one function brings a component on, and it notes the state.
 */
static bool trace_mmio_rests(struct trace_component *c)
{
	return c->state == TRACE_OFF || tr_look(c) == TRACE_OFF;
}

/* Pointers of a RAM sink can be written only at rest; those for reading, too,
 * on CoreSight. A bus master has no unnamed registers. */
static bool trace_mmio_sink_takes(struct trace_component *c, u32 offset)
{
	if (offset < TR_RAM_START_LOW || offset > TR_RAM_RP_HIGH)
		return false;
	return (offset > TR_RAM_WP_HIGH && !c->coresight) ||
	       trace_mmio_rests(c);
}

static bool trace_mmio_takes(const struct trace *t, struct trace_component *c,
			     u32 offset)
{
	if (trace_is_memory(c))
		return trace_mmio_sink_takes(c, offset);
	/* Time shows nothing of M-mode, and drivers start it last. */
	if (!trace_is_encoder(c) || !tr_encoder_hides(t) ||
	    offset == TR_TS_CONTROL)
		return true;
	return trace_mmio_rests(c) && offset != TR_TE_DATA_CONTROL &&
	       offset != TR_TE_DATA_FILTERS &&
	       offset != TR_TE_TRIG_DBG_CONTROL &&
	       offset - c->encoder.hiding_unit >= TR_TE_UNIT_PITCH;
}

static bool trace_mmio_write(const struct trace *t, struct trace_component *c,
			     u32 offset, u32 value)
{
	if (trace_is_encoder(c) && offset == TR_TE_INST_FILTERS &&
	    tr_encoder_hides(t)) {
		c->wanted = (u16)(value & tr_encoder_filters(t, c));
		return true;
	}
	if (c->old ? !tr_store(c, offset, value) :
		     !hart_mmio_store32(c->base + offset, value))
		return false;
	if (trace_is_memory(c) && offset == TR_RAM_WP_LOW)
		c->wrapped = false;
	return true;
}

/* Store to a register other than Control; the hart holds the component. */
static enum trace_access trace_mmio_plain(const struct trace *t,
					  struct trace_component *c, u32 offset,
					  u32 value)
{
	if (c->asleep)
		return TRACE_DONE;
	c->used = true;
	c->saved.valid = false;
	if (trace_mmio_awake(c) && trace_mmio_takes(t, c, offset) &&
	    !trace_mmio_write(t, c, offset, value))
		return TRACE_FAULT;
	return TRACE_DONE;
}

/* A store to Control. */
static enum trace_access
trace_mmio_do(struct trace *t, struct trace_component *c, u32 owner, u32 value)
{
	u32 control;

	if (!tr_load(c, TR_CONTROL, &control))
		return TRACE_FAULT;
	if (c->asleep)
		return TRACE_DONE;
	c->used = true;
	c->saved.valid = false;
	trace_mmio_control(t, c, owner, value);
	return TRACE_DONE;
}

/* Use the stream. The caller must not hold a component. */
static enum trace_access trace_mmio_work(struct trace *t,
					 struct trace_component *c, u32 owner,
					 u32 value)
{
	enum trace_access done = TRACE_FAULT;

	if (!trace_turn(t, trace_number(t, c)))
		return TRACE_REPEAT;
	tr_take(c);
	if (trace_mmio_own(c, owner))
		done = trace_mmio_do(t, c, owner, value);
	tr_give(c);
	trace_turn_end(t, trace_number(t, c));
	return done;
}

/* Stores that enable or reset the component need the stream. */
static enum trace_access
trace_mmio_set(struct trace *t, struct trace_component *c, u32 owner, u32 value)
{
	enum trace_access done = TRACE_FAULT;
	bool work = false;

	if (trace_mmio_own(c, owner)) {
		work = trace_mmio_is_work(c, value);
		if (work)
			done = TRACE_DONE;
		else
			done = c->busy ? TRACE_REPEAT :
					 trace_mmio_do(t, c, owner, value);
	}
	tr_give(c);
	return work ? trace_mmio_work(t, c, owner, value) : done;
}

enum trace_access trace_mmio_store_at(struct trace *t,
				      struct trace_component *c, u32 owner,
				      u32 offset, u32 value)
{
	enum trace_access done = TRACE_FAULT;

	if (offset >= TRACE_VENDOR && trace_mmio_refused(t, c))
		return TRACE_FAULT;
	if (!tr_try(c))
		return c->lost ? TRACE_FAULT : TRACE_REPEAT;
	if (offset == TR_CONTROL)
		return trace_mmio_set(t, c, owner, value);
	if (trace_mmio_own(c, owner))
		done = c->busy ? TRACE_REPEAT :
				 trace_mmio_plain(t, c, offset, value);
	tr_give(c);
	return done;
}

enum trace_access trace_mmio_store(struct trace *t, u32 owner, u64 address,
				   u32 value)
{
	struct trace_component *c = trace_mmio_find(t, address);

	if (!c || (address & 3))
		return TRACE_FAULT;
	if (trace_mmio_store_quick(t, c, owner, (unsigned long)address, value))
		return TRACE_DONE;
	return trace_mmio_store_at(t, c, owner,
				   (u32)address & (TR_WINDOW_SIZE - 1), value);
}
