/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fields of the registers this project writes or models, a table each. Nothing
 * else knows a bit number: masks, accessors and the check that no two fields
 * share a bit all come from the table.
 *
 * FIELD(REG, NAME, lowest bit, width)
 */
#ifndef HART_FIELDS_H
#define HART_FIELDS_H

#include <base/types.h>

/*
 * mhpmevent3 to mhpmevent31 with Sscofpmf, as one 64-bit register (on RV32
 * the upper half is mhpmevent3h...). SELECT is platform-defined, event_data of
 * "hardware raw events v2" goes there. mcyclecfg and minstretcfg of Smcntrpmf
 * have the same inhibit bits and nothing else.
 */
#define FIELDS_MHPMEVENT(FIELD)            \
	FIELD(MHPMEVENT, SELECT, 0, 56)    \
	FIELD(MHPMEVENT, VUINHIBIT, 58, 1) \
	FIELD(MHPMEVENT, VSINHIBIT, 59, 1) \
	FIELD(MHPMEVENT, UINHIBIT, 60, 1)  \
	FIELD(MHPMEVENT, SINHIBIT, 61, 1)  \
	FIELD(MHPMEVENT, MINHIBIT, 62, 1)  \
	FIELD(MHPMEVENT, OVERFLOW, 63, 1)

/*
 * mctrctl of Smctr 1.0 ("Machine Control Transfer Records Control Register").
 * sctrctl is another view of the same register, without M and MTE; vsctrctl is
 * a register of its own with the fields of sctrctl. On RV32 all three end at
 * bit 31.
 */
#define FIELDS_MCTRCTL(FIELD)             \
	FIELD(MCTRCTL, U, 0, 1)           \
	FIELD(MCTRCTL, S, 1, 1)           \
	FIELD(MCTRCTL, M, 2, 1)           \
	FIELD(MCTRCTL, RASEMU, 7, 1)      \
	FIELD(MCTRCTL, STE, 8, 1)         \
	FIELD(MCTRCTL, MTE, 9, 1)         \
	FIELD(MCTRCTL, BPFRZ, 11, 1)      \
	FIELD(MCTRCTL, LCOFIFRZ, 12, 1)   \
	FIELD(MCTRCTL, EXCINH, 33, 1)     \
	FIELD(MCTRCTL, INTRINH, 34, 1)    \
	FIELD(MCTRCTL, TRETINH, 35, 1)    \
	FIELD(MCTRCTL, NTBREN, 36, 1)     \
	FIELD(MCTRCTL, TKBRINH, 37, 1)    \
	FIELD(MCTRCTL, INDCALLINH, 40, 1) \
	FIELD(MCTRCTL, DIRCALLINH, 41, 1) \
	FIELD(MCTRCTL, INDJMPINH, 42, 1)  \
	FIELD(MCTRCTL, DIRJMPINH, 43, 1)  \
	FIELD(MCTRCTL, CORSWAPINH, 44, 1) \
	FIELD(MCTRCTL, RETINH, 45, 1)     \
	FIELD(MCTRCTL, INDLJMPINH, 46, 1) \
	FIELD(MCTRCTL, DIRLJMPINH, 47, 1) \
	FIELD(MCTRCTL, CUSTOM, 60, 4)

/* sctrdepth: the buffer has 16 << DEPTH entries. */
#define FIELDS_SCTRDEPTH(FIELD) FIELD(SCTRDEPTH, DEPTH, 0, 3)

#define FIELDS_SCTRSTATUS(FIELD)       \
	FIELD(SCTRSTATUS, WRPTR, 0, 8) \
	FIELD(SCTRSTATUS, FROZEN, 31, 1)

/* An entry: ctrsource, ctrtarget and ctrdata, behind sireg to sireg3. */
#define FIELDS_CTRSOURCE(FIELD)   \
	FIELD(CTRSOURCE, V, 0, 1) \
	FIELD(CTRSOURCE, PC, 1, 63)
#define FIELDS_CTRTARGET(FIELD)      \
	FIELD(CTRTARGET, MISP, 0, 1) \
	FIELD(CTRTARGET, PC, 1, 63)
#define FIELDS_CTRDATA(FIELD)       \
	FIELD(CTRDATA, TYPE, 0, 4)  \
	FIELD(CTRDATA, CCV, 15, 1)  \
	FIELD(CTRDATA, CCM, 16, 12) \
	FIELD(CTRDATA, CCE, 28, 4)

/* mstateen0 and hstateen0, of which the firmware opens these two for CTR. */
#define FIELDS_MSTATEEN0(FIELD)      \
	FIELD(MSTATEEN0, CTR, 54, 1) \
	FIELD(MSTATEEN0, CSRIND, 60, 1)

/* trTeControl of a trace encoder (Trace Control Interface 1.0). */
#define FIELDS_TR_TE_CONTROL(FIELD)                         \
	FIELD(TR_TE_CONTROL, ACTIVE, 0, 1)                  \
	FIELD(TR_TE_CONTROL, ENABLE, 1, 1)                  \
	FIELD(TR_TE_CONTROL, INST_TRACING, 2, 1)            \
	FIELD(TR_TE_CONTROL, EMPTY, 3, 1)                   \
	FIELD(TR_TE_CONTROL, INST_MODE, 4, 3)               \
	FIELD(TR_TE_CONTROL, CONTEXT, 9, 1)                 \
	FIELD(TR_TE_CONTROL, INST_TRIG_ENABLE, 11, 1)       \
	FIELD(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW, 12, 1) \
	FIELD(TR_TE_CONTROL, INST_STALL_ENA, 13, 1)         \
	FIELD(TR_TE_CONTROL, INHIBIT_SRC, 15, 1)            \
	FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 16, 2)         \
	FIELD(TR_TE_CONTROL, INST_SYNC_MAX, 20, 4)          \
	FIELD(TR_TE_CONTROL, FORMAT, 24, 3)

/* tr??Impl of every trace component; the rest depends on the type. */
#define FIELDS_TR_IMPL(FIELD)           \
	FIELD(TR_IMPL, VER_MAJOR, 0, 4) \
	FIELD(TR_IMPL, VER_MINOR, 4, 4) \
	FIELD(TR_IMPL, COMP_TYPE, 8, 4)

/* trTeImpl, beyond TR_IMPL. */
#define FIELDS_TR_TE_IMPL(FIELD)                 \
	FIELD(TR_TE_IMPL, PROTOCOL_MAJOR, 16, 4) \
	FIELD(TR_TE_IMPL, PROTOCOL_MINOR, 20, 4)

/* trTeInstFeatures. */
#define FIELDS_TR_TE_INST_FEATURES(FIELD)                      \
	FIELD(TR_TE_INST_FEATURES, NO_ADDR_DIFF, 0, 1)         \
	FIELD(TR_TE_INST_FEATURES, NO_TRAP_ADDR, 1, 1)         \
	FIELD(TR_TE_INST_FEATURES, EN_SEQUENTIAL_JUMP, 2, 1)   \
	FIELD(TR_TE_INST_FEATURES, EN_IMPLICIT_RETURN, 3, 1)   \
	FIELD(TR_TE_INST_FEATURES, EN_BRANCH_PREDICTION, 4, 1) \
	FIELD(TR_TE_INST_FEATURES, EN_JUMP_TARGET_CACHE, 5, 1) \
	FIELD(TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE, 6, 2) \
	FIELD(TR_TE_INST_FEATURES, EN_REPEATED_HISTORY, 8, 1)  \
	FIELD(TR_TE_INST_FEATURES, EN_ALL_JUMPS, 9, 1)         \
	FIELD(TR_TE_INST_FEATURES, EXTEND_ADDR_MSB, 10, 1)     \
	FIELD(TR_TE_INST_FEATURES, SRC_ID, 16, 12)             \
	FIELD(TR_TE_INST_FEATURES, SRC_BITS, 28, 4)

/* trTeDataControl. */
#define FIELDS_TR_TE_DATA_CONTROL(FIELD)                   \
	FIELD(TR_TE_DATA_CONTROL, IMPLEMENTED, 0, 1)       \
	FIELD(TR_TE_DATA_CONTROL, TRACING, 1, 1)           \
	FIELD(TR_TE_DATA_CONTROL, TRIG_ENABLE, 2, 1)       \
	FIELD(TR_TE_DATA_CONTROL, STALL_OR_OVERFLOW, 3, 1) \
	FIELD(TR_TE_DATA_CONTROL, STALL_ENA, 4, 1)         \
	FIELD(TR_TE_DATA_CONTROL, DROP, 5, 1)              \
	FIELD(TR_TE_DATA_CONTROL, DROP_ENA, 6, 1)          \
	FIELD(TR_TE_DATA_CONTROL, NO_VALUE, 16, 1)         \
	FIELD(TR_TE_DATA_CONTROL, NO_ADDR, 17, 1)          \
	FIELD(TR_TE_DATA_CONTROL, ADDR_COMPRESS, 18, 2)

/* trTeInstFilters and trTeDataFilters: a bit per filter. */
#define FIELDS_TR_TE_FILTERS(FIELD) FIELD(TR_TE_FILTERS, MASK, 0, 16)

/*
 * trTeTrigExtInControl: the action of input 0, TR_TE_TRIG_PITCH bits above it
 * that of input 1, and so on for 8 of them; trTeTrigExtOutControl has the
 * events of its outputs in the same way.
 */
#define FIELDS_TR_TE_TRIG(FIELD) FIELD(TR_TE_TRIG, ACTION0, 0, 4)
#define TR_TE_TRIG_PITCH 4

/* trTsControl of the timestamp unit. */
#define FIELDS_TR_TS_CONTROL(FIELD)              \
	FIELD(TR_TS_CONTROL, ACTIVE, 0, 1)       \
	FIELD(TR_TS_CONTROL, COUNT, 1, 1)        \
	FIELD(TR_TS_CONTROL, RESET, 2, 1)        \
	FIELD(TR_TS_CONTROL, RUN_IN_DEBUG, 3, 1) \
	FIELD(TR_TS_CONTROL, MODE, 4, 3)         \
	FIELD(TR_TS_CONTROL, PRESCALE, 8, 2)     \
	FIELD(TR_TS_CONTROL, ENABLE, 15, 1)      \
	FIELD(TR_TS_CONTROL, WIDTH, 24, 6)

/* trTeFilteriControl. */
#define FIELDS_TR_TE_FILTER_CONTROL(FIELD)                 \
	FIELD(TR_TE_FILTER_CONTROL, ENABLE, 0, 1)          \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE, 1, 1) \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_ECAUSE, 2, 1)    \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_INTERRUPT, 3, 1) \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_COMP1, 4, 1)     \
	FIELD(TR_TE_FILTER_CONTROL, COMP1, 5, 3)           \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_COMP2, 8, 1)     \
	FIELD(TR_TE_FILTER_CONTROL, COMP2, 9, 3)           \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_COMP3, 12, 1)    \
	FIELD(TR_TE_FILTER_CONTROL, COMP3, 13, 3)          \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_IMPDEF, 16, 1)   \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_DTYPE, 24, 1)    \
	FIELD(TR_TE_FILTER_CONTROL, MATCH_DSIZE, 25, 1)

/* trTeFilteriMatchInst. */
#define FIELDS_TR_TE_FILTER_MATCH_INST(FIELD)                  \
	FIELD(TR_TE_FILTER_MATCH_INST, CHOICE_PRIVILEGE, 0, 8) \
	FIELD(TR_TE_FILTER_MATCH_INST, VALUE_INTERRUPT, 8, 1)

/* trTeCompjControl. */
#define FIELDS_TR_TE_COMP_CONTROL(FIELD)             \
	FIELD(TR_TE_COMP_CONTROL, P_INPUT, 0, 2)     \
	FIELD(TR_TE_COMP_CONTROL, S_INPUT, 2, 2)     \
	FIELD(TR_TE_COMP_CONTROL, P_FUNCTION, 4, 3)  \
	FIELD(TR_TE_COMP_CONTROL, S_FUNCTION, 8, 3)  \
	FIELD(TR_TE_COMP_CONTROL, MATCH_MODE, 12, 2) \
	FIELD(TR_TE_COMP_CONTROL, P_NOTIFY, 14, 1)   \
	FIELD(TR_TE_COMP_CONTROL, S_NOTIFY, 15, 1)

/* trTeFilteriMatchData. */
#define FIELDS_TR_TE_FILTER_MATCH_DATA(FIELD)               \
	FIELD(TR_TE_FILTER_MATCH_DATA, CHOICE_DTYPE, 0, 16) \
	FIELD(TR_TE_FILTER_MATCH_DATA, CHOICE_DSIZE, 16, 8)

/* trFunnelControl, and these bits of every sink's control register. */
#define FIELDS_TR_CONTROL(FIELD)        \
	FIELD(TR_CONTROL, ACTIVE, 0, 1) \
	FIELD(TR_CONTROL, ENABLE, 1, 1) \
	FIELD(TR_CONTROL, EMPTY, 3, 1)

/* trFunnelDisInput: a bit per input. */
#define FIELDS_TR_FUNNEL_DIS_INPUT(FIELD) \
	FIELD(TR_FUNNEL_DIS_INPUT, MASK, 0, 16)

/* trRamControl, beyond TR_CONTROL. */
#define FIELDS_TR_RAM_CONTROL(FIELD)              \
	FIELD(TR_RAM_CONTROL, MODE, 4, 1)         \
	FIELD(TR_RAM_CONTROL, STOP_ON_WRAP, 8, 1) \
	FIELD(TR_RAM_CONTROL, MEM_FORMAT, 9, 2)   \
	FIELD(TR_RAM_CONTROL, ASYNC_FREQ, 12, 3)

/* trRamImpl, beyond TR_IMPL. */
#define FIELDS_TR_RAM_IMPL(FIELD)           \
	FIELD(TR_RAM_IMPL, HAS_SRAM, 12, 1) \
	FIELD(TR_RAM_IMPL, HAS_SMEM, 13, 1)

/* trRamWPLow; ADDR is bits 31:2 of the address, as in Start, Limit and RP. */
#define FIELDS_TR_RAM_WP_LOW(FIELD)      \
	FIELD(TR_RAM_WP_LOW, WRAP, 0, 1) \
	FIELD(TR_RAM_WP_LOW, ADDR, 2, 30)

/* trPibControl, beyond TR_CONTROL. */
#define FIELDS_TR_PIB_CONTROL(FIELD)             \
	FIELD(TR_PIB_CONTROL, MODE, 4, 4)        \
	FIELD(TR_PIB_CONTROL, CLK_CENTER, 8, 1)  \
	FIELD(TR_PIB_CONTROL, CALIBRATE, 9, 1)   \
	FIELD(TR_PIB_CONTROL, ASYNC_FREQ, 12, 3) \
	FIELD(TR_PIB_CONTROL, DIVIDER, 16, 16)

/* trAtbBridgeControl, beyond TR_CONTROL. */
#define FIELDS_TR_ATB_BRIDGE_CONTROL(FIELD) \
	FIELD(TR_ATB_BRIDGE_CONTROL, ID, 8, 7)

/* trAtbBridgeImpl, beyond TR_IMPL; this field can be written. */
#define FIELDS_TR_ATB_BRIDGE_IMPL(FIELD) \
	FIELD(TR_ATB_BRIDGE_IMPL, ASYNC_FREQ, 12, 3)

#define FIELD_ENUM(reg, name, lsb, width) \
	reg##_##name##_LSB = (lsb), reg##_##name##_WIDTH = (width),
#define FIELD_OR(reg, name, lsb, width) | (~0ULL >> (64 - (width)) << (lsb))
#define FIELD_SUM(reg, name, lsb, width) +(~0ULL >> (64 - (width)) << (lsb))
#define FIELD_TABLE(reg)                                    \
	enum { FIELDS_##reg(FIELD_ENUM) };                  \
	_Static_assert((0 FIELDS_##reg(FIELD_OR)) ==        \
			       (0 FIELDS_##reg(FIELD_SUM)), \
		       #reg ": two fields share a bit")

/** All bits of a field in place. */
#define FIELD_MASK(reg, name) \
	(~0ULL >> (64 - reg##_##name##_WIDTH) << reg##_##name##_LSB)

/** Value of a field of register contents v. */
#define FIELD_GET(reg, name, v) \
	((FIELD_MASK(reg, name) & (v)) >> reg##_##name##_LSB)

/** A field's value in place, for ORing into register contents. */
#define FIELD_SET(reg, name, value) \
	((u64)(value) << reg##_##name##_LSB & FIELD_MASK(reg, name))

FIELD_TABLE(MHPMEVENT);
FIELD_TABLE(MCTRCTL);
FIELD_TABLE(SCTRDEPTH);
FIELD_TABLE(SCTRSTATUS);
FIELD_TABLE(CTRSOURCE);
FIELD_TABLE(CTRTARGET);
FIELD_TABLE(CTRDATA);
FIELD_TABLE(MSTATEEN0);
FIELD_TABLE(TR_TE_CONTROL);
FIELD_TABLE(TR_TE_INST_FEATURES);
FIELD_TABLE(TR_TS_CONTROL);
FIELD_TABLE(TR_TE_FILTER_CONTROL);
FIELD_TABLE(TR_TE_FILTER_MATCH_INST);
FIELD_TABLE(TR_TE_COMP_CONTROL);
FIELD_TABLE(TR_IMPL);
FIELD_TABLE(TR_TE_IMPL);
FIELD_TABLE(TR_TE_DATA_CONTROL);
FIELD_TABLE(TR_TE_FILTERS);
FIELD_TABLE(TR_TE_TRIG);
FIELD_TABLE(TR_TE_FILTER_MATCH_DATA);
FIELD_TABLE(TR_CONTROL);
FIELD_TABLE(TR_FUNNEL_DIS_INPUT);
FIELD_TABLE(TR_RAM_CONTROL);
FIELD_TABLE(TR_RAM_IMPL);
FIELD_TABLE(TR_RAM_WP_LOW);
FIELD_TABLE(TR_PIB_CONTROL);
FIELD_TABLE(TR_ATB_BRIDGE_CONTROL);
FIELD_TABLE(TR_ATB_BRIDGE_IMPL);

#endif
