/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of lib/trace, and private to them. */
#ifndef TRACE_INTERNAL_H
#define TRACE_INTERNAL_H

#include <base/bits.h>
#include <hart/fields.h>
#include <hart/harts.h>
#include <hart/lock.h>
#include <hart/mmio.h>
#include <hart/trace_regs.h>
#include <trace/memory.h>

/** A field of 32 bits, in place; its mask. */
#define TR_FIELD(reg, name, value) ((u32)FIELD_SET(reg, name, value))
#define TR_MASK(reg, name) ((u32)FIELD_MASK(reg, name))

#define TR_ACTIVE TR_MASK(TR_CONTROL, ACTIVE)
#define TR_ENABLE TR_MASK(TR_CONTROL, ENABLE)
#define TR_EMPTY TR_MASK(TR_CONTROL, EMPTY)

/** trTeFormat (TCI, trTeControl). */
enum { TR_FORMAT_ETRACE = 0, TR_FORMAT_NTRACE = 1 };

/** Fields of trTeControl for configuration: of one bit, and all of them. */
#define TR_TE_CONFIG_BITS                           \
	(TR_MASK(TR_TE_CONTROL, CONTEXT) |          \
	 TR_MASK(TR_TE_CONTROL, INST_TRIG_ENABLE) | \
	 TR_MASK(TR_TE_CONTROL, INST_STALL_ENA) |   \
	 TR_MASK(TR_TE_CONTROL, INHIBIT_SRC))
#define TR_TE_CONFIG_FIELDS                                      \
	(TR_TE_CONFIG_BITS | TR_MASK(TR_TE_CONTROL, INST_MODE) | \
	 TR_MASK(TR_TE_CONTROL, INST_SYNC_MODE) |                \
	 TR_MASK(TR_TE_CONTROL, INST_SYNC_MAX) |                 \
	 TR_MASK(TR_TE_CONTROL, FORMAT))
/** Fields of trTsControl that a configuration has. */
#define TR_TS_CONFIG_BITS                       \
	(TR_MASK(TR_TS_CONTROL, COUNT) |        \
	 TR_MASK(TR_TS_CONTROL, RUN_IN_DEBUG) | \
	 TR_MASK(TR_TS_CONTROL, PRESCALE) | TR_MASK(TR_TS_CONTROL, ENABLE))
#define TR_TS_CONFIG_FIELDS (TR_TS_CONFIG_BITS | TR_MASK(TR_TS_CONTROL, MODE))

/** Fields of trRamControl for configuration. */
#define TR_RAM_CONTROL_FIELDS ((u32)(0 FIELDS_TR_RAM_CONTROL(FIELD_OR)))

/** Modes S, U, VS and VU as in the ingress port's priv: all but M. */
#define TRACE_NOT_M 0x63u
#define TRACE_S_AND_U 0x3u

static inline bool trace_usable(const struct trace_component *c)
{
	return c->reason == TRACE_USABLE;
}

static inline bool trace_is_encoder(const struct trace_component *c)
{
	return tr_comp_is(c->type, TR_SOURCE);
}

static inline bool trace_is_funnel(const struct trace_component *c)
{
	return tr_comp_is(c->type, TR_JOINS);
}

/*
 * --- tr_component.c: registers of all components ---------------------------
 *
 * Only tr??Control may be accessed before tr_on() has returned true, or while
 * tr_is_active() is false (TCI: other registers are unspecified then).
 *
 * Callers of a function of tr_*.c have taken the component. No hart holds it
 * over a wait: functions that wait give it back meanwhile. No hart holds two.
 */

/** Take a component: at once, or after its return. One that is not returned for
 * seconds is lost: nobody gets it any more, and its registers are bus errors
 * for all, so callers of tr_take() need not check. */
bool tr_try(struct trace_component *c);
void tr_take(struct trace_component *c);
void tr_give(struct trace_component *c);

/** @return false: a bus error, and value is 0 */
bool tr_load(const struct trace_component *c, u32 offset, u32 *value);
bool tr_store(const struct trace_component *c, u32 offset, u32 value);

/** Readings before a register that never reads the same twice is given up. */
enum { TR_TRIES = 32 };

/** A register at its own offset, without translation.
 * @return false: a bus error */
static inline bool tr_raw_load(const struct trace_component *c, u32 at,
			       u32 *value)
{
	return hart_mmio_load32(c->base + at, value);
}

static inline bool tr_raw_store(const struct trace_component *c, u32 at,
				u32 value)
{
	return hart_mmio_store32(c->base + at, value);
}

/**
 * Read until two readings in a row agree in the bits of mask: a wrong one
 * differs from both neighbours.
 * @param value out: the last but one
 * @return false: no two agreed, or a bus error
 */
static inline bool
tr_agrees(bool (*load)(const struct trace_component *c, u32 offset, u32 *value),
	  const struct trace_component *c, u32 offset, u32 mask, u32 *value)
{
	u32 again, n;

	if (!load(c, offset, &again))
		return false;
	for (n = 0; n < TR_TRIES; n++) {
		*value = again;
		if (!load(c, offset, &again))
			return false;
		if (!((*value ^ again) & mask))
			return true;
	}
	return false;
}

/**
 * Read a stable register until two readings agree in the bits of mask; other
 * bits are of the last but one. @return false: no two agreed, or a bus error
 */
bool tr_steady_in(const struct trace_component *c, u32 offset, u32 mask,
		  u32 *value);

/** Read a stable register until two readings agree. @return false: none did */
static inline bool tr_steady(const struct trace_component *c, u32 offset,
			     u32 *value)
{
	return tr_steady_in(c, offset, ~(u32)0, value);
}

/** Read a register: 0 for a bus error, one reading if no two agree, a lost store. */
u32 tr_read(const struct trace_component *c, u32 offset);
void tr_write(const struct trace_component *c, u32 offset, u32 value);
/** Write a value and read the result, like these two. */
u32 tr_try_value(const struct trace_component *c, u32 offset, u32 value);
/** Write 0 to `words` registers, at least 1, in any order. */
void tr_clear(const struct trace_component *c, u32 offset, u32 words);

/**
 * Wait for bits of tr??Control, without the component meanwhile. The caller has
 * to check earlier facts again. @return false: not in time
 */
bool tr_wait(struct trace_component *c, u32 mask, u32 value);

/** Fields of tr??Control; Active alone if it cannot be read. */
u32 tr_control_in(const struct trace_component *c, u32 fields);

/** Note that it is at rest. */
void tr_rests(struct trace_component *c);

/** Put it into reset; out of reset. @return false: no answer in time */
bool tr_off(struct trace_component *c);
bool tr_on(struct trace_component *c);

/**
 * @return true if it is out of reset for certain: false for changing values,
 *	and for a stored 0 that was not seen yet
 */
bool tr_is_active(const struct trace_component *c);
/** Bits of mask that can be set; the register is base afterwards. */
u32 tr_settable(const struct trace_component *c, u32 offset, u32 base,
		u32 mask);
/** Bits of mask that can be set. @param wired out: the register after a store of base */
u32 tr_settable_of(const struct trace_component *c, u32 offset, u32 base,
		   u32 mask, u32 *wired);

/**
 * The possible values of a field, a bit for each; the register is base
 * afterwards.
 */
u32 tr_values(const struct trace_component *c, u32 offset, u32 base, u32 lsb,
	      u32 width);
#define TR_VALUES(c, offset, base, reg, name) \
	tr_values(c, offset, base, reg##_##name##_LSB, reg##_##name##_WIDTH)

/** Start a timestamp unit. @return false: there is none */
bool tr_ts_find(struct trace_component *c);

/* --- tr_old.c: registers before the standard -------------------------------- */

/**
 * Judge a component of version 0, with the old tr??Impl.
 * @return true: it can be translated, and is from now on
 */
bool tr_old_find(struct trace_component *c);

/** tr_load() and tr_store() for a register of TCI 1.0. A missing register reads
 * as 0 and ignores stores. */
bool tr_old_load(const struct trace_component *c, u32 offset, u32 *value);
bool tr_old_store(const struct trace_component *c, u32 offset, u32 value);

/* --- tr_coresight.c: components of CoreSight --------------------------------- */

/** tr_load() and tr_store() for a register of TCI 1.0. A missing register reads
 * as 0 and ignores stores. */
bool tr_cs_load(const struct trace_component *c, u32 offset, u32 *value);
bool tr_cs_store(const struct trace_component *c, u32 offset, u32 value);

/* --- tr_gate.c: the door ---------------------------------------------------- */

/**
 * Find the state of a component. @return also TRACE_DRAINING if its register
 * cannot be read
 */
enum trace_state tr_look(struct trace_component *c);

/**
 * Bring it on, if it is TRACE_OFF and its settings are permitted. The only
 * function that sets tr??Enable.
 * @param owner for whom; of an encoder, its own
 * @param control tr??Control to come on with
 * @return 0: it is TRACE_ON. SBI_ERR_TIMEOUT: it may be TRACE_COMING. Any
 *	other: it is off. DENIED: the sink, or an encoder that leads there, is
 *	another's. NOT_SUPPORTED: M-mode could not be hidden; no such memory.
 *	INVALID_ADDRESS: not all of its range is the owner's memory.
 *	ALREADY_STARTED, INVALID_STATE: it is not TRACE_OFF, or in reset.
 *	FAILED: it does not hold what it was given
 */
long tr_come_on(struct trace *t, struct trace_component *c, u32 owner,
		u32 control);

/** Judge an encoder like tr_come_on(), before another component of its way
 * comes on. @return as tr_come_on() */
long tr_encoder_may_come_on(struct trace *t, struct trace_component *c);

/** Store a tr??Control without Enable, without a wait. */
void tr_ask_off(struct trace_component *c, u32 control);

/** Clear Enable, and wait until it is empty. @return false: not in time */
bool tr_go_off(struct trace_component *c);

/* --- one file each: see also tr_type.h ------------------------------------- */

/** Test if trTeSrcID and trTeSrcBits can have these values. */
bool tr_encoder_source(struct trace_component *c, u16 id, u8 bits);

/** Set trTeInstTracing of an enabled encoder. @return false: not in time */
bool tr_encoder_trace(struct trace_component *c);

/** Clear both, and drain. @return false: not in time */
bool tr_encoder_stop(struct trace_component *c);

/* --- tr_hide.c -------------------------------------------------------------- */

/** @return true if a trace must not show M-mode */
bool tr_encoder_hides(const struct trace *t);

/** The highest filter that can tell M-mode from others; 16: none. */
u32 tr_encoder_hiding_filter(const struct trace_component *c);

/** Find this filter, once the encoder's filters are known. */
void tr_encoder_find_hiding(struct trace_encoder_caps *caps);

/** Filters that S-mode may use. */
u32 tr_encoder_filters(const struct trace *t, const struct trace_component *c);

/** Filters that S-mode wants and that all exclude M-mode. */
void tr_encoder_set_filters(const struct trace *t, struct trace_component *c,
			    u32 filters);

/** Make a filter exclude M-mode, besides its own conditions. */
void tr_filter_hide(u32 *control, u32 *match);

/** @return true if a comparator notifies of no address of M-mode */
bool tr_notify_hidden(u32 control, u64 p, u64 s);

/** @return true if a trTeControl has no vendor's mode or format */
bool tr_mode_hidden(u32 control);

/**
 * If M-mode is to be hidden, write the filters for that, and judge the rest;
 * the encoder is off. @return false: it may not come on
 */
bool tr_encoder_hide(const struct trace *t, const struct trace_component *c,
		     u32 control);

void tr_encoder_save(const struct trace_component *c, struct trace_context *x);
void tr_encoder_restore(struct trace_component *c,
			const struct trace_context *x);

/** @return true if it has a clock for all encoders that lead to it */
bool tr_funnel_has_time(const struct trace_component *c);
/** Start that clock. */
void tr_funnel_run_time(struct trace_component *c);

/** The memory for a RAM sink. */
struct tr_buffer {
	u64 start, end; /* SMEM */
	bool sram, stop_on_wrap;
};

/**
 * Write mode, range and pointers, and check the result.
 * @return false: the registers differ; the sink has its old buffer
 */
bool tr_sink_set(struct trace_component *c, const struct tr_buffer *b);

/** The range in its registers. */
struct tr_range {
	u64 start, end, wp;
	bool wrapped;
	bool sram; /* the sink's own memory */
};

void tr_sink_range_now(const struct trace_component *c, struct tr_range *r);
/** Addresses of its bus become those of memory. */
void tr_range_to_memory(const struct trace_component *c, struct tr_range *r);

/** Bytes that it has written there. */
static inline u64 tr_range_filled(const struct tr_range *r)
{
	return r->wrapped ? r->end - r->start : r->wp - r->start;
}

/** @return true if a range in SMEM mode is memory of an owner */
bool tr_sink_allowed(const struct trace_component *c, u32 owner, u64 start,
		     u64 limit, u64 wp);

/**
 * For tr_come_on(): set tr??Control, without Enable, and judge mode and range.
 * @param r out: the judged range; @return as tr_come_on()
 */
long tr_sink_judge(struct trace_component *c, u32 owner, u32 control,
		   struct tr_range *r);

/** @return true if a saved range is in SRAM or is memory of an owner */
bool tr_sink_may_have(const struct trace_component *c, u32 owner,
		      const struct trace_sink_context *x);

/** @return true if mode and range are those of r */
bool tr_sink_holds(const struct trace_component *c, const struct tr_range *r);

/**
 * @return true if a RAM sink that is off has a range for this owner now; it is
 *	judged again when it comes on
 */
bool tr_sink_in_bounds(const struct trace_component *c, u32 owner);

/** The next offset of trRamData in the SRAM; set it. */
u64 tr_sink_place(const struct trace_component *c);
void tr_sink_seek(const struct trace_component *c, u64 address);

/* --- trace_graph.c and trace_way.c -------------------------------------------- */

/** @return true if both are on one wire, and so may share an input */
static inline bool trace_same_wire(const struct trace_link *a,
				   const struct trace_link *b)
{
	return a->wire && a->wire == b->wire;
}

/** The component's first output cannot be used: use its second one.
 * @return false: no second output can be used */
bool trace_take_second(struct trace *t, u32 from);

/** Set an encoder's owner, and that of its way; the encoder is at rest. */
void trace_rule(struct trace *t, u32 encoder, u32 owner);

/** Components from here to the sink, both included. */
u32 trace_distance(const struct trace *t, u32 component);

/** @return true if data from one go through the other, or both are the same */
bool trace_leads_to(const struct trace *t, u32 from, u32 to);

/** The last component of the way. */
u32 trace_sink_of(const struct trace *t, u32 component);

/**
 * @return true if a RAM sink may write for an owner: it is, or can become, the
 *	owner's, and no encoder of another owner that leads there is on
 */
bool trace_sink_is_for(const struct trace *t, u32 sink, u32 owner);

/**
 * @return true if an encoder's trace may end there: not in another owner's
 *	buffer
 */
bool trace_sink_admits(const struct trace *t, u32 encoder);

/**
 * @return true if a component, and all that lead there, are this owner's or
 *	free
 */
bool trace_is_own(const struct trace *t, u32 component, u32 owner);

/** Add all from here on to a set, up to the first one that is in it. */
void trace_mark_way(const struct trace *t, u32 n, u64 *found);

/* --- trace_path.c ------------------------------------------------------------- */

/**
 * Bring the way on from sink to encoder, for the encoder's owner.
 * @param tracing also set trTeInstTracing
 * @return 0, or as tr_come_on(): the components that were off are off again
 */
long trace_path_start(struct trace *t, u32 encoder, bool tracing);

/**
 * Disable the way from the encoder on, as far as no other encoder uses it.
 * @return false: one did not drain in time; the others are stopped nevertheless
 */
bool trace_path_stop(struct trace *t, u32 encoder);

/** tr_*() of this name for a caller that does not hold the component. */
bool trace_go_off(struct trace_component *c);
bool trace_encoder_stop(struct trace_component *c);
enum trace_state trace_look(struct trace_component *c);
bool trace_wake(const struct trace *t, struct trace_component *c);
bool trace_is_active(struct trace_component *c);

/** Mark the stream of a component as in use; the second form waits up to a
 * limit. @return false: another hart uses it */
bool trace_turn(struct trace *t, u32 component);
bool trace_turn_wait(struct trace *t, u32 component, u32 limit_us);
void trace_turn_end(struct trace *t, u32 component);

/* --- calls ----------------------------------------------------------------- */

/** A call: the caller and its arguments. */
struct trace_caller {
	struct trace *t;
	u32 owner;
	const unsigned long *a; /* arguments a0 to a5 */
	const struct sbi_args *args;
};

/** @return the encoder of a hart, TRACE_NONE: no usable one */
u32 trace_find_hart(const struct trace *t, unsigned long hartid);

/**
 * The encoder of the hart in a0, for its owner.
 * @param error out: INVALID_PARAM or DENIED, with NULL
 */
struct trace_component *trace_call_own_encoder(const struct trace_caller *x,
					       long *error);

/** The number of a component. */
static inline u32 trace_number(const struct trace *t,
			       const struct trace_component *c)
{
	return (u32)(c - t->component);
}

/** @return true if one of the caller's encoders leads to a component */
bool trace_call_reaches(const struct trace_caller *x, u32 component);

typedef struct sbiret trace_call_fn(const struct trace_caller *x);

trace_call_fn trace_call_info, trace_call_status, trace_call_set_buffer,
	trace_call_release, trace_call_read, trace_call_configure,
	trace_call_filter, trace_call_comparator;

#endif
