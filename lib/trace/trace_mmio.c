// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads and stores by which an owner drives components itself. They do what
 * they would do to registers of its own, with these exceptions: what TCI leaves
 * undefined after a reset has defaults, a RAM sink is enabled only while all of
 * it is memory of the owner, an encoder only while nobody else has the sink, and
 * nothing is touched that is in reset.
 */
#include "trace_internal.h"

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

static struct trace_component *trace_mmio_own(struct trace *t, u32 owner,
					      u64 address)
{
	struct trace_component *c = trace_mmio_find(t, address);

	if (!c || t->policy != TRACE_DIRECT || (address & 3) ||
	    trace_owner_of(t, trace_number(t, c)) != owner)
		return NULL;
	return c;
}

bool trace_mmio_load(struct trace *t, u32 owner, u64 address, u32 *value)
{
	const struct trace_component *c = trace_mmio_own(t, owner, address);
	u32 offset = (u32)address & (TR_WINDOW_SIZE - 1);

	if (!c)
		return false;
	/* Some designs hang when anything else is read in reset. */
	*value = offset == TR_CONTROL || tr_is_active(c) ? tr_read(c, offset) :
							   0;
	return true;
}

/* --- RAM sinks ------------------------------------------------------------ */

#define MODE_SMEM TR_MASK(TR_RAM_CONTROL, MODE)

/* Memory is judged once, when the sink is enabled; it cannot change then. */
static void trace_mmio_sink_control(const struct trace_component *c, u32 value)
{
	u32 control = tr_read(c, TR_CONTROL);

	if (control & TR_ENABLE) {
		value = (value & ~MODE_SMEM) | (control & MODE_SMEM);
	} else if (value & TR_ENABLE) {
		tr_write(c, TR_CONTROL, value & ~TR_ENABLE);
		if (!tr_sink_in_own_memory(c))
			return;
	}
	tr_write(c, TR_CONTROL, value);
}

static bool trace_mmio_is_range(const struct trace_component *c, u32 offset)
{
	return c->type == TR_COMP_RAM_SINK && offset >= TR_RAM_START_LOW &&
	       offset <= TR_RAM_WP_HIGH;
}

/* --- stores --------------------------------------------------------------- */

/* An encoder is enabled where its trace may end. */
static void trace_mmio_encoder_control(const struct trace *t,
				       const struct trace_component *c,
				       u32 value)
{
	if ((value & TR_ENABLE) && !tr_is_enabled(c) &&
	    !trace_sink_admits(t, trace_number(t, c)))
		value &= ~TR_ENABLE;
	tr_write(c, TR_CONTROL, value);
}

static void trace_mmio_control(struct trace *t, struct trace_component *c,
			       u32 value)
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
	if (c->type == TR_COMP_RAM_SINK)
		trace_mmio_sink_control(c, value);
	else if (trace_is_encoder(c))
		trace_mmio_encoder_control(t, c, value);
	else
		tr_write(c, TR_CONTROL, value);
}

bool trace_mmio_store(struct trace *t, u32 owner, u64 address, u32 value)
{
	struct trace_component *c = trace_mmio_own(t, owner, address);
	u32 offset = (u32)address & (TR_WINDOW_SIZE - 1);

	if (!c)
		return false;
	if (offset == TR_CONTROL)
		trace_mmio_control(t, c, value);
	else if (tr_is_active(c) &&
		 !(trace_mmio_is_range(c, offset) && tr_is_enabled(c)))
		tr_write(c, offset, value);
	return true;
}
