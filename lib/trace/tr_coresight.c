// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers of CoreSight components, as if they were those of TCI 1.0: a funnel
 * is a funnel, an ETR a RAM sink (SMEM), an ETF or ETB at the end of a way a
 * RAM sink (SRAM), and an ETF in the middle, which is a FIFO there, a funnel,
 * as is a replicator. All other files see only the standard's registers, so
 * their judgements are valid here as well.
 *
 * Active is a bit of these components with another purpose. It is 0 after their
 * reset, and only software sets it, so a 0 shows a loss of power.
 */
#include <hart/coresight_regs.h>

#include "trace_internal.h"

#define MODE_SMEM TR_MASK(TR_RAM_CONTROL, MODE)
#define WRAP TR_MASK(TR_RAM_WP_LOW, WRAP)
#define IMPL_SMEM TR_MASK(TR_RAM_IMPL, HAS_SMEM)

/* Active of a funnel: a hold time that no reset leaves. */
#define HOLD (7u << CS_FUNNEL_HOLD_LSB)
#define HOLD_MASK (15u << CS_FUNNEL_HOLD_LSB)
#define HOLD_RESET (CS_FUNNEL_HOLD_RESET << CS_FUNNEL_HOLD_LSB)

/* Active of a TMC: the flush at a request from outside is enabled. */
#define AWAKE CS_FORMAT_FLUSH_IN
#define FORMATS (CS_FORMAT_ENABLE | CS_FORMAT_TRIGGERS)

/* Unit of buffers: the widest access to memory, two frames. */
enum { UNIT = 32, NOWHERE = 0xffff };

/* Read bits of a register so that one wrong reading has no effect. A register
 * of TCI consists of several registers here, and each has to be right. */
static bool tr_cs_steady(const struct trace_component *c, u32 at, u32 mask,
			 u32 *value)
{
	bool agrees;

	/* unseen: nobody looks at it without a reading */
	*value = 0;
	agrees = tr_agrees(tr_raw_load, c, at, mask, value);
	*value &= mask;
	return agrees;
}

static bool tr_cs_is_etr(const struct trace_component *c)
{
	return c->impl & IMPL_SMEM;
}

/* --- type
 * -------------------------------------------------------------------- */

static u32 tr_cs_type(const struct trace_component *c, u32 id)
{
	u32 sink = TR_FIELD(TR_IMPL, COMP_TYPE, TR_COMP_RAM_SINK);

	if (c->coresight == TRACE_CS_FUNNEL)
		return TR_FIELD(TR_IMPL, COMP_TYPE, TR_COMP_FUNNEL);
	if (c->coresight == TRACE_CS_REPLICATOR)
		return c->link.outlet < CS_REPLICATOR_OUTPUTS ?
			       TR_FIELD(TR_IMPL, COMP_TYPE, TR_COMP_FUNNEL) :
			       0;
	switch (CS_TMC_KIND(id)) {
	case CS_TMC_ROUTER:
		return sink | IMPL_SMEM;
	case CS_TMC_STORE:
		if (c->output != TRACE_NONE || c->foreign)
			return TR_FIELD(TR_IMPL, COMP_TYPE, TR_COMP_FUNNEL);
		return sink | TR_MASK(TR_RAM_IMPL, HAS_SRAM);
	case CS_TMC_BUFFER:
		return sink | TR_MASK(TR_RAM_IMPL, HAS_SRAM);
	default:
		/* unseen: 1 is the version, which is set anyway */
		return 0;
	}
}

/* --- a funnel ---------------------------------------------------------------- */

/* A funnel keeps no data, so it is always empty. */
static bool tr_cs_funnel_load(const struct trace_component *c, u32 *value)
{
	u32 now;

	if (!tr_cs_steady(c, CS_FUNNEL_CONTROL, CS_FUNNEL_PORTS | HOLD_MASK,
			  &now))
		return false;
	*value = ((now & HOLD_MASK) == HOLD ? TR_ACTIVE : 0) |
		 (now & CS_FUNNEL_PORTS ? TR_ENABLE : 0) | TR_EMPTY;
	return true;
}

static bool tr_cs_funnel_store(const struct trace_component *c, u32 value)
{
	u32 control = HOLD | (value & TR_ENABLE ? CS_FUNNEL_PORTS : 0);

	return tr_raw_store(c, CS_FUNNEL_CONTROL,
			    value & TR_ACTIVE ? control : HOLD_RESET);
}

/* --- a replicator ------------------------------------------------------------ */

/* Active of a replicator: no component has the IDs of this bit, so it filters
 * no trace. */
#define MARK CS_FILTER_RESERVED
#define CLOSED (CS_FILTER_ALL & ~MARK)

/* @param other 1: of the unused output. A tree may give any number. */
static u32 tr_cs_filter(const struct trace_component *c, u32 other)
{
	return CS_REPLICATOR_FILTER((c->link.outlet ^ other) &
				    (CS_REPLICATOR_OUTPUTS - 1));
}

static bool tr_cs_replicator_load(const struct trace_component *c, u32 *value)
{
	u32 now;

	if (!tr_cs_steady(c, tr_cs_filter(c, 0), CS_FILTER_ALL, &now))
		return false;
	*value = TR_EMPTY;
	if (now & MARK)
		*value |= TR_ACTIVE | (now & CLOSED ? 0 : TR_ENABLE);
	return true;
}

/* If the trace ends here, both outputs lead to foreign parts, and both open. */
static bool tr_cs_replicator_store(const struct trace_component *c, u32 value)
{
	u32 filter = CLOSED;

	if (value & TR_ACTIVE)
		filter = MARK | (value & TR_ENABLE ? 0 : CLOSED);
	return tr_raw_store(c, tr_cs_filter(c, 1),
			    c->output == TRACE_NONE ? filter : CS_FILTER_ALL) &&
	       tr_raw_store(c, tr_cs_filter(c, 0), filter);
}

/* --- a TMC ------------------------------------------------------------------- */

static bool tr_tmc_mode(const struct trace_component *c, u32 *mode)
{
	u32 scatter = 0;

	if (!tr_cs_steady(c, CS_TMC_MODE, CS_MODE_MASK, mode) ||
	    (tr_cs_is_etr(c) &&
	     !tr_cs_steady(c, CS_TMC_AXI_CONTROL, CS_AXI_SCATTER, &scatter)))
		return false;
	*mode = tr_cs_is_etr(c) && *mode == CS_MODE_CIRCULAR && !scatter ?
			MODE_SMEM :
			0;
	return true;
}

/*
 * A flush stops the capture. Nobody can wait for it while holding the
 * component, so the next load of Control ends the capture.
 */
static bool tr_tmc_load(const struct trace_component *c, u32 *value)
{
	u32 capture, ready, format, mode;
	bool stops;

	if (!tr_cs_steady(c, CS_TMC_CONTROL, CS_CAPTURE, &capture) ||
	    !tr_cs_steady(c, CS_TMC_STATUS, CS_STATUS_READY, &ready) ||
	    !tr_cs_steady(c, CS_TMC_FORMAT_CONTROL, AWAKE | CS_FORMAT_STOP,
			  &format) ||
	    !tr_tmc_mode(c, &mode))
		return false;
	stops = format & CS_FORMAT_STOP;
	if (capture && ready && stops)
		tr_raw_store(c, CS_TMC_CONTROL, 0);
	*value = (format & AWAKE || capture || !ready ? TR_ACTIVE : 0) |
		 (capture ? TR_ENABLE : 0) |
		 (ready && !capture ? TR_EMPTY : 0) | mode;
	return true;
}

/* A TMC takes settings only at rest. */
static bool tr_tmc_set(const struct trace_component *c)
{
	u32 ready;

	if (!tr_raw_store(c, CS_TMC_CONTROL, 0) ||
	    !tr_cs_steady(c, CS_TMC_STATUS, CS_STATUS_READY, &ready))
		/* unseen: the caller waits, which fails on a bus error, too */
		return false;
	return !ready ||
	       (tr_raw_store(c, CS_TMC_MODE,
			     trace_is_funnel(c) ? CS_MODE_FIFO :
						  CS_MODE_CIRCULAR) &&
		(!tr_cs_is_etr(c) ||
		 tr_raw_store(c, CS_TMC_AXI_CONTROL,
			      CS_AXI_BURSTS | CS_AXI_NONSECURE)) &&
		tr_raw_store(c, CS_TMC_FORMAT_CONTROL, FORMATS | AWAKE));
}

static bool tr_tmc_flush(const struct trace_component *c)
{
	u32 stop = FORMATS | AWAKE | CS_FORMAT_STOP;

	/* unseen: only of Active alone the result is used */
	return tr_raw_store(c, CS_TMC_FORMAT_CONTROL, stop) &&
	       tr_raw_store(c, CS_TMC_FORMAT_CONTROL, stop | CS_FORMAT_FLUSH);
}

static bool tr_tmc_store(const struct trace_component *c, u32 value)
{
	u32 capture;

	if (!(value & TR_ACTIVE))
		return tr_raw_store(c, CS_TMC_CONTROL, 0) &&
		       tr_raw_store(c, CS_TMC_FORMAT_CONTROL, FORMATS);
	if (value & TR_ENABLE)
		/* unseen: only of Active alone the result is used */
		return tr_raw_store(c, CS_TMC_FORMAT_CONTROL,
				    FORMATS | AWAKE) &&
		       tr_raw_store(c, CS_TMC_CONTROL, CS_CAPTURE);
	if (!tr_cs_steady(c, CS_TMC_CONTROL, CS_CAPTURE, &capture))
		/* unseen: the caller waits, which fails on a bus error, too */
		return false;
	return capture ? tr_tmc_flush(c) : tr_tmc_set(c);
}

/* --- memory of a TMC
 * --------------------------------------------------------- */

static bool tr_tmc_base(const struct trace_component *c, u64 *base)
{
	u32 low, high;

	*base = 0;
	if (!tr_cs_is_etr(c))
		return true;
	if (!tr_cs_steady(c, CS_TMC_BASE_LOW, ~0u, &low) ||
	    !tr_cs_steady(c, CS_TMC_BASE_HIGH, ~0u, &high))
		return false;
	*base = (u64)high << 32 | low;
	return true;
}

/* The last unit of the buffer, or the last word of SRAM. */
static bool tr_tmc_limit(const struct trace_component *c, u64 *limit)
{
	u32 words;

	if (!tr_tmc_base(c, limit) ||
	    !tr_cs_steady(c, CS_TMC_SIZE, ~0u, &words))
		return false;
	*limit += 4ull * words - (tr_cs_is_etr(c) ? UNIT : 4);
	return true;
}

/* A limit has the high half of the base. */
static bool tr_tmc_set_limit(const struct trace_component *c, u32 limit)
{
	u64 base;

	if (!tr_tmc_base(c, &base))
		return false;
	return tr_raw_store(c, CS_TMC_SIZE,
			    ((limit - (u32)base) / UNIT + 1) * (UNIT / 4));
}

static bool tr_tmc_set_pointer(const struct trace_component *c, u32 value)
{
	return tr_raw_store(c, CS_TMC_WRITE_LOW, value & ~15u) &&
	       tr_raw_store(c, CS_TMC_STATUS,
			    value & WRAP ? CS_STATUS_FULL : 0);
}

static bool tr_tmc_pointer(const struct trace_component *c, u32 *value)
{
	u32 full;

	if (!tr_raw_load(c, CS_TMC_WRITE_LOW, value) ||
	    !tr_cs_steady(c, CS_TMC_STATUS, CS_STATUS_FULL, &full))
		return false;
	*value = (*value & ~3u) | (full ? WRAP : 0);
	return true;
}

/* The register of a TMC that equals a register of TCI. */
static u32 tr_tmc_place(const struct trace_component *c, u32 offset)
{
	switch (offset) {
	case TR_RAM_START_LOW:
		return tr_cs_is_etr(c) ? CS_TMC_BASE_LOW : NOWHERE;
	case TR_RAM_START_HIGH:
		return tr_cs_is_etr(c) ? CS_TMC_BASE_HIGH : NOWHERE;
	case TR_RAM_WP_HIGH:
		return CS_TMC_WRITE_HIGH;
	case TR_RAM_RP_LOW:
		return CS_TMC_READ_LOW;
	case TR_RAM_DATA:
		return tr_cs_is_etr(c) ? NOWHERE : CS_TMC_DATA;
	default:
		return NOWHERE;
	}
}

static bool tr_tmc_load_other(const struct trace_component *c, u32 offset,
			      u32 *value)
{
	u32 at = tr_tmc_place(c, offset);
	u64 limit;

	switch (offset) {
	case TR_RAM_LIMIT_LOW:
	case TR_RAM_LIMIT_HIGH:
		if (!tr_tmc_limit(c, &limit))
			return false;
		*value =
			(u32)(offset == TR_RAM_LIMIT_LOW ? limit : limit >> 32);
		return true;
	case TR_RAM_WP_LOW:
		return tr_tmc_pointer(c, value);
	default:
		return at == NOWHERE || tr_raw_load(c, at, value);
	}
}

static bool tr_tmc_store_other(const struct trace_component *c, u32 offset,
			       u32 value)
{
	u32 at = tr_tmc_place(c, offset);

	switch (offset) {
	case TR_RAM_START_LOW:
		value &= ~(u32)(UNIT - 1);
		break;
	case TR_RAM_LIMIT_LOW:
		return !tr_cs_is_etr(c) || tr_tmc_set_limit(c, value);
	case TR_RAM_WP_LOW:
		return tr_tmc_set_pointer(c, value);
	case TR_RAM_DATA:
		/* unseen: trace_mmio_sink_takes() lets no store to trRamData
		 * pass */
		return true;
	}
	return at == NOWHERE || tr_raw_store(c, at, value);
}

/* --- registers of TCI -------------------------------------------------------- */

static bool tr_cs_load_control(const struct trace_component *c, u32 *value)
{
	switch (c->coresight) {
	case TRACE_CS_FUNNEL:
		return tr_cs_funnel_load(c, value);
	case TRACE_CS_REPLICATOR:
		return tr_cs_replicator_load(c, value);
	default:
		return tr_tmc_load(c, value);
	}
}

static bool tr_cs_store_control(const struct trace_component *c, u32 value)
{
	switch (c->coresight) {
	case TRACE_CS_FUNNEL:
		return tr_cs_funnel_store(c, value);
	case TRACE_CS_REPLICATOR:
		return tr_cs_replicator_store(c, value);
	default:
		return tr_tmc_store(c, value);
	}
}

bool tr_cs_load(const struct trace_component *c, u32 offset, u32 *value)
{
	u32 id = 0;

	if (offset == TR_IMPL) {
		if (!tr_cs_steady(c, CS_DEVICE_ID, ~0u, &id))
			return false;
		*value = TR_FIELD(TR_IMPL, VER_MAJOR, 1) | tr_cs_type(c, id);
		return true;
	}
	if (offset == TR_CONTROL)
		return tr_cs_load_control(c, value);
	return !trace_is_memory(c) || tr_tmc_load_other(c, offset, value);
}

/* A loss of power locks the registers again. */
bool tr_cs_store(const struct trace_component *c, u32 offset, u32 value)
{
	if (offset == TR_CONTROL)
		return tr_raw_store(c, CS_LOCK_ACCESS, CS_UNLOCK) &&
		       tr_cs_store_control(c, value);
	return !trace_is_memory(c) || tr_tmc_store_other(c, offset, value);
}
