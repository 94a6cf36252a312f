/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers of trace components: offsets in the window of a component, which
 * has 4 KiB and 32-bit registers only. Fields are in hart/fields.h.
 * Specification: RISC-V Trace Control Interface 1.0.
 */
#ifndef HART_TRACE_REGS_H
#define HART_TRACE_REGS_H

#include <base/types.h>

/** Size and alignment of a component's window. */
#define TR_WINDOW_SIZE 0x1000u

/** The purpose of a type of components, a bit for each (TCI, "Trace
 * Components"). */
enum tr_traits {
	TR_SOURCE = 1,	/* it begins there: an encoder of a hart */
	TR_JOINS = 2,	/* several inputs become one output */
	TR_ENDS = 4,	/* it may end there; the only input has any number */
	TR_SINK = 8,	/* nothing follows */
	TR_MEMORY = 16, /* it is written to addresses in the registers */
	TR_BRIDGE = 32, /* parts that follow may be no components of TCI */
};

/**
 * The types of components: NAME, TR_IMPL_COMP_TYPE, traits; and for lib/trace
 * the parts of names of the settings (tr_..._type), of the functions that set
 * it up (tr_..._probe(), tr_..._reset()) and of those that keep its registers
 * over a sleep (tr_..._save(), tr_..._restore()). See tr_type.h there.
 */
#define TR_COMP_TYPES(TYPE)                                                  \
	TYPE(ENCODER, 0x1, TR_SOURCE, encoder, encoder, plain)               \
	TYPE(FUNNEL, 0x8, TR_JOINS, funnel, funnel, funnel)                  \
	TYPE(RAM_SINK, 0x9, TR_ENDS | TR_SINK | TR_MEMORY, sink, sink, sink) \
	TYPE(PIB_SINK, 0xa, TR_ENDS | TR_SINK, pib, plain, plain)            \
	TYPE(ATB_BRIDGE, 0xe, TR_ENDS | TR_BRIDGE, bridge, plain, plain)

/** TR_IMPL_COMP_TYPE. */
enum tr_comp_type {
#define TR_COMP_NUMBER(NAME, number, ...) TR_COMP_##NAME = number,
	TR_COMP_TYPES(TR_COMP_NUMBER)
#undef TR_COMP_NUMBER
};

/** @return true if a type has one of these traits; 0 and unknown types: none.
 * @param type 0 to 31, @param traits a constant */
static inline __attribute__((always_inline)) bool tr_comp_is(u32 type,
							     u32 traits)
{
#define TR_COMP_BIT(NAME, number, has, ...) \
	| ((u32)(has)&traits ? 1u << (number) : 0)
	u32 types = 0 TR_COMP_TYPES(TR_COMP_BIT);
#undef TR_COMP_BIT

	/* Accesses of S-mode wait for this: one type alone is compared. */
	if (!(types & (types - 1)))
		return type == (u32)__builtin_ctz(types);
	return types >> type & 1;
}

/** TR_TS_CONTROL_MODE. */
enum tr_ts_mode {
	TR_TS_NONE = 0,
	TR_TS_EXTERNAL = 1,
	TR_TS_INTERNAL_SYSTEM = 2,
	TR_TS_INTERNAL_CORE = 3, /* encoders only */
	TR_TS_SHARED = 4,
};

/** TR_TE_TRIG_ACTION0 of an input; the same numbers as Sdtrig's action. */
enum tr_trigger_action {
	TR_TRIGGER_NONE = 0,
	TR_TRIGGER_TRACE_ON = 2,
	TR_TRIGGER_TRACE_OFF = 3,
	TR_TRIGGER_NOTIFY = 4,
};

/** Registers of every component. */
enum tr_offset {
	TR_CONTROL = 0x000,
	TR_IMPL = 0x004,
};

/** Registers of an encoder. */
enum tr_te_offset {
	TR_TE_CONTROL = 0x000,
	TR_TE_IMPL = 0x004,
	TR_TE_INST_FEATURES = 0x008,
	TR_TE_INST_FILTERS = 0x00c,
	TR_TE_DATA_CONTROL = 0x010,
	TR_TE_DATA_FILTERS = 0x01c,
	TR_TE_TRIG_DBG_CONTROL = 0x050,
	TR_TE_TRIG_EXT_IN_CONTROL = 0x054,
	TR_TE_TRIG_EXT_OUT_CONTROL = 0x058,
	TR_TE_FILTER = 0x400, /* the first of TR_TE_FILTERS_MAX */
	TR_TE_COMP = 0x600,   /* the first of TR_TE_COMPS_MAX */
};

/** Registers of the timestamp unit in an encoder or a funnel. */
enum tr_ts_offset {
	TR_TS_CONTROL = 0x040,
	TR_TS_COUNTER_LOW = 0x048,
	TR_TS_COUNTER_HIGH = 0x04c,
};

#define TR_TE_FILTERS_MAX 16
#define TR_TE_COMPS_MAX 8
/** From one filter, or comparator, to the next. */
#define TR_TE_UNIT_PITCH 0x20u

/** Registers of a filter, from its first. */
enum tr_te_filter_offset {
	TR_TE_FILTER_CONTROL = 0x00,
	TR_TE_FILTER_MATCH_INST = 0x04,
	TR_TE_FILTER_MATCH_ECAUSE_LOW = 0x08,
	TR_TE_FILTER_MATCH_ECAUSE_HIGH = 0x0c,
	TR_TE_FILTER_MATCH_VALUE_IMPDEF = 0x10,
	TR_TE_FILTER_MATCH_MASK_IMPDEF = 0x14,
	TR_TE_FILTER_MATCH_DATA = 0x18,
};

/** Registers of a comparator, from its first. */
enum tr_te_comp_offset {
	TR_TE_COMP_CONTROL = 0x00,
	TR_TE_COMP_P_MATCH_LOW = 0x10,
	TR_TE_COMP_P_MATCH_HIGH = 0x14,
	TR_TE_COMP_S_MATCH_LOW = 0x18,
	TR_TE_COMP_S_MATCH_HIGH = 0x1c,
};

/** Registers of a funnel. */
enum tr_funnel_offset {
	TR_FUNNEL_CONTROL = 0x000,
	TR_FUNNEL_IMPL = 0x004,
	TR_FUNNEL_DIS_INPUT = 0x008,
};

/** Registers of a RAM sink. */
enum tr_ram_offset {
	TR_RAM_CONTROL = 0x000,
	TR_RAM_IMPL = 0x004,
	TR_RAM_START_LOW = 0x010,
	TR_RAM_START_HIGH = 0x014,
	TR_RAM_LIMIT_LOW = 0x018,
	TR_RAM_LIMIT_HIGH = 0x01c,
	TR_RAM_WP_LOW = 0x020,
	TR_RAM_WP_HIGH = 0x024,
	TR_RAM_RP_LOW = 0x028,
	TR_RAM_RP_HIGH = 0x02c,
	TR_RAM_DATA = 0x040,
};

/** Registers of a PIB sink. */
enum tr_pib_offset {
	TR_PIB_CONTROL = 0x000,
	TR_PIB_IMPL = 0x004,
};

/** Registers of an ATB bridge. */
enum tr_atb_bridge_offset {
	TR_ATB_BRIDGE_CONTROL = 0x000,
	TR_ATB_BRIDGE_IMPL = 0x004,
};

#endif
