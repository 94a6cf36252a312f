// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where trace ends: RAM sinks, PIB sinks and ATB bridges. A RAM sink in SMEM
 * mode is a bus master that no PMP stops, so its range is parked whenever it
 * has no owner, and a new one is checked by whoever calls tr_sink_set().
 */
#include <hart/shmem.h>

#include "trace_internal.h"

#define MODE_SMEM TR_MASK(TR_RAM_CONTROL, MODE)
#define STOP_ON_WRAP TR_MASK(TR_RAM_CONTROL, STOP_ON_WRAP)
#define WRAP TR_MASK(TR_RAM_WP_LOW, WRAP)

/** The slowest clock: what the pins can stand is not known here. */
#define PIB_SLOWEST TR_MASK(TR_PIB_CONTROL, DIVIDER)
#define ATB_ID_FIRST 1

/** SRAM is always 32 bits wide. */
enum { SRAM_WIDTH = 4 };

/* --- 64-bit registers ---------------------------------------------------------- */

static u64 tr_sink_read64(const struct trace_component *c, u32 low)
{
	return (u64)tr_read(c, low + 4) << 32 | tr_read(c, low);
}

static void tr_sink_write64(const struct trace_component *c, u32 low, u64 value)
{
	tr_write(c, low + 4, (u32)(value >> 32));
	tr_write(c, low, (u32)value);
}

/* The lowest and the highest value it takes (TCI, "Typical Configurations"). */
static void tr_sink_range(const struct trace_component *c, u32 low, u64 *min,
			  u64 *max)
{
	tr_sink_write64(c, low, 0);
	*min = tr_sink_read64(c, low);
	tr_sink_write64(c, low, ~0ull);
	*max = tr_sink_read64(c, low);
}

/* --- discovery ------------------------------------------------------------------- */

static bool tr_sink_mode(const struct trace_component *c, u32 mode)
{
	tr_write(c, TR_CONTROL, TR_ACTIVE | mode);
	return (tr_read(c, TR_CONTROL) & MODE_SMEM) == mode;
}

static u32 tr_sink_lowest_bit(u64 value)
{
	return value ? 1u << (bits_ffs64(value) & 31) : 4;
}

/* trRamStart first: the range of the limit may depend on it. */
static void tr_sink_probe_smem(struct trace_component *c)
{
	struct trace_sink_caps *caps = &c->sink;

	tr_sink_range(c, TR_RAM_START_LOW, &caps->start_min, &caps->start_max);
	tr_sink_write64(c, TR_RAM_START_LOW, caps->start_min);
	tr_sink_range(c, TR_RAM_LIMIT_LOW, &caps->limit_min, &caps->limit_max);
	caps->high = caps->limit_max >> 32;
	caps->width = tr_sink_lowest_bit((u32)caps->limit_max);
	caps->alignment = caps->start_min == caps->start_max ?
				  caps->width :
				  tr_sink_lowest_bit((u32)caps->start_max);
}

static void tr_sink_probe_sram(struct trace_component *c)
{
	struct trace_sink_caps *caps = &c->sink;
	u64 lowest;

	tr_sink_range(c, TR_RAM_LIMIT_LOW, &lowest, &caps->sram_limit);
}

static enum trace_reason tr_ram_probe(struct trace_component *c)
{
	struct trace_sink_caps *caps = &c->sink;
	bool any = c->impl & (TR_MASK(TR_RAM_IMPL, HAS_SRAM) |
			      TR_MASK(TR_RAM_IMPL, HAS_SMEM));

	*caps = (struct trace_sink_caps){ .width = 4, .alignment = 4 };
	/* Models of the interface leave both bits 0; the mode tells as well. */
	caps->sram = tr_sink_mode(c, 0) &&
		     (!any || (c->impl & TR_MASK(TR_RAM_IMPL, HAS_SRAM)));
	caps->smem = tr_sink_mode(c, MODE_SMEM) &&
		     (!any || (c->impl & TR_MASK(TR_RAM_IMPL, HAS_SMEM)));
	if (!caps->sram && !caps->smem)
		return TRACE_NO_MEMORY_MODE;
	if (caps->sram && tr_sink_mode(c, 0))
		tr_sink_probe_sram(c);
	if (caps->smem && tr_sink_mode(c, MODE_SMEM))
		tr_sink_probe_smem(c);
	caps->stop_on_wrap = tr_settable(
		c, TR_CONTROL, TR_ACTIVE | (caps->smem ? MODE_SMEM : 0),
		STOP_ON_WRAP);
	return TRACE_USABLE;
}

enum trace_reason tr_sink_probe(struct trace_component *c)
{
	enum trace_reason reason = TRACE_USABLE;

	if (c->type == TR_COMP_RAM_SINK)
		reason = tr_ram_probe(c);
	if (reason == TRACE_USABLE)
		tr_sink_reset(c);
	return reason;
}

/* --- defaults -------------------------------------------------------------------- */

static void tr_sink_write_range(const struct trace_component *c, u64 start,
				u64 limit, u64 wp)
{
	tr_sink_write64(c, TR_RAM_START_LOW, start);
	tr_sink_write64(c, TR_RAM_LIMIT_LOW, limit);
	tr_sink_write64(c, TR_RAM_WP_LOW, wp);
}

static void tr_ram_reset(struct trace_component *c)
{
	struct trace_sink_caps *caps = &c->sink;

	c->owner = TRACE_NO_OWNER;
	c->wrapped = false;
	tr_write(c, TR_CONTROL, TR_ACTIVE | (caps->smem ? MODE_SMEM : 0));
	if (caps->smem)
		tr_sink_write_range(c, caps->start_min, caps->limit_min,
				    caps->start_min);
	else
		tr_sink_write_range(c, 0, caps->sram_limit, 0);
	tr_sink_write64(c, TR_RAM_RP_LOW, 0);
}

void tr_sink_reset(struct trace_component *c)
{
	switch (c->type) {
	case TR_COMP_RAM_SINK:
		tr_ram_reset(c);
		break;
	case TR_COMP_PIB_SINK:
		tr_write(c, TR_CONTROL, TR_ACTIVE | PIB_SLOWEST);
		break;
	default:
		tr_write(c, TR_CONTROL,
			 TR_ACTIVE | TR_FIELD(TR_ATB_BRIDGE_CONTROL, ID,
					      ATB_ID_FIRST));
		tr_write(c, TR_ATB_BRIDGE_IMPL, 0); /* its asynchronous part */
	}
}

/* --- buffers --------------------------------------------------------------------- */

void tr_sink_range_now(const struct trace_component *c, struct tr_range *r)
{
	u64 wp = tr_sink_read64(c, TR_RAM_WP_LOW);

	r->sram = !(tr_read(c, TR_CONTROL) & MODE_SMEM);
	r->start = tr_sink_read64(c, TR_RAM_START_LOW);
	r->end = tr_sink_read64(c, TR_RAM_LIMIT_LOW) +
		 (r->sram ? SRAM_WIDTH : c->sink.width);
	r->wrapped = (wp & WRAP) || c->wrapped;
	r->wp = wp & ~(u64)WRAP;
}

/* Whether the registers say start and limit, and writing begins at start. */
static bool tr_sink_points(const struct trace_component *c, u64 start,
			   u64 limit)
{
	return tr_sink_read64(c, TR_RAM_START_LOW) == start &&
	       tr_sink_read64(c, TR_RAM_LIMIT_LOW) == limit &&
	       tr_sink_read64(c, TR_RAM_WP_LOW) == start;
}

bool tr_sink_set(struct trace_component *c, const struct tr_buffer *b)
{
	u64 start = b->sram ? 0 : b->start;
	u64 limit = b->sram ? c->sink.sram_limit : b->end - c->sink.width;
	struct trace_sink_context old;
	u32 control = (b->sram ? 0 : MODE_SMEM) |
		      (b->stop_on_wrap ? STOP_ON_WRAP : 0);

	tr_sink_save(c, &old);
	tr_write(c, TR_CONTROL, TR_ACTIVE | control);
	tr_sink_write_range(c, start, limit, start);
	c->wrapped = false;
	if (tr_sink_points(c, start, limit))
		return true;
	tr_sink_restore(c, &old);
	return false;
}

/*
 * Memory that the sink chose itself was judged at boot; what software chose
 * has to be the caller's, and writing has to begin inside, for only at the
 * limit does a sink turn back.
 */
bool tr_sink_in_own_memory(const struct trace_component *c)
{
	struct tr_range r;

	tr_sink_range_now(c, &r);
	if (r.sram)
		return true;
	if (r.wp < r.start || r.wp >= r.end)
		return false;
	return c->sink.start_min == c->sink.start_max ||
	       hart_shmem_check(r.start, r.end - r.start);
}

bool tr_sink_ready(const struct trace_component *c)
{
	u32 control = tr_read(c, TR_CONTROL);

	switch (c->type) {
	case TR_COMP_RAM_SINK:
		return c->owner != TRACE_NO_OWNER;
	case TR_COMP_PIB_SINK:
		return FIELD_GET(TR_PIB_CONTROL, MODE, control);
	default:
		return true;
	}
}

void tr_sink_seek(const struct trace_component *c, u64 address)
{
	tr_sink_write64(c, TR_RAM_RP_LOW, address);
}

/* --- sleep ------------------------------------------------------------------------ */

void tr_sink_save(const struct trace_component *c, struct trace_sink_context *x)
{
	x->control = tr_control(c);
	x->owner = c->owner;
	if (c->type != TR_COMP_RAM_SINK)
		return;
	x->start = tr_sink_read64(c, TR_RAM_START_LOW);
	x->limit = tr_sink_read64(c, TR_RAM_LIMIT_LOW);
	x->wp = tr_sink_read64(c, TR_RAM_WP_LOW) | (c->wrapped ? WRAP : 0);
}

void tr_sink_restore(struct trace_component *c,
		     const struct trace_sink_context *x)
{
	tr_write(c, TR_CONTROL, TR_ACTIVE | (x->control & ~TR_ENABLE));
	c->owner = x->owner;
	if (c->type != TR_COMP_RAM_SINK)
		return;
	tr_sink_write_range(c, x->start, x->limit, x->wp);
	/* A design may let nothing but a wrap set the flag. */
	c->wrapped = (x->wp & WRAP) && !(tr_read(c, TR_RAM_WP_LOW) & WRAP);
}
