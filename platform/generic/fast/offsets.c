// SPDX-License-Identifier: BSD-2-Clause
/*
 * The numbers that trap.S shares with C: the compiler works them out, and the
 * build takes them from its assembly output into offsets.h. This file is never
 * linked.
 */
#include <hart/fields.h>
#include <pmu/pmu.h>
#include <sbi/sbi_error.h>

/** A line NAME VALUE in the output, which the build looks for. */
#define DEFINE(name, value) \
	__asm__ volatile("\n.ascii \"=> " #name " %0\"" ::"i"(value))
#define OFFSET(name, type, field) DEFINE(name, offsetof(struct type, field))
#define SHIFT(mask) __builtin_ctzll(mask)

void fast_offsets(void);
void fast_offsets(void)
{
	OFFSET(FAST_EID, pmu_hart, eid);
	OFFSET(FAST_NUM_FAST, pmu_hart, num_fast);
	OFFSET(FAST_NUM_HW, pmu_hart, num_hw);
	OFFSET(FAST_NUM, pmu_hart, num);
	OFFSET(FAST_NOT_HW, pmu_hart, not_hw);
	OFFSET(FAST_STARTED, pmu_hart, started);
	OFFSET(FAST_PRESENT, pmu_hart, present);
	OFFSET(FAST_CONFIGURED, pmu_hart, configured);
	OFFSET(FAST_ALL_OURS, pmu_hart, all_ours);
	OFFSET(FAST_SSCOFPMF, pmu_hart, has.sscofpmf);
	OFFSET(FAST_SMCNTRPMF, pmu_hart, has.smcntrpmf);
	OFFSET(FAST_PREFER_HPM, pmu_hart, has.prefer_hpm);
	OFFSET(FAST_TOUCHED, pmu_hart, touched);
	OFFSET(FAST_SNAPSHOT, pmu_hart, snapshot);
	OFFSET(FAST_MACHINE, pmu_hart, machine);
	OFFSET(FAST_EVENTS, pmu_hart, events);
	OFFSET(FAST_VALUE, pmu_hart, value);
	OFFSET(FAST_HW_EVENT, pmu_hart, hw_event);
	OFFSET(FAST_INFO, pmu_hart, info);
}

_Static_assert(offsetof(struct pmu_hart, has.smcntrpmf) ==
		       offsetof(struct pmu_hart, has.sscofpmf) + 1,
	       "trap.S finds who has filters with a sum");

/* Bits of pmu_hart.info; events[] has eight bytes for each code */
_Static_assert(1 << PMU_FW_CODE_SHIFT == sizeof(u64), "the code is an offset");

void fast_info_bits(void);
void fast_info_bits(void)
{
	DEFINE(FAST_INFO_STOPPED, PMU_FW_STOPPED);
	DEFINE(FAST_INFO_HIGH, PMU_FW_HIGH);
	DEFINE(FAST_INFO_CODE, -(1 << PMU_FW_CODE_SHIFT));
	DEFINE(FAST_INFO_SHIFT, PMU_FW_CODE_SHIFT);
	DEFINE(FAST_INFO_EMPTY,
	       PMU_FW_NONE << PMU_FW_CODE_SHIFT | PMU_FW_STOPPED);
}

_Static_assert(offsetof(struct pmu_machine, known) == 0,
	       "trap.S takes the machine's address for that of known[]");
_Static_assert(__builtin_popcount(sizeof(struct pmu_known_event)) == 1,
	       "an index becomes an offset with a shift");

void fast_events(void);
void fast_events(void)
{
	DEFINE(FAST_KNOWN_SHIFT, SHIFT(sizeof(struct pmu_known_event)));
	OFFSET(FAST_KNOWN_SELECT, pmu_known_event, select);
	OFFSET(FAST_KNOWN_COUNTERS, pmu_known_event, counters);
	DEFINE(FAST_CACHE_FIRST, PMU_CACHE_FIRST);
	DEFINE(FAST_CACHE_CODES, PMU_CACHE_CODES);
	DEFINE(FAST_FW_CODES, SBI_PMU_FW_MAX);
	/* The first event_idx of a type, for lui */
	DEFINE(FAST_CACHE_EVENT_LUI,
	       SBI_PMU_EVENT_TYPE_HW_CACHE << SBI_PMU_EVENT_IDX_TYPE_OFFSET >>
		       12);
	DEFINE(FAST_FW_EVENT_LUI,
	       SBI_PMU_EVENT_TYPE_FW << SBI_PMU_EVENT_IDX_TYPE_OFFSET >> 12);
}

_Static_assert(SBI_EXT_PMU_NUM_COUNTERS == 0, "trap.S compares a6 with x0");
_Static_assert(__builtin_popcount(-SBI_ERR_ALREADY_STOPPED) == 1,
	       "FAST_STOP_RESULT makes the error with a shift");

void fast_calls(void);
void fast_calls(void)
{
	DEFINE(FAST_CALLS, PMU_CALLS);
	DEFINE(FAST_FID_CONFIG, SBI_EXT_PMU_COUNTER_CFG_MATCH);
	DEFINE(FAST_FID_START, SBI_EXT_PMU_COUNTER_START);
	DEFINE(FAST_FID_STOP, SBI_EXT_PMU_COUNTER_STOP);
	DEFINE(FAST_FID_FW_READ, SBI_EXT_PMU_COUNTER_FW_READ);
	DEFINE(FAST_START_SET_INIT, SBI_PMU_START_FLAG_SET_INIT_VALUE);
	DEFINE(FAST_START_SNAPSHOT, SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT);
	DEFINE(FAST_STOP_RESET, SBI_PMU_STOP_FLAG_RESET);
	DEFINE(FAST_STOP_SNAPSHOT, SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT);
	DEFINE(FAST_ALREADY_STOPPED_SHIFT, SHIFT(-SBI_ERR_ALREADY_STOPPED));
}

/* What config_flags have for the modes, and where mhpmevent has it */
#define INHIBITS                                                   \
	(SBI_PMU_CFG_FLAG_SET_VUINH | SBI_PMU_CFG_FLAG_SET_VSINH | \
	 SBI_PMU_CFG_FLAG_SET_UINH | SBI_PMU_CFG_FLAG_SET_SINH)
#define INHIBIT_SHIFT                              \
	(SHIFT(FIELD_MASK(MHPMEVENT, VUINHIBIT)) - \
	 SHIFT(SBI_PMU_CFG_FLAG_SET_VUINH))

_Static_assert((u64)INHIBITS << INHIBIT_SHIFT ==
		       (FIELD_MASK(MHPMEVENT, VUINHIBIT) |
			FIELD_MASK(MHPMEVENT, VSINHIBIT) |
			FIELD_MASK(MHPMEVENT, UINHIBIT) |
			FIELD_MASK(MHPMEVENT, SINHIBIT)),
	       "one shift takes all flags to their places");

void fast_config_flags(void);
void fast_config_flags(void)
{
	DEFINE(FAST_CONFIG_FLAGS, 0xff & ~(SBI_PMU_CFG_FLAG_SKIP_MATCH |
					   SBI_PMU_CFG_FLAG_AUTO_START));
	DEFINE(FAST_CONFIG_CLEAR, SBI_PMU_CFG_FLAG_CLEAR_VALUE);
	DEFINE(FAST_CONFIG_INHIBIT, INHIBITS);
	/* In the upper half of mhpmevent */
	DEFINE(FAST_EVENT_FLAGS_SHIFT, INHIBIT_SHIFT - 32);
	DEFINE(FAST_EVENT_MINH_LUI,
	       FIELD_MASK(MHPMEVENT, MINHIBIT) >> (32 + 12));
	DEFINE(FAST_EVENT_SELECT_HIGH_BITS, MHPMEVENT_SELECT_WIDTH - 32);
}
