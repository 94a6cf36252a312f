/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace components (RISC-V Trace Control Interface 1.0, "TCI" below) as a core
 * without a firmware around it: usable components, reset and known state, paths
 * from encoders to sinks, state over a sleep of a hart or of the machine and
 * over a change of owner, and the SBI trace extension (docs/sbi-trace.md).
 * docs/trace.md has the guarantees for S-mode.
 *
 * The caller owns all memory. It describes the graph (trace_add(),
 * trace_connect()), probes the hardware, may refuse components for other
 * reasons, and settles the rest:
 *   trace_init, trace_add..., trace_connect..., trace_probe, trace_refuse...,
 *   trace_settle, trace_owners_set, trace_hand_over
 *
 * Any hart can reach any component. Each has a lock (hart/lock.h), which a hart
 * holds over accesses to its registers and never over a wait. The components
 * that lead to one sink are a stream; only one hart at a time does work that
 * waits or changes more than one component of it. Calls, loads and stores that
 * find a component or a stream taken change nothing and return TRACE_AGAIN or
 * TRACE_REPEAT; the caller lets S-mode repeat them. The functions of harts and
 * of the machine wait for their turn, TRACE_TURN_US at most. No hart holds two
 * streams. No function waits longer than TRACE_WAIT_US for one bit of one
 * component. Description takes no stream.
 *
 * An owner is the domain that has S-mode on a hart, by the number that
 * hart_shmem_check_of() takes. Encoders belong to the owner of their hart. A
 * RAM sink belongs to the owner whose buffer it has, from sink_set_buffer to
 * sink_release; or, enabled through its registers, to the domain that did so,
 * until it is disabled and empty again.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <hart/sbiret.h>
#include <base/types.h>
#include <hart/trace_regs.h>
#include <trace/sbi_trace.h>

enum {
	TRACE_COMPONENTS_MAX = 64,
	TRACE_INPUTS_MAX = 16,	 /* of a funnel */
	TRACE_WAIT_US = 1000,	 /* for one bit of one component */
	TRACE_TURN_US = 1000000, /* for a stream of another hart */
	TRACE_HARTS_MAX = 128,	 /* found without a search */
	TRACE_SLOTS = 256,	 /* pages of registers are found by */
	TRACE_NONE = 0xffff,	 /* no component */
};

/** No hart; no owner: only M-mode. */
#define TRACE_NO_HART 0xffffffffu
#define TRACE_NO_OWNER 0xffffffffu
/** Every owner, for work on the whole machine. */
#define TRACE_ALL_OWNERS 0xfffffffeu

/** Internal error, never a call's result: nothing was done, try again. */
#define TRACE_AGAIN 1

/** The result of a load or store of S-mode. */
enum trace_access {
	TRACE_FAULT, /* not for this owner, or a bus error: nothing was done */
	TRACE_DONE,
	TRACE_REPEAT, /* another hart uses it: let S-mode repeat it */
};

/**
 * The known state of a component. Only one function starts it, from TRACE_OFF.
 * The settings judged then stay fixed until TRACE_OFF: range and mode of a RAM
 * sink, and the filter that hides M-mode in an encoder.
 */
enum trace_state {
	TRACE_OFF,	/* in reset, or seen disabled and empty */
	TRACE_COMING,	/* Enable was stored and not seen yet */
	TRACE_ON,	/* seen enabled */
	TRACE_DRAINING, /* seen or stored disabled, and not yet both at rest */
};

/** The driver of the components (device tree, hartscope,trace-policy). */
enum trace_policy {
	TRACE_DIRECT,	/* S-mode, through its own loads and stores, or calls */
	TRACE_MEDIATED, /* M-mode alone; S-mode has the calls */
	TRACE_HANDOVER, /* as TRACE_DIRECT, with trace_hand_over() */
};

/** The reason why a component is not usable. */
enum trace_reason {
	TRACE_USABLE,
	/* of the graph */
	TRACE_BAD_ADDRESS,  /* not a multiple of 4 KiB, or out of reach */
	TRACE_SAME_ADDRESS, /* other: has the same registers */
	TRACE_TWO_OUTPUTS,  /* other: its other output leads there and cannot be
			     * kept off */
	TRACE_INPUT_TAKEN,  /* other: feeds the same input of a funnel */
	TRACE_BAD_INPUT,    /* other: has no such input */
	TRACE_LOOP,	    /* its output comes back to it; other: through it */
	TRACE_NO_OUTPUT,    /* an encoder or funnel that leads nowhere */
	TRACE_SINK_OUTPUT,  /* other: a sink leads there */
	TRACE_ENCODER_INPUT, /* other: leads into an encoder */
	TRACE_NO_SOURCE,     /* no usable encoder leads to it */
	TRACE_NO_HART_GIVEN, /* an encoder without a hart */
	TRACE_HART_TWICE,    /* other: the first encoder of the hart */
	TRACE_NEEDS_OTHER,   /* other: leads there, and it is not usable */
	/* of the hardware */
	TRACE_NO_ANSWER,      /* Active or Enable do not follow in time */
	TRACE_UNKNOWN_TYPE,   /* not a component of TCI 1.0 */
	TRACE_TYPE_MISMATCH,  /* not used any more; its number stays */
	TRACE_OLD_VERSION,    /* 0.x: registers before the standard */
	TRACE_NEW_VERSION,    /* major version above 1 */
	TRACE_BAD_PROTOCOL,   /* no N-Trace 1.x, and unable to do it */
	TRACE_NO_SOURCE_ID,   /* same source as others of its stream */
	TRACE_NO_MEMORY_MODE, /* a RAM sink that is neither SRAM nor SMEM */
	/* of the caller of trace_refuse() */
	TRACE_FORBIDDEN, /* its registers or its memory are forbidden */
};

/** Reasons for a line on the console about a usable component. */
enum trace_warning {
	TRACE_NO_WARNING = 0,
	TRACE_NEWER_MINOR = 1,	/* 1.1 to 1.14 */
	TRACE_EXPERIMENTAL = 2, /* 1.15 */
	TRACE_TRANSLATED = 4,  /* version 0, whose registers appear as of 1.0 */
	TRACE_ONE_OUTPUT = 8,  /* it has two outputs, `output` is used */
	TRACE_NOT_HIDING = 16, /* the encoder cannot exclude M-mode: it is not
				 * started */
	TRACE_WARNINGS_END = 32,
};

/** Components of CoreSight that are known. */
enum trace_coresight {
	TRACE_CS_NONE,
	TRACE_CS_FUNNEL,
	TRACE_CS_TMC,	     /* ETR, ETF or ETB; the hardware tells */
	TRACE_CS_REPLICATOR, /* with outputs that can be closed */
};

/** A way from an output of a component to an input of another. */
struct trace_link {
	u16 to;	   /* the other component, or TRACE_NONE */
	u16 wire;  /* links of one value share an input; 0: not shared */
	u8 input;  /* its number there, 0 to 15 */
	u8 outlet; /* number of the output here; for replicators */
};

/** Abilities of an encoder, found by writing and reading back (TCI WARL). */
struct trace_encoder_caps {
	u32 control;	    /* one-bit fields of trTeControl that can be set */
	u32 features;	    /* bits of trTeInstFeatures that can be set */
	u32 ts_control;	    /* bits of trTsControl that can be set, and WIDTH */
	u16 filters;	    /* bit i: filter i exists */
	u16 sync_max;	    /* bit n: trTeInstSyncMax n */
	u8 comparators;	    /* bit j: comparator j exists */
	u8 modes;	    /* bit n: trTeInstMode n */
	u8 formats;	    /* bit n: trTeFormat n */
	u8 sync_modes;	    /* bit n: trTeInstSyncMode n */
	u8 return_modes;    /* bit n: trTeInstImplicitReturnMode n */
	u8 ts_modes;	    /* bit n: trTsMode n */
	u16 source_ids;	    /* bits of trTeSrcID that can be set; 0: fixed */
	u16 source_id;	    /* its trTeSrcID, unique in its stream */
	u8 source_bits;	    /* its trTeSrcBits, those of its stream */
	u8 source_bits_min; /* trTeSrcBits after 0 was written */
	u32 filter_control; /* of FilteriControl, in every filter */
	u32 filter_match;   /* of FilteriMatchInst, in every filter */
	u32 comp_control;   /* of CompjControl, in every comparator */
	u16 hiding_unit;    /* its registers in the window */
	u8 hiding;	    /* filter that can exclude M-mode; 16: none */
	bool has_empty;	    /* trTeEmpty; E-Trace encoders may lack it */
};

/** Abilities of a RAM sink. Addresses of SMEM; of SRAM without SMEM. */
struct trace_sink_caps {
	u64 start_min, start_max; /* range of trRamStart; equal: fixed */
	u64 limit_min, limit_max; /* range of trRamLimit */
	u64 sram_limit;		  /* SRAM mode: highest trRamLimit */
	u32 width;		  /* access width A in bytes: Limit = end - A */
	u32 alignment;		  /* of Start, a power of 2 */
	bool smem, sram;
	bool stop_on_wrap;
	bool high; /* addresses above 4 GiB can be given */
};

/**
 * @return true if software cannot choose the range of the sink: Start is fixed,
 * and Limit has a highest value
 */
static inline bool trace_sink_is_fixed(const struct trace_sink_caps *caps)
{
	u64 last = caps->limit_max + caps->width - 1;

	return caps->start_min == caps->start_max &&
	       caps->limit_max >= caps->start_min && last != ~0ull &&
	       last != 0xffffffff;
}

/** Abilities of a funnel. */
struct trace_funnel_caps {
	u16 inputs;  /* bits of trFunnelDisInput that can be set */
	u8 ts_modes; /* bit n: trTsMode n */
};

/** Registers of a sink or funnel that come back after a sleep. A range is
 * judged again before that, for the owner of the saved range. */
struct trace_sink_context {
	u32 control, dis_input, ts_control;
	u64 start, limit, wp;
	u32 owner;
	bool valid;
	bool enabled;
};

/** A component. The caller reads it, the functions below write it. */
struct trace_component {
	u32 lock;	      /* of its registers and of this structure */
	bool lost;	      /* its hart never gave it back: out of use */
	unsigned long base;   /* address of its registers */
	unsigned long hartid; /* of an encoder's hart */
	u32 hartindex;	      /* the same, dense; or TRACE_NO_HART */
	u32 owner; /* encoder: of its hart; RAM sink: of its buffer */
	u32 leads; /* see trace_owner_of() */
	u32 impl;  /* tr??Impl; 0: never read */
	union {
		struct trace_link link;
		u16 output; /* component to which it leads, or TRACE_NONE */
	};
	struct trace_link second; /* the same of its other output, not used */
	u16 other;		  /* see reason; or TRACE_NONE */
	u16 fed;		  /* connected inputs, a bit for each */
	u16 next;		  /* with the same slot; or 0 */
	u8 type;		  /* enum tr_comp_type; 0: not known */
	u8 warnings;		  /* of enum trace_warning */
	union {
		struct {
			u8 state;    /* enum trace_state */
			bool asleep; /* the hart sleeps, its encoder is off */
		};
		u16 at_rest; /* the same at one look; 0: off and not asleep */
	};
	union {
		struct {
			bool open; /* leads is an owner and has its registers */
			bool busy; /* in reset or setup: loads of Control
				    * only */
			u8 reason; /* enum trace_reason */
			bool awake; /* seen active, and with power since then */
		};
		u32 ready; /* the same at one look, see TRACE_READY */
	};
	bool leaving; /* Active 0 was stored, and was not seen yet */
	u8 named;     /* see trace_name() */
	u8 coresight; /* enum trace_coresight */
	bool old; /* version 0, or CoreSight: its registers are translated */
	bool foreign; /* it leads to a part that is no component of TCI */
	bool handed;  /* its registers are S-mode's, see trace_hand_over() */
	bool driven;  /* RAM sink: its owner enabled it through registers */
	bool used;    /* it may differ from its defaults */
	u16 wanted;   /* encoder: filters that S-mode asked for */
	unsigned long turn; /* a hart works on the stream that ends here */
	bool resume;	    /* trace again when the hart is back */
	bool wrapped;	    /* RAM sink: flag before a sleep that lost it */
	struct trace_sink_context saved;   /* while the machine sleeps */
	const struct trace_memory *memory; /* the caller's, of a RAM sink */
	union {
		struct trace_encoder_caps encoder;
		struct trace_sink_caps sink;
		struct trace_funnel_caps funnel;
	};
};

/** Of a component that is open, not busy, usable, and awake. */
#define TRACE_READY 0x01000001u

/** All components of the machine. */
struct trace {
	/* By address, where the first component is from here, in bytes; or 0 */
	u16 slot[TRACE_SLOTS];
	u32 count;
	u8 policy;			/* enum trace_policy */
	bool show_m;			/* the trace may show M-mode */
	u8 encoder_of[TRACE_HARTS_MAX]; /* a hint; see trace_encoder_of() */
	u64 encoders;			/* a bit for each, refused ones too */
	unsigned long highest;		/* base so far */
	struct trace_component component[TRACE_COMPONENTS_MAX];
};

/** Registers of a filter, and of a comparator. */
enum { TRACE_FILTER_WORDS = 7, TRACE_COMP_WORDS = 5 };

/** State that a hart's encoder gets back after a sleep or from its owner. */
struct trace_context {
	bool valid;
	bool active;  /* S-mode had not disabled it */
	bool resume;  /* it was tracing */
	bool tracing; /* trTeInstTracing; triggers may have cleared it */
	u32 control, features, filters, data_control, data_filters;
	u32 trig_dbg, trig_in, trig_out, ts_control;
	u16 wanted;
	u32 filter[TR_TE_FILTERS_MAX][TRACE_FILTER_WORDS];
	u32 comp[TR_TE_COMPS_MAX][TRACE_COMP_WORDS];
	struct trace_sink_context sink; /* if no other encoder leads to it */
};

/** The remains of a trace after a hart has failed. */
struct trace_remains {
	u16 encoder, sink; /* components; TRACE_NONE: there is none */
	bool was_tracing;
	bool drained; /* the buffer has all of it */
	bool wrapped; /* oldest byte at wp, not at start */
	bool memory;  /* buffer is in system memory: start, end, wp hold */
	u64 start, end, wp;
};

/* --- description, at cold boot -------------------------------------------- */

/** Start without components. @param policy the driver. M-mode is hidden; a
 * caller that may show it sets show_m next. */
void trace_init(struct trace *t, enum trace_policy policy);

/**
 * Add a component. @param base address of its registers
 * @param hartindex, hartid of the hart an encoder traces; TRACE_NO_HART, 0
 * @return its number, or TRACE_NONE: no room. A component with an impossible
 *	base is refused, see reason
 */
u32 trace_add(struct trace *t, u64 base, u32 hartindex, unsigned long hartid);

/**
 * Set the type that the device tree gives a component. It counts only for
 * registers from before the standard (version 0), which have no type.
 * @param type TR_COMP_ENCODER or TR_COMP_FUNNEL. A funnel without an output is
 *	then its own RAM sink, with the same inputs
 */
void trace_name(struct trace *t, u32 component, enum tr_comp_type type);

/**
 * Declare the registers of a component as CoreSight's. They appear as TCI's: of
 * a funnel; of a RAM sink, for an ETR, or an ETF or ETB that leads nowhere; or
 * of a funnel with one input, for an ETF that leads on or a replicator. A
 * funnel or an ATB bridge that leads to an unusable one ends before it.
 */
void trace_name_coresight(struct trace *t, u32 component,
			  enum trace_coresight kind);

/**
 * Connect the output of one component to an input of another.
 * @param from number of the component
 * @param link the way; `to` may be TRACE_NONE without another end: from then
 *	leads nowhere
 *
 * Of two outputs the first one that leads to a usable component is used. The
 * other one has to lead to a component that was seen off and stays off, unless
 * a replicator closes it. Otherwise, with a third output, or with an occupied
 * input, `from` is refused.
 */
void trace_join(struct trace *t, u32 from, const struct trace_link *link);

/** Connect two components directly. @param input 0 to 15 */
static inline void trace_connect(struct trace *t, u32 from, u32 to, u32 input)
{
	struct trace_link link = { .to = (u16)to, .input = (u8)input };

	trace_join(t, from, &link);
}

/** Connect an output to a part that is no component. Another output is used if
 * there is one; else a funnel or an ATB bridge ends the trace there. */
void trace_connect_foreign(struct trace *t, u32 from);

/**
 * Reset and discovery of every component that is not refused yet (TCI "Reset
 * and Discovery"): afterwards its type, version and abilities are known, and it
 * is on, disabled and in a known state, with its memory range at the lowest
 * address; or it is refused, and off if it responds.
 */
void trace_probe(struct trace *t);

/**
 * Refuse a component and switch it off.
 * @param reason TRACE_FORBIDDEN, or another reason of the caller
 */
void trace_refuse(struct trace *t, u32 component, enum trace_reason reason);

/**
 * Judge the graph, refuse wrong components and those that depend on them, and
 * give the others their defaults: source IDs, mode, periodic synchronization.
 * Refused components have a reason then, all others are usable.
 */
void trace_settle(struct trace *t);

/** A reason in words, for a message: "leads nowhere". */
const char *trace_reason_text(enum trace_reason reason);

/** A warning in words. */
const char *trace_warning_text(enum trace_warning warning);

/** True for an encoder that can send only E-Trace. */
bool trace_sends_etrace(const struct trace_component *c);

/* --- owners --------------------------------------------------------------- */

/** Set the owners of S-mode on harts, at cold boot, before S-mode runs. @param
 * first hartindex of the first one, @param owner of each, or TRACE_NO_OWNER */
void trace_owners_set(struct trace *t, u32 first, u32 harts, const u32 *owner);

/**
 * The only owner of all usable encoders that lead to a component (or are it).
 * Only this owner can have its registers.
 * @return TRACE_NO_OWNER: no owner, or more than one
 */
u32 trace_owner_of(const struct trace *t, u32 component);

/**
 * Policy TRACE_HANDOVER: choose the components whose registers S-mode accesses
 * directly (struct trace_component, handed). The caller opens their windows. At
 * cold boot, after trace_owners_set(), and only on a machine with one owner for
 * ever: no other owner can be kept from the registers.
 * @param trusted true: all components. False: no RAM sink, since a bus master
 *	writes to the address in its registers; and no encoder whose filters
 *	hide M-mode. Components of version 0 are never chosen
 */
void trace_hand_over(struct trace *t, bool trusted);

/** Encoder of a hart. @return TRACE_NONE: no usable encoder */
u32 trace_encoder_of(const struct trace *t, u32 hartindex);

/* --- life of harts and of the machine -------------------------------------- */

/**
 * Before a hart loses its state or stops for good: its encoder stops in order,
 * drains, is saved and goes off. Funnels and sinks that no other encoder uses
 * are disabled, but not off: they hold the buffer.
 * @return false: a component did not drain in time; all other work was done
 */
bool trace_hart_suspend(struct trace *t, u32 hartindex,
			struct trace_context *c);

/**
 * When the hart is back, or starts (again): its encoder gets its saved state
 * back, and traces if it did before. Without saved state an active encoder does
 * not change: another hart may have configured it meanwhile.
 * @return false: the encoder does not answer, or tracing did not start again
 */
bool trace_hart_resume(struct trace *t, u32 hartindex, struct trace_context *c);

/**
 * The owner leaves the hart: as trace_hart_suspend(); a sink to which only this
 * encoder leads is also disabled, drained, saved and parked. The next call is
 * trace_hart_enter(). An encoder and such a sink with their defaults are
 * neither accessed nor saved.
 */
bool trace_hart_leave(struct trace *t, u32 hartindex, struct trace_context *c);

/** @return true if trace_hart_leave() would save anything */
bool trace_hart_in_use(const struct trace *t, u32 hartindex);

/**
 * An owner comes to the hart: the encoder has the state that this owner left,
 * or its defaults.
 * @param c NULL or not valid: a new owner
 * @return as trace_hart_resume(). If the encoder did not come to rest, it still
 *	belongs to the owner that left it, and nobody can use it
 */
bool trace_hart_enter(struct trace *t, u32 hartindex, u32 owner,
		      struct trace_context *c);

/**
 * The machine goes to sleep on the request of an owner, with the encoders of
 * all its harts off: funnels and sinks of this owner alone are disabled,
 * drained, saved and switched off. Those of others are not changed; the state
 * of those at rest is also saved, in case of a loss of power.
 */
bool trace_suspend(struct trace *t, u32 owner);

/**
 * The machine is awake, or did not sleep; before the first trace_hart_resume().
 * A saved component that lost its registers gets them back, unless it got a
 * buffer or was released meanwhile.
 */
bool trace_resume(struct trace *t);

/** Stop and drain all of an owner, or of TRACE_ALL_OWNERS, in order. */
bool trace_stop_all(struct trace *t, u32 owner);

/**
 * The hart never continues: stop its encoder, flush the trace on the way and
 * leave the buffer to its readers. If another hart has the stream for longer
 * than TRACE_WAIT_US, only the encoder stops.
 */
void trace_crash(struct trace *t, u32 hartindex, struct trace_remains *remains);

/* --- calls ---------------------------------------------------------------- */

/**
 * One ecall of the trace extension (docs/sbi-trace.md).
 * @param owner of S-mode on the calling hart
 * @param fid function ID (a6); unknown ones are SBI_ERR_NOT_SUPPORTED
 * @return per the function's error table; a refused call changed nothing. Error
 *	TRACE_AGAIN: the caller lets S-mode repeat the ecall
 */
struct sbiret trace_call(struct trace *t, u32 owner, unsigned long fid,
			 const struct sbi_args *args);

#endif
