// SPDX-License-Identifier: BSD-2-Clause
/*
 * RAM sinks. In SMEM mode one is a bus master that no PMP stops. No function here
 * is called for a sink that is not TRACE_OFF; tr_sink_judge() judges its range
 * before it starts.
 */
#include <hart/shmem.h>
#include <trace/memory.h>

#include "tr_type.h"

#define MODE_SMEM TR_MASK(TR_RAM_CONTROL, MODE)
#define STOP_ON_WRAP TR_MASK(TR_RAM_CONTROL, STOP_ON_WRAP)
#define WRAP TR_MASK(TR_RAM_WP_LOW, WRAP)

/** SRAM is always 32 bits wide. */
enum { SRAM_WIDTH = 4 };

const struct tr_type tr_sink_type = { .fields = TR_RAM_CONTROL_FIELDS };

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

/* The lowest and the highest value that a register takes (TCI, "Typical
 * Configurations"). */
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

/* trRamStart comes first: it may change the range of the limit. */
static void tr_sink_probe_smem(struct trace_component *c)
{
	struct trace_sink_caps *caps = &c->sink;

	tr_sink_range(c, TR_RAM_START_LOW, &caps->start_min, &caps->start_max);
	tr_sink_write64(c, TR_RAM_START_LOW, caps->start_min);
	tr_sink_range(c, TR_RAM_LIMIT_LOW, &caps->limit_min, &caps->limit_max);
	/* The limit shares the high half of the start. */
	if (c->old)
		caps->limit_max |= caps->start_max >> 32 << 32;
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

enum trace_reason tr_sink_probe(struct trace_component *c)
{
	struct trace_sink_caps *caps = &c->sink;
	bool any = c->impl & (TR_MASK(TR_RAM_IMPL, HAS_SRAM) |
			      TR_MASK(TR_RAM_IMPL, HAS_SMEM));

	*caps = (struct trace_sink_caps){ .width = 4, .alignment = 4 };
	/* QEMU's and other models may leave both bits 0, so the mode decides as
	 * well. */
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
	/* unseen: trace_settle() resets it before the first use */
	tr_sink_reset(NULL, c);
	return TRACE_USABLE;
}

/* --- defaults -------------------------------------------------------------------- */

static void tr_sink_write_range(const struct trace_component *c, u64 start,
				u64 limit, u64 wp)
{
	tr_sink_write64(c, TR_RAM_START_LOW, start);
	tr_sink_write64(c, TR_RAM_LIMIT_LOW, limit);
	tr_sink_write64(c, TR_RAM_WP_LOW, wp);
}

void tr_sink_reset(const struct trace *t, struct trace_component *c)
{
	struct trace_sink_caps *caps = &c->sink;

	(void)t;
	c->wrapped = false;
	tr_write(c, TR_CONTROL, TR_ACTIVE | (caps->smem ? MODE_SMEM : 0));
	if (caps->smem)
		tr_sink_write_range(c, caps->start_min, caps->limit_min,
				    caps->start_min);
	else
		tr_sink_write_range(c, 0, caps->sram_limit, 0);
	tr_sink_write64(c, TR_RAM_RP_LOW, 0);
	c->owner = TRACE_NO_OWNER;
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

/* True if the registers hold start and limit, and the pointer is at start. Some
 * designs clear the wrap flag only at Enable. */
static bool tr_sink_points(const struct trace_component *c, u64 start,
			   u64 limit)
{
	return tr_sink_read64(c, TR_RAM_START_LOW) == start &&
	       tr_sink_read64(c, TR_RAM_LIMIT_LOW) == limit &&
	       (tr_sink_read64(c, TR_RAM_WP_LOW) & ~(u64)WRAP) == start;
}

bool tr_sink_set(struct trace_component *c, const struct tr_buffer *b)
{
	u64 start = b->sram ? 0 : b->start;
	u64 limit = b->sram ? c->sink.sram_limit : b->end - c->sink.width;
	struct trace_sink_context old;
	u32 control = (b->sram ? 0 : MODE_SMEM) |
		      (b->stop_on_wrap ? STOP_ON_WRAP : 0);

	old.control = tr_control_in(c, tr_sink_type.fields);
	tr_sink_save(c, &old);
	tr_write(c, TR_CONTROL, TR_ACTIVE | control);
	tr_sink_write_range(c, start, limit, start);
	c->wrapped = false;
	if (tr_sink_points(c, start, limit))
		return true;
	tr_write(c, TR_CONTROL, TR_ACTIVE | old.control);
	tr_sink_restore(c, &old);
	return false;
}

/* --- judgement of a buffer
 * ------------------------------------------------------ */

static bool tr_sink_steady64(const struct trace_component *c, u32 low, u64 *v)
{
	u32 half, high;

	if (!tr_steady(c, low, &half) || !tr_steady(c, low + 4, &high))
		return false;
	*v = (u64)high << 32 | half;
	return true;
}

/*
 * A sink wraps only at the limit, so the pointer has to be inside the range. A
 * range fixed by the hardware need not be system memory, but must be the
 * owner's.
 */
bool tr_sink_allowed(const struct trace_component *c, u32 owner, u64 start,
		     u64 limit, u64 wp)
{
	u64 last = limit + c->sink.width - 1, size = last - start + 1, memory;

	/* unseen: both ends of a range are even in the fake */
	wp &= ~(u64)WRAP;
	if (limit < start || last < limit || wp < start || wp > last || !size ||
	    !trace_memory_of(c, start, size, &memory))
		return false;
	if (trace_sink_is_fixed(&c->sink))
		return hart_domain_check_of(owner, memory, size);
	return hart_shmem_check_of(owner, memory, size);
}

static bool tr_sink_has_mode(const struct trace_component *c, u32 mode)
{
	u32 now;

	return tr_steady(c, TR_CONTROL, &now) && (now & MODE_SMEM) == mode;
}

bool tr_sink_holds(const struct trace_component *c, const struct tr_range *r)
{
	u64 start, limit;

	return tr_sink_has_mode(c, r->sram ? 0 : MODE_SMEM) &&
	       (r->sram ||
		(tr_sink_steady64(c, TR_RAM_START_LOW, &start) &&
		 tr_sink_steady64(c, TR_RAM_LIMIT_LOW, &limit) &&
		 start == r->start && limit + c->sink.width == r->end));
}

/* The values read are stored and read again: even if one reading was wrong, the
 * registers then hold the judged values. */
static long tr_sink_judge_smem(struct trace_component *c, u32 owner,
			       struct tr_range *r)
{
	u64 start, limit, wp, now;

	if (!tr_sink_steady64(c, TR_RAM_START_LOW, &start) ||
	    !tr_sink_steady64(c, TR_RAM_LIMIT_LOW, &limit) ||
	    !tr_sink_steady64(c, TR_RAM_WP_LOW, &wp))
		return SBI_ERR_FAILED;
	if (!tr_sink_allowed(c, owner, start, limit, wp))
		return SBI_ERR_INVALID_ADDRESS;
	r->start = start;
	r->end = limit + c->sink.width;
	tr_sink_write_range(c, start, limit, wp);
	if (!tr_sink_holds(c, r) || !tr_sink_steady64(c, TR_RAM_WP_LOW, &now) ||
	    ((now ^ wp) & ~(u64)WRAP))
		return SBI_ERR_FAILED;
	/* In some designs only a wrap can set the flag. */
	c->wrapped |= (wp & ~now) & WRAP;
	return 0;
}

long tr_sink_judge(struct trace_component *c, u32 owner, u32 control,
		   struct tr_range *r)
{
	r->sram = !(control & MODE_SMEM);
	if (r->sram ? !c->sink.sram : !c->sink.smem)
		return SBI_ERR_NOT_SUPPORTED;
	tr_write(c, TR_CONTROL, control);
	if (!tr_sink_has_mode(c, control & MODE_SMEM))
		return SBI_ERR_FAILED;
	return r->sram ? 0 : tr_sink_judge_smem(c, owner, r);
}

bool tr_sink_in_bounds(const struct trace_component *c, u32 owner)
{
	struct tr_range r;

	if (!trace_is_memory(c) || (tr_read(c, TR_CONTROL) & TR_ENABLE))
		return true;
	tr_sink_range_now(c, &r);
	return r.sram ||
	       tr_sink_allowed(c, owner, r.start, r.end - c->sink.width, r.wp);
}

u64 tr_sink_place(const struct trace_component *c)
{
	return tr_sink_read64(c, TR_RAM_RP_LOW);
}

void tr_sink_seek(const struct trace_component *c, u64 address)
{
	tr_sink_write64(c, TR_RAM_RP_LOW, address);
}

/* --- sleep ------------------------------------------------------------------------ */

void tr_sink_save(const struct trace_component *c, struct trace_sink_context *x)
{
	x->start = tr_sink_read64(c, TR_RAM_START_LOW);
	x->limit = tr_sink_read64(c, TR_RAM_LIMIT_LOW);
	x->wp = tr_sink_read64(c, TR_RAM_WP_LOW) | (c->wrapped ? WRAP : 0);
}

void tr_sink_restore(struct trace_component *c,
		     const struct trace_sink_context *x)
{
	tr_sink_write_range(c, x->start, x->limit, x->wp);
	/* In some designs only a wrap can set the flag. */
	c->wrapped = (x->wp & WRAP) && !(tr_read(c, TR_RAM_WP_LOW) & WRAP);
}

bool tr_sink_may_have(const struct trace_component *c, u32 owner,
		      const struct trace_sink_context *x)
{
	return !(x->control & MODE_SMEM) ||
	       tr_sink_allowed(c, owner, x->start, x->limit, x->wp);
}
